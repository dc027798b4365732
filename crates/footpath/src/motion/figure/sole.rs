//! Where a foot touches the ground.

use super::{Placed, Role, Side, Skeleton};
use crate::geom::Quat;
use crate::geom::vector::{UP, Vec3, add, cross, mix, scale, sub, unit};

/// A point of a sole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolePoint {
    /// Below and behind the ankle.
    Heel,
    /// Below the joint of the toes.
    Ball,
    /// The end of the toes.
    Tip,
}

/// The sole of one foot: three points and the direction across, in the frames of foot and toes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sole {
    /// Joint of the foot.
    pub foot: usize,
    /// Joint of the toes; the foot's where there is none.
    pub toes: usize,
    /// Heel, in the frame of the foot.
    pub heel: Vec3,
    /// Ball, in the frame of the foot.
    pub ball: Vec3,
    /// End of the toes, in the frame of the toes.
    pub tip: Vec3,
    /// To the foot's left, in the frame of the foot.
    pub across: Vec3,
    /// The toes' turn within the foot when the sole is flat.
    pub flat_toes: Quat,
    /// Height of the ankle above the ground when the sole is flat.
    pub ankle: f32,
}

/// Places between heel and ball, and ball and tip.
pub(crate) const BETWEEN: usize = 6;
/// How far from the middle the rims are that [`Sole::places`] gives, at heel, ball and tip, as shares of the sole's length: a little
/// within them, since soles are round.
const RIM: [f32; 3] = [0.12, 0.14, 0.08];

impl Sole {
    /// The sole of a foot that a pose puts flat on the ground at a height. `None` for a skeleton without that foot.
    pub fn of(skeleton: &Skeleton, placed: &Placed, side: Side, ground: f32) -> Option<Self> {
        let foot = skeleton.find(Role::Foot(side))?;
        let toes = skeleton.find(Role::Toes(side));
        let joints = skeleton.joints();
        let ankle = placed.at[foot];
        let end = match toes {
            Some(toes) => placed.at[toes],
            // Without toes the bone's own tip is the ball; without a tip the foot points forward.
            None => joints[foot].tip.map_or_else(|| add(ankle, [0.0, 0.0, 0.13]), |tip| placed.point(foot, tip)),
        };
        let forward = unit([end[0] - ankle[0], 0.0, end[2] - ankle[2]], [0.0, 0.0, 1.0]);
        let reach = (end[0] - ankle[0]) * forward[0] + (end[2] - ankle[2]) * forward[2];
        let on_ground = |out: f32| [ankle[0] + forward[0] * out, ground, ankle[2] + forward[2] * out];
        let bearer = toes.unwrap_or(foot);
        let tip = joints[bearer].tip.map(|tip| placed.point(bearer, tip));
        let beyond = tip.map_or(reach * 1.5, |tip| (tip[0] - ankle[0]) * forward[0] + (tip[2] - ankle[2]) * forward[2]);
        let in_frame = |joint: usize, point: Vec3| placed.turn[joint].inverse().turn(sub(point, placed.at[joint]));
        Some(Self {
            foot,
            toes: bearer,
            heel: in_frame(foot, on_ground(-0.4 * reach)),
            ball: in_frame(foot, on_ground(reach)),
            tip: in_frame(bearer, on_ground(beyond.max(reach * 1.1))),
            across: placed.turn[foot].inverse().turn(cross(UP, forward)),
            flat_toes: placed.turn[foot].inverse() * placed.turn[bearer],
            ankle: ankle[1] - ground,
        })
    }

    /// A point of the sole in a pose.
    pub fn point(&self, placed: &Placed, point: SolePoint) -> Vec3 {
        match point {
            SolePoint::Heel => placed.point(self.foot, self.heel),
            SolePoint::Ball => placed.point(self.foot, self.ball),
            SolePoint::Tip => placed.point(self.toes, self.tip),
        }
    }

    /// Places all over the sole in a pose, from the heel to the tip: each in the middle, and to its left and right near the rims.
    pub fn places(&self, placed: &Placed) -> impl Iterator<Item = [Vec3; 3]> + use<> {
        let line = [SolePoint::Heel, SolePoint::Ball, SolePoint::Tip].map(|point| self.point(placed, point));
        let left = placed.turn[self.foot].turn(self.across);
        let wide = self.rims();
        (0..=2 * BETWEEN).map(move |i| {
            let (part, t) = (i.min(2 * BETWEEN - 1) / BETWEEN, i as f32 / BETWEEN as f32);
            let t = t - part as f32;
            let half = wide[part] + (wide[part + 1] - wide[part]) * t;
            let middle = mix(line[part], line[part + 1], t);
            [0.0, half, -half].map(|aside| add(middle, scale(left, aside)))
        })
    }

    /// Metres from the middle to the rims that [`Sole::places`] gives, at heel, ball and tip.
    pub(crate) fn rims(&self) -> [f32; 3] {
        RIM.map(|share| share * self.length())
    }

    /// The height of the sole above the ground, where `above` gives that of a place: of the lowest place along its middle, which may be
    /// in the ground, and of the lowest place of all, which should be on it. A sole may bridge a gap, so all of it counts. Higher
    /// ground beside the middle is beside the foot: the foot has not sunk into it. 0 without any ground.
    pub fn clearance(&self, placed: &Placed, above: impl Fn(Vec3) -> Option<f64>) -> (f64, f64) {
        let (mut middle, mut all) = (f64::INFINITY, f64::INFINITY);
        for [own, left, right] in self.places(placed) {
            let [own, left, right] = [own, left, right].map(|place| above(place).unwrap_or(f64::INFINITY));
            (middle, all) = (middle.min(own), all.min(own).min(left).min(right));
        }
        let known = |height: f64| if height.is_finite() { height } else { 0.0 };
        (known(middle), known(all))
    }

    /// Height of the lowest point.
    pub fn lowest(&self, placed: &Placed) -> f32 {
        let height = |point| self.point(placed, point)[1];
        height(SolePoint::Heel).min(height(SolePoint::Ball)).min(height(SolePoint::Tip))
    }

    /// Which way the toes point in plan: the yaw about y from +z.
    pub fn yaw(&self, turn: Quat) -> f32 {
        let [x, _, z] = turn.turn(self.across);
        libm::atan2f(-z, x)
    }

    /// Length from heel to ball.
    pub fn length(&self) -> f32 {
        crate::geom::vector::length(sub(self.ball, self.heel))
    }

    /// The same sole of a skeleton times a factor.
    pub fn scaled(&self, factor: f32) -> Self {
        let by = |v: Vec3| scale(v, factor);
        Self { heel: by(self.heel), ball: by(self.ball), tip: by(self.tip), ankle: self.ankle * factor, ..*self }
    }
}
