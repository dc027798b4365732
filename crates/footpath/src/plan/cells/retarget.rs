//! A goal that moves: most of the path is kept, and only its end is new.
//!
//! In: a plan, another goal, the cell that the walker is on. Out: the plan up to some cell ahead of the walker, and a way from
//! there to the goal. The seed plans again from scratch; this is the mirror of its §8.3. Moves are directed, so the front
//! does not grow back from the goal but forward from every cell ahead of the walker at once, each with what it costs to
//! get there. Walking on the old path counts `slack` per cent less than it costs, so that it is left late where that costs
//! little more: the result is never dearer than the best way from the walker by more than those per cent, however often a
//! goal moves, because the walker's own cell is among the starts every time.

use super::repair::{Leaves, Repair, narrow};
use super::splice::Piece;
use crate::plan::query::{Endpoints, Failure, Planner, Variant, work_of};
use crate::route::CellPlan;

/// Leads a sound plan to the goals of another query, for a walker on one of its cells.
pub(crate) fn retarget<V: Variant>(
    mut planner: Planner<'_, V>,
    plan: &CellPlan,
    walker: usize,
) -> Result<Repair, Failure> {
    let last = plan.path.cells.len() - 1;
    let walker = walker.min(last);
    let intact = planner.examine(plan, walker);
    let (here, is_on_path) = match intact.nodes[walker] {
        Some(node) => (node, true),
        None => (planner.beside(plan, walker)?, false),
    };
    let endpoints = Endpoints::to_goals(&mut planner.terrain, planner.query, here, Vec::new())?;
    if intact.is_whole() && intact.nodes[last].is_some_and(|node| endpoints.nodes.binary_search(&node).is_ok()) {
        return Ok(Repair::Unchanged);
    }
    let kept = walker..if is_on_path { intact.last_free() + 1 } else { walker };
    let kept: Vec<(u32, usize)> = kept.filter_map(|i| Some((intact.nodes[i]?, i))).collect();
    let from = if is_on_path { starts(plan, &kept, planner.options.slack) } else { vec![(here, 0)] };
    let (outcome, seen) = planner.leave(&from, &endpoints.nodes);
    let Some(goal) = outcome.goal else { return Err(planner.refuse(endpoints.start, &endpoints.nodes, &outcome)) };
    let nodes = planner.trace(&seen, goal);
    // A path that crosses itself is left as early as it can be.
    let cell = kept.iter().find(|&&(node, _)| node == nodes[0].0).map(|&(_, i)| i);
    let leaves = if cell.is_some() { Leaves::ForGoal } else { Leaves::Aside };
    let piece = Piece { from: cell, to: None, nodes };
    let (plan, new) = planner.splice(plan, &intact, piece, endpoints.goal_of(goal), work_of(&outcome));
    Ok(Repair::new(plan, new, leaves))
}

/// Kept cells to start from, with the cost to walk to each from the first, less the slack.
fn starts(plan: &CellPlan, kept: &[(u32, usize)], slack: u8) -> Vec<(u32, u32)> {
    let mut walked = 0;
    let mut starts = Vec::with_capacity(kept.len());
    for &(node, cell) in kept {
        starts.push((node, narrow(walked * 100 / (100 + u64::from(slack)))));
        walked += u64::from(plan.path.moves[cell]);
    }
    starts
}
