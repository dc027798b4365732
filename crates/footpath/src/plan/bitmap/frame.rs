//! The frame: a part of the plan, and its cells.

use crate::geom::{PLAN_PER_METRE, PLAN_PER_VERTEX, VERTEX_PER_METRE, Vertex};
use crate::scene::Scene;
use crate::search::grid::{MAX_CELLS, MAX_SIDE, SizeError};

/// A rectangle of square cells seen from above: columns along x, rows along z.
///
/// ```
/// use footpath::plan::bitmap::Frame;
/// let frame = Frame::new([-1.0, 0.0], [4.0, 2.0], 0.25, [0.0; 3])?;
/// assert_eq!((frame.columns(), frame.rows()), (20, 8));
/// assert_eq!(frame.cell_at([0.1, 0.3]), Some([4, 1]));
/// assert_eq!(frame.centre([4, 1]), [0.125, 0.375]);
/// # Ok::<(), footpath::search::grid::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Added to positions, in metres.
    origin: [f64; 3],
    /// Lowest corner in plan units from the origin.
    low: [i64; 2],
    /// Side of a cell in plan units.
    cell: i32,
    columns: u32,
    rows: u32,
}

impl Frame {
    /// Cells that cover the plan (x, z) from `low` to `high`, in metres. Vertices are relative to `origin`, which is that of
    /// their scene. The cell size is rounded to 1/5120 m.
    pub fn new(low: [f64; 2], high: [f64; 2], cell_size: f64, origin: [f64; 3]) -> Result<Self, SizeError> {
        let plan = |metres: f64| (metres * f64::from(PLAN_PER_METRE)).round();
        let cell = plan(cell_size).clamp(1.0, f64::from(i32::MAX / 4)) as i32;
        let from = [0, 1].map(|axis| plan(low[axis] - origin[2 * axis]));
        let count = [0, 1].map(|axis| {
            let length = plan(high[axis] - low[axis]);
            // A length that is not a number covers no cell.
            if length > 0.0 { (length / f64::from(cell)).ceil().min(1e9) as usize } else { 0 }
        });
        let [width, height] = count;
        if width == 0 || height == 0 {
            return Err(SizeError::Empty { width, height });
        }
        let side = width.max(height);
        let reach = f64::from(i32::MAX / 4);
        let is_far = from.iter().any(|c| c.abs() > reach) || f64::from(cell) * side as f64 > reach;
        if side > MAX_SIDE || width * height > MAX_CELLS || is_far {
            return Err(SizeError::TooLarge { width, height });
        }
        Ok(Self { origin, low: from.map(|c| c as i64), cell, columns: width as u32, rows: height as u32 })
    }

    /// A frame for a whole scene, with `cells` cells along its longer side.
    pub fn of_scene(scene: &Scene, cells: u32) -> Result<Self, SizeError> {
        let Some([low, high]) = scene.bounds() else { return Err(SizeError::Empty { width: 0, height: 0 }) };
        let (low, high) = ([low[0], low[2]], [high[0], high[2]]);
        let side = (high[0] - low[0]).max(high[1] - low[1]);
        // The cell size is rounded up, so that `cells` of them suffice.
        let size = (side * f64::from(PLAN_PER_METRE) / f64::from(cells.max(1))).ceil() / f64::from(PLAN_PER_METRE);
        Self::new(low, high, size, scene.origin())
    }

    /// Cells along x.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// Cells along z.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Side of a cell in metres.
    pub fn cell_size(&self) -> f64 {
        f64::from(self.cell) / f64::from(PLAN_PER_METRE)
    }

    /// Side of a cell in plan units.
    pub(super) fn cell(&self) -> i32 {
        self.cell
    }

    /// Height in vertex units of a height in metres.
    pub(super) fn height(&self, metres: f64) -> i32 {
        ((metres - self.origin[1]) * f64::from(VERTEX_PER_METRE)).round() as i32
    }

    /// A point in metres as a vertex: relative to the origin, to the nearest 1/1024 m.
    pub fn vertex(&self, point: [f64; 3]) -> Vertex {
        std::array::from_fn(|axis| ((point[axis] - self.origin[axis]) * f64::from(VERTEX_PER_METRE)).round() as i32)
    }

    /// Plan coordinates of a vertex, relative to the frame's corner.
    #[inline]
    pub(super) fn plan(&self, vertex: Vertex) -> [i64; 2] {
        [
            i64::from(vertex[0]) * i64::from(PLAN_PER_VERTEX) - self.low[0],
            i64::from(vertex[2]) * i64::from(PLAN_PER_VERTEX) - self.low[1],
        ]
    }

    /// Plan coordinates of a position (x, z) in metres, relative to the frame's corner.
    pub(super) fn plan_of(&self, [x, z]: [f64; 2]) -> [i64; 2] {
        let plan = |metres: f64| (metres * f64::from(PLAN_PER_METRE)).round() as i64;
        [plan(x - self.origin[0]) - self.low[0], plan(z - self.origin[2]) - self.low[1]]
    }

    /// The cell of a position (x, z) in metres.
    pub fn cell_at(&self, position: [f64; 2]) -> Option<[u32; 2]> {
        if position.iter().any(|c| !c.is_finite()) {
            return None;
        }
        let [x, z] = self.plan_of(position).map(|c| c.div_euclid(i64::from(self.cell)));
        let inside = (0..i64::from(self.columns)).contains(&x) && (0..i64::from(self.rows)).contains(&z);
        inside.then_some([x as u32, z as u32])
    }

    /// Centre (x, z) of a cell in metres.
    pub fn centre(&self, [x, z]: [u32; 2]) -> [f64; 2] {
        let metres = |number: u32, axis: usize| {
            let half_units = 2 * self.low[axis] + (2 * i64::from(number) + 1) * i64::from(self.cell);
            half_units as f64 / f64::from(2 * PLAN_PER_METRE) + self.origin[2 * axis]
        };
        [metres(x, 0), metres(z, 1)]
    }
}
