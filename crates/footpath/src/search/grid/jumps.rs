//! Jump points: of all ways of equal length between two cells only the one that goes diagonally first is followed, and cells
//! at which nothing can be decided are jumped over (Harabor & Grastien 2011). How far a jump leads is a table of
//! eight numbers per cell, made once per map (JPS+, Harabor & Grastien 2014).
//!
//! In: a grid with eight neighbours and true diagonals. Out: a space for the kernel whose moves are jumps; the ways have the
//! least cost, as the ways by single steps do.
//!
//! Where we differ: the rules of pruning are not written down per corner rule but derived from their definition, by trying
//! all 256 rings of free cells around a cell; so they hold for every corner rule. Jump points at the end of a
//! diagonal that only lead aside are no nodes: what they lead to is visited in their place, a diagonal and a straight leg
//! being one move. And the goal ends a jump that passes its row or column only if the straight leg to it is free.

use super::Grid;
use super::rule::{DIAGONAL, DIRECTIONS, Moves, ORTHOGONAL};
use crate::search::Space;

/// What is derived from a grid for jumping.
#[derive(Clone, Debug)]
pub(super) struct Jumps {
    /// Directions to go on in: by the move that led here (0 for a start, else direction + 1) and the ring around.
    on: Vec<[u8; 256]>,
    /// By cell and direction: how many steps to the next jump point, or less than one, how many until nothing more is open.
    reach: Vec<[i16; 8]>,
}

impl Jumps {
    pub(super) fn new(grid: &Grid) -> Self {
        let on = (0..9).map(|how: usize| if how == 0 { grid.open } else { pruned(grid.moves, how - 1) }).collect();
        let mut jumps = Self { on, reach: vec![[0; 8]; grid.rings.len()] };
        let width = grid.map.width();
        let cells = grid.rings.len() as u32;
        // Each direction looks at cells that were done before; diagonals look at straight ones.
        for cell in 0..cells {
            jumps.look(grid, cell, 4);
            jumps.look(grid, cells - 1 - cell, 0);
        }
        for (directions, downwards) in [([6, 5, 7], true), ([2, 1, 3], false)] {
            for y in 0..grid.map.height() {
                let row = if downwards { y } else { grid.map.height() - 1 - y };
                for cell in row * width..(row + 1) * width {
                    directions.iter().for_each(|&d| jumps.look(grid, cell, d));
                }
            }
        }
        jumps
    }

    /// Whether going on in direction `d` over a cell could be better than any way around it: then it is a jump point.
    #[inline]
    fn is_forced(&self, ring: u8, d: usize) -> bool {
        let natural = if d.is_multiple_of(2) { 1 << d } else { (0b1000_0011_u8).rotate_left(d as u32) };
        self.on[d + 1][usize::from(ring)] & !natural != 0
    }

    fn look(&mut self, grid: &Grid, cell: u32, d: usize) {
        if grid.open[usize::from(grid.rings[cell as usize])] >> d & 1 == 0 {
            return;
        }
        let next = cell.wrapping_add_signed(grid.offsets[d]) as usize;
        let reach = self.reach[next];
        let turns = d % 2 == 1 && (reach[(d + 7) % 8] > 0 || reach[(d + 1) % 8] > 0);
        let far = reach[d];
        let stops = turns || self.is_forced(grid.rings[next], d);
        self.reach[cell as usize][d] = if stops { 1 } else { far + if far > 0 { 1 } else { -1 } };
    }
}

/// Directions that are not pruned after a move in direction `d`, for each ring of free cells: those to neighbours that
/// cannot be reached from the cell before at the same cost without this one. Diagonals win ties, so straight moves
/// leave a neighbour out when another way is as short, diagonal ones only when it is shorter.
fn pruned(moves: Moves, d: usize) -> [u8; 256] {
    let costs = moves.costs();
    std::array::from_fn(|ring| {
        let around = around(moves, ring as u8, (d + 4) % 8);
        let keeps = |&n: &usize| {
            let through = costs[d] + costs[n];
            moves.allows(ring as u8, n) && if d.is_multiple_of(2) { around[n] > through } else { around[n] >= through }
        };
        (0..8).filter(keeps).fold(0, |kept, n| kept | 1 << n)
    })
}

/// Costs from one cell of the ring to the others without stepping on the middle, which is free.
fn around(moves: Moves, ring: u8, from: usize) -> [u32; 8] {
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

/// The jump points of a grid as a space towards one goal, [`Grid::jumps`].
#[derive(Clone, Debug)]
pub struct JumpPoints<'a> {
    grid: &'a Grid,
    jumps: &'a Jumps,
    goal: u32,
    place: [i32; 2],
}

