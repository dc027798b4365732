//! Rows of refusals: a repeated query to an unreachable goal, the reason of a refusal, and the regions of a new body.

use crate::data;
use crate::ground::single;
use crate::row::{Bench, Row, Timer};
use anyhow::{Context, Result, bail};
use footpath::plan::{Query, RegionId};
use footpath::world::FloorId;
use footpath::{Body, World};
use std::collections::BTreeMap;
use std::time::Instant;

/// All rows of this module.
pub fn benches() -> Vec<Bench> {
    vec![Bench { name: "cells/no@nav_test".to_owned(), run: Box::new(unreachable_goal) }]
}

/// Queries per timed round. A single query is too short for the clock.
const QUERIES: usize = 1000;

fn unreachable_goal(name: &str, timer: &Timer) -> Result<Vec<Row>> {
    let scene = data::scene("recast_nav_test.obj")?;
    let world = World::bake(&scene, &single([0.1, 0.1]))?;
    let body = Body::adult();
    let start = Instant::now();
    let regions = world.regions(&body);
    let derive_millis = start.elapsed().as_secs_f64() * 1e3;
    let (from, goals) = unreachable_pairs(&world, &body)?;
    let to = goals.first().copied().context("the start leads to every region")?;
    let query = |to: [f64; 3]| Query { half_extents: [0.2; 3], ..Query::new(&body, from, to) };
    let unexplained = Query { explain: false, ..query(to) };
    if world.plan(&unexplained).is_ok() {
        bail!("the goal can be reached");
    }
    // A search for all goals ignores the regions and stops only when the frontier is empty.
    let [by_regions, by_search] = timer.versus(
        || (0..QUERIES).filter(|_| world.plan(&unexplained).is_err()).count(),
        || world.plan_cells_to_all(&unexplained).map(|all| all.len()),
    );
    // Each pair of regions has its own reason, so no reason comes from the cache.
    let mut reasons: Vec<f64> = goals.iter().skip(1).map(|&to| millis(|| world.plan(&query(to)))).collect();
    reasons.sort_by(f64::total_cmp);
    let median = reasons.get(reasons.len() / 2).copied().unwrap_or_default();
    let worst = reasons.last().copied().unwrap_or_default();
    let note = "a refusal without its reason, against our search until the frontier is empty";
    Ok(vec![
        Row::against(name, by_regions / QUERIES as f64 * 1e3, by_search * 1e3, "µs", 1000.0, note),
        Row::alone(
            format!("{name}/reason"),
            median,
            "ms",
            format!("a refusal with its reason, median of {} pairs of regions; {worst:.1} at worst", reasons.len()),
        ),
        Row::alone(
            format!("{name}/first"),
            derive_millis,
            "ms",
            format!("standing room, steps, leaps and {} regions of a new body", regions.len()),
        ),
    ])
}

/// The time of one call, in milliseconds. The result is dropped after the clock has stopped.
fn millis<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    let result = work();
    let millis = start.elapsed().as_secs_f64() * 1e3;
    drop(result);
    millis
}

/// A place in the largest region, and one place in each of the 20 largest regions that cannot be reached from it.
fn unreachable_pairs(world: &World, body: &Body) -> Result<([f64; 3], Vec<[f64; 3]>)> {
    let regions = world.regions(body);
    let mut first_floor: BTreeMap<RegionId, FloorId> = BTreeMap::new();
    for (key, tile) in world.tiles() {
        for index in 0..tile.floors().len() as u32 {
            let floor = FloorId { tile: key, index };
            if let Some(region) = regions.of(floor) {
                first_floor.entry(region).or_insert(floor);
            }
        }
    }
    let home = regions.largest().context("the body fits nowhere")?;
    let mut others: Vec<RegionId> =
        first_floor.keys().copied().filter(|&other| !regions.leads_to(home, other)).collect();
    others.sort_by_key(|&region| std::cmp::Reverse(regions.size(region).floors));
    let position = |region: &RegionId| first_floor.get(region).and_then(|&floor| world.position(floor));
    Ok((position(&home).context("no floor")?, others.iter().take(20).filter_map(position).collect()))
}
