//! Repair: a path that an obstacle has broken is led around it (Bandi & Thalmann §8.3).
//!
//! In: a plan, the world after edits, the cell that the walker is on. Out: that nothing needs to be done, or a plan in three
//! pieces: the cells up to the last free one before the obstacle (A to C of Fig. 15), a new piece, and the cells from
//! where it joins the old path (on D to B). The first and the last are kept bit for bit.
//!
//! Where we differ. The seed searches from C alone and joins the cell that the front reaches first. We join the cell from
//! which the rest is cheapest, and start from all of A–C ahead of the walker alike: C is the nearest to the obstacle, so the
//! new piece begins there, unless nothing leads on from it or only back; then nobody walks into the dead end.
//! [`Join`](crate::plan::Join) has both. The seed wants start, goal and human clear of
//! the obstacle. Here an obstacle on the start does not matter to someone who has left it; one on the goal sends the walker to
//! the nearest floor within `half_extents`; one on the walker makes it step aside first; each of these or a refusal that says
//! how far it would be.

use super::ends::{Ends, off_map, stand};
use super::intact::Intact;
use super::splice::Piece;
use super::trace::{self, Traced};
use super::{CellPlan, Planner};
use crate::plan::no_route::{NoRoute, Why};
use crate::plan::query::{Join, Query};
use crate::reach::GoalBox;
use crate::route::Work;
use crate::search::Outcome;
use crate::world::World;
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

    pub(super) fn anew(plan: CellPlan) -> Self {
        let new = 0..plan.path.cells.len();
        Self::new(plan, new, Leaves::Anew)
    }
}

impl CellPlan {
    /// The cell of the path that is nearest to a position in metres; of several the last.
    pub fn cell_near(&self, world: &World, position: [f64; 3]) -> Option<usize> {
        let apart = |at: [f64; 3]| (0..3).map(|i| (at[i] - position[i]).powi(2)).sum::<f64>();
        let cells = self.path.cells.iter().enumerate().map(|(i, cell)| (apart(cell.position(world)), i));
        cells.min_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))).map(|(_, i)| i)
    }

    /// Whether cells, moves, corners and points belong together.
    pub(super) fn is_sound(&self) -> bool {
        let (cells, points) = (self.path.cells.len(), self.route.points.len());
        let rising = self.corners.windows(2).all(|pair| pair[0].cell < pair[1].cell && pair[0].point < pair[1].point);
        let ends = self.corners.first().zip(self.corners.last()).is_some_and(|(first, last)| {
            (first.cell, first.point) == (0, 0) && (last.cell + 1, last.point + 1) == (cells, points)
        });
        rising && ends && self.path.moves.len() == cells
    }
}

impl World {
    /// Leads a plan around what was added to the world since, for a walker on one of its cells.
    ///
    /// The query is the one that the plan is for; its `from` does not matter any more. [`CellPlan::cell_near`] finds the
    /// walker's cell. Nothing is done when all is free from there on. A plan is not made shorter by this when an obstacle has
    /// gone: for that, plan again.
    ///
    /// ```
    /// use footpath::plan::Query;
    /// use footpath::world::Obstacle;
    /// use footpath::{Bake, Body, Scene, World};
    /// let plate = [[0.0, 0.0, 0.0], [0.0, 0.0, 8.0], [8.0, 0.0, 8.0], [8.0, 0.0, 0.0]];
    /// let scene = Scene::builder().object("plate", &plate, &[0u32, 1, 2, 0, 2, 3], None).build();
    /// let mut world = World::bake(&scene, &Bake::default())?;
    /// let adult = Body::adult();
    /// let query = Query::new(&adult, [1.0, 0.0, 4.0], [7.0, 0.0, 4.0]);
    /// let plan = world.plan_cells(&query)?;
    ///
    /// world.add(&Obstacle::block([3.5, 0.0, 3.0], [4.5, 2.0, 5.0]))?;
    /// let repair = world.repair(&query, &plan, 0)?;
    /// let changed = repair.changed().expect("the box is in the way");
    /// assert_eq!(changed.plan.path.cells[..changed.new.start], plan.path.cells[..changed.new.start]);
    ///
    /// // Who is past the box need not care.
    /// let beyond = plan.cell_near(&world, [6.0, 0.0, 4.0]).expect("a cell of the path");
    /// assert!(world.repair(&query, &plan, beyond)?.changed().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn repair(&self, query: &Query<'_>, plan: &CellPlan, walker: usize) -> Result<Repair, NoRoute> {
        if !plan.is_sound() {
            return self.plan_cells(query).map(Repair::anew);
        }
        let walker = walker.min(plan.path.cells.len() - 1);
        let world = self.ruled(query)?;
        let mut planner = Planner::new(&world, query);
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
}

