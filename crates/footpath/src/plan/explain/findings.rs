//! Findings: which limits of the body a relaxed path exceeds, where, and by how much.

use super::probe::Probe;
use super::relaxed::{Crossing, Way};
use crate::clearance::Ground;
use crate::geom::{CM_PER_METRE, PLAN_PER_METRE};
use crate::ground::{ColumnKey, DIRECTIONS};
use crate::plan::query::Why;
use crate::scene::{ObjectId, Tag};
use crate::world::{Bytes, FloorId};

/// Limits of one kind that are nearer to each other along the path than this count as one, in metres.
const APART: f64 = 0.6;

/// One limit that a path exceeds, with its measures. [`describe`](super::describe) adds the sentence and the abilities that would
/// help.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Finding {
    pub kind: Why,
    pub at: [f64; 3],
    /// The measure found, in metres (degrees for slopes). For steps and drops the height, up or down.
    pub has: f64,
    /// The measure that the body needs.
    pub needs: f64,
    /// The true width of a gap that is wide enough but that cells show as too narrow.
    pub true_width: Option<f64>,
    pub object: Option<ObjectId>,
    /// The tag of the object.
    pub tag: Tag,
    /// Whether a step leads down.
    pub down: bool,
    /// How much higher the far side of a gap in the ground is, in metres.
    pub rise: f64,
    /// Width of a gap for an upright body, in metres.
    pub upright: f64,
    /// The missing measure, in cm or degrees.
    pub missing: f64,
}

impl Bytes for Finding {
    fn bytes(&self) -> usize {
        size_of::<Self>()
    }
}

/// A limit at one floor or move of the path.
pub(super) struct Mark {
    pub index: usize,
    pub kind: Why,
    /// The measure found, in cm, plan units or degrees, by kind.
    pub has: f64,
    pub missing: f64,
    pub down: bool,
}

impl Mark {
    fn new(index: usize, kind: Why, has: impl Into<f64>, missing: impl Into<f64>) -> Self {
        Self { index, kind, has: has.into(), missing: missing.into(), down: false }
    }

    /// A step that is too high, or too deep.
    fn step(index: usize, rise: i32, most: i32) -> Self {
        Self { down: rise < 0, ..Self::new(index, Why::TooHighAStep, rise.abs(), rise.abs() - most) }
    }
}

/// A relaxed path with the grounds and columns of its floors.
pub(super) struct Walked<'a, 'p> {
    pub probe: &'a mut Probe<'p>,
    pub way: &'a Way,
    pub grounds: Vec<Ground>,
    pub columns: Vec<ColumnKey>,
}

/// The findings along a path, in its order.
pub(crate) fn of_way(probe: &mut Probe<'_>, way: &Way) -> Vec<Finding> {
    let grounds: Vec<Ground> = way.iter().filter_map(|&(id, _)| probe.ground(id)).collect();
    let columns: Vec<ColumnKey> = way.iter().filter_map(|&(id, _)| probe.world.column_of(id)).collect();
    if grounds.len() != way.len() {
        return Vec::new();
    }
    let mut walked = Walked { probe, way, grounds, columns };
    let mut marks = Vec::new();
    for index in 1..way.len() {
        walked.mark_move(index, &mut marks);
        walked.mark_floor(index, &mut marks);
    }
    merge(marks, walked.apart()).into_iter().filter_map(|mark| walked.find(&mark)).collect()
}

/// The findings at one floor: why the body cannot stand there.
pub(crate) fn at_floor(probe: &mut Probe<'_>, id: FloorId) -> Vec<Finding> {
    // A path that stays on the floor.
    of_way(probe, &vec![(id, Crossing::LINK); 2])
}

/// Merges marks of one kind that are near each other, and keeps the worst.
fn merge(marks: Vec<Mark>, apart: usize) -> Vec<Mark> {
    let mut merged: Vec<(Mark, usize)> = Vec::new();
    for mark in marks {
        // Each step and each gap is a finding of its own; marks of other kinds form stretches.
        let stretch = !matches!(mark.kind, Why::TooHighAStep | Why::GapTooWide);
        let same = |(held, last): &&mut (Mark, usize)| stretch && held.kind == mark.kind && mark.index - *last <= apart;
        match merged.iter_mut().rev().find(same) {
            Some((held, last)) => {
                *last = mark.index;
                if mark.missing > held.missing {
                    *held = mark;
                }
            }
            None => {
                let index = mark.index;
                merged.push((mark, index));
            }
        }
    }
    merged.into_iter().map(|(mark, _)| mark).collect()
}

