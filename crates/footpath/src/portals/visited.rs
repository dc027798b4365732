//! Tiles that a search over portals has visited, and the numbers of its nodes. A node is a portal of an exact tile, or a spot on
//! a passage over the rim of a tile of which only the outline is known.

use super::body_portals::{BodyPortals, PortalTile};
use super::crossing_costs::{CrossingCosts, Measures, NOT_SHOWN, pass_of, spot_at};
use super::portal::Kind;
use super::refined::Refined;
use crate::ground::{ColumnKey, DIRECTIONS, Outline, OutlinePass, TILE, TileKey};
use crate::reach::{Costs, ORTHOGONAL};
use crate::world::{PagedWorld, SheetId, Table, World};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Crossing costs by the numbers of outlines, derived on first use.
pub(crate) type CrossingTable = Table<u32, CrossingCosts>;

/// The outlines of a file's tiles for one body.
#[derive(Clone, Copy)]
pub(crate) struct Outlines<'p> {
    pub paged: &'p PagedWorld,
    pub table: &'p CrossingTable,
    pub measures: &'p Measures,
    /// Crossing costs learned from refined tiles, by the numbers of their outlines.
    pub shown: &'p BTreeMap<u32, Arc<CrossingCosts>>,
}

impl<'p> Outlines<'p> {
    /// The outline of a tile and its crossing costs.
    pub fn get(&self, key: TileKey) -> Option<(&'p Outline, Arc<CrossingCosts>)> {
        let (number, outline) = self.paged.outline(self.paged.place_of(key)?)?;
        let costs = match self.shown.get(&number) {
            Some(shown) => Arc::clone(shown),
            None => self.unshown(number, outline),
        };
        Some((outline, costs))
    }

    /// The crossing costs of an outline by itself, without those learned from refined tiles.
    pub fn unshown(&self, number: u32, outline: &Outline) -> Arc<CrossingCosts> {
        let make = || CrossingCosts::of(outline, self.measures);
        self.table.get(self.paged.head(), &number, std::iter::empty(), make)
    }

    /// Whether a passage over the rim of a tile, together with the passages beside it in this tile and the next, is narrower than
    /// the body. A narrow passage may still be open: the ground beside it may be lower than a step, and columns are counted
    /// whole.
    pub fn is_narrow(&self, key: TileKey, outline: &Outline, pass: &OutlinePass) -> bool {
        let Range { mut start, mut end } = pass.run();
        let height = outline.base.saturating_add(i32::from(pass.height));
        let beside = |outline: &Outline, meets: &dyn Fn(&Range<i32>) -> bool| {
            let same = |other: &&OutlinePass| {
                other.is_outward()
                    && other.direction == pass.direction
                    && self.measures.is_step(outline.base.saturating_add(i32::from(other.height)), height)
            };
            outline.passes.iter().filter(same).map(OutlinePass::run).find(|run| meets(run))
        };
        while self.measures.is_narrow(end - start) {
            let next = beside(outline, &|run| run.end == start || run.start == end);
            match next {
                Some(run) => (start, end) = (start.min(run.start), end.max(run.end)),
                None => break,
            }
        }
        let mut columns = end - start;
        // The passage may continue along the rim in the next tile.
        let along = usize::from(pass.direction.is_multiple_of(2));
        let after = |direction: usize| self.paged.outline_of(neighbour(key, direction));
        if self.measures.is_narrow(columns) && start == 0 {
            let next = after(along + 2).and_then(|outline| beside(outline, &|run| run.end == TILE));
            columns += next.map_or(0, |run| run.end - run.start);
        }
        if self.measures.is_narrow(columns) && end == TILE {
            let next = after(along).and_then(|outline| beside(outline, &|run| run.start == 0));
            columns += next.map_or(0, |run| run.end - run.start);
        }
        self.measures.is_narrow(columns)
    }
}

/// Where the graph finds its tiles.
#[derive(Clone, Copy)]
pub(crate) enum Source<'p> {
    /// A world in memory. Every tile is exact; its portals are derived when it is visited.
    Memory { world: &'p World, portals: &'p BodyPortals },
    /// A file. Refined tiles are exact, all others are known by their outlines.
    File { outlines: Outlines<'p>, refined: Option<&'p BTreeMap<TileKey, Refined>> },
}

/// A tile that the search has visited.
pub(crate) struct VisitedTile<'p> {
    pub key: TileKey,
    /// Number of its first node.
    pub base: u32,
    pub costs: TileCosts<'p>,
}

/// The costs of a tile: exact, or bounds from its outline.
#[derive(Clone)]
pub(crate) enum TileCosts<'p> {
    Exact(Arc<PortalTile>),
    Outline(&'p Outline, Arc<CrossingCosts>),
}

/// The nodes behind a node.
#[derive(Clone, Copy)]
pub(crate) enum Behind {
    /// One node, and the cost of reaching it in addition to that of the passage.
    Node(u32, u32),
    /// The portals along the run of a passage of a refined tile, which has this place among the visited tiles.
    Portals(u32),
    Nothing,
}

/// All visited tiles, in order. Node 0 belongs to no tile.
pub(crate) struct VisitedTiles<'p> {
    source: Source<'p>,
    /// The least cost of a column.
    column_cost: u32,
    tiles: Vec<VisitedTile<'p>>,
    by_key: BTreeMap<TileKey, u32>,
    tile_of: Vec<u32>,
    /// The nodes behind each node, once they were asked for.
    behind: Vec<Option<Behind>>,
}

