//! The seed's own way on a processor: every triangle projected each time, every occupied cell grown by a circle of cells, Dijkstra
//! with a binary heap. The same question as ours in the same cells, so that costs can be compared.

use footpath::geom::Vertex;
use footpath::plan::bitmap::{Frame, Slab};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Vertices per metre.
const UNITS: f64 = 1024.0;

pub struct Rival {
    columns: usize,
    rows: usize,
    cell: f64,
    low: [f64; 2],
    slab: [f64; 2],
    /// Cells of the circle, from its centre.
    circle: Vec<[i32; 2]>,
    reach: usize,
    occupied: Vec<bool>,
    taken: Vec<bool>,
    costs: Vec<u32>,
}

impl Rival {
    pub fn new(frame: &Frame, slab: &Slab, radius: f64) -> Self {
        let (columns, rows, cell) = (frame.columns() as usize, frame.rows() as usize, frame.cell_size());
        let centre = frame.centre([0, 0]);
        let near = |x: i32, z: i32| {
            let half = |c: i32| (f64::from(c.abs()) - 0.5).max(0.0) * cell;
            (x == 0 && z == 0) || half(x).powi(2) + half(z).powi(2) < radius * radius - 1e-9
        };
        let most = (radius / cell).ceil() as i32 + 1;
        let circle = (-most..=most).flat_map(|z| (-most..=most).map(move |x| [x, z])).filter(|&[x, z]| near(x, z));
        Self {
            columns,
            rows,
            cell,
            low: [centre[0] - cell / 2.0, centre[1] - cell / 2.0],
            slab: [slab.low, slab.high],
            circle: circle.collect(),
            reach: (1..most).take_while(|&x| near(x, 0)).count(),
            occupied: vec![false; columns * rows],
            taken: vec![false; columns * rows],
            costs: vec![u32::MAX; columns * rows],
        }
    }

    /// Projects triangles and grows what they occupy.
    pub fn project(&mut self, triangles: &[[Vertex; 3]]) {
        self.occupied.fill(false);
        for corners in triangles {
            self.fill(corners);
        }
        self.taken.fill(false);
        for z in 0..self.rows {
            for x in 0..self.columns {
                let rim = x.min(z).min(self.columns - 1 - x).min(self.rows - 1 - z);
                if rim < self.reach {
                    self.taken[z * self.columns + x] = true;
                }
                if !self.occupied[z * self.columns + x] {
                    continue;
                }
                for [dx, dz] in &self.circle {
                    let (x, z) = (x as i32 + dx, z as i32 + dz);
                    if x >= 0 && z >= 0 && (x as usize) < self.columns && (z as usize) < self.rows {
                        self.taken[z as usize * self.columns + x as usize] = true;
                    }
                }
            }
        }
    }

    /// Clips a triangle to the slab and fills what is left, row by row.
    fn fill(&mut self, corners: &[Vertex; 3]) {
        let points = corners.map(|corner| corner.map(|c| f64::from(c) / UNITS));
        let mut polygon: Vec<[f64; 3]> = points.to_vec();
        let [low, high] = self.slab;
        if points.iter().all(|p| p[1] <= low) || points.iter().all(|p| p[1] >= high) {
            return;
        }
        polygon = clip(&polygon, |p| p[1] - low);
        polygon = clip(&polygon, |p| high - p[1]);
        let place = |p: &[f64; 3]| [(p[0] - self.low[0]) / self.cell, (p[2] - self.low[1]) / self.cell];
        let plan: Vec<[f64; 2]> = polygon.iter().map(place).collect();
        let (first, last) = plan.iter().fold((f64::MAX, f64::MIN), |(a, b), p| (a.min(p[1]), b.max(p[1])));
        let (first, last) = (first.floor().max(0.0) as i64, (last.floor() as i64).min(self.rows as i64 - 1));
        for row in first..=last {
            let (near, far) = (row as f64, row as f64 + 1.0);
            let (mut least, mut most) = (f64::MAX, f64::MIN);
            for (i, &a) in plan.iter().enumerate() {
                let b = plan[(i + 1) % plan.len()];
                let (low, high) = (a[1].min(b[1]).max(near), a[1].max(b[1]).min(far));
                if low > high {
                    continue;
                }
                for z in [low, high] {
                    let share = if a[1] == b[1] { 0.0 } else { (z - a[1]) / (b[1] - a[1]) };
                    let x = a[0] + share * (b[0] - a[0]);
                    (least, most) = (least.min(x), most.max(x));
                }
                if a[1] == b[1] {
                    (least, most) = (least.min(b[0]), most.max(b[0]));
                }
            }
            let (from, to) = (least.floor().max(0.0) as i64, (most.floor() as i64).min(self.columns as i64 - 1));
            for x in from..=to {
                self.occupied[row as usize * self.columns + x as usize] = true;
            }
        }
    }

    /// Cost of the way between two cells, with costs of 10 and 14.
    pub fn search(&mut self, from: [u32; 2], to: [u32; 2]) -> Option<u32> {
        let number = |[x, z]: [u32; 2]| z as usize * self.columns + x as usize;
        let (start, goal) = (number(from), number(to));
        if self.taken[start] || self.taken[goal] {
            return None;
        }
        self.costs.fill(u32::MAX);
        self.costs[start] = 0;
        let mut queue = BinaryHeap::from([Reverse((0_u32, start))]);
        while let Some(Reverse((cost, cell))) = queue.pop() {
            if cell == goal {
                return Some(cost);
            }
            if cost > self.costs[cell] {
                continue;
            }
            let (x, z) = ((cell % self.columns) as i32, (cell / self.columns) as i32);
            let free = |x: i32, z: i32| {
                let inside = x >= 0 && z >= 0 && (x as usize) < self.columns && (z as usize) < self.rows;
                inside && !self.taken[z as usize * self.columns + x as usize]
            };
            for (dx, dz) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
                if !free(x + dx, z + dz) || !free(x + dx, z) || !free(x, z + dz) {
                    continue;
                }
                let next = (z + dz) as usize * self.columns + (x + dx) as usize;
                let cost = cost + if dx == 0 || dz == 0 { 10 } else { 14 };
                if cost < self.costs[next] {
                    self.costs[next] = cost;
                    queue.push(Reverse((cost, next)));
                }
            }
        }
        None
    }
}

fn clip(polygon: &[[f64; 3]], inside: impl Fn(&[f64; 3]) -> f64) -> Vec<[f64; 3]> {
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for (i, a) in polygon.iter().enumerate() {
        let b = &polygon[(i + 1) % polygon.len()];
        let (from, to) = (inside(a), inside(b));
        if from >= 0.0 {
            kept.push(*a);
        }
        if (from < 0.0) != (to < 0.0) {
            let share = from / (from - to);
            kept.push([0, 1, 2].map(|axis| a[axis] + share * (b[axis] - a[axis])));
        }
    }
    kept
}
