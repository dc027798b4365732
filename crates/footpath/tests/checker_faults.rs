//! Bad routes, planted: the checker refuses each, for the right reason.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Point, Soup, block, quad, route, strip, walk, wall};
use footpath::body::{Action, Posture};
use footpath::route::{Checker, Fault, FaultKind};
use footpath::scene::Tag;
use footpath::{Body, Route, Scene};

fn plate() -> Soup {
    strip([-3.0, 8.0], [-3.0, 3.0], 0.0)
}

fn check(body: &Body, soup: &Soup, route: &Route) -> Result<(), Fault> {
    Checker::of_scene(&soup.scene()).check(body, route)
}

#[track_caller]
fn refused(soup: &Soup, route: &Route, kind: FaultKind) -> Fault {
    let fault = check(&Body::adult(), soup, route).expect_err("a fault");
    assert_eq!(fault.kind, kind, "{fault}");
    assert!(!fault.message.is_empty() && fault.message == fault.to_string());
    fault
}

/// Walks straight along x at the height of the floor.
fn straight() -> Route {
    walk(&Body::adult(), &[[0.0, 0.0, 0.0], [4.0, 0.0, 0.0]])
}

#[test]
fn through_walls_of_every_kind() {
    let leaf = wall([2.0, -0.45], [2.0, 0.45], [0.01, 2.0]);
    refused(&plate().and(leaf), &straight(), FaultKind::Collision);
    let beside = |z: f64| block([1.0, 0.0, z], [3.0, 2.5, 1.0]);
    assert_eq!(check(&Body::adult(), &plate().and(beside(0.30)), &straight()), Ok(()));
    let fault = refused(&plate().and(beside(0.29)), &straight(), FaultKind::Collision);
    assert!((fault.has - 0.29).abs() < 1e-3 && (fault.needs - 0.30).abs() < 1e-9, "{fault:?}");
    assert!(fault.at[0] > 0.6 && fault.at[0] < 1.0, "{fault:?}");
    // Two millimetres are two too many.
    refused(&plate().and(beside(0.2978)), &straight(), FaultKind::Collision);
    let jambs = |wide: f64| {
        block([1.0, 0.0, wide / 2.0], [1.1, 2.5, 2.0]).and(block([1.0, 0.0, -2.0], [1.1, 2.5, -wide / 2.0]))
    };
    refused(&plate().and(jambs(0.58)), &straight(), FaultKind::Collision);
    let pole = block([2.02, 0.0, 0.14], [2.04, 2.0, 0.16]);
    refused(&plate().and(pole), &straight(), FaultKind::Collision);
    // Two blocks that touch at a corner, walked between.
    let corners = block([1.0, 0.0, 0.0], [2.0, 2.0, 1.0]).and(block([2.0, 0.0, -1.0], [3.0, 2.0, 0.0]));
    let between = walk(&Body::adult(), &[[1.0, 0.0, -1.0], [3.0, 0.0, 1.0]]);
    refused(&plate().and(corners), &between, FaultKind::Collision);
}

#[test]
fn through_furniture_and_under_what_hangs_too_low() {
    for (low, high) in [(0.66, 0.7), (0.0, 0.5), (0.25, 0.5), (0.27, 0.575), (0.0, 0.33)] {
        let thing = block([1.5, low, -0.5], [2.5, high, 0.5]);
        refused(&plate().and(thing.clone()), &straight(), FaultKind::Collision);
        // With only its side inside the disc.
        let aside = thing.moved([0.0, 0.0, 0.78]);
        refused(&plate().and(aside), &straight(), FaultKind::Collision);
    }
    let beam = block([1.8, 1.5, -2.0], [2.2, 2.5, 2.0]);
    let fault = refused(&plate().and(beam), &straight(), FaultKind::Collision);
    assert!((fault.has - 1.5).abs() < 1e-3 && (fault.needs - 1.8).abs() < 1e-9, "{fault:?}");
    let lamp = block([2.0, 1.7, 0.0], [2.1, 2.4, 0.1]);
    refused(&plate().and(lamp), &straight(), FaultKind::Collision);
    // A bookshelf is not climbed board by board, not even by somebody with long legs and room between the boards.
    let shelf = |step: f64| {
        let boards = (0..5).map(|i| 0.05 + step * f64::from(i)).map(|y| block([1.0, y - 0.03, 0.2], [3.0, y, 0.5]));
        plate().and(Soup::of(boards))
    };
    refused(&shelf(0.30), &straight(), FaultKind::Collision);
    let long = Body { max_climb: 0.4, ..Body::adult() };
    let fault = check(&long, &shelf(0.38), &straight()).expect_err("a shelf");
    assert_eq!(fault.kind, FaultKind::Collision, "{fault}");
}

