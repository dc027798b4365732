//! Border cells (Bandi & Thalmann §7.3): floors without a reachable neighbour on some side.
//!
//! In: the moves of a thin body and its foot spans. Out: which floors are border, layer by layer. A cell is border if on some of
//! its 4 (or 8) sides no neighbour is immediately reachable, contiguous or extended. A further layer counts the cells of the one
//! before as unreachable. The relation is not symmetric (Fig. 12): a floor that is unreachable from a high slab makes a border on
//! the slab, but none on the floor below it (left); two islands have no border if a body gets from one to the other (right). The paper floods
//! the whole scene. A border is local, so here it is derived per tile on first use and kept.

use super::scan::{SpanMetric, Spans};
use crate::body::Body;
use crate::ground::{ColumnKey, TILE, TileKey};
use crate::plan::query::{NoRoute, PaperMargin, PaperOptions, Query};
use crate::reach::{Filter, INDEX, NONE, Reach, Steps, WAYS, column_in};
use crate::world::{Bytes, FloorId, Semantics, Table, World};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Border cells of one body, per tile and layer.
#[derive(Debug)]
pub(crate) struct Borders {
    reach: Arc<Reach>,
    spans: Spans,
    sides: usize,
    /// For each layer: whether a floor is border in it or in an earlier one.
    layers: Vec<Table<TileKey, Vec<bool>>>,
}

impl Bytes for Borders {
    fn bytes(&self) -> usize {
        0
    }

    fn has_entries(&self) -> bool {
        self.layers.iter().any(|layer| !layer.is_empty())
    }
}

impl Borders {
    /// Borders of a number of layers, from the cache or newly created.
    pub fn of(world: &World, body: &Body, reach: &Arc<Reach>, layers: u8, sides: u8) -> Arc<Self> {
        let spans = Spans::of(world, body, SpanMetric::Arc);
        let sides = if sides >= 8 { 8 } else { 4 };
        let key = (reach.key(), spans.clone(), layers, sides);
        world.derived(&key, || Self {
            reach: Arc::clone(reach),
            spans,
            sides,
            layers: (0..layers.max(1)).map(|_| Table::default()).collect(),
        })
    }

    /// Border of a tile up to the last layer.
    pub fn tile(&self, world: &World, key: TileKey) -> Arc<Vec<bool>> {
        self.layer(world, key, self.layers.len() - 1)
    }

    fn layer(&self, world: &World, key: TileKey, layer: usize) -> Arc<Vec<bool>> {
        // A scan extends as far as the foot reaches, and each layer adds one such step.
        let columns = (layer as i32 + 1) * (self.spans.cells.max(1) + 1) + 2;
        let around = (columns + TILE - 1) / TILE;
        self.layers[layer].tile(world, key, around, || {
            let before = EarlierLayers { borders: self, world, layer, held: RefCell::default() };
            let steps = self.reach.steps(world, key);
            let floors = 0..steps.near.len();
            floors.map(|floor| before.is_border(&steps, FloorId { tile: key, index: floor as u32 })).collect()
        })
    }
}

/// The layers before the one that is derived.
struct EarlierLayers<'a> {
    borders: &'a Borders,
    world: &'a World,
    layer: usize,
    held: RefCell<BTreeMap<TileKey, Arc<Vec<bool>>>>,
}

impl EarlierLayers<'_> {
    fn is_border(&self, steps: &Steps, floor: FloorId) -> bool {
        let stands = steps.rooms.heights[floor.index as usize] > 0;
        stands
            && (self.is_closed(floor)
                || WAYS[..self.borders.sides].iter().enumerate().any(|(way, _)| !self.has_neighbour(steps, floor, way)))
    }

    /// Whether a floor is border in an earlier layer.
    fn is_closed(&self, floor: FloorId) -> bool {
        if self.layer == 0 {
            return false;
        }
        let mut held = self.held.borrow_mut();
        let tile = held.entry(floor.tile).or_insert_with(|| self.borders.layer(self.world, floor.tile, self.layer - 1));
        tile.get(floor.index as usize).copied().unwrap_or(true)
    }

    /// Whether a floor has an immediately reachable neighbour on a side.
    fn has_neighbour(&self, steps: &Steps, floor: FloorId, way: usize) -> bool {
        let target = steps.near[floor.index as usize][way];
        // For the first layer no floor is closed, so any step leads to a neighbour.
        if target != NONE && self.layer == 0 {
            return true;
        }
        let at = column_in(floor.tile, steps.columns[floor.index as usize]);
        let next =
            if target == NONE { self.extended_neighbour(floor, at, way) } else { Some(step_target(at, way, target)) };
        next.is_some_and(|next| !self.is_closed(next))
    }

    /// The nearest floor in a direction within the foot spans, with no obstacle at body height before it. The paper's scan ends
    /// at the first surface below the head, so the ground under a gap would hide its other side (Fig. 12, right).
    fn extended_neighbour(&self, floor: FloorId, at: ColumnKey, way: usize) -> Option<FloorId> {
        let (spans, semantics) = (&self.borders.spans, &self.borders.reach.semantics);
        let (tile, _) = self.world.floor(floor)?;
        let feet = tile.height(floor.index as usize);
        let (low, high) = (feet + spans.climb, feet + spans.height);
        let [dx, dz] = WAYS[way];
        for k in 1..=spans.cells {
            let column = ColumnKey::new(at.x + k * dx, at.z + k * dz);
            let (key, [x, z]) = (column.tile(), column.in_tile());
            let Some(tile) = self.world.tile(key) else { continue };
            let (arc, floors) = (k * (dx.abs() + dz.abs()), tile.floors());
            let within = |&to: &usize| spans.allow(semantics, arc, tile.height(to) - feet, tile, &floors[to]);
            if let Some(index) = tile.floor_index().range(x, z).find(within) {
                return Some(FloorId { tile: key, index: index as u32 });
            }
            if tile.is_blocked(x, z, low, high) {
                return None;
            }
        }
        None
    }
}

