//! STL → objects, binary and text. STL has no names but one per text solid, and no units.

use super::super::{Object, SceneBuilder};
use super::obj::vertex;
use super::{ImportError, Source};

/// Bytes before the first triangle of a binary file: 80 of free text, four of count.
const HEADER: usize = 84;
/// Bytes per triangle: a normal, three corners, two bytes of attributes.
const RECORD: usize = 50;

const AGAIN: &str = "the file is damaged or cut short; export it again";

pub(super) fn read(source: &Source, builder: &mut SceneBuilder) -> Result<(), ImportError> {
    if is_text(source.bytes) { read_text(source, builder) } else { read_binary(source, builder) }
}

/// Number of triangles that a binary header claims, and the bytes after it.
fn claimed(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (header, records) = bytes.split_at_checked(HEADER)?;
    let count = u32::from_le_bytes(header.last_chunk().copied()?);
    Some((count as usize, records))
}

/// Many binary files begin with "solid" too, so a length that fits the count decides first.
fn is_text(bytes: &[u8]) -> bool {
    let fits = claimed(bytes).is_some_and(|(count, records)| count.checked_mul(RECORD) == Some(records.len()));
    let start = &bytes[..bytes.len().min(1024)];
    !fits && start.trim_ascii_start().starts_with(b"solid") && !start.contains(&0)
}

fn read_binary(source: &Source, builder: &mut SceneBuilder) -> Result<(), ImportError> {
    let bytes = source.bytes;
    let Some((count, records)) = claimed(bytes) else {
        let what = format!("the file has {} bytes; a binary STL has at least {HEADER}", bytes.len());
        return Err(ImportError::byte(bytes.len(), what, AGAIN));
    };
    if count > records.len() / RECORD {
        let what = format!("the header claims {count} triangles; the file has room for {}", records.len() / RECORD);
        return Err(ImportError::byte(HEADER - 4, what, AGAIN));
    }
    let mut vertices = Vec::with_capacity(count * 3);
    for record in records.chunks_exact(RECORD).take(count) {
        let number = |at: usize| {
            let bytes = record.get(at..).and_then(|rest| rest.first_chunk()).copied();
            bytes.map_or(f64::NAN, |bytes| f64::from(f32::from_le_bytes(bytes)))
        };
        // The stored normal is not read: the order of the corners says the same and is never wrong by rounding.
        vertices.extend([12, 24, 36].map(|at| [number(at), number(at + 4), number(at + 8)]));
    }
    push(builder, source.stem(), &vertices);
    Ok(())
}

fn read_text(source: &Source, builder: &mut SceneBuilder) -> Result<(), ImportError> {
    let text = String::from_utf8_lossy(source.bytes);
    let mut name = None;
    let (mut vertices, mut facet) = (Vec::new(), Vec::new());
    let mut last = 1;
    for (number, line) in (1..).zip(text.lines()) {
        let mut words = line.split_ascii_whitespace();
        let keyword = words.next().unwrap_or_default().to_ascii_lowercase();
        match keyword.as_str() {
            "solid" if name.is_none() => name = Some(words.collect::<Vec<_>>().join(" ")),
            "vertex" => facet.push(vertex(words, number)?),
            "endfacet" if facet.len() == 3 => vertices.append(&mut facet),
            "endfacet" => {
                return Err(ImportError::line(
                    number,
                    format!("a facet has {} corners, not three", facet.len()),
                    AGAIN,
                ));
            }
            "endsolid" => {
                let name = name.take().filter(|name| !name.is_empty()).unwrap_or_else(|| source.stem());
                push(builder, name, &std::mem::take(&mut vertices));
            }
            "" | "facet" | "outer" | "endloop" => {}
            _ => {
                let what = format!("\"{}\" is no word of STL", super::error::shown(&keyword));
                return Err(ImportError::line(number, what, AGAIN));
            }
        }
        last = number;
    }
    if name.is_some() || !vertices.is_empty() || !facet.is_empty() {
        return Err(ImportError::line(last, "the file ends before \"endsolid\"", AGAIN));
    }
    Ok(())
}

fn push(builder: &mut SceneBuilder, name: String, vertices: &[[f64; 3]]) {
    let indices: Vec<u64> = (0..vertices.len() as u64).collect();
    builder.push_object(Object::new(name), vertices, &indices, None);
}

#[cfg(test)]
mod tests {
    use super::super::super::{Import, ImportError, Scene};
    use super::super::Format;

    const TEXT: &str = "solid Hall of fame\n facet normal 0 1 0\n  outer loop\n   vertex 0 0 0\n   vertex 0 0 1\n   \
                        VERTEX 1e0 0 0\n  endloop\n endfacet\nendsolid Hall of fame\n";

    fn read(bytes: &[u8]) -> Result<Scene, ImportError> {
        Scene::read_bytes(bytes, Format::Stl, &Import::default(), "part.stl")
    }

    fn binary(claimed: u32, triangles: usize) -> Vec<u8> {
        let mut bytes = b"solid by a tool that says solid".to_vec();
        bytes.resize(80, b' ');
        bytes.extend(claimed.to_le_bytes());
        for _ in 0..triangles {
            let numbers = [0.0f32, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0];
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            bytes.extend([0, 0]);
        }
        bytes
    }

    #[test]
    fn text_and_binary_give_the_same_triangle() {
        let (text, binary) = (read(TEXT.as_bytes()).unwrap(), read(&binary(1, 1)).unwrap());
        assert_eq!((text.vertices(), text.triangles()), (binary.vertices(), binary.triangles()));
        assert_eq!(text.objects()[0].name, "Hall of fame");
        assert_eq!(binary.objects()[0].name, "part");
    }

    #[test]
    fn every_text_solid_is_an_object() {
        let scene = read(TEXT.repeat(3).replace('\n', "\r\n").as_bytes()).unwrap();
        assert_eq!((scene.objects().len(), scene.triangles().len()), (3, 3));
    }

    #[test]
    fn a_count_beyond_the_file_is_refused_before_memory_is_taken() {
        let message = read(&binary(u32::MAX, 1)).unwrap_err().to_string();
        assert!(message.contains("byte 80") && message.contains("4294967295 triangles"), "{message}");
        assert!(read(&binary(2, 1)).is_err() && read(b"short").is_err());
        assert!(matches!(read(&binary(0, 0)), Err(ImportError::NothingUsable { .. })));
    }

    #[test]
    fn cut_or_garbled_text_names_its_line() {
        let end = TEXT.find("endsolid").unwrap();
        for cut in 6..end {
            assert!(read(&TEXT.as_bytes()[..cut]).is_err(), "cut at {cut}");
        }
        let message = read(TEXT.replace("1e0", "1,0").as_bytes()).unwrap_err().to_string();
        assert!(message.contains("line 6: \"1,0\" is no number"), "{message}");
    }
}