#[test]
fn through_a_railing_beside_a_stair_and_a_slab_above_it() {
    let step = |i: i32| {
        let (x, y) = (f64::from(i) * 0.25, f64::from(i + 1) * 0.19);
        block([x, -0.5, -1.0], [x + 0.25, y, 1.0])
    };
    let stair = Soup::of((0..10).map(step)).and(strip([-2.0, 0.0], [-2.0, 2.0], 0.0));
    let up = walk(&Body::adult(), &[[-1.0, 0.0, 0.0], [-0.1, 0.0, 0.0], [2.4, 1.9, 0.0]]);
    assert_eq!(check(&Body::adult(), &stair, &up), Ok(()));
    let rail = quad([[0.0, 0.9, 0.25], [2.5, 2.8, 0.25], [2.5, 2.85, 0.25], [0.0, 0.95, 0.25]]);
    refused(&stair.clone().and(rail), &up, FaultKind::Collision);
    let string = quad([[0.0, 0.0, 0.25], [2.5, 1.9, 0.25], [2.5, 2.6, 0.25], [0.0, 0.7, 0.25]]);
    refused(&stair.clone().and(string), &up, FaultKind::Collision);
    let slab = block([1.0, 2.3, -1.0], [2.5, 2.4, 1.0]);
    refused(&stair.clone().and(slab), &up, FaultKind::Collision);
    // A crate on a tread.
    refused(&stair.and(block([1.1, 0.9, 0.1], [1.3, 1.5, 0.4])), &up, FaultKind::Collision);
}

#[test]
fn where_there_is_nothing_to_stand_on() {
    let adult = Body::adult();
    let ledge = walk(&adult, &[[0.0, 0.0, 0.0], [9.0, 0.0, 0.0]]);
    let fault = refused(&plate(), &ledge, FaultKind::NoSupport);
    assert!((fault.at[0] - 8.15).abs() < 0.06, "{fault:?}");
    let chasm = block([-3.0, -4.0, -2.0], [1.0, 0.0, 2.0]).and(block([2.0, -4.0, -2.0], [5.0, 0.0, 2.0]));
    refused(&chasm, &straight(), FaultKind::NoSupport);
    refused(&plate(), &walk(&adult, &[[0.0, 0.0, 0.0], [0.1, 4.0, 0.0]]), FaultKind::NoSupport);
    let storeys = plate().and(block([-3.0, 2.8, -3.0], [8.0, 3.0, 3.0]));
    refused(&storeys, &walk(&adult, &[[0.0, 0.0, 0.0], [1.0, 3.0, 0.0]]), FaultKind::NoSupport);
    refused(&storeys, &walk(&adult, &[[1.0, 0.0, 0.0], [1.0, 3.0, 0.0]]), FaultKind::NoSupport);
    let fault = refused(&plate(), &walk(&adult, &[[0.0, 0.5, 0.0], [4.0, 0.5, 0.0]]), FaultKind::NoSupport);
    assert!((fault.has - 0.5).abs() < 1e-9, "{fault:?}");
    refused(&plate(), &walk(&adult, &[[0.0, -0.5, 0.0], [4.0, -0.5, 0.0]]), FaultKind::NoSupport);
    for y in [0.25, -0.25] {
        let fault = refused(&plate(), &walk(&adult, &[[0.0, y, 0.0], [4.0, y, 0.0]]), FaultKind::NoSupport);
        assert!((fault.has - 0.25).abs() < 1e-9 && fault.at[0] < 1.0, "{fault:?}");
    }
    // A leap that lands in the air, and one that starts there.
    for ends in [[[7.9, 0.0, 0.0], [8.9, 0.0, 0.0]], [[8.9, 0.0, 0.0], [7.9, 0.0, 0.0]]] {
        refused(&plate(), &route(&adult, &[(Action::Jump, &ends)]), FaultKind::NoSupport);
    }
}

