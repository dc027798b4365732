//! Walking figures as an animation.

use super::{Bounds, Ends, With, query};
use footpath::draw::{Drawing, write_walks_glb};
use footpath::motion::player::ClipSet;
use footpath::motion::walker::{Walk, WalkError, Walker};
use footpath::plan::Answer;
use footpath::route::Route;
use footpath::{Body, World};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    walkers: Vec<Pair>,
    #[serde(default)]
    with: With,
    speed: Option<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pair {
    from: [f64; 3],
    to: [f64; 3],
}

/// An animation of the walkers that have a route, with the figures of each. If none has a route: the refusal of the first.
pub(crate) enum Walked {
    Animation(Vec<u8>, Value),
    NoRoute(Box<Answer>),
}

/// An animation of somebody who walks a route that was found, and its figures.
pub(crate) fn along(world: &World, body: &Body, route: &Route) -> Result<(Vec<u8>, Value), String> {
    let walker = Walker::new(body, Arc::new(ClipSet::built_in(body.height as f32)));
    let before = Instant::now();
    let walk = walker.follow(world, route).map_err(|error| error.to_string())?;
    let figures = json!([told(&walk, route, before)]);
    Ok((animated(world, &[walk])?, figures))
}

fn told(walk: &Walk, route: &Route, before: Instant) -> Value {
    let told = walk.figures();
    json!({
        "seconds": walk.seconds(), "frames": walk.frames.len(), "foot_slide": told.foot_slide,
        "tracking_error": told.tracking_error, "collisions": told.collisions,
        "length": route.length, "micros": before.elapsed().as_micros() as u64,
    })
}

fn animated(world: &World, walks: &[Walk]) -> Result<Vec<u8>, String> {
    write_walks_glb(walks, Some(&Drawing::around(world.origin()))).map_err(|error| error.to_string())
}

/// Metres per second that a walker may be asked for.
const SPEEDS: std::ops::RangeInclusive<f64> = 0.1..=4.0;

pub(crate) fn answer(world: &World, ask: &Ask, most: usize, bounds: &Bounds) -> Result<Walked, String> {
    if ask.walkers.is_empty() || ask.walkers.len() > most {
        return Err(format!("`walkers` has {} pairs of start and goal; give 1 to {most}", ask.walkers.len()));
    }
    let (world, body) = (ask.with.world(world)?, ask.with.body()?);
    let clips = Arc::new(ClipSet::built_in(body.height as f32));
    let mut walker = Walker::new(&body, clips);
    if let Some(speed) = ask.speed {
        if !SPEEDS.contains(&speed) {
            return Err(format!("`speed` is {speed}; give {} to {} m/s", SPEEDS.start(), SPEEDS.end()));
        }
        walker = walker.at_speed(speed);
    }
    let (mut walks, mut figures, mut refused) = (Vec::new(), Vec::new(), None);
    for pair in &ask.walkers {
        bounds.check()?;
        let before = Instant::now();
        let query = query(&body, pair.from, &Ends::Points(vec![pair.to]), &With::default(), bounds)?;
        let route = match walker.plan(&world, &query) {
            Ok(route) => route,
            // A walker without a route stays, and the others walk. A walker whose search was stopped may have one.
            Err(WalkError::NoRoute(no)) => {
                bounds.check()?;
                let no = Answer::of(&Err(bounds.told(no)), "auto", before.elapsed());
                figures.push(json!({"why": plainly(&no)}));
                refused.get_or_insert(no);
                continue;
            }
            Err(error) => return Err(error.to_string()),
        };
        let walk = walker.follow(&world, &route).map_err(|error| error.to_string())?;
        figures.push(told(&walk, &route, before));
        walks.push(walk);
    }
    match refused {
        Some(no) if walks.is_empty() => Ok(Walked::NoRoute(Box::new(no))),
        _ => Ok(Walked::Animation(animated(&world, &walks)?, Value::Array(figures))),
    }
}

/// The reason of a refusal without all that is also in the way, which would be long for a header.
fn plainly(no: &Answer) -> Value {
    let mut why = json!(no)["why"].take();
    why["also"] = json!([]);
    why
}
