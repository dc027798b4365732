//! Errors of baking, saving, loading and editing. Each tells the user what to do.

use crate::ground::build::Overfull;
use crate::ground::{Grid, TILE, TileKey};
use std::path::PathBuf;

/// Why a scene cannot be baked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BakeError {
    /// The scene has no usable triangle.
    #[error("the scene has no triangle to bake{}", if *.dropped > 0 { format!(" ({dropped} were left out as unusable)") } else { String::new() })]
    Empty {
        /// Triangles that could not be used.
        dropped: usize,
    },
    /// A setting is out of its range.
    #[error("{name} is {value}; it must be {range}")]
    Setting {
        /// Name of the setting.
        name: &'static str,
        /// Its value.
        value: f64,
        /// Its range.
        range: &'static str,
    },
    /// The world would not fit into the memory limit.
    #[error(
        "baking {width:.0} × {depth:.0} m at {cell_size} m cells needs about {needed} MiB, more than the limit of {limit} MiB; \
         {}", fits.map_or("no cell size would fit".to_owned(), |fits| format!("a cell size of {fits} m would fit"))
    )]
    TooLarge {
        /// Extent along x in metres.
        width: f64,
        /// Extent along z in metres.
        depth: f64,
        /// The requested cell size.
        cell_size: f64,
        /// Estimate in MiB.
        needed: u64,
        /// Limit in MiB.
        limit: u64,
        /// A cell size that fits; `None` when even the largest does not.
        fits: Option<f64>,
    },
    /// The scene reaches too far for its tiles to be numbered.
    #[error(
        "the scene is {width:.0} × {depth:.0} m: at {cell_size} m cells that is more tiles than can be numbered; {fits} m would do"
    )]
    TooWide {
        /// Extent along x in metres.
        width: f64,
        /// Extent along z in metres.
        depth: f64,
        /// The requested cell size.
        cell_size: f64,
        /// A cell size that would do.
        fits: f64,
    },
    /// A few rows of tiles take more memory than a bake to a file may.
    #[error(
        "three rows of tiles take {needed} MiB, more than the limit of {limit} MiB; bake with larger cells or a higher limit"
    )]
    RowsTooLarge {
        /// Memory of the rows in MiB.
        needed: u64,
        /// Limit in MiB.
        limit: u64,
    },
    /// The heights of one tile exceed the range of 16 bits.
    #[error(
        "near x {x:.1}, z {z:.1} the scene is {metres:.0} m high; one tile of 64 columns can hold 573 m. Is the scale right?"
    )]
    TooTall {
        /// Position in metres.
        x: f64,
        /// Position in metres.
        z: f64,
        /// Height in metres.
        metres: f64,
    },
    /// One tile has more surfaces or objects than 16 bits can number.
    #[error(
        "near x {x:.1}, z {z:.1} too many surfaces or objects lie in one row of 64 columns; bake with a smaller cell size"
    )]
    TooDense {
        /// Position in metres.
        x: f64,
        /// Position in metres.
        z: f64,
    },
    /// The scene has more objects than can be numbered.
    #[error(
        "the scene has {count} objects; at most {most} can be numbered. Join objects that need no name of their own"
    )]
    TooManyObjects {
        /// Objects of the scene.
        count: usize,
        /// The highest number of objects.
        most: usize,
    },
    /// The threads could not be started.
    #[error("could not start {threads} threads: {reason}")]
    Threads {
        /// The requested number of threads.
        threads: usize,
        /// The message of the system.
        reason: String,
    },
    /// The caller's callback cancelled the bake.
    #[error("the bake was cancelled")]
    Cancelled,
}

impl BakeError {
    /// The error of a tile that cannot be built, with its position.
    pub(crate) fn of_tile(key: TileKey, overfull: Overfull, origin: [f64; 3], grid: &Grid) -> Self {
        let centre = |tile: i32| (f64::from(tile) + 0.5) * f64::from(TILE) * grid.cell_size();
        let (x, z) = (origin[0] + centre(key.x), origin[2] + centre(key.z));
        match overfull {
            Overfull::TooTall { cm } => Self::TooTall { x, z, metres: f64::from(cm) / 100.0 },
            Overfull::TooDense => Self::TooDense { x, z },
        }
    }
}

/// Why a scene cannot be baked into a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StreamError {
    /// The scene cannot be baked, or the caller's callback cancelled.
    #[error(transparent)]
    Bake(#[from] BakeError),
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] WorldError),
    /// The unfinished file belongs to another scene or other settings.
    #[error("{} was begun with another scene or other settings; begin anew, or give the same ones", path.display())]
    Another {
        /// The unfinished file.
        path: PathBuf,
    },
    /// Another bake is writing the file.
    #[error("{} is being baked by another process or thread; wait for it, or give another file", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
    },
}

