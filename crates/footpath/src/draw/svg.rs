//! Drawing × view → the text of an SVG. Triangles and lines far to near, then overlays, then words.
//!
//! Each run of shapes of one layer is a group: the first has the id `layer-NAME`, all have it as their class, so that a
//! page can style or hide a layer. Numbers have at most two decimals, so equal drawings give equal text.

use super::flat::{Flat, FlatLayer, flatten};
use super::order::{Shape, back_to_front, outlines};
use super::view::scale_bar;
use super::{Colour, DrawError, Drawing, Style, View};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

const FONT: &str = "font-family=\"system-ui, sans-serif\"";

impl Drawing {
    /// The drawing as the text of an SVG file.
    pub fn svg(&self, view: &View, style: &Style) -> Result<String, DrawError> {
        let picture = flatten(self, view)?;
        let mut text = String::new();
        // Writing to a string cannot fail; the error is passed on so that nothing is hidden.
        write_picture(&mut text, &picture.layers, picture.pixels_per_metre, view, style)
            .map_err(|error| DrawError::Encode(error.to_string()))?;
        Ok(text)
    }
}

fn write_picture(out: &mut String, layers: &[FlatLayer], scale: f64, view: &View, style: &Style) -> fmt::Result {
    let (width, height) = (view.width, view.height);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">"
    )?;
    for (tag, words) in [("title", &style.title), ("desc", &style.description)] {
        if !words.is_empty() {
            writeln!(out, "<{tag}>{}</{tag}>", escape(words))?;
        }
    }
    writeln!(out, "<rect width=\"{width}\" height=\"{height}\"{}/>", fill(style.background))?;
    let (over, under): (Vec<_>, Vec<_>) = layers.iter().partition(|flat| flat.layer.overlay);
    let mut ids = BTreeMap::new();
    write_shapes(out, &under, scale, style, &mut ids)?;
    for layer in over {
        write_shapes(out, &[layer], scale, style, &mut ids)?;
    }
    for flat in layers.iter().filter(|flat| !flat.labels.is_empty()) {
        open_group(out, &flat.layer.name, &mut ids)?;
        write_labels(out, flat, style)?;
        out.push_str("</g>\n");
    }
    write_notes(out, scale, view, style)?;
    out.push_str("</svg>\n");
    Ok(())
}

/// Triangles and lines of several layers, sorted together.
fn write_shapes(
    out: &mut String,
    layers: &[&FlatLayer],
    scale: f64,
    style: &Style,
    ids: &mut BTreeMap<String, usize>,
) -> fmt::Result {
    let numbered = || layers.iter().enumerate();
    let triangle_layer: Vec<_> = numbered().flat_map(|(i, layer)| layer.triangles.iter().map(move |_| i)).collect();
    let line_layer: Vec<_> = numbered().flat_map(|(i, layer)| layer.lines.iter().map(move |_| i)).collect();
    let triangles: Vec<_> = layers.iter().flat_map(|layer| layer.triangles.iter().copied()).collect();
    let lines: Vec<_> = layers.iter().flat_map(|layer| layer.lines.iter().copied()).collect();
    let outlines = if style.edges { outlines(&triangles) } else { Vec::new() };
    let outline = |i: usize| outlines.get(i).filter(|_| layers[triangle_layer[i]].layer.outlined);
    let mut group = None;
    for shape in back_to_front(&triangles, &lines, 3.0 / scale) {
        let layer = match shape {
            Shape::Triangle(i) => triangle_layer[i],
            Shape::Line(i) => line_layer[i],
        };
        if group != Some(layer) {
            out.push_str(if group.is_some() { "</g>\n" } else { "" });
            open_group(out, &layers[layer].layer.name, ids)?;
            group = Some(layer);
        }
        match shape {
            Shape::Triangle(i) => write_triangle(out, &triangles[i], outline(i))?,
            Shape::Line(i) => write_line(out, &lines[i])?,
        }
    }
    out.push_str(if group.is_some() { "</g>\n" } else { "" });
    Ok(())
}

fn open_group(out: &mut String, layer: &str, ids: &mut BTreeMap<String, usize>) -> fmt::Result {
    // A hair of a triangle's own colour closes the seams that anti-aliasing leaves between neighbours.
    let look = "stroke-width=\"0.9\" stroke-linejoin=\"round\" stroke-linecap=\"round\"";
    writeln!(out, "<g id=\"{}\" class=\"{}\" {look}>", unique_id(layer, ids), id_of(layer))
}

fn write_line(out: &mut String, line: &Flat<2>) -> fmt::Result {
    let [a, b] = line.points;
    let [ax, ay, bx, by, width] = [a[0], a[1], b[0], b[1], f64::from(line.width)].map(number);
    writeln!(out, "<path d=\"M{ax} {ay}L{bx} {by}\" stroke-width=\"{width}\"{}/>", paint("stroke", line.colour))
}