impl Walked<'_, '_> {
    /// [`APART`] as a number of floors of the path.
    pub(super) fn apart(&self) -> usize {
        ((APART / self.probe.reach.grid.cell_size()).ceil() as usize).max(1)
    }

    pub(super) fn is_hop(&self, index: usize) -> bool {
        self.way[index].1.is_hop
    }

    /// Columns between the two ends of a hop.
    pub(super) fn between(&self, index: usize) -> Vec<ColumnKey> {
        let [dx, dz] = DIRECTIONS[self.way[index].1.direction];
        let (a, b) = (self.columns[index - 1], self.columns[index]);
        (1..(b.x - a.x).abs().max((b.z - a.z).abs())).map(|k| ColumnKey::new(a.x + dx * k, a.z + dz * k)).collect()
    }

    /// The height range in which a solid object between both ends of a hop blocks the body.
    pub(super) fn slab(&self, index: usize) -> [i32; 2] {
        let limits = &self.probe.reach.limits;
        let (a, b) = (&self.grounds[index - 1], &self.grounds[index]);
        [a.height.max(b.height) + limits.climb, a.height.min(b.height) + limits.lowest()]
    }

    pub(super) fn is_closed(&self, index: usize) -> bool {
        let [low, high] = self.slab(index);
        self.is_hop(index) && self.between(index).into_iter().any(|column| self.probe.is_solid(column, low, high))
    }

    pub(super) fn mark_move(&mut self, index: usize, marks: &mut Vec<Mark>) {
        let limits = &self.probe.reach.limits;
        let (from, to) = (self.grounds[index - 1], self.grounds[index]);
        if self.is_hop(index) {
            return self.mark_hop(index, marks);
        }
        let direction = self.way[index].1.direction;
        let (slopes, over) = ([from.slope, to.slope], [from.over, to.over].map(i32::from));
        let rise = self.probe.reach.rule.step_met(slopes, to.height - from.height, direction, over);
        let most = self.most(rise);
        if rise.abs() > limits.climb && rise.abs() > most {
            marks.push(Mark::step(index, rise, most));
        }
        let shared = Probe::shared(&from, &to);
        if shared < limits.lowest() {
            marks.push(Mark::new(index, Why::TooLow, shared, limits.lowest() - shared));
        }
    }

    /// The highest step up, or the deepest step down, that the body can make, in cm.
    pub(super) fn most(&self, rise: i32) -> i32 {
        let limits = &self.probe.reach.limits;
        let leaps = limits.leaps.iter().map(|leap| if rise > 0 { leap.up } else { leap.down });
        leaps.fold(limits.climb, i32::max)
    }

    pub(super) fn mark_hop(&mut self, index: usize, marks: &mut Vec<Mark>) {
        if self.is_closed(index) {
            return marks.push(Mark::new(index, Why::TooNarrow, 0.0, 200.0));
        }
        let limits = &self.probe.reach.limits;
        let rise = self.grounds[index].height - self.grounds[index - 1].height;
        let (length, reach) = (self.length(index), self.farthest(rise));
        let most = self.most(rise);
        marks.push(if length > reach {
            Mark::new(index, Why::GapTooWide, length, (length - reach) * f64::from(CM_PER_METRE))
        } else if rise.abs() > most {
            Mark::step(index, rise, most)
        } else if self.forbidden_below(index).is_some() {
            Mark::new(index, Why::Forbidden, 0.0, 30.0)
        } else {
            // The leap is short enough, but not possible for another reason. The body cannot stand upright at an end, or an
            // object hangs over the gap, or the step is too near to take off.
            let (free, upright) = (self.free_over(index), limits.heights[0]);
            if free < upright || rise.abs() <= limits.climb {
                Mark::new(index, Why::TooLow, free, (upright - free).max(1))
            } else {
                Mark::step(index, rise, limits.climb)
            }
        });
    }

