//! Tiles that an upper search has met, with numbers for their nodes: a spot on a waypoint over the rim by which a tile is entered, or
//! a gate of a tile that was opened.

use super::above::run;
use super::opened::Opened;
use super::through::{Measures, NOT_SHOWN, Spot, Through, Throughs};
use crate::ground::{ColumnKey, DIRECTIONS, Outline, OutlinePass, TILE, TileKey};
use crate::world::PagedWorld;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Numbers that are no node.
const UNMET: u32 = u32::MAX;
const NOWHERE: u32 = u32::MAX - 1;

/// What the outlines of all tiles are looked at through.
#[derive(Clone, Copy)]
pub(super) struct View<'p> {
    pub paged: &'p PagedWorld,
    pub throughs: &'p Throughs,
    pub measures: &'p Measures,
    /// Ways through tiles as a look into equal ones showed them, by the numbers of their outlines.
    pub shown: &'p BTreeMap<u32, Arc<Through>>,
}

impl<'p> View<'p> {
    /// Ways through the tile at a place in the order of the world's keys.
    pub fn through(&self, place: usize) -> Option<(&'p Outline, Arc<Through>)> {
        let (number, outline) = self.paged.outline(place)?;
        let through = match self.shown.get(&number) {
            Some(shown) => Arc::clone(shown),
            None => self.throughs.get(self.paged.head(), number, outline, self.measures),
        };
        Some((outline, through))
    }

    /// Whether a waypoint over the rim of a tile is narrower than the body together with those beside it, of this tile and the next. It
    /// need not be closed for that: what lies beside it may be lower than a step, and columns are counted whole.
    pub fn is_narrow(&self, key: TileKey, outline: &Outline, pass: &OutlinePass) -> bool {
        let Range { mut start, mut end } = run(pass);
        let height = outline.base.saturating_add(i32::from(pass.height));
        let beside = |outline: &Outline, meets: &dyn Fn(&Range<i32>) -> bool| {
            let same = |other: &&OutlinePass| {
                other.is_outward()
                    && other.direction == pass.direction
                    && self.measures.is_step(outline.base.saturating_add(i32::from(other.height)), height)
            };
            outline.passes.iter().filter(same).map(run).find(|run| meets(run))
        };
        while self.measures.is_narrow(end - start) {
            let next = beside(outline, &|run| run.end == start || run.start == end);
            match next {
                Some(run) => (start, end) = (start.min(run.start), end.max(run.end)),
                None => break,
            }
        }
        let mut columns = end - start;
        // Along the rim the next tile may go on where this one ends.
        let along = usize::from(pass.direction.is_multiple_of(2));
        let after = |direction: usize| self.paged.outline_of(self::beside(key, direction));
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

/// A tile that the search has met.
pub(super) struct Tile<'p> {
    pub key: TileKey,
    /// Place in the order of the world's keys.
    pub place: usize,
    /// Number of its first node.
    pub base: u32,
    pub known: Known<'p>,
}

/// What is known of a tile.
#[derive(Clone)]
pub(super) enum Known<'p> {
    Outline(&'p Outline, Arc<Through>),
    Opened(&'p Opened),
}

/// What is behind a spot.
pub(super) enum Behind<'p> {
    /// A spot of a tile that is known by its outline, and what it costs more than a step to get there.
    Spot(u32, u32),
    /// The gates along a run of an opened tile, whose first node has this number.
    Run(u32, &'p Opened),
    Nothing,
}

/// All tiles met, in order. Node 0 is no tile's.
pub(super) struct Met<'p> {
    view: View<'p>,
    /// Tiles that were looked into; for a search over outlines alone, none.
    opened: Option<&'p BTreeMap<TileKey, Opened>>,
    tiles: Vec<Tile<'p>>,
    /// Which of them each tile of the file is.
    met_of: Vec<u32>,
    tile_of: Vec<u32>,
    /// The spot behind each spot, once it was asked for; a tile is left by the same ones however it was entered.
    behind: Vec<u32>,
    /// What it costs more to get there, as the passage is narrow.
    narrow: Vec<u32>,
}

impl<'p> Met<'p> {
    pub fn new(view: View<'p>, opened: Option<&'p BTreeMap<TileKey, Opened>>) -> Self {
        let met_of = vec![UNMET; view.paged.keys().len()];
        Self { view, opened, tiles: Vec::new(), met_of, tile_of: vec![UNMET], behind: vec![NOWHERE], narrow: vec![0] }
    }

