//! `footpath plan` on a world file that is larger than the memory it may take.

use super::answer::Answer;
use super::{PlanArgs, ends, method, queries};
use crate::output::Output;
use crate::source::is_world;
use anyhow::bail;
use footpath::plan::levels::PlanError;
use footpath::plan::{Goal, Method, Query};
use footpath::scene::Rules;
use footpath::world::PagedWorld;
use footpath::{Body, World};
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

/// What all queries of a run have in common.
struct Paged<'a> {
    world: &'a PagedWorld,
    args: &'a PlanArgs,
    body: Body,
    rules: Rules,
    method: (&'static str, Method),
}

impl Paged<'_> {
    fn plan(&self, query: &Query<'_>) -> anyhow::Result<Answer> {
        let start = Instant::now();
        let result = match self.world.plan(query) {
            Ok(route) => Ok(route),
            Err(PlanError::NoRoute(no)) => Err(no),
            Err(error @ PlanError::Unsupported(_)) => bail!("{error} (--method levels, --memory)"),
            Err(error) => return Err(error.into()),
        };
        Ok(Answer { result, time: start.elapsed(), first: None })
    }

    fn query(&self, from: &Goal, to: Vec<Goal>) -> Query<'_> {
        let (at, region) = ends::start(self.world.head(), from);
        let mut query = Query::new(&self.body, at, at);
        (query.from_region, query.to) = (region, to);
        (query.half_extents, query.cells) = (self.args.half_extents.0, self.args.cell_options());
        (query.rules, query.method) = (self.rules.clone(), self.method.1);
        query.budget = self.args.budget.unwrap_or(u64::MAX);
        query
    }
}

impl queries::Answers for Paged<'_> {
    fn world(&self) -> &World {
        self.world.head()
    }

    fn method(&self) -> &'static str {
        self.method.0
    }

    fn answer(&self, from: &Goal, to: Vec<Goal>) -> anyhow::Result<Answer> {
        self.plan(&self.query(from, to))
    }
}

/// Plans tile by tile; whether a route was found.
pub fn run(args: &PlanArgs, world: &PagedWorld, out: &Output) -> anyhow::Result<bool> {
    let method = match method(args)? {
        (_, Method::Auto) => ("levels", Method::Levels),
        method => method,
    };
    if method.1 == Method::Levels && !args.has_plain_cells() {
        bail!(
            "a world that is read tile by tile is planned on with the default front and margin, or with more --memory"
        );
    }
    if !args.obstacle.is_empty() {
        bail!("a world that is read tile by tile takes no obstacles; give it more --memory");
    }
    if args.all_goals {
        bail!("--all-goals needs the whole world; give it more --memory");
    }
    let asked = Paged { world, args, body: args.body.body()?, rules: args.flags.rules()?, method };
    if let Some(path) = &args.queries {
        return queries::answer(&asked, path, out).map(|()| true);
    }
    let from_words = args.from.as_deref().unwrap_or_default();
    let from = ends::end(world.head(), "--from", from_words)?;
    let to = args.to.iter().map(|to| ends::end(world.head(), "--to", to)).collect::<anyhow::Result<_>>()?;
    let query = asked.query(&from, to);
    let cold = asked.plan(&query)?;
    let answer = if cold.result.is_ok() { Answer { first: Some(cold.time), ..asked.plan(&query)? } } else { cold };
    out.result(&answer.document(method.0), || answer.text(from_words, &args.to))?;
    Ok(answer.result.is_ok())
}
