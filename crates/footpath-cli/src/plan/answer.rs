//! Answers: as JSON that other programs read, and as text for people.

use crate::output::thousands;
use crate::table::{Align, table};
use footpath::Route;
use footpath::geom::spot;
use footpath::plan::NoRoute;
use footpath::route::Section;
use serde::Serialize;
use std::time::Duration;

/// What is said of a goal that was left out.
const OFF_MAP: &str = "was left out: there is no floor for this body";

/// What came of one query, with the time it took.
pub struct Answer {
    pub result: Result<Route, NoRoute>,
    pub time: Duration,
    /// The time that it took when nothing was derived yet, if that is another.
    pub first: Option<Duration>,
}

#[derive(Serialize)]
#[serde(untagged)]
pub enum Document {
    Found {
        found: bool,
        method: String,
        length: f64,
        cost: f64,
        micros: u64,
        goal: usize,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        off_map: Vec<usize>,
        points: Vec<[f64; 3]>,
        sections: Vec<SectionDocument>,
        work: WorkDocument,
    },
    NotFound {
        found: bool,
        method: String,
        why: WhyDocument,
    },
}

#[derive(Serialize)]
pub struct SectionDocument {
    action: &'static str,
    posture: &'static str,
    behaviour: String,
    first: usize,
    last: usize,
    height: f64,
    half_width: f64,
    clearance: f64,
}

#[derive(Serialize)]
pub struct WorkDocument {
    expanded: u64,
}

#[derive(Serialize)]
pub struct WhyDocument {
    kind: &'static str,
    at: [f64; 3],
    has: Option<f64>,
    needs: Option<f64>,
    also: Vec<WhyDocument>,
    object: Option<String>,
    passes_with: Option<String>,
    message: String,
}

/// To a tenth of a millimetre; never −0.
pub fn rounded(metres: f64) -> f64 {
    (metres * 1e4).round() / 1e4 + 0.0
}

impl Answer {
    /// What `plan --json` prints.
    pub fn document(&self, method: &str) -> Document {
        let method = method.to_owned();
        match &self.result {
            Ok(route) => Document::Found {
                found: true,
                method,
                length: rounded(route.length),
                cost: rounded(route.cost),
                micros: self.time.as_micros() as u64,
                goal: route.goal,
                off_map: route.off_map.clone(),
                points: route.points.iter().map(|point| point.map(rounded)).collect(),
                sections: route.sections.iter().map(section).collect(),
                work: WorkDocument { expanded: route.work.expanded },
            },
            Err(no) => Document::NotFound { found: false, method, why: why(no) },
        }
    }

    /// A few lines for people.
    pub fn text(&self, from: &str, to: &[String]) -> String {
        match &self.result {
            Ok(route) => {
                let name = |goal: usize| to.get(goal).map_or("goal", String::as_str);
                let off_map = route.off_map.iter().map(|&goal| format!("note: {} {OFF_MAP}\n", name(goal)));
                let notes: String = off_map.collect();
                let (measures, effort) = (measures(route), self.effort(route));
                format!("{from} → {}: {measures}\n{effort}\n{notes}\n{}", name(route.goal), sections(route))
            }
            Err(no) => format!("no route from {from} to {}: {no}\n", to.join(" or ")),
        }
    }

    /// What it took to find a route.
    fn effort(&self, route: &Route) -> String {
        let expanded = thousands(route.work.expanded as usize);
        let first =
            self.first.map(|first| format!("; {} the first time, with what is derived of the world", time(first)));
        format!("found in {}, {expanded} floors expanded{}", time(self.time), first.unwrap_or_default())
    }
}

/// Length and cost of a route.
fn measures(route: &Route) -> String {
    format!("{:.2} m, costs as much as {:.2} m on plain ground", route.length, route.cost)
}

fn section(section: &Section) -> SectionDocument {
    SectionDocument {
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

/// A refusal as `plan --json` prints it.
pub fn why(no: &NoRoute) -> WhyDocument {
    WhyDocument {
        kind: no.kind.name(),
        at: no.at.map(rounded),
        has: no.has.map(rounded),
        needs: no.needs.map(rounded),
        also: no.also.iter().map(why).collect(),
        object: no.object.clone(),
        passes_with: no.passes_with.clone(),
        message: no.message.clone(),
    }
}

/// The sections of a route, one per line.
pub fn sections(route: &Route) -> String {
    let head = ["action", "posture", "from", "to", "length"].map(str::to_owned);
    let at = |index: usize| route.points.get(index).map_or(String::new(), |at| spot(*at).replace(['(', ')'], ""));
    let row = |section: &Section| {
        let points = route.points.get(section.first..=section.last).unwrap_or_default();
        [
            section.action.name().to_owned(),
            section.posture.name().to_owned(),
            at(section.first),
            at(section.last),
            format!("{:.2} m", Route::length_of(points)),
        ]
    };
    let rows: Vec<[String; 5]> = [head].into_iter().chain(route.sections.iter().map(row)).collect();
    table([Align::Left, Align::Left, Align::Left, Align::Left, Align::Right], &rows)
}

fn time(time: Duration) -> String {
    match time.as_secs_f64() * 1e6 {
        short if short < 1e3 => format!("{short:.0} µs"),
        middle if middle < 1e6 => format!("{:.1} ms", middle / 1e3),
        long => format!("{:.1} s", long / 1e6),
    }
}
