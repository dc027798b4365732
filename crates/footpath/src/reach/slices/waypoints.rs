//! Waypoints: the passages between areas of different slices, and what they make a connected whole (Deusdado et al. §4.3).
//!
//! In: floors and their areas. Out: waypoints with their measures. The steps of a body from one area to another are
//! crossings; crossings whose floors are the same, or a step apart on either side, are one waypoint. Where no step leads from an
//! area to another, strides that do are crossings.

use super::LevelWaypoint;
use super::areas::Areas;
use super::floors::{At, Floors};
use crate::geom::CM_PER_METRE;
use crate::geom::DisjointSets;
use crate::ground::{ColumnKey, SKY, step};
use rayon::prelude::*;

/// A step between two areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Crossing {
    areas: [u32; 2],
    stride: bool,
    columns: [ColumnKey; 2],
    at: [At; 2],
    /// Free height that both floors share, in cm, and what has to be stepped.
    headroom: i32,
    step: i32,
}

/// All waypoints, by areas and then by first crossing.
pub(super) fn find(floors: &Floors<'_>, areas: &Areas) -> Vec<LevelWaypoint> {
    let area = |at: At| areas.of_floor[at.0 as usize][at.1 as usize];
    let between = |from: At, to: At, (headroom, step): (i32, i32), stride: bool| {
        let at = if area(from) < area(to) { [from, to] } else { [to, from] };
        Crossing { areas: at.map(area), stride, columns: at.map(|at| floors.column(at)), at, headroom, step }
    };
    let in_tile = |tile: u32| {
        let mut found = Vec::new();
        floors.onward(tile, |from, way, to| {
            if area(from) != area(to) {
                found.push(between(from, to, measures(floors, from, to, Some(way)), false));
            }
        });
        found
    };
    let found: Vec<Vec<Crossing>> = (0..floors.tiles.len() as u32).into_par_iter().map(in_tile).collect();
    let strides = areas.strides.iter().map(|&(from, to)| between(from, to, measures(floors, from, to, None), true));
    let mut crossings: Vec<Crossing> = found.into_iter().flatten().chain(strides).collect();
    // Sorted by areas, steps before strides, then by columns. So the result does not depend on the order of tiles.
    crossings.sort_unstable();
    let groups = crossings.chunk_by(|a, b| a.areas == b.areas);
    let of_one_kind =
        |group: &[Crossing]| group.iter().take_while(|crossing| crossing.stride == group[0].stride).count();
    groups.flat_map(|group| runs(floors, &group[..of_one_kind(group)])).collect()
}

/// Free height that two floors share, and the step between them, in cm. The step of a stride is its whole rise.
fn measures(floors: &Floors<'_>, from: At, to: At, way: Option<usize>) -> (i32, i32) {
    let floor = |at: At| (floors.tile(at).tile, &floors.tile(at).tile.floors()[at.1 as usize]);
    let ((tile, lower), (other, upper)) = (floor(from), floor(to));
    let rise = floors.height(to) - floors.height(from);
    let ceiling = (tile.base() + lower.ceiling()).min(other.base() + upper.ceiling());
    let open = lower.headroom == SKY && upper.headroom == SKY;
    let headroom = if open { i32::MAX } else { ceiling - floors.height(from).max(floors.height(to)) };
    (headroom, way.map_or(rise, |way| step(floors.world.grid(), lower, upper, rise, way)).abs())
}

/// The connected runs among the crossings between two areas.
fn runs(floors: &Floors<'_>, group: &[Crossing]) -> Vec<LevelWaypoint> {
    let mut sets = DisjointSets::new(group.len());
    for side in 0..2 {
        let mut by_floor: Vec<(At, u32)> = group.iter().map(|crossing| crossing.at[side]).zip(0..).collect();
        by_floor.sort_unstable();
        let first = |at: At| {
            let found = by_floor.partition_point(|&(other, _)| other < at);
            by_floor.get(found).filter(|&&(other, _)| other == at).map(|&(_, crossing)| crossing)
        };
        for &(at, crossing) in &by_floor {
            first(at).into_iter().for_each(|same| sets.join(same, crossing));
            floors.around(at, |next| first(next).into_iter().for_each(|beside| sets.join(crossing, beside)));
        }
    }
    // The root of a run is its first crossing, so runs come in the order of those.
    let mut runs: Vec<(u32, Vec<Crossing>)> = Vec::new();
    for (crossing, number) in group.iter().zip(0..) {
        let root = sets.root(number);
        match runs.binary_search_by_key(&root, |&(root, _)| root) {
            Ok(at) => runs[at].1.push(*crossing),
            Err(at) => runs.insert(at, (root, vec![*crossing])),
        }
    }
    runs.into_iter().map(|(_, run)| waypoint(floors, &run)).collect()
}

fn waypoint(floors: &Floors<'_>, run: &[Crossing]) -> LevelWaypoint {
    let cells = |side: usize| {
        let mut floors: Vec<At> = run.iter().map(|crossing| crossing.at[side]).collect();
        floors.sort_unstable();
        floors.dedup();
        floors.len()
    };
    let metres = |cm: i32| f64::from(cm) / f64::from(CM_PER_METRE);
    let headroom = run.iter().map(|crossing| crossing.headroom).max().unwrap_or(0);
    // Twice the middle of a crossing, so that it is an integer.
    let middle = |crossing: &Crossing| {
        let [a, b] = crossing.columns;
        [i64::from(a.x) + i64::from(b.x), i64::from(a.z) + i64::from(b.z)]
    };
    let sum = run.iter().map(middle).fold([0, 0], |sum, at| [sum[0] + at[0], sum[1] + at[1]]);
    let count = run.len() as i64;
    let apart = |crossing: &Crossing| {
        let [x, z] = middle(crossing);
        i128::from(x * count - sum[0]).pow(2) + i128::from(z * count - sum[1]).pow(2)
    };
    LevelWaypoint {
        areas: run[0].areas.map(|area| area as usize),
        stride: run[0].stride,
        width: cells(0).min(cells(1)) as f64 * floors.world.grid().cell_size(),
        headroom: if headroom == i32::MAX { f64::INFINITY } else { metres(headroom) },
        step: metres(run.iter().map(|crossing| crossing.step).min().unwrap_or(0)),
        crossings: run.iter().map(|crossing| crossing.at.map(|at| floors.id(at))).collect(),
        middle: (0..run.len()).min_by_key(|&i| apart(&run[i])).unwrap_or(0),
    }
}

/// The connected whole of each area, numbered by their first areas, and how many there are.
pub(super) fn parts(areas: usize, waypoints: &[LevelWaypoint]) -> (Vec<u32>, u32) {
    let mut sets = DisjointSets::new(areas);
    for waypoint in waypoints {
        let [a, b] = waypoint.areas;
        sets.join(a as u32, b as u32);
    }
    sets.numbers()
}
