//! What a page can ask of a world, and the answers: as JSON for what is small, as packs for what is large.

pub(crate) mod edit;
pub(crate) mod facts;
pub(crate) mod front;
pub(crate) mod pick;
pub(crate) mod plan;
pub(crate) mod walk;

use footpath::plan::{Goal, Query, Semantics};
use footpath::scene::Rules;
use footpath::{Body, World};
use serde::Deserialize;

/// Who asks, and which rules hold.
#[derive(Clone, Debug, Default, Deserialize)]
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

/// A query for a body.
pub(crate) fn query<'a>(
    body: &'a Body,
    from: [f64; 3],
    to: &Ends,
    with: &With,
    expanded: u64,
) -> Result<Query<'a>, String> {
    finite("from", from)?;
    let mut query = Query::new(body, from, from);
    (query.to, query.rules, query.budget) = (to.goals()?, with.rules(), expanded);
    Ok(query)
}
