//! Brute force: vertical rays through all triangles, and a plain walk over what they hit.

use std::collections::{BTreeMap, VecDeque};

use crate::scene::Scene;

/// A height that a vertical ray crosses, and whether the face there looks up.
#[derive(Clone, Copy, Debug)]
struct Hit {
    y: f64,
    looks_up: bool,
}

/// Vertical rays on a square raster in plan, each with its hits from below.
pub(super) struct Rays {
    step: f64,
    low: [f64; 2],
    count: [usize; 2],
    hits: Vec<Vec<Hit>>,
}

/// Who walks: all in metres. `closed` is a point whose ray nobody may take.
#[derive(Clone, Copy)]
pub(super) struct Walk {
    pub(super) radius: f64,
    pub(super) height: f64,
    pub(super) climb: f64,
    pub(super) closed: Option<[f64; 3]>,
}

impl Rays {
    /// Rays a little beside the centres of cells of this size, where no edge of a scene runs.
    pub(super) fn cast(scene: &Scene, step: f64) -> Self {
        let [low, high] = scene.bounds().expect("triangles");
        let count = [0, 2].map(|axis| ((high[axis] - low[axis]) / step).ceil() as usize);
        let first = [low[0] + step * 0.4871, low[2] + step * 0.5137];
        let mut hits = vec![Vec::new(); count[0] * count[1]];
        for triangle in scene.triangles() {
            let [a, b, c] = scene.corners(triangle).map(|corner| scene.position(corner));
            let area =
                |p: [f64; 2], q: [f64; 2], r: [f64; 2]| (q[0] - p[0]) * (r[1] - p[1]) - (r[0] - p[0]) * (q[1] - p[1]);
            let [pa, pb, pc] = [a, b, c].map(|corner| [corner[0], corner[2]]);
            let whole = area(pa, pb, pc);
            if whole.abs() < 1e-9 {
                continue;
            }
            let cells = |axis: usize| {
                let along = [pa[axis], pb[axis], pc[axis]];
                let least = along.iter().copied().fold(f64::INFINITY, f64::min);
                let most = along.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let index = |c: f64| ((c - first[axis]) / step).clamp(0.0, count[axis] as f64);
                index(least).ceil() as usize..(index(most).floor() as usize + 1).min(count[axis])
            };
            for k in cells(1) {
                for i in cells(0) {
                    let p = [first[0] + i as f64 * step, first[1] + k as f64 * step];
                    let [wa, wb, wc] = [area(p, pb, pc), area(pa, p, pc), area(pa, pb, p)].map(|w| w / whole);
                    if wa >= 0.0 && wb >= 0.0 && wc >= 0.0 {
                        // Counter-clockwise seen from above is clockwise in (x, z).
                        let hit = Hit { y: wa * a[1] + wb * b[1] + wc * c[1], looks_up: whole < 0.0 };
                        hits[k * count[0] + i].push(hit);
                    }
                }
            }
        }
        // Where one thing stands on another, the lower one ends before the upper one begins.
        let order = |hit: &Hit| ((hit.y * 1e6).round() as i64, !hit.looks_up);
        hits.iter_mut().for_each(|ray| ray.sort_by_key(order));
        Self { step, low: [low[0], low[2]], count, hits }
    }

    fn cell(&self, [x, _, z]: [f64; 3]) -> [usize; 2] {
        [(x - self.low[0]) / self.step, (z - self.low[1]) / self.step].map(|c| c.max(0.0) as usize)
    }

    fn ray(&self, [i, k]: [usize; 2]) -> &[Hit] {
        &self.hits[k * self.count[0] + i]
    }

    /// Height of the floor nearest to a point and the free height above it.
    pub(super) fn standing(&self, point: [f64; 3]) -> Option<(f64, f64)> {
        let ray = self.ray(self.cell(point));
        let floors = ray.iter().filter(|hit| hit.looks_up).map(|hit| hit.y);
        let floor = floors.min_by(|a, b| (a - point[1]).abs().total_cmp(&(b - point[1]).abs()))?;
        Some((floor, free_above(ray, floor)))
    }

    /// Number of moves from cell to cell along their sides from one point to another; `None` if there is no way.
    pub(super) fn steps(&self, walk: &Walk, from: [f64; 3], to: [f64; 3]) -> Option<usize> {
        let closed = walk.closed.map(|point| self.cell(point));
        let key = |point: [f64; 3]| {
            let cell = self.cell(point);
            self.floors(cell).find(|&y| (y - point[1]).abs() < 0.05).map(|y| (cell, millimetres(y)))
        };
        let (start, goal) = (key(from)?, key(to)?);
        let mut seen = BTreeMap::from([(start, 0)]);
        let mut front = VecDeque::from([(start.0, from[1], 0)]);
        while let Some((cell, y, steps)) = front.pop_front() {
            for next in self.neighbours(cell).filter(|&next| Some(next) != closed) {
                for floor in self.floors(next).filter(|floor| (floor - y).abs() <= walk.climb + 0.001) {
                    let key = (next, millimetres(floor));
                    if !seen.contains_key(&key) && self.fits(walk, next, floor) {
                        seen.insert(key, steps + 1);
                        front.push_back((next, floor, steps + 1));
                    }
                }
            }
        }
        seen.get(&goal).copied()
    }

    fn floors(&self, cell: [usize; 2]) -> impl Iterator<Item = f64> {
        let ray = self.ray(cell);
        ray.iter().filter(|hit| hit.looks_up && free_above(ray, hit.y) > 0.3).map(|hit| hit.y)
    }

    fn neighbours(&self, [i, k]: [usize; 2]) -> impl Iterator<Item = [usize; 2]> {
        let around = [[i.wrapping_sub(1), k], [i + 1, k], [i, k.wrapping_sub(1)], [i, k + 1]];
        around.into_iter().filter(|cell| cell[0] < self.count[0] && cell[1] < self.count[1])
    }

    /// Whether nothing stands within the radius from half a metre above the floor (two steps ahead) to the head.
    fn fits(&self, walk: &Walk, [i, k]: [usize; 2], floor: f64) -> bool {
        let reach = (walk.radius / self.step + 0.001).floor() as usize;
        let is_free = |cell: [usize; 2]| {
            let knee = floor + 0.5;
            match self.ray(cell).iter().find(|hit| hit.y > knee) {
                None => true,
                Some(hit) => !hit.looks_up && hit.y >= floor + walk.height,
            }
        };
        let near = |c: usize, count: usize| c.saturating_sub(reach)..=(c + reach).min(count - 1);
        near(i, self.count[0]).all(|x| {
            near(k, self.count[1]).all(|z| {
                let squared = (x.abs_diff(i).pow(2) + z.abs_diff(k).pow(2)) as f64 * self.step * self.step;
                squared > walk.radius * walk.radius + 1e-6 || is_free([x, z])
            })
        }) && free_above(self.ray([i, k]), floor) >= walk.height
    }
}

/// Free height above a floor; zero where the floor is inside something solid.
fn free_above(ray: &[Hit], floor: f64) -> f64 {
    match ray.iter().find(|hit| hit.y > floor + 0.005) {
        None => f64::INFINITY,
        Some(hit) if hit.looks_up => 0.0,
        Some(hit) => hit.y - floor,
    }
}

fn millimetres(y: f64) -> i64 {
    (y * 1000.0).round() as i64
}