fn write_labels(out: &mut String, layer: &FlatLayer, style: &Style) -> fmt::Result {
    for (at, label) in &layer.labels {
        // The halo is a text of its own: not every viewer knows `paint-order`.
        let (x, y, words) = (number(at[0]), number(at[1]), escape(&label.text));
        let halo = format!("{} stroke-width=\"3\" stroke-linejoin=\"round\"", paint("stroke", style.background));
        for look in [halo, fill(label.colour)] {
            writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" {FONT} font-size=\"14\" text-anchor=\"middle\"{look}>{words}</text>"
            )?;
        }
    }
    Ok(())
}

fn write_triangle(out: &mut String, triangle: &Flat<3>, outline: Option<&[bool; 3]>) -> fmt::Result {
    out.push_str("<path d=\"M");
    for (i, point) in triangle.points.iter().enumerate() {
        let gap = if i == 0 { "" } else { "L" };
        write!(out, "{gap}{} {}", number(point[0]), number(point[1]))?;
    }
    let opaque = triangle.colour.a == 255;
    let stroke = if opaque { paint("stroke", triangle.colour) } else { String::new() };
    writeln!(out, "Z\"{}{stroke}/>", fill(triangle.colour))?;
    outline.map_or(Ok(()), |sides| write_outline(out, triangle, *sides))
}

/// The dark sides of a triangle; nothing when it has none or is seen through.
fn write_outline(out: &mut String, triangle: &Flat<3>, sides: [bool; 3]) -> fmt::Result {
    if triangle.colour.a < 255 || sides == [false; 3] {
        return Ok(());
    }
    out.push_str("<path d=\"");
    for side in (0..3).filter(|&side| sides[side]) {
        let (a, b) = (triangle.points[side], triangle.points[(side + 1) % 3]);
        write!(out, "M{} {}L{} {}", number(a[0]), number(a[1]), number(b[0]), number(b[1]))?;
    }
    writeln!(out, "\" fill=\"none\" stroke-width=\"0.6\"{}/>", paint("stroke", triangle.colour.lit(0.45)))
}

/// Title and legend in the upper left corner, the scale bar in the lower left.
fn write_notes(out: &mut String, scale: f64, view: &View, style: &Style) -> fmt::Result {
    let ink = fill(style.ink);
    writeln!(out, "<g id=\"notes\" {FONT} font-size=\"14\">")?;
    let mut y = 28;
    if !style.title.is_empty() {
        writeln!(out, "<text x=\"20\" y=\"{y}\" font-size=\"18\"{ink}>{}</text>", escape(&style.title))?;
        y += 26;
    }
    for (colour, words) in &style.legend {
        writeln!(out, "<rect x=\"20\" y=\"{}\" width=\"14\" height=\"14\"{}/>", y - 12, fill(*colour))?;
        writeln!(out, "<text x=\"42\" y=\"{y}\"{ink}>{}</text>", escape(words))?;
        y += 22;
    }
    if let Some((metres, words)) = scale_bar(scale, view.width).filter(|_| style.scale_bar) {
        let (length, bottom) = (number(metres * scale), f64::from(view.height) - 16.0);
        let stroke = paint("stroke", style.ink);
        writeln!(
            out,
            "<path d=\"M20 {}v6h{length}v-6\" fill=\"none\" stroke-width=\"1.5\"{stroke}/>",
            number(bottom - 6.0)
        )?;
        writeln!(out, "<text x=\"20\" y=\"{}\"{ink}>{words}</text>", number(bottom - 12.0))?;
    }
    out.push_str("</g>\n");
    Ok(())
}

fn fill(colour: Colour) -> String {
    paint("fill", colour)
}

fn paint(attribute: &str, colour: Colour) -> String {
    let opacity = match colour.a {
        255 => String::new(),
        a => format!(" {attribute}-opacity=\"{}\"", number(f64::from(a) / 255.0)),
    };
    format!(" {attribute}=\"{}\"{opacity}", colour.css())
}

/// At most two decimals, no trailing zeros, no negative zero.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// Text for XML: markup is escaped, and control characters, which XML forbids, are replaced.
fn escape(words: &str) -> String {
    let mut text = String::with_capacity(words.len());
    for c in words.chars() {
        match c {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '"' => text.push_str("&quot;"),
            '\'' => text.push_str("&apos;"),
            '\t' | '\n' | '\r' => text.push(' '),
            '\u{fffe}' | '\u{ffff}' => text.push('\u{fffd}'),
            c if c.is_control() => text.push('\u{fffd}'),
            c => text.push(c),
        }
    }
    text
}

/// A valid id made from the name of a layer.
fn id_of(layer: &str) -> String {
    let kept = layer.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' });
    "layer-".chars().chain(kept).collect()
}

