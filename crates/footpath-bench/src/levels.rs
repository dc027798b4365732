//! Rows of the levels planner: the seed's worlds and numbers of avatars against flat A*, growth with the world, what is
//! derived, an edit.

use crate::ground::{bake, exponent, single};
use crate::row::{Bench, Measure, Row, Timer};
use anyhow::{Context, Result, bail};
use footpath::ground::Stage;
use footpath::plan::Query;
use footpath::plan::levels::LevelPlan;
use footpath::scene::built_in;
use footpath::world::Obstacle;
use footpath::{Bake, Body, Scene, World};
use std::time::Instant;

/// Flat A* must have this much to do, or there is nothing to save.
const LEAST: u64 = 50_000;
/// The seed's ratios for 1,000 avatars (Table 1): until the first move, and until all have arrived.
const WAITING: f64 = 139.0;
const TOTAL: f64 = 12.7;
/// Metres around the start in which avatars begin.
const AROUND: f64 = 2.0;

/// Everything that is measured here.
pub fn benches() -> Vec<Bench> {
    let mut benches = Vec::new();
    let mut add = |name: String, run: Measure| benches.push(Bench { name, run });
    for (figure, scene) in [("fig8", "campus"), ("fig9", "mall")] {
        for avatars in [1, 100, 1000] {
            let run = move |name: &str, _: &Timer| queries(name, scene, avatars);
            add(format!("levels/{figure}/{avatars}"), Box::new(run));
        }
    }
    add("levels/build/campus".to_owned(), Box::new(build));
    add("levels/edit/campus".to_owned(), Box::new(edit));
    add("levels/growth".to_owned(), Box::new(growth));
    benches
}

fn world_of(scene: &str) -> Result<World> {
    let entry = built_in().iter().find(|entry| entry.name == scene).context("a built-in scene")?;
    Ok(World::bake(&(entry.build)(0), &single([entry.cell_size, entry.cell_height]))?)
}

/// Numbers by chance, the same in every run.
pub struct Chance(pub u64);

impl Chance {
    /// From 0 to 1.
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / f64::from(1_u32 << 31)
    }
}

/// Queries from around the start to the goal, as the seed has them.
fn from_around<'a>(world: &World, body: &'a Body, avatars: usize) -> Result<Vec<Query<'a>>> {
    let place = |name: &str| world.place(name).with_context(|| format!("no place {name}"));
    let ([x, y, z], goal) = (place("start")?, place("goal")?);
    let mut chance = Chance(1);
    let mut aside = || (chance.next() * 2.0 - 1.0) * AROUND;
    Ok((0..avatars).map(|_| Query::new(body, [x + aside(), y, z + aside()], goal)).collect())
}

pub fn seconds<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let made = work();
    (start.elapsed().as_secs_f64(), made)
}

/// So many avatars, all plans: what is expanded by flat A*, before each one's first move, and over whole routes.
fn queries(name: &str, scene: &str, avatars: usize) -> Result<Vec<Row>> {
    let (world, body) = (world_of(scene)?, Body::adult());
    let queries = from_around(&world, &body, avatars)?;
    // What is derived of the ground for this body is there before the clock starts, for both.
    world.plan_cells(&queries[0])?;
    world.plan_levels(&queries[0])?;
    let (waiting, first) = seconds(|| {
        let set_out = |query: &Query<'_>| world.set_out().next_leg(&world, query);
        queries.iter().map(set_out).collect::<Result<Vec<_>, _>>()
    });
    let first: u64 = first?.iter().flatten().map(|leg| leg.route.work.expanded).sum();
    let (ours, plans) =
        seconds(|| queries.iter().map(|query| world.plan_levels(query)).collect::<Result<Vec<LevelPlan>, _>>());
    let plans = plans?;
    let (rival, flat) = seconds(|| queries.iter().map(|query| world.plan_cells(query)).collect::<Result<Vec<_>, _>>());
    let flat = flat?;
    let expanded: u64 = flat.iter().map(|plan| plan.route.work.expanded).sum();
    if expanded / (avatars as u64) < LEAST {
        bail!("flat A* expands {} cells per query; at least {LEAST} are asked for", expanded / avatars as u64);
    }
    let all: u64 = plans.iter().map(|plan| plan.plan.route.work.expanded).sum();
    let ratio = |plan: (&LevelPlan, &footpath::plan::cells::CellPlan)| plan.0.plan.route.length / plan.1.route.length;
    let longer = plans.iter().zip(&flat).map(ratio).fold(0.0, f64::max);
    let note = format!("expanded before the first move; waiting {waiting:.4} s against {rival:.3} s");
    let whole = format!("expanded over whole routes, at most {longer:.3} as long; {ours:.3} s against {rival:.3} s");
    Ok(vec![
        Row::against(format!("{name}/first"), first as f64, expanded as f64, "floors", WAITING, note),
        Row::against(format!("{name}/whole"), all as f64, expanded as f64, "floors", TOTAL, whole),
    ])
}

