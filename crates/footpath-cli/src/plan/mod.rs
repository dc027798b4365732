//! `footpath plan`: the way of a body from here to there, or why there is none.

pub mod answer;
mod args;
mod cells;
pub mod ends;
mod paged;
pub mod picture;
mod queries;
mod stack;

pub use args::{END_HELP, Extents, PlanArgs, extents};

use crate::args::Global;
use crate::output::{Output, check_file};
use crate::view;
use answer::Answer;
use anyhow::bail;
use footpath::plan::{CellOptions, Goal, Method, PaperOptions, Query, Semantics};
use footpath::scene::Rules;
use footpath::{Body, World};
use footpath_view::Report;
use picture::{RoutePicture, Show};
use std::path::Path;
use std::time::Instant;

/// The planners that there are.
const METHODS: [(&str, Method); 4] =
    [("auto", Method::Auto), ("cells", Method::Cells), ("bitmap", Method::Bitmap), ("levels", Method::Levels)];

/// What all queries of a run have in common.
pub struct Asked<'a> {
    world: &'a World,
    body: &'a Body,
    method: (&'static str, Method),
    options: CellOptions,
    papers: Option<PaperOptions>,
    half_extents: [f64; 3],
    rules: Rules,
    budget: u64,
}

impl Asked<'_> {
    fn query(&self, from: &Goal, to: Vec<Goal>) -> Query<'_> {
        let (at, region) = ends::start(self.world, from);
        let mut query = Query::new(self.body, at, at);
        (query.from_region, query.to) = (region, to);
        (query.half_extents, query.cells, query.papers) = (self.half_extents, self.options, self.papers);
        (query.rules, query.budget, query.method) = (self.rules.clone(), self.budget, self.method.1);
        query
    }

    /// The world as the rules of the queries have it.
    fn ruled(&self) -> anyhow::Result<World> {
        Ok(self.world.under(&Semantics::of(self.world, &self.rules))?)
    }

    /// Plans, with the time it took.
    fn plan(&self, query: &Query<'_>) -> Answer {
        let start = Instant::now();
        let result = self.world.plan(query);
        Answer { result, time: start.elapsed(), first: None }
    }

    /// Plans twice: the first time also derives what the body can do on the tiles that it meets, the second is the query alone.
    fn plan_warm(&self, query: &Query<'_>) -> Answer {
        let cold = self.plan(query);
        match cold.result {
            Ok(_) => Answer { first: Some(cold.time), ..self.plan(query) },
            Err(_) => cold,
        }
    }

    /// A route to every goal; where there is none, the reason is that of this goal alone.
    fn plan_all(&self, query: &Query<'_>) -> Vec<Answer> {
        let before = Instant::now();
        let all = self.world.plan_cells_to_all(query);
        let time = before.elapsed();
        let mut routes = all.unwrap_or_default().into_iter();
        let each = query.to.iter().enumerate();
        each.map(|(goal, end)| match routes.next() {
            // A goal that is off the map has an answer of its own.
            Some(Ok(plan)) => {
                let route = footpath::Route { goal, off_map: Vec::new(), ..plan.route };
                Answer { result: Ok(route), time, first: None }
            }
            _ => {
                let mut alone = query.clone();
                alone.to = vec![end.clone()];
                let mut answer = self.plan(&alone);
                answer.result = answer.result.map(|route| footpath::Route { goal, ..route });
                answer
            }
        })
        .collect()
    }
}

impl queries::Answers for Asked<'_> {
    fn world(&self) -> &World {
        self.world
    }

    fn method(&self) -> &'static str {
        self.method.0
    }

    fn answer(&self, from: &Goal, to: Vec<Goal>) -> anyhow::Result<Answer> {
        Ok(self.plan(&self.query(from, to)))
    }
}

/// The planner that was asked for; what only the cells planner knows of does not go with another.
fn method(args: &PlanArgs) -> anyhow::Result<(&'static str, Method)> {
    let Some(&found) = METHODS.iter().find(|(name, _)| *name == args.method) else {
        let known: Vec<&str> = METHODS.iter().map(|(name, _)| *name).collect();
        bail!("no planner is named {:?}; there are {}", args.method, known.join(", "));
    };
    let is_plain = matches!(found.1, Method::Levels | Method::Bitmap);
    if is_plain && args.picture.show.contains(&Show::Front) {
        bail!(
            "--show front draws the one front of the cells planner, not of --method {}; leave one of them out",
            found.0
        );
    }
    if is_plain && (args.all_goals || !args.has_plain_cells()) {
        bail!(
            "--method {} plans to one goal with the default front and margin; leave out --all-goals, --neighbours, \
             --corners, --diagonals, --front, --border and smoothing by lines",
            found.0
        );
    }
    Ok(found)
}

