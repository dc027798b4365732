//! Routes of all methods, side by side.

use super::{Bounds, Ends, With, query};
use crate::session::Held;
use footpath::World;
use footpath::ground::TileKey;
use footpath::plan::{Answer, Method};
use footpath::route::Route;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Instant;

/// The methods by name, and what there is to say of them.
pub(crate) const METHODS: [(&str, Method, &str); 3] = [
    ("cells", Method::Cells, "one search over all cells (Bandi & Thalmann)"),
    ("levels", Method::Levels, "from area to area, then cells within them (Deusdado et al.)"),
    ("bitmap", Method::Bitmap, "upright walking alone, costs of 10 and 14 (Kuffner)"),
];

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    from: [f64; 3],
    to: Ends,
    #[serde(default)]
    with: With,
    #[serde(default)]
    methods: Vec<String>,
}

/// The route of one method, for whoever draws it.
pub(crate) fn route(
    world: &World,
    name: &str,
    from: [f64; 3],
    to: &Ends,
    with: &With,
    bounds: &Bounds,
) -> Result<Route, String> {
    let method = METHODS.iter().find(|(known, ..)| *known == name).map(|&(_, method, _)| method);
    let method = method.ok_or_else(|| unknown(name))?;
    let body = with.body()?;
    let query = footpath::plan::Query { method, ..query(&body, from, to, with, bounds)? };
    world.plan(&query).map_err(|no| bounds.told(no).to_string())
}

fn unknown(name: &str) -> String {
    format!("{name:?} is no method; there are {}", METHODS.map(|(name, ..)| name).join(", "))
}

impl Ask {
    /// The methods that are asked; all unless some are named.
    fn wanted(&self) -> impl Iterator<Item = (&'static str, Method)> {
        let wanted = |name: &str| self.methods.is_empty() || self.methods.iter().any(|method| method == name);
        METHODS.into_iter().filter(move |(name, ..)| wanted(name)).map(|(name, method, _)| (name, method))
    }
}

/// Tiles around both ends that are made ready while nothing is asked, some for all methods before the rest: some fifty metres
/// with cells of 0.1 m, so that a drag seldom comes to ground of which nothing is derived.
const READY: [usize; 2] = [32, 256];

/// What was made ready; as long as a question has the same, there is nothing to do for the next one.
#[derive(Debug, PartialEq)]
pub(crate) struct Ready {
    tiles: Vec<TileKey>,
    with: With,
    methods: Vec<String>,
    revision: u64,
}

impl Ready {
    pub fn of(held: &Held, ask: &Ask) -> Self {
        let points = if let Ends::Points(points) = &ask.to { points.as_slice() } else { &[] };
        let ends = points.iter().chain([&ask.from]);
        let tiles = ends.map(|&at| held.world.column_at(at).tile()).collect();
        Self { tiles, with: ask.with.clone(), methods: ask.methods.clone(), revision: held.revision }
    }
}

/// Makes ready what the next question of this kind will need, should one of its ends have moved, for as long as nobody asks.
pub(crate) fn prepare(world: &World, ask: &Ask, bounds: &Bounds) -> Result<(), String> {
    let body = ask.with.body()?;
    let query = query(&body, ask.from, &ask.to, &ask.with, bounds)?;
    for tiles in READY {
        for (_, method) in ask.wanted() {
            world.prepare(&footpath::plan::Query { method, ..query.clone() }, tiles);
        }
        bounds.check()?;
    }
    Ok(())
}

pub(crate) fn answer(world: &World, ask: &Ask, bounds: &Bounds) -> Result<Value, String> {
    let body = ask.with.body()?;
    let query = query(&body, ask.from, &ask.to, &ask.with, bounds)?;
    if let Some(name) = ask.methods.iter().find(|name| METHODS.iter().all(|(known, ..)| known != name)) {
        return Err(unknown(name));
    }
    let mut answers = Vec::new();
    for (name, method) in ask.wanted() {
        let query = footpath::plan::Query { method, ..query.clone() };
        let before = Instant::now();
        let result = world.plan(&query).map_err(|no| bounds.told(no));
        let time = before.elapsed();
        let mut answer = json!(Answer::of(&result, name, time));
        answer["micros"] = json!(time.as_micros() as u64);
        answers.push(answer);
    }
    Ok(json!({"answers": answers}))
}
