//! Rules of moving: four or eight neighbours, and which of the two cells beside a diagonal must be free.

use crate::geom::{DIAGONAL, ORTHOGONAL};
use std::sync::LazyLock;

/// The two costs in tenths of a cell, with a diagonal of 1.4.
const TENTHS: [u32; 2] = [10, 14];

/// The eight directions, clockwise as seen on a page: east, south-east, south and so on. Odd ones are diagonal.
pub(super) const DIRECTIONS: [[i32; 2]; 8] = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

/// What a diagonal step requires of the two cells beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corners {
    /// Both are free, so no corner is cut. The rule of the published benchmark lengths.
    BothFree,
    /// One of them is free: only a diagonal between two blocked cells is refused. The rule of Bandi & Thalmann 2000, read
    /// literally.
    OneFree,
    /// Nothing: corners are cut, and a path passes between two blocked cells that touch.
    Ignored,
}

/// Which moves there are, and what they cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// To the four nearest cells.
    Four,
    /// To eight cells, a diagonal being √2 as long.
    Eight(Corners),
    /// To eight cells, every step costing the same: a king's moves, and the bushfire of Bandi & Thalmann 2000.
    King(Corners),
    /// To eight cells, every step at the same cost: a king's moves, and the bushfire of Bandi & Thalmann 2000.
    Tenths(Corners),
}

impl Moves {
    /// Directions that are open, for each ring of free cells around a free one.
    pub(super) fn open(self) -> [u8; 256] {
        std::array::from_fn(|ring| self.open_at(ring as u8))
    }

    /// Whether one may step in a direction, by the ring of free cells around.
    pub(super) fn allows(self, ring: u8, direction: usize) -> bool {
        self.open_at(ring) >> direction & 1 == 1
    }

    /// Directions that are open in a ring: those to free cells; diagonals if the corner rule accepts their two neighbours in the
    /// ring.
    fn open_at(self, ring: u8) -> u8 {
        let beside = [ring.rotate_left(1), ring.rotate_right(1)];
        let diagonals = match self {
            Self::Four => 0,
            Self::Eight(corners) | Self::King(corners) | Self::Tenths(corners) => match corners {
                Corners::BothFree => beside[0] & beside[1],
                Corners::OneFree => beside[0] | beside[1],
                Corners::Ignored => !0,
            },
        };
        ring & (0b0101_0101 | diagonals & 0b1010_1010)
    }

    /// Directions in which a path of least cost may continue from a cell, by the step that led there (0 for a start, else its
    /// direction + 1) and by the ring of free cells around; `None` where every direction may count.
    ///
    /// Of paths at the same cost only the one that goes diagonally first is kept (canonical orderings, Sturtevant & Rabin 2016;
    /// the rules are those of jump points). After a diagonal step a path continues between its two sides. After a straight step
    /// it continues straight, and to a side only past a corner, where the cell beside the previous one is blocked. All other
    /// cells are reached at no greater cost without this cell. The rules hold for diagonals that need both cells beside them and
    /// cost less than two steps.
    pub(super) fn onward(self) -> Option<&'static [[u8; 256]; 9]> {
        static ONWARD: LazyLock<[[u8; 256]; 9]> = LazyLock::new(|| {
            let open = Moves::Eight(Corners::BothFree).open();
            std::array::from_fn(|how| std::array::from_fn(|ring| open[ring] & onward(how, ring as u8)))
        });
        matches!(self, Self::Eight(Corners::BothFree) | Self::Tenths(Corners::BothFree)).then(|| &*ONWARD)
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

/// Directions in which a path may continue after a step, whether open or not.
fn onward(how: usize, ring: u8) -> u8 {
    let Some(came) = how.checked_sub(1) else { return !0 };
    let bits = |directions: &[usize]| directions.iter().fold(0, |bits: u8, d| bits | 1 << ((came + d) % 8));
    if !came.is_multiple_of(2) {
        return bits(&[7, 0, 1]);
    }
    let is_blocked = |d: usize| ring >> ((came + d) % 8) & 1 == 0;
    let sides = [(3, [1, 2]), (5, [7, 6])];
    sides.iter().filter(|(behind, _)| is_blocked(*behind)).fold(bits(&[0]), |all, (_, side)| all | bits(side))
}
