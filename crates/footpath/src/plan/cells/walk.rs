//! Walking a straight line over the ground: whether a body can, and over which floors.

use super::lines::crossed;
use crate::clearance::{Ways, pieces};
use crate::ground::{ColumnKey, Grid, Window};
use crate::plan::query::Corners;
use crate::reach::Costs;
use crate::reach::Terrain;
use crate::reach::{Sweep, WAYS, centre};
use std::sync::Arc;

/// Floors of a line around which columns are laid out at once.
const RUN_OF_NODES: usize = 24;

/// Follows a chain of moves from a node; `None` where a move cannot be made in the same way as `how`.
pub(crate) fn follow(
    terrain: &mut Terrain<'_>,
    costs: &Costs,
    from: u32,
    how: u8,
    moves: impl Iterator<Item = [i32; 2]>,
) -> Option<Vec<u32>> {
    let mut nodes = vec![from];
    let mut at = from;
    for step in moves {
        let way = WAYS.iter().position(|way| *way == step)?;
        let mut next = None;
        terrain.steps(at, 8, Corners::BothFlanks, |terrain, along, to| {
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
pub(crate) fn straight(terrain: &mut Terrain<'_>, costs: &Costs, from: u32, to: u32, how: u8) -> Option<Vec<u32>> {
    let (a, b) = (terrain.column(from), terrain.column(to));
    let mut moves = Vec::new();
    crossed(b.x - a.x, b.z - a.z, |way| moves.push(way));
    let nodes = follow(terrain, costs, from, how, moves.into_iter())?;
    (nodes.last() == Some(&to) && fits(terrain, &nodes, how)).then_some(nodes)
}

/// Whether the body fits all along a line over these floors, off their centres too. Where they are not level it needs some
/// more room, since the told line may be that far above the ground.
pub(crate) fn fits(terrain: &mut Terrain<'_>, nodes: &[u32], how: u8) -> bool {
    let limits = &terrain.reach.limits;
    let height = limits.heights[usize::from(if how == 3 { 0 } else { how })];
    let feet: Vec<i32> = nodes.iter().map(|&node| terrain.height(node)).collect();
    let level = feet.iter().all(|&h| h == feet[0]);
    let spare = if level { 0 } else { off_the_ground(&terrain.reach.grid).ceil() as i32 };
    let mut leaning = false;
    let roomy = (0..nodes.len()).all(|i| {
        let [_, highest] = feet_around(&feet, i);
        let (room, leans) = terrain.wide_room(nodes[i]);
        leaning |= leans;
        room >= height + highest - feet[i] + spare
    });
    if roomy {
        return !leaning || leaning_at(terrain, nodes, height, |_| false);
    }
    level && sweeps(terrain, nodes, height)
}

/// How far in cm the told line may be above or below the ground: half a cell's height.
pub(crate) fn off_the_ground(grid: &Grid) -> f64 {
    (f64::from(grid.cell_height) / 2.0).max(1.0)
}

/// Lowest and highest that the feet may be between the floors before and after one.
fn feet_around(feet: &[i32], at: usize) -> [i32; 2] {
    let around = &feet[at.saturating_sub(1)..(at + 2).min(feet.len())];
    around.iter().fold([feet[at]; 2], |[low, high], &h| [low.min(h), high.max(h)])
}

/// Looks along a line at the places where the body has room only because steps ahead are no collision. Calls `found` with
/// the index of each node at which they are one, until it says no; whether it got to the end.
pub(crate) fn leaning_at(
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
    // What looks, and the node up to which it does.
    let mut looks: Option<(usize, Ways<'_>)> = None;
    // Columns that a line may enter from one look to the next.
    let ahead = 3 + 2 * (to[0] - from[0]).abs().max((to[1] - from[1]).abs()) / (count * cell);
    let mut at = 0;
    for piece in 0..=count {
        let place = [0, 1].map(|i| from[i] + (to[i] - from[i]) * piece / count);
        let column = ColumnKey::new(place[0].div_euclid(cell) as i32, place[1].div_euclid(cell) as i32);
        // A place on the corner of columns may belong to none of the line's; then it is still over the last one.
        at = (at..nodes.len().min(at + ahead as usize)).find(|&i| columns[i] == column).unwrap_or(at);
        if !terrain.wide_room(nodes[at]).1 {
            continue;
        }
        if looks.as_ref().is_none_or(|(end, _)| at >= *end) {
            let end = nodes.len().min(at + RUN_OF_NODES);
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

/// The window around some columns, and so many more on all sides.
fn around(columns: &[ColumnKey], more: i32) -> Window {
    let ends = |along: fn(&ColumnKey) -> i32| {
        columns.iter().map(along).fold((i32::MAX, i32::MIN), |(low, high), c| (low.min(c), high.max(c)))
    };
    let ((x0, x1), (z0, z1)) = (ends(|column| column.x), ends(|column| column.z));
    Window { x0, z0, width: x1 - x0 + 1, depth: z1 - z0 + 1 }.grown(more)
}

/// Whether nothing is in the way along a line over level ground: exact, for narrow places.
fn sweeps(terrain: &Terrain<'_>, nodes: &[u32], height: i32) -> bool {
    let grid = &terrain.reach.grid;
    let feet = terrain.height(nodes[0]);
    let (low, high) = (feet + terrain.reach.limits.climb, feet + height);
    let sweep = Sweep {
        from: centre(grid, terrain.column(nodes[0])),
        to: centre(grid, terrain.column(nodes[nodes.len() - 1])),
        radius: terrain.reach.limits.radius,
    };
    sweep.all_columns(grid, |column| {
        let [x, z] = column.in_tile();
        !terrain.world.tile(column.tile()).is_some_and(|tile| tile.is_blocked(x, z, low, high))
    })
}

/// The way between two neighbouring columns.
pub(crate) fn way_between(terrain: &Terrain<'_>, from: u32, to: u32) -> Option<usize> {
    let (a, b) = (terrain.column(from), terrain.column(to));
    WAYS.iter().position(|&[x, z]| [x, z] == [b.x - a.x, b.z - a.z])
}
