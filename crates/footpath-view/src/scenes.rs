//! Scenes by name: built-in ones, files below the folders that were given, and what was uploaded.
//!
//! A name from a page never becomes a path by itself: it is looked up among the files that [`Scenes::files`] lists, so `..`, absolute
//! paths and links that lead out of a folder name nothing.

use footpath::scene::{Format, Import, Up, built_in};
use footpath::{Bake, Scene, World};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Files that are listed at most.
const MOST_FILES: usize = 2000;
/// How deep folders are looked into.
const DEPTH: usize = 4;
/// Uploads that are kept; the oldest gives way.
const MOST_UPLOADS: usize = 8;

/// A scene and how it is to be baked, as a page asks for it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    pub scene: String,
    pub cell_size: Option<f64>,
    pub cell_height: Option<f64>,
    pub up: Option<Axis>,
    pub scale: Option<f64>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Axis {
    Y,
    Z,
}

/// A file that can be opened.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct File {
    pub name: String,
    pub bytes: u64,
}

/// A scene that was found, or a world that is baked already.
pub(crate) enum Found {
    Scene(Box<Scene>, Bake),
    World(Box<World>),
}

/// What was uploaded: by number, with its name.
#[derive(Default)]
struct Uploads {
    next: u64,
    kept: BTreeMap<u64, (String, Vec<u8>)>,
}

/// Where scenes come from.
pub(crate) struct Scenes {
    folders: Vec<PathBuf>,
    /// A file that the command line named, wherever it lies.
    named: Option<PathBuf>,
    uploads: Mutex<Uploads>,
}

impl Scenes {
    pub fn new(folders: Vec<PathBuf>, first: Option<&str>) -> Self {
        let named = first.filter(|name| built_in().iter().all(|entry| entry.name != *name)).map(PathBuf::from);
        Self { folders, named, uploads: Mutex::default() }
    }

    /// Every file that can be opened, with the path that only this side knows.
    fn all(&self) -> Vec<(File, PathBuf)> {
        let mut found = Vec::new();
        if let Some(path) = &self.named {
            add(&mut found, path.display().to_string(), path);
        }
        for (number, folder) in self.folders.iter().enumerate() {
            let prefix = folder.file_name().map_or_else(|| number.to_string(), |name| name.to_string_lossy().into());
            look(&mut found, &prefix, folder, DEPTH);
        }
        found
    }

    pub fn files(&self) -> Vec<File> {
        self.all().into_iter().map(|(file, _)| file).collect()
    }

    /// Keeps an uploaded file; its name as a scene.
    pub fn upload(&self, name: &str, bytes: Vec<u8>) -> Result<String, String> {
        let name: String = name.chars().filter(|c| !c.is_control() && !"/\\".contains(*c)).take(120).collect();
        if Format::of_path(Path::new(&name)).is_none() {
            return Err(format!("{name:?}: a scene is a .glb, .gltf, .obj or .stl file"));
        }
        let mut uploads = self.uploads.lock().unwrap_or_else(PoisonError::into_inner);
        uploads.next += 1;
        let number = uploads.next;
        uploads.kept.insert(number, (name.clone(), bytes));
        while uploads.kept.len() > MOST_UPLOADS {
            uploads.kept.pop_first();
        }
        Ok(format!("upload:{number}/{name}"))
    }

    /// The scene of a name, read, with the settings of its bake.
    pub fn open(&self, wanted: &Wanted, memory: u64) -> Result<Found, String> {
        let name = wanted.scene.as_str();
        let up = wanted.up.map_or(Up::Y, |axis| if matches!(axis, Axis::Z) { Up::Z } else { Up::Y });
        let import = Import { up, scale: wanted.scale.unwrap_or(1.0) };
        let mut settings = Bake { memory_limit: memory, ..Bake::default() };
        let scene = if let Some(entry) = built_in().iter().find(|entry| entry.name == name) {
            (settings.cell_size, settings.cell_height) = (entry.cell_size, entry.cell_height);
            (entry.build)(0)
        } else if let Some(upload) = name.strip_prefix("upload:") {
            self.uploaded(upload, &import)?
        } else {
            let Some((_, path)) = self.all().into_iter().find(|(file, _)| file.name == name) else {
                return Err(format!("{name:?} is neither a built-in scene nor a file that was offered"));
            };
            if is_world(&path) {
                return World::load(&path).map(|world| Found::World(Box::new(world))).map_err(|e| e.to_string());
            }
            Scene::open_with(&path, &import).map_err(|error| error.to_string())?
        };
        settings.cell_size = wanted.cell_size.unwrap_or(settings.cell_size);
        settings.cell_height = wanted.cell_height.unwrap_or(settings.cell_height);
        Ok(Found::Scene(Box::new(scene), settings))
    }

    fn uploaded(&self, upload: &str, import: &Import) -> Result<Scene, String> {
        let gone = || format!("upload:{upload} is not kept any more; drop the file on the page again");
        let number = upload.split('/').next().and_then(|number| number.parse().ok()).ok_or_else(gone)?;
        let kept = self.uploads.lock().unwrap_or_else(PoisonError::into_inner).kept.get(&number).cloned();
        let (name, bytes) = kept.ok_or_else(gone)?;
        let format = Format::of_path(Path::new(&name)).ok_or_else(gone)?;
        Scene::read_bytes(&bytes, format, import, &name).map_err(|error| error.to_string())
    }
}

fn is_world(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("footpath"))
}

fn add(found: &mut Vec<(File, PathBuf)>, name: String, path: &Path) {
    let known = Format::of_path(path).is_some() || is_world(path);
    if let Some(about) = path.metadata().ok().filter(|about| about.is_file() && known) {
        found.push((File { name, bytes: about.len() }, path.to_owned()));
    }
}

/// Files below a folder, in order of their names. Links are not followed.
fn look(found: &mut Vec<(File, PathBuf)>, name: &str, folder: &Path, depth: usize) {
    let Ok(entries) = folder.read_dir() else { return };
    let mut entries: Vec<_> = entries.flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let (path, name) = (entry.path(), format!("{name}/{}", entry.file_name().to_string_lossy()));
        let Ok(kind) = entry.file_type() else { continue };
        if found.len() >= MOST_FILES {
            return;
        } else if kind.is_dir() && depth > 0 {
            look(found, &name, &path, depth - 1);
        } else if kind.is_file() {
            add(found, name, &path);
        }
    }
}
