//! A goal that moves: most of the path is kept, and only its end is new.
//!
//! In: a plan, another goal, the cell that the walker is on. Out: the plan up to some cell ahead of the walker, and a way from
//! there to the goal. The seed plans again from scratch; this is the mirror of its §8.3. Moves are directed, so the front
//! does not grow back from the goal but forward from every cell ahead of the walker at once, each with what it costs to
//! get there. Walking on the old path counts `slack` per cent less than it costs, so that it is left late where that costs
//! little more: the result is never dearer than the best way from the walker by more than those per cent, however often a
//! goal moves, because the walker's own cell is among the starts every time.

use super::ends::Ends;
use super::repair::{Leaves, Repair, narrow};
use super::splice::Piece;
use super::{CellPlan, Planner, trace};
use crate::plan::no_route::NoRoute;
use crate::plan::query::{Goal, Query};
use crate::route::Work;
use crate::world::World;

impl World {
    /// Leads a plan to another goal, for a walker on one of its cells.
    ///
    /// The query is the one that the plan is for; its `from` and `to` do not matter any more. What was broken by edits since
    /// is not kept. [`CellOptions::slack`](crate::plan::CellOptions) says how much dearer than the best way it may get.
    ///
    /// ```
    /// use footpath::plan::Query;
    /// use footpath::{Bake, Body, Scene, World};
    /// let scene = Scene::built_in("stairs").expect("a built-in scene");
    /// let world = World::bake(&scene, &Bake { cell_size: 0.15, ..Bake::default() })?;
    /// let (from, to) = (world.place("start").expect("a place"), world.place("goal").expect("a place"));
    /// let adult = Body::adult();
    /// let query = Query::new(&adult, from, to);
    /// let plan = world.plan_cells(&query)?;
    /// let moved = world.retarget(&query, &plan, [to[0] + 1.0, to[1], to[2] - 1.0], 0)?;
    /// let changed = moved.changed().expect("another goal");
    /// assert!(changed.new.start > plan.path.cells.len() * 3 / 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn retarget(
        &self,
        query: &Query<'_>,
        plan: &CellPlan,
        goal: impl Into<Goal>,
        walker: usize,
    ) -> Result<Repair, NoRoute> {
        let query = Query { to: vec![goal.into()], ..query.clone() };
        if !plan.is_sound() {
            return self.plan_cells(&query).map(Repair::anew);
        }
        let walker = walker.min(plan.path.cells.len() - 1);
        let world = self.ruled(&query)?;
        Planner::new(&world, &query).lead_to(plan, walker)
    }
}

impl Planner<'_> {
    fn lead_to(&mut self, plan: &CellPlan, walker: usize) -> Result<Repair, NoRoute> {
        let intact = self.examine(plan, walker);
        let here = match intact.nodes[walker] {
            Some(node) => (node, Some(walker)),
            None => (self.beside(plan, walker)?, None),
        };
        let ends = Ends::to_goals(&mut self.terrain, self.query, here.0, Vec::new())?;
        let last = plan.path.cells.len() - 1;
        if intact.is_whole() && intact.nodes[last].is_some_and(|node| ends.nodes.binary_search(&node).is_ok()) {
            return Ok(Repair::Unchanged);
        }
        let kept: Vec<(u32, usize)> = match here.1 {
            Some(walker) => (walker..=intact.last_free()).filter_map(|i| Some((intact.nodes[i]?, i))).collect(),
            None => Vec::new(),
        };
        let from = if kept.is_empty() { vec![(here.0, 0)] } else { starts(plan, &kept, self.options.slack) };
        let (outcome, seen) = self.leave(&from, &ends.nodes);
        let Some(goal) = outcome.goal else { return Err(self.refuse(&ends, &ends.nodes, &outcome)) };
        let path = trace::back(&mut self.terrain, &seen, &self.costs, &self.body, &self.options, goal);
        // A path that crosses itself is left as early as it can be.
        let cell = kept.iter().find(|&&(node, _)| node == path[0].0).map(|&(_, i)| i);
        let leaves = if cell.is_some() { Leaves::ForGoal } else { Leaves::Aside };
        let work = Work { expanded: outcome.expanded, enqueued: outcome.enqueued };
        let piece = Piece { from: cell, to: None, path };
        let (plan, new) = self.splice(plan, &intact, piece, ends.goal_of(goal), work);
        Ok(Repair::new(plan, new, leaves))
    }
}

/// Kept cells to start from, with what it costs to walk to each from the first, less the slack: whoever pays a hundred of it
/// may pay the slack on top.
fn starts(plan: &CellPlan, kept: &[(u32, usize)], slack: u8) -> Vec<(u32, u32)> {
    let mut walked = 0;
    let mut starts = Vec::with_capacity(kept.len());
    for &(node, cell) in kept {
        starts.push((node, narrow(walked * 100 / (100 + u64::from(slack)))));
        walked += u64::from(plan.path.moves[cell]);
    }
    starts
}
