//! Brute force for one column at a time, in `f64` but for the decision whether a face covers the centre: which faces
//! meet the column's square and between which heights, and what a vertical ray through its centre meets.

use footpath::Scene;
use footpath::ground::{ColumnKey, Grid};
use footpath::scene::Tag;

/// A face: plan units, and heights in cm.
struct Face {
    plan: [[i64; 2]; 3],
    height: [f64; 3],
    /// Rise per run along x and z.
    slope: [f64; 2],
    standable: bool,
    solid: bool,
}

/// What one face has over a column's square.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub low: f64,
    pub high: f64,
    pub standable: bool,
}

/// A surface that a ray says one can stand on.
#[derive(Clone, Copy, Debug)]
pub struct Surface {
    pub height: f64,
    /// How far a floor may be from it: half a cell along its slope.
    pub reach: f64,
}

struct Hit {
    height: f64,
    reach: f64,
    standable: bool,
    winding: i32,
}

/// All faces of a scene in bins over the plan.
pub struct Rays {
    faces: Vec<Face>,
    cell: i64,
    cell_height: f64,
    bin: i64,
    first: [i64; 2],
    size: [usize; 2],
    bins: Vec<Vec<u32>>,
    /// Columns of the box around everything: first and last along x, along z.
    pub columns: [[i32; 2]; 2],
}

impl Rays {
    pub fn new(scene: &Scene, grid: &Grid) -> Self {
        let there = scene.triangles().iter().zip(scene.solid());
        let there = there.filter(|(triangle, _)| scene.objects()[triangle.object.0 as usize].tag != Tag::Ignored);
        let faces: Vec<Face> = there.map(|(triangle, &solid)| Face::new(scene.corners(triangle), solid)).collect();
        let along = |axis: usize| faces.iter().flat_map(move |face| face.plan.map(|p| p[axis]));
        let ends = [0, 1].map(|axis| [along(axis).min().unwrap(), along(axis).max().unwrap()]);
        let cell = i64::from(grid.cell);
        let longest = ends.iter().map(|[low, high]| high - low).max().unwrap();
        let bin = (4 * cell).max(longest / 1000);
        let first = ends.map(|[low, _]| low.div_euclid(bin));
        let size = [0, 1].map(|axis| (ends[axis][1].div_euclid(bin) - first[axis] + 1) as usize);
        let columns = ends.map(|[low, high]| [low.div_euclid(cell) as i32, high.div_euclid(cell) as i32]);
        let bins = vec![Vec::new(); size[0] * size[1]];
        let cell_height = f64::from(grid.cell_height);
        let mut rays = Self { faces, cell, cell_height, bin, first, size, bins, columns };
        for index in 0..rays.faces.len() {
            let face = &rays.faces[index];
            let range = |axis: usize| {
                let low = face.plan.iter().map(|p| p[axis]).min().unwrap().div_euclid(bin) - first[axis];
                let high = face.plan.iter().map(|p| p[axis]).max().unwrap().div_euclid(bin) - first[axis];
                low as usize..=high as usize
            };
            for z in range(1) {
                for x in range(0) {
                    rays.bins[z * size[0] + x].push(index as u32);
                }
            }
        }
        rays
    }

    fn near(&self, column: ColumnKey) -> impl Iterator<Item = &Face> {
        let at = |c: i32, axis: usize, end: i64| {
            let bin = (i64::from(c) * self.cell + end).div_euclid(self.bin) - self.first[axis];
            bin.clamp(0, self.size[axis] as i64 - 1) as usize
        };
        let (x, z) = (at(column.x, 0, 0)..=at(column.x, 0, self.cell), at(column.z, 1, 0)..=at(column.z, 1, self.cell));
        let mut found: Vec<u32> = Vec::new();
        z.for_each(|z| x.clone().for_each(|x| found.extend(&self.bins[z * self.size[0] + x])));
        found.sort_unstable();
        found.dedup();
        found.into_iter().map(|index| &self.faces[index as usize])
    }

    /// What the faces have over the closed square of a column.
    pub fn parts(&self, column: ColumnKey) -> Vec<Part> {
        self.parts_within(column, 0.0)
    }

    /// What the faces have over a column's square without a rim of so many plan units.
    pub fn parts_within(&self, column: ColumnKey, rim: f64) -> Vec<Part> {
        let low = [column.x, column.z].map(|c| (i64::from(c) * self.cell) as f64 + rim);
        let high = low.map(|c| c + self.cell as f64 - 2.0 * rim);
        self.near(column).filter_map(|face| face.part(low, high)).collect()
    }

