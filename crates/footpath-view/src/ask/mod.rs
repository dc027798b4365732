//! What a page can ask of a world, and the answers: as JSON for what is small, as packs for what is large.

pub(crate) mod edit;
pub(crate) mod facts;
pub(crate) mod front;
pub(crate) mod pick;
pub(crate) mod plan;
pub(crate) mod walk;

use footpath::plan::{Goal, NoRoute, Query, Semantics, Why};
use footpath::scene::Rules;
use footpath::search::Stop;
use footpath::{Body, World};
use serde::Deserialize;
use std::time::Duration;

/// Who asks, and which rules hold.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct With {
    /// A body as in a body's file; an adult unless given.
    pub body: Option<String>,
    pub forbid: Vec<String>,
    pub ignore: Vec<String>,
}

impl With {
    pub fn body(&self) -> Result<Body, String> {
        match &self.body {
            Some(text) => Body::from_toml(text, "the body").map_err(|error| error.to_string()),
            None => Ok(Body::adult()),
        }
    }

    pub fn rules(&self) -> Rules {
        let rules = self.forbid.iter().fold(Rules::new(), |rules, glob| rules.forbid(glob));
        self.ignore.iter().fold(rules, |rules, glob| rules.ignore(glob))
    }

    /// The world as it is under the rules.
    pub fn world(&self, world: &World) -> Result<World, String> {
        world.under(&Semantics::of(world, &self.rules())).map_err(|error| error.to_string())
    }
}

/// Where to go.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Ends {
    Points(Vec<[f64; 3]>),
    Object { object: String },
}

/// Goals that one query may have.
const MOST_GOALS: usize = 64;

impl Ends {
    fn goals(&self) -> Result<Vec<Goal>, String> {
        match self {
            Self::Points(points) if points.is_empty() => Err("`to` is empty; give at least one position".to_owned()),
            Self::Points(points) if points.len() > MOST_GOALS => Err(format!("`to` has more than {MOST_GOALS} goals")),
            Self::Points(points) => {
                points.iter().try_for_each(|&point| finite("to", point))?;
                Ok(points.iter().map(|&point| Goal::Point(point)).collect())
            }
            Self::Object { object } => Ok(vec![Goal::Object(object.clone())]),
        }
    }
}

/// Refuses positions that are none.
pub(crate) fn finite(what: &str, position: [f64; 3]) -> Result<(), String> {
    match position.iter().all(|c| c.is_finite() && c.abs() < 1e9) {
        true => Ok(()),
        false => Err(format!("`{what}` is no position; give three finite numbers in metres")),
    }
}

/// How much one question may take.
#[derive(Clone, Debug)]
pub(crate) struct Bounds {
    /// Floors that a search may expand.
    pub expanded: u64,
    /// Set when its time is over, or when the page does not wait for the answer any more.
    pub stop: Stop,
    /// How long that is.
    pub patience: Duration,
}

impl Bounds {
    /// As much as it takes.
    pub fn none() -> Self {
        Self { expanded: u64::MAX, stop: Stop::default(), patience: Duration::MAX }
    }

    /// What is said when the time is over.
    pub fn late(&self) -> String {
        format!(
            "this took longer than {} s and was stopped; what was derived of the world is kept, so asking again gets \
             further, and larger cells or the right scale make it quick",
            self.patience.as_secs_f64()
        )
    }

    /// Refuses to go on when the time is over.
    pub fn check(&self) -> Result<(), String> {
        if self.stop.is_set() { Err(self.late()) } else { Ok(()) }
    }

    /// A refusal as a page can use it, which has no budget to raise.
    pub fn told(&self, no: NoRoute) -> NoRoute {
        match no.kind {
            Why::Budget if self.stop.is_set() => NoRoute { message: self.late(), ..no },
            Why::Budget => NoRoute {
                message: format!("the search has looked at {} floors, which is the most here", self.expanded),
                ..no
            },
            _ => no,
        }
    }
}

/// A query for a body.
pub(crate) fn query<'a>(
    body: &'a Body,
    from: [f64; 3],
    to: &Ends,
    with: &With,
    bounds: &Bounds,
) -> Result<Query<'a>, String> {
    finite("from", from)?;
    let mut query = Query::new(body, from, from);
    (query.to, query.rules) = (to.goals()?, with.rules());
    (query.budget, query.stop) = (bounds.expanded, bounds.stop.clone());
    Ok(query)
}
