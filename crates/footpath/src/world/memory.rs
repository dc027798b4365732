//! Estimates the memory of a bake before it begins.

use super::error::BakeError;
use super::settings::Bake;
use crate::geom::VERTEX_PER_METRE;
use crate::ground::{Face, TILE};

/// Bytes per floor with spans, links and offsets, and the working memory of a bake.
const BYTES_PER_FLOOR: f64 = 32.0;
/// Bytes per tile regardless of its content, including its slot in a block of tiles; and bytes per pair of face and tile.
const BYTES_PER_TILE: f64 = 4096.0;
const BYTES_PER_FACE: f64 = 48.0;

/// Largest cell size of a bake, in metres.
const LARGEST: f64 = 100.0;

/// Refuses a bake that would exceed the limit, and names a cell size that fits.
pub(super) fn check(faces: &[Face], settings: &Bake) -> Result<(), BakeError> {
    let sizes = Sizes::of(faces);
    let limit = settings.memory_limit as f64;
    let needed = sizes.bytes(settings.grid().cell_size());
    if needed <= limit { Ok(()) } else { Err(sizes.refusal(settings)) }
}

/// The refusal of a bake whose tiles cannot be numbered in 32 bits.
pub(super) fn too_wide(faces: &[Face], settings: &Bake) -> BakeError {
    let sizes = Sizes::of(faces);
    let (width, depth) = (sizes.width, sizes.depth);
    let fits = (width * depth).sqrt() / (f64::from(1 << 15) * f64::from(TILE));
    BakeError::TooWide { width, depth, cell_size: settings.cell_size, fits: (fits * 100.0).ceil() / 100.0 }
}

/// Sums over all faces, in metres.
#[derive(Default)]
struct Sizes {
    width: f64,
    depth: f64,
    area: f64,
    rim: f64,
    boxes: f64,
    faces: f64,
}

impl Sizes {
    fn of(faces: &[Face]) -> Self {
        let metres = |units: i64| units as f64 / f64::from(VERTEX_PER_METRE);
        let mut sizes = Self { faces: faces.len() as f64, ..Self::default() };
        let (mut low, mut high) = ([i32::MAX; 3], [i32::MIN; 3]);
        for face in faces {
            let [a, b, c] = face.corners.map(|v| v.map(|c| metres(i64::from(c))));
            sizes.area += ((b[0] - a[0]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[0] - a[0])).abs() / 2.0;
            let [l, h] = face.bounds();
            let (w, d) = (metres(i64::from(h[0]) - i64::from(l[0])), metres(i64::from(h[2]) - i64::from(l[2])));
            sizes.rim += w + d;
            sizes.boxes += w * d;
            low = std::array::from_fn(|i| low[i].min(l[i]));
            high = std::array::from_fn(|i| high[i].max(h[i]));
        }
        sizes.width = metres(i64::from(high[0]) - i64::from(low[0]));
        sizes.depth = metres(i64::from(high[2]) - i64::from(low[2]));
        sizes
    }

    /// Bytes at a cell size, if every column that a face touches has a floor.
    fn bytes(&self, cell: f64) -> f64 {
        let floors = self.area / (cell * cell) + self.rim / cell + self.faces;
        let tile = cell * f64::from(TILE);
        let pairs = self.boxes / (tile * tile) + 2.0 * self.rim / tile + self.faces;
        // At most one tile per pair of face and tile, and at most the tiles of the scene's box.
        let tiles = pairs.min((self.width / tile + 2.0) * (self.depth / tile + 2.0));
        floors * BYTES_PER_FLOOR + pairs * BYTES_PER_FACE + tiles * BYTES_PER_TILE
    }

    /// The refusal with the numbers, and a cell size that fits.
    fn refusal(&self, settings: &Bake) -> BakeError {
        let limit = settings.memory_limit as f64;
        let mut fits = settings.cell_size;
        while self.bytes(fits) > limit && fits < LARGEST {
            fits *= 1.05;
        }
        let mib = |bytes: f64| (bytes / f64::from(1 << 20)).ceil() as u64;
        BakeError::TooLarge {
            width: self.width,
            depth: self.depth,
            cell_size: settings.cell_size,
            needed: mib(self.bytes(settings.grid().cell_size())),
            limit: mib(limit),
            fits: (fits < LARGEST).then(|| (fits * 100.0).ceil() / 100.0),
        }
    }
}