/// Areas with their waypoints beside the ground, and gates with their distances for a body that was not asked before.
fn build(name: &str, timer: &Timer) -> Result<Vec<Row>> {
    let entry = built_in().iter().find(|entry| entry.name == "campus").context("a built-in scene")?;
    let scene = (entry.build)(0);
    scene.solid();
    let settings = single([entry.cell_size, entry.cell_height]);
    let mut best = [f64::INFINITY; 2];
    let mut counts = None;
    for _ in 0..timer.rounds {
        let (world, report) = bake(&scene, &settings)?;
        let passing = report.times.of(Stage::Waypoints).as_secs_f64() * 1e3;
        best = [best[0].min(passing), best[1].min(report.elapsed.as_secs_f64() * 1e3 - passing)];
        counts = Some(world.counts());
    }
    let counts = counts.context("no rounds")?;
    let world = World::bake(&scene, &settings)?;
    let body = Body::adult();
    world.regions(&body);
    let (cold, _) = seconds(|| from_around(&world, &body, 1).map(|queries| world.plan_levels(&queries[0])));
    let note =
        format!("{} waypoints of {} areas, against all of the ground before them", counts.waypoints, counts.areas);
    Ok(vec![
        Row::against(name, best[0], best[1], "ms", 1.0, note),
        Row::alone(
            format!("{name}/first"),
            cold * 1e3,
            "ms",
            "the first query of a body: gates and distances on its way",
        ),
    ])
}

/// A box of 1 m in the middle of the way, and the query again: against a world of which nothing is kept.
fn edit(name: &str, timer: &Timer) -> Result<Vec<Row>> {
    let mut world = world_of("campus")?;
    let body = Body::adult();
    let query = from_around(&world, &body, 1)?.remove(0);
    let plan = world.plan_levels(&query)?.plan;
    let [x, y, z] = plan.path.cells[plan.path.cells.len() / 2].position(&world);
    let block = Obstacle::block([x - 0.5, y, z - 0.5], [x + 0.5, y + 1.5, z + 0.5]);
    let bytes = {
        let mut edited = world.clone();
        edited.add(&block)?;
        edited.to_bytes()
    };
    let (mut ours, mut rival) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..timer.rounds.min(5) {
        let (added, id) = seconds(|| world.add(&block));
        let (planned, _) = seconds(|| world.plan_levels(&query));
        ours = ours.min((added + planned) * 1e3);
        world.remove(id?)?;
        world.plan_levels(&query)?;
        let fresh = World::from_bytes(&bytes, name)?;
        rival = rival.min(seconds(|| fresh.plan_levels(&query)).0 * 1e3);
    }
    let note = "a box of 1 m on the way added and the query answered, against the query where nothing is kept";
    Ok(vec![Row::against(name, ours, rival, "ms", 2.0, note)])
}

/// A floor of so many metres with blocks by chance.
fn field_of_blocks(side: f64) -> Scene {
    let mut chance = Chance(9);
    let mut shapes: Vec<[[f64; 3]; 2]> = vec![[[0.0, -0.2, 0.0], [side, 0.0, side]]];
    for z in 0..(side / 8.0) as u32 {
        for x in 0..(side / 8.0) as u32 {
            let [x, z] = [x, z].map(|c| f64::from(c) * 8.0 + chance.next() * 3.0);
            let [wide, deep] = [0, 1].map(|_| 1.0 + chance.next() * 4.0);
            shapes.push([[x, 0.0, z], [x + wide, 2.5, z + deep]]);
        }
    }
    let mut builder = Scene::builder();
    for (at, [low, high]) in shapes.into_iter().enumerate() {
        let corner = |i: usize| [[low, high][i & 1][0], [low, high][i >> 1 & 1][1], [low, high][i >> 2][2]];
        let corners: Vec<[f64; 3]> = (0..8).map(corner).collect();
        builder = builder.object(format!("block_{at}"), &corners, &BOX, None);
    }
    builder.build()
}

/// The triangles of a box whose corners are numbered by bits x, y, z.
const BOX: [u32; 36] =
    [0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6];

/// How the work and time of warm queries over half the side grow with the world's cells.
fn growth(name: &str, timer: &Timer) -> Result<Vec<Row>> {
    let (mut work, mut time) = (Vec::new(), Vec::new());
    let body = Body::adult();
    for cells in [128, 256, 512, 1024, 2048, 4096] {
        let side = f64::from(cells) * 0.25;
        let settings = Bake { memory_limit: 8 << 30, ..single([0.25, 0.1]) };
        let world = World::bake(&field_of_blocks(side), &settings)?;
        let mut chance = Chance(4);
        let (mut expanded, mut spent, mut found) = (0, 0.0, 0);
        while found < 12 {
            let [x, z] = [0, 1].map(|_| (0.02 + 0.46 * chance.next()) * side);
            let to = if found % 2 == 0 { [x + side / 2.0, 0.0, z] } else { [x, 0.0, z + side / 2.0] };
            let mut query = Query::new(&body, [x, 0.0, z], to);
            (query.half_extents, query.explain) = ([3.0, 0.3, 3.0], false);
            if world.plan_levels(&query).is_err() {
                continue;
            }
            let plan = world.plan_levels(&query)?;
            let took = timer.millis(|| world.plan_levels(&query)) / 1e3;
            (expanded, spent, found) = (expanded + plan.plan.route.work.expanded, spent + took, found + 1);
        }
        let size = f64::from(cells) * f64::from(cells);
        work.push([size, expanded as f64 / 12.0]);
        time.push([size, spent / 12.0]);
    }
    let told = |list: &[[f64; 2]], unit: f64| {
        list.iter().map(|&[_, value]| format!("{:.0}", value * unit)).collect::<Vec<_>>().join(", ")
    };
    let note =
        format!("exponent of floors and gates expanded over cells, 128² to 4096²: {}; at most 0.6", told(&work, 1.0));
    let times = format!("exponent of a warm query's time: {} µs; at most 0.6", told(&time, 1e6));
    Ok(vec![
        Row::alone(format!("{name}/work"), exponent(&work), "exponent", note),
        Row::alone(format!("{name}/time"), exponent(&time), "exponent", times),
    ])
}