#[test]
fn steps_and_ramps_beyond_the_body() {
    let adult = Body::adult();
    let high = plate().and(block([1.0, 0.0, -2.0], [8.0, 0.5, 2.0]));
    for points in [[[0.0, 0.0, 0.0], [2.0, 0.5, 0.0]], [[2.0, 0.5, 0.0], [0.0, 0.0, 0.0]]] {
        let fault = refused(&high, &walk(&adult, &points), FaultKind::StepTooHigh);
        assert!((fault.has - 0.5).abs() < 1e-3, "{fault:?}");
    }
    let up = walk(&adult, &[[0.0, 0.0, 0.0], [0.98, 0.0, 0.0], [1.02, 0.5, 0.0], [2.0, 0.5, 0.0]]);
    let fault = check(&adult, &high, &up).unwrap_err();
    assert!(matches!(fault.kind, FaultKind::StepTooHigh | FaultKind::Collision), "{fault}");
    for (degrees, kind) in [(47.0_f64, FaultKind::TooSteep), (60.0, FaultKind::TooSteep), (70.0, FaultKind::Collision)]
    {
        let rise = 2.0 * degrees.to_radians().tan();
        let ramp = quad([[0.0, 0.0, -1.0], [0.0, 0.0, 1.0], [2.0, rise, 1.0], [2.0, rise, -1.0]]);
        let soup = ramp.and(strip([-2.0, 0.0], [-1.0, 1.0], 0.0));
        let fault = refused(&soup, &walk(&adult, &[[-1.0, 0.0, 0.0], [0.0, 0.0, 0.0], [1.9, 0.95 * rise, 0.0]]), kind);
        assert!(kind == FaultKind::Collision || (fault.has - degrees).abs() < 0.5, "{fault:?}");
    }
    let wheelchair = Body { max_climb: 0.02, abilities: Vec::new(), ..Body::adult() };
    let kerb = plate().and(block([1.0, 0.0, -2.0], [8.0, 0.05, 2.0]));
    let fault = check(&wheelchair, &kerb, &walk(&wheelchair, &[[0.0, 0.0, 0.0], [3.0, 0.05, 0.0]])).unwrap_err();
    assert_eq!(fault.kind, FaultKind::StepTooHigh, "{fault}");
    assert_eq!(check(&adult, &kerb, &walk(&adult, &[[0.0, 0.0, 0.0], [3.0, 0.05, 0.0]])), Ok(()));
}

