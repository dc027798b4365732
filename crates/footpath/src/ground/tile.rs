//! The tile: the unit of storage, edits and paging. A tile is immutable and shared by all worlds that contain it.

use super::face::Face;
use super::index::ColumnIndex;
use crate::scene::ObjectId;
use std::sync::Arc;

/// Headroom of a floor under the open sky.
pub const SKY: u16 = u16::MAX;
/// Free height in cm that every body needs; a surface with less is no floor.
pub const MIN_HEADROOM: u16 = 30;

/// A run of occupied height in a column, in cm above the tile's base, and the object at its top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Lowest centimetre.
    pub low: u16,
    /// Highest centimetre.
    pub high: u16,
    /// Index in [`Tile::objects`] of the object at its top.
    pub object: u16,
}

/// A floor: eight bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Floor {
    /// Height over the column's centre, in cm above the tile's base.
    pub height: u16,
    /// Free height above it in cm; [`SKY`] if it is unlimited.
    pub headroom: u16,
    /// Rise per run along x and z, in 1/64.
    pub slope: [i8; 2],
    /// Index in [`Tile::objects`] of its object.
    pub object: u16,
}

impl Floor {
    /// Height at which the free space above ends, in cm above the tile's base.
    #[inline]
    pub fn ceiling(&self) -> i32 {
        if self.headroom == SKY { i32::MAX / 2 } else { i32::from(self.height) + i32::from(self.headroom) }
    }

    /// The same in 16 bits, only to be compared with floors of the same tile: the sky is above all its heights.
    #[inline]
    pub(super) fn end(&self) -> u16 {
        self.height.saturating_add(self.headroom)
    }
}

/// A link that does not fit in 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WideLink {
    /// Floor of the tile.
    pub floor: u32,
    /// Direction, as in [`DIRECTIONS`](super::DIRECTIONS).
    pub direction: u8,
    /// First floor of the next column.
    pub first: u32,
    /// Number of floors.
    pub count: u32,
}

/// A passage from one area to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Waypoint {
    /// Floor of the tile at the middle of the passage.
    pub floor: u32,
    /// Direction of the crossing, as in [`DIRECTIONS`](super::DIRECTIONS).
    pub direction: u8,
    /// The floor behind, by its index in its column, from below.
    pub to: u16,
    /// Its width in columns.
    pub columns: u16,
    /// Largest free height in cm that both sides share in one column.
    pub headroom: u16,
    /// Least step in cm, positive upwards.
    pub step: i16,
}

/// The ground of 64 × 64 columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    pub(crate) base: i32,
    pub(crate) span_index: ColumnIndex,
    pub(crate) spans: Vec<Span>,
    pub(crate) floor_index: ColumnIndex,
    pub(crate) floors: Vec<Floor>,
    pub(crate) links: Vec<[u16; 4]>,
    pub(crate) wide_links: Vec<WideLink>,
    pub(crate) sheets: Vec<u16>,
    pub(crate) sheet_count: u16,
    pub(crate) waypoints: Vec<Waypoint>,
    pub(crate) objects: Vec<ObjectId>,
    pub(crate) faces: Arc<[Face]>,
}

impl Tile {
    /// Base of the tile's heights, in cm.
    pub fn base(&self) -> i32 {
        self.base
    }

    /// Spans, column by column.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// Positions of each column's spans in [`Tile::spans`].
    pub fn span_index(&self) -> &ColumnIndex {
        &self.span_index
    }

    /// Floors, column by column, each column from below.
    pub fn floors(&self) -> &[Floor] {
        &self.floors
    }

    /// Positions of each column's floors in [`Tile::floors`].
    pub fn floor_index(&self) -> &ColumnIndex {
        &self.floor_index
    }

    /// Objects that spans and floors refer to, in ascending order.
    pub fn objects(&self) -> &[ObjectId] {
        &self.objects
    }

    /// The scene's faces that touch the tile, without obstacles.
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// Height of a floor in cm from the local origin.
    #[inline]
    pub fn height(&self, floor: usize) -> i32 {
        self.base + i32::from(self.floors[floor].height)
    }

    /// Bytes of floors with links, offsets and sheets, without spans.
    pub fn floor_bytes(&self) -> usize {
        self.floor_index.bytes()
            + self.floors.len() * (size_of::<Floor>() + size_of::<[u16; 4]>() + size_of::<u16>())
            + self.wide_links.len() * size_of::<WideLink>()
    }

    /// Bytes of everything except the faces.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.floor_bytes()
            + self.span_index.bytes()
            + self.spans.len() * size_of::<Span>()
            + self.objects.len() * size_of::<ObjectId>()
            + self.waypoints.len() * size_of::<Waypoint>()
    }

    /// Whether the tile has no span. An empty tile equals a missing one.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }
}
