//! Chooses the cells of a path on which a foot is set (Bandi & Thalmann §9.1).
//!
//! A cell with little ground is passed over, as long as the foot reaches across: two successive footholds are never farther apart
//! than the horizontal foot span, nor higher than the vertical one. The paper counts the cells that are left out; a stride over
//! that many cells would exceed the span by one, so we measure the stride. If all cells within a stride hold little ground, the
//! one that holds most is stepped on; of several, the farthest.

use crate::body::Body;
use crate::reach::{Terrain, plan_of};
use crate::route::Cell;

/// Marks the cells between two footholds that are passed over because little ground fills them.
pub(super) fn set_feet(terrain: &Terrain<'_>, body: &Body, cells: &mut [Cell], least: u8) {
    let Some(last) = cells.len().checked_sub(1) else { return };
    let weights: Vec<u8> = cells.iter().map(|cell| weight_of(terrain, cell)).collect();
    cells.iter_mut().for_each(|cell| cell.stepped = false);
    let mut at = 0;
    cells[at].stepped = true;
    while at < last {
        at = next_foot((terrain, body), cells, at, (&weights, least));
        cells[at].stepped = true;
    }
}

/// The next foothold after a cell.
fn next_foot(
    (terrain, body): (&Terrain<'_>, &Body),
    cells: &[Cell],
    at: usize,
    (weights, least): (&[u8], u8),
) -> usize {
    let last = cells.len() - 1;
    // Leaps begin and end on footholds.
    let held =
        |i: usize| i == last || weights[i] >= least || cells[i].action.is_leap() || cells[i - 1].action.is_leap();
    let mut best = at + 1;
    for next in at + 1..=last {
        if next > at + 1 && !is_within_stride(terrain, body, &cells[at], &cells[next]) {
            break;
        }
        if held(next) {
            return next;
        }
        if weights[next] >= weights[best] {
            best = next;
        }
    }
    best
}

/// Whether a foot reaches from one cell to another.
fn is_within_stride(terrain: &Terrain<'_>, body: &Body, from: &Cell, to: &Cell) -> bool {
    let cell = i64::from(terrain.reach.grid.cell);
    let apart = [to.column.x - from.column.x, to.column.z - from.column.z].map(|d| i64::from(d) * cell);
    let span = plan_of(body.foot_span);
    apart[0] * apart[0] + apart[1] * apart[1] <= span * span
        && (to.height - from.height).abs() <= terrain.reach.limits.climb
}

fn weight_of(terrain: &Terrain<'_>, cell: &Cell) -> u8 {
    let world = terrain.world;
    let Some(id) = cell.floor(world) else { return 0 };
    world.kept_support(id.tile).get(id.index as usize).copied().unwrap_or(0)
}
