//! Random boxes, random ways: the checker's verdict on collisions is that of looking at every millimetre.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, Soup, block, prism, strip, walk};
use footpath::Body;
use footpath::route::{Checker, FaultKind};

/// An upright box, turned in plan.
struct Thing {
    middle: [f64; 2],
    half: [f64; 2],
    angle: f64,
    y: [f64; 2],
}

impl Thing {
    fn random(random: &mut Random) -> Self {
        let low = if random.below(2) == 0 { 0.0 } else { random.between(0.4, 2.2) };
        Self {
            middle: [random.between(-3.0, 3.0), random.between(-3.0, 3.0)],
            half: [random.between(0.01, 0.5), random.between(0.01, 0.5)],
            angle: random.between(0.0, 180.0),
            // Higher than a step and its doubt, lest it be one.
            y: [low, low + random.between(0.35, 1.5)],
        }
    }

    fn soup(&self) -> Soup {
        let [w, d] = self.half;
        let soup = prism(&[[-w, -d], [-w, d], [w, d], [w, -d]], self.y).turned(self.angle);
        soup.moved([self.middle[0], 0.0, self.middle[1]])
    }

    /// How far a place in plan is from it.
    fn distance(&self, at: [f64; 2]) -> f64 {
        let (sine, cosine) = self.angle.to_radians().sin_cos();
        let [x, z] = [0, 1].map(|i| at[i] - self.middle[i]);
        let (along, across) = (x * cosine + z * sine, z * cosine - x * sine);
        (along.abs() - self.half[0]).max(0.0).hypot((across.abs() - self.half[1]).max(0.0))
    }
}

#[test]
fn collisions_are_what_looking_at_every_millimetre_finds() {
    let mut random = Random(11);
    let body = Body::adult();
    let (mut met, mut free) = (0, 0);
    let scenes = if common::all() { 2000 } else { 60 };
    for scene in 0..scenes {
        let things: Vec<Thing> = (0..4).map(|_| Thing::random(&mut random)).collect();
        let soup = strip([-5.0, 5.0], [-5.0, 5.0], 0.0).and(Soup::of(things.iter().map(Thing::soup)));
        let checker = Checker::of_scene(&soup.scene());
        for _ in 0..20 {
            let mut place = || [random.between(-3.5, 3.5), 0.0, random.between(-3.5, 3.5)];
            let (from, to) = (place(), place());
            let steps = (1000.0 * (to[0] - from[0]).hypot(to[2] - from[2])).ceil() as usize;
            let at = |i: usize| [0, 2].map(|axis| from[axis] + (to[axis] - from[axis]) * i as f64 / steps as f64);
            // Only what is between the knees and the head.
            let within = |thing: &&Thing, more: f64| thing.y[1] > 0.3 - more && thing.y[0] < 1.8 + more;
            let nearest = |more: f64| {
                let near = things.iter().filter(|thing| within(thing, more));
                near.flat_map(|thing| (0..=steps).map(move |i| thing.distance(at(i)))).fold(f64::INFINITY, f64::min)
            };
            let verdict = checker.check(&body, &walk(&body, &[from, to]));
            match &verdict {
                Ok(()) => assert!(nearest(-0.002) > 0.30 - 0.002, "scene {scene}: {from:?} {to:?} accepted"),
                Err(fault) => {
                    assert_eq!(fault.kind, FaultKind::Collision, "{fault}");
                    assert!(nearest(0.002) < 0.30 + 0.0005, "scene {scene}: {from:?} {to:?} refused: {fault}");
                }
            }
            if verdict.is_ok() { free += 1 } else { met += 1 }
        }
    }
    assert!(met > scenes && free > scenes, "{met} {free}");
}

/// A thousand ways of fifty metres among a hundred thousand triangles; prints what it took.
#[test]
fn many_long_routes() {
    let mut random = Random(5);
    let size = if common::all() { 90 } else { 30 };
    let far = f64::from(size);
    let posts = (0..size * size).map(|i| {
        let (x, z) = (f64::from(i % size), f64::from(i / size));
        block([x + 0.4, 0.0, z + 0.4], [x + 0.6, 1.0, z + 0.6])
    });
    let soup = strip([-1.0, far + 1.0], [-1.0, far + 1.0], 0.0).and(Soup::of(posts));
    let start = std::time::Instant::now();
    let checker = Checker::of_scene(&soup.scene());
    eprintln!("{} triangles in {:?}", soup.0.len(), start.elapsed());
    let body = Body { radius: 0.25, ..Body::adult() };
    let start = std::time::Instant::now();
    let (count, mut metres) = (if common::all() { 1000 } else { 50 }, 0.0);
    for _ in 0..count {
        // Along the streets between the posts.
        let mut at = [random.below(size as usize) as f64, 0.0, random.below(size as usize) as f64];
        let mut points = vec![at];
        while points.len() < 10 {
            let axis = 2 * random.below(2);
            at[axis] = random.below(size as usize) as f64;
            points.push(at);
        }
        points.dedup();
        let way = walk(&body, &points);
        metres += way.length;
        assert_eq!(checker.check(&body, &way), Ok(()));
    }
    eprintln!("{count} routes, {metres:.0} m in {:?}", start.elapsed());
}
