//! Routes by hand.

use super::shapes::Point;
use footpath::body::{Action, Posture};
use footpath::route::Section;
use footpath::{Body, Route};

/// A route of parts, each an action and its points; a part begins where the one before it ends.
pub fn route(body: &Body, parts: &[(Action, &[Point])]) -> Route {
    let mut route = Route::default();
    for (action, points) in parts {
        let first = route.points.len().saturating_sub(1);
        let joins = route.points.last() == points.first();
        route.points.extend(&points[usize::from(joins)..]);
        route.sections.push(section(body, *action, first, route.points.len() - 1));
    }
    route.length = Route::length_of(&route.points);
    route
}

/// A section as a planner would write it.
pub fn section(body: &Body, action: Action, first: usize, last: usize) -> Section {
    let (posture, height) = match action {
        Action::Bend => (Posture::Bent, body.bent_height),
        Action::Crawl => (Posture::Crawling, body.crawling_height),
        _ => (Posture::Upright, body.height),
    };
    let behaviour = action.name().to_owned();
    Section { action, posture, behaviour, first, last, height, half_width: body.radius, clearance: body.radius }
}

/// Upright walking along points.
pub fn walk(body: &Body, points: &[Point]) -> Route {
    route(body, &[(Action::Walk, points)])
}
