//! Sentences for findings: the measure found, the measure needed, and an ability with which the body would pass.

use super::findings::Finding;
use crate::body::{Ability, Action, Body};
use crate::geom::{rounded, spot};
use crate::plan::query::{NoRoute, Why};
use crate::scene::{ObjectId, Tag};
use crate::world::World;

/// Half-widths with the arms held in and sideways, as shares of the radius (0.25 and 0.20 m of an adult's 0.30).
const TUCK: f64 = 5.0 / 6.0;
const SIDESTEP: f64 = 2.0 / 3.0;
/// Tolerance when measures are compared with those of cells, in metres.
const EPSILON: f64 = 1e-9;

/// One refusal for all findings along a path, given in its order. The worst finding is the reason; the others are listed with it.
pub(crate) fn refusal(world: &World, body: &Body, findings: &[Finding]) -> Option<NoRoute> {
    let worst = (0..findings.len()).rev().max_by(|&a, &b| findings[a].missing.total_cmp(&findings[b].missing))?;
    let mut limits: Vec<NoRoute> = findings.iter().map(|finding| describe(world, body, finding)).collect();
    let mut main = limits.remove(worst);
    // An ability is named only if it helps at every place.
    if limits.iter().any(|other| other.passes_with != main.passes_with) {
        main.passes_with = None;
    }
    match limits.len() {
        0 => {}
        1 => main.message += &format!("; then {}", limits[0].message),
        more => main.message += &format!("; and {more} more limits on the same way"),
    }
    main.also = limits;
    Some(main)
}

/// One finding as a refusal.
pub(crate) fn describe(world: &World, body: &Body, finding: &Finding) -> NoRoute {
    let object = name_of(world, finding.object);
    let at = spot(finding.at);
    // The body's slope limit includes a tolerance, which the message leaves out.
    let needs = if finding.kind == Why::TooSteep { body.max_slope.to_degrees() } else { finding.needs };
    let has = finding.has;
    let named = |before: &str| object.as_ref().map(|name| format!("{before}{name}")).unwrap_or_default();
    let who = object.clone().unwrap_or_else(|| "something solid".to_owned());
    let message = match finding.kind {
        Why::TooNarrow if has <= 0.0 => format!("{who} closes the way at {at}; this body needs a gap of {needs:.2} m"),
        Why::TooNarrow => {
            let sideways = needs * SIDESTEP;
            let cells = finding.true_width.map(|width| {
                let cell = world.grid().cell_size();
                format!("; it is {width:.2} m by the triangles, so cells finer than {cell} m may see the way")
            });
            let words = format!("the gap{} at {at} is {has:.2} m wide; ", named(" beside "));
            format!("{words}this body needs {needs:.2} m, or {sideways:.2} m sideways{}", cells.unwrap_or_default())
        }
        Why::TooLow => {
            let low = lower(body, needs).map(|(height, word)| format!(", or {height:.2} m {word}")).unwrap_or_default();
            format!("the way{} at {at} is {has:.2} m high; this body needs {needs:.2} m{low}", named(" under "))
        }
        Why::TooSteep => {
            format!("the slope{} at {at} has {has:.0} degrees; this body climbs {needs:.0}", named(" of "))
        }
        Why::TooHighAStep if finding.down => {
            format!("the drop{} at {at} is {has:.2} m deep; this body goes down {needs:.2} m", named(" from "))
        }
        Why::TooHighAStep => {
            format!("the step{} at {at} is {has:.2} m high; this body climbs {needs:.2} m", named(" onto "))
        }
        Why::GapTooWide if needs <= 0.0 => {
            format!("the gap in the ground at {at} is {has:.2} m across; this body does not leap")
        }
        Why::GapTooWide => format!("the gap in the ground at {at} is {has:.2} m across; this body leaps {needs:.2} m"),
        Why::Forbidden if finding.tag == Tag::Obstacle => {
            format!("the way at {at} leads over {who}, and the rules say that it is no floor")
        }
        _ => format!("the way at {at} leads over {who}, which the rules forbid"),
    };
    let measured = finding.kind != Why::Forbidden;
    NoRoute {
        has: measured.then_some(rounded(has)),
        needs: measured.then_some(rounded(needs)),
        object,
        passes_with: passes_with(body, finding).map(|word| word.name().to_owned()),
        ..NoRoute::new(finding.kind, finding.at, message)
    }
}

/// The name of an object.
pub(super) fn name_of(world: &World, object: Option<ObjectId>) -> Option<String> {
    world.objects().get(object?.0 as usize).map(|object| object.name.clone())
}

/// The next lower posture that the body does not have but could learn.
fn lower(body: &Body, needs: f64) -> Option<(f64, &'static str)> {
    let bent = (body.bent_height, "bent", Action::Bend);
    let crawling = (body.crawling_height, "crawling", Action::Crawl);
    let mut postures = [bent, crawling].into_iter();
    let learnt = postures.find(|(height, _, action)| *height < needs && body.ability(*action).is_none());
    learnt.map(|(height, word, _)| (height, word))
}

/// The cheapest behaviour or ability with which the body would pass.
fn passes_with(body: &Body, finding: &Finding) -> Option<Action> {
    let adult = Body::adult();
    let lacks = |action: Action| body.ability(action).is_none();
    let leap = |actions: [Action; 2], fits: &dyn Fn(&Ability) -> bool| {
        let leaps = actions.into_iter().filter(|&action| lacks(action)).filter_map(|action| adult.ability(action));
        leaps.into_iter().find(|leap| fits(leap)).map(|leap| leap.action)
    };
    match finding.kind {
        Why::TooNarrow => {
            let fits = |share: f64| finding.upright + EPSILON >= finding.needs * share;
            if fits(TUCK) { Some(Action::Tuck) } else { fits(SIDESTEP).then_some(Action::Sidestep) }
        }
        Why::TooLow => {
            let postures = [(Action::Bend, body.bent_height), (Action::Crawl, body.crawling_height)];
            let fitting = |(action, height): &(Action, f64)| lacks(*action) && finding.has + EPSILON >= *height;
            postures.into_iter().find(fitting).map(|(action, _)| action)
        }
        Why::GapTooWide => leap([Action::Step, Action::Jump], &|leap| {
            finding.has <= leap.reach + EPSILON && (-leap.down..=leap.up).contains(&finding.rise)
        }),
        Why::TooHighAStep if finding.down => {
            leap([Action::Drop, Action::Jump], &|leap| finding.has <= leap.down + EPSILON)
        }
        _ => None,
    }
}
