//! Errors of baking, saving, loading and editing. Each says what to do.

use crate::ground::build::Overfull;
use crate::ground::{Grid, TILE, TileKey};
use std::path::PathBuf;

/// Why a scene cannot be baked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BakeError {
    /// There is nothing to bake.
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
        /// What it was set to.
        value: f64,
        /// What it may be.
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
        /// The cell size asked for.
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
        /// The cell size asked for.
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
    /// One tile is higher than heights of 16 bits reach.
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
    /// One tile holds more surfaces or objects than 16 bits can number.
    #[error(
        "near x {x:.1}, z {z:.1} too many surfaces or objects lie in one row of 64 columns; bake with a smaller cell size"
    )]
    TooDense {
        /// Position in metres.
        x: f64,
        /// Position in metres.
        z: f64,
    },
    /// More objects than can be told apart.
    #[error(
        "the scene has {count} objects; at most {most} can be told apart. Join objects that need no name of their own"
    )]
    TooManyObjects {
        /// Objects of the scene.
        count: usize,
        /// Objects that can be.
        most: usize,
    },
    /// The threads could not be started.
    #[error("could not start {threads} threads: {reason}")]
    Threads {
        /// Threads asked for.
        threads: usize,
        /// What the system said.
        reason: String,
    },
    /// The caller's callback said stop.
    #[error("the bake was cancelled")]
    Cancelled,
}

impl BakeError {
    /// Says where a tile is that cannot be made.
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
    /// The scene cannot be baked, or the caller's callback said stop.
    #[error(transparent)]
    Bake(#[from] BakeError),
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] WorldError),
    /// The unfinished file was begun with another scene or other settings.
    #[error("{} was begun with another scene or other settings; begin anew, or give the same ones", path.display())]
    Another {
        /// The unfinished file.
        path: PathBuf,
    },
    /// Another bake is writing there.
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
    /// An object that the bake left out is asked for.
    #[error(
        "{} ignored by the bake, so nothing of {} is in the world; bake again without that rule, and ignore when asking",
        listed(names), if names.len() == 1 { "it" } else { "them" }
    )]
    NotBaked {
        /// Names of the objects.
        names: Vec<String>,
    },
    /// The world cannot hold the result.
    #[error(transparent)]
    Refused(#[from] BakeError),
}

impl TagError {
    /// That these objects are not in a world.
    pub(crate) fn not_baked(world: &super::World, objects: &[crate::scene::ObjectId]) -> Self {
        let named = objects.iter().filter_map(|id| world.objects().get(id.0 as usize));
        Self::NotBaked { names: named.map(|object| object.name.clone()).collect() }
    }
}

/// The first few names, and whether one was or several were.
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
    /// The system refused.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Not a world file at all.
    #[error("{name} is not a Footpath world: it does not begin with the mark of one. Bake the scene to get one")]
    NotAWorld {
        /// The file or what stands for it.
        name: String,
    },
    /// A world of another format.
    #[error("{name} has format {found}; this program reads format {supported}. Bake the scene again")]
    Version {
        /// The file.
        name: String,
        /// Version in the file.
        found: u32,
        /// Version that is read.
        supported: u32,
    },
    /// More tiles than may be held at once.
    #[error(
        "the tiles of {name} take {} MiB, more than the {} MiB that may be held at once; it can be read tile by tile (PagedWorld)",
        needed.div_ceil(1 << 20), limit >> 20
    )]
    TooLarge {
        /// The file.
        name: String,
        /// Bytes of all tiles.
        needed: u64,
        /// Bytes that may be.
        limit: u64,
    },
    /// What a paged world must hold at once does not fit into its limit.
    #[error(
        "{name} is read tile by tile within {} MiB, and what is needed at once takes a limit of {} MiB; raise it",
        limit >> 20, needed.div_ceil(1 << 20)
    )]
    Limit {
        /// The file.
        name: String,
        /// Bytes of a limit that would do.
        needed: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// A file that was opened to be read tile by tile is another one now.
    #[error("{name} was changed after it was opened; open it again")]
    Changed {
        /// The file.
        name: String,
    },
    /// A window of a paged world is no world to be saved: its links lead to tiles that are not in it.
    #[error("{} is not written: a window of a paged world cannot be saved", path.display())]
    Window {
        /// The file.
        path: PathBuf,
    },
    /// A damaged file.
    #[error("{name} is damaged in {place}: {what}. Bake the scene again, or restore the file")]
    Damaged {
        /// The file.
        name: String,
        /// Chunk and position.
        place: String,
        /// What is wrong.
        what: String,
    },
}

/// Why an obstacle cannot be added or removed. The world is as it was.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// No triangle of the obstacle can be used.
    #[error("the obstacle has no usable triangle ({dropped} were left out: not finite, out of range or without area)")]
    NothingUsable {
        /// Triangles left out.
        dropped: usize,
    },
    /// A part of the obstacle is nowhere: half an obstacle is none.
    #[error(
        "{dropped} triangles of the obstacle are not finite, more than 65 km away or have indices beyond the last vertex"
    )]
    Unusable {
        /// Triangles that cannot be used.
        dropped: usize,
    },
    /// The obstacle is larger than one is allowed to be.
    #[error("the obstacle covers {columns} columns, more than {most}; bake it into the scene instead")]
    TooLarge {
        /// Columns under it.
        columns: usize,
        /// Columns that may be.
        most: usize,
    },
    /// There is no such object.
    #[error("no object of this world is named {name:?}")]
    NoObject {
        /// The name given.
        name: String,
    },
    /// The rules say that the object is not there.
    #[error("the rules ignore {name:?}, so an obstacle of that name would not be there")]
    Ignored {
        /// The name given.
        name: String,
    },
    /// The obstacle meets a tile that is in the file and not in this window of it.
    #[error("tile {x}, {z} is not in this window of the world, and the obstacle meets it or the tile beside it")]
    NotHere {
        /// Tile number along x.
        x: i32,
        /// Tile number along z.
        z: i32,
    },
    /// There is no such obstacle, or no longer.
    #[error("{id} is not in this world")]
    Unknown {
        /// The id given.
        id: super::ObstacleId,
    },
    /// The ground cannot hold it.
    #[error(transparent)]
    Refused(BakeError),
}
