//! Figures 3 to 7 of Bandi & Thalmann: fronts, metrics and paths on a flat grid with holes.

#![allow(clippy::unwrap_used)]

mod common;

use common::{CELL, Soup, bake, block, check_as_wide, columns, grid, level, plain, plan, strip, walker};
use footpath::plan::papers::{line_4, line_8};
use footpath::plan::{Corners, Front, Neighbours, PaperOptions};
use std::collections::BTreeSet;

fn eight() -> PaperOptions {
    PaperOptions { neighbours: Neighbours::Eight, ..plain() }
}

/// A square hole of 5 by 5 between A and B, as in the figure.
fn hole_of_fig_3(x: i32, z: i32) -> bool {
    (8..13).contains(&x) && (8..13).contains(&z)
}

#[test]
fn bandi_fig_3_the_front_grows_in_diamonds_and_reaches_b_at_level_16() {
    let world = grid(21, 21, hole_of_fig_3);
    let body = walker();
    let (a, b) = ([10, 5], [10, 15]);
    let level = |to: [i32; 2]| level(&world, &body, plain(), a, to);
    assert_eq!(level(b), Some(16));
    // The three neighbours through which the path may be traced back.
    assert_eq!([[9, 15], [11, 15], [10, 14]].map(level), [Some(15); 3]);
    // Before the front meets the hole its levels are diamonds around A.
    for x in 7..=13 {
        for z in 3..=7 {
            assert_eq!(level([x, z]), Some(((x - 10_i32).abs() + (z - 5_i32).abs()) as u64));
        }
    }
    assert_eq!(level([10, 10]), None, "the hole is never entered");
    let path = columns(&plan(&world, &body, plain(), a, b).unwrap());
    assert_eq!((path.len(), path[0], path[16]), (17, a, b));
    assert!(path.iter().all(|&[x, z]| !hole_of_fig_3(x, z)));
    assert!(path.windows(2).all(|pair| (pair[0][0] - pair[1][0]).abs() + (pair[0][1] - pair[1][1]).abs() == 1));
}

#[test]
fn bandi_4_1_the_front_stops_at_the_goal_or_when_nothing_is_left() {
    let world = grid(21, 21, hole_of_fig_3);
    let body = walker();
    let near = plan(&world, &body, plain(), [10, 5], [11, 5]).unwrap();
    assert!(near.route.work.expanded < 10, "{:?}", near.route.work);
    // A goal that is walled in by holes.
    let ringed = grid(9, 9, |x, z| (2..=6).contains(&x) && (2..=6).contains(&z) && (x, z) != (4, 4));
    assert!(plan(&ringed, &body, plain(), [0, 0], [4, 4]).is_err());
}

#[test]
fn bandi_fig_4_cells_at_one_distance_are_a_diamond_or_a_square() {
    let world = grid(15, 15, |_, _| false);
    let body = walker();
    for x in 0..15_i32 {
        for z in 0..15_i32 {
            let (dx, dz) = ((x - 7).unsigned_abs(), (z - 7).unsigned_abs());
            assert_eq!(level(&world, &body, plain(), [7, 7], [x, z]), Some(u64::from(dx + dz)));
            assert_eq!(level(&world, &body, eight(), [7, 7], [x, z]), Some(u64::from(dx.max(dz))));
        }
    }
}

#[test]
fn bandi_fig_5_a_diagonal_between_two_obstacles_is_not_taken() {
    let (p, q) = ([4, 4], [5, 5]);
    let world = grid(11, 11, |x, z| [(5, 4), (4, 5)].contains(&(x, z)));
    let body = walker();
    // Left picture: a front that looks at no corner reaches Q at level 1, straight through between the obstacles.
    let naive = PaperOptions { corners: Corners::Ignored, ..eight() };
    assert_eq!(level(&world, &body, naive, p, q), Some(1));
    assert_eq!(columns(&plan(&world, &body, naive, p, q).unwrap()), [p, q]);
    // Middle picture: a 4-neighbour front gives Q the level 6, and tracing across 8 neighbours does not cut back through.
    assert_eq!(level(&world, &body, plain(), p, q), Some(6));
    let traced = PaperOptions { neighbours: Neighbours::FourTracedEight, ..plain() };
    let path = columns(&plan(&world, &body, traced, p, q).unwrap());
    assert!(path.len() > 2 && path.windows(2).all(|pair| pair != [p, q]));
    // Right picture: an 8-neighbour front that refuses what both flanks close. One free flank is enough for it.
    let figure = PaperOptions { corners: Corners::OneFlank, ..eight() };
    assert_eq!(level(&world, &body, figure, p, q), Some(3));
    // Our default wants both flanks free, so it goes around every corner.
    assert_eq!(level(&world, &body, eight(), p, q), Some(6));
    // With one obstacle only, the figure's rule cuts its corner and ours does not.
    let one = grid(11, 11, |x, z| (x, z) == (5, 4));
    assert_eq!(level(&one, &body, figure, p, q), Some(1));
    assert_eq!(level(&one, &body, eight(), p, q), Some(2));
}