/// Whether all that was asked for was found.
pub fn run(args: &PlanArgs, global: &Global, out: &Output) -> anyhow::Result<bool> {
    if let Some(paged) = paged::world(args)? {
        return paged::run(args, &paged, out);
    }
    let method = method(args)?;
    let body = args.body.body()?;
    args.picture.check()?;
    args.output.iter().try_for_each(|path| check_file(path, &["glb"]))?;
    args.report.iter().try_for_each(|path| check_file(path, &["html"]))?;
    let (source, rules) = ends::opened(&args.world, &args.flags, &args.obstacle, global, out)?;
    let asked = Asked {
        world: source.world(),
        body: &body,
        method,
        options: args.cell_options(),
        papers: args.paper_options(),
        half_extents: args.half_extents.0,
        rules,
        budget: args.budget.unwrap_or(u64::MAX),
    };
    match &args.queries {
        Some(path) => queries::answer(&asked, path, out).map(|()| true),
        None => single(args, &asked, out),
    }
}

fn single(args: &PlanArgs, asked: &Asked, out: &Output) -> anyhow::Result<bool> {
    let from_words = args.from.as_deref().unwrap_or_default();
    let from = ends::end(asked.world, "--from", from_words)?;
    let to = args.to.iter().map(|to| ends::end(asked.world, "--to", to)).collect::<anyhow::Result<Vec<_>>>()?;
    let query = asked.query(&from, to);
    let name = args.world.file_name().unwrap_or(args.world.as_os_str()).to_string_lossy();
    let answers = if args.all_goals { asked.plan_all(&query) } else { vec![asked.plan_warm(&query)] };
    let found = answers.iter().all(|answer| answer.result.is_ok());
    let routes: Vec<_> = answers.iter().filter_map(|answer| answer.result.as_ref().ok()).collect();
    if args.picture.picture.is_some() || args.output.is_some() {
        // As the query sees it: what it ignores is not there, and what it forbids is drawn as that.
        let world = asked.ruled()?;
        args.picture.draw(RoutePicture::new(&world, &query, routes.clone(), &name), out)?;
        if let Some(path) = &args.output {
            picture::save_glb(&world, asked.body, &routes, path, out)?;
        }
    }
    if let Some(path) = &args.report {
        report(path, asked, &query, &answers, &name, out)?;
    }
    let mut documents: Vec<_> = answers.iter().map(|answer| answer.document(asked.method.0)).collect();
    let text = || {
        let texts = answers.iter().enumerate().map(|(goal, answer)| {
            // A refusal of one goal of several names that goal alone.
            let names = if args.all_goals && answer.result.is_err() { &args.to[goal..=goal] } else { &args.to };
            answer.text(from_words, names)
        });
        texts.collect::<Vec<_>>().join("\n")
    };
    match documents.pop() {
        Some(one) if !args.all_goals => out.result(&one, text)?,
        last => {
            documents.extend(last);
            out.result(&documents, text)?;
        }
    }
    Ok(found)
}

/// Writes a report of a query.
fn report(
    path: &Path,
    asked: &Asked,
    query: &Query<'_>,
    answers: &[Answer],
    name: &str,
    out: &Output,
) -> anyhow::Result<()> {
    let world = asked.ruled()?;
    let route = answers.iter().find_map(|answer| answer.result.as_ref().ok());
    let ends = route.and_then(|route| Some((*route.points.first()?, *route.points.last()?)));
    let points = query.to.iter().filter_map(|goal| if let Goal::Point(at) = goal { Some(*at) } else { None });
    // A region has no one place; the route says where it was left or entered.
    let (from, to) = match (ends, &query.from_region) {
        (Some((first, last)), Some(_)) => (first, vec![last]),
        (Some((_, last)), None) => (query.from, vec![last]),
        (None, _) => (query.from, points.collect()),
    };
    let answers = answers.iter().map(|answer| answer.document(asked.method.0)).collect();
    let (baked, reading) = Default::default();
    let asked = (!to.is_empty()).then_some(footpath_view::Asked { from, to, answers, route: route.cloned() });
    view::report(path, &Report { name, world: &world, baked, reading, body: query.body, asked }, out)
}
