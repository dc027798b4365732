//! Files → [`Scene`].
//!
//! In: the bytes of a glTF, GLB, OBJ or STL file, which axis of it points up, and metres per unit. Out: a scene with
//! at least one triangle, or an [`ImportError`] that names the file, the place in it and what to do. Promise: no bytes
//! make a reader panic, hang or reserve memory for more than the bytes can hold; single triangles that cannot be used
//! are counted in the scene's report and cost nothing else.

mod error;
pub(crate) mod gltf;
mod obj;
pub(crate) mod polygon;
mod stl;

use std::fs;
use std::path::Path;

pub(crate) use error::shown;
pub use error::{FilePlace, ImportError};

use super::{Import, Scene};

/// The kinds of files that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// glTF 2.0, as JSON or as one binary file (GLB).
    Gltf,
    /// Wavefront OBJ.
    Obj,
    /// STL, binary or text.
    Stl,
}

impl Format {
    /// The format that a file's extension stands for, in either case.
    pub fn of_path(path: impl AsRef<Path>) -> Option<Self> {
        let extension = path.as_ref().extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "glb" | "gltf" => Some(Self::Gltf),
            "obj" => Some(Self::Obj),
            "stl" => Some(Self::Stl),
            _ => None,
        }
    }
}

impl Scene {
    /// Reads a scene in metres with Y up from a `.glb`, `.gltf`, `.obj` or `.stl` file.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ImportError> {
        Self::open_with(path, &Import::default())
    }

    /// As [`Scene::open`], for files with other units or another axis up.
    pub fn open_with(path: impl AsRef<Path>, import: &Import) -> Result<Self, ImportError> {
        let path = path.as_ref();
        let file = path.display().to_string();
        let Some(format) = Format::of_path(path) else {
            return Err(ImportError::UnknownFormat { file });
        };
        let bytes = fs::read(path).map_err(|source| ImportError::Io { file: file.clone(), source })?;
        read(&Source { bytes: &bytes, file: &file, folder: path.parent() }, format, import)
    }

    /// Reads a scene from the bytes of a file; `name` stands for the file in errors, and for objects without a name.
    ///
    /// A `.gltf` whose buffers are files of their own cannot be read this way.
    pub fn read_bytes(bytes: &[u8], format: Format, import: &Import, name: &str) -> Result<Self, ImportError> {
        read(&Source { bytes, file: name, folder: None }, format, import)
    }
}

/// What a reader starts from.
pub(crate) struct Source<'a> {
    pub bytes: &'a [u8],
    pub file: &'a str,
    /// Where files that this one refers to may lie; `None` when there is no file.
    pub folder: Option<&'a Path>,
}

impl Source<'_> {
    /// The name of the file without folder and ending. Objects without a name of their own get this name.
    pub fn stem(&self) -> String {
        let stem = Path::new(self.file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        stem.filter(|stem| !stem.is_empty()).unwrap_or_else(|| "scene".to_owned())
    }
}

fn read(source: &Source, format: Format, import: &Import) -> Result<Scene, ImportError> {
    check_scale(source.file, import.scale)?;
    let file = source.file.to_owned();
    if source.bytes.is_empty() {
        return Err(ImportError::Empty { file });
    }
    let mut builder = Scene::builder().up(import.up).scale(import.scale);
    let done = match format {
        Format::Gltf => gltf::read(source, &mut builder),
        Format::Obj => obj::read(source, &mut builder),
        Format::Stl => stl::read(source, &mut builder),
    };
    done.map_err(|fault| fault.in_file(&file))?;
    let scene = builder.build();
    if scene.triangles().is_empty() {
        return Err(ImportError::NothingUsable { file, report: *scene.report() });
    }
    Ok(scene)
}

/// Whether a number of metres per unit is one.
pub(crate) fn check_scale(file: &str, scale: f64) -> Result<(), ImportError> {
    let usable = scale.is_finite() && scale > 0.0;
    if usable { Ok(()) } else { Err(ImportError::BadScale { file: file.to_owned(), scale }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(bytes: &[u8], format: Format) -> String {
        Scene::read_bytes(bytes, format, &Import::default(), "house.any").unwrap_err().to_string()
    }

    #[test]
    fn extensions_are_read_in_either_case_and_others_are_named() {
        assert_eq!(Format::of_path("a/House.GLB"), Some(Format::Gltf));
        assert_eq!(Format::of_path("a/house.glTF"), Some(Format::Gltf));
        assert_eq!(Format::of_path("obj"), None);
        let message = Scene::open("house.fbx").unwrap_err().to_string();
        assert!(message.contains("house.fbx") && message.contains(".glb, .gltf, .obj and .stl"), "{message}");
    }

    #[test]
    fn a_missing_file_is_named() {
        let message = Scene::open("no/such/house.obj").unwrap_err().to_string();
        assert!(message.contains("no/such/house.obj"), "{message}");
    }

    #[test]
    fn empty_files_and_useless_scales_are_refused() {
        for format in [Format::Gltf, Format::Obj, Format::Stl] {
            assert!(error(b"", format).contains("empty"));
        }
        for scale in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let import = Import { scale, ..Import::default() };
            let refused = Scene::read_bytes(b"v 0 0 0", Format::Obj, &import, "house.obj").unwrap_err();
            assert!(matches!(refused, ImportError::BadScale { .. }), "{refused}");
        }
    }

    #[test]
    fn a_file_of_unusable_triangles_says_why() {
        let message = error(b"v 0 0 0\nv 1 0 0\nv nan 0 1\nf 1 2 3\nf 1 2 9\nf 1 2 2\n", Format::Obj);
        assert!(message.contains("1 with coordinates that are not finite"), "{message}");
        assert!(message.contains("1 with an index out of range") && message.contains("1 without area"), "{message}");
    }
}