#[test]
fn bandi_fig_5_only_a_point_passes_between_two_obstacles() {
    // The sides of the posts stand a little within their cells, since one on a border belongs to the cell behind it.
    let side = |c: i32| [f64::from(c) * CELL + 0.01, f64::from(c + 1) * CELL - 0.01];
    let post = |x: i32, z: i32| block([side(x)[0], 0.0, side(z)[0]], [side(x)[1], 2.0, side(z)[1]]);
    let ground = strip([0.0, 11.0 * CELL], [0.0, 11.0 * CELL], 0.0);
    let world = bake(&Soup::of([ground, post(5, 4), post(4, 5)]), CELL, 0.05);
    let (p, q) = ([4, 4], [5, 5]);
    let body = walker();
    let naive = PaperOptions { corners: Corners::Ignored, ..eight() };
    let through = plan(&world, &body, naive, p, q).unwrap();
    assert_eq!(columns(&through), [p, q]);
    // The other rules go around, and a body that is not a point can walk there.
    for corners in [Corners::OneFlank, Corners::BothFlanks] {
        let around = plan(&world, &body, PaperOptions { corners, ..eight() }, p, q).unwrap();
        assert!(columns(&around).len() > 3, "{corners:?}");
    }
    for (corners, free) in [(Corners::BothFlanks, true), (Corners::Ignored, false)] {
        let plan = plan(&world, &body, PaperOptions { corners, ..eight() }, p, q).unwrap();
        assert_eq!(check_as_wide(&world, &body, &plan, 0.05).is_ok(), free, "{corners:?}");
    }
}

#[test]
fn bandi_fig_5_what_only_a_corner_joins_is_apart_for_every_other_rule() {
    // Two rooms of holes that meet at one corner.
    let world = grid(10, 10, |x, z| (x < 5) != (z < 5));
    let body = walker();
    let (p, q) = ([2, 2], [7, 7]);
    let by = |corners| plan(&world, &body, PaperOptions { corners, ..eight() }, p, q);
    // The refusals come first: what they keep must not stand in the way of the rule that has more moves.
    assert!(by(Corners::BothFlanks).is_err() && by(Corners::OneFlank).is_err());
    let path = columns(&by(Corners::Ignored).unwrap());
    assert!(path.windows(2).any(|pair| pair == [[4, 4], [5, 5]]), "{path:?}");
}

/// Number of shortest paths by counting, each cell from those before it.
fn paths(dx: u64, dz: u64, diagonal: bool) -> u64 {
    let mut count = std::collections::BTreeMap::new();
    let longest = dx.max(dz);
    for x in 0..=dx {
        for z in 0..=dz {
            let at = |x: Option<u64>, z: Option<u64>| x.zip(z).and_then(|key| count.get(&key)).copied().unwrap_or(0);
            let (west, south) = (x.checked_sub(1), z.checked_sub(1));
            let value = match (x, z) {
                (0, 0) => 1,
                // A shortest 8-path makes a step along the longer side at every move.
                _ if diagonal && dx >= dz => at(west, Some(z)) + at(west, south),
                _ if diagonal => at(Some(x), south) + at(west, south),
                _ => at(west, Some(z)) + at(Some(x), south),
            };
            count.insert((x, z), value);
        }
    }
    assert!(longest > 0);
    count[&(dx, dz)]
}

fn choose(n: u64, k: u64) -> u64 {
    (1..=k).fold(1, |product, i| product * (n - k + i) / i)
}

#[test]
fn bandi_5_2_shortest_paths_have_the_seeds_lengths_and_numbers() {
    let world = grid(12, 12, |_, _| false);
    let body = walker();
    for dx in 0..9_i32 {
        for dz in 0..9_i32 {
            let cells =
                |options| plan(&world, &body, options, [1, 1], [1 + dx, 1 + dz]).unwrap().path.cells.len() as i32;
            assert_eq!(cells(plain()), dx + dz + 1, "d4");
            assert_eq!(cells(eight()), dx.max(dz) + 1, "d8");
            if dx + dz > 0 {
                let (x, z) = (dx as u64, dz as u64);
                assert_eq!(paths(x, z, false), choose(x + z, x));
                assert_eq!(paths(x, z, true), choose(x.max(z), x.min(z)));
            }
        }
    }
}

