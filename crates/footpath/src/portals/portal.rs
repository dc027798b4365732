//! A portal: a place where a body enters or leaves a tile, or passes from one piece of it to another.

use crate::reach::Move;

/// The directions in which a portal can be passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// In and out, by a step.
    Both,
    /// Out, by a leap.
    Out,
    /// In, by a leap.
    In,
}

/// A place where a body enters or leaves a tile, or passes from one piece of it to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Portal {
    /// Piece of the tile.
    pub piece: u32,
    /// Floor of the tile.
    pub floor: u32,
    /// Tile of the floor beyond, relative to this one.
    pub tile: [i16; 2],
    /// Floor beyond, in its tile.
    pub beyond: u32,
    pub kind: Kind,
    /// Cost of passing it outwards; inwards if that is the only direction.
    pub cost: u32,
    /// The move that passes it.
    pub how: Move,
}

/// Costs between an endpoint and the nodes of its tile, by the index of the node within the tile.
pub(crate) type EndCosts = Vec<(u32, u32)>;