#[test]
fn onto_and_over_what_rules_forbid() {
    let adult = Body::adult();
    let scene = |thing: &Soup, tag: Tag| thing.put_tagged(plate().put(Scene::builder(), "floor"), "thing", tag).build();
    let refused = |thing: &Soup, tag: Tag, route: &Route| {
        let fault = Checker::of_scene(&scene(thing, tag)).check(&adult, route).expect_err("a fault");
        assert_eq!((fault.kind, fault.object.as_deref()), (FaultKind::Forbidden, Some("thing")), "{fault}");
    };
    let passes = |thing: &Soup, tag: Tag, route: &Route| {
        assert_eq!(Checker::of_scene(&scene(thing, tag)).check(&adult, route), Ok(()));
    };
    let table = block([1.0, 0.65, -1.0], [3.0, 0.7, 1.0]);
    let on_top = walk(&adult, &[[1.3, 0.7, 0.0], [2.7, 0.7, 0.0]]);
    passes(&table, Tag::Walkable, &on_top);
    refused(&table, Tag::Forbidden, &on_top);
    refused(&table, Tag::Obstacle, &on_top);
    // A low one, jumped and stepped over.
    let low = block([1.0, 0.0, -1.0], [1.3, 0.25, 1.0]);
    for action in [Action::Jump, Action::Step] {
        let over: [Point; 2] = [[0.8, 0.0, 0.0], [1.5, 0.0, 0.0]];
        let over = route(&adult, &[(action, &over)]);
        refused(&low, Tag::Forbidden, &over);
        passes(&low, Tag::Obstacle, &over);
        passes(&low, Tag::Walkable, &over);
    }
    // Walked across: the low one, a fence without thickness, a carpet of a centimetre, a strip of 2 cm.
    let fence = wall([2.0, -1.0], [2.0, 1.0], [0.0, 0.25]);
    let carpet = strip([1.0, 3.0], [-1.0, 1.0], 0.01);
    let tape = strip([1.99, 2.01], [-1.0, 1.0], 0.001);
    for thing in [&low, &fence, &carpet, &tape] {
        refused(thing, Tag::Forbidden, &straight());
        passes(thing, Tag::Walkable, &straight());
    }
    // Beside it, at its very edge, and over a floor that covers it.
    let edge = walk(&adult, &[[0.0, 0.0, 1.0], [4.0, 0.0, 1.0]]);
    [&low, &carpet].into_iter().for_each(|thing| passes(thing, Tag::Forbidden, &edge));
    passes(&strip([1.0, 3.0], [-1.0, 1.0], -0.05), Tag::Forbidden, &straight());
    // Forbidden tops are no steps: the excuse does not lead over them.
    let steps = block([1.0, 0.0, 0.15], [3.0, 0.2, 0.22]).and(block([1.0, 0.0, 0.22], [3.0, 0.4, 2.0]));
    let past = straight();
    passes(&steps, Tag::Walkable, &past);
    let fault = Checker::of_scene(&scene(&steps, Tag::Obstacle)).check(&adult, &past).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Collision, "{fault}");
}

#[test]
fn leaps_into_things_and_beyond_the_body() {
    let adult = Body::adult();
    let chasm = |wide: f64| block([-3.0, -4.0, -2.0], [0.0, 0.0, 2.0]).and(block([wide, -4.0, -2.0], [9.0, 0.0, 2.0]));
    let jump = |far: f64| route(&adult, &[(Action::Jump, &[[-0.1, 0.0, 0.0], [far, 0.0, 0.0]])]);
    assert_eq!(check(&adult, &chasm(1.0), &jump(1.05)), Ok(()));
    // Free for a body that walks, in the way of one in the air: the arc lifts the head by 17 cm.
    let beam = |y: f64| block([0.4, y, -1.0], [0.6, 2.5, 1.0]);
    assert_eq!(check(&adult, &chasm(1.0).and(beam(2.0)), &jump(1.05)), Ok(()));
    refused(&chasm(1.0).and(beam(1.9)), &jump(1.05), FaultKind::Collision);
    refused(&chasm(1.0).and(wall([0.5, -1.0], [0.5, 1.0], [-1.0, 2.0])), &jump(1.05), FaultKind::Collision);
    let fault = refused(&chasm(1.2), &jump(1.3), FaultKind::TooFar);
    assert!((fault.has - 1.4).abs() < 1e-9 && (fault.needs - 1.2).abs() < 1e-9);
    let deep = block([-3.0, -4.0, -2.0], [0.0, 0.0, 2.0]).and(strip([0.0, 3.0], [-2.0, 2.0], -0.8));
    refused(&deep, &route(&adult, &[(Action::Drop, &[[-0.2, 0.0, 0.0], [0.35, -0.8, 0.0]])]), FaultKind::TooFar);
    refused(&deep, &route(&adult, &[(Action::Jump, &[[0.4, -0.8, 0.0], [-0.2, 0.0, 0.0]])]), FaultKind::TooFar);
    refused(&chasm(0.8), &route(&adult, &[(Action::Step, &[[-0.1, 0.0, 0.0], [0.9, 0.0, 0.0]])]), FaultKind::TooFar);
    // A crate that the feet would go through is no ground on the way.
    let over = route(&adult, &[(Action::Jump, &[[0.0, 0.0, 0.0], [1.1, 0.0, 0.0]])]);
    refused(&plate().and(block([0.4, 0.0, -1.0], [0.7, 0.5, 1.0])), &over, FaultKind::Collision);
    // A step over a crate that is too high for the legs.
    let step = route(&adult, &[(Action::Step, &[[0.0, 0.0, 0.0], [0.7, 0.0, 0.0]])]);
    assert_eq!(check(&adult, &plate().and(block([0.3, 0.0, -1.0], [0.4, 0.28, 1.0])), &step), Ok(()));
    refused(&plate().and(block([0.3, 0.0, -1.0], [0.4, 0.4, 1.0])), &step, FaultKind::Collision);
}

