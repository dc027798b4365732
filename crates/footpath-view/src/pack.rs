//! Packs: drawings as bytes that a browser reads without work. A header in JSON, then flat arrays.
//!
//! `FPK1`, the length of the header (u32), the header padded with spaces to a multiple of 4, the arrays. Offsets count from the
//! start of the arrays. All little endian.

use footpath::draw::{Colour, Drawing, Layer, Painted};
use serde_json::{Map, Value, json};

/// A pack that is being filled.
pub(crate) struct Pack {
    header: Map<String, Value>,
    arrays: Map<String, Value>,
    data: Vec<u8>,
}

fn hex(colour: Colour) -> String {
    format!("#{:02x}{:02x}{:02x}", colour.r, colour.g, colour.b)
}

impl Pack {
    pub fn new(origin: [f64; 3]) -> Self {
        let header = json!({"origin": origin, "legend": [], "note": null, "layers": []});
        let Value::Object(header) = header else { unreachable!("it is written as an object") };
        Self { header, arrays: Map::new(), data: Vec::new() }
    }

    /// A drawing with what its colours mean.
    pub fn of(drawing: &Drawing, legend: &[(Colour, String)], note: Option<String>) -> Self {
        let mut pack = Self::new(drawing.origin);
        let legend: Vec<Value> = legend.iter().map(|(c, text)| json!({"colour": hex(*c), "text": text})).collect();
        let layers: Vec<Value> = drawing.layers.iter().map(|layer| pack.layer(layer, drawing.origin)).collect();
        pack.set("legend", legend);
        pack.set("note", note);
        pack.set("layers", layers);
        pack
    }

    /// Something else for the header.
    pub fn set(&mut self, key: &str, value: impl Into<Value>) {
        self.header.insert(key.to_owned(), value.into());
    }

    fn layer(&mut self, layer: &Layer, origin: [f64; 3]) -> Value {
        let (triangle_points, triangle_colours) = self.painted(&layer.triangles);
        let (line_points, line_colours) = self.painted(&layer.lines);
        let labels: Vec<Value> = layer
            .labels
            .iter()
            .map(|label| {
                let at: [f64; 3] = std::array::from_fn(|i| origin[i] + f64::from(label.at[i]));
                json!({"at": at, "text": label.text, "colour": hex(label.colour)})
            })
            .collect();
        json!({
            "name": layer.name, "shaded": layer.shaded, "overlay": layer.overlay, "line_width": layer.line_width,
            "triangles": layer.triangles.len(), "triangle_points": triangle_points, "triangle_colours": triangle_colours,
            "lines": layer.lines.len(), "line_points": line_points, "line_colours": line_colours,
            "labels": labels,
        })
    }

    fn painted<const N: usize>(&mut self, painted: &[Painted<N>]) -> (usize, usize) {
        let points = self.data.len();
        for coordinate in painted.iter().flat_map(|painted| painted.points.iter().flatten()) {
            self.data.extend_from_slice(&coordinate.to_le_bytes());
        }
        let colours = self.data.len();
        for Painted { colour, .. } in painted {
            self.data.extend_from_slice(&[colour.r, colour.g, colour.b, colour.a]);
        }
        (points, colours)
    }

    /// An array of 32-bit numbers.
    fn array(&mut self, name: &str, kind: &str, numbers: impl Iterator<Item = [u8; 4]>) {
        let at = self.data.len();
        numbers.for_each(|number| self.data.extend_from_slice(&number));
        let count = (self.data.len() - at) / 4;
        self.arrays.insert(name.to_owned(), json!({"at": at, "count": count, "type": kind}));
    }

    pub fn floats(&mut self, name: &str, numbers: impl Iterator<Item = f32>) {
        self.array(name, "f32", numbers.map(f32::to_le_bytes));
    }

    pub fn integers(&mut self, name: &str, numbers: impl Iterator<Item = u32>) {
        self.array(name, "u32", numbers.map(u32::to_le_bytes));
    }

    pub fn bytes(mut self) -> Vec<u8> {
        self.header.insert("arrays".to_owned(), Value::Object(self.arrays));
        let mut header = Value::Object(self.header).to_string().into_bytes();
        header.resize(header.len().next_multiple_of(4), b' ');
        let mut bytes = Vec::with_capacity(8 + header.len() + self.data.len());
        bytes.extend_from_slice(b"FPK1");
        bytes.extend_from_slice(&(header.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&header);
        bytes.extend_from_slice(&self.data);
        bytes
    }
}