/// Why objects of a world cannot get other tags.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TagError {
    /// The bake ignored an object that another tag is requested for.
    #[error(
        "{} ignored by the bake, so the world does not contain {}; bake again without that rule, and ignore in queries",
        listed(names), if names.len() == 1 { "it" } else { "them" }
    )]
    NotBaked {
        /// Names of the objects.
        names: Vec<String>,
    },
    /// The result does not fit into a world.
    #[error(transparent)]
    Refused(#[from] BakeError),
}

impl TagError {
    /// The error for objects that are not in a world.
    pub(crate) fn not_baked(world: &super::World, objects: &[crate::scene::ObjectId]) -> Self {
        let named = objects.iter().filter_map(|id| world.objects().get(id.0 as usize));
        Self::NotBaked { names: named.map(|object| object.name.clone()).collect() }
    }
}

/// The first few names, with "was" or "were".
fn listed(names: &[String]) -> String {
    let first: Vec<String> = names.iter().take(3).map(|name| format!("{name:?}")).collect();
    let first = first.join(", ");
    match names.len() {
        1 => format!("{first} was"),
        2..=3 => format!("{first} were"),
        more => format!("{first} and {} more were", more - 3),
    }
}

/// Why a world cannot be saved or loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorldError {
    /// The system reported an error.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The message of the system.
        source: std::io::Error,
    },
    /// The file is no world file.
    #[error("{name} is not a Footpath world: it does not begin with the mark of one. Bake the scene to get one")]
    NotAWorld {
        /// The file, or a name for its bytes.
        name: String,
    },
    /// The file has another format.
    #[error("{name} has format {found}; this program reads format {supported}. Bake the scene again")]
    Version {
        /// The file.
        name: String,
        /// Version in the file.
        found: u32,
        /// Version that is read.
        supported: u32,
    },
    /// The tiles exceed the memory limit.
    #[error(
        "the tiles of {name} take {} MiB, more than the limit of {} MiB; it can be read tile by tile (PagedWorld)",
        needed.div_ceil(1 << 20), limit >> 20
    )]
    TooLarge {
        /// The file.
        name: String,
        /// Bytes of all tiles.
        needed: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// A paged world cannot load the tiles that are needed at once within its limit.
    #[error(
        "{name} is read tile by tile within {} MiB, but tiles that are needed at once require a limit of {} MiB; raise it",
        limit >> 20, needed.div_ceil(1 << 20)
    )]
    Limit {
        /// The file.
        name: String,
        /// A sufficient limit in bytes.
        needed: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// A file that was opened as a paged world has changed since.
    #[error("{name} was changed after it was opened; open it again")]
    Changed {
        /// The file.
        name: String,
    },
    /// A window of a paged world cannot be saved: its links lead to tiles that it does not contain.
    #[error("{} is not written: a window of a paged world cannot be saved", path.display())]
    Window {
        /// The file.
        path: PathBuf,
    },
    /// The file is damaged.
    #[error("{name} is damaged in {place}: {what}. Bake the scene again, or restore the file")]
    Damaged {
        /// The file.
        name: String,
        /// Chunk and position.
        place: String,
        /// The fault.
        what: String,
    },
}

/// The reason why an obstacle cannot be added or removed. The world is not changed then.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// No triangle of the obstacle can be used.
    #[error("the obstacle has no usable triangle ({dropped} were left out: not finite, out of range or without area)")]
    NothingUsable {
        /// Triangles left out.
        dropped: usize,
    },
    /// A part of the obstacle is unusable. Obstacles are added completely or not at all.
    #[error(
        "{dropped} triangles of the obstacle are not finite, more than 65 km away or have indices beyond the last vertex"
    )]
    Unusable {
        /// Triangles that cannot be used.
        dropped: usize,
    },
    /// The obstacle is larger than allowed.
    #[error("the obstacle covers {columns} columns, more than {most}; bake it into the scene instead")]
    TooLarge {
        /// Columns under it.
        columns: usize,
        /// The highest number of columns.
        most: usize,
    },
    /// No object has this name.
    #[error("no object of this world is named {name:?}")]
    NoObject {
        /// The name given.
        name: String,
    },
    /// The rules ignore the object.
    #[error("the rules ignore {name:?}, so an obstacle of that name would not be there")]
    Ignored {
        /// The name given.
        name: String,
    },
    /// The obstacle touches a tile of the file that is not in this window.
    #[error("tile {x}, {z} is not in this window of the world, and the obstacle meets it or the tile beside it")]
    NotHere {
        /// Tile number along x.
        x: i32,
        /// Tile number along z.
        z: i32,
    },
    /// The obstacle does not exist, or no longer.
    #[error("{id} is not in this world")]
    Unknown {
        /// The id given.
        id: super::ObstacleId,
    },
    /// The ground cannot represent the result.
    #[error(transparent)]
    Refused(BakeError),
}
