//! Fields of a tile: the distances from one of its floors to the others, for one body and its costs. Measured on first use, and
//! kept.
//!
//! In: a tile's steps and leaps. Out: costs within the tile. They depend on fewer tiles than its portals do, so an edit nearby
//! leaves them valid. Costs are kept in parts that fit 16 bits; a part is less than a centimetre except on very costly ground.

use super::moves::Moves;
use crate::ground::{TILE, Tile, TileKey};
use crate::reach::{Costs, FloorGraph, GraphOptions, INDEX, Labels, Terrain, UNLABELLED, WAYS, octile};
use crate::search::{Buckets, Seen, search};
use crate::world::{Bytes, Charge, FloorId, World};
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

/// Not reached within the tile.
const FAR: u16 = u16::MAX;

/// The fields of one tile.
#[derive(Debug)]
pub(crate) struct Fields {
    pub labels: Arc<Labels>,
    /// Whether every path costs the same in both directions: no climbing cost, and no leaps.
    pub both_ways: bool,
    /// Whether the tile is open ground, where costs follow from the straight distance without a search.
    open: bool,
    /// Index of each floor within its piece.
    place: Vec<u32>,
    /// By the floor from which the row is measured.
    rows: RwLock<BTreeMap<u32, Arc<Row>>>,
    /// Counts the bytes of the rows.
    charge: Charge,
}

impl Bytes for Fields {
    fn bytes(&self) -> usize {
        self.place.bytes()
    }
}

/// Costs from one floor to all floors of its piece.
#[derive(Debug)]
pub(crate) enum Row {
    /// In an open tile: straight from this column.
    Open([i32; 2]),
    /// Measured by a search.
    Found {
        /// Cost of one part.
        part: u32,
        /// Cost to each floor of the piece, in parts.
        field: Vec<u16>,
    },
}

impl Row {
    fn bytes(&self) -> usize {
        let field = if let Self::Found { field, .. } = self { field.bytes() } else { 0 };
        size_of::<(u32, Arc<Self>, Self)>() + field
    }
}

impl Fields {
    pub fn of(moves: &Moves, world: &World, key: TileKey) -> Self {
        let labels = moves.labels(world, key);
        let mut sizes = vec![0; labels.floors.len()];
        let place = labels.of.iter().map(|&piece| {
            let Some(size) = sizes.get_mut(piece as usize) else { return 0 };
            *size += 1;
            *size - 1
        });
        let place = place.collect();
        let leaps_within = || moves.reach.leaps(world, key).all().any(|(_, to)| to.iter().any(|to| to.tile == [0, 0]));
        let one_way = moves.costs.climbs() || (moves.extended && leaps_within());
        let level = || world.tile(key).is_some_and(is_level);
        let open = moves.costs.are_lengths() && (!moves.costs.climbs() || level()) && is_open(moves, world, key);
        Self { labels, both_ways: !one_way, open, place, rows: RwLock::default(), charge: world.charge(0) }
    }

    /// The piece of a floor, if the body can stand on it.
    pub fn piece(&self, floor: u32) -> Option<u32> {
        self.labels.of.get(floor as usize).copied().filter(|&piece| piece != UNLABELLED)
    }

    /// The costs from a floor to all floors of its piece within the tile.
    pub fn row(&self, moves: &Moves, world: &World, key: TileKey, floor: u32) -> Arc<Row> {
        if let Some(row) = self.rows.read().unwrap_or_else(PoisonError::into_inner).get(&floor) {
            return Arc::clone(row);
        }
        let row = Arc::new(self.measure(moves, world, key, floor));
        let held = Arc::clone(&row);
        if self.rows.write().unwrap_or_else(PoisonError::into_inner).insert(floor, held).is_none() {
            self.charge.grow(row.bytes());
        }
        row
    }

    fn measure(&self, moves: &Moves, world: &World, key: TileKey, floor: u32) -> Row {
        if self.open {
            return Row::Open(column(floor));
        }
        let (costs, _) = flood(moves, &moves.costs, world, key, &[(floor, 0)]);
        let piece = self.labels.of[floor as usize];
        let own = || self.labels.of.iter().zip(&costs).filter(|&(&of, _)| of == piece).map(|(_, &cost)| cost);
        let most = own().filter(|&cost| cost != u32::MAX).max().unwrap_or(0);
        let part = most / u32::from(FAR) + 1;
        let parts = |cost: u32| if cost == u32::MAX { FAR } else { (cost / part) as u16 };
        Row::Found { part, field: own().map(parts).collect() }
    }

    /// Cost from the floor of a row to a floor of its piece; `None` if it is not reached within the tile.
    pub fn cost_to(&self, row: &Row, floor: u32) -> Option<u32> {
        match row {
            Row::Open([x, z]) => {
                let [to_x, to_z] = column(floor);
                Some(octile(to_x - x, to_z - z))
            }
            Row::Found { part, field } => {
                let parts = field[self.place[floor as usize] as usize];
                (parts != FAR).then(|| u32::from(parts) * part)
            }
        }
    }
}

