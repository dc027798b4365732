//! Rows of the reasoned no: an unreachable goal, asked again; the reason for it; the first no of a body.

use crate::data;
use crate::ground::single;
use crate::row::{Bench, Row, Timer};
use anyhow::{Context, Result, bail};
use footpath::plan::{Query, RegionId};
use footpath::world::FloorId;
use footpath::{Body, World};
use std::collections::BTreeMap;
use std::time::Instant;

/// Everything that is measured here.
pub fn benches() -> Vec<Bench> {
    vec![Bench { name: "cells/no@nav_test".to_owned(), run: Box::new(no) }]
}

/// How often the quick answer is given per round: one alone is too short for a clock.
const TIMES: usize = 1000;

fn no(name: &str, timer: &Timer) -> Result<Vec<Row>> {
    let scene = data::scene("recast_nav_test.obj")?;
    let world = World::bake(&scene, &single([0.1, 0.1]))?;
    let body = Body::adult();
    let start = Instant::now();
    let regions = world.regions(&body);
    let first = start.elapsed().as_secs_f64() * 1e3;
    let (from, goals) = apart(&world, &body)?;
    let to = goals.first().copied().context("every region is reached")?;
    let query = |to: [f64; 3]| Query { half_extents: [0.2; 3], ..Query::new(&body, from, to) };
    let bare = Query { explain: false, ..query(to) };
    if world.plan(&bare).is_ok() {
        bail!("the goal can be reached");
    }
    // To all goals at once the front grows until nothing is left, whatever is known of the regions.
    let [quick, search] = timer.versus(
        || (0..TIMES).filter(|_| world.plan(&bare).is_err()).count(),
        || world.plan_cells_to_all(&bare).map(|all| all.len()),
    );
    // Each pair of regions has a reason of its own, so that none of these is kept from before.
    let mut reasons: Vec<f64> = goals.iter().skip(1).map(|&to| timer_of(|| world.plan(&query(to)))).collect();
    reasons.sort_by(f64::total_cmp);
    let median = reasons.get(reasons.len() / 2).copied().unwrap_or_default();
    let worst = reasons.last().copied().unwrap_or_default();
    let note = "a no without its reason, against our search until the region is exhausted";
    Ok(vec![
        Row::against(name, quick / TIMES as f64 * 1e3, search * 1e3, "µs", 1000.0, note),
        Row::alone(
            format!("{name}/reason"),
            median,
            "ms",
            format!("a no with its reason, median of {} pairs of regions; {worst:.1} at worst", reasons.len()),
        ),
        Row::alone(
            format!("{name}/first"),
            first,
            "ms",
            format!("rooms, steps, leaps and {} regions of a body that was not asked before", regions.len()),
        ),
    ])
}

fn timer_of<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    let made = work();
    let millis = start.elapsed().as_secs_f64() * 1e3;
    drop(made);
    millis
}

/// A place in the largest region, and one in each of the larger regions that it does not lead to.
fn apart(world: &World, body: &Body) -> Result<([f64; 3], Vec<[f64; 3]>)> {
    let regions = world.regions(body);
    let mut first: BTreeMap<RegionId, FloorId> = BTreeMap::new();
    for (tile, held) in world.tiles() {
        for index in 0..held.floors().len() as u32 {
            let floor = FloorId { tile, index };
            if let Some(region) = regions.of(floor) {
                first.entry(region).or_insert(floor);
            }
        }
    }
    let home = regions.largest().context("the body fits nowhere")?;
    let mut others: Vec<RegionId> = first.keys().copied().filter(|&other| !regions.leads_to(home, other)).collect();
    others.sort_by_key(|&region| std::cmp::Reverse(regions.size(region).floors));
    let position = |region: &RegionId| first.get(region).and_then(|&floor| world.position(floor));
    Ok((position(&home).context("no floor")?, others.iter().take(20).filter_map(position).collect()))
}
