//! The excuse for steps ahead: on a stair the second tread is in front of the shin, and must not count as a collision.
//!
//! In: a piece of a move, and a triangle that the exact sweep found inside the body. Out: whether a part of it is not excused. A
//! part is excused up to `max_climb` (and 1 cm) above ground that a chain of small moves reaches from the feet within the body's
//! disc. Each of these moves is at most `max_climb` (and 1 cm) high, beyond the slope of the ground. A tread ahead, its riser, a
//! bank and a kerb are therefore excused; a crate of half a metre, a table, a railing and a wall are not.
//!
//! The chain runs over cells of 2.5 cm, and across cracks up to twice a foot's reach, as the feet do. Reached ground also excuses
//! triangles within 10 cm of it, so that nosings and the fronts of cushions are part of their step; other objects that near and
//! that low are steps themselves. The part of the triangle that is not excused goes through the exact sweep once more. As with
//! the links of the ground, a chain rises only where the free heights of both cells overlap, so it does not climb a bookshelf
//! board by board.

use super::cells::Cells;
use super::facets::{Facet, Point};
use super::sweep::Sweep;
use crate::geom::vector::bounds;

/// Heights are accurate to 1 cm, so a rise of 1 cm is no step.
pub(super) const STUMBLE: f64 = 0.01;
/// How far the route may be from the ground beyond `max_climb`: on stairs it follows the nosings.
const LOOSE: f64 = 0.02;
/// How much larger the disc of the chain is than that of the body.
const RIM: f64 = 0.05;

/// How far the face of a step may stand out from the ground above it: nosings, chamfers, the front of a cushion.
const LIP: f64 = 0.1;

/// Where chains start: positions of the feet.
pub(super) type Seeds = [Point];

/// The limits of a body that the excuse uses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub radius: f64,
    pub climb: f64,
    /// How far from the middle of the body a foot may stand.
    pub foot: f64,
    /// Least distance that points may be from the ground.
    pub loose: f64,
}

/// Cells around a part of the route, and the ground reached from one place.
#[derive(Debug, Default)]
pub(super) struct Excuse {
    cells: Cells,
    /// Highest reached ground of each cell; after `widen`, of each cell and those around it.
    reached: Vec<f64>,
    seen: Vec<bool>,
    /// Number of surfaces in each cell that are not reached yet.
    left: Vec<u32>,
    open: Vec<(u32, u32)>,
}

impl Excuse {
    /// Sets up cells around places that the body passes, and fills them.
    pub fn set_places<'a>(
        &mut self,
        places: impl Iterator<Item = &'a Point>,
        limits: &Limits,
        facets: impl Iterator<Item = (&'a Facet, bool)>,
    ) {
        let margin = limits.radius.max(limits.foot) + 2.0 * RIM;
        let [low, high] = bounds(places.map(|p| [p[0], p[2]])).unwrap_or_default();
        self.cells.set_window(low.map(|c| c - margin), high.map(|c| c + margin), limits.radius);
        self.cells.fill(facets);
    }

    /// Finds the ground that can be reached from the seeds while the body is on one piece of its way.
    pub fn find_reachable(&mut self, piece: &Sweep, seeds: &Seeds, limits: &Limits) {
        self.reached.clear();
        self.reached.resize(self.cells.len(), f64::NEG_INFINITY);
        self.seen.clear();
        self.seen.resize(self.cells.entry_count(), false);
        self.open.clear();
        self.left.clear();
        self.left.extend((0..self.cells.len()).map(|cell| self.cells.ground(cell)));
        let middle: Point = std::array::from_fn(|i| (piece.from[i] + piece.to[i]) / 2.0);
        let length = ((piece.to[0] - piece.from[0]).powi(2) + (piece.to[2] - piece.from[2]).powi(2)).sqrt();
        let disc = limits.radius + RIM + length / 2.0;
        let within = |at: [f64; 2], p: &Point, far: f64| (at[0] - p[0]).powi(2) + (at[1] - p[2]).powi(2) <= far * far;
        let inside =
            |at: [f64; 2]| within(at, &middle, disc) || seeds.iter().any(|seed| within(at, seed, limits.radius + RIM));
        for seed in seeds {
            self.open_seed(seed, limits, (piece.to[1] - piece.from[1]).abs() / 2.0);
            self.spread(limits, inside);
        }
        self.widen();
    }

