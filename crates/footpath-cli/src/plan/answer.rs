//! Answers: as JSON that other programs read, and as text for people.

use crate::output::thousands;
use crate::table::{Align, table};
use footpath::Route;
use footpath::geom::spot;
use footpath::plan::{Answer as Document, NoRoute};
use footpath::route::Section;
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

impl Answer {
    /// What `plan --json` prints.
    pub fn document(&self, method: &str) -> Document {
        Document::of(&self.result, method, self.time)
    }

    /// A few lines for people.
    pub fn text(&self, from: &str, to: &[String]) -> String {
        match &self.result {
            Ok(route) => {
                let (measures, effort, notes) = (measures(route), self.effort(route), off_map(route, to));
                format!("{from} → {}: {measures}\n{effort}\n{notes}\n{}", name(to, route.goal), sections(route))
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

fn name(to: &[String], goal: usize) -> &str {
    to.get(goal).map_or("goal", String::as_str)
}

/// A line for each goal that the body cannot be at.
pub fn off_map(route: &Route, to: &[String]) -> String {
    route.off_map.iter().map(|&goal| format!("note: {} {OFF_MAP}\n", name(to, goal))).collect()
}

/// Length and cost of a route.
fn measures(route: &Route) -> String {
    format!("{:.2} m, costs as much as {:.2} m on plain ground", route.length, route.cost)
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
