//! A refined tile of a file: its exact portals for one body, in a form that does not need the tile in memory.

use super::body_portals::{BodyPortals, PortalTile};
use super::crossing_costs::{CrossingCosts, spot_at};
use crate::ground::{Outline, TileKey};
use crate::reach::{Costs, ORTHOGONAL};
use crate::world::World;
use rayon::prelude::*;
use std::sync::Arc;

/// A tile whose portals and the costs between them are known.
#[derive(Clone, Debug)]
pub(crate) struct Refined {
    /// Whether portals by leaps are included.
    pub leaps: bool,
    pub tile: Arc<PortalTile>,
    /// By portal: the nearest spot of the tile's outline on its passage, and the distance in columns.
    pub spots: Vec<Option<(u32, u32)>>,
}

impl Refined {
    /// Refines a tile, in a window with all tiles that its portals depend on.
    pub fn new(
        world: &World,
        portals: &BodyPortals,
        key: TileKey,
        outline: Option<(&Outline, &CrossingCosts)>,
    ) -> Self {
        let tile = portals.tile(world, key);
        // Each portal's costs take a flood of the tile.
        (0..tile.portals.len()).into_par_iter().for_each(|at| {
            tile.between(portals, world, key, at);
        });
        let spot = |portal: usize| {
            let (direction, along) = tile.over_rim(portal)?;
            let (spot, aside) = spot_at(outline?, (tile.areas[portal], direction, along))?;
            Some((spot as u32, aside))
        };
        let spots = (0..tile.portals.len()).map(spot).collect();
        Self { leaps: portals.moves.extended, tile, spots }
    }

    /// Lower bounds of the costs between two spots of the tile's outline, from the costs between the portals of their passages;
    /// `None` where no path exists.
    pub fn between_spots(&self, crossing: &CrossingCosts, costs: &Costs) -> impl Fn(usize, usize) -> Option<u32> {
        let aside = |spot: usize, portal: usize| {
            let own = &crossing.spots[spot];
            let nearest = &crossing.spots[self.spots[portal]?.0 as usize];
            let ([x, z], to) = (own.column, self.tile.columns[portal].in_tile());
            (own.pass == nearest.pass).then(|| (x - to[0]).abs().max((z - to[1]).abs()) as u32)
        };
        let near = |spot: usize| {
            (0..self.tile.portals.len()).filter_map(|portal| Some((aside(spot, portal)?, portal))).collect()
        };
        let portals: Vec<Vec<(u32, usize)>> = (0..crossing.spots.len()).map(near).collect();
        let column = costs.at_least(ORTHOGONAL);
        move |from, to| {
            // Of the pairs of portals that a path joins, the pair nearest to the spots gives the tightest bound.
            let cost = |&(near, from): &(u32, usize), &(far, to): &(u32, usize)| {
                let first = self.tile.of_piece(self.tile.portals[from].piece).start;
                let cost = *self.tile.derived_between(from).get(to.checked_sub(first)?)?;
                (cost != u32::MAX).then_some((near + far, cost))
            };
            let pairs = portals[from].iter().flat_map(|near| portals[to].iter().filter_map(move |far| cost(near, far)));
            pairs.min().map(|(aside, cost)| cost.saturating_sub(aside * column))
        }
    }
}
