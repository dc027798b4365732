//! Projection and growth against their definitions, and Kuffner's wireframe with its flaws.

use super::*;
use crate::Body;
use crate::geom::Vertex;
use crate::plan::query::Why;
use crate::scene::Scene;

/// Pseudo-random numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % end as u64) as i32
    }
}

fn frame(side: f64, cell: f64) -> Frame {
    Frame::new([0.0; 2], [side; 2], cell, [0.0; 3]).expect("a frame")
}

const SLAB: Slab = Slab { floor: 0.0, low: 0.25, high: 1.75 };

fn quad(corners: [[f64; 3]; 4], frame: &Frame) -> [[Vertex; 3]; 2] {
    let [a, b, c, d] = corners.map(|corner| frame.vertex(corner));
    [[a, b, c], [a, c, d]]
}

/// The twelve triangles of a box.
fn block(low: [f64; 3], high: [f64; 3], frame: &Frame) -> Vec<[Vertex; 3]> {
    let corner = |bits: usize| [0, 1, 2].map(|axis| if bits >> axis & 1 == 1 { high[axis] } else { low[axis] });
    let sides = [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]];
    sides.into_iter().flat_map(|side| quad(side.map(corner), frame)).collect()
}

/// Points of a triangle strictly within the slab are all above occupied cells. Every occupied cell is within a plan unit or two
/// of the triangle's box.
#[test]
fn every_point_between_the_heights_is_above_an_occupied_cell() {
    let frame = frame(4.0, 0.13);
    let mut chance = Random(3);
    for round in 0..400 {
        let mut corner = || [chance.below(5000) - 400, chance.below(4000) - 1000, chance.below(5000) - 400];
        let mut corners = [corner(), corner(), corner()];
        match round % 4 {
            // Upright along an axis, upright, level.
            1 => corners.iter_mut().for_each(|c| c[0] = 1024),
            2 => corners[2] = [corners[0][0], corners[2][1], corners[0][2]],
            3 => corners.iter_mut().for_each(|c| c[1] = 1000),
            _ => {}
        }
        let mut direct = Direct::new(frame, SLAB, 0.0);
        direct.set_moving([corners]);
        const N: i32 = 40;
        for i in 0..=N {
            for j in 0..=N - i {
                let share = [i, j, N - i - j].map(|share| f64::from(share) / f64::from(N));
                let at = |axis: usize| (0..3).map(|c| share[c] * f64::from(corners[c][axis])).sum::<f64>() / 1024.0;
                if at(1) <= SLAB.low || at(1) >= SLAB.high {
                    continue;
                }
                if let Some(cell) = frame.cell_at([at(0), at(2)]) {
                    assert!(direct.is_occupied(cell), "round {round}: {corners:?} at {:?}", [at(0), at(1), at(2)]);
                }
            }
        }
        let bounds = |axis: usize| {
            let all = corners.map(|corner| f64::from(corner[axis]) / 1024.0);
            [all.into_iter().fold(f64::MAX, f64::min) - 0.001, all.into_iter().fold(f64::MIN, f64::max) + 0.001]
        };
        let ([x0, x1], [z0, z1]) = (bounds(0), bounds(2));
        for cell in (0..31).flat_map(|z| (0..31).map(move |x| [x, z])).filter(|&cell| direct.is_occupied(cell)) {
            let [x, z] = frame.centre(cell);
            let half = frame.cell_size() / 2.0;
            assert!(x + half >= x0 && x - half <= x1 && z + half >= z0 && z - half <= z1, "round {round}: {cell:?}");
        }
    }
}

/// Painting a rectangle as one gives the same as its two triangles, anywhere.
#[test]
fn rectangles_are_their_two_triangles() {
    let (frame, mut chance) = (frame(4.0, 0.125), Random(21));
    for round in 0..600 {
        let mut at = || [chance.below(40) * 128 - 512, chance.below(30) * 100 - 500, chance.below(5000) - 400];
        let (low, mut high) = (at(), at());
        high[round % 3] = low[round % 3];
        let box_corner = |[x, y, z]: [usize; 3]| [[low, high][x][0], [low, high][y][1], [low, high][z][2]];
        let [u, v] = [[1, 2], [0, 2], [0, 1]][round % 3];
        let corner = |a: usize, b: usize| {
            let mut pick = [0; 3];
            (pick[u], pick[v]) = (a, b);
            box_corner(pick)
        };
        let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
        let mut both = [0, 1].map(|_| Direct::new(frame, SLAB, 0.0));
        both[0].set_moving([[a, b, c], [a, c, d]]);
        // A triangle outside the frame separates the two.
        both[1].set_moving([[a, b, c], [[0, -9000, 0]; 3], [a, c, d]]);
        assert_eq!(both[0].bitmap(), both[1].bitmap(), "round {round}: {low:?} to {high:?}");
    }
}

