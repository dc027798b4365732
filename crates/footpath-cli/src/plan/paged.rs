//! `footpath plan` on a world file that is larger than the memory it may take.

use super::answer::Answer;
use super::{PlanArgs, ends, method};
use crate::output::Output;
use crate::source::is_world;
use anyhow::bail;
use footpath::plan::levels::PlanError;
use footpath::plan::{Goal, Method, Query};
use footpath::world::PagedWorld;
use std::time::Instant;

/// The world, if memory is limited and the file's tiles take more.
pub fn world(args: &PlanArgs) -> anyhow::Result<Option<PagedWorld>> {
    let Some(limit) = args.memory else { return Ok(None) };
    if !is_world(&args.world) {
        bail!("--memory is for a world that `bake` wrote; bake the scene first");
    }
    let paged = PagedWorld::open(&args.world, limit)?;
    Ok((paged.contents().bytes > limit).then_some(paged))
}

/// Plans tile by tile; whether a route was found.
pub fn run(args: &PlanArgs, paged: &PagedWorld, out: &Output) -> anyhow::Result<bool> {
    let (name, which) = method(args)?;
    if which == Method::Cells {
        bail!("a world that is read tile by tile is planned on with --method levels");
    }
    if !args.obstacle.is_empty() || args.flags.has_rules() {
        bail!("a world that is read tile by tile takes no obstacles and no rules; give it more --memory");
    }
    let body = args.body.body()?;
    let from_words = args.from.as_deref().unwrap_or_default();
    let Goal::Point(from) = ends::end(paged.head(), "--from", from_words)? else {
        bail!("--from {from_words}: a world that is read tile by tile is asked from a position or a place");
    };
    let mut query = Query::new(&body, from, from);
    query.to = args.to.iter().map(|to| ends::end(paged.head(), "--to", to)).collect::<anyhow::Result<_>>()?;
    (query.half_extents, query.cells) = (args.half_extents.0, args.cells.options());
    query.budget = args.budget.unwrap_or(u64::MAX);
    let plan = || {
        let start = Instant::now();
        match paged.plan(&query) {
            Ok(route) => Ok(Answer { result: Ok(route), time: start.elapsed(), first: None }),
            Err(PlanError::NoRoute(no)) => Ok(Answer { result: Err(no), time: start.elapsed(), first: None }),
            Err(error) => Err(error),
        }
    };
    let cold = plan()?;
    let answer = if cold.result.is_ok() { Answer { first: Some(cold.time), ..plan()? } } else { cold };
    let name = if name == "auto" { "levels" } else { name };
    out.result(&answer.document(name), || answer.text(from_words, &args.to))?;
    Ok(answer.result.is_ok())
}
