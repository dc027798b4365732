//! `footpath explain`: why there is no route, or what limits the one there is.

use crate::args::{ExplainArgs, Global};
use crate::output::Output;
use crate::source::{self, Source};
use crate::table::{Align, table};
use anyhow::{anyhow, bail};
use footpath::World;
use footpath::plan::{Explanation, Goal, Limit, NoRoute, Query, Why};
use serde_json::{Value, json};
use std::fmt::Write;

/// Explains; whether there is a route.
pub fn run(args: &ExplainArgs, global: &Global, out: &Output) -> anyhow::Result<bool> {
    let body = args.body.body()?;
    let source = source::world(&args.world, &args.flags, global, out)?;
    if let Source::Baked(baked) = &source {
        source::warn_of(baked, out);
    }
    let world = source.world();
    let from = position(world, &args.from, "--from")?;
    let to: Vec<Goal> =
        args.to.iter().map(|text| position(world, text, "--to").map(Goal::Point)).collect::<anyhow::Result<_>>()?;
    let query = Query { to, ..Query::new(&body, from, from) };
    match world.explain(&query) {
        Explanation::No(no) => {
            out.result(&json!({"found": false, "method": "cells", "why": why(&no)}), || told(&no))?;
            Ok(false)
        }
        Explanation::Yes { plan, limits } => {
            let route = &plan.route;
            let list: Vec<Value> = limits.iter().map(limit).collect();
            let document = json!({
                "found": true, "method": "cells", "length": route.length, "cost": route.cost, "goal": route.goal,
                "limits": list,
            });
            out.result(&document, || text(route.length, &limits))?;
            Ok(true)
        }
    }
}

/// A position as `X,Y,Z` or by the name of a place.
fn position(world: &World, text: &str, flag: &str) -> anyhow::Result<[f64; 3]> {
    if let Some(position) = world.place(text) {
        return Ok(position);
    }
    let numbers: Vec<f64> = text.split(',').map_while(|number| number.trim().parse().ok()).collect();
    match <[f64; 3]>::try_from(numbers) {
        Ok(position) if position.iter().all(|c: &f64| c.is_finite()) => Ok(position),
        Ok(_) => bail!("{flag} {text}: the numbers must be finite"),
        Err(_) => {
            let places: Vec<&str> = world.places().iter().map(|place| place.name.as_str()).collect();
            let named =
                if places.is_empty() { "no places".to_owned() } else { format!("the places {}", places.join(", ")) };
            Err(anyhow!("{flag} {text:?} is neither X,Y,Z in metres nor a place; this world has {named}"))
        }
    }
}

/// A refusal in the form of `plan --json`.
pub fn why(no: &NoRoute) -> Value {
    json!({
        "kind": no.kind.name(),
        "at": no.at,
        "has": no.has,
        "needs": no.needs,
        "also": no.also.iter().map(why).collect::<Vec<_>>(),
        "object": no.object,
        "passes_with": no.passes_with,
        "message": no.message,
    })
}

fn told(no: &NoRoute) -> String {
    let mut text = format!("no route: {}\n", no.message);
    if let Some(way) = &no.passes_with {
        // Writing to a string does not fail.
        let _ = writeln!(text, "it would pass with: {way}");
    }
    if no.also.len() > 1 {
        no.also.iter().for_each(|also| text += &format!("  also: {}\n", also.message));
    }
    text
}

fn limit(limit: &Limit) -> Value {
    json!({
        "kind": limit.kind.name(),
        "at": limit.at,
        "has": limit.has,
        "needs": limit.needs,
        "margin": limit.margin(),
        "object": limit.object,
    })
}

fn text(length: f64, limits: &[Limit]) -> String {
    let rows: Vec<[String; 5]> = limits
        .iter()
        .map(|limit| {
            let (what, unit) = match limit.kind {
                Why::TooNarrow => ("narrowest", "m"),
                Why::TooLow => ("lowest", "m"),
                Why::TooSteep => ("steepest", "°"),
                _ => ("highest step", "m"),
            };
            let measure = |value: f64| if unit == "m" { format!("{value:.2} m") } else { format!("{value:.0}°") };
            let [x, y, z] = limit.at;
            [
                what.to_owned(),
                measure(limit.has),
                format!("body {}", measure(limit.needs)),
                format!("({x:.2}, {y:.2}, {z:.2})"),
                limit.object.clone().unwrap_or_default(),
            ]
        })
        .collect();
    let columns = [Align::Left, Align::Right, Align::Right, Align::Left, Align::Left];
    format!("there is a route of {length:.2} m\n\n{}", table(columns, &rows))
}
