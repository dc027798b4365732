//! Outlines: the part of a tile that stays in memory while the tile is not loaded: its areas, its passages, and the distances
//! between them.
//!
//! In: a tile that is linked to those beside it. Out: a few numbers per area and waypoint, and for any two waypoints of an area
//! the length of the path through it for a body without size. A search over a world larger than memory uses them (Deusdado et al.
//! §4.4: the graph stays, the areas come and go). Promised: an outline depends only on the bytes of the tile, so equal tiles have
//! equal outlines.
//!
//! Two tiles contain the same run of crossings over their common rim, each from its side. Passages of the two tiles are the same
//! if their columns are neighbours, their directions opposite, and each names the other's floor.

use super::grid::{DIRECTIONS, Grid, TILE};
use super::tile::Tile;
use super::ways::{NO_WAY, Ways};
use crate::geom::{DIAGONAL, ORTHOGONAL};
use crate::search::{Buckets, Seen, Space, search};
use std::ops::Range;

/// The area on the other side of a passage that leads out of the tile.
pub const OUTWARD: u16 = u16::MAX;
/// Distances are counted in this fraction of a column.
pub const PARTS: u32 = 12;

/// The cost of one part while a sheet is flooded: 34. 34 · 17 equals a diagonal but for one in 577.
const PART: u32 = ORTHOGONAL / PARTS;

/// The extent of an area, which is a sheet of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OutlineArea {
    /// First and last column along x and z, within the tile.
    pub columns: [u8; 4],
    /// Lowest and highest floor, in cm above the tile's base.
    pub heights: [u16; 2],
}

/// A waypoint of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OutlinePass {
    /// Column of its middle, within the tile.
    pub column: [u8; 2],
    /// Direction of the crossing, as in [`DIRECTIONS`].
    pub direction: u8,
    /// Its width in columns.
    pub columns: u8,
    /// The floor on this side and the one behind, each by its index in its column, from below.
    pub floors: [u16; 2],
    /// Height of the floor on this side, in cm above the tile's base.
    pub height: u16,
    /// Area on this side.
    pub area: u16,
    /// Area behind, or [`OUTWARD`].
    pub other: u16,
    /// Largest free height in cm.
    pub headroom: u16,
    /// Least step in cm, positive upwards.
    pub step: i16,
}

impl OutlinePass {
    /// Whether it leads out of the tile.
    pub fn is_outward(&self) -> bool {
        self.other == OUTWARD
    }

    /// The columns along the rim that it covers.
    pub fn run(&self) -> Range<i32> {
        let middle = i32::from(self.column[usize::from(self.direction.is_multiple_of(2))]);
        let first = middle - i32::from(self.columns) / 2;
        first..first + i32::from(self.columns)
    }

    /// Whether it borders on this area.
    fn is_of(&self, area: u16) -> bool {
        self.area == area || self.other == area
    }

    /// Whether the other passage, of the tile behind this one, is the same passage from the other side.
    pub fn meets(&self, other: &Self) -> bool {
        let along = usize::from(self.direction.is_multiple_of(2));
        other.direction == (self.direction + 2) % 4
            && other.is_outward()
            && self.column[along] == other.column[along]
            && self.floors == [other.floors[1], other.floors[0]]
    }
}

/// The outline of a tile.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Outline {
    /// Base of the tile's heights, in cm.
    pub base: i32,
    /// Areas in their order.
    pub areas: Vec<OutlineArea>,
    /// Waypoints in their order.
    pub passes: Vec<OutlinePass>,
    /// For each area in turn, and each pair of its waypoints in their order: their distance, in [`PARTS`] of a column.
    pub(crate) apart: Vec<u16>,
}

impl Outline {
    /// The outline of a tile.
    pub fn of(grid: &Grid, tile: &Tile) -> Self {
        let mut outline = Self::without_distances(tile);
        let ends: Vec<[u32; 2]> = tile.waypoints.iter().map(|waypoint| ends_of(tile, waypoint)).collect();
        let ways = Ways::of(grid, tile, [None; 4]);
        let mut flood = Flood { ways: &ways, sheets: &tile.sheets, goals: Vec::new(), left: 0 };
        let (mut queue, mut seen) = (Buckets::default(), Seen::default());
        for area in 0..tile.sheet_count {
            let sides = outline.passes.iter().zip(&ends).filter(|(pass, _)| pass.is_of(area));
            let floors: Vec<u32> = sides.map(|(pass, ends)| ends[usize::from(pass.area != area)]).collect();
            for (at, &start) in floors.iter().enumerate() {
                let others = &floors[at + 1..];
                flood.goals = others.to_vec();
                flood.goals.sort_unstable();
                flood.goals.dedup();
                flood.left = flood.goals.len();
                if flood.left > 0 {
                    search(&mut flood, &mut queue, &mut seen, &[(start, 0)], u64::MAX);
                }
                let apart = |&floor: &u32| (seen.cost(floor) / PART).min(u32::from(u16::MAX)) as u16;
                outline.apart.extend(others.iter().map(apart));
            }
        }
        outline
    }

