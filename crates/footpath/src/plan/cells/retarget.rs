//! A goal that moves: most of the path is kept, and only its end is new.
//!
//! In: a plan, a new goal, the cell that the walker is on. Out: the plan up to some cell ahead of the walker, and a new path from
//! there to the goal. The paper plans again from scratch; this mirrors its §8.3. Moves are directed, so the search does not go
//! back from the goal. It goes forward from all cells ahead of the walker at once, each with the cost of walking there. Walking
//! on the old path counts `slack` per cent less than it costs, so the old path is left late if that costs little more. Promised:
//! the result never costs more than the best path from the walker by more than `slack` per cent, however often the goal moves,
//! because the walker's own cell is always among the starts.

use super::repair::{Leaves, Repair, clamp_cost};
use super::splice::Piece;
use crate::plan::query::{Endpoints, Failure, Planner, Variant, work_of};
use crate::route::CellPlan;

/// Leads a consistent plan to the goals of another query, for a walker on one of its cells.
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
        None => (planner.floor_beside(plan, walker)?, false),
    };
    let endpoints = Endpoints::to_goals(&mut planner.terrain, planner.query, here, Vec::new())?;
    if intact.is_whole() && intact.nodes[last].is_some_and(|node| endpoints.nodes.binary_search(&node).is_ok()) {
        return Ok(Repair::Unchanged);
    }
    let kept = walker..if is_on_path { intact.last_free() + 1 } else { walker };
    let kept: Vec<(u32, usize)> = kept.filter_map(|i| Some((intact.nodes[i]?, i))).collect();
    let from = if is_on_path { starts(plan, &kept, planner.options.slack) } else { vec![(here, 0)] };
    let (outcome, seen) = planner.search_goals(&from, &endpoints.nodes);
    let Some(goal) = outcome.goal else { return Err(planner.refuse(endpoints.start, &endpoints.nodes, &outcome)) };
    let nodes = planner.trace(&seen, goal);
    // A path that crosses itself is left at its first pass through the cell.
    let cell = kept.iter().find(|&&(node, _)| node == nodes[0].0).map(|&(_, i)| i);
    let leaves = if cell.is_some() { Leaves::ForGoal } else { Leaves::Aside };
    let piece = Piece { from: cell, to: None, nodes };
    let (plan, new) = planner.splice(plan, &intact, piece, endpoints.goal_of(goal), work_of(&outcome));
    Ok(Repair::new(plan, new, leaves))
}

/// The kept cells as starts, each with the cost of walking there from the first, less the slack.
fn starts(plan: &CellPlan, kept: &[(u32, usize)], slack: u8) -> Vec<(u32, u32)> {
    let mut walked = 0;
    let mut starts = Vec::with_capacity(kept.len());
    for &(node, cell) in kept {
        starts.push((node, clamp_cost(walked * 100 / (100 + u64::from(slack)))));
        walked += u64::from(plan.path.moves[cell]);
    }
    starts
}