#[test]
fn sections_that_the_body_cannot_do() {
    let ends: [Point; 2] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
    for action in [Action::Crawl, Action::Bend, Action::Jump, Action::Drop, Action::Step, Action::Run] {
        let body = Body::adult().without(action);
        let fault = check(&body, &plate(), &route(&body, &[(action, &ends)])).unwrap_err();
        assert_eq!(fault.kind, FaultKind::MissingAbility, "{fault}");
    }
    let mut bent = walk(&Body::adult(), &ends);
    (bent.sections[0].posture, bent.sections[0].height) = (Posture::Crawling, 0.8);
    refused(&plate(), &bent, FaultKind::Posture);
    let stiff = Body::adult().without(Action::Bend);
    let mut step = route(&stiff, &[(Action::Step, &[[0.0, 0.0, 0.0], [0.5, 0.0, 0.0]])]);
    (step.sections[0].posture, step.sections[0].height) = (Posture::Bent, 1.3);
    assert_eq!(check(&stiff, &plate(), &step).unwrap_err().kind, FaultKind::Posture);
}

#[test]
fn routes_that_contradict_themselves() {
    let good = walk(&Body::adult(), &[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0]]);
    assert_eq!(check(&Body::adult(), &plate(), &good), Ok(()));
    type Change = fn(&mut Route);
    let changes: [(&str, Change); 16] = [
        ("not a number", |r| r.points[1][1] = f64::NAN),
        ("infinite", |r| r.points[2][0] = f64::INFINITY),
        ("far away", |r| r.points[2][0] = 1e300),
        ("empty", |r| *r = Route::default()),
        ("no sections", |r| r.sections.clear()),
        ("a point left out at the end", |r| r.sections[0].last = 1),
        ("a point left out at the start", |r| r.sections[0].first = 1),
        ("beyond the last point", |r| r.sections[0].last = 3),
        ("backwards", |r| (r.sections[0].first, r.sections[0].last) = (2, 0)),
        ("a section twice", |r| r.sections.push(r.sections[0].clone())),
        ("another length", |r| r.length += 0.01),
        ("no length", |r| r.length = f64::NAN),
        ("too small", |r| r.sections[0].height = 1.3),
        ("no height", |r| r.sections[0].height = f64::NAN),
        ("too thin", |r| r.sections[0].half_width = 0.2),
        ("infinitely wide", |r| r.sections[0].half_width = f64::INFINITY),
    ];
    for (name, change) in changes {
        let mut bad = good.clone();
        change(&mut bad);
        let fault = check(&Body::adult(), &plate(), &bad).expect_err(name);
        assert_eq!(fault.kind, FaultKind::Malformed, "{name}: {fault}");
    }
    let nobody = Body { radius: f64::NAN, ..Body::adult() };
    assert_eq!(check(&nobody, &plate(), &good).unwrap_err().kind, FaultKind::Malformed);
}