/// Growth equals its definition: the disc around a centre against every occupied square, in integers.
#[test]
fn a_disc_fits_where_the_bitmap_says_so_and_nowhere_else() {
    let mut chance = Random(8);
    for (radius, cell) in [(0.0, 0.1), (0.05, 0.1), (0.3, 0.1), (0.3, 0.25), (0.3, 0.5), (0.55, 0.1), (7.0, 0.1)] {
        let frame = frame(7.3, cell);
        let mut direct = Direct::new(frame, SLAB, radius);
        let mut occupied = Vec::new();
        for _ in 0..12 {
            let at = [chance.below(7000), 1000, chance.below(7000)];
            occupied.push([at, [at[0] + 5, 1000, at[2]], [at[0], 1000, at[2] + 5]]);
        }
        direct.set_fixed(occupied[..6].to_vec());
        direct.set_moving(occupied[6..].to_vec());
        let size = i64::from(frame.columns());
        let taken: Vec<[i64; 2]> = (0..size)
            .flat_map(|z| (0..size).map(move |x| [x, z]))
            .filter(|&[x, z]| direct.is_occupied([x as u32, z as u32]))
            .collect();
        // In half cells; the radius in plan units, as everywhere.
        let plan = (radius * 5120.0).round() as i64;
        for z in 0..size {
            for x in 0..size {
                let half = |apart: i64| (2 * apart.abs() - 1).max(0);
                let near = |a: i64, b: i64| (a * a + b * b) * i64::from(frame.cell()).pow(2) < 4 * plan * plan;
                let rim = (x + 1).min(z + 1).min(size - x).min(size - z);
                // A body without width still cannot use an occupied cell.
                let blocked = taken.iter().any(|t| near(half(t[0] - x), half(t[1] - z)) || *t == [x, z]);
                let expected = !blocked && !near(half(rim), 0);
                assert_eq!(direct.is_free([x as u32, z as u32]), expected, "{radius} on {cell}: {x}, {z}");
            }
        }
    }
}

/// Fixed and moving triangles drawn apart give the same as drawn together.
#[test]
fn drawing_the_moving_apart_changes_nothing() {
    let scene = Scene::built_in("maze").expect("built in");
    let frame = Frame::of_scene(&scene, 75).expect("a frame");
    let body = Body::adult();
    let mut both = [0, 1].map(|_| Direct::new(frame, Slab::of(&body, 0.1), body.radius));
    let is_crate = |at: &usize| scene.objects()[scene.triangles()[*at].object.0 as usize].name.starts_with("Crate");
    let corners = |at: usize| scene.corners(&scene.triangles()[at]);
    let all = 0..scene.triangles().len();
    both[0].set_fixed(all.clone().filter(|at| !is_crate(at)).map(corners));
    both[0].set_moving([[[0, 500, 0], [9000, 500, 0], [0, 500, 9000]]]);
    both[0].set_moving(all.clone().filter(is_crate).map(corners));
    both[1].set_moving(all.map(corners));
    assert_eq!(both[0].bitmap(), both[1].bitmap());
    assert_eq!(both[0].plan([1.25; 2], [23.75; 2]), both[1].plan([1.25; 2], [23.75; 2]));
}

#[test]
fn another_body_is_kept_off_by_both_radii() {
    let frame = frame(6.0, 0.1);
    let mut direct = Direct::new(frame, SLAB, 0.3);
    direct.add_disc([3.02, 2.97], 0.25);
    let mut least = f64::MAX;
    for cell in (0..60).flat_map(|z| (0..60).map(move |x| [x, z])) {
        let [x, z] = frame.centre(cell);
        let apart = ((x - 3.02).powi(2) + (z - 2.97).powi(2)).sqrt();
        let inner = (4..56).contains(&cell[0]) && (4..56).contains(&cell[1]);
        if direct.is_free(cell) {
            least = least.min(apart);
        } else {
            // Both radii, and the addition for half a diagonal step.
            assert!(!inner || apart <= (0.55_f64.powi(2) + 0.005).sqrt() + 1e-3, "{cell:?}");
        }
    }
    assert!((0.55..0.65).contains(&least), "{least}");
    direct.set_moving([]);
    assert!(direct.is_free([30, 30]), "discs last until things are drawn again");
}

