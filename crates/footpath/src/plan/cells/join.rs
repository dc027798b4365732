//! Searches that begin or end on an existing path.
//!
//! In: cells to start from, each with its initial cost; cells to end at (joints), each with the remaining cost from there. Out:
//! the path between them with the least sum.

use crate::plan::query::{Planner, Variant};
use crate::reach::GoalBox;
use crate::search::{Buckets, Outcome, Seen, Space, search};

/// Label of the move from a joint to the virtual node. It never appears in a route.
const BEYOND: u8 = u8::MAX;

/// The cells, and one virtual node behind the joints that stands for the rest of the old path.
struct JointSpace<'a, S> {
    cells: S,
    /// Joints with the remaining cost from there, sorted by node.
    joints: &'a [(u32, u32)],
    beyond: u32,
}

impl<S: Space> Space for JointSpace<'_, S> {
    fn moves(&mut self, node: u32, mut visit: impl FnMut(u32, u32, u8)) {
        if node == self.beyond {
            return;
        }
        if let Ok(at) = self.joints.binary_search_by_key(&node, |&(joint, _)| joint) {
            visit(self.beyond, self.joints[at].1, BEYOND);
        }
        self.cells.moves(node, visit);
    }

    fn estimate(&self, node: u32) -> u32 {
        if node == self.beyond { 0 } else { self.cells.estimate(node) }
    }

    fn is_goal(&mut self, node: u32) -> bool {
        node == self.beyond
    }

    #[inline]
    fn is_stopped(&self) -> bool {
        self.cells.is_stopped()
    }

    fn len(&self) -> usize {
        self.cells.len()
    }
}

impl<V: Variant> Planner<'_, V> {
    /// Searches for the joint where the cost of the path from a start and the remaining cost have the least sum.
    pub(super) fn search_joints(
        &mut self,
        starts: &[(u32, u32)],
        joints: &[(u32, u32)],
        goal_box: Option<GoalBox>,
    ) -> (Outcome, Seen, Option<u32>) {
        let (mut seen, budget) = (Seen::default(), self.query.budget);
        let beyond = self.terrain.spare();
        let nodes: Vec<u32> = joints.iter().map(|&(node, _)| node).collect();
        let mut space = JointSpace { cells: self.space(goal_box, &nodes, 1), joints, beyond };
        let outcome = search(&mut space, &mut Buckets::default(), &mut seen, starts, budget);
        let joint = outcome.goal.and_then(|goal| seen.parent(goal)).map(|(joint, _)| joint);
        (outcome, seen, joint)
    }

    /// Searches for the goal with the cheapest path from one of the starts.
    pub(super) fn search_goals(&mut self, starts: &[(u32, u32)], goals: &[u32]) -> (Outcome, Seen) {
        let (mut seen, budget) = (Seen::default(), self.query.budget);
        let goal_box = self.goal_box(goals);
        let mut space = self.space(goal_box, goals, 1);
        let outcome = search(&mut space, &mut Buckets::default(), &mut seen, starts, budget);
        (outcome, seen)
    }
}
