//! Distance between a segment and a triangle, in metres. For pictures and animation only; no decision depends on it.

use super::vector::{cross, dot, sub};

type Point = [f64; 3];

fn along(from: Point, way: Point, share: f64) -> Point {
    std::array::from_fn(|i| from[i] + way[i] * share)
}

/// Distance between the segment from `a` to `b` and a triangle.
pub(crate) fn segment_to_triangle(a: Point, b: Point, corners: [Point; 3]) -> f64 {
    let way = sub(b, a);
    let normal = cross(sub(corners[1], corners[0]), sub(corners[2], corners[0]));
    let (high, steep) = (dot(normal, sub(corners[0], a)), dot(normal, way));
    if steep != 0.0 && (0.0..=1.0).contains(&(high / steep)) && is_over(along(a, way, high / steep), corners, normal) {
        return 0.0;
    }
    let mut least = f64::INFINITY;
    let area = dot(normal, normal);
    for end in [a, b] {
        if area > 0.0 && is_over(end, corners, normal) {
            least = least.min((dot(normal, sub(end, corners[0])) / area.sqrt()).abs());
        }
    }
    (0..3).map(|i| between_segments([a, b], [corners[i], corners[(i + 1) % 3]])).fold(least, f64::min)
}

/// Whether a point lies over the triangle, seen along its normal.
fn is_over(point: Point, corners: [Point; 3], normal: Point) -> bool {
    let beside = |i: usize| {
        let edge = sub(corners[(i + 1) % 3], corners[i]);
        dot(cross(edge, sub(point, corners[i])), normal) >= 0.0
    };
    (0..3).all(beside)
}

fn between_segments([a, b]: [Point; 2], [c, d]: [Point; 2]) -> f64 {
    let (u, v, w) = (sub(b, a), sub(d, c), sub(a, c));
    let (uu, uv, vv, uw, vw) = (dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w));
    let share = |over: f64, under: f64| if under > 0.0 { (over / under).clamp(0.0, 1.0) } else { 0.0 };
    // The nearest point of the first line, then that of the second segment, then that of the first segment again.
    let s = share(uv * vw - vv * uw, uu * vv - uv * uv);
    let t = share(uv * s + vw, vv);
    let s = share(uv * t - uw, uu);
    let gap = sub(along(a, u, s), along(c, v, t));
    dot(gap, gap).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_many_samples() {
        let mut state = 7_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 40) as f64 / f64::from(1 << 24) * 2.0 - 1.0
        };
        for _ in 0..200 {
            let mut point = || -> Point { [random(), random(), random()] };
            let (a, b, corners) = (point(), point(), [point(), point(), point()]);
            let found = segment_to_triangle(a, b, corners);
            let mut least = f64::INFINITY;
            let steps = 40;
            for i in 0..=steps {
                let p = along(a, sub(b, a), f64::from(i) / f64::from(steps));
                for j in 0..=steps {
                    for k in 0..=steps - j {
                        let [u, v] = [j, k].map(|n| f64::from(n) / f64::from(steps));
                        let q =
                            along(along(corners[0], sub(corners[1], corners[0]), u), sub(corners[2], corners[0]), v);
                        let gap = sub(p, q);
                        least = least.min(dot(gap, gap).sqrt());
                    }
                }
            }
            assert!(found <= least + 1e-9 && found >= least - 0.12, "{found} {least}");
        }
    }
}