/// Whether a tile has one floor in every column, steps from each to all columns around it, and headroom for the body to walk
/// upright. Then the straight line is the cheapest path between any two floors.
fn is_open(moves: &Moves, world: &World, key: TileKey) -> bool {
    let steps = moves.reach.steps(world, key);
    let limits = &moves.reach.limits;
    let plenty = limits.heights[0] + limits.plenty;
    let leads = |(floor, near): (usize, &[u32; 8])| {
        let [x, z] = column(floor as u32);
        let inside = |way: &usize| [x + WAYS[*way][0], z + WAYS[*way][1]].iter().all(|c| (0..TILE).contains(c));
        let stepped = |way: usize| near[way] <= INDEX && (way < 4 || steps.flanks[floor] & (1 << (way - 4)) != 0);
        i32::from(steps.rooms.heights[floor]) >= plenty && (0..8).filter(inside).all(stepped)
    };
    let one_each = steps.columns.iter().copied().eq(0..(TILE * TILE) as u16);
    one_each && steps.near.iter().enumerate().all(leads)
}

/// Whether all floors of a tile have the same height.
fn is_level(tile: &Tile) -> bool {
    tile.floors().windows(2).all(|pair| pair[0].height == pair[1].height)
}

/// The column of a floor within an open tile.
fn column(floor: u32) -> [i32; 2] {
    [floor as i32 % TILE, floor as i32 / TILE]
}

/// Costs from some floors of a tile to all its floors, without leaving the tile; `u32::MAX` for floors that are not reached. Also
/// the number of floors expanded.
pub(crate) fn flood(
    moves: &Moves,
    costs: &Costs,
    world: &World,
    key: TileKey,
    starts: &[(u32, u32)],
) -> (Vec<u32>, u64) {
    let mut terrain = Terrain::new(world, Arc::clone(&moves.reach));
    terrain.set_fence(Some(vec![key]));
    let floor = |index: u32| FloorId { tile: key, index };
    let starts: Vec<(u32, u32)> = starts.iter().map(|&(index, cost)| (terrain.node(floor(index)), cost)).collect();
    let mut seen = Seen::default();
    let mut space = FloorGraph::flood(&mut terrain, costs, GraphOptions::flood(moves.extended));
    let outcome = search(&mut space, &mut Buckets::default(), &mut seen, &starts, u64::MAX);
    let count = world.tile(key).map_or(0, |tile| tile.floors().len() as u32);
    ((0..count).map(|index| seen.cost(terrain.node(floor(index)))).collect(), outcome.expanded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::Body;
    use crate::plan::Query;
    use crate::plan::query::Planner;
    use crate::world::Obstacle;
    use crate::{Bake, Scene};

    #[test]
    fn open_ground_is_as_far_as_a_search_finds_it() {
        let adult = Body::adult();
        let climber = Body { climb_cost: 2.0, ..Body::adult() };
        for (rise, body, open) in [(2.0, &adult, true), (2.0, &climber, false), (0.0, &climber, true)] {
            let plate = [[0.0, 0.0, 0.0], [0.0, rise, 20.0], [20.0, rise, 20.0], [20.0, 0.0, 0.0]];
            let scene = Scene::builder().object("plate", &plate, &[0_u32, 1, 2, 0, 2, 3], None).build();
            let mut world = World::bake(&scene, &Bake::default()).expect("a world");
            let key = world.column_at([10.0, rise / 2.0, 10.0]).tile();
            let query = Query::new(body, [1.0, 0.0, 1.0], [19.0, rise, 19.0]);
            let portals_of = |world: &World| Planner::new(world, &query).portals();
            let portals = portals_of(&world);
            let moves = &portals.moves;
            let fields = Fields::of(moves, &world, key);
            assert_eq!(fields.open, open);
            for floor in [0, 77, 2_000, 4_095] {
                let row = fields.row(moves, &world, key, floor);
                let (costs, _) = flood(moves, &moves.costs, &world, key, &[(floor, 0)]);
                let part = if let Row::Found { part, .. } = &*row { *part } else { 1 };
                for (to, cost) in costs.into_iter().enumerate() {
                    assert_eq!(fields.cost_to(&row, to as u32), Some(cost / part * part));
                }
            }
            // Whatever stands in it, or hangs low, or is beside it closer than the body is wide, has to be gone around.
            world.add(&Obstacle::block([10.0, rise + 0.5, 10.0], [10.1, 3.0, 10.1])).expect("an obstacle");
            assert!(!Fields::of(&portals_of(&world).moves, &world, key).open);
        }
    }
}
