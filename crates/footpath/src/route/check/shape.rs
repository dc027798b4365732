//! Checks the form of a route and whether it matches the body, before any triangle is considered.

use super::walk::{Fault, FaultKind};
use crate::body::{Action, Body, Posture};
use crate::route::{Route, Section};

/// Tolerance of lengths, heights and half-widths, in metres.
const EXACT: f64 = 0.001;
/// Tolerance of leaps: heights and positions of the ground are accurate to 1 cm.
const DOUBT: f64 = 0.011;
/// Largest coordinate from the local origin; worlds end at 65 km.
const FAR: f64 = 131_072.0;

/// Whether an action leaves the ground between two points, within the limits of an ability.
pub(super) const fn is_leap(action: Action) -> bool {
    matches!(action, Action::Step | Action::Jump | Action::Drop | Action::Climb | Action::Ride)
}

/// Half-width of a body in an action. Narrower actions keep the proportions of an adult: tucked arms take 5/6 of the radius,
/// sideways walking 2/3.
pub(super) fn half_width(body: &Body, action: Action) -> f64 {
    match action {
        Action::Tuck => body.radius * 5.0 / 6.0,
        Action::Sidestep => body.radius * 2.0 / 3.0,
        _ => body.radius,
    }
}

/// Checks everything about a route that needs no scene.
pub(super) fn check(body: &Body, route: &Route, origin: [f64; 3]) -> Result<(), Fault> {
    sizes(body)?;
    points(route, origin)?;
    order(route)?;
    for index in 0..route.sections.len() {
        section(body, route, index)?;
    }
    Ok(())
}

/// Whether two values differ by at most `within`; false for NaN.
fn is_near(value: f64, wanted: f64, within: f64) -> bool {
    (value - wanted).abs() <= within
}

fn sizes(body: &Body) -> Result<(), Fault> {
    let positive = [body.height, body.bent_height, body.crawling_height, body.radius];
    let fine = positive.iter().all(|size| size.is_finite() && *size > 0.0)
        && body.max_climb.is_finite()
        && body.max_climb >= 0.0
        && body.max_slope.is_finite();
    if fine { Ok(()) } else { Err(Fault::malformed(0, 0, "the body has a size that is no positive number")) }
}

fn points(route: &Route, origin: [f64; 3]) -> Result<(), Fault> {
    if route.points.is_empty() {
        return Err(Fault::malformed(0, 0, "the route has no points"));
    }
    for (index, point) in route.points.iter().enumerate() {
        let section = route.sections.iter().position(|s| s.first <= index && index <= s.last).unwrap_or(0);
        if point.iter().any(|c| !c.is_finite()) {
            let message = format!("point {index} has a coordinate that is no number");
            return Err(Fault::malformed(section, index, message));
        }
        if (0..3).any(|i| (point[i] - origin[i]).abs() > FAR) {
            return Err(
                Fault::malformed(section, index, format!("point {index} is far away from the world")).at(*point)
            );
        }
    }
    let length = Route::length_of(&route.points);
    if !is_near(route.length, length, EXACT + 1e-6 * length) {
        let message = format!("the route says it is {:.3} m long, its points are {length:.3} m apart", route.length);
        return Err(Fault::malformed(0, 0, message).measured(route.length, length));
    }
    if route.cost.is_nan() {
        return Err(Fault::malformed(0, 0, "the cost of the route is no number"));
    }
    Ok(())
}

/// Sections cover the points in order. A route of a single point needs no section.
fn order(route: &Route) -> Result<(), Fault> {
    let end = route.points.len() - 1;
    if route.sections.is_empty() {
        return if end == 0 { Ok(()) } else { Err(Fault::malformed(0, 0, "the route has no sections")) };
    }
    let mut next = 0;
    for (index, section) in route.sections.iter().enumerate() {
        let wrong = |message: String| Err(Fault::malformed(index, section.first.min(end), message));
        if section.first > section.last || section.last > end {
            return wrong(format!("section {index} goes from point {} to {}", section.first, section.last));
        }
        if section.first != next {
            return wrong(format!("section {index} begins at point {}, not at {next}", section.first));
        }
        if section.first == section.last && end > 0 {
            return wrong(format!("section {index} has no length"));
        }
        next = section.last;
    }
    if next == end {
        return Ok(());
    }
    let last = route.sections.len() - 1;
    Err(Fault::malformed(last, next, format!("the last section ends at point {next}, the route at {end}")))
}

fn section(body: &Body, route: &Route, index: usize) -> Result<(), Fault> {
    let section = &route.sections[index];
    let fault = |kind: FaultKind, message: String| {
        Fault::malformed(index, section.first, message).of_kind(kind).at(route.points[section.first])
    };
    let (action, posture) = (section.action, section.posture);
    let able = matches!(action, Action::Walk | Action::Sidestep | Action::Tuck | Action::Door);
    if !able && body.ability(action).is_none() {
        let message = format!("section {index} has the action {}, which {} cannot do", action.name(), body.name);
        return Err(fault(FaultKind::MissingAbility, message));
    }
    let fits = match action {
        Action::Walk | Action::Run => posture == Posture::Upright,
        Action::Bend => posture == Posture::Bent,
        Action::Crawl => posture == Posture::Crawling,
        _ => true,
    };
    let height = body.height_in(posture).filter(|_| fits);
    let Some(height) = height else {
        let message = format!("{} cannot {} while {}", body.name, action.name(), posture.name());
        return Err(fault(FaultKind::Posture, message));
    };
    if !is_near(section.height, height, EXACT) {
        let message =
            format!("section {index} says a height of {:.2} m, {} is {height:.2} m", section.height, posture.name());
        return Err(fault(FaultKind::Malformed, message).measured(section.height, height));
    }
    let wide = half_width(body, action);
    if !(section.half_width >= wide - EXACT && section.half_width.is_finite()) {
        let message = format!(
            "section {index} says a half-width of {:.2} m, to {} takes {wide:.2} m",
            section.half_width,
            action.name()
        );
        return Err(fault(FaultKind::Malformed, message).measured(section.half_width, wide));
    }
    if section.clearance.is_nan() {
        return Err(fault(FaultKind::Malformed, format!("the clearance of section {index} is no number")));
    }
    leaps(body, route, index, section)
}

/// Checks that no step, jump or drop exceeds the ability.
fn leaps(body: &Body, route: &Route, index: usize, section: &Section) -> Result<(), Fault> {
    let Some(ability) = body.ability(section.action).filter(|_| is_leap(section.action)) else { return Ok(()) };
    let name = section.action.name();
    for point in section.first..section.last {
        let (from, to) = (route.points[point], route.points[point + 1]);
        let [dx, rise, dz] = [0, 1, 2].map(|i| to[i] - from[i]);
        let far = (dx * dx + dz * dz).sqrt();
        let measures = [(far, ability.reach, "far"), (rise, ability.up, "up"), (-rise, ability.down, "down")];
        for (has, needs, word) in measures {
            if has > 0.0 && has > needs + DOUBT {
                let message =
                    format!("the {name} goes {has:.2} m {word}, and {} can {name} {needs:.2} m {word}", body.name);
                let fault = Fault::malformed(index, point, message).of_kind(FaultKind::TooFar);
                return Err(fault.at(from).measured(has, needs));
            }
        }
    }
    Ok(())
}
