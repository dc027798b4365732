//! Repair: leads a path around an obstacle that has broken it (Bandi & Thalmann §8.3).
//!
//! In: a plan, the world after edits, the cell that the walker is on. Out: that the plan is unchanged, or a plan in three pieces:
//! the cells up to the last free one before the obstacle (A to C of Fig. 15), a new piece, and the cells from where it joins the
//! old path (D to B). Promised: the first and the last piece are kept bit for bit.
//!
//! We differ from the paper in these points. It searches from C alone, and joins the cell that the search reaches first. We join
//! the cell from which the rest is cheapest, and start from all cells between the walker and C at equal cost. C is nearest to the
//! obstacle, so the new piece begins there, unless the path from C only leads back or does not exist; then the walker avoids the
//! dead end. The paper requires start, goal and walker to be clear of the obstacle. Here an obstacle on the start does not matter
//! once the walker has left it. If it covers the goal, the plan ends at the nearest floor within `half_extents`. If it covers the
//! walker, the walker first steps aside. If there is no such floor, the refusal names the distance to the nearest one.

use super::intact::Intact;
use super::splice::Piece;
use crate::plan::query::endpoints::{nearest_floor, off_map};
use crate::plan::query::{Endpoints, Failure, Planner, Variant, Why};
use crate::reach::GoalBox;
use crate::route::{CellPlan, Traced, Work};
use crate::search::Outcome;
use std::ops::Range;

/// The result of a repair.
#[derive(Clone, Debug, PartialEq)]
pub enum Repair {
    /// The path ahead of the walker is intact.
    Unchanged,
    /// The plan was changed.
    Changed(Box<Changed>),
}

/// A changed plan, and which part of it is new.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    /// The plan. The work of its route is that of the change.
    pub plan: CellPlan,
    /// Its new cells. The cells before them are the first cells of the old path, those after them its last cells.
    pub new: Range<usize>,
    /// Where the new cells leave the old path.
    pub leaves: Leaves,
}

/// Where a changed plan leaves the old path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// At the last free cell before the obstacle.
    BeforeObstacle,
    /// At an earlier cell, because from the last free one no path leads on, or only back.
    Earlier,
    /// At the best cell for a goal that has moved.
    ForGoal,
    /// Nowhere: the walker's cell is covered, and the plan begins at the nearest floor beside it. Whether the walker can get
    /// there from inside the obstacle is unknown.
    Aside,
    /// Nowhere: the given plan has no cells or is inconsistent, so a new one was made.
    Anew,
}

impl Repair {
    /// The plan to follow from now on; `old` if it is unchanged.
    pub fn plan_or(self, old: CellPlan) -> CellPlan {
        match self {
            Self::Unchanged => old,
            Self::Changed(changed) => changed.plan,
        }
    }

    /// The changed plan, if there is one.
    pub fn changed(&self) -> Option<&Changed> {
        match self {
            Self::Unchanged => None,
            Self::Changed(changed) => Some(changed),
        }
    }

    pub(super) fn new(plan: CellPlan, new: Range<usize>, leaves: Leaves) -> Self {
        Self::Changed(Box::new(Changed { plan, new, leaves }))
    }

    pub(crate) fn anew(plan: CellPlan) -> Self {
        let new = 0..plan.path.cells.len();
        Self::new(plan, new, Leaves::Anew)
    }
}

/// Leads a consistent plan around obstacles that were added since, for a walker on one of its cells.
pub(crate) fn repair<V: Variant>(
    mut planner: Planner<'_, V>,
    plan: &CellPlan,
    walker: usize,
) -> Result<Repair, Failure> {
    let walker = walker.min(plan.path.cells.len() - 1);
    let intact = planner.examine(plan, walker);
    if intact.is_whole() {
        return Ok(Repair::Unchanged);
    }
    let targets = planner.targets(plan, &intact)?;
    if intact.nodes[walker].is_none() {
        return planner.step_aside(plan, &intact, walker, &targets);
    }
    planner.repair_piece(plan, &intact, walker, &targets)
}

/// Targets at which a new piece may end.
struct Targets {
    /// Nodes with the remaining cost from there, sorted.
    joints: Vec<(u32, u32)>,
    /// Cells of the joints in the old path; `None` when the targets are goals.
    cells: Option<Vec<(u32, usize)>>,
    goal_box: Option<GoalBox>,
    /// The endpoints of the query, if the goal's cell is covered.
    endpoints: Option<Endpoints>,
    goal: usize,
}

impl Targets {
    /// The nodes of the targets.
    fn nodes(&self) -> Vec<u32> {
        self.joints.iter().map(|&(node, _)| node).collect()
    }

    /// The cell of a joint in the old path.
    fn cell_of(&self, joint: u32) -> Option<usize> {
        let cells = self.cells.as_ref()?;
        cells.binary_search_by_key(&joint, |&(node, _)| node).ok().map(|at| cells[at].1)
    }
}

/// A cost, limited to the range of the search.
pub(super) fn clamp_cost(cost: u64) -> u32 {
    cost.min(u64::from(u32::MAX / 4)) as u32
}

