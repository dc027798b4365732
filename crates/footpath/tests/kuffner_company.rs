//! Figure 4: several characters in an office, each planning around the others.

#![allow(clippy::unwrap_used)]

mod common;

use footpath::motion::control::{Company, Controller};
use footpath::plan::bitmap::{Direct, Frame, Slab};
use footpath::{Body, Scene};
use std::f64::consts::TAU;

const RADIUS: f64 = 0.25;
const DT: f64 = 1.0 / 30.0;

/// Walks until all are there, and gives the least gap that was between any two and the seconds it took.
fn walk(company: &mut Company, seconds: f64, mut each: impl FnMut(usize, &mut Company)) -> (f64, f64) {
    let mut least = f64::INFINITY;
    for step in 0..(seconds / DT) as usize {
        each(step, company);
        company.step(DT).unwrap();
        let members = company.members();
        for (i, one) in members.iter().enumerate() {
            for other in &members[..i] {
                let apart = (one.state.x - other.state.x).hypot(one.state.z - other.state.z);
                least = least.min(apart - one.radius - other.radius);
            }
        }
        if members.iter().all(|member| member.arrived) {
            return (least, step as f64 * DT);
        }
    }
    let left: Vec<_> =
        company.members().iter().map(|member| (member.state.place(), member.goal, member.arrived)).collect();
    panic!("not all are there after {seconds} s: {left:?}");
}

#[test]
fn kuffner_fig_4_eight_change_places_across_a_circle() {
    let controller = Controller::new(1.4, DT).unwrap();
    let frame = Frame::new([-6.0; 2], [6.0; 2], 0.1, [0.0; 3]).unwrap();
    let radius = Company::planning_radius(RADIUS, &controller, 0.1);
    let mut company = Company::new(Direct::new(frame, Slab::of(&Body::adult(), 0.0), radius));
    let place = |share: f64| [4.5 * (share * TAU).cos(), 4.5 * (share * TAU).sin()];
    for i in 0..8 {
        let share = f64::from(i) / 8.0;
        company.add(place(share), place(share + 0.5), RADIUS, controller.clone());
    }
    let (least, took) = walk(&mut company, 60.0, |_, _| {});
    assert!(least >= 0.0, "{least}");
    // Re-planned every tenth of a second at least.
    assert!(company.members().iter().all(|member| member.plans as f64 >= took / 0.1 - 2.0));
}

/// In the office, with a goal that the user drags elsewhere on the way.
#[test]
fn kuffner_fig_4_eight_meet_at_the_crossing_of_the_office() {
    let scene = Scene::built_in("office").unwrap();
    let controller = Controller::new(1.4, DT).unwrap();
    let frame = Frame::of_scene(&scene, 135).unwrap();
    let radius = Company::planning_radius(RADIUS, &controller, frame.cell_size());
    let mut direct = Direct::new(frame, Slab::of(&Body::adult(), 0.1), radius);
    direct.set_fixed(scene.triangles().iter().map(|triangle| scene.corners(triangle)));
    let mut company = Company::new(direct);
    let far = [[11.25, 2.0], [20.5, 11.25], [11.25, 20.5], [2.0, 11.25]];
    let near = [[10.9, 4.0], [18.5, 11.6], [11.6, 18.5], [4.0, 10.9]];
    for ends in [far, near] {
        for i in 0..4 {
            company.add(ends[i], ends[(i + 2) % 4], RADIUS, controller.clone());
        }
    }
    let mut bitmap = company.direct_mut().clone();
    bitmap.forget_discs();
    let (least, _) = walk(&mut company, 90.0, |step, company| {
        if step == 60 {
            company.send(0, [5.0, 5.6]);
        }
        // On the bitmap's own word nobody is in a wall: the planning radius has room for the bound.
        for member in company.members() {
            let cell = bitmap.frame().cell_at(member.state.place()).unwrap();
            assert!(!bitmap.is_occupied(cell));
        }
    });
    assert!(least >= 0.0, "{least}");
}

/// A corridor along x that is too narrow for two, open at the ends, with a niche or without.
fn corridor(niche: bool, ends: bool) -> Company {
    let controller = Controller::new(1.4, DT).unwrap();
    let frame = Frame::new([-6.0, -2.0], [6.0, 2.0], 0.1, [0.0; 3]).unwrap();
    let radius = Company::planning_radius(RADIUS, &controller, 0.1);
    let mut direct = Direct::new(frame, Slab::of(&Body::adult(), 0.0), radius);
    let wall = |a: [f64; 2], b: [f64; 2]| {
        let corner = |[x, z]: [f64; 2], y: f64| frame.vertex([x, y, z]);
        [[corner(a, 0.0), corner(b, 0.0), corner(b, 2.0)], [corner(a, 0.0), corner(b, 2.0), corner(a, 2.0)]]
    };
    let long = if ends { 4.0 } else { 6.0 };
    let mut walls = vec![wall([-long, -0.6], [long, -0.6])];
    if niche {
        walls.extend([wall([-long, 0.6], [1.0, 0.6]), wall([2.4, 0.6], [long, 0.6])]);
    } else {
        walls.push(wall([-long, 0.6], [long, 0.6]));
    }
    direct.set_fixed(walls.into_iter().flatten());
    let mut company = Company::new(direct);
    company.add([-5.0, 0.0], [5.0, 0.0], RADIUS, controller.clone());
    company.add([5.0, 0.0], [-5.0, 0.0], RADIUS, controller);
    company
}

#[test]
fn where_two_cannot_pass_the_later_one_gives_way() {
    // Into a niche, or back out of the corridor.
    for niche in [true, false] {
        let (least, _) = walk(&mut corridor(niche, true), 90.0, |_, _| {});
        assert!(least >= 0.0, "{least}");
    }
    // With no place to go to it is said.
    let mut company = corridor(false, false);
    for _ in 0..600 {
        company.step(DT).unwrap();
    }
    assert_eq!(company.members()[1].blocked_by, Some(0));
    assert!(company.members().iter().all(|member| !member.arrived));
}
