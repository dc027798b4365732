//! A search's front, floor by floor in the order in which it was reached, for a page to step through.

use super::{Bounds, Ends, With, query};
use crate::pack::Pack;
use footpath::World;
use footpath::plan::{Front, ORTHOGONAL, PaperOptions};
use serde::Deserialize;
use serde_json::json;

/// Floors that are sent at most.
const MOST: usize = 500_000;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    from: [f64; 3],
    to: Ends,
    #[serde(default)]
    with: With,
    /// Whether the search grows to all sides, as in the seed, instead of heading for the goal.
    #[serde(default)]
    bushfire: bool,
    most: Option<usize>,
}

pub(crate) fn answer(world: &World, ask: &Ask, bounds: &Bounds) -> Result<Pack, String> {
    let (world, body) = (ask.with.world(world)?, ask.with.body()?);
    let mut query = query(&body, ask.from, &ask.to, &With::default(), bounds)?;
    if ask.bushfire {
        query.papers = Some(PaperOptions { front: Front::Bushfire, ..PaperOptions::default() });
    }
    let front = world.front(&query).map_err(|no| bounds.told(no).to_string())?;
    bounds.check()?;
    let most = ask.most.unwrap_or(MOST).min(MOST);
    let floors = &front.floors[..front.floors.len().min(most)];
    let origin = world.origin();
    let mut pack = Pack::new(origin);
    let points: Vec<[f64; 3]> = floors.iter().filter_map(|reached| world.position(reached.floor)).collect();
    pack.floats("points", points.iter().flat_map(|at| (0..3).map(|i| (at[i] - origin[i]) as f32)));
    let metres = world.grid().cell_size() / f64::from(ORTHOGONAL);
    pack.floats("costs", floors.iter().map(|reached| (f64::from(reached.cost) * metres) as f32));
    pack.set("found", front.found);
    pack.set("expanded", front.expanded);
    pack.set("cell_size", world.grid().cell_size());
    if floors.len() < front.floors.len() {
        pack.set("note", json!(format!("the first {} of {} floors", floors.len(), front.floors.len())));
    }
    Ok(pack)
}
