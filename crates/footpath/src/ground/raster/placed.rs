//! A face placed in a window: plan coordinates relative to the window's corner, slope, and the common data of its records.

use super::Raster;
use super::span::{SurfaceKey, steepness};
use crate::geom::PLAN_PER_VERTEX;
use crate::ground::face::Face;

/// Square of the tangent of the steepest surface on which a body can stand; steeper faces are walls.
const WALL_TANGENT_SQUARED: i128 = 4;

/// A face is narrow below this width in columns.
const NARROW: i64 = 8;

/// A face in plan units from the window's corner; heights in vertex units.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub x: [i64; 3],
    pub z: [i64; 3],
    pub y: [i64; 3],
    /// Normal of the face; its plan part in units of plan × height, its y the signed double area in plan.
    pub normal: [i64; 3],
    /// The common part of all records of the face.
    pub key: SurfaceKey,
    pub steep: u8,
    /// Added to the winding of a column whose centre the face covers.
    pub winding: i8,
}

impl Placed {
    pub fn new(face: &Face, raster: &Raster) -> Self {
        let cell = i64::from(raster.grid.cell);
        let (x0, z0) = (i64::from(raster.window.x0) * cell, i64::from(raster.window.z0) * cell);
        let plan = |c: i32| i64::from(c) * i64::from(PLAN_PER_VERTEX);
        let x = face.corners.map(|v| plan(v[0]) - x0);
        let z = face.corners.map(|v| plan(v[2]) - z0);
        let y = face.corners.map(|v| i64::from(v[1]));
        let (dx, dy, dz) = ([x[1] - x[0], x[2] - x[0]], [y[1] - y[0], y[2] - y[0]], [z[1] - z[0], z[2] - z[0]]);
        let normal = [dy[0] * dz[1] - dz[0] * dy[1], dz[0] * dx[1] - dx[0] * dz[1], dx[0] * dy[1] - dy[0] * dx[1]];
        let winding = if face.is_solid() { -normal[1].signum() as i8 } else { 0 };
        let mut placed = Self { x, z, y, normal, key: SurfaceKey::of_wall(face.object().0), steep: 0, winding };
        if !placed.is_wall() {
            let slope = placed.slope();
            placed.steep = steepness(slope);
            let object = face.object().0;
            placed.key = SurfaceKey::of_face(slope, object, raster.restriction(object));
        }
        placed
    }

    /// Whether the face is too steep for every body: tangent above 2. One height unit equals five plan units.
    fn is_wall(&self) -> bool {
        let [nx, ny, nz] = self.normal;
        let scale = i64::from(PLAN_PER_VERTEX) as f64;
        let across = (nx as f64 * scale).powi(2) + (nz as f64 * scale).powi(2);
        let limit = WALL_TANGENT_SQUARED as f64 * (ny as f64).powi(2);
        if (across - limit).abs() > 1e-9 * limit {
            return across > limit;
        }
        let square = |c: i64| i128::from(c) * i128::from(c);
        let five = i128::from(PLAN_PER_VERTEX);
        five * five * (square(nx) + square(nz)) > WALL_TANGENT_SQUARED * square(ny)
    }

    /// Rise per run along x and z, in 1/64, rounded.
    fn slope(&self) -> [i8; 2] {
        let of = |n: i64| {
            let steps = -(n as f64) * f64::from(64 * PLAN_PER_VERTEX) / self.normal[1] as f64;
            // Rounded away from zero by hand: `round` is a call on processors without the instruction.
            (steps + 0.5_f64.copysign(steps)).clamp(-127.0, 127.0) as i8
        };
        [of(self.normal[0]), of(self.normal[2])]
    }

    /// Whether its rows should run along z: a narrow face then has fewer and longer rows. Wide faces keep rows along x, which is
    /// the order of columns in memory.
    pub fn is_narrow(&self, cell: i64) -> bool {
        let spread = |c: &[i64; 3]| c[0].max(c[1]).max(c[2]) - c[0].min(c[1]).min(c[2]);
        let (width, depth) = (spread(&self.x), spread(&self.z));
        depth > width && width < NARROW * cell
    }

    /// The same face with x and z exchanged.
    pub fn transposed(&self) -> Self {
        let [nx, ny, nz] = self.normal;
        Self { x: self.z, z: self.x, normal: [-nz, -ny, -nx], ..*self }
    }

    /// Whether the face is a line in plan.
    pub fn is_upright(&self) -> bool {
        self.normal[1] == 0
    }

    /// Whether all corners have the same height.
    pub fn is_level(&self) -> bool {
        self.y[0] == self.y[1] && self.y[0] == self.y[2]
    }
}
