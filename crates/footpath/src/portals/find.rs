//! Finds the portals of a tile for one body.
//!
//! In: the steps and leaps of a body in a tile and in those beside it. Out: portals, each with the floor within the tile and the
//! floor beyond. They are the waypoints of Deusdado et al. (§4.3), reduced to those that one body can use. Crossings side by side
//! over the rim of a tile form one passage, which gets a portal every [`SPACING`] columns: a single portal in the middle of a
//! wide passage would lead all routes through one place. Leaps that leave their piece of the tile are portals of one direction.
//!
//! A piece is a set of floors that steps join within the tile ([`Labels`]). All floors of a piece reach each other, so portals
//! join exactly the floors that the cells planner joins.

use super::body_portals::BodyPortals;
use super::portal::{Kind, Portal};
use crate::ground::{DIRECTIONS, TILE, TileKey};
use crate::reach::{ACROSS_X, ACROSS_Z, INDEX, Labels, Move, NONE, Steps, Terrain, UNLABELLED};
use crate::world::{FloorId, World};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Columns of a passage per portal.
const SPACING: usize = 16;
/// Leaps from one square of this many columns to the same piece share one portal.
const SQUARE: u16 = 8;

/// A tile and the tile beside it.
struct Rim<'a> {
    direction: usize,
    steps: &'a Steps,
    beside: &'a Steps,
}

impl BodyPortals {
    /// All portals of a tile, in order: those of a piece stand together.
    pub(super) fn find(&self, world: &World, key: TileKey) -> Vec<Portal> {
        let (mut portals, reach, costs) = (Vec::new(), &self.moves.reach, &self.moves.costs);
        let (labels, steps) = (self.moves.labels(world, key), reach.steps(world, key));
        let mut terrain = Terrain::new(world, Arc::clone(reach));
        for (direction, [x, z]) in DIRECTIONS.into_iter().enumerate() {
            let beside = key.neighbour([x, z]);
            if world.tile(beside).is_none() {
                continue;
            }
            let rim = Rim { direction, steps: &steps, beside: &reach.steps(world, beside) };
            for (floor, beyond) in rim.chosen() {
                let (from, to) = (FloorId { tile: key, index: floor }, FloorId { tile: beside, index: beyond });
                let (from, to) = (terrain.node(from), terrain.node(to));
                let Some((cost, how)) = costs.step(&terrain, from, to, direction) else { continue };
                let piece = labels.of[floor as usize];
                portals.push(Portal { piece, floor, tile: [x as i16, z as i16], beyond, kind: Kind::Both, cost, how });
            }
        }
        if self.moves.extended {
            portals.extend_from_slice(&self.exits(world, key));
            self.find_entries(world, key, &labels, &mut portals);
        }
        portals.sort_unstable();
        portals.dedup();
        portals
    }

    /// Portals by leaps into a tile's pieces from anywhere: the exits that lead there, seen from this side.
    fn find_entries(&self, world: &World, key: TileKey, labels: &Labels, portals: &mut Vec<Portal>) {
        let around = self.moves.leap_tiles();
        for back in (-around..=around).flat_map(|z| (-around..=around).map(move |x| [x, z])) {
            let from = key.neighbour(back);
            if world.tile(from).is_none() {
                continue;
            }
            let tile = back.map(|c| c as i16);
            for &exit in self.exits(world, from).iter().filter(|exit| exit.tile == tile.map(|c| -c)) {
                let (floor, beyond, kind) = (exit.beyond, exit.floor, Kind::In);
                portals.push(Portal { piece: labels.of[floor as usize], floor, tile, beyond, kind, ..exit });
            }
        }
    }

    /// Portals by leaps out of a tile's pieces: of those from one square to one piece the cheapest.
    pub(super) fn find_exits(&self, world: &World, key: TileKey) -> Vec<Portal> {
        let moves = &self.moves;
        let (own, steps) = (moves.labels(world, key), moves.reach.steps(world, key));
        let mut beside: BTreeMap<[i16; 2], Arc<Labels>> = BTreeMap::new();
        let mut best: BTreeMap<(u32, [u16; 2], [i16; 2], u32), Portal> = BTreeMap::new();
        let leaps = moves.reach.leaps(world, key);
        for (floor, leaps) in leaps.all() {
            let from = own.of[floor as usize];
            let column = steps.columns[floor as usize];
            let square = [column % TILE as u16 / SQUARE, column / TILE as u16 / SQUARE];
            for leap in leaps {
                let there = beside.entry(leap.tile).or_insert_with(|| {
                    let [x, z] = leap.tile.map(i32::from);
                    moves.labels(world, key.neighbour([x, z]))
                });
                let to = there.of[leap.index as usize];
                if from == UNLABELLED || to == UNLABELLED || (leap.tile == [0, 0] && from == to) {
                    continue;
                }
                let (kind, how) = (Kind::Out, Move::Leap(leap.leap));
                let (tile, beyond, cost) = (leap.tile, leap.index, leap.cost);
                let exit = Portal { piece: from, floor, tile, beyond, kind, cost, how };
                let held = best.entry((from, square, leap.tile, to)).or_insert(exit);
                if exit.cost < held.cost {
                    *held = exit;
                }
            }
        }
        best.into_values().collect()
    }
}

impl Rim<'_> {
    /// Crossings that become portals: some of every run of adjacent crossings.
    fn chosen(&self) -> Vec<(u32, u32)> {
        let mut at: Vec<Vec<(u32, u32)>> = vec![Vec::new(); TILE as usize];
        let across = if self.direction.is_multiple_of(2) { ACROSS_X } else { ACROSS_Z };
        let mut cross = |floor: u32, target: u32| {
            if target != NONE && target & across != 0 {
                let column = self.steps.columns[floor as usize];
                let along = if self.direction.is_multiple_of(2) { column / TILE as u16 } else { column % TILE as u16 };
                at[usize::from(along)].push((floor, target & INDEX));
            }
        };
        for (near, floor) in self.steps.near.iter().zip(0..) {
            cross(floor, near[self.direction]);
        }
        let others = self.steps.others.iter().filter(|(_, way, _)| usize::from(*way) == self.direction);
        others.for_each(|&(floor, _, target)| cross(floor, target));
        let mut chosen = Vec::new();
        let mut open: Vec<Vec<(u32, u32)>> = Vec::new();
        for crossings in at {
            let mut next = Vec::new();
            for crossing in crossings {
                let before = open.iter().position(|run| self.goes_on(run[run.len() - 1], crossing));
                let mut run = before.map_or_else(Vec::new, |at| open.swap_remove(at));
                run.push(crossing);
                next.push(run);
            }
            open.drain(..).for_each(|run| spread(&run, &mut chosen));
            open = next;
        }
        open.drain(..).for_each(|run| spread(&run, &mut chosen));
        chosen
    }

    /// Whether the body can step from one crossing to the next on both sides of the rim.
    fn goes_on(&self, (floor, beyond): (u32, u32), next: (u32, u32)) -> bool {
        let along = (self.direction + 1) % 2;
        (self.steps.near[floor as usize][along], self.beside.near[beyond as usize][along]) == next
    }
}

/// Some crossings of a run, evenly spaced; the same ones from both sides of the rim.
fn spread(run: &[(u32, u32)], chosen: &mut Vec<(u32, u32)>) {
    let count = run.len().div_ceil(SPACING);
    chosen.extend((0..count).map(|at| run[(2 * at + 1) * run.len() / (2 * count)]));
}