/// The id of a layer, with a number where it is taken. `taken` has the highest number used for each id.
fn unique_id(layer: &str, taken: &mut BTreeMap<String, usize>) -> String {
    let base = id_of(layer);
    let mut copy = taken.get(&base).map_or(1, |copies| copies + 1);
    let mut id = if copy == 1 { base.clone() } else { format!("{base}-{copy}") };
    while taken.contains_key(&id) {
        copy += 1;
        id = format!("{base}-{copy}");
    }
    taken.insert(id.clone(), 1);
    taken.insert(base, copy);
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_plan_is_exactly_this_text() {
        let mut drawing = Drawing::new();
        let layer = drawing.layer("a & b");
        layer.triangle([[0.0, 1.0, 0.0], [4.0, 1.0, 0.0], [0.0, 1.0, 2.0]], Colour::rgb(255, 0, 0));
        layer.triangle([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 0.0, 2.0]], Colour::rgb(0, 0, 255).with_alpha(51));
        layer.triangle([[f32::NAN, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 0.0, 2.0]], Colour::BLACK);
        layer.line([0.0, 0.0, 0.0], [1.0, 0.0, 1.0], Colour::BLACK);
        layer.label([2.0, 0.0, 1.0], "<door>", Colour::BLACK);
        let style = Style {
            title: "Plan".into(),
            legend: vec![(Colour::WHITE, "floor".into())],
            background: Colour::WHITE,
            ink: Colour::BLACK,
            edges: false,
            ..Default::default()
        };
        let text = drawing.svg(&View::plan().size(440, 240).margin(20.0), &style).unwrap();
        let font = "font-family=\"system-ui, sans-serif\" font-size";
        let (look, halo) = ("text-anchor=\"middle\"", "stroke-width=\"3\" stroke-linejoin=\"round\"");
        let group = |id: &str| {
            let look = "stroke-width=\"0.9\" stroke-linejoin=\"round\" stroke-linecap=\"round\"";
            format!("<g id=\"{id}\" class=\"layer-a---b\" {look}>")
        };
        let expected = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"440\" height=\"240\" viewBox=\"0 0 440 240\" role=\"img\">",
            "<title>Plan</title>",
            "<rect width=\"440\" height=\"240\" fill=\"#ffffff\"/>",
            &group("layer-a---b"),
            "<path d=\"M20 20L420 20L420 220Z\" fill=\"#0000ff\" fill-opacity=\"0.2\"/>",
            "<path d=\"M20 20L120 120\" stroke-width=\"1.5\" stroke=\"#000000\"/>",
            "<path d=\"M20 20L420 20L20 220Z\" fill=\"#ff0000\" stroke=\"#ff0000\"/>",
            "</g>",
            &group("layer-a---b-2"),
            &format!("<text x=\"220\" y=\"120\" {font}=\"14\" {look} stroke=\"#ffffff\" {halo}>&lt;door&gt;</text>"),
            &format!("<text x=\"220\" y=\"120\" {font}=\"14\" {look} fill=\"#000000\">&lt;door&gt;</text>"),
            "</g>",
            &format!("<g id=\"notes\" {font}=\"14\">"),
            "<text x=\"20\" y=\"28\" font-size=\"18\" fill=\"#000000\">Plan</text>",
            "<rect x=\"20\" y=\"42\" width=\"14\" height=\"14\" fill=\"#ffffff\"/>",
            "<text x=\"42\" y=\"54\" fill=\"#000000\">floor</text>",
            "<path d=\"M20 218v6h50v-6\" fill=\"none\" stroke-width=\"1.5\" stroke=\"#000000\"/>",
            "<text x=\"20\" y=\"212\" fill=\"#000000\">50 cm</text>",
            "</g>",
            "</svg>",
            "",
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), expected[..expected.len() - 1]);
        assert_eq!(text, drawing.svg(&View::plan().size(440, 240).margin(20.0), &style).unwrap());
    }

    #[test]
    fn an_empty_drawing_is_an_empty_page() {
        let text = Drawing::new().svg(&View::axonometric(0.6, 0.5), &Style::default()).unwrap();
        assert!(text.starts_with("<svg") && text.ends_with("</svg>\n"));
        assert!(!text.contains("NaN") && !text.contains("inf"));
    }

    #[test]
    fn ids_are_unique_and_text_is_valid_xml() {
        let mut taken = BTreeMap::new();
        assert_eq!(unique_id("a b", &mut taken), "layer-a-b");
        assert_eq!(unique_id("a-b", &mut taken), "layer-a-b-2");
        assert_eq!(unique_id("a-b-2", &mut taken), "layer-a-b-2-2");
        assert_eq!(unique_id("a b", &mut taken), "layer-a-b-3");
        assert_eq!(escape("a\u{1}<'\"&>\n"), "a\u{fffd}&lt;&apos;&quot;&amp;&gt; ");
        assert_eq!(number(-0.001), "0");
        assert_eq!(number(100.0), "100");
    }
}
