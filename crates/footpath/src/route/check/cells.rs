//! A grid of small cells in plan around the body, and the triangles over each. The excuse for steps ahead uses it.
//!
//! In: triangles and a window in plan. Out: for each cell of 2.5 cm the height range of each triangle over it, and whether a foot
//! could stand there. A triangle that only touches a cell counts. Tops are therefore never missed, but may be one cell too wide.

use super::facets::{Facet, Point};
use super::sweep::{MAX_CORNERS, cut};
use crate::geom::dealt;
use crate::ground::MIN_HEADROOM;

/// Least side of a cell in metres.
const CELL: f64 = 0.025;
/// Most cells along a body's radius, so that the work does not grow with the size of the body.
const PER_RADIUS: f64 = 20.0;
/// Distance up to which a triangle touches a cell: the rounding of the vertex grid.
const TOUCH: f64 = 0.001;
/// A surface that is at most this much higher does not limit the headroom above another: both belong to one floor.
const SAME: f64 = 0.08;

/// Overlap of cells, so that no upright face is lost between two.
const SEAM: f64 = 1e-6;

/// One triangle over a cell.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    pub low: f64,
    pub high: f64,
    /// Upper end of the free height above it.
    pub ceiling: f64,
    pub stands: bool,
}

/// A window of cells.
#[derive(Debug, Default)]
pub(super) struct Cells {
    pub side: f64,
    low: [f64; 2],
    pub size: [usize; 2],
    starts: Vec<u32>,
    entries: Vec<Entry>,
    /// Entries with their cells, in the order in which they are found.
    found: Vec<(usize, Entry)>,
}

impl Cells {
    /// Sets up cells over a window in plan.
    pub fn set_window(&mut self, low: [f64; 2], high: [f64; 2], radius: f64) {
        self.side = CELL.max(radius / PER_RADIUS);
        self.low = low;
        self.size = [0, 1].map(|i| ((high[i] - low[i]) / self.side).ceil().max(1.0) as usize);
    }