/// The floor to which a step from a column leads.
fn step_target(at: ColumnKey, way: usize, target: u32) -> FloorId {
    let [dx, dz] = WAYS[way];
    let tile = ColumnKey::new(at.x + dx, at.z + dz).tile();
    FloorId { tile, index: target & INDEX }
}

/// Looks up borders by floor, tile by tile.
#[derive(Debug)]
pub(crate) struct BorderView {
    borders: Arc<Borders>,
    held: RefCell<BTreeMap<TileKey, Arc<Vec<bool>>>>,
}

impl BorderView {
    /// A filter that closes border cells to searches.
    pub fn filter(borders: Arc<Borders>) -> Box<dyn Filter> {
        Box::new(Self { borders, held: RefCell::default() })
    }
}

impl Filter for BorderView {
    fn is_closed(&self, world: &World, floor: FloorId) -> bool {
        let mut held = self.held.borrow_mut();
        let tile = held.entry(floor.tile).or_insert_with(|| self.borders.tile(world, floor.tile));
        tile.get(floor.index as usize).copied().unwrap_or(false)
    }
}

impl World {
    /// The floors that a query avoids because they are border cells (§7.3), under its rules; none unless its margin is
    /// [`PaperMargin::Border`].
    ///
    /// ```
    /// use footpath::plan::{PaperMargin, PaperOptions, Query};
    /// use footpath::{Bake, Body, Scene, World};
    /// let world = World::bake(&Scene::built_in("labyrinth").expect("a built-in scene"), &Bake::default())?;
    /// let place = |name: &str| world.place(name).expect("a place");
    /// let body = Body::adult();
    /// let mut query = Query::new(&body, place("start"), place("goal"));
    /// assert!(world.border_of(&query)?.is_empty());
    /// query.papers = Some(PaperOptions { margin: PaperMargin::Border { layers: 2, sides: 8 }, ..PaperOptions::default() });
    /// assert!(world.border_of(&query)?.len() > 1000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn border_of(&self, query: &Query<'_>) -> Result<Vec<FloorId>, NoRoute> {
        let Some(PaperOptions { margin: PaperMargin::Border { layers, sides }, .. }) = query.papers else {
            return Ok(Vec::new());
        };
        if layers == 0 {
            return Ok(Vec::new());
        }
        let world = self.with_rules(query)?;
        let thin = Body { radius: 0.0, ..query.body.clone() };
        let reach = Reach::of(&world, &thin, &Semantics::of(&world, &query.rules));
        let borders = Borders::of(&world, &thin, &reach, layers, sides);
        let floors = |key: TileKey| {
            let border = borders.tile(&world, key);
            let floor = |index: usize| FloorId { tile: key, index: index as u32 };
            (0..border.len()).filter(|&index| border[index]).map(floor).collect::<Vec<_>>()
        };
        Ok(world.tiles().flat_map(|(key, _)| floors(key)).collect())
    }

    /// Which floors of a tile are border cells for a body, for a number of layers and 4 or 8 sides (§7.3).
    pub fn border(&self, body: &Body, key: TileKey, layers: u8, sides: u8) -> Vec<bool> {
        let thin = Body { radius: 0.0, ..body.clone() };
        let reach = Reach::of(self, &thin, &Semantics::baked(self));
        Borders::of(self, &thin, &reach, layers, sides).tile(self, key).to_vec()
    }
}
