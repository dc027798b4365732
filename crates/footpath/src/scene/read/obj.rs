//! Wavefront OBJ → objects. One object per pair of name and material, in order of first use.
//!
//! Of the format, what makes surfaces is read: `v`, `f`, `o`, `g`, `usemtl`, and lines continued with a backslash.
//! Material libraries are never opened; a material is its name. Coordinates are taken in `f64`, so that a city in its
//! national grid keeps its millimetres.

use std::borrow::Cow;
use std::collections::HashMap;
use std::str::SplitAsciiWhitespace;

use super::super::{Object, SceneBuilder};
use super::error::shown;
use super::{ImportError, Source, polygon};

/// An index that no vertex has; the builder counts triangles with it as out of range.
const NOWHERE: u32 = u32::MAX;

pub(super) fn read(source: &Source, builder: &mut SceneBuilder) -> Result<(), ImportError> {
    let text = String::from_utf8_lossy(source.bytes);
    let mut reader = Reader { stem: source.stem(), ..Reader::default() };
    let mut lines = text.trim_start_matches('\u{feff}').lines().enumerate();
    while let Some((number, first)) = lines.next() {
        let mut line = Cow::Borrowed(first);
        // A comment is not continued: it may well end with the folder of a tool.
        while line.ends_with('\\') && !line.starts_with('#') {
            let whole = line.to_mut();
            whole.pop();
            whole.push(' ');
            whole.push_str(lines.next().map_or("", |(_, next)| next));
        }
        reader.line(line.trim(), number + 1)?;
    }
    reader.finish(builder)
}

/// The triangles of one pair of name and material; corners are indices into all vertices of the file.
struct Group {
    object: Object,
    corners: Vec<u32>,
}

#[derive(Default)]
struct Reader {
    stem: String,
    vertices: Vec<[f64; 3]>,
    object: Option<String>,
    group: Option<String>,
    material: Option<String>,
    groups: Vec<Group>,
    known: HashMap<(String, Option<String>), usize>,
    /// The group that faces go to; `None` after a change of name or material.
    current: Option<usize>,
    polygon: Vec<u32>,
}