#[test]
fn bandi_fig_6_a_4_path_an_8_path_and_a_line() {
    let world = grid(14, 10, |_, _| false);
    let body = walker();
    let (a, b) = ([1, 1], [11, 7]);
    let four = columns(&plan(&world, &body, plain(), a, b).unwrap());
    let eight = columns(&plan(&world, &body, eight(), a, b).unwrap());
    assert_eq!((four.len(), eight.len()), (17, 11));
    // The line is an 8-path of the same length that stays nearest to the straight way; the 8-path does not.
    let beside = |x: i32, z: i32| f64::from((x * 6 - z * 10).abs()) / 136_f64.sqrt();
    let off = |path: &[[i32; 2]]| path.iter().map(|&[x, z]| beside(x - a[0], z - a[1])).fold(0.0, f64::max);
    let line: Vec<[i32; 2]> = line_8(10, 6).into_iter().map(|[x, z]| [a[0] + x, a[1] + z]).collect();
    assert_eq!(line.len(), eight.len());
    assert!(off(&line) <= 0.5 && off(&line) < off(&eight));
    assert_eq!(line_4(10, 6).len(), four.len());
}

#[test]
fn bandi_5_4_a_star_finds_the_same_length_with_fewer_cells() {
    let world = grid(40, 40, |x, z| (10..30).contains(&x) && z == 20);
    let body = walker();
    for options in [plain(), eight()] {
        let bushfire = plan(&world, &body, options, [20, 5], [22, 35]).unwrap();
        let headed = PaperOptions { front: Front::AStar, ..options };
        let a_star = plan(&world, &body, headed, [20, 5], [22, 35]).unwrap();
        assert_eq!(a_star.path.cost, bushfire.path.cost);
        assert!(a_star.route.work.expanded * 10 < bushfire.route.work.expanded * 9);
    }
}

/// The wall of Fig. 7 between A at (6, 2) and B at (9, 11); mirrored when asked.
fn wall_of_fig_7(mirrored: bool) -> footpath::World {
    grid(20, 15, move |x, z| (5..=10).contains(&if mirrored { 19 - x } else { x }) && z == 5)
}

#[test]
fn bandi_fig_7_an_8_path_on_a_4_front_depends_on_the_choice_at_b() {
    let body = walker();
    let traced = PaperOptions { neighbours: Neighbours::FourTracedEight, ..plain() };
    // Of two diagonal neighbours at level 14 the order of directions takes one; mirrored it is the other.
    let mut lengths = BTreeSet::new();
    for mirrored in [false, true] {
        let world = wall_of_fig_7(mirrored);
        let x = |x: i32| if mirrored { 19 - x } else { x };
        let (a, b) = ([x(6), 2], [x(9), 11]);
        assert_eq!([[x(8), 10], [x(10), 10]].map(|to| level(&world, &body, plain(), a, to)), [Some(14); 2]);
        assert_eq!(plan(&world, &body, plain(), a, b).unwrap().path.cells.len(), 17);
        assert_eq!(plan(&world, &body, eight(), a, b).unwrap().path.cells.len(), 10);
        lengths.insert(plan(&world, &body, traced, a, b).unwrap().path.cells.len());
    }
    assert_eq!(lengths, BTreeSet::from([10, 13]));
}

#[test]
fn bandi_fig_7_orthogonal_priority_removes_the_crooked_path() {
    // From C straight down, then diagonally to A: one bend, in every mirror image.
    let world = grid(24, 24, |_, _| false);
    let body = walker();
    for (dx, dz) in [(3, 9), (-3, 9), (3, -9), (-3, -9), (9, 3), (-9, 3), (9, -3), (-9, -3)] {
        let path = columns(&plan(&world, &body, eight(), [12, 12], [12 + dx, 12 + dz]).unwrap());
        assert_eq!(path.len(), 10);
        let ways: Vec<_> = path.windows(2).map(|pair| [pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]]).collect();
        let bends = ways.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert_eq!(bends, 1, "{path:?}");
        // Traced from the goal, the orthogonal moves come first, so they are the last ones walked.
        assert!(ways[0][0] != 0 && ways[0][1] != 0, "{path:?}");
    }
}
