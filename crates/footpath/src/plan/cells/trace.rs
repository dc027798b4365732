//! Tracing a front back from the goal (Bandi & Thalmann §4.1, §5.5).
//!
//! In: the costs that the front gave to cells. Out: the cells from start to goal, with the move that leads to each. Of all
//! neighbours from which the cell was reached at its cost, the one by the move of best priority is taken, then an orthogonal one,
//! then the first by direction: never one by chance. This removes the crooked paths of Fig. 7.

use crate::body::Body;
use crate::plan::query::{CellOptions, Neighbours};
use crate::reach::Terrain;
use crate::reach::{Costs, priority_of};
use crate::search::Seen;

/// A traced node and how it is reached.
pub(crate) type Traced = (u32, u8);

/// The nodes from a start to `goal`.
pub(crate) fn back(
    terrain: &mut Terrain<'_>,
    seen: &Seen,
    costs: &Costs,
    body: &Body,
    options: &CellOptions,
    goal: u32,
) -> Vec<Traced> {
    along(goal, |at| {
        // The parent that the search noted, so that leaps are kept where nothing else leads here.
        let noted = seen.parent(at)?;
        match options.neighbours {
            Neighbours::FourTracedEight => lowest(terrain, seen, costs, options, at).or(Some(noted)),
            _ => first(terrain, |node| seen.cost(node), costs, body, options, at, Some(noted)),
        }
    })
}

/// The nodes to `goal` from where costs are 0, by steps alone; none where costs lead nowhere.
pub(crate) fn by_costs(
    terrain: &mut Terrain<'_>,
    cost_of: impl Fn(u32) -> u32,
    costs: &Costs,
    body: &Body,
    options: &CellOptions,
    goal: u32,
) -> Option<Vec<Traced>> {
    let path = along(goal, |at| first(terrain, &cost_of, costs, body, options, at, None));
    (cost_of(path[0].0) == 0).then_some(path)
}

/// The nodes that lead to `goal`, the first one first, given the one before each and the move from it.
fn along(goal: u32, mut before: impl FnMut(u32) -> Option<Traced>) -> Vec<Traced> {
    let mut path = Vec::new();
    let mut at = goal;
    while let Some((node, how)) = before(at) {
        path.push((at, how));
        at = node;
    }
    path.push((at, 0));
    path.reverse();
    path
}

/// Of the neighbours through which the cell has its cost, the first in the order of ties; what is noted comes last of its kind.
fn first(
    terrain: &mut Terrain<'_>,
    cost_of: impl Fn(u32) -> u32,
    costs: &Costs,
    body: &Body,
    options: &CellOptions,
    at: u32,
    noted: Option<Traced>,
) -> Option<Traced> {
    let ways = if options.neighbours == Neighbours::Eight { 8 } else { 4 };
    let cost = cost_of(at);
    let mut best = noted.map(|(parent, how)| ((priority_of(terrain, body, how), true, usize::MAX), (parent, how)));
    terrain.steps(at, ways, options.corners, |terrain, way, before| {
        let met = cost_of(before);
        if met >= cost {
            return;
        }
        let Some((step, how)) = costs.step(terrain, before, at, way) else { return };
        let order = (priority_of(terrain, body, how), way >= 4, way);
        if met + step == cost && best.is_none_or(|(least, _)| order < least) {
            best = Some((order, (before, how)));
        }
    });
    best.map(|(_, traced)| traced)
}

/// The neighbour of lowest level among all eight, as the seed traces a 4-neighbour front across 8 neighbours.
fn lowest(terrain: &mut Terrain<'_>, seen: &Seen, costs: &Costs, options: &CellOptions, at: u32) -> Option<Traced> {
    let mut best: Option<((u32, bool, usize), Traced)> = None;
    terrain.steps(at, 8, options.corners, |terrain, way, before| {
        if !seen.contains(before) || seen.cost(before) >= seen.cost(at) {
            return;
        }
        let Some((_, how)) = costs.step(terrain, before, at, way) else { return };
        let order = (seen.cost(before), way >= 4, way);
        if best.is_none_or(|(least, _)| order < least) {
            best = Some((order, (before, how)));
        }
    });
    best.map(|(_, traced)| traced)
}
