//! The base point: where a figure is, on the ground, and which way it goes (Kuffner §7.2).

use std::f64::consts::FRAC_PI_2;

use crate::geom::Quat;
use crate::geom::vector::Vec3;

/// The moving point on the ground that poses are relative to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Base {
    /// Position in metres.
    pub at: [f64; 3],
    /// Direction of travel in radians: 0 along +x, growing counter-clockwise seen from above.
    pub heading: f64,
}

impl Base {
    /// The turn about y that takes a figure at rest, which faces +z, to the heading.
    pub fn yaw(&self) -> f64 {
        self.heading + FRAC_PI_2
    }

    /// The turn about y as a rotation.
    pub fn turn(&self) -> Quat {
        let half = self.yaw() * 0.5;
        Quat { x: 0.0, y: libm::sin(half) as f32, z: 0.0, w: libm::cos(half) as f32 }
    }

    /// The heading of a turn about y.
    pub fn heading_of_yaw(yaw: f64) -> f64 {
        yaw - FRAC_PI_2
    }

    /// A point of the pose in the world.
    pub fn to_world(&self, local: Vec3) -> [f64; 3] {
        let (sin, cos) = (libm::sin(self.yaw()), libm::cos(self.yaw()));
        let [x, y, z] = local.map(f64::from);
        [self.at[0] + x * cos + z * sin, self.at[1] + y, self.at[2] - x * sin + z * cos]
    }

    /// A point of the world relative to the base.
    pub fn to_local(&self, world: [f64; 3]) -> Vec3 {
        let (sin, cos) = (libm::sin(self.yaw()), libm::cos(self.yaw()));
        let [x, y, z] = std::array::from_fn(|axis| world[axis] - self.at[axis]);
        [(x * cos - z * sin) as f32, y as f32, (x * sin + z * cos) as f32]
    }

    /// Where it is after some seconds at a speed along its heading and a turn rate, both constant.
    pub fn after(&self, seconds: f64, speed: f64, turn: f64) -> Self {
        let swept = turn * seconds;
        // The chord of the arc; sin(a)/a without dividing by nothing.
        let half = swept * 0.5;
        let shrink = if half.abs() < 1e-6 { 1.0 } else { libm::sin(half) / half };
        let (way, along) = (self.heading + half, speed * seconds * shrink);
        let at = [self.at[0] + along * libm::cos(way), self.at[1], self.at[2] - along * libm::sin(way)];
        Self { at, heading: self.heading + swept }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forward_is_the_heading_and_left_is_left() {
        let east = Base { at: [2.0, 1.0, 3.0], heading: 0.0 };
        let [forward, left] = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]].map(|p| east.to_world(p));
        let near = |a: [f64; 3], b: [f64; 3]| (0..3).all(|i| (a[i] - b[i]).abs() < 1e-9);
        assert!(near(forward, [3.0, 1.0, 3.0]), "{forward:?}");
        assert!(near(left, [2.0, 1.0, 2.0]), "left of somebody who goes east is north, −z: {left:?}");
        assert_eq!(east.to_local(forward).map(|v| (v * 1e6).round()), [0.0, 0.0, 1e6]);
        let turned = east.turn().turn([0.0, 0.0, 1.0]);
        assert!((turned[0] - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_full_circle_comes_back() {
        let start = Base { at: [0.0; 3], heading: 0.3 };
        let end = start.after(2.0, 1.0, std::f64::consts::PI);
        assert!(end.at.iter().all(|c| c.abs() < 1e-9));
        let quarter = start.after(0.5, 1.0, std::f64::consts::PI);
        let radius = 1.0 / std::f64::consts::PI;
        assert!((libm::hypot(quarter.at[0], quarter.at[2]) - radius * 2f64.sqrt()).abs() < 1e-9);
    }
}