/// Where a new piece may end.
struct Targets {
    /// Nodes with what is left from there, sorted.
    joints: Vec<(u32, u32)>,
    /// Cells of the joints in the old path; none when they are goals.
    cells: Option<Vec<(u32, usize)>>,
    ahead: Option<GoalBox>,
    /// Goals, when the old one is covered.
    ends: Option<Ends>,
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

impl Planner<'_> {
    /// The cells of D to B; when B is covered, the goals of the query as they can be reached now.
    fn targets(&mut self, plan: &CellPlan, intact: &Intact) -> Result<Targets, NoRoute> {
        let cells = &plan.path.cells;
        let first = intact.first_free();
        if first >= cells.len() {
            let ends = Ends::to_goals(&mut self.terrain, self.query, 0, Vec::new())?;
            let joints = ends.nodes.iter().map(|&node| (node, 0)).collect();
            let ahead = GoalBox::to(ends.nodes.iter().map(|&node| self.terrain.column(node)));
            return Ok(Targets { joints, cells: None, ahead, ends: Some(ends), goal: plan.path.goal });
        }
        let total = self.options.join == Join::Total;
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
            ahead: GoalBox::to(cells[to].iter().map(|cell| cell.column)),
            ends: None,
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
    ) -> Result<Repair, NoRoute> {
        let last = intact.last_free();
        let kept: Vec<(u32, usize)> = (walker..=last).filter_map(|i| Some((intact.nodes[i]?, i))).collect();
        let (start, _) = kept[kept.len() - 1];
        // All alike, so that the new piece is as short as can be; of equally short ones the latest.
        let any: Vec<(u32, u32)> = kept.iter().map(|&(node, i)| (node, (last - i) as u32)).collect();
        let mut work = Work::default();
        let literal = self.options.join == Join::First;
        let first = if literal { &any[any.len() - 1..] } else { &any };
        let (mut outcome, mut path) = self.way_to(first, targets, &mut work);
        if literal && path.is_none() && !outcome.exhausted {
            (outcome, path) = self.way_to(&any, targets, &mut work);
        }
        let Some(path) = path else { return Err(self.refuse_from(start, &targets.nodes(), &outcome)) };
        let from = kept.iter().rev().find(|&&(node, _)| node == path[0].0).map_or(last, |&(_, i)| i);
        let leaves = if from == last { Leaves::BeforeObstacle } else { Leaves::Earlier };
        Ok(self.put_in(plan, intact, Some(from), path, targets, leaves, work))
    }

    /// From the floor nearest to a walker whose own is covered.
    fn step_aside(
        &mut self,
        plan: &CellPlan,
        intact: &Intact,
        walker: usize,
        targets: &Targets,
    ) -> Result<Repair, NoRoute> {
        let start = self.beside(plan, walker)?;
        let mut work = Work::default();
        let (outcome, path) = self.way_to(&[(start, 0)], targets, &mut work);
        let Some(path) = path else { return Err(self.refuse_from(start, &targets.nodes(), &outcome)) };
        Ok(self.put_in(plan, intact, None, path, targets, Leaves::Aside, work))
    }

    /// The floor nearest to the walker's cell.
    pub(super) fn beside(&mut self, plan: &CellPlan, walker: usize) -> Result<u32, NoRoute> {
        let at = plan.path.cells[walker].position(self.terrain.world);
        stand(&mut self.terrain, at, self.query.half_extents)
            .ok_or_else(|| off_map(&mut self.terrain, at, Why::StartOffMap))
    }

    /// The cheapest way from starts to targets, if any.
    fn way_to(&mut self, starts: &[(u32, u32)], targets: &Targets, work: &mut Work) -> (Outcome, Option<Vec<Traced>>) {
        let (outcome, seen, joint) = self.join(starts, &targets.joints, targets.ahead);
        work.expanded += outcome.expanded;
        work.enqueued += outcome.enqueued;
        let path =
            joint.map(|joint| trace::back(&mut self.terrain, &seen, &self.costs, &self.body, &self.options, joint));
        (outcome, path)
    }

    #[allow(clippy::too_many_arguments)]
    fn put_in(
        &mut self,
        plan: &CellPlan,
        intact: &Intact,
        from: Option<usize>,
        path: Vec<Traced>,
        targets: &Targets,
        leaves: Leaves,
        work: Work,
    ) -> Repair {
        let joint = path[path.len() - 1].0;
        let goal = targets.ends.as_ref().map_or(targets.goal, |ends| ends.goal_of(joint));
        let piece = Piece { from, to: targets.cell_of(joint), path };
        let (plan, new) = self.splice(plan, intact, piece, goal, work);
        Repair::new(plan, new, leaves)
    }
}
