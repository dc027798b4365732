//! The exact sweep against a slow one that samples every millimetre.

use super::*;

struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn point(&mut self, size: f64) -> Point {
        std::array::from_fn(|_| (self.unit() - 0.5) * size)
    }
}

/// Distance in plan from a point to a polygon that is given corner by corner; zero inside.
fn distance(polygon: &[Point], at: Point) -> f64 {
    let side = |a: &Point, b: &Point| (b[0] - a[0]) * (at[2] - a[2]) - (b[2] - a[2]) * (at[0] - a[0]);
    let edges = || (0..polygon.len()).map(|i| (&polygon[i], &polygon[(i + 1) % polygon.len()]));
    let all = |sign: f64| edges().all(|(a, b)| side(a, b) * sign > 0.0);
    if all(1.0) || all(-1.0) {
        return 0.0;
    }
    let to_edge = |(a, b): (&Point, &Point)| {
        let (dx, dz) = (b[0] - a[0], b[2] - a[2]);
        let t = ((at[0] - a[0]) * dx + (at[2] - a[2]) * dz) / (dx * dx + dz * dz).max(1e-30);
        let t = t.clamp(0.0, 1.0);
        (a[0] + t * dx - at[0]).hypot(a[2] + t * dz - at[2])
    };
    edges().map(to_edge).fold(f64::INFINITY, f64::min)
}

/// The triangle between two heights.
fn slab(triangle: [Point; 3], low: f64, high: f64) -> Vec<Point> {
    let mut polygon = [[0.0; 3]; MAX_CORNERS];
    polygon[..3].copy_from_slice(&triangle);
    let count = cut(&mut polygon, 3, 1, low, 1.0);
    let count = if count == 0 { 0 } else { cut(&mut polygon, count, 1, high, -1.0) };
    polygon[..count].to_vec()
}

fn slow(sweep: &Sweep, triangle: [Point; 3]) -> Option<f64> {
    let length = (0..3).map(|i| (sweep.to[i] - sweep.from[i]).powi(2)).sum::<f64>().sqrt();
    let steps = (length * 1000.0).ceil().max(1.0);
    let gaps = (0..=steps as usize).filter_map(|i| {
        let t = i as f64 / steps;
        let feet: Point = std::array::from_fn(|i| sweep.from[i] + t * (sweep.to[i] - sweep.from[i]));
        let polygon = slab(triangle, feet[1] + sweep.low, feet[1] + sweep.high);
        (!polygon.is_empty()).then(|| distance(&polygon, feet))
    });
    gaps.reduce(f64::min)
}

#[test]
fn the_exact_sweep_is_what_looking_every_millimetre_finds() {
    let mut random = Random(1);
    let (mut met, mut missed) = (0, 0);
    for case in 0..3000 {
        let flat = case % 3 == 0;
        let from = random.point(2.0);
        let mut to = random.point(2.0);
        if flat {
            to[1] = from[1];
        }
        let low = random.unit() * 0.4;
        let sweep = Sweep { from, to, low, high: low + 0.05 + random.unit() };
        let middle = random.point(2.0);
        let triangle = [0; 3].map(|_| {
            let near = random.point(if case % 2 == 0 { 0.5 } else { 3.0 });
            std::array::from_fn(|i| middle[i] + near[i])
        });
        let (exact, slow) = (sweep.gap(&triangle), slow(&sweep, triangle));
        match (exact, slow) {
            (Some(exact), Some(slow)) => {
                met += 1;
                assert!(exact <= slow + 1e-9, "case {case}: exact {exact}, found {slow}");
                // Between two samples the height changes by a millimetre, and a slanted face moves by more than that.
                let worse = 0.002 + 0.002 * steepest(triangle);
                assert!(slow - exact < worse, "case {case}: exact {exact}, found {slow}");
            }
            (None, None) => missed += 1,
            (None, Some(slow)) => panic!("case {case}: missed what is {slow} away"),
            // The samples may miss a corner that barely reaches into the height range.
            (Some(_), None) => {
                let wider = Sweep { low: sweep.low - 0.002, high: sweep.high + 0.002, ..sweep };
                assert!(super::tests::slow(&wider, triangle).is_some(), "case {case}");
            }
        }
    }
    assert!(met > 1000 && missed > 100, "{met} {missed}");
}

/// How far a triangle's edge at a height moves in plan when the height changes by one: the run per rise.
fn steepest([a, b, c]: [Point; 3]) -> f64 {
    let run = |a: Point, b: Point| (a[0] - b[0]).hypot(a[2] - b[2]) / (a[1] - b[1]).abs().max(1e-9);
    run(a, b).max(run(b, c)).max(run(c, a))
}

#[test]
fn a_post_is_met_between_two_points_and_touching_is_at_the_very_distance() {
    let sweep = Sweep { from: [0.0; 3], to: [4.0, 0.0, 0.0], low: 0.3, high: 1.8 };
    let post = [[2.0, -1.0, 0.25], [2.0, 3.0, 0.25], [2.001, 3.0, 0.25]];
    assert!((sweep.gap(&post).unwrap() - 0.25).abs() < 1e-12);
    // Above the head and below the knee it does not count.
    assert_eq!(sweep.gap(&post.map(|[x, y, z]| [x, y * 0.05, z])), None);
    assert_eq!(sweep.gap(&post.map(|[x, y, z]| [x, y + 3.0, z])), None);
}

#[test]
fn heights_follow_the_feet() {
    // Up 1 m over 4 m: a bar at 1.9 m is over the head at the start and in the way at the end.
    let sweep = Sweep { from: [0.0; 3], to: [4.0, 1.0, 0.0], low: 0.3, high: 1.8 };
    let bar = |x: f64| [[x, 1.9, -1.0], [x, 1.9, 1.0], [x, 1.95, 1.0]];
    let gap = sweep.gap(&bar(0.0)).unwrap();
    // The feet are 0.1 m up after 0.4 m.
    assert!((gap - 0.4).abs() < 1e-9, "{gap}");
    assert_eq!(sweep.gap(&bar(3.0)), Some(0.0));
}
