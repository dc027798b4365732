//! Answers as documents: the shape of a route or a refusal that other programs read (`footpath plan --json`, the inspector).
//!
//! In: what came of a query, and how long it took. Out: something to serialise. Metres to a tenth of a millimetre.

use super::query::NoRoute;
use crate::geom::rounded;
use crate::route::{Route, Section};
use serde::Serialize;
use std::time::Duration;

/// An answer to a query, to be serialised.
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
    /// Name of the method that was asked.
    pub method: String,
    /// The route.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub route: Option<RouteAnswer>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<WhyAnswer>,
}

/// A route, to be serialised.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RouteAnswer {
    /// Metres along its points.
    pub length: f64,
    /// What it costs, in metres of plain ground.
    pub cost: f64,
    /// How long it took to find.
    pub micros: u64,
    /// Which of the goals it leads to.
    pub goal: usize,
    /// Goals that were left out, since there is no floor for the body.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub off_map: Vec<usize>,
    /// Feet, in metres.
    pub points: Vec<[f64; 3]>,
    /// Stretches with one action each.
    pub sections: Vec<SectionAnswer>,
    /// What it took.
    pub work: WorkAnswer,
}

/// A section, to be serialised.
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

/// What an answer took, to be serialised.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct WorkAnswer {
    expanded: u64,
}

/// A refusal, to be serialised.
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
    /// What came of a query.
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
