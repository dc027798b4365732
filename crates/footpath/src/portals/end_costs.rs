//! Costs between the endpoints of a search and the portals of their tiles.

use super::body_portals::BodyPortals;
use super::fields::flood;
use super::portal::{EndCosts, Portal};
use crate::ground::TileKey;
use crate::reach::Costs;
use crate::world::{FloorId, World};
use std::collections::BTreeMap;

/// Costs from some floors of a tile, each with an initial cost, to the tile's portals, and the number of floors expanded for it.
/// With a single start, and where costs are equal in both directions, the kept distances of the portals give them without a
/// search.
pub(crate) fn start_costs(
    world: &World,
    portals: &BodyPortals,
    costs: &Costs,
    key: TileKey,
    starts: &[(u32, u32)],
) -> (EndCosts, u64) {
    let (tile, fields) = (portals.tile(world, key), portals.fields(world, key));
    if let &[(start, paid)] = starts
        && fields.both_ways
    {
        let found = goal_costs(world, portals, costs, key, &[start]).into_iter();
        return (found.map(|(local, cost)| (local, cost.saturating_add(paid))).collect(), 0);
    }
    let (flooded, expanded) = flood(&portals.moves, costs, world, key, starts);
    let cost = |(portal, local): (&Portal, u32)| (local, flooded[portal.floor as usize]);
    let found = tile.portals.iter().zip(0..).map(cost).filter(|&(_, cost)| cost != u32::MAX);
    (found.collect(), expanded)
}

/// Costs from the portals of a tile to the nearest of some floors in it.
pub(crate) fn goal_costs(world: &World, portals: &BodyPortals, costs: &Costs, key: TileKey, goals: &[u32]) -> EndCosts {
    let (tile, fields) = (portals.tile(world, key), portals.fields(world, key));
    let area = |index: u32| world.sheet_of(FloorId { tile: key, index });
    let mut found = BTreeMap::new();
    for &goal in goals {
        for local in fields.piece(goal).map_or(0..0, |piece| tile.of_piece(piece)) {
            let floor = tile.portals[local].floor;
            let row = fields.row(&portals.moves, world, key, floor);
            let Some(cost) = fields.cost_to(&row, goal) else { continue };
            let cost = costs.scaled(cost, [area(goal), area(floor)]);
            found.entry(local as u32).and_modify(|least: &mut u32| *least = cost.min(*least)).or_insert(cost);
        }
    }
    found.into_iter().collect()
}