    /// Length of a hop from take-off to landing, in metres.
    pub(super) fn length(&self, index: usize) -> f64 {
        let (a, b) = (self.columns[index - 1], self.columns[index]);
        f64::from(b.x - a.x).hypot(f64::from(b.z - a.z)) * self.probe.reach.grid.cell_size()
    }

    /// The longest leap of the body with a rise, in metres; if no leap allows the rise, its longest leap.
    pub(super) fn farthest(&self, rise: i32) -> f64 {
        let leaps = &self.probe.reach.limits.leaps;
        let fitting = leaps.iter().filter(|leap| rise <= leap.up && -rise <= leap.down).map(|leap| leap.reach).max();
        let any = leaps.iter().map(|leap| leap.reach).max();
        fitting.or(any).map_or(0.0, |reach| reach as f64 / f64::from(PLAN_PER_METRE))
    }

    /// The first column with something forbidden that a hop leads over.
    pub(super) fn forbidden_below(&self, index: usize) -> Option<ColumnKey> {
        let [low, high] = self.slab(index);
        let below = low - self.probe.reach.limits.climb - 150;
        self.between(index).into_iter().find(|&column| self.probe.is_forbidden(column, below, high))
    }

    /// Free height over a hop and at its ends, in cm.
    pub(super) fn free_over(&self, index: usize) -> i32 {
        let [low, _] = self.slab(index);
        let feet = low - self.probe.reach.limits.climb;
        let ends = [&self.grounds[index - 1], &self.grounds[index]].map(|ground| ground.ceiling - feet);
        let upright = self.probe.reach.limits.heights[0];
        let over = (0..upright).find(|&up| {
            self.between(index).into_iter().any(|column| self.probe.is_solid(column, feet + up, feet + up + 1))
        });
        ends[0].min(ends[1]).min(over.unwrap_or(upright))
    }

    pub(super) fn mark_floor(&mut self, index: usize, marks: &mut Vec<Mark>) {
        let id = self.way[index].0;
        let ground = self.grounds[index];
        let Some((_, tag)) = self.probe.object(id) else { return };
        if matches!(tag, Tag::Forbidden | Tag::Obstacle) {
            marks.push(Mark::new(index, Why::Forbidden, 0.0, 30.0));
        } else if !ground.holds {
            let [x, z] = ground.slope.map(|g| f64::from(g) / 64.0);
            let degrees = x.hypot(z).atan().to_degrees();
            marks.push(Mark::new(index, Why::TooSteep, degrees, degrees - self.steepest()));
        }
        let Some([low, high]) = self.passage(index) else { return };
        let beside = self.probe.beside(id, low, high);
        let radius = self.probe.reach.limits.radius;
        if beside.distance < radius {
            let missing = (radius - beside.distance) as f64 * 200.0 / 5120.0;
            marks.push(Mark::new(index, Why::TooNarrow, beside.distance as f64, missing));
        }
    }

    pub(super) fn steepest(&self) -> f64 {
        (f64::from(self.probe.reach.limits.slope).sqrt() / 64.0).atan().to_degrees()
    }

    /// The height range in which the width of a passage is measured: above all floors nearby and below all ceilings, so that a
    /// step ahead or a beam does not count as narrow. `None` beside a closed hop.
    pub(super) fn passage(&self, index: usize) -> Option<[i32; 2]> {
        let limits = &self.probe.reach.limits;
        let cell = i64::from(self.probe.reach.grid.cell);
        let near = |&other: &usize| {
            let (a, b) = (self.columns[index], self.columns[other]);
            i64::from((a.x - b.x).abs().max((a.z - b.z).abs())) * cell <= limits.radius + cell
        };
        let feet = self.grounds[index].height;
        let mut slab = [feet + limits.climb, feet + limits.lowest()];
        let before = (0..=index).rev().take_while(near);
        let after = (index..self.way.len()).take_while(near);
        for other in before.chain(after) {
            let ground = &self.grounds[other];
            slab = [slab[0].max(ground.height + limits.climb), slab[1].min(ground.ceiling)];
            let closed = [other, other + 1].into_iter().any(|i| i > 0 && i < self.way.len() && self.is_closed(i));
            if closed {
                return None;
            }
        }
        Some(slab)
    }
}
