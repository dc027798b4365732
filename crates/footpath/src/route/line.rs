//! Straight lines over the ground: whether a body can walk one, and over which floors it leads.
//!
//! In: nodes of the terrain, a move. Out: the nodes under the line. Promised: all moves along the line are the same, no node is
//! closed by the terrain's filter, and the body fits everywhere along it. The room anywhere in a column shows that, or else an
//! exact sweep.

use crate::clearance::{Ways, pieces};
use crate::ground::{ColumnKey, Grid, Window};
use crate::reach::{Costs, Move, Sweep, Terrain, WAYS, centre};
use std::sync::Arc;

/// Floors of a line for which columns are prepared at once.
const NODES_AT_ONCE: usize = 24;

/// Follows a chain of moves from a node; `None` where a move cannot be made in the manner `how`.
pub(crate) fn follow_moves(
    terrain: &mut Terrain<'_>,
    costs: &Costs,
    from: u32,
    how: Move,
    moves: impl Iterator<Item = [i32; 2]>,
) -> Option<Vec<u32>> {
    let mut nodes = vec![from];
    let mut at = from;
    for step in moves {
        let way = WAYS.iter().position(|way| *way == step)?;
        let mut next = None;
        terrain.steps(at, |terrain, along, to| {
            let same = along == way && costs.step(terrain, at, to, along).is_some_and(|(_, by)| by == how);
            if same && next.is_none() && !terrain.is_closed(to) {
                next = Some(to);
            }
        });
        at = next?;
        nodes.push(at);
    }
    Some(nodes)
}

/// The floors under the straight line between the centres of two nodes' columns, if it can be walked.
pub(super) fn straight(terrain: &mut Terrain<'_>, costs: &Costs, from: u32, to: u32, how: Move) -> Option<Vec<u32>> {
    let (a, b) = (terrain.column(from), terrain.column(to));
    let mut moves = Vec::new();
    visit_line_moves(b.x - a.x, b.z - a.z, |way| moves.push(way));
    let nodes = follow_moves(terrain, costs, from, how, moves.into_iter())?;
    (nodes.last() == Some(&to) && fits(terrain, &nodes, how)).then_some(nodes)
}

/// Whether the body fits everywhere along a line over these floors, not only at their centres. On ground that is not level it
/// needs more headroom, since the route may be above the ground by the height tolerance.
pub(super) fn fits(terrain: &mut Terrain<'_>, nodes: &[u32], how: Move) -> bool {
    let height = how.height(&terrain.reach.limits);
    let feet: Vec<i32> = nodes.iter().map(|&node| terrain.height(node)).collect();
    let level = feet.iter().all(|&h| h == feet[0]);
    let spare = if level { 0 } else { height_tolerance(&terrain.reach.grid).ceil() as i32 };
    let mut leaning = false;
    let roomy = (0..nodes.len()).all(|i| {
        let [_, highest] = feet_around(&feet, i);
        let (room, leans) = terrain.wide_room(nodes[i]);
        leaning |= leans;
        room >= height + highest - feet[i] + spare
    });
    if roomy {
        return !leaning || check_step_exceptions(terrain, nodes, height, |_| false);
    }
    let ends = [nodes[0], nodes[nodes.len() - 1]].map(|node| terrain.column(node));
    level && sweep_level(terrain, ends, [feet[0], height], |_| false)
}

/// How far in cm a route may be above or below the ground: half a cell's height.
pub(super) fn height_tolerance(grid: &Grid) -> f64 {
    (f64::from(grid.cell_height) / 2.0).max(1.0)
}

/// Lowest and highest position of the feet between a floor and its neighbours on the path.
pub(crate) fn feet_around(feet: &[i32], at: usize) -> [i32; 2] {
    let around = &feet[at.saturating_sub(1)..(at + 2).min(feet.len())];
    around.iter().fold([feet[at]; 2], |[low, high], &h| [low.min(h), high.max(h)])
}

