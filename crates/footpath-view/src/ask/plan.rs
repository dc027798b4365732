//! Routes of all methods, side by side. In: ends, a body, methods, and how long the page can wait. Out: an answer of each method,
//! or that it is late.

use super::{Bounds, Ends, With, query};
use crate::session::Held;
use footpath::World;
use footpath::ground::TileKey;
use footpath::plan::{Answer, Method, Why};
use footpath::route::Route;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The methods by name, and what there is to say of them.
pub(crate) const METHODS: [(&str, Method, &str); 3] = [
    ("cells", Method::Cells, "one search over all cells (Bandi & Thalmann)"),
    ("levels", Method::Levels, "from area to area, then cells within them (Deusdado et al.)"),
    ("bitmap", Method::Bitmap, "upright walking alone, costs of 10 and 14 (Kuffner)"),
];

/// The methods as a page hears of them. What one derives and keeps is most of its work or little of it: asked again after it was late, it
/// gets further, or begins anew.
pub(crate) fn told() -> Vec<Value> {
    let told = |&(name, method, about): &(&str, Method, &str)| json!({"name": name, "about": about, "keeps": method == Method::Levels});
    METHODS.iter().map(told).collect()
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    from: [f64; 3],
    to: Ends,
    #[serde(default)]
    with: With,
    #[serde(default)]
    methods: Vec<String>,
    /// Milliseconds for all of them, while something moves: what takes longer is left out of the answers and named as late, and a
    /// refusal comes without its reason. As long as it takes unless given.
    #[serde(default)]
    within: Option<u32>,
}

/// The route of one method, for drawings.
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
    /// How long the page can wait for this, if it said so.
    pub fn within(&self) -> Option<Duration> {
        self.within.map(|milliseconds| Duration::from_millis(milliseconds.into()))
    }

    /// What is said when that is over and no method has answered.
    pub fn late(&self) -> Value {
        json!({"answers": [], "late": self.wanted().map(|(name, _)| name).collect::<Vec<_>>()})
    }

    /// The methods that are asked; all unless some are named.
    fn wanted(&self) -> impl Iterator<Item = (&'static str, Method)> {
        let wanted = |name: &str| self.methods.is_empty() || self.methods.iter().any(|method| method == name);
        METHODS.into_iter().filter(move |(name, ..)| wanted(name)).map(|(name, method, _)| (name, method))
    }
}

/// Tiles around both ends that are made ready while nothing is asked, some for all methods before the rest: some fifty metres
/// with cells of 0.1 m, so that a drag seldom comes to ground of which nothing is derived.
const READY: [usize; 2] = [32, 256];

/// Tiles that are made ready after those, for the one method whose work is mostly what it keeps. Beyond the ground around the ends it is
/// where ways lead that go around something: in all but the largest worlds it is all of them, and then also which are connected.
const READY_LAST: usize = 2048;

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

/// Derives the data that the next question of this kind will need if one of its ends has moved. The next question stops it.
pub(crate) fn prepare(world: &World, ask: &Ask, bounds: &Bounds) -> Result<(), String> {
    let body = ask.with.body()?;
    let query = query(&body, ask.from, &ask.to, &ask.with, bounds)?;
    for tiles in READY {
        for (_, method) in ask.wanted() {
            world.prepare(&footpath::plan::Query { method, ..query.clone() }, tiles);
        }
        bounds.check()?;
    }
    if ask.wanted().any(|(_, method)| method == Method::Levels) {
        world.prepare(&footpath::plan::Query { method: Method::Levels, ..query }, READY_LAST);
    }
    bounds.check()
}

pub(crate) fn answer(world: &World, ask: &Ask, bounds: &Bounds) -> Result<Value, String> {
    let body = ask.with.body()?;
    let query = query(&body, ask.from, &ask.to, &ask.with, bounds)?;
    if let Some(name) = ask.methods.iter().find(|name| METHODS.iter().all(|(known, ..)| known != name)) {
        return Err(unknown(name));
    }
    let (mut answers, mut late) = (Vec::new(), Vec::new());
    for (name, method) in ask.wanted() {
        let query = footpath::plan::Query { method, explain: ask.within.is_none(), ..query.clone() };
        let before = Instant::now();
        let result = world.plan(&query);
        let time = before.elapsed();
        if ask.within.is_some() && bounds.stop.is_set() && result.as_ref().is_err_and(|no| no.kind == Why::Budget) {
            late.push(name);
            continue;
        }
        let mut answer = json!(Answer::of(&result.map_err(|no| bounds.told(no)), name, time));
        answer["micros"] = json!(time.as_micros() as u64);
        answers.push(answer);
    }
    let cache = json!({"bytes": world.cache_bytes(), "limit": world.cache_limit()});
    Ok(json!({"answers": answers, "late": late, "cache": cache}))
}
