//! The moves that the paper discusses: to 4 or 8 neighbours, past corners, and to the first ring of floors that are not
//! contiguous.

use super::scan::{Spans, is_within, scan};
use crate::body::Action;
use crate::ground::ColumnKey;
use crate::plan::query::{Corners, Diagonals, Extended, Front, Neighbours, PaperOptions};
use crate::reach::{Costs, Move, Moves, ORTHOGONAL, Terrain, WAYS, leap_cost, octile};

/// Number of directions of the moves.
pub(super) fn ways(options: &PaperOptions) -> usize {
    if options.neighbours == Neighbours::Eight { 8 } else { 4 }
}

/// Calls `visit(terrain, way, to)` for every step from a node in the first `ways` directions; diagonals as the corner rule
/// allows.
pub(super) fn visit_steps(
    terrain: &mut Terrain<'_>,
    node: u32,
    (ways, corners): (usize, Corners),
    mut visit: impl FnMut(&Terrain<'_>, usize, u32),
) {
    let mut met = [false; 8];
    terrain.loose_steps(node, |terrain, way, to, both| {
        met[way] = true;
        if way < ways && (both || corners != Corners::BothFlanks) {
            visit(terrain, way, to);
        }
    });
    if corners == Corners::Ignored && ways > 4 {
        visit_closed_diagonals(terrain, node, met, &mut visit);
    }
}

/// Diagonals between two closed flanks: to any floor across the corner that is within the climb and has room.
fn visit_closed_diagonals(
    terrain: &mut Terrain<'_>,
    node: u32,
    met: [bool; 8],
    visit: &mut impl FnMut(&Terrain<'_>, usize, u32),
) {
    let (at, feet, world) = (terrain.column(node), terrain.height(node), terrain.world);
    for way in (4..8).filter(|&way| !met[way]) {
        let [dx, dz] = WAYS[way];
        for floor in world.floors_at(ColumnKey::new(at.x + dx, at.z + dz)) {
            let to = terrain.node(floor);
            if terrain.room(to) > 0 && (terrain.height(to) - feet).abs() <= terrain.reach.limits.climb {
                visit(terrain, way, to);
            }
        }
    }
}

/// Calls `visit(terrain, to, cost, leap)` for the nearest surface in every direction without a contiguous neighbour, if it is
/// immediately reachable as the paper defines it.
fn first_ring(terrain: &mut Terrain<'_>, node: u32, ways: usize, mut visit: impl FnMut(&Terrain<'_>, u32, u32, u8)) {
    let Some(step) = terrain.reach.limits.leaps.iter().position(|leap| leap.action == Action::Step) else { return };
    let mut met = [false; 8];
    terrain.loose_steps(node, |_, way, _, _| met[way] = true);
    let (from, start, spans) = (terrain.floor(node), terrain.column(node), Spans::of_step(&terrain.reach));
    for way in (0..ways).filter(|&way| !met[way]) {
        let Some(to) = scan(terrain.world, from, WAYS[way], spans.height, spans.cells) else { continue };
        if !is_within(terrain.world, &spans, &terrain.reach.semantics, from, to) {
            continue;
        }
        let to = terrain.node(to);
        let cost = leap_cost(&terrain.reach.limits.leaps[step], start, terrain.column(to), &terrain.reach.grid);
        visit(terrain, to, cost, step as u8);
    }
}

/// The moves of a search with the choices of a paper.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PaperMoves(pub PaperOptions);

impl Moves for PaperMoves {
    fn visit(
        &self,
        terrain: &mut Terrain<'_>,
        costs: &Costs,
        node: u32,
        mut visit: impl FnMut(&Terrain<'_>, u32, u32, Move),
    ) {
        let ways = ways(&self.0);
        visit_steps(terrain, node, (ways, self.0.corners), |terrain, way, to| {
            if let Some((cost, how)) = costs.step(terrain, node, to, way) {
                visit(terrain, to, cost, how);
            }
        });
        let leap = |terrain: &Terrain<'_>, to: u32, cost: u32, leap: u8| visit(terrain, to, cost, Move::Leap(leap));
        match self.0.extended {
            Extended::All => terrain.leaps(node, leap),
            Extended::FirstRing => first_ring(terrain, node, ways, leap),
            Extended::None => {}
        }
    }

    fn estimate(&self, costs: &Costs, [dx, dz]: [i32; 2]) -> u32 {
        let four = ways(&self.0) == 4 && self.0.extended == Extended::None;
        match (self.0.front, self.0.diagonals) {
            (Front::Bushfire, _) => 0,
            _ if four => costs.at_least((dx + dz) as u32 * ORTHOGONAL),
            (_, Diagonals::Unit) => costs.at_least(dx.max(dz) as u32 * ORTHOGONAL),
            (_, Diagonals::True) => costs.at_least(octile(dx, dz)),
        }
    }
}
