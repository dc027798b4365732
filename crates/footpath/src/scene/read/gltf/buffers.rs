//! Where the bytes of a document's buffers are: the GLB chunk, a data URI, or a file beside the document.

use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::{Engine, alphabet};
use percent_encoding::percent_decode_str;
use std::borrow::Cow;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::document::{Buffer, Document};
use super::{ImportError, damaged};
use crate::scene::read::error::shown;

/// The bytes of every buffer; `None` for one that has none, which matters only if it is used.
pub(super) struct Buffers<'a>(Vec<Option<Cow<'a, [u8]>>>);

impl<'a> Buffers<'a> {
    pub(super) fn load(
        document: &Document,
        chunk: Option<&'a [u8]>,
        folder: Option<&Path>,
    ) -> Result<Self, ImportError> {
        let mut buffers = Vec::with_capacity(document.buffers.len());
        // Many buffers may name one large file; together they may hold no more than one reader should.
        let mut room = MAX_BYTES;
        for (index, buffer) in document.buffers.iter().enumerate() {
            let part = || format!("buffers[{index}]");
            let bytes = match &buffer.uri {
                None if index == 0 => chunk.map(Cow::Borrowed),
                None => None,
                Some(uri) => Some(Cow::Owned(fetch(uri, folder, &part(), room)?)),
            };
            if let Some(bytes) = &bytes {
                check_length(buffer, bytes, &part())?;
                room = room.saturating_sub(bytes.len() as u64);
            }
            buffers.push(bytes);
        }
        Ok(Self(buffers))
    }

    pub(super) fn get(&self, index: usize) -> Option<&[u8]> {
        self.0.get(index)?.as_deref()
    }

    /// Bytes of all buffers together.
    pub(super) fn total(&self) -> usize {
        self.0.iter().flatten().map(|bytes| bytes.len()).fold(0, usize::saturating_add)
    }
}

/// Bytes of all files that one document may bring along.
const MAX_BYTES: u64 = 4 << 30;

fn check_length(buffer: &Buffer, bytes: &[u8], part: &str) -> Result<(), ImportError> {
    if buffer.byte_length <= bytes.len() {
        return Ok(());
    }
    let what = format!("{} bytes are claimed and {} are there", buffer.byte_length, bytes.len());
    Err(damaged(part, what))
}

fn fetch(uri: &str, folder: Option<&Path>, part: &str, room: u64) -> Result<Vec<u8>, ImportError> {
    if let Some(data) = uri.strip_prefix("data:") {
        let text = data.split_once(";base64,").map(|(_, text)| text);
        return text.and_then(base64).ok_or_else(|| damaged(part, "its data URI is not base64"));
    }
    let Some(path) = inside(uri) else {
        let what = format!("\"{}\" leaves the folder of the file", shown(uri));
        return Err(ImportError::part(part, what, "put the buffer beside the file, or export as .glb"));
    };
    let Some(folder) = folder else {
        let what = format!("its bytes are in another file, \"{}\"", shown(uri));
        return Err(ImportError::part(part, what, "open the scene by its path, or export as .glb"));
    };
    let path = folder.join(path);
    let file = path.display().to_string();
    let size = fs::metadata(&path).map_err(|source| ImportError::Io { file: file.clone(), source })?;
    // A device or a pipe has no length and might never end.
    if !size.is_file() || size.len() > room {
        let what = format!("\"{}\" is no file, or too large", shown(uri));
        return Err(ImportError::part(part, what, "split the scene, or export as .glb"));
    }
    fs::read(&path).map_err(|source| ImportError::Io { file, source })
}

/// The relative path that a URI stands for; `None` if it has a scheme, is absolute or climbs out of its folder.
fn inside(uri: &str) -> Option<PathBuf> {
    let path = percent_decode_str(uri).decode_utf8().ok()?;
    let plain = !path.is_empty() && !path.contains([':', '\\', '\0']);
    let path = PathBuf::from(&*path);
    let stays = path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    (plain && stays).then_some(path)
}

/// Base64 with or without padding; `None` if there is anything else in it.
fn base64(text: &str) -> Option<Vec<u8>> {
    const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
        .with_decode_allow_trailing_bits(true)
        .with_decode_padding_mode(DecodePaddingMode::RequireNone);
    GeneralPurpose::new(&alphabet::STANDARD, LENIENT).decode(text.trim_end_matches('=')).ok()
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn base64_is_decoded() {
        assert_eq!(base64("").unwrap(), b"");
        assert_eq!(base64("aGk=").unwrap(), b"hi");
        assert_eq!(base64("AAECA/+/").unwrap(), [0, 1, 2, 3, 255, 191]);
        assert_eq!(base64("a b"), None);
    }

    #[test]
    fn paths_stay_in_their_folder() {
        for path in ["../a.bin", "/etc/passwd", "a/../../b", "file:///a", "%2e%2e/a", "c:\\a", "..%2Fa", "", "a%00"] {
            assert_eq!(inside(path), None, "{path}");
        }
        assert_eq!(inside("parts/my%20hall%.bin"), Some(PathBuf::from("parts/my hall%.bin")));
    }
}
