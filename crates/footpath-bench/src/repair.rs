//! Rows of changed plans: around an obstacle, to a goal that moved; against planning from scratch.

use crate::ground::single;
use crate::row::{Bench, Row, Timer};
use anyhow::{Context, Result};
use footpath::plan::Query;
use footpath::plan::cells::CellPlan;
use footpath::scene::built_in;
use footpath::world::Obstacle;
use footpath::{Body, World};

/// Everything that is measured here.
pub fn benches() -> Vec<Bench> {
    vec![
        Bench { name: "cells/repair@supermarket".to_owned(), run: Box::new(repair) },
        Bench { name: "cells/retarget@supermarket".to_owned(), run: Box::new(retarget) },
    ]
}

fn supermarket() -> Result<World> {
    let entry = built_in().iter().find(|entry| entry.name == "supermarket").context("a built-in scene")?;
    Ok(World::bake(&(entry.build)(0), &single([entry.cell_size, entry.cell_height]))?)
}

fn from_start_to_goal<'a>(world: &World, body: &'a Body) -> Result<Query<'a>> {
    let place = |name: &str| world.place(name).with_context(|| format!("no place {name}"));
    Ok(Query::new(body, place("start")?, place("goal")?))
}

fn expanded(plans: impl IntoIterator<Item = CellPlan>) -> u64 {
    plans.into_iter().map(|plan| plan.route.work.expanded).sum()
}

/// A box of 1 m in the middle of the path. What is derived from the ground is there before the clock starts, for both.
fn repair(name: &str, timer: &Timer) -> Result<Vec<Row>> {
    let mut world = supermarket()?;
    let body = Body::adult();
    let query = from_start_to_goal(&world, &body)?;
    let plan = world.plan_cells(&query)?;
    let [x, y, z] = plan.path.cells[plan.path.cells.len() / 2].position(&world);
    world.add(&Obstacle::block([x - 0.5, y, z - 0.5], [x + 0.5, y + 1.5, z + 0.5]))?;
    let repaired = world.repair(&query, &plan, 0)?.changed().cloned().context("the box is in the way")?;
    let [ours, rival] = timer.versus(|| world.repair(&query, &plan, 0), || world.plan_cells(&query));
    let note = format!(
        "a box of 1 m on the path, {} of {} cells new, {} floors expanded; from scratch {}",
        repaired.new.len(),
        repaired.plan.path.cells.len(),
        expanded([repaired.plan]),
        expanded([world.plan_cells(&query)?]),
    );
    Ok(vec![Row::against(name, ours * 1e3, rival * 1e3, "µs", 2.0, note)])
}

/// The goal moves to and fro by some metres, twelve times.
fn retarget(name: &str, timer: &Timer) -> Result<Vec<Row>> {
    let world = supermarket()?;
    let body = Body::adult();
    let query = from_start_to_goal(&world, &body)?;
    let plan = world.plan_cells(&query)?;
    let [x, y, z] = world.place("goal").context("a place")?;
    let goals: Vec<[f64; 3]> =
        (0..12).map(|i| [x - 4.0 + f64::from(i % 4) * 2.0, y, z - 2.0 + f64::from(i / 4)]).collect();
    let ours = || -> Vec<CellPlan> {
        let moved = goals.iter().filter_map(|&goal| world.retarget(&query, &plan, goal, 0).ok());
        moved.map(|repair| repair.plan_or(plan.clone())).collect()
    };
    let scratch = || -> Vec<CellPlan> {
        goals
            .iter()
            .filter_map(|&goal| world.plan_cells(&Query { to: vec![goal.into()], ..query.clone() }).ok())
            .collect()
    };
    let (kept, anew) = (ours(), scratch());
    let cost = |plans: &[CellPlan]| plans.iter().map(|plan| plan.path.cost as f64).sum::<f64>();
    let dearer = 100.0 * (cost(&kept) / cost(&anew) - 1.0);
    let [mine, rival] = timer.versus(ours, scratch);
    let note = format!(
        "the goal moves by some metres, {} times, {dearer:.2} % dearer, {} floors expanded; from scratch {}",
        kept.len(),
        expanded(kept),
        expanded(anew),
    );
    Ok(vec![Row::against(name, mine * 1e3, rival * 1e3, "µs", 2.0, note)])
}