    /// Numbers in use.
    pub fn len(&self) -> usize {
        self.tile_of.len()
    }

    pub fn tiles(&self) -> &[Tile<'p>] {
        &self.tiles
    }

    /// The tile of a node, which of those met it is, and the node's number there.
    pub fn of(&self, node: u32) -> (usize, usize) {
        let at = self.tile_of[node as usize] as usize;
        (at, (node - self.tiles[at].base) as usize)
    }

    /// Which of the tiles met one is; met now if need be. `None` where the file has none.
    pub fn meet(&mut self, key: TileKey) -> Option<usize> {
        let place = self.view.paged.place_of(key)?;
        if self.met_of[place] != UNMET {
            return Some(self.met_of[place] as usize);
        }
        let (known, nodes) = match self.opened.and_then(|opened| opened.get(&key)) {
            Some(opened) => (Known::Opened(opened), opened.gates.len()),
            None => {
                let (outline, through) = self.view.through(place)?;
                let nodes = through.spots.len();
                (Known::Outline(outline, through), nodes)
            }
        };
        let at = self.tiles.len();
        self.met_of[place] = at as u32;
        self.tiles.push(Tile { key, place, base: self.tile_of.len() as u32, known });
        self.tile_of.extend(std::iter::repeat_n(at as u32, nodes));
        self.behind.resize(self.tile_of.len(), UNMET);
        self.narrow.resize(self.tile_of.len(), 0);
        Some(at)
    }

    /// What is behind a spot of a tile that is known by its outline.
    pub fn behind(&mut self, at: usize, local: usize) -> Behind<'p> {
        let own = self.tiles[at].base as usize + local;
        if self.behind[own] == UNMET {
            self.behind[own] = NOWHERE;
            let Known::Outline(outline, through) = &self.tiles[at].known else { return Behind::Nothing };
            let spot = through.spots[local];
            let (key, pass) = (self.tiles[at].key, pass_of(outline, &spot));
            if self.view.is_narrow(key, outline, pass) {
                self.narrow[own] = NOT_SHOWN * self.view.measures.column;
            }
            let Some(there) = self.meet(beside(key, pass.direction.into())) else { return Behind::Nothing };
            match &self.tiles[there].known {
                Known::Outline(outline, through) => {
                    let found = through.nearest(outline, spot.along(pass.direction), |other| pass.meets(other));
                    self.behind[own] = found.map_or(NOWHERE, |(local, _)| self.tiles[there].base + local as u32);
                }
                Known::Opened(tile) => {
                    self.behind[own] = UNMET;
                    return Behind::Run(self.tiles[there].base, tile);
                }
            }
        }
        match self.behind[own] {
            NOWHERE => Behind::Nothing,
            node => Behind::Spot(node, self.narrow[own]),
        }
    }

    pub fn column(&self, node: u32) -> ColumnKey {
        let (at, local) = self.of(node);
        match &self.tiles[at].known {
            Known::Opened(tile) => tile.columns[local],
            Known::Outline(_, through) => {
                let ([x, z], key) = (through.spots[local].column, self.tiles[at].key);
                ColumnKey::new(key.x * TILE + x, key.z * TILE + z)
            }
        }
    }
}

/// The waypoint of a spot.
pub(super) fn pass_of<'o>(outline: &'o Outline, spot: &Spot) -> &'o OutlinePass {
    &outline.passes[usize::from(spot.pass)]
}

/// The spot of a tile's own waypoints over the rim at a column, and how many columns it is aside.
pub(super) fn spot_at(
    (outline, through): (&Outline, &Through),
    (area, direction, column): (u16, usize, i32),
) -> Option<(usize, u32)> {
    let over = |pass: &OutlinePass| {
        pass.is_outward()
            && pass.area == area
            && usize::from(pass.direction) == direction
            && run(pass).contains(&column)
    };
    through.nearest(outline, column, over)
}

pub(super) fn beside(key: TileKey, direction: usize) -> TileKey {
    let [x, z] = DIRECTIONS[direction];
    key.neighbour([x, z])
}
