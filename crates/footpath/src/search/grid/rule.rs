//! Rules of moving: four or eight neighbours, and what a diagonal asks of the two cells beside it.

/// Cost of a step to one of the four nearest cells.
pub const ORTHOGONAL: u32 = 408;
/// Cost of a diagonal step; 577 / 408 is √2 to 1.5 parts in a million.
pub const DIAGONAL: u32 = 577;
/// The two costs in tenths of a cell, with a diagonal of 1.4.
const TENTHS: [u32; 2] = [10, 14];

/// The eight directions, clockwise as seen on a page: east, south-east, south and so on. Odd ones are diagonal.
pub(super) const DIRECTIONS: [[i32; 2]; 8] = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

/// What a diagonal step asks of the two cells beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corners {
    /// Both are free: no corner is cut. The rule of the published benchmark lengths.
    BothFree,
    /// One of them is free: a diagonal is refused only between two blocked cells. The seed's rule, read literally.
    OneFree,
    /// Nothing: corners are cut, and a body slips between two blocked cells that touch.
    Ignored,
}

/// How one moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// To the four nearest cells.
    Four,
    /// To eight cells, a diagonal being √2 as long.
    Eight(Corners),
    /// To eight cells, every step costing the same: a king's moves, and the seed's bushfire.
    King(Corners),
    /// To eight cells at costs of 10 and 14, the fixed-point numbers of Kuffner 1998 (§6.2).
    Tenths(Corners),
}

impl Moves {
    /// Directions that are open, for each ring of free cells around a free one.
    pub(super) fn open(self) -> [u8; 256] {
        std::array::from_fn(|ring| (0..8).filter(|&d| self.allows(ring as u8, d)).fold(0, |open, d| open | 1 << d))
    }

    /// Whether one may step in a direction, by the ring of free cells around.
    pub(super) fn allows(self, ring: u8, direction: usize) -> bool {
        let free = |d: usize| ring >> (d % 8) & 1 == 1;
        let beside = [free(direction + 7), free(direction + 1)];
        let corners = match self {
            _ if !free(direction) => return false,
            _ if direction.is_multiple_of(2) => return true,
            Self::Four => return false,
            Self::Eight(corners) | Self::King(corners) | Self::Tenths(corners) => corners,
        };
        match corners {
            Corners::BothFree => beside[0] && beside[1],
            Corners::OneFree => beside[0] || beside[1],
            Corners::Ignored => true,
        }
    }

    /// Cost of a step by direction.
    pub(super) fn costs(self) -> [u32; 8] {
        let costs = match self {
            Self::King(_) => [ORTHOGONAL; 2],
            Self::Tenths(_) => TENTHS,
            Self::Four | Self::Eight(_) => [ORTHOGONAL, DIAGONAL],
        };
        std::array::from_fn(|d| costs[d % 2])
    }
}