    /// Where the ray through the centre says one can stand: not too steep, 0.3 m free, not inside a solid; surfaces closer
    /// than the cell height are one.
    pub fn surfaces(&self, column: ColumnKey) -> Vec<Surface> {
        let centre = [column.x, column.z].map(|c| i64::from(c) * self.cell + self.cell / 2);
        let metres = self.cell as f64 / 5120.0;
        let mut hits: Vec<Hit> = self.near(column).filter_map(|face| face.hit(centre, metres)).collect();
        hits.sort_by(|a, b| a.height.total_cmp(&b.height));
        let mut surfaces = Vec::new();
        let mut inside = 0;
        for (i, hit) in hits.iter().enumerate() {
            inside += hit.winding;
            let free = hits.get(i + 1).map_or(f64::INFINITY, |next| next.height - hit.height);
            if inside > 0 || free < self.cell_height.max(30.0) || !hit.standable {
                continue;
            }
            surfaces.push(Surface { height: hit.height, reach: hit.reach });
        }
        surfaces
    }
}

impl Face {
    fn new(corners: [[i32; 3]; 3], solid: bool) -> Self {
        let plan = corners.map(|v| [i64::from(v[0]) * 5, i64::from(v[2]) * 5]);
        let height = corners.map(|v| f64::from(v[1]) * 25.0 / 256.0);
        let metres = corners.map(|v| v.map(|c| f64::from(c) / 1024.0));
        let edge = |i: usize| -> [f64; 3] { std::array::from_fn(|axis| metres[i][axis] - metres[0][axis]) };
        let (a, b) = (edge(1), edge(2));
        let normal = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
        let slope = [-normal[0] / normal[1], -normal[2] / normal[1]];
        let standable = normal[1] != 0.0 && slope[0].hypot(slope[1]) <= 2.0;
        Self { plan, height, slope, standable, solid }
    }

    /// Twice the signed area; where the centre lies on an edge it counts as a little further along x, then along z.
    fn side(&self, i: usize, p: [i64; 2]) -> i64 {
        let (a, b) = (self.plan[i], self.plan[(i + 1) % 3]);
        let exact = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
        let nudged = [exact, a[1] - b[1], b[0] - a[0]];
        nudged.into_iter().find(|&side| side != 0).unwrap_or(0).signum()
    }

    fn hit(&self, p: [i64; 2], cell: f64) -> Option<Hit> {
        let sides = [0, 1, 2].map(|i| self.side(i, p));
        let area = {
            let [a, b, c] = self.plan;
            (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        };
        if area == 0 || sides[0] != sides[1] || sides[1] != sides[2] {
            return None;
        }
        let run = [0, 1].map(|axis| (p[axis] - self.plan[0][axis]) as f64 / 5120.0);
        let height = self.height[0] + 100.0 * (self.slope[0] * run[0] + self.slope[1] * run[1]);
        let reach = 100.0 * (self.slope[0].abs() + self.slope[1].abs()) * cell / 2.0;
        // A face that looks up has corners that turn against x and z.
        let winding = if self.solid { area.signum() as i32 } else { 0 };
        Some(Hit { height, reach, standable: self.standable, winding })
    }

    /// Heights of the face over a closed square.
    fn part(&self, low: [f64; 2], high: [f64; 2]) -> Option<Part> {
        let corner = |i: usize| [self.plan[i][0] as f64, self.plan[i][1] as f64, self.height[i]];
        let mut polygon: Vec<[f64; 3]> = (0..3).map(corner).collect();
        for (axis, limit, sign) in [(0, low[0], 1.0), (0, high[0], -1.0), (1, low[1], 1.0), (1, high[1], -1.0)] {
            let inside = |p: &[f64; 3]| (p[axis] - limit) * sign >= 0.0;
            let mut kept = Vec::new();
            for i in 0..polygon.len() {
                let (a, b) = (polygon[i], polygon[(i + 1) % polygon.len()]);
                if inside(&a) {
                    kept.push(a);
                }
                if inside(&a) != inside(&b) {
                    let t = (limit - a[axis]) / (b[axis] - a[axis]);
                    kept.push(std::array::from_fn(|i| a[i] + t * (b[i] - a[i])));
                }
            }
            polygon = kept;
        }
        let heights = || polygon.iter().map(|p| p[2]);
        let (low, high) = (heights().reduce(f64::min)?, heights().reduce(f64::max)?);
        Some(Part { low, high, standable: self.standable })
    }
}
