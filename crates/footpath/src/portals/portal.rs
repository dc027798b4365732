//! A portal: a place where a body enters or leaves a tile, or one piece of it for another.

use crate::reach::Move;

/// In which direction a portal is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// In and out, by a step.
    Both,
    /// Out, by a leap.
    Out,
    /// In, by a leap.
    In,
}

/// Where a body enters or leaves a tile, or one piece of it for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Portal {
    /// Piece of the tile.
    pub piece: u32,
    /// Floor of the tile.
    pub floor: u32,
    /// Tile of the floor beyond, counted from this one.
    pub tile: [i16; 2],
    /// Floor beyond, in its tile.
    pub beyond: u32,
    pub kind: Kind,
    /// Cost of passing it outwards, or inwards if that is the only direction.
    pub cost: u32,
    /// How it is passed.
    pub how: Move,
}

/// Costs between the nodes of a tile and an end in it, by the numbers of the nodes within the tile.
pub(crate) type EndCosts = Vec<(u32, u32)>;
