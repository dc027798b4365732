//! Rows of reach: what a body that was not asked for before costs.
//!
//! `rerecast` bakes a scene for one body. Ours bakes it once for all of them, so a new body costs its standing room and its
//! steps. The rows compare these with the whole bake of `rerecast` for the same body.

use crate::data;
use crate::ground::single;
use crate::peers;
use crate::row::{Bench, Measure, Row, Timer};
use anyhow::{Context, Result, bail};
use footpath::body::Action;
use footpath::plan::Query;
use footpath::world::FloorId;
use footpath::{Body, Scene, World};

/// Recast's three meshes, with the ratios to reach: standing room and steps, and bake with the first route.
const MESHES: [(&str, f64, f64); 3] = [("nav_test", 3.0, 2.0), ("undulating", 8.0, 2.0), ("dungeon", 1.3, 1.0)];
const CELLS: [[f64; 2]; 2] = [[0.3, 0.2], [0.1, 0.1]];

/// Everything that is measured here.
pub fn benches() -> Vec<Bench> {
    let mut benches = Vec::new();
    let mut add = |name: String, run: Measure| benches.push(Bench { name, run });
    for (mesh, target, _) in MESHES {
        for cells in CELLS {
            let run = move |name: &str, timer: &Timer| first(name, timer, mesh, cells, target);
            add(format!("reach/first@{mesh}@{}", cells[0]), Box::new(run));
        }
    }
    for (mesh, _, target) in MESHES {
        for cells in CELLS {
            let run = move |name: &str, timer: &Timer| route(name, timer, mesh, cells, target);
            add(format!("reach/route@{mesh}@{}", cells[0]), Box::new(run));
        }
    }
    benches
}

fn recast_mesh(mesh: &str) -> Result<Scene> {
    let scene = data::scene(&format!("recast_{mesh}.obj"))?;
    // Solids are found once per scene, not once per bake.
    scene.solid();
    Ok(scene)
}

/// The agent of the Recast demo, which neither bends nor crawls. Each round takes a radius that is 0.2 mm wider, so that
/// nothing is cached for it.
fn agent(round: usize) -> Body {
    let adult = Body::adult().without(Action::Bend).without(Action::Crawl);
    let radius = peers::RADIUS + 0.0002 * round as f64;
    Body { radius, height: peers::HEIGHT, max_climb: peers::CLIMB, ..adult }
}

fn first(name: &str, timer: &Timer, mesh: &str, cells: [f64; 2], target: f64) -> Result<Vec<Row>> {
    let scene = recast_mesh(mesh)?;
    let peer = peers::mesh(&scene);
    let world = World::bake(&scene, &single(cells))?;
    let mut round = 0;
    // The rival has one thread.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let [ours, rival] = timer.versus(
        || {
            round += 1;
            let body = agent(round);
            pool.install(|| world.derive_reach(&body))
        },
        || peers::whole_bake(&peer, cells[0], cells[1]),
    );
    peers::whole_bake(&peer, cells[0], cells[1]).context("rerecast refused the mesh")?;
    let floors = world.counts().floors;
    let note = format!(
        "standing room and steps of {floors} floors for a new body ({:.0} ns per floor) against rerecast's whole bake",
        ours * 1e6 / floors as f64
    );
    Ok(vec![Row::against(name, ours, rival, "ms", target, note)])
}

fn route(name: &str, timer: &Timer, mesh: &str, cells: [f64; 2], target: f64) -> Result<Vec<Row>> {
    let scene = recast_mesh(mesh)?;
    let peer = peers::mesh(&scene);
    let settings = single(cells);
    let body = agent(0);
    let (from, to) = ends(&World::bake(&scene, &settings)?, &body)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let bake_and_plan = || World::bake(&scene, &settings).map(|world| world.plan(&Query::new(&body, from, to)).is_ok());
    let [ours, rival] = timer.versus(|| pool.install(bake_and_plan), || peers::whole_bake(&peer, cells[0], cells[1]));
    let note = "bake and the first route of a body, across the largest region, against rerecast's whole bake";
    Ok(vec![Row::against(name, ours, rival, "ms", target, note)])
}

/// Two places far apart in the largest region.
fn ends(world: &World, body: &Body) -> Result<([f64; 3], [f64; 3])> {
    let regions = world.regions(body);
    let largest = regions.largest().context("the body fits nowhere")?;
    let mut places = Vec::new();
    for (tile, held) in world.tiles() {
        let ids = (0..held.floors().len() as u32).map(|index| FloorId { tile, index });
        places.extend(ids.filter(|&id| regions.of(id) == Some(largest)).filter_map(|id| world.position(id)));
    }
    places.sort_by(|a, b| (a[0] + a[2]).total_cmp(&(b[0] + b[2])));
    let (Some(&from), Some(&to)) = (places.first(), places.last()) else { bail!("the region is empty") };
    if world.plan(&Query::new(body, from, to)).is_err() {
        bail!("no route across the largest region");
    }
    Ok((from, to))
}
