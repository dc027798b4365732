//! Repair: a path that an obstacle has broken is led around it (Bandi & Thalmann §8.3).
//!
//! In: a plan, the world after edits, the cell that the walker is on. Out: that nothing needs to be done, or a plan in three
//! pieces: the cells up to the last free one before the obstacle (A to C of Fig. 15), a new piece, and the cells from
//! where it joins the old path (on D to B). The first and the last are kept bit for bit.
//!
//! Where we differ. The seed searches from C alone and joins the cell that the front reaches first. We join the cell from
//! which the rest is cheapest, and start from all of A–C ahead of the walker alike: C is the nearest to the obstacle, so the
//! new piece begins there, unless nothing leads on from it or only back; then the walker stays out of the dead end. The seed wants start, goal and human clear of
//! the obstacle. Here an obstacle on the start does not matter once the walker has left it; one on the goal sends the walker to
//! the nearest floor within `half_extents`; one on the walker makes it step aside first; each of these or a refusal that says
//! how far it would be.

use super::intact::Intact;
use super::splice::Piece;
use crate::plan::query::endpoints::{nearest_floor, off_map};
use crate::plan::query::{Endpoints, Failure, Planner, Variant, Why};
use crate::reach::GoalBox;
use crate::route::{CellPlan, Traced, Work};
use crate::search::Outcome;
use std::ops::Range;

/// What became of a plan.
#[derive(Clone, Debug, PartialEq)]
pub enum Repair {
    /// Nothing needs to be done: the way ahead of the walker is as it was.
    Unchanged,
    /// The plan was changed.
    Changed(Box<Changed>),
}

/// A changed plan, and what of it is old.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    /// The plan. Its route's work is what the change took.
    pub plan: CellPlan,
    /// Its new cells. Those before are the first cells of the old path, those after are the last ones of it.
    pub new: Range<usize>,
    /// Where the new cells begin.
    pub leaves: Leaves,
}

/// Where a changed plan leaves the old one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// At the last free cell before the obstacle.
    BeforeObstacle,
    /// At a cell before that, because from the last free one no way leads on, or only back.
    Earlier,
    /// Where it is best left for a goal that has moved.
    ForGoal,
    /// It does not: the walker's cell is covered, and the plan begins at the nearest floor to step aside to. Whether one
    /// gets there, from within an obstacle, is not known.
    Aside,
    /// It does not: the plan that was given has no cells, or its parts do not fit together.
    Anew,
}

impl Repair {
    /// The plan to follow from now on.
    pub fn plan_or(self, old: CellPlan) -> CellPlan {
        match self {
            Self::Unchanged => old,
            Self::Changed(changed) => changed.plan,
        }
    }

    /// What was changed, if anything.
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

/// Leads a sound plan around what was added to the world since, for a walker on one of its cells.
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
    planner.lead_around(plan, &intact, walker, &targets)
}

/// Where a new piece may end.
struct Targets {
    /// Nodes with what is left from there, sorted.
    joints: Vec<(u32, u32)>,
    /// Cells of the joints in the old path; none when they are goals.
    cells: Option<Vec<(u32, usize)>>,
    goal_box: Option<GoalBox>,
    /// Goals, when the old one is covered.
    endpoints: Option<Endpoints>,
    goal: usize,
}

impl Targets {
    /// The nodes to get to.
    fn nodes(&self) -> Vec<u32> {
        self.joints.iter().map(|&(node, _)| node).collect()
    }

    /// The cell of a joint in the old path.
    fn cell_of(&self, joint: u32) -> Option<usize> {
        let cells = self.cells.as_ref()?;
        cells.binary_search_by_key(&joint, |&(node, _)| node).ok().map(|at| cells[at].1)
    }
}

/// Costs as the search counts them.
pub(super) fn narrow(cost: u64) -> u32 {
    cost.min(u64::from(u32::MAX / 4)) as u32
}

impl<V: Variant> Planner<'_, V> {
    /// The cells of D to B; when B is covered, the goals of the query as they can be reached now.
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
            found.extend(intact.nodes[i].map(|node| (node, if total { narrow(left) } else { 0 }, i)));
        }
        // A path that crosses itself is joined where less is left.
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

    /// From A–C to D–B.
    fn lead_around(
        &mut self,
        plan: &CellPlan,
        intact: &Intact,
        walker: usize,
        targets: &Targets,
    ) -> Result<Repair, Failure> {
        let last = intact.last_free();
        let kept: Vec<(u32, usize)> = (walker..=last).filter_map(|i| Some((intact.nodes[i]?, i))).collect();
        // All alike, so that the new piece is as short as can be; of equally short ones the latest.
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
        Ok(self.put_in((plan, intact), Some(from), nodes, targets, (leaves, work)))
    }

    /// From the floor nearest to a walker whose own is covered.
    fn step_aside(
        &mut self,
        plan: &CellPlan,
        intact: &Intact,
        walker: usize,
        targets: &Targets,
    ) -> Result<Repair, Failure> {
        let start = self.beside(plan, walker)?;
        let mut work = Work::default();
        let nodes = self.path_to(&[(start, 0)], targets, &mut work);
        let nodes = nodes.map_err(|outcome| self.refuse_from(start, &targets.nodes(), &outcome))?;
        Ok(self.put_in((plan, intact), None, nodes, targets, (Leaves::Aside, work)))
    }

    /// The floor nearest to the walker's cell.
    pub(super) fn beside(&mut self, plan: &CellPlan, walker: usize) -> Result<u32, Failure> {
        let at = plan.path.cells[walker].position(self.terrain.world);
        let floor = nearest_floor(&mut self.terrain, at, self.query.half_extents);
        floor.ok_or_else(|| off_map(&mut self.terrain, at, Why::StartOffMap).into())
    }

    /// The cheapest path from starts to targets.
    fn path_to(&mut self, starts: &[(u32, u32)], targets: &Targets, work: &mut Work) -> Result<Vec<Traced>, Outcome> {
        let (outcome, seen, joint) = self.join(starts, &targets.joints, targets.goal_box);
        work.expanded += outcome.expanded;
        work.enqueued += outcome.enqueued;
        joint.map(|joint| self.trace(&seen, joint)).ok_or(outcome)
    }

    /// Puts a new piece into the plan.
    fn put_in(
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