/// Direction by signs of x and y.
const TOWARDS: [[usize; 3]; 3] = [[5, 6, 7], [4, 8, 0], [3, 2, 1]];

impl<'a> JumpPoints<'a> {
    pub(super) fn new(grid: &'a Grid, jumps: &'a Jumps, goal: u32) -> Self {
        Self { grid, jumps, goal, place: grid.place(goal) }
    }

    /// The leg straight to the goal from `steps` along a diagonal: its cost if it is free.
    #[inline]
    fn turn(&self, cell: u32, away: [i32; 2]) -> Option<u32> {
        let left = away[0].abs() + away[1].abs();
        if left == 0 {
            return Some(0);
        }
        let d = TOWARDS[(away[1].signum() + 1) as usize][(away[0].signum() + 1) as usize];
        let far = i32::from(self.jumps.reach[cell as usize][d & 7]).abs();
        (far >= left).then_some(left as u32 * ORTHOGONAL)
    }

    #[inline]
    fn at(&self, cell: u32, steps: i32, d: usize) -> u32 {
        cell.wrapping_add_signed(steps * self.grid.offsets[d])
    }

    #[inline]
    fn along_diagonal(&self, node: u32, d: usize, away: Option<[i32; 2]>, visit: &mut impl FnMut(u32, u32, u8)) {
        let (mut cell, mut gone) = (node, 0);
        // Steps to where the goal lies straight ahead, if this is the direction to it.
        let to_turn = away.map_or(i32::MAX, |[x, y]| x.abs().min(y.abs()));
        loop {
            let reach = i32::from(self.jumps.reach[cell as usize][d]);
            if to_turn > gone && to_turn <= gone + reach.abs() {
                let (turn, [x, y]) = (self.at(node, to_turn, d), away.unwrap_or_default());
                let left = [x - to_turn * DIRECTIONS[d][0], y - to_turn * DIRECTIONS[d][1]];
                if let Some(straight) = self.turn(turn, left) {
                    visit(self.goal, to_turn as u32 * DIAGONAL + straight, d as u8 + 1);
                    return;
                }
            }
            if reach <= 0 {
                return;
            }
            gone += reach;
            cell = self.at(cell, reach, d);
            let cost = gone as u32 * DIAGONAL;
            if self.jumps.is_forced(self.grid.rings[cell as usize], d) {
                visit(cell, cost, d as u8 + 1);
                return;
            }
            for aside in [(d + 7) % 8, (d + 1) % 8] {
                let far = i32::from(self.jumps.reach[cell as usize][aside]);
                if far > 0 {
                    visit(self.at(cell, far, aside), cost + far as u32 * ORTHOGONAL, aside as u8 + 1);
                }
            }
        }
    }
}

impl Space for JumpPoints<'_> {
    fn moves(&mut self, node: u32, visit: impl FnMut(u32, u32, u8)) {
        self.moves_on(node, 0, visit);
    }

    #[inline]
    fn moves_on(&mut self, node: u32, how: u8, mut visit: impl FnMut(u32, u32, u8)) {
        let [x, y] = self.grid.place(node);
        let away = [self.place[0] - x, self.place[1] - y];
        let aim = TOWARDS[(away[1].signum() + 1) as usize][(away[0].signum() + 1) as usize];
        let mut open = self.jumps.on[usize::from(how)][usize::from(self.grid.rings[node as usize])];
        while open != 0 {
            let d = open.trailing_zeros() as usize;
            open &= open - 1;
            if d % 2 == 1 {
                self.along_diagonal(node, d, (d == aim).then_some(away), &mut visit);
                continue;
            }
            let reach = i32::from(self.jumps.reach[node as usize][d]);
            let left = (away[0] + away[1]).abs();
            if d == aim && left <= reach.abs() {
                visit(self.goal, left as u32 * ORTHOGONAL, d as u8 + 1);
            } else if reach > 0 {
                visit(self.at(node, reach, d), reach as u32 * ORTHOGONAL, d as u8 + 1);
            }
        }
    }

    #[inline]
    fn estimate(&self, node: u32) -> u32 {
        self.grid.moves.between(self.grid.place(node), self.place)
    }

    #[inline]
    fn is_goal(&mut self, node: u32) -> bool {
        node == self.goal
    }

    fn len(&self) -> usize {
        self.grid.rings.len()
    }
}