impl<V: Variant> Planner<'_, V> {
    /// The cells of D to B; when B is covered, the goals of the query that are reachable now.
    fn targets(&mut self, plan: &CellPlan, intact: &Intact) -> Result<Targets, Failure> {
        let cells = &plan.path.cells;
        let first = intact.first_free();
        if first >= cells.len() {
            let endpoints = Endpoints::to_goals(&mut self.terrain, self.query, 0, Vec::new())?;
            let joints = endpoints.nodes.iter().map(|&node| (node, 0)).collect();
            let goal_box = self.goal_box(&endpoints.nodes);
            return Ok(Targets { joints, cells: None, goal_box, endpoints: Some(endpoints), goal: plan.path.goal });
        }
        let total = !self.variant.joins_first();
        let mut left = 0;
        let mut found: Vec<(u32, u32, usize)> = Vec::with_capacity(cells.len() - first);
        for i in (first..cells.len()).rev() {
            left += u64::from(plan.path.moves[i]);
            found.extend(intact.nodes[i].map(|node| (node, if total { clamp_cost(left) } else { 0 }, i)));
        }
        // Where a path crosses itself, the cell with the least remaining cost is joined.
        found.sort_unstable_by_key(|&(node, left, i)| (node, left, std::cmp::Reverse(i)));
        found.dedup_by_key(|&mut (node, ..)| node);
        let to = if total { cells.len() - 1..cells.len() } else { first..cells.len() };
        Ok(Targets {
            joints: found.iter().map(|&(node, left, _)| (node, left)).collect(),
            cells: Some(found.iter().map(|&(node, _, i)| (node, i)).collect()),
            goal_box: GoalBox::to(cells[to].iter().map(|cell| cell.column)),
            endpoints: None,
            goal: plan.path.goal,
        })
    }

    /// Finds a new piece from A–C to D–B.
    fn repair_piece(
        &mut self,
        plan: &CellPlan,
        intact: &Intact,
        walker: usize,
        targets: &Targets,
    ) -> Result<Repair, Failure> {
        let last = intact.last_free();
        let kept: Vec<(u32, usize)> = (walker..=last).filter_map(|i| Some((intact.nodes[i]?, i))).collect();
        // Initial costs differ only enough to break ties: the new piece is the shortest, and of equally short ones the latest.
        let any: Vec<(u32, u32)> = kept.iter().map(|&(node, i)| (node, (last - i) as u32)).collect();
        let mut work = Work::default();
        let latest = &any[any.len() - 1..];
        let from_latest = self.variant.joins_first();
        let mut found = self.path_to(if from_latest { latest } else { &any }, targets, &mut work);
        if from_latest && found.as_ref().is_err_and(|outcome| !outcome.exhausted) {
            found = self.path_to(&any, targets, &mut work);
        }
        let nodes = found.map_err(|outcome| self.refuse_from(latest[0].0, &targets.nodes(), &outcome))?;
        let from = kept.iter().rev().find(|&&(node, _)| node == nodes[0].0).map_or(last, |&(_, i)| i);
        let leaves = if from == last { Leaves::BeforeObstacle } else { Leaves::Earlier };
        Ok(self.insert_piece((plan, intact), Some(from), nodes, targets, (leaves, work)))
    }

    /// Finds a new piece from the floor nearest to a walker whose own floor is covered.
    fn step_aside(
        &mut self,
        plan: &CellPlan,
        intact: &Intact,
        walker: usize,
        targets: &Targets,
    ) -> Result<Repair, Failure> {
        let start = self.floor_beside(plan, walker)?;
        let mut work = Work::default();
        let nodes = self.path_to(&[(start, 0)], targets, &mut work);
        let nodes = nodes.map_err(|outcome| self.refuse_from(start, &targets.nodes(), &outcome))?;
        Ok(self.insert_piece((plan, intact), None, nodes, targets, (Leaves::Aside, work)))
    }

    /// The floor nearest to the walker's cell.
    pub(super) fn floor_beside(&mut self, plan: &CellPlan, walker: usize) -> Result<u32, Failure> {
        let at = plan.path.cells[walker].position(self.terrain.world);
        let floor = nearest_floor(&mut self.terrain, at, self.query.half_extents);
        floor.ok_or_else(|| off_map(&mut self.terrain, at, Why::StartOffMap).into())
    }

    /// The cheapest path from starts to targets.
    fn path_to(&mut self, starts: &[(u32, u32)], targets: &Targets, work: &mut Work) -> Result<Vec<Traced>, Outcome> {
        let (outcome, seen, joint) = self.search_joints(starts, &targets.joints, targets.goal_box);
        work.expanded += outcome.expanded;
        work.enqueued += outcome.enqueued;
        joint.map(|joint| self.trace(&seen, joint)).ok_or(outcome)
    }

    /// Inserts a new piece into the plan.
    fn insert_piece(
        &mut self,
        (plan, intact): (&CellPlan, &Intact),
        from: Option<usize>,
        nodes: Vec<Traced>,
        targets: &Targets,
        (leaves, work): (Leaves, Work),
    ) -> Repair {
        let joint = nodes[nodes.len() - 1].0;
        let goal = targets.endpoints.as_ref().map_or(targets.goal, |endpoints| endpoints.goal_of(joint));
        let piece = Piece { from, to: targets.cell_of(joint), nodes };
        let (plan, new) = self.splice(plan, intact, piece, goal, work);
        Repair::new(plan, new, leaves)
    }
}