/// Checks the places of a line at which the body has room only thanks to the step exception. Calls `found` with the index of each
/// node at which the body does not fit, until `found` returns false. Returns whether the end was reached.
pub(crate) fn check_step_exceptions(
    terrain: &mut Terrain<'_>,
    nodes: &[u32],
    height: i32,
    mut found: impl FnMut(usize) -> bool,
) -> bool {
    let reach = Arc::clone(&terrain.reach);
    let columns: Vec<ColumnKey> = nodes.iter().map(|&node| terrain.column(node)).collect();
    let feet: Vec<i32> = nodes.iter().map(|&node| terrain.height(node)).collect();
    let [from, to] = [columns[0], columns[columns.len() - 1]].map(|column| centre(&reach.grid, column));
    let (count, cell) = (pieces(from, to), i64::from(reach.grid.cell));
    // The prepared columns, and the node up to which they reach.
    let mut looks: Option<(usize, Ways<'_>)> = None;
    // Most columns that a line may enter from one piece to the next.
    let ahead = 3 + 2 * (to[0] - from[0]).abs().max((to[1] - from[1]).abs()) / (count * cell);
    let mut at = 0;
    for piece in 0..=count {
        let place = [0, 1].map(|i| from[i] + (to[i] - from[i]) * piece / count);
        let column = ColumnKey::new(place[0].div_euclid(cell) as i32, place[1].div_euclid(cell) as i32);
        // A place on the corner of columns may belong to none of the line's; then it still counts for the last one.
        at = (at..nodes.len().min(at + ahead as usize)).find(|&i| columns[i] == column).unwrap_or(at);
        if !terrain.wide_room(nodes[at]).1 {
            continue;
        }
        if looks.as_ref().is_none_or(|(end, _)| at >= *end) {
            let end = nodes.len().min(at + NODES_AT_ONCE);
            looks = Some((end, reach.ways(terrain.world, around(&columns[at..end], 1))));
        }
        let Some((_, ways)) = &mut looks else { continue };
        let under = ways.floor_at(columns[at], feet[at]);
        let free = under.is_some_and(|under| ways.fits(place, &[under], feet_around(&feet, at), height));
        if !free && !found(at) {
            return false;
        }
    }
    true
}

/// The window around some columns, with a margin of `more` columns.
fn around(columns: &[ColumnKey], more: i32) -> Window {
    let ends = |along: fn(&ColumnKey) -> i32| {
        columns.iter().map(along).fold((i32::MAX, i32::MIN), |(low, high), c| (low.min(c), high.max(c)))
    };
    let ((x0, x1), (z0, z1)) = (ends(|column| column.x), ends(|column| column.z));
    Window { x0, z0, width: x1 - x0 + 1, depth: z1 - z0 + 1 }.grown(more)
}

/// Sweeps the body exactly along a line over level ground, for narrow places. Calls `found` with each blocked part of the line,
/// as shares of its length, until `found` returns false. Returns whether the end was reached.
pub(crate) fn sweep_level(
    terrain: &Terrain<'_>,
    ends: [ColumnKey; 2],
    [feet, height]: [i32; 2],
    mut found: impl FnMut([f64; 2]) -> bool,
) -> bool {
    let limits = &terrain.reach.limits;
    let grid = &terrain.reach.grid;
    let [from, to] = ends.map(|column| centre(grid, column));
    let (low, high) = (feet + limits.climb, feet + height);
    let sweep = Sweep { from, to, radius: limits.radius };
    sweep.all_columns(grid, |column| {
        let [x, z] = column.in_tile();
        let blocked = terrain.world.tile(column.tile()).is_some_and(|tile| tile.is_blocked(x, z, low, high));
        !blocked || found(sweep.share(grid, column))
    })
}

/// Calls `visit` with every move from column to column along the line from the centre of `(0, 0)` to that of `(dx, dz)`. A move
/// through a corner is diagonal.
pub(crate) fn visit_line_moves(dx: i32, dz: i32, mut visit: impl FnMut([i32; 2])) {
    let (ax, az) = (i64::from(dx.abs()), i64::from(dz.abs()));
    let (mut x, mut z) = (0, 0);
    while x < ax || z < az {
        // The next border along x is at (2x + 1) / 2ax of the line, along z at (2z + 1) / 2az.
        let order = if x == ax {
            std::cmp::Ordering::Greater
        } else if z == az {
            std::cmp::Ordering::Less
        } else {
            ((2 * x + 1) * az).cmp(&((2 * z + 1) * ax))
        };
        let way = [i32::from(order.is_le()), i32::from(order.is_ge())];
        x += i64::from(way[0]);
        z += i64::from(way[1]);
        visit([way[0] * dx.signum(), way[1] * dz.signum()]);
    }
}

/// The direction from a node's column to that of its neighbour.
pub(crate) fn way_between(terrain: &Terrain<'_>, from: u32, to: u32) -> Option<usize> {
    let (a, b) = (terrain.column(from), terrain.column(to));
    WAYS.iter().position(|&[x, z]| [x, z] == [b.x - a.x, b.z - a.z])
}