/// Figure 2: the lamp hangs above the near plane, the rug lies below the far plane, the table stands between.
#[test]
fn kuffner_fig_2_only_what_is_between_the_planes_is_in_the_way() {
    let (frame, body) = (frame(6.0, 0.1), Body::adult());
    let mut direct = Direct::new(frame, Slab::of(&body, 0.0), body.radius);
    let lamp = block([1.0, 1.8, 1.0], [2.0, 2.2, 2.0], &frame);
    let rug = block([3.0, 0.0, 1.0], [5.0, 0.03, 2.0], &frame);
    let floor = quad([[0.0; 3], [6.0, 0.0, 0.0], [6.0, 0.0, 6.0], [0.0, 0.0, 6.0]], &frame);
    direct.set_fixed(lamp.into_iter().chain(rug).chain(floor));
    assert_eq!(direct.free_cells(), 54 * 54, "nothing but the rim keeps the disc off");
    direct.set_moving(block([1.0, 0.7, 3.0], [2.0, 0.75, 4.0], &frame));
    assert!(!direct.is_free([15, 35]) && direct.is_free([15, 15]) && direct.is_free([40, 15]));
}

/// §6.1, the flaw: in wireframe the inside of a large face is free although no body can stand there, and a wall whose edges leave
/// the slab is almost missed.
#[cfg(feature = "papers")]
#[test]
fn kuffners_wireframe_misses_what_filling_finds() {
    use crate::plan::papers::edges;
    let (frame, radius) = (frame(10.0, 0.1), 0.3);
    // A platform at hip height, 6 m wide, and a wall through the room from far below to far above.
    let platform = block([2.0, 0.9, 1.0], [8.0, 1.0, 5.0], &frame);
    let wall = quad([[0.0, -20.0, 7.0], [10.0, -20.0, 7.0], [10.0, 20.0, 7.0], [0.0, 20.0, 7.0]], &frame);
    let scene: Vec<_> = platform.into_iter().chain(wall).collect();
    let mut filled = Direct::new(frame, SLAB, radius);
    filled.set_fixed(scene.clone());
    let mut wires = Direct::new(frame, SLAB, radius);
    wires.set_fixed(edges(scene.clone()));
    // The middle of a triangle of the platform's top.
    let inside = frame.cell_at([6.0, 2.0]).expect("a cell");
    assert!(wires.is_free(inside) && !filled.is_free(inside));
    // No path leads there from outside: the wires close it off.
    assert!(wires.plan([1.0, 3.0], [6.0, 2.0]).is_err());
    // Beyond the wall: refused with filled faces; reached in wireframe where no edge crosses the slab.
    assert_eq!(filled.plan([1.0, 6.2], [1.0, 9.0]).map_err(|no| no.kind), Err(Why::Disconnected));
    assert!(wires.plan([1.0, 6.2], [1.0, 9.0]).is_ok());
    // Lines of width R grow by half of R.
    let mut literal = Direct::new(frame, SLAB, radius / 2.0);
    literal.set_fixed(edges(scene));
    let beside = frame.cell_at([1.75, 3.0]).expect("a cell");
    assert!(literal.is_free(beside) && !wires.is_free(beside) && !filled.is_free(beside));
}

