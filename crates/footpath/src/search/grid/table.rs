//! Lengths of jumps as a table of eight bytes per cell, made once per map (Harabor & Grastien 2014: JPS+). Looking up a straight
//! jump reads one byte, along rows and columns alike. For maps that are searched often.
//!
//! The rules of pruning are derived from their definition, by trying all 256 rings of free cells around a cell. They therefore
//! hold for every corner rule.

use super::Grid;
use super::jumps::{Sight, Spot};
use super::rule::{DIRECTIONS, Moves};

/// The longest distance that an entry counts. The eight distances of a cell therefore take eight bytes. A search, which mostly
/// waits for memory, finds the distances of eight cells in one cache line.
const COUNTED: i8 = 126;
/// An entry for longer distances: `COUNTED` steps are open without a jump point, and the lookup continues from there.
const FURTHER: i8 = 127;

/// The derived data of a grid for jumping.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// Directions in which to continue: by the move that led here (0 for a start, else direction + 1) and the ring around.
    on: Vec<[u8; 256]>,
    /// Whether rings exist at which a diagonal move ends at a jump point by itself, not only for straight jumps from it.
    bends: bool,
    /// By cell and direction: steps to the next jump point, or minus the steps to the last open cell, or `FURTHER`.
    reach: Vec<[i8; 8]>,
    /// By direction: the difference from a cell's number to that of the next.
    offsets: [i32; 8],
}

impl Table {
    pub(super) fn new(grid: &Grid) -> Self {
        let on = (0..9).map(|how: usize| if how == 0 { grid.open } else { pruned(grid.moves, how - 1) }).collect();
        let reach = vec![[0; 8]; grid.rings().len()];
        let mut table = Self { on, bends: false, reach, offsets: grid.offsets };
        table.bends = (0..=255).any(|ring| grid.moves.allows(ring, 5) && table.is_forced(ring, 1));
        let (width, height) = (grid.map.width(), grid.map.height());
        // Each direction uses cells that were computed before; diagonals use straight jumps.
        let (rings, cells) = (grid.rings(), width * height);
        for cell in 0..cells {
            table.fill_entry(rings, cell, 4);
            table.fill_entry(rings, cells - 1 - cell, 0);
        }
        for (directions, downwards) in [([6, 5, 7], true), ([2, 1, 3], false)] {
            for y in 0..height {
                let row = if downwards { y } else { height - 1 - y };
                for cell in row * width..(row + 1) * width {
                    directions.iter().for_each(|&d| table.fill_entry(rings, cell, d));
                }
            }
        }
        table
    }

    /// Whether continuing in direction `d` over a cell can be better than every path around it. Then the cell is a jump point.
    #[inline]
    fn is_forced(&self, ring: u8, d: usize) -> bool {
        let natural = if d.is_multiple_of(2) { 1 << d } else { 0b1000_0011_u8.rotate_left(d as u32) };
        self.on[d + 1][usize::from(ring)] & !natural != 0
    }

    fn fill_entry(&mut self, rings: &[u8], cell: u32, d: usize) {
        if self.on[0][usize::from(rings[cell as usize])] >> d & 1 == 0 {
            return;
        }
        let next = cell.wrapping_add_signed(self.offsets[d]) as usize;
        let aside = |side: usize| d % 2 == 1 && self.jump_length(next as u32, side % 8) > 0;
        let stops = self.is_forced(rings[next], d) || aside(d + 7) || aside(d + 1);
        let far = self.reach[next][d];
        self.reach[cell as usize][d] = match far {
            _ if stops => 1,
            FURTHER => FURTHER,
            1.. => far + 1,
            _ if far == -COUNTED => FURTHER,
            _ => far - 1,
        };
    }

    /// Steps to the next jump point, or minus the steps to the last open cell.
    #[inline]
    fn jump_length(&self, cell: u32, d: usize) -> i32 {
        let reach = self.reach[cell as usize][d];
        if reach == FURTHER { self.long_jump_length(cell, d) } else { i32::from(reach) }
    }

    #[cold]
    fn long_jump_length(&self, mut cell: u32, d: usize) -> i32 {
        let mut gone = 0;
        loop {
            match self.reach[cell as usize][d] {
                FURTHER => gone += i32::from(COUNTED),
                far @ 1.. => return gone + i32::from(far),
                open => return i32::from(open) - gone,
            }
            cell = cell.wrapping_add_signed(i32::from(COUNTED) * self.offsets[d]);
        }
    }
}

/// The table as a [`Sight`], with the rings of the map.
#[derive(Clone, Copy, Debug)]
pub struct ByTable<'a> {
    pub(super) table: &'a Table,
    pub(super) rings: &'a [u8],
}

impl Sight for ByTable<'_> {
    #[inline]
    fn onward(&self, spot: Spot, how: u8) -> u8 {
        self.table.on[usize::from(how)][usize::from(self.rings[spot.cell as usize])]
    }

    #[inline]
    fn straight(&self, spot: Spot, d: usize) -> i32 {
        self.table.jump_length(spot.cell, d)
    }

    #[inline]
    fn diagonal(&self, spot: Spot, d: usize) -> i32 {
        i32::from(self.table.reach[spot.cell as usize][d].min(COUNTED))
    }

    #[inline]
    fn bends(&self, spot: Spot, d: usize) -> bool {
        self.table.bends && self.table.is_forced(self.rings[spot.cell as usize], d)
    }
}

/// Directions that are not pruned after a move in direction `d`, for each ring of free cells: those to neighbours that cannot be
/// reached from the previous cell at the same cost without this one. Diagonals win ties: after a straight move a neighbour is
/// pruned when another path is as short, after a diagonal move only when it is shorter.
fn pruned(moves: Moves, d: usize) -> [u8; 256] {
    let costs = moves.costs();
    std::array::from_fn(|ring| {
        let around = costs_around(moves, ring as u8, (d + 4) % 8);
        let keeps = |&n: &usize| {
            let through = costs[d] + costs[n];
            moves.allows(ring as u8, n) && if d.is_multiple_of(2) { around[n] > through } else { around[n] >= through }
        };
        (0..8).filter(keeps).fold(0, |kept, n| kept | 1 << n)
    })
}

/// Costs from one cell of the ring to the others without the middle cell, which is free.
fn costs_around(moves: Moves, ring: u8, from: usize) -> [u32; 8] {
    let costs = moves.costs();
    let is_free = |[x, y]: [i32; 2]| {
        let place = DIRECTIONS.iter().position(|&direction| direction == [x, y]);
        [x, y] == [0, 0] || place.is_some_and(|d| ring >> d & 1 == 1)
    };
    let mut cost = [u32::MAX; 8];
    cost[from] = 0;
    // No way around has more than seven steps.
    for _ in 0..7 {
        for a in (0..8).filter(|&a| is_free(DIRECTIONS[a])) {
            let [x, y] = DIRECTIONS[a];
            let near = |d: usize| is_free([x + DIRECTIONS[d][0], y + DIRECTIONS[d][1]]);
            let seen = (0..8).filter(|&d| near(d)).fold(0, |seen, d| seen | 1 << d);
            for d in (0..8).filter(|&d| moves.allows(seen, d)) {
                let to = [x + DIRECTIONS[d][0], y + DIRECTIONS[d][1]];
                if let Some(b) = DIRECTIONS.iter().position(|&direction| direction == to) {
                    cost[b] = cost[b].min(cost[a].saturating_add(costs[d]));
                }
            }
        }
    }
    cost
}
