//! Jump points: of all paths of equal length between two cells only the one that goes diagonally first is followed, and cells at
//! which there is no choice are jumped over (Harabor & Grastien 2011).
//!
//! In: a grid with eight neighbours and diagonals that cost less than two steps, and a [`Sight`] that measures jumps: a
//! [table](super::table) for maps that are searched often, or the [bits](super::scan) of a map that is searched once. Out: a
//! space for the kernel whose moves are jumps. Its paths cost as little as those by single steps.
//!
//! We differ in two points. A jump point on a diagonal that only leads to a straight jump is no node: the jump point at its end
//! is visited instead, by one move of a diagonal and a straight part. The goal is visited in the same way where it lies straight
//! ahead of a cell on a diagonal.

use super::Grid;
use super::heuristic::Heuristic;
use super::rule::DIRECTIONS;
use crate::search::{Front, Queue, Space};

/// A cell: its number, and its column and row.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    pub(super) cell: u32,
    pub(super) place: [i32; 2],
}

/// Measures jumps from a cell.
pub trait Sight: Copy {
    /// Directions in which to continue from a cell, by the move that led there: 0 for a start, else its direction + 1.
    fn onward(&self, spot: Spot, how: u8) -> u8;

    /// Steps straight ahead to the next jump point. Zero or a negative number: minus the steps to the last open cell.
    fn straight(&self, spot: Spot, d: usize) -> i32;

    /// The same on a diagonal, to the next cell from which straight jumps must be tried; it may be nearer than needed.
    fn diagonal(&self, spot: Spot, d: usize) -> i32;

    /// Whether a cell is a jump point by itself after a diagonal move, not only for the straight jumps from it.
    fn bends(&self, spot: Spot, d: usize) -> bool;
}

/// The jump points of a grid as a space towards one goal, [`Grid::jumps`].
#[derive(Clone, Debug)]
pub struct JumpPoints<'a, S> {
    grid: &'a Grid,
    sight: S,
    goal: Spot,
    heuristic: Heuristic,
    /// Costs of a step and of a diagonal one.
    costs: [u32; 2],
    /// By direction: from how many steps away the goal is reached straight in that direction. Unused for diagonals.
    catches: [i32; 8],
}

/// Direction by signs of y and x; 8 for none.
const TOWARDS: [[usize; 3]; 3] = [[5, 6, 7], [4, 8, 0], [3, 2, 1]];

#[inline]
fn direction_to([x, y]: [i32; 2]) -> usize {
    TOWARDS[(y.signum() + 1) as usize][(x.signum() + 1) as usize]
}

impl<'a, S: Sight> JumpPoints<'a, S> {
    pub(super) fn new(grid: &'a Grid, sight: S, goal: u32) -> Self {
        let [straight, diagonal, ..] = grid.moves.costs();
        let (heuristic, goal) =
            (Heuristic::new(grid.moves, grid.rows, goal), Spot { cell: goal, place: grid.place(goal) });
        let mut space = Self { grid, sight, goal, heuristic, costs: [straight, diagonal], catches: [0; 8] };
        // Rules are symmetric: the goal is reached from as far as one can go from it.
        for d in [0, 2, 4, 6] {
            space.catches[d] = space.open_run(goal, (d + 4) % 8);
        }
        space
    }

    #[inline]
    fn spot_after(&self, spot: Spot, steps: i32, d: usize) -> Spot {
        let ([x, y], [dx, dy]) = (spot.place, DIRECTIONS[d]);
        let cell = spot.cell.wrapping_add_signed(steps * self.grid.offsets[d]);
        Spot { cell, place: [x + steps * dx, y + steps * dy] }
    }

    /// Steps straight ahead to the last open cell, over all jump points.
    fn open_run(&self, mut spot: Spot, d: usize) -> i32 {
        let mut gone = 0;
        loop {
            let far = self.sight.straight(spot, d);
            gone += far.abs();
            if far <= 0 {
                return gone;
            }
            spot = self.spot_after(spot, far, d);
        }
    }

