//! `footpath explain`: why there is no route, or what limits the one there is.

use crate::args::{ExplainArgs, Global};
use crate::output::Output;
use crate::plan::answer::off_map;
use crate::plan::ends;
use crate::table::{Align, table};
use footpath::Route;
use footpath::geom::{rounded, spot};
use footpath::plan::{Explanation, Limit, NoRoute, Query, Why, WhyAnswer};
use serde_json::{Value, json};
use std::fmt::Write;

/// Explains; whether there is a route.
pub fn run(args: &ExplainArgs, global: &Global, out: &Output) -> anyhow::Result<bool> {
    let body = args.body.body()?;
    let (source, rules) = ends::opened(&args.world, &args.flags, &args.obstacle, global, out)?;
    let world = source.world();
    let (from, from_region) = ends::start(world, &ends::end(world, "--from", &args.from)?);
    let to = args.to.iter().map(|to| ends::end(world, "--to", to)).collect::<anyhow::Result<Vec<_>>>()?;
    let half_extents = args.half_extents.0;
    let query = Query { to, from_region, rules, half_extents, ..Query::new(&body, from, from) };
    match world.explain(&query) {
        Explanation::No(no) => {
            out.result(&json!({"found": false, "method": "cells", "why": WhyAnswer::from(&*no)}), || told(&no))?;
            Ok(false)
        }
        Explanation::Yes { plan, limits } => {
            let route = &plan.route;
            let list: Vec<Value> = limits.iter().map(limit).collect();
            let document = json!({
                "found": true, "method": "cells", "length": rounded(route.length), "cost": rounded(route.cost),
                "goal": route.goal, "off_map": route.off_map, "limits": list,
            });
            out.result(&document, || text(route, &args.to, &limits))?;
            Ok(true)
        }
    }
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
        "at": limit.at.map(rounded),
        "has": rounded(limit.has),
        "needs": rounded(limit.needs),
        "margin": rounded(limit.margin()),
        "object": limit.object,
    })
}

fn text(route: &Route, to: &[String], limits: &[Limit]) -> String {
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
            [
                what.to_owned(),
                measure(limit.has),
                format!("body {}", measure(limit.needs)),
                spot(limit.at),
                limit.object.clone().unwrap_or_default(),
            ]
        })
        .collect();
    let columns = [Align::Left, Align::Right, Align::Right, Align::Left, Align::Left];
    format!("there is a route of {:.2} m\n{}\n{}", route.length, off_map(route, to), table(columns, &rows))
}