    /// Puts triangles into the cells. `stands` marks those on which a foot could stand.
    pub fn fill<'a>(&mut self, facets: impl Iterator<Item = (&'a Facet, bool)>) {
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        for (facet, stands) in facets {
            self.draw(facet, self.all(), |cell, low, high| {
                found.push((cell, Entry { low, high, ceiling: f64::INFINITY, stands }));
            });
        }
        let (starts, mut entries) = dealt(self.len(), found.iter().copied());
        for ends in starts.windows(2) {
            let here = &mut entries[ends[0] as usize..ends[1] as usize];
            for i in 0..here.len() {
                let above = here.iter().filter(|other| other.high > here[i].high + SAME).map(|other| other.low);
                let ceiling = above.fold(f64::INFINITY, f64::min);
                here[i].ceiling = ceiling;
                here[i].stands &= ceiling >= here[i].high + f64::from(MIN_HEADROOM) / 100.0;
            }
        }
        (self.starts, self.entries, self.found) = (starts, entries, found);
    }

    pub fn len(&self) -> usize {
        self.size[0] * self.size[1]
    }

    fn all(&self) -> [[usize; 2]; 2] {
        [[0, 0], [self.size[0] - 1, self.size[1] - 1]]
    }

    /// First and last cells along x and z of a box in plan, clamped to the window.
    pub fn range(&self, low: [f64; 2], high: [f64; 2]) -> [[usize; 2]; 2] {
        let at = |value: f64, i: usize| {
            let cell = ((value - self.low[i]) / self.side).floor();
            cell.clamp(0.0, (self.size[i] - 1) as f64) as usize
        };
        [[at(low[0], 0), at(low[1], 1)], [at(high[0], 0), at(high[1], 1)]]
    }

    pub fn centre(&self, x: usize, z: usize) -> [f64; 2] {
        [self.low[0] + (x as f64 + 0.5) * self.side, self.low[1] + (z as f64 + 0.5) * self.side]
    }

    pub fn column(&self, cell: usize) -> std::ops::Range<usize> {
        self.starts[cell] as usize..self.starts[cell + 1] as usize
    }

    /// Number of entries of a cell on which a foot could stand.
    pub fn ground(&self, cell: usize) -> u32 {
        self.entries[self.column(cell)].iter().filter(|entry| entry.stands).count() as u32
    }

    pub fn entry(&self, index: usize) -> &Entry {
        &self.entries[index]
    }

    pub fn entry_count(&self) -> usize {
        self.entries.len()
    }

    /// Calls `found` for each cell of a range that a triangle touches, with the height range of the triangle there.
    pub fn draw(&self, facet: &Facet, range: [[usize; 2]; 2], mut found: impl FnMut(usize, f64, f64)) {
        let half = self.side / 2.0 + TOUCH;
        let box_low = [facet.low[0] - TOUCH, facet.low[2] - TOUCH];
        let box_high = [facet.high[0] + TOUCH, facet.high[2] + TOUCH];
        let window = [self.low, [0, 1].map(|i| self.low[i] + self.size[i] as f64 * self.side)];
        if (0..2).any(|i| box_low[i] > window[1][i] || box_high[i] < window[0][i]) {
            return;
        }
        let own = self.range(box_low, box_high);
        let first = [0, 1].map(|i| own[0][i].max(range[0][i]));
        let last = [0, 1].map(|i| own[1][i].min(range[1][i]));
        // A cell and a triangle are apart when an edge's normal separates them.
        let normals: [[f64; 5]; 3] = std::array::from_fn(|i| {
            let (a, b) = (facet.corners[i], facet.corners[(i + 1) % 3]);
            let normal = [b[2] - a[2], a[0] - b[0]];
            let along = facet.corners.map(|p| p[0] * normal[0] + p[2] * normal[1]);
            let least = along[0].min(along[1]).min(along[2]);
            let most = along[0].max(along[1]).max(along[2]);
            [normal[0], normal[1], least, most, half * (normal[0].abs() + normal[1].abs())]
        });
        for z in first[1]..=last[1] {
            for x in first[0]..=last[0] {
                let centre = self.centre(x, z);
                let apart = |n: &[f64; 5]| {
                    let at = centre[0] * n[0] + centre[1] * n[1];
                    at + n[4] < n[2] || at - n[4] > n[3]
                };
                if normals.iter().any(apart) {
                    continue;
                }
                if let Some([low, high]) = heights(facet, centre, half) {
                    found(z * self.size[0] + x, low, high);
                }
            }
        }
    }

    /// The part of a triangle over a cell and above a height.
    pub fn part(&self, facet: &Facet, cell: usize, above: f64) -> ([Point; MAX_CORNERS], usize) {
        let centre = self.centre(cell % self.size[0], cell / self.size[0]);
        let (mut polygon, count) = square(facet, centre, self.side / 2.0 + SEAM);
        let count = if count == 0 { 0 } else { cut(&mut polygon, count, 1, above, 1.0) };
        (polygon, count)
    }
}

/// The part of a triangle over a square.
fn square(facet: &Facet, centre: [f64; 2], half: f64) -> ([Point; MAX_CORNERS], usize) {
    let mut polygon = [[0.0; 3]; MAX_CORNERS];
    polygon[..3].copy_from_slice(&facet.corners);
    let mut count = 3;
    for (axis, middle) in [(0, centre[0]), (2, centre[1])] {
        for sign in [1.0, -1.0] {
            if count > 0 {
                count = cut(&mut polygon, count, axis, middle - sign * half, sign);
            }
        }
    }
    (polygon, count)
}

/// Lowest and highest point of a triangle over a square that it touches. Exact for steep faces; for others too wide by up to the
/// rise across the square.
fn heights(facet: &Facet, centre: [f64; 2], half: f64) -> Option<[f64; 2]> {
    if let (Some([gx, gz]), Some(middle)) = (facet.gradient, facet.height(centre[0], centre[1]))
        && facet.steepness() < 8.0
    {
        let rise = half * (gx.abs() + gz.abs());
        return Some([
            (middle - rise).clamp(facet.low[1], facet.high[1]),
            (middle + rise).clamp(facet.low[1], facet.high[1]),
        ]);
    }
    let (polygon, count) = square(facet, centre, half);
    let heights = || polygon[..count].iter().map(|p| p[1]);
    Some([heights().reduce(f64::min)?, heights().reduce(f64::max)?])
}
