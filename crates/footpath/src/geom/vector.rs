//! Small vectors: in `f32` for motion and in `f64` for pictures and the checker.

use std::ops::{Add, Mul, Sub};

/// A point or a direction: x, y (up), z.
pub type Vec3 = [f32; 3];

/// Straight up.
pub const UP: Vec3 = [0.0, 1.0, 0.0];

/// a + b.
pub fn add<T: Copy + Add<Output = T>>(a: [T; 3], b: [T; 3]) -> [T; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// a − b.
pub fn sub<T: Copy + Sub<Output = T>>(a: [T; 3], b: [T; 3]) -> [T; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// a · s.
pub fn scale<T: Copy + Mul<Output = T>>(a: [T; 3], s: T) -> [T; 3] {
    [a[0] * s, a[1] * s, a[2] * s]
}

/// Scalar product.
pub fn dot<T: Copy + Add<Output = T> + Mul<Output = T>>(a: [T; 3], b: [T; 3]) -> T {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Vector product.
pub fn cross<T: Copy + Sub<Output = T> + Mul<Output = T>>(a: [T; 3], b: [T; 3]) -> [T; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Lowest and highest corner of the box around some points; `None` without any.
pub fn bounds<T: Copy + PartialOrd, const N: usize>(points: impl IntoIterator<Item = [T; N]>) -> Option<[[T; N]; 2]> {
    let boxes = points.into_iter().map(|point| [point; 2]);
    boxes.reduce(|[mut low, mut high], [point, _]| {
        for axis in 0..N {
            if point[axis] < low[axis] {
                low[axis] = point[axis];
            }
            if point[axis] > high[axis] {
                high[axis] = point[axis];
            }
        }
        [low, high]
    })
}

/// Length.
pub fn length(a: Vec3) -> f32 {
    dot(a, a).sqrt()
}

/// The vector of length 1 in the same direction; `fallback` if the length is zero.
pub fn unit(a: Vec3, fallback: Vec3) -> Vec3 {
    let size = length(a);
    if size > 1e-9 { scale(a, 1.0 / size) } else { fallback }
}

/// a at `t` = 0, b at 1.
pub fn mix(a: Vec3, b: Vec3, t: f32) -> Vec3 {
    add(a, scale(sub(b, a), t))
}

/// Distance in plan.
pub fn flat_distance(a: Vec3, b: Vec3) -> f32 {
    let (x, z) = (a[0] - b[0], a[2] - b[2]);
    (x * x + z * z).sqrt()
}
