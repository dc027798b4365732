//! Rotations as quaternions of length 1, in `f32`. Sines come from `libm`, so that every platform gives the same bits.

use std::ops::Mul;

use super::vector::{Vec3, add, cross, dot, length, scale, unit};

/// A rotation; `a * b` turns by `b` first, then by `a`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quat {
    /// Along x.
    pub x: f32,
    /// Along y.
    pub y: f32,
    /// Along z.
    pub z: f32,
    /// Cosine of half the angle.
    pub w: f32,
}

impl Quat {
    /// No rotation.
    pub const IDENTITY: Self = Self { x: 0.0, y: 0.0, z: 0.0, w: 1.0 };

    /// A turn about an axis of length 1, in radians, counter-clockwise seen from the axis' tip.
    pub fn about(axis: Vec3, angle: f32) -> Self {
        let [x, y, z] = scale(axis, libm::sinf(angle * 0.5));
        Self { x, y, z, w: libm::cosf(angle * 0.5) }
    }

    /// A turn about x: a positive one takes y to z.
    pub fn about_x(angle: f32) -> Self {
        Self::about([1.0, 0.0, 0.0], angle)
    }

    /// A turn about y: a positive one takes z to x, to the left of a figure that faces +z.
    pub fn about_y(angle: f32) -> Self {
        Self::about([0.0, 1.0, 0.0], angle)
    }

    /// A turn about z: a positive one takes x to y.
    pub fn about_z(angle: f32) -> Self {
        Self::about([0.0, 0.0, 1.0], angle)
    }

    /// The shortest turn that takes one direction to another, both of length 1.
    pub fn between(from: Vec3, to: Vec3) -> Self {
        let w = 1.0 + dot(from, to);
        if w < 1e-6 {
            // Opposite: half a turn about anything square to it.
            let across = if from[0].abs() < 0.9 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
            let [x, y, z] = unit(cross(from, across), [0.0, 0.0, 1.0]);
            return Self { x, y, z, w: 0.0 };
        }
        let [x, y, z] = cross(from, to);
        Self { x, y, z, w }.unit()
    }

    /// The rotation whose axis times angle is this vector.
    pub fn of_vector(v: Vec3) -> Self {
        let angle = length(v);
        if angle < 1e-8 {
            return Self { x: v[0] * 0.5, y: v[1] * 0.5, z: v[2] * 0.5, w: 1.0 }.unit();
        }
        Self::about(scale(v, 1.0 / angle), angle)
    }

    /// Axis times angle, the shorter way round.
    pub fn vector(self) -> Vec3 {
        let q = if self.w < 0.0 { -self } else { self };
        let size = length([q.x, q.y, q.z]);
        if size < 1e-8 {
            return [2.0 * q.x, 2.0 * q.y, 2.0 * q.z];
        }
        scale([q.x, q.y, q.z], 2.0 * libm::atan2f(size, q.w) / size)
    }

    /// The angle of the rotation, 0 to π.
    pub fn angle(self) -> f32 {
        2.0 * libm::atan2f(length([self.x, self.y, self.z]), self.w.abs())
    }

    /// The rotation that undoes this one.
    pub fn inverse(self) -> Self {
        Self { x: -self.x, y: -self.y, z: -self.z, w: self.w }
    }

    /// The turned vector.
    pub fn turn(self, v: Vec3) -> Vec3 {
        let axis = [self.x, self.y, self.z];
        let t = scale(cross(axis, v), 2.0);
        add(add(v, scale(t, self.w)), cross(axis, t))
    }

    /// The same rotation with length 1; the identity if the length is zero or not finite.
    pub fn unit(self) -> Self {
        let size = self.dot(self).sqrt();
        if size > 1e-12 && size.is_finite() { self.times(1.0 / size) } else { Self::IDENTITY }
    }

    /// Cosine of half the angle between two rotations; negative when they lie on opposite sides.
    pub fn dot(self, other: Self) -> f32 {
        self.x * other.x + self.y * other.y + self.z * other.z + self.w * other.w
    }

    /// This rotation at `t` = 0, the other at 1, by the chord: for rotations that are near each other.
    pub fn mix(self, other: Self, t: f32) -> Self {
        let other = if self.dot(other) < 0.0 { -other } else { other };
        self.times(1.0 - t).plus(other.times(t)).unit()
    }

    /// This rotation at `t` = 0, the other at 1, at constant speed along the arc.
    pub fn slerp(self, other: Self, t: f32) -> Self {
        let other = if self.dot(other) < 0.0 { -other } else { other };
        let cos = self.dot(other);
        if cos > 0.9995 {
            return self.mix(other, t);
        }
        let angle = libm::acosf(cos.min(1.0));
        let share = |t: f32| libm::sinf(t * angle) / libm::sinf(angle);
        self.times(share(1.0 - t)).plus(other.times(share(t))).unit()
    }

    /// Sum of the components. The result is no rotation before [`Quat::unit`].
    pub(crate) fn plus(self, o: Self) -> Self {
        Self { x: self.x + o.x, y: self.y + o.y, z: self.z + o.z, w: self.w + o.w }
    }

    /// All components times a number. The result is no rotation before [`Quat::unit`].
    pub(crate) fn times(self, s: f32) -> Self {
        Self { x: self.x * s, y: self.y * s, z: self.z * s, w: self.w * s }
    }
}

impl Default for Quat {
    /// No rotation.
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl std::ops::Neg for Quat {
    type Output = Self;

    fn neg(self) -> Self {
        self.times(-1.0)
    }
}

impl Mul for Quat {
    type Output = Self;

    fn mul(self, b: Self) -> Self {
        let a = self;
        Self {
            x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
            w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::vector::sub;
    use super::*;

    fn near(a: Vec3, b: Vec3) -> bool {
        length(sub(a, b)) < 1e-5
    }

    #[test]
    fn turns_go_the_way_they_say() {
        let quarter = std::f32::consts::FRAC_PI_2;
        assert!(near(Quat::about_x(quarter).turn([0.0, 1.0, 0.0]), [0.0, 0.0, 1.0]));
        assert!(near(Quat::about_y(quarter).turn([0.0, 0.0, 1.0]), [1.0, 0.0, 0.0]));
        assert!(near(Quat::about_z(quarter).turn([1.0, 0.0, 0.0]), [0.0, 1.0, 0.0]));
        let both = Quat::about_y(quarter) * Quat::about_x(quarter);
        assert!(near(both.turn([0.0, 1.0, 0.0]), [1.0, 0.0, 0.0]), "x first, then y");
    }

    #[test]
    fn vectors_between_and_inverse_agree() {
        for i in 0..50 {
            let t = i as f32;
            let a = unit([libm::sinf(t), libm::cosf(2.3 * t), libm::sinf(1.7 * t + 1.0)], UPWARD);
            let b = unit([libm::cosf(3.1 * t), libm::sinf(0.7 * t), libm::cosf(t)], UPWARD);
            let q = Quat::between(a, b);
            assert!(near(q.turn(a), b) && near(q.inverse().turn(b), a));
            assert!(near(Quat::of_vector(q.vector()).turn(a), b));
            assert!(near(Quat::IDENTITY.slerp(q, 0.5).turn(Quat::IDENTITY.slerp(q, 0.5).turn(a)), b));
        }
        assert!(near(Quat::between(UPWARD, [0.0, -1.0, 0.0]).turn(UPWARD), [0.0, -1.0, 0.0]));
    }

    const UPWARD: Vec3 = [0.0, 1.0, 0.0];
}
