//! Costs from the starts of a search to the portals of their tile.

use super::body_portals::{BodyPortals, PortalTile};
use super::fields::flood;
use super::graph::EndCosts;
use super::portal::Portal;
use crate::ground::TileKey;
use crate::reach::Costs;
use crate::world::{FloorId, World};

/// Costs from some floors of a tile, which cost something to be at, to its portals, and the number of floors expanded for it.
/// A single start needs no search where ways cost the same in both directions: the kept distances of the portals tell it.
pub(crate) fn start_costs(
    world: &World,
    portals: &BodyPortals,
    costs: &Costs,
    key: TileKey,
    starts: &[(u32, u32)],
) -> (EndCosts, u64) {
    let tile = portals.tile(world, key);
    if let &[(start, paid)] = starts
        && tile.fields.both_ways
    {
        return (kept_costs(world, portals, costs, (key, &tile), start, paid), 0);
    }
    let (flooded, expanded) = flood(&portals.moves, costs, world, key, starts);
    let cost = |(portal, local): (&Portal, u32)| (local, flooded[portal.floor as usize]);
    let found = tile.portals.iter().zip(0..).map(cost).filter(|&(_, cost)| cost != u32::MAX);
    (found.collect(), expanded)
}

fn kept_costs(
    world: &World,
    portals: &BodyPortals,
    costs: &Costs,
    (key, tile): (TileKey, &PortalTile),
    start: u32,
    paid: u32,
) -> EndCosts {
    let Some(piece) = tile.fields.piece(start) else { return EndCosts::new() };
    let area = |index: u32| world.sheet_of(FloorId { tile: key, index });
    let cost = |local: usize| {
        let floor = tile.portals[local].floor;
        let row = tile.fields.row(&portals.moves, world, key, floor);
        let cost = tile.fields.cost_to(&row, start)?;
        let cost = if costs.are_lasting() { cost } else { costs.scaled(cost, [area(start), area(floor)]) };
        Some((local as u32, cost.saturating_add(paid)))
    };
    tile.of_piece(piece).filter_map(cost).collect()
}
