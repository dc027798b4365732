//! Walking a straight line over the ground: whether a body can, and over which floors.

use super::lines::crossed;
use super::space::Costs;
use crate::plan::query::Corners;
use crate::plan::reach::{Sweep, WAYS, centre};
use crate::plan::terrain::Terrain;

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

/// Whether the body fits all along a line over these floors, off their centres too.
pub(crate) fn fits(terrain: &mut Terrain<'_>, nodes: &[u32], how: u8) -> bool {
    let limits = &terrain.reach.limits;
    let height = limits.heights[usize::from(if how == 3 { 0 } else { how })];
    let feet: Vec<i32> = nodes.iter().map(|&node| terrain.height(node)).collect();
    let roomy = (0..nodes.len()).all(|i| {
        let around = &feet[i.saturating_sub(1)..(i + 2).min(feet.len())];
        let rise = around.iter().max().map_or(0, |&highest| highest - feet[i]);
        terrain.wide_room(nodes[i]) >= height + rise
    });
    roomy || (feet.iter().all(|&h| h == feet[0]) && sweeps(terrain, nodes, height))
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