impl<'p> VisitedTiles<'p> {
    pub fn new(source: Source<'p>, costs: &Costs) -> Self {
        let (tiles, by_key) = Default::default();
        let column_cost = costs.at_least(ORTHOGONAL);
        Self { source, column_cost, tiles, by_key, tile_of: vec![u32::MAX], behind: vec![Some(Behind::Nothing)] }
    }

    /// Number of ids in use.
    pub fn len(&self) -> usize {
        self.tile_of.len()
    }

    pub fn tiles(&self) -> &[VisitedTile<'p>] {
        &self.tiles
    }

    /// The index of a node's tile among the visited tiles, and the node's index within it.
    #[inline]
    pub fn of(&self, node: u32) -> (usize, usize) {
        let at = self.tile_of[node as usize] as usize;
        (at, (node - self.tiles[at].base) as usize)
    }

    /// The index of a tile among the visited tiles; visits it if needed. `None` where the world has no tile.
    pub fn visit(&mut self, key: TileKey) -> Option<usize> {
        if let Some(&at) = self.by_key.get(&key) {
            return Some(at as usize);
        }
        let costs = self.tile_costs(key)?;
        let nodes = match &costs {
            TileCosts::Exact(tile) => tile.portals.len(),
            TileCosts::Outline(_, costs) => costs.spots.len(),
        };
        let at = self.tiles.len();
        self.tiles.push(VisitedTile { key, base: self.tile_of.len() as u32, costs });
        self.by_key.insert(key, at as u32);
        self.tile_of.extend(std::iter::repeat_n(at as u32, nodes));
        self.behind.resize(self.tile_of.len(), None);
        Some(at)
    }

    fn tile_costs(&self, key: TileKey) -> Option<TileCosts<'p>> {
        match self.source {
            Source::Memory { world, portals } => world.tile(key).map(|_| TileCosts::Exact(portals.tile(world, key))),
            Source::File { outlines, refined } => match refined.and_then(|refined| refined.get(&key)) {
                Some(refined) => Some(TileCosts::Exact(Arc::clone(&refined.tile))),
                None => outlines.get(key).map(|(outline, costs)| TileCosts::Outline(outline, costs)),
            },
        }
    }

    /// The nodes behind a node of a tile.
    pub fn behind(&mut self, at: usize, local: usize) -> Behind {
        let own = self.tiles[at].base as usize + local;
        if let Some(known) = self.behind[own] {
            return known;
        }
        let found = match self.tiles[at].costs.clone() {
            TileCosts::Exact(tile) => self.behind_portal(at, &tile, local),
            TileCosts::Outline(outline, costs) => self.behind_spot(at, (outline, &costs), local),
        };
        self.behind[own] = Some(found);
        found
    }

    fn behind_portal(&mut self, at: usize, tile: &PortalTile, local: usize) -> Behind {
        let portal = tile.portals[local];
        if portal.kind == Kind::In {
            return Behind::Nothing;
        }
        let beyond = self.tiles[at].key.neighbour(portal.tile.map(i32::from));
        let Some(there) = self.visit(beyond) else { return Behind::Nothing };
        let there = &self.tiles[there];
        let found = match &there.costs {
            TileCosts::Exact(there) => {
                there.entry(portal.beyond, portal.tile.map(|c| -c), portal.floor).map(|local| (local, 0))
            }
            // The landing of a leap in a tile that is not refined is unknown.
            TileCosts::Outline(outline, costs) => tile
                .behind_rim(local)
                .and_then(|(area, direction, column)| spot_at((outline, costs), (area, (direction + 2) % 4, column))),
        };
        found
            .map_or(Behind::Nothing, |(local, aside)| Behind::Node(there.base + local as u32, aside * self.column_cost))
    }

    fn behind_spot(&mut self, at: usize, (outline, costs): (&'p Outline, &CrossingCosts), local: usize) -> Behind {
        let Source::File { outlines, .. } = self.source else { return Behind::Nothing };
        let spot = costs.spots[local];
        let (key, pass) = (self.tiles[at].key, pass_of(outline, &spot));
        let Some(beside) = self.visit(neighbour(key, pass.direction.into())) else { return Behind::Nothing };
        let there = &self.tiles[beside];
        match &there.costs {
            TileCosts::Exact(_) => Behind::Portals(beside as u32),
            TileCosts::Outline(other, others) => {
                let narrow = if outlines.is_narrow(key, outline, pass) { NOT_SHOWN * self.column_cost } else { 0 };
                let found = others.nearest(other, spot.along(pass.direction), |other| pass.meets(other));
                found.map_or(Behind::Nothing, |(local, _)| Behind::Node(there.base + local as u32, narrow))
            }
        }
    }

    /// The column of a node.
    pub fn column(&self, node: u32) -> ColumnKey {
        let (at, local) = self.of(node);
        match &self.tiles[at].costs {
            TileCosts::Exact(tile) => tile.columns[local],
            TileCosts::Outline(_, costs) => {
                let ([x, z], key) = (costs.spots[local].column, self.tiles[at].key);
                ColumnKey::new(key.x * TILE + x, key.z * TILE + z)
            }
        }
    }

    /// The area of a node.
    pub fn area(&self, at: usize, local: usize) -> SheetId {
        let VisitedTile { key, costs, .. } = &self.tiles[at];
        let sheet = match costs {
            TileCosts::Outline(outline, costs) => pass_of(outline, &costs.spots[local]).area,
            TileCosts::Exact(tile) => tile.areas[local],
        };
        SheetId { tile: *key, sheet }
    }
}

/// The tile beside another in a direction.
pub(crate) fn neighbour(key: TileKey, direction: usize) -> TileKey {
    key.neighbour(DIRECTIONS[direction])
}
