//! The way of Bandi & Thalmann 2000, written plainly: the whole scene drawn once per slice into a binary image (§3.2), a
//! bushfire over the dense grid for the border (§7.3), and one for a query (§4.1, §7.1).
//!
//! It is given what the paper asks for in §9.1: one bit instead of colours, and triangles that miss a slice are left out as
//! soon as their corners are known. Nothing is read back from a graphics card.

use footpath::{Body, Scene};
use std::collections::VecDeque;

/// No cell has this level before the front reaches it.
const FAR: u32 = u32::MAX;
const SIDES: [[isize; 2]; 8] = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]];

/// A body in cells (§6.1).
#[derive(Clone, Copy)]
pub struct Human {
    height: usize,
    horizontal: isize,
    vertical: isize,
}

/// A scene in cells.
pub struct Dense {
    /// Cells along x, y and z.
    pub size: [usize; 3],
    low: [f64; 3],
    cell: [f64; 3],
    occupied: Vec<bool>,
}

/// A cell that feet are in: free, on top of an occupied one.
pub type Foot = [usize; 3];

impl Dense {
    /// Draws the scene slice by slice.
    pub fn draw(scene: &Scene, cell_size: f64, cell_height: f64) -> Option<Self> {
        let [low, high] = scene.bounds()?;
        let cell = [cell_size, cell_height, cell_size];
        let size = [0, 1, 2].map(|axis| (((high[axis] - low[axis]) / cell[axis] - 1e-6).ceil() as usize).max(1));
        let mut dense = Self { size, low, cell, occupied: vec![false; size.iter().product()] };
        let image = size[0] * size[2];
        for y in 0..size[1] {
            let mut slice = vec![false; image];
            for triangle in scene.triangles() {
                let corners = scene.corners(triangle).map(|vertex| dense.in_cells(scene.position(vertex)));
                dense.draw_in(&mut slice, corners, y as f64);
            }
            dense.occupied[y * image..(y + 1) * image].copy_from_slice(&slice);
        }
        Some(dense)
    }

    fn in_cells(&self, position: [f64; 3]) -> [f64; 3] {
        [0, 1, 2].map(|axis| (position[axis] - self.low[axis]) / self.cell[axis])
    }

    /// Marks the pixels of a triangle's part within a slice.
    fn draw_in(&self, slice: &mut [bool], corners: [[f64; 3]; 3], y: f64) {
        let heights = corners.map(|corner| corner[1]);
        let (lowest, highest) =
            (heights.into_iter().fold(f64::INFINITY, f64::min), heights.into_iter().fold(f64::NEG_INFINITY, f64::max));
        // A level face on the border of two slices belongs to the one below it, which is what is stood on.
        if highest <= y && y > 0.0 || lowest > y + 1.0 || (lowest >= y + 1.0 && highest > lowest) {
            return;
        }
        let mut part = Polygon::of(corners);
        part.clip(1, y, y + 1.0);
        let Some([front, back]) = part.extent(2) else { return };
        let (first, last) = (pixel(front, self.size[2]), pixel_end(back, self.size[2]));
        for z in first..=last.max(first) {
            let mut row = part.clone();
            row.clip(2, z as f64, (z + 1) as f64);
            let Some([left, right]) = row.extent(0) else { continue };
            let (from, to) = (pixel(left, self.size[0]), pixel_end(right, self.size[0]));
            slice[z * self.size[0] + from..=z * self.size[0] + to.max(from)].fill(true);
        }
    }

    fn is_occupied(&self, [x, y, z]: [usize; 3]) -> bool {
        y < self.size[1] && self.occupied[(y * self.size[2] + z) * self.size[0] + x]
    }

    fn index(&self, [x, y, z]: Foot) -> usize {
        (y * self.size[2] + z) * self.size[0] + x
    }

    /// Levels of a front that has met nothing yet. Feet may be one cell above the highest slice.
    fn levels(&self) -> Vec<u32> {
        vec![FAR; self.size[0] * (self.size[1] + 1) * self.size[2]]
    }

    /// The cell of the feet of somebody who stands at a position.
    pub fn foot(&self, position: [f64; 3]) -> Option<Foot> {
        let [x, y, z] = self.in_cells(position).map(|c| (c + 1e-6).floor().max(0.0) as usize);
        // A floor that ends a hair above a slice is in the next one.
        let stands = |y: &usize| *y > 0 && self.is_occupied([x, y - 1, z]) && !self.is_occupied([x, *y, z]);
        let foot = [y, y + 1].into_iter().find(stands)?;
        (x < self.size[0] && z < self.size[2]).then_some([x, foot, z])
    }

    pub fn human(&self, body: &Body) -> Human {
        Human {
            height: (body.height / self.cell[1] - 1e-6).ceil() as usize,
            horizontal: (body.foot_span / self.cell[0] + 1e-6) as isize,
            vertical: (body.max_climb / self.cell[1] + 1e-6) as isize,
        }
    }