impl Reader {
    fn line(&mut self, line: &str, number: usize) -> Result<(), ImportError> {
        let (keyword, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        let named = || Some(rest.trim().to_owned()).filter(|name| !name.is_empty());
        match keyword {
            "v" => self.vertices.push(vertex(rest.split_ascii_whitespace(), number)?),
            "f" => self.face(rest, number)?,
            "o" => {
                // Exporters that write both write the groups of an object after it.
                (self.object, self.group, self.current) = (named(), None, None);
            }
            "g" => (self.group, self.current) = (named(), None),
            "usemtl" => (self.material, self.current) = (named(), None),
            _ => {}
        }
        Ok(())
    }

    fn face(&mut self, corners: &str, number: usize) -> Result<(), ImportError> {
        let mut polygon = std::mem::take(&mut self.polygon);
        polygon.clear();
        for corner in corners.split_ascii_whitespace().take_while(|corner| !corner.starts_with('#')) {
            polygon.push(self.index(corner, number)?);
        }
        // A face that is none is counted like one with corners that do not exist.
        polygon.resize(polygon.len().max(3), NOWHERE);
        let group = self.current_group();
        polygon::split(&polygon, &self.vertices, &mut self.groups[group].corners);
        self.polygon = polygon;
        Ok(())
    }

    /// Index of the vertex of a corner such as `7`, `7/1`, `7//3` or `-1/-1/-1`.
    fn index(&self, corner: &str, number: usize) -> Result<u32, ImportError> {
        let text = corner.split('/').next().unwrap_or_default();
        let index: i64 = text.parse().map_err(|_| {
            let what = format!("\"{}\" is no corner of a face", shown(corner));
            ImportError::line(number, what, "a corner is a whole number such as 7, -1 or 7/1/3")
        })?;
        let index = if index < 0 { self.vertices.len() as i64 + index } else { index - 1 };
        Ok(u32::try_from(index).unwrap_or(NOWHERE))
    }

    fn current_group(&mut self) -> usize {
        if let Some(current) = self.current {
            return current;
        }
        let name = match (&self.object, &self.group) {
            (Some(object), Some(group)) if object != group => format!("{object}/{group}"),
            (Some(name), _) | (None, Some(name)) => name.clone(),
            (None, None) => self.stem.clone(),
        };
        let groups = &mut self.groups;
        let index = *self.known.entry((name, self.material.clone())).or_insert_with_key(|(name, material)| {
            let object = Object { material: material.clone(), ..Object::new(name) };
            groups.push(Group { object, corners: Vec::new() });
            groups.len() - 1
        });
        self.current = Some(index);
        index
    }

    fn finish(self, builder: &mut SceneBuilder) -> Result<(), ImportError> {
        if self.groups.is_empty() {
            let what = format!("there are {} vertices and no faces in the whole file", self.vertices.len());
            let advice = "is this an OBJ file? export it with its surfaces, not only points or lines";
            return Err(ImportError::line(1, what, advice));
        }
        // An object gets the vertices it uses and no others; `local` says where they went, `owner` for whom.
        let mut local = vec![0u32; self.vertices.len()];
        let mut owner = vec![u32::MAX; self.vertices.len()];
        for (id, group) in (0u32..).zip(self.groups) {
            let mut vertices = Vec::new();
            let mut corners = group.corners;
            for corner in &mut corners {
                let index = *corner as usize;
                *corner = match owner.get_mut(index) {
                    None => NOWHERE,
                    Some(owner) if *owner == id => local[index],
                    Some(owner) => {
                        *owner = id;
                        local[index] = vertices.len() as u32;
                        vertices.push(self.vertices[index]);
                        local[index]
                    }
                };
            }
            builder.push_object(group.object, &vertices, &corners, None);
        }
        Ok(())
    }
}

/// Three numbers; what follows (a weight, a colour) is not read. Numbers that are not finite are data: the builder
/// counts them.
pub(super) fn vertex(mut numbers: SplitAsciiWhitespace, line: usize) -> Result<[f64; 3], ImportError> {
    let mut position = [0.0; 3];
    for coordinate in &mut position {
        let text = numbers.next().unwrap_or_default();
        *coordinate = text.parse().map_err(|_| {
            let what = match text {
                "" => "a vertex has fewer than three coordinates".to_owned(),
                _ => format!("\"{}\" is no number", shown(text)),
            };
            ImportError::line(line, what, "coordinates are numbers such as -1.25 or 3e2, with a point")
        })?;
    }
    Ok(position)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::super::{Import, ImportError, Scene};
    use super::super::{FilePlace, Format};

    fn read(text: &str) -> Result<Scene, ImportError> {
        Scene::read_bytes(text.as_bytes(), Format::Obj, &Import::default(), "rooms/hall.obj")
    }

    const SQUARE: &str = "v 0 0 0\nv 0 0 1\nv 1 0 1\nv 1 0 0\n";

    #[test]
    fn corners_come_in_every_form() {
        let faces = "f 1 2 3\nf 1/1 2/2 3/3\nf 1//1 2//2 3//3\nf 1/1/1 2/1/1 3/1/1\nf -4 -3 -2\nf\t1\t2 \\\n 3\r\n# f 9 9 9 C:\\\nf 1 2 3 # 4\n";
        let scene = read(&format!("\u{feff}{SQUARE}{faces}")).unwrap();
        let first = scene.triangles()[0];
        assert_eq!(scene.triangles().len(), 7);
        assert!(scene.triangles().iter().all(|triangle| *triangle == first));
    }

    #[test]
    fn polygons_become_triangles() {
        let scene = read(&format!("{SQUARE}f 1 2 3 4\n")).unwrap();
        assert_eq!(scene.triangles().len(), 2);
        assert_eq!(scene.vertices().len(), 4);
    }

    #[test]
    fn names_are_object_then_group_and_materials_make_objects_of_their_own() {
        let text = format!(
            "f 1 2 3\n{SQUARE}o Hall\nusemtl wood\nf 1 2 3\nusemtl glass\nf 1 3 4\ng Hall\nf 1 2 4\ng Stair 1\nf 1 2 4\n\
             o Roof #2\nf 1 2 3\no Hall\nusemtl wood\nf 2 3 4\n"
        );
        let scene = read(&text).unwrap();
        let found: Vec<_> = scene.objects().iter().map(|o| (o.name.as_str(), o.material.as_deref())).collect();
        let glass = Some("glass");
        let wanted =
            [("hall", None), ("Hall", Some("wood")), ("Hall", glass), ("Hall/Stair 1", glass), ("Roof #2", glass)];
        assert_eq!(found, wanted);
        let wood = scene.triangles().iter().filter(|triangle| triangle.object.0 == 1).count();
        assert_eq!(wood, 2);
    }

    #[test]
    fn bad_numbers_name_the_line_and_the_text() {
        let error = read("v 0 0 0\nv 1,5 0 0\n").unwrap_err();
        assert!(matches!(&error, ImportError::Damaged { place: FilePlace::Line(2), .. }), "{error}");
        assert!(error.to_string().contains("rooms/hall.obj, line 2: \"1,5\" is no number"), "{error}");
        assert!(read("v 0 0\n").unwrap_err().to_string().contains("fewer than three"));
        assert!(read(&format!("{SQUARE}f 1 2 x\n")).unwrap_err().to_string().contains("line 5: \"x\""));
        assert!(read(SQUARE).unwrap_err().to_string().contains("4 vertices and no faces"));
    }

    #[test]
    fn unusable_faces_are_counted_and_the_rest_stays() {
        let text =
            format!("{SQUARE}v inf 0 0\nv -nan 0 0\nf 1 2 3\nf 1 2 5\nf 1 2 6\nf 0 1 2\nf 1 2 99\nf -9 1 2\nf 1 2\n");
        let scene = read(&text).unwrap();
        let report = scene.report();
        assert_eq!((scene.triangles().len(), report.not_finite, report.out_of_range), (1, 2, 4));
    }

    #[test]
    fn huge_coordinates_keep_their_millimetres() {
        let text = "v 84616.001 447423.002 1\nv 84617.004 447423.002 1\nv 84616.001 447424.007 1\nf 1 2 3\n";
        let scene = read(text).unwrap();
        let [a, b, c] = scene.corners(&scene.triangles()[0]).map(|vertex| scene.position(vertex));
        assert!((a[0] - 84616.001).abs() < 5e-4 && (b[0] - 84617.004).abs() < 5e-4 && (c[1] - 447424.007).abs() < 5e-4);
    }

    proptest! {
        #[test]
        fn no_text_panics(text in r"((v|f|o|g|usemtl|#|vn) ?([-0-9./ena\\ ]{0,12})(\n|\r\n|\\\n|\t)){0,40}") {
            let _ = read(&text);
        }

        #[test]
        fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            for format in [Format::Obj, Format::Stl, Format::Gltf] {
                let _ = Scene::read_bytes(&bytes, format, &Import::default(), "noise");
            }
        }
    }
}