    /// Follows chains of small moves over the cells whose centres are inside.
    fn spread(&mut self, limits: &Limits, inside: impl Fn([f64; 2]) -> bool) {
        let [width, depth] = self.cells.size.map(|size| size as isize);
        // A crack is crossed if a foot reaches both its sides from the middle.
        let crack = (2.0 * limits.foot / self.cells.side).round().max(2.0) as isize;
        while let Some((cell, entry)) = self.open.pop() {
            let (x, z) = (cell as isize % width, cell as isize / width);
            for (dx, dz) in [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)] {
                for far in 1..=crack {
                    let (nx, nz) = (x + far * dx, z + far * dz);
                    if nx < 0 || nz < 0 || nx >= width || nz >= depth {
                        break;
                    }
                    let there = (nz * width + nx) as usize;
                    if self.left[there] == 0 {
                        continue;
                    }
                    if !inside(self.cells.centre(nx as usize, nz as usize)) {
                        break;
                    }
                    self.step(entry as usize, there, limits.climb);
                }
            }
        }
    }

    /// Opens the ground under a position of the feet; if there is none, the ground within a foot's reach.
    fn open_seed(&mut self, seed: &Point, limits: &Limits, rise: f64) {
        let reach = limits.climb.max(limits.loose) + LOOSE + rise;
        for far in [self.cells.side, limits.foot] {
            let low = [seed[0] - far, seed[2] - far];
            let [low, high] = self.cells.range(low, low.map(|c| c + 2.0 * far));
            for (z, x) in (low[1]..=high[1]).flat_map(|z| (low[0]..=high[0]).map(move |x| (z, x))) {
                let cell = z * self.cells.size[0] + x;
                for index in self.cells.column(cell) {
                    let entry = self.cells.entry(index);
                    if entry.stands && entry.low - seed[1] <= reach && seed[1] - entry.high <= reach {
                        self.enter(cell, index);
                    }
                }
            }
            if !self.open.is_empty() {
                break;
            }
        }
    }

    /// Opens the ground that one small move reaches in a nearby cell.
    fn step(&mut self, from: usize, cell: usize, climb: f64) {
        let here = *self.cells.entry(from);
        for index in self.cells.column(cell) {
            let there = *self.cells.entry(index);
            if !there.stands || self.seen[index] {
                continue;
            }
            let slope = (here.high - here.low).max(there.high - there.low);
            let rise = (there.high - here.high).abs();
            let ceiling = here.ceiling.min(there.ceiling);
            if rise <= climb + STUMBLE + slope && ceiling > here.high.max(there.high) {
                self.enter(cell, index);
            }
        }
    }

    fn enter(&mut self, cell: usize, index: usize) {
        if !std::mem::replace(&mut self.seen[index], true) {
            self.reached[cell] = self.reached[cell].max(self.cells.entry(index).high);
            self.left[cell] -= 1;
            self.open.push((cell as u32, index as u32));
        }
    }

    /// Whether a part of a triangle inside the body on this piece is not excused.
    pub fn is_unexcused(&self, facet: &Facet, piece: &Sweep, radius: f64, climb: f64) -> bool {
        let [low, high] = piece.bounds(radius);
        let range = self.cells.range([low[0], low[2]], [high[0], high[2]]);
        let mut remains = false;
        self.cells.draw(facet, range, |cell, _, top| {
            if remains {
                return;
            }
            let limit = self.reached[cell] + climb + STUMBLE;
            if top > limit {
                let (polygon, count) = self.cells.part(facet, cell, limit);
                remains = count > 0 && piece.gap(&polygon[..count]).is_some_and(|gap| gap < radius);
            }
        });
        remains
    }

    /// Extends reached ground to the cells around it, along x and then along z.
    fn widen(&mut self) {
        let [width, depth] = self.cells.size;
        let far = (LIP / self.cells.side).round().max(1.0) as usize;
        let mut line = Vec::new();
        let mut along = |reached: &mut [f64], first: usize, stride: usize, count: usize| {
            line.clear();
            line.extend((0..count).map(|i| reached[first + i * stride]));
            if line.iter().all(|height| *height == f64::NEG_INFINITY) {
                return;
            }
            for i in 0..count {
                let near = &line[i.saturating_sub(far)..(i + far + 1).min(count)];
                reached[first + i * stride] = near.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            }
        };
        (0..depth).for_each(|z| along(&mut self.reached, z * width, 1, width));
        (0..width).for_each(|x| along(&mut self.reached, x, width, depth));
    }
}