    /// Follows a diagonal to its end or to a jump point that bends, and visits the jump points straight aside of it on the way.
    /// `away` is the offset of the goal if the goal lies in this direction.
    #[inline]
    fn along_diagonal(&self, from: Spot, d: usize, away: Option<[i32; 2]>, visit: &mut impl FnMut(u32, u32, u8)) {
        let [orthogonal, diagonal] = self.costs;
        // Steps to the cell from which the goal lies straight ahead, and the steps that are left from there.
        let (to_turn, left) = away.map_or((i32::MAX, 0), |[x, y]| (x.abs().min(y.abs()), (x.abs() - y.abs()).abs()));
        let (mut spot, mut gone) = (from, 0);
        loop {
            let steps = self.sight.diagonal(spot, d);
            if to_turn <= gone + steps.abs() && to_turn > gone {
                let [x, y] = away.unwrap_or_default();
                let straight = direction_to([x - to_turn * DIRECTIONS[d][0], y - to_turn * DIRECTIONS[d][1]]);
                if left == 0 || left <= self.catches[straight & 7] {
                    visit(self.goal.cell, to_turn as u32 * diagonal + left as u32 * orthogonal, d as u8 + 1);
                    return;
                }
            }
            if steps <= 0 {
                return;
            }
            gone += steps;
            spot = self.spot_after(spot, steps, d);
            let cost = gone as u32 * diagonal;
            if self.sight.bends(spot, d) {
                visit(spot.cell, cost, d as u8 + 1);
                return;
            }
            for aside in [(d + 7) % 8, (d + 1) % 8] {
                self.visit_straight(spot, aside, self.sight.straight(spot, aside), cost, visit);
            }
        }
    }

    /// Visits the jump point `far` steps straight ahead of a cell, if there is one.
    #[inline]
    fn visit_straight(&self, spot: Spot, d: usize, far: i32, cost: u32, visit: &mut impl FnMut(u32, u32, u8)) {
        if far > 0 {
            visit(self.spot_after(spot, far, d).cell, cost + far as u32 * self.costs[0], d as u8 + 1);
        }
    }

    #[inline]
    fn visit_jumps(&self, node: u32, how: u8, mut visit: impl FnMut(u32, u32, u8)) {
        let here = Spot { cell: node, place: self.grid.place(node) };
        let away = [0, 1].map(|axis| self.goal.place[axis] - here.place[axis]);
        let goal_direction = direction_to(away);
        let open = self.sight.onward(here, how);
        let mut diagonal = open & 0b1010_1010;
        while diagonal != 0 {
            let d = diagonal.trailing_zeros() as usize & 7;
            diagonal &= diagonal - 1;
            self.along_diagonal(here, d, (d == goal_direction).then_some(away), &mut visit);
        }
        let mut straight = open & 0b0101_0101;
        while straight != 0 {
            let d = straight.trailing_zeros() as usize & 7;
            straight &= straight - 1;
            let (left, far) = ((away[0] + away[1]).abs(), self.sight.straight(here, d));
            if d == goal_direction && left <= far.abs() {
                visit(self.goal.cell, left as u32 * self.costs[0], d as u8 + 1);
            } else {
                self.visit_straight(here, d, far, 0, &mut visit);
            }
        }
    }
}

impl<S: Sight> Space for JumpPoints<'_, S> {
    /// All directions, as from a start.
    fn moves(&mut self, node: u32, visit: impl FnMut(u32, u32, u8)) {
        self.visit_jumps(node, 0, visit);
    }

    #[inline]
    fn expand<Q: Queue>(&mut self, node: u32, how: u8, front: &mut Front<'_, Q>) {
        self.visit_jumps(node, how, |to, cost, how| front.meet(self, to, cost, how));
    }

    #[inline]
    fn estimate(&self, node: u32) -> u32 {
        self.heuristic.estimate(node)
    }

    #[inline]
    fn is_goal(&mut self, node: u32) -> bool {
        node == self.goal.cell
    }

    fn len(&self) -> usize {
        self.grid.cells()
    }
}
