//! Floors as a graph to search: the moves of a body, and how far the goals are.
//!
//! In: the touched tiles, costs and goals. Out: a [`Space`] for the search kernel.

use super::options::{Diagonals, Extended, Front, GraphOptions, Neighbours};
use super::{Costs, LEAP, ORTHOGONAL, Terrain, octile};
use crate::ground::ColumnKey;
use crate::search::Space;

/// The box around the goals, for estimates of what is left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GoalBox {
    low: ColumnKey,
    high: ColumnKey,
}

impl GoalBox {
    pub fn to(columns: impl Iterator<Item = ColumnKey>) -> Option<Self> {
        columns.map(|at| Self { low: at, high: at }).reduce(|a, b| Self {
            low: ColumnKey::new(a.low.x.min(b.low.x), a.low.z.min(b.low.z)),
            high: ColumnKey::new(a.high.x.max(b.high.x), a.high.z.max(b.high.z)),
        })
    }

    /// Columns that are left along either axis.
    #[inline]
    pub fn offset(&self, at: ColumnKey) -> [i32; 2] {
        let apart = |c: i32, low: i32, high: i32| (low - c).max(c - high).max(0);
        [apart(at.x, self.low.x, self.high.x), apart(at.z, self.low.z, self.high.z)]
    }
}

/// The floors around a start, with their moves.
pub(crate) struct FloorGraph<'a, 'w> {
    pub terrain: &'a mut Terrain<'w>,
    pub costs: &'a Costs,
    pub options: GraphOptions,
    pub ahead: Option<GoalBox>,
    /// Goals, sorted.
    pub goals: &'a [u32],
    /// Goals that must be reached before the search stops.
    pub wanted: usize,
}

impl<'a, 'w> FloorGraph<'a, 'w> {
    /// A graph without any goal.
    pub fn flood(terrain: &'a mut Terrain<'w>, costs: &'a Costs, options: GraphOptions) -> Self {
        Self { terrain, costs, options, ahead: None, goals: &[], wanted: 1 }
    }

    /// Ways in which the front grows.
    pub fn ways(&self) -> usize {
        if self.options.neighbours == Neighbours::Eight { 8 } else { 4 }
    }
}

impl Space for FloorGraph<'_, '_> {
    #[inline]
    fn moves(&mut self, node: u32, mut visit: impl FnMut(u32, u32, u8)) {
        let (costs, goals, ways, corners) = (self.costs, self.goals, self.ways(), self.options.corners);
        // Goals may lie where the front does not pass, such as on a border.
        let closed = |terrain: &Terrain<'_>, to: u32| terrain.is_closed(to) && goals.binary_search(&to).is_err();
        self.terrain.steps(node, ways, corners, |terrain, way, to| {
            if closed(terrain, to) {
                return;
            }
            if let Some((cost, how)) = costs.step(terrain, node, to, way) {
                visit(to, cost, how);
            }
        });
        let leap = |terrain: &Terrain<'_>, to: u32, cost: u32, leap: u8| {
            if !closed(terrain, to) {
                visit(to, cost, LEAP + leap);
            }
        };
        match self.options.extended {
            Extended::All => self.terrain.leaps(node, leap),
            Extended::FirstRing => self.terrain.first_ring(node, ways, leap),
            Extended::None => {}
        }
    }

    #[inline]
    fn estimate(&self, node: u32) -> u32 {
        let Some(ahead) = self.ahead.as_ref().filter(|_| self.options.front == Front::AStar) else { return 0 };
        let [dx, dz] = ahead.offset(self.terrain.column(node));
        let four = self.ways() == 4 && self.options.extended == Extended::None;
        let left = match self.options.diagonals {
            _ if four => (dx + dz) as u32 * ORTHOGONAL,
            Diagonals::Unit => dx.max(dz) as u32 * ORTHOGONAL,
            Diagonals::True => octile(dx, dz),
        };
        self.costs.at_least(left)
    }

    fn is_goal(&mut self, node: u32) -> bool {
        if self.goals.binary_search(&node).is_err() {
            return false;
        }
        self.wanted -= 1;
        self.wanted == 0
    }

    #[inline]
    fn is_stopped(&self) -> bool {
        self.terrain.stop.is_set()
    }

    fn len(&self) -> usize {
        self.terrain.len()
    }
}