    /// The reachable neighbours of a cell in one direction: the extended neighbourhood of §7.1.1, every column of it (§7.2).
    fn reachable(&self, human: Human, [x, y, z]: Foot, [dx, dz]: [isize; 2], mut visit: impl FnMut(Foot)) {
        let arc = dx.abs() + dz.abs();
        for k in (1..).take_while(|k| k * arc <= human.horizontal.max(arc)) {
            let (Some(x), Some(z)) = (x.checked_add_signed(k * dx), z.checked_add_signed(k * dz)) else { return };
            if x >= self.size[0] || z >= self.size[2] {
                return;
            }
            let head = y + human.height - 1;
            let Some(surface) = (0..=head).rev().find(|&y| self.is_occupied([x, y, z])) else { continue };
            let foot = surface + 1;
            let near = foot.abs_diff(y) as isize <= human.vertical;
            let free = || (foot..foot + human.height).all(|y| !self.is_occupied([x, y, z]));
            if near && free() {
                visit([x, foot, z]);
            }
            // What is in the way of the body ends the scan; a pit does not (§7.2).
            if foot as isize > y as isize + human.vertical {
                return;
            }
        }
    }

    /// The border around all that is reached from a cell, on four sides. Gives the numbers of cells reached and of border cells.
    pub fn border(&self, human: Human, from: Foot) -> (usize, usize) {
        let mut seen = self.levels();
        let mut queue = VecDeque::from([from]);
        seen[self.index(from)] = 0;
        let (mut reached, mut border) = (0, 0);
        while let Some(foot) = queue.pop_front() {
            reached += 1;
            let mut is_border = false;
            for side in &SIDES[..4] {
                let mut leads = false;
                self.reachable(human, foot, *side, |next| {
                    leads = true;
                    let level = &mut seen[self.index(next)];
                    if *level == FAR {
                        *level = 0;
                        queue.push_back(next);
                    }
                });
                is_border |= !leads;
            }
            border += usize::from(is_border);
        }
        (reached, border)
    }

    /// A bushfire from one cell to another and the path that is traced back, with the number of cells enumerated.
    pub fn find(&self, human: Human, from: Foot, to: Foot) -> Option<(Vec<Foot>, usize)> {
        let mut levels = self.levels();
        let mut queue = VecDeque::from([from]);
        levels[self.index(from)] = 0;
        let mut enumerated = 0;
        while let Some(foot) = queue.pop_front() {
            enumerated += 1;
            if foot == to {
                return Some((self.trace(human, &levels, to), enumerated));
            }
            let next_level = levels[self.index(foot)] + 1;
            for side in self.open_sides(human, foot) {
                self.reachable(human, foot, side, |next| {
                    let level = &mut levels[self.index(next)];
                    if *level == FAR {
                        *level = next_level;
                        queue.push_back(next);
                    }
                });
            }
        }
        None
    }

    /// Eight sides, without the diagonals that both flanks close (Fig. 5).
    fn open_sides(&self, human: Human, foot: Foot) -> impl Iterator<Item = [isize; 2]> {
        let leads = |side: [isize; 2]| {
            let mut any = false;
            self.reachable(human, foot, side, |_| any = true);
            any
        };
        let straight = [0, 1, 2, 3].map(|i| leads(SIDES[i]));
        (0..8).filter(move |&i| i < 4 || straight[i - 4] || straight[(i - 3) % 4]).map(|i| SIDES[i])
    }

    fn trace(&self, human: Human, levels: &[u32], to: Foot) -> Vec<Foot> {
        let mut path = vec![to];
        let mut at = to;
        while levels[self.index(at)] > 0 {
            let mut best = (levels[self.index(at)], at);
            for side in SIDES {
                self.reachable(human, at, side, |next| best = best.min((levels[self.index(next)], next)));
            }
            if best.1 == at {
                break;
            }
            at = best.1;
            path.push(at);
        }
        path.reverse();
        path
    }
}

fn pixel(at: f64, size: usize) -> usize {
    ((at + 1e-9).floor().max(0.0) as usize).min(size - 1)
}

/// The last pixel before an end.
fn pixel_end(at: f64, size: usize) -> usize {
    (((at - 1e-9).ceil() - 1.0).max(0.0) as usize).min(size - 1)
}

/// A triangle after clipping: at most seven corners.
#[derive(Clone)]
struct Polygon {
    corners: [[f64; 3]; 8],
    count: usize,
}

impl Polygon {
    fn of(corners: [[f64; 3]; 3]) -> Self {
        let mut polygon = Self { corners: [[0.0; 3]; 8], count: 3 };
        polygon.corners[..3].copy_from_slice(&corners);
        polygon
    }

    fn clip(&mut self, axis: usize, low: f64, high: f64) {
        for (limit, sign) in [(low, 1.0), (high, -1.0)] {
            let before = self.corners;
            let count = std::mem::take(&mut self.count);
            for i in 0..count {
                let (a, b) = (before[i], before[(i + 1) % count]);
                let [inside, next] = [a, b].map(|corner| (corner[axis] - limit) * sign >= 0.0);
                if inside {
                    self.push(a);
                }
                if inside != next {
                    let t = (limit - a[axis]) / (b[axis] - a[axis]);
                    self.push([0, 1, 2].map(|i| a[i] + t * (b[i] - a[i])));
                }
            }
        }
    }

    fn push(&mut self, corner: [f64; 3]) {
        if self.count < self.corners.len() {
            self.corners[self.count] = corner;
            self.count += 1;
        }
    }

    fn extent(&self, axis: usize) -> Option<[f64; 2]> {
        let along = || self.corners[..self.count].iter().map(|corner| corner[axis]);
        Some([along().reduce(f64::min)?, along().reduce(f64::max)?])
    }
}
