//! Answers as documents: routes and refusals in the form that other programs read (`footpath plan --json`, the inspector).
//!
//! In: the result of a query, and the time it took. Out: data to serialise, in metres to a tenth of a millimetre.

use super::query::NoRoute;
use crate::geom::rounded;
use crate::route::{Route, Section};
use serde::Serialize;
use std::time::Duration;

/// An answer to a query, for serialisation.
///
/// ```
/// use footpath::plan::{Answer, Query};
/// use footpath::{Bake, Body, Scene, World};
/// use std::time::Instant;
/// let world = World::bake(&Scene::built_in("house").expect("built in"), &Bake::default())?;
/// let (adult, place) = (Body::adult(), |name| world.place(name).expect("a place"));
/// let before = Instant::now();
/// let result = world.plan(&Query::new(&adult, place("start"), place("goal")));
/// let answer = Answer::of(&result, "auto", before.elapsed());
/// assert_eq!(serde_json::to_value(&answer)?["found"], true);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// Whether there is a route.
    pub found: bool,
    /// Name of the method that was used.
    pub method: String,
    /// The route.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub route: Option<RouteAnswer>,
    /// The reason, if there is no route.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<WhyAnswer>,
}

/// A route, for serialisation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RouteAnswer {
    /// Metres along its points.
    pub length: f64,
    /// Its cost, in metres of plain ground.
    pub cost: f64,
    /// Time of the query in microseconds.
    pub micros: u64,
    /// Index of the goal reached.
    pub goal: usize,
    /// Goals that were left out because no floor there fits the body.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub off_map: Vec<usize>,
    /// Positions of the feet, in metres.
    pub points: Vec<[f64; 3]>,
    /// Sections with one action each.
    pub sections: Vec<SectionAnswer>,
    /// Work of the search.
    pub work: WorkAnswer,
}

/// A section, for serialisation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SectionAnswer {
    action: &'static str,
    posture: &'static str,
    behaviour: String,
    first: usize,
    last: usize,
    height: f64,
    half_width: f64,
    clearance: f64,
}

/// Work of a search, for serialisation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct WorkAnswer {
    expanded: u64,
}

/// A refusal, for serialisation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WhyAnswer {
    kind: &'static str,
    at: [f64; 3],
    has: Option<f64>,
    needs: Option<f64>,
    also: Vec<WhyAnswer>,
    object: Option<String>,
    passes_with: Option<String>,
    message: String,
}

impl Answer {
    /// The answer for the result of a query.
    pub fn of(result: &Result<Route, NoRoute>, method: &str, time: Duration) -> Self {
        Self {
            found: result.is_ok(),
            method: method.to_owned(),
            route: result.as_ref().ok().map(|route| RouteAnswer::of(route, time)),
            why: result.as_ref().err().map(WhyAnswer::from),
        }
    }
}

impl RouteAnswer {
    fn of(route: &Route, time: Duration) -> Self {
        Self {
            length: rounded(route.length),
            cost: rounded(route.cost),
            micros: time.as_micros() as u64,
            goal: route.goal,
            off_map: route.off_map.clone(),
            points: route.points.iter().map(|point| point.map(rounded)).collect(),
            sections: route.sections.iter().map(SectionAnswer::from).collect(),
            work: WorkAnswer { expanded: route.work.expanded },
        }
    }
}

impl From<&Section> for SectionAnswer {
    fn from(section: &Section) -> Self {
        Self {
            action: section.action.name(),
            posture: section.posture.name(),
            behaviour: section.behaviour.clone(),
            first: section.first,
            last: section.last,
            height: rounded(section.height),
            half_width: rounded(section.half_width),
            clearance: rounded(section.clearance),
        }
    }
}

impl From<&NoRoute> for WhyAnswer {
    fn from(no: &NoRoute) -> Self {
        Self {
            kind: no.kind.name(),
            at: no.at.map(rounded),
            has: no.has.map(rounded),
            needs: no.needs.map(rounded),
            also: no.also.iter().map(Self::from).collect(),
            object: no.object.clone(),
            passes_with: no.passes_with.clone(),
            message: no.message.clone(),
        }
    }
}