    /// The outline without the distances, which take longest to compute.
    pub(crate) fn without_distances(tile: &Tile) -> Self {
        let mut areas =
            vec![OutlineArea { columns: [u8::MAX, u8::MAX, 0, 0], heights: [u16::MAX, 0] }; tile.sheet_count.into()];
        for ([x, z], floors) in tile.floor_index.columns() {
            for floor in floors {
                let (x, z, height) = (x as u8, z as u8, tile.floors[floor].height);
                let area = &mut areas[usize::from(tile.sheets[floor])];
                let ([x0, z0, x1, z1], [low, high]) = (area.columns, area.heights);
                area.columns = [x0.min(x), z0.min(z), x1.max(x), z1.max(z)];
                area.heights = [low.min(height), high.max(height)];
            }
        }
        let pass = |waypoint| pass_of(tile, waypoint);
        Self { base: tile.base, areas, passes: tile.waypoints.iter().map(pass).collect(), apart: Vec::new() }
    }

    /// Whether this is the outline of a tile. Distances are not compared.
    pub(crate) fn fits(&self, tile: &Tile) -> bool {
        let own = Self::without_distances(tile);
        self.base == own.base && self.areas == own.areas && self.passes == own.passes
    }

    /// Number of distances.
    pub(crate) fn distances(&self) -> usize {
        let sides = self.passes.iter().flat_map(|pass| [Some(pass.area), (!pass.is_outward()).then_some(pass.other)]);
        let mut of_area = vec![0_usize; self.areas.len()];
        for area in sides.flatten() {
            if let Some(count) = of_area.get_mut(usize::from(area)) {
                *count += 1;
            }
        }
        of_area.into_iter().map(|count| count * count.saturating_sub(1) / 2).sum()
    }

    /// Calls `visit(area, [a, b], apart)` for every two waypoints of an area.
    pub fn distances_in(&self, mut visit: impl FnMut(u16, [usize; 2], u16)) {
        let mut of_area: Vec<Vec<usize>> = vec![Vec::new(); self.areas.len()];
        for (at, pass) in self.passes.iter().enumerate() {
            let other = (pass.other != pass.area).then_some(pass.other);
            for area in [Some(pass.area), other].into_iter().flatten() {
                // A passage that leads out of the tile has no other area.
                if let Some(own) = of_area.get_mut(usize::from(area)) {
                    own.push(at);
                }
            }
        }
        let mut apart = self.apart.iter();
        for (area, own) in of_area.iter().enumerate() {
            for (at, &a) in own.iter().enumerate() {
                for (&b, &apart) in own[at + 1..].iter().zip(apart.by_ref()) {
                    visit(area as u16, [a, b], apart);
                }
            }
        }
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.areas.capacity() * size_of::<OutlineArea>()
            + self.passes.capacity() * size_of::<OutlinePass>()
            + self.apart.capacity() * size_of::<u16>()
    }
}

fn pass_of(tile: &Tile, waypoint: &super::Waypoint) -> OutlinePass {
    let [x, z] = tile.floor_index.column_of(waypoint.floor as usize);
    let first = tile.floor_index.range(x, z).start;
    let ends = ends_of(tile, waypoint);
    OutlinePass {
        column: [x as u8, z as u8],
        direction: waypoint.direction,
        columns: waypoint.columns as u8,
        floors: [(waypoint.floor as usize - first) as u16, waypoint.to],
        height: tile.floors[waypoint.floor as usize].height,
        area: tile.sheets[waypoint.floor as usize],
        other: tile.sheets.get(ends[1] as usize).copied().unwrap_or(OUTWARD),
        headroom: waypoint.headroom,
        step: waypoint.step,
    }
}

/// The floors of the tile on both sides of a waypoint; `NO_WAY` for the far side of one that leads out.
fn ends_of(tile: &Tile, waypoint: &super::Waypoint) -> [u32; 2] {
    let [x, z] = tile.floor_index.column_of(waypoint.floor as usize);
    let [dx, dz] = DIRECTIONS[usize::from(waypoint.direction)];
    let inside = (0..TILE).contains(&(x + dx)) && (0..TILE).contains(&(z + dz));
    let behind = tile.floor_index.range(x + dx, z + dz).start as u32 + u32::from(waypoint.to);
    [waypoint.floor, if inside { behind } else { NO_WAY }]
}

/// The floors of one sheet as a space, without any body.
struct Flood<'a> {
    ways: &'a Ways,
    sheets: &'a [u16],
    goals: Vec<u32>,
    left: usize,
}

impl Flood<'_> {
    fn way(&self, from: u32, direction: usize) -> Option<u32> {
        let to = self.ways.0[from as usize][direction];
        (to != NO_WAY && self.sheets[to as usize] == self.sheets[from as usize]).then_some(to)
    }
}

impl Space for Flood<'_> {
    fn moves(&mut self, node: u32, mut visit: impl FnMut(u32, u32, u8)) {
        let next: [Option<u32>; 4] = std::array::from_fn(|direction| self.way(node, direction));
        next.iter().flatten().for_each(|&to| visit(to, ORTHOGONAL, 0));
        for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
            let [Some(flank), Some(other)] = [next[a], next[b]] else { continue };
            if let Some(to) = self.way(flank, b).filter(|_| self.way(flank, b) == self.way(other, a)) {
                visit(to, DIAGONAL, 0);
            }
        }
    }

    fn estimate(&self, _: u32) -> u32 {
        0
    }

    fn is_goal(&mut self, node: u32) -> bool {
        if self.goals.binary_search(&node).is_ok() {
            self.left -= 1;
        }
        self.left == 0
    }

    fn len(&self) -> usize {
        self.sheets.len()
    }
}