#[test]
fn a_refusal_says_where_and_by_how_much() {
    let frame = frame(6.0, 0.1);
    let mut direct = Direct::new(frame, SLAB, 0.3);
    let wall = |x: [f64; 2]| quad([[x[0], 0.0, 3.0], [x[1], 0.0, 3.0], [x[1], 2.0, 3.0], [x[0], 2.0, 3.0]], &frame);
    // A gap of 0.4 m between two walls without thickness.
    direct.set_fixed(wall([0.0, 2.79]).into_iter().chain(wall([3.21, 6.0])));
    let no = direct.plan([1.0, 1.0], [1.0, 5.0]).expect_err("too narrow");
    assert_eq!(no.kind, Why::TooNarrow, "{no}");
    assert!((no.has.expect("a width") - 0.4).abs() < 0.11 && (no.at[0] - 3.0).abs() < 0.2, "{no}");
    assert_eq!(no.needs, Some(0.6));
    let no = direct.plan([1.0, 2.9], [1.0, 5.0]).expect_err("in the wall");
    assert_eq!(no.kind, Why::StartOffMap);
    assert!(no.has.is_some_and(|has| has < 0.6), "{no}");
    assert_eq!(direct.plan([1.0, 1.0], [1.0, 7.0]).map_err(|no| no.kind), Err(Why::GoalOffMap));
    assert_eq!(direct.plan([f64::NAN, 1.0], [1.0, 1.0]).map_err(|no| no.kind), Err(Why::StartOffMap));
    let mut thin = Direct::new(frame, SLAB, 0.1);
    thin.set_fixed(wall([0.0, 2.79]).into_iter().chain(wall([3.21, 6.0])));
    assert!(thin.plan([1.0, 1.0], [1.0, 5.0]).is_ok());
}

/// §6.3: the more obstacles, the fewer cells there are to search.
#[test]
fn kuffner_clutter_leaves_less_to_search() {
    let (frame, mut chance) = (frame(20.0, 0.2), Random(2));
    let mut expanded = Vec::new();
    let mut scene: Vec<[Vertex; 3]> = Vec::new();
    for blocks in [0, 40, 80, 120] {
        while scene.len() < 12 * blocks {
            let [x, z] = [0, 1].map(|_| f64::from(chance.below(150)) / 10.0 + 2.0);
            scene.extend(block([x, 0.0, z], [x + 0.6, 1.5, z + 0.6], &frame));
        }
        let mut direct = Direct::new(frame, SLAB, 0.3);
        direct.set_fixed(scene.clone());
        let ahead = direct.plan([1.0; 2], [19.0; 2]).expect("a way").path;
        let ends = [[1.0; 2], [19.0; 2]].map(|at| frame.cell_at(at).expect("a cell"));
        let path = direct.search(ends[0], ends[1]).expect("a way");
        assert!(path.cost == ahead.cost && ahead.work.expanded < path.work.expanded);
        expanded.push(path.work.expanded);
    }
    assert!(expanded.windows(2).all(|pair| pair[1] < pair[0]), "{expanded:?}");
}

/// Random obstacles and other bodies: a plan costs as much as Dijkstra's search says, keeps to free cells, cuts no corner, needs
/// fewer expansions, and is the same when repeated.
#[test]
fn plans_cost_as_little_as_dijkstras_search() {
    let mut chance = Random(14);
    let (mut found, mut work) = (0, [0; 2]);
    for round in 0..60 {
        let frame = frame([6.4, 12.8, 15.0][round % 3], 0.1);
        let mut direct = Direct::new(frame, SLAB, [0.0, 0.15, 0.3][round / 3 % 3]);
        let side = frame.columns() as i32;
        let mut cell = || [0, 1].map(|_| chance.below(side) as u32);
        let faces: Vec<_> = (0..side / 3)
            .map(|_| {
                let [x, z] = frame.centre(cell());
                [[x, z], [x + 0.6, z], [x + 0.2, z + 0.5]].map(|[x, z]| frame.vertex([x, 1.0, z]))
            })
            .collect();
        direct.set_moving(faces);
        (0..5).for_each(|_| direct.add_disc(frame.centre(cell()), 0.3));
        for _ in 0..20 {
            let (from, to) = (cell(), cell());
            let (ahead, blind) = (direct.search_ahead(from, to), direct.search(from, to));
            assert_eq!(
                ahead.as_ref().map(|path| path.cost),
                blind.as_ref().map(|path| path.cost),
                "{from:?} to {to:?}"
            );
            assert_eq!(direct.search_ahead(from, to), ahead, "asked again");
            let (Ok(ahead), Ok(blind)) = (ahead, blind) else { continue };
            found += 1;
            work = [work[0] + ahead.work.expanded, work[1] + blind.work.expanded];
            for pair in ahead.cells.windows(2) {
                let [[x, z], [to_x, to_z]] = [pair[0], pair[1]];
                let touched = [[x, z], [to_x, z], [x, to_z], [to_x, to_z]];
                assert!(touched.into_iter().all(|cell| direct.is_free(cell)), "{pair:?}");
            }
        }
    }
    assert!(found > 500 && work[0] * 10 < work[1], "{found} ways, {work:?} expanded");
}
