//! Jump points: of all ways of equal length between two cells only the one that goes diagonally first is followed, and cells
//! at which nothing can be decided are jumped over (Harabor & Grastien 2011). How far a jump leads is a table of
//! eight bytes per cell, made once per map (Harabor & Grastien 2014: JPS+).
//!
//! In: a grid with eight neighbours and true diagonals. Out: a space for the kernel whose moves are jumps; its ways cost as
//! little as those by single steps.
//!
//! Where we differ: the rules of pruning are not written down per corner rule but derived from their definition, by trying
//! all 256 rings of free cells around a cell; so they hold for every corner rule. Jump points on a diagonal that only
//! lead aside are no nodes: what they lead to is visited in their place, a diagonal and a straight leg being one move. So
//! is the goal, where it lies straight ahead of a place on a diagonal. Scanning words of bits instead of the table would need
//! nothing made in advance; with the table a straight jump is one byte, and columns cost no more than rows.

use super::Grid;
use super::aim::Aim;
use super::rule::{DIAGONAL, DIRECTIONS, Moves, ORTHOGONAL};
use crate::search::{Front, Queue, Space};

/// Steps that are counted; of what is further away it is only known that it is. So a cell's reach is eight bytes, and a
/// search, which waits for memory more than for anything else, finds the reaches of eight cells in one cache line.
const COUNTED: i8 = 126;
/// As many steps are open without a jump point; one has to look again from there.
const FURTHER: i8 = 127;

/// What is derived from a grid for jumping.
#[derive(Clone, Debug)]
pub(super) struct Jumps {
    /// Directions to go on in: by the move that led here (0 for a start, else direction + 1) and the ring around.
    on: Vec<[u8; 256]>,
    /// Whether rings exist at which a diagonal move is a jump point by itself, and not for what lies aside.
    bends: bool,
    /// By cell and direction: steps to the next jump point; from zero down, how many until nothing more is open; or `FURTHER`.
    reach: Vec<[i8; 8]>,
}

