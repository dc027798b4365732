//! glTF 2.0 and GLB → objects and places.
//!
//! In: JSON, or a GLB file with a JSON and a binary chunk. Out: one object per triangle primitive of every node, named
//! after the node (else the mesh, else `node 3`), with its material; a leaf node without mesh, camera, light or
//! joint is a place. A node's `extras` may give its objects a `tag` and a `cost`.
//!
//! The document is read here with serde alone and every access is checked. The usual crate keeps node transforms in
//! 32 bits (a city in its national grid loses centimetres), refuses documents for faults in textures that no foot
//! will ever touch, and its accessors trust the lengths in the file. It is the oracle of our tests.
//! Skins and morph targets are not posed: such a mesh stands as it was modelled, in the place of its node.

mod accessor;
mod buffers;
mod document;
pub(crate) mod motion;
mod nodes;
#[cfg(test)]
mod tests;

use super::super::SceneBuilder;
use super::error::shown;
use super::{ImportError, Source};
use buffers::Buffers;
use document::Document;

const AGAIN: &str = "the file is damaged or cut short; export it again";

/// The error that a part of the document is not as the format has it.
fn damaged(part: impl Into<String>, what: impl Into<String>) -> ImportError {
    ImportError::part(part, what, AGAIN)
}

/// Extensions that change looks, light or extras, never where a surface is; a file may require them.
const HARMLESS: [&str; 8] = [
    "KHR_materials_",
    "KHR_texture_",
    "EXT_texture_",
    "MSFT_texture_",
    "KHR_lights_",
    "KHR_mesh_quantization",
    "KHR_animation_",
    "KHR_xmp",
];

pub(super) fn read(source: &Source, builder: &mut SceneBuilder) -> Result<(), ImportError> {
    let (document, buffers) = open(source)?;
    nodes::Walk::new(&document, &buffers, builder).run()
}

/// The document of a source, if its version and the extensions that it requires are ours to read, and its buffers.
fn open<'a>(source: &Source<'a>) -> Result<(Document, Buffers<'a>), ImportError> {
    let (json, binary) = split(source.bytes)?;
    let document: Document = serde_json::from_slice(json).map_err(|error| {
        let place = format!("JSON line {} column {}", error.line(), error.column());
        damaged(place, shown(&error.to_string()))
    })?;
    check_version(&document)?;
    document.extensions_required.iter().try_for_each(|name| check_extension(name))?;
    let buffers = Buffers::load(&document, binary, source.folder)?;
    Ok((document, buffers))
}

/// The JSON and the binary chunk of a GLB file; all of it is JSON if it is none.
fn split(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), ImportError> {
    if !bytes.starts_with(b"glTF") {
        // A byte order mark is against the specification and common.
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        return match text.iter().find(|byte| !byte.is_ascii_whitespace()) {
            Some(b'{') | None => Ok((text, None)),
            Some(_) => Err(ImportError::byte(0, "this is neither GLB nor glTF", "export it again as .glb or .gltf")),
        };
    }
    let (version, length) = (word(bytes, 4)?, word(bytes, 8)?);
    if version != 2 {
        let what = format!("this is GLB version {version}");
        return Err(ImportError::byte(4, what, "export it as glTF 2.0"));
    }
    if length as usize > bytes.len() {
        let what = format!("the header claims {length} bytes; the file has {}", bytes.len());
        return Err(ImportError::byte(8, what, AGAIN));
    }
    let bytes = &bytes[..length as usize];
    let (mut json, mut binary) = (None, None);
    let mut at = 12;
    while at < bytes.len() {
        let (size, kind) = (word(bytes, at)?, word(bytes, at + 4)?);
        let Some(chunk) = bytes.get(at + 8..).and_then(|rest| rest.get(..size as usize)) else {
            return Err(ImportError::byte(at, format!("a chunk claims {size} bytes, more than there are"), AGAIN));
        };
        match &kind.to_le_bytes() {
            b"JSON" if json.is_none() => json = Some(chunk),
            b"BIN\0" if binary.is_none() => binary = Some(chunk),
            // The specification asks readers to pass over chunks that they do not know.
            _ => {}
        }
        at += 8 + chunk.len();
    }
    let json = json.ok_or_else(|| ImportError::byte(12, "there is no JSON chunk", AGAIN))?;
    Ok((json, binary))
}

fn word(bytes: &[u8], at: usize) -> Result<u32, ImportError> {
    let word = bytes.get(at..).and_then(|rest| rest.first_chunk()).copied();
    word.map(u32::from_le_bytes).ok_or_else(|| ImportError::byte(bytes.len(), "the file ends in a header", AGAIN))
}

fn check_version(document: &Document) -> Result<(), ImportError> {
    let version = &document.asset.version;
    if version.split('.').next() == Some("2") {
        return Ok(());
    }
    Err(ImportError::part(
        "asset.version",
        format!("this is glTF version \"{}\"", shown(version)),
        "export it as glTF 2.0",
    ))
}

fn check_extension(name: &str) -> Result<(), ImportError> {
    if HARMLESS.iter().any(|harmless| name.starts_with(harmless)) {
        return Ok(());
    }
    let advice = match name {
        "KHR_draco_mesh_compression" | "EXT_meshopt_compression" | "KHR_meshopt_compression" => {
            "export without compression"
        }
        "EXT_mesh_gpu_instancing" => "export without GPU instancing",
        _ => "export without this extension",
    };
    Err(ImportError::Unsupported { file: String::new(), extension: shown(name), advice: advice.to_owned() })
}