impl Jumps {
    pub(super) fn new(grid: &Grid) -> Self {
        let on = (0..9).map(|how: usize| if how == 0 { grid.open } else { pruned(grid.moves, how - 1) }).collect();
        let mut jumps = Self { on, bends: false, reach: vec![[0; 8]; grid.rings.len()] };
        jumps.bends = (0..=255).any(|ring| grid.moves.allows(ring, 5) && jumps.is_forced(ring, 1));
        let (width, height) = (grid.map.width(), grid.map.height());
        // Each direction looks at cells that were done before; diagonals look at straight ones.
        let cells = width * height;
        for cell in 0..cells {
            jumps.look(grid, cell, 4);
            jumps.look(grid, cells - 1 - cell, 0);
        }
        for (directions, downwards) in [([6, 5, 7], true), ([2, 1, 3], false)] {
            for y in 0..height {
                let row = if downwards { y } else { height - 1 - y };
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
        let natural = if d.is_multiple_of(2) { 1 << d } else { 0b1000_0011_u8.rotate_left(d as u32) };
        self.on[d + 1][usize::from(ring)] & !natural != 0
    }

    fn look(&mut self, grid: &Grid, cell: u32, d: usize) {
        if grid.open[usize::from(grid.rings[cell as usize])] >> d & 1 == 0 {
            return;
        }
        let next = cell.wrapping_add_signed(grid.offsets[d]) as usize;
        let aside = |side: usize| d % 2 == 1 && self.run(grid, next as u32, side % 8) > 0;
        let stops = self.is_forced(grid.rings[next], d) || aside(d + 7) || aside(d + 1);
        let far = self.reach[next][d];
        self.reach[cell as usize][d] = match far {
            _ if stops => 1,
            FURTHER => FURTHER,
            1.. => far + 1,
            _ if far == -COUNTED => FURTHER,
            _ => far - 1,
        };
    }

    /// Steps to the next jump point; from zero down, how many until nothing more is open.
    #[inline]
    fn run(&self, grid: &Grid, cell: u32, d: usize) -> i32 {
        let reach = self.reach[cell as usize][d];
        if reach == FURTHER { self.long_run(grid, cell, d) } else { i32::from(reach) }
    }

    /// Steps until nothing more is open, over all jump points.
    fn open_run(&self, grid: &Grid, mut cell: u32, d: usize) -> i32 {
        let mut gone = 0;
        loop {
            let far = self.run(grid, cell, d);
            gone += far.abs();
            if far <= 0 {
                return gone;
            }
            cell = cell.wrapping_add_signed(far * grid.offsets[d]);
        }
    }

    #[cold]
    fn long_run(&self, grid: &Grid, mut cell: u32, d: usize) -> i32 {
        let mut gone = 0;
        loop {
            match self.reach[cell as usize][d] {
                FURTHER => gone += i32::from(COUNTED),
                far @ 1.. => return gone + i32::from(far),
                open => return i32::from(open) - gone,
            }
            cell = cell.wrapping_add_signed(i32::from(COUNTED) * grid.offsets[d]);
        }
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
    aim: Aim,
    /// By direction, from how far away the goal is reached straight in that direction.
    catches: [i32; 8],
}

/// Direction by signs of y and x; 8 for none.
const TOWARDS: [[usize; 3]; 3] = [[5, 6, 7], [4, 8, 0], [3, 2, 1]];

#[inline]
fn towards([x, y]: [i32; 2]) -> usize {
    TOWARDS[(y.signum() + 1) as usize][(x.signum() + 1) as usize]
}

impl<'a> JumpPoints<'a> {
    pub(super) fn new(grid: &'a Grid, jumps: &'a Jumps, goal: u32) -> Self {
        let place = grid.place(goal);
        // Rules are the same both ways: one comes from as far as one could go.
        let catches = std::array::from_fn(|d| jumps.open_run(grid, goal, (d + 4) % 8));
        Self { grid, jumps, goal, place, aim: Aim::new(grid.moves, grid.rows, goal), catches }
    }

    #[inline]
    fn at(&self, cell: u32, steps: i32, d: usize) -> u32 {
        cell.wrapping_add_signed(steps * self.grid.offsets[d])
    }

    /// Follows a diagonal to its end or to a jump point that bends; visits what lies straight aside of it on the way. `away` is
    /// where the goal lies if it lies in this direction.
    #[inline]
    fn along_diagonal(&self, node: u32, d: usize, away: Option<[i32; 2]>, visit: &mut impl FnMut(u32, u32, u8)) {
        // Steps to where the goal lies straight ahead, and what is left then.
        let (to_turn, left) = away.map_or((i32::MAX, 0), |[x, y]| (x.abs().min(y.abs()), (x.abs() - y.abs()).abs()));
        let (mut cell, mut gone) = (node, 0);
        let mut reach = self.jumps.reach[node as usize];
        loop {
            let steps = i32::from(reach[d].min(COUNTED));
            if to_turn <= gone + steps.abs() && to_turn > gone {
                let [x, y] = away.unwrap_or_default();
                let straight = towards([x - to_turn * DIRECTIONS[d][0], y - to_turn * DIRECTIONS[d][1]]);
                if left == 0 || left <= self.catches[straight & 7] {
                    visit(self.goal, to_turn as u32 * DIAGONAL + left as u32 * ORTHOGONAL, d as u8 + 1);
                    return;
                }
            }
            if steps <= 0 {
                return;
            }
            gone += steps;
            cell = self.at(cell, steps, d);
            let cost = gone as u32 * DIAGONAL;
            if self.jumps.bends && self.jumps.is_forced(self.grid.rings[cell as usize], d) {
                visit(cell, cost, d as u8 + 1);
                return;
            }
            reach = self.jumps.reach[cell as usize];
            for aside in [(d + 7) % 8, (d + 1) % 8] {
                if reach[aside] > 0 {
                    self.straight(cell, aside, reach[aside], cost, visit);
                }
            }
        }
    }

    /// Visits the jump point straight ahead of a cell, if there is one.
    #[inline]
    fn straight(&self, cell: u32, d: usize, reach: i8, cost: u32, visit: &mut impl FnMut(u32, u32, u8)) {
        let far = if reach == FURTHER { self.jumps.long_run(self.grid, cell, d) } else { i32::from(reach) };
        if far > 0 {
            visit(self.at(cell, far, d), cost + far as u32 * ORTHOGONAL, d as u8 + 1);
        }
    }

    #[inline]
    fn tell(&self, node: u32, how: u8, mut visit: impl FnMut(u32, u32, u8)) {
        let [x, y] = self.grid.place(node);
        let away = [self.place[0] - x, self.place[1] - y];
        let aim = towards(away);
        let open = self.jumps.on[usize::from(how)][usize::from(self.grid.rings[node as usize])];
        let reach = self.jumps.reach[node as usize];
        let mut diagonal = open & 0b1010_1010;
        while diagonal != 0 {
            let d = diagonal.trailing_zeros() as usize & 7;
            diagonal &= diagonal - 1;
            self.along_diagonal(node, d, (d == aim).then_some(away), &mut visit);
        }
        let mut straight = open & 0b0101_0101;
        while straight != 0 {
            let d = straight.trailing_zeros() as usize & 7;
            straight &= straight - 1;
            let left = (away[0] + away[1]).abs();
            if d == aim && left <= self.jumps.run(self.grid, node, d).abs() {
                visit(self.goal, left as u32 * ORTHOGONAL, d as u8 + 1);
            } else if reach[d] > 0 {
                self.straight(node, d, reach[d], 0, &mut visit);
            }
        }
    }
}

impl Space for JumpPoints<'_> {
    /// All directions, as from a start.
    fn moves(&mut self, node: u32, visit: impl FnMut(u32, u32, u8)) {
        self.tell(node, 0, visit);
    }

    #[inline]
    fn expand<Q: Queue>(&mut self, node: u32, how: u8, front: &mut Front<'_, Q>) {
        self.tell(node, how, |to, cost, how| front.meet(self, to, cost, how));
    }

    #[inline]
    fn estimate(&self, node: u32) -> u32 {
        self.aim.left(node)
    }

    #[inline]
    fn is_goal(&mut self, node: u32) -> bool {
        node == self.goal
    }

    fn len(&self) -> usize {
        self.grid.rings.len()
    }
}
