//! Uniform grids: the published lengths of the MovingAI maps, and small random grids against brute force.

mod common;

use common::{Random, all, data};
use footpath::search::grid::moving_ai::{Scenario, TextError, read_map, read_scenarios};
use footpath::search::grid::{
    Corners, DIAGONAL, Grid, GridMap, GridPath, MAX_SIDE, Moves, NoPath, ORTHOGONAL, Scratch, SizeError,
};
use footpath::search::{Fifo, Seen, search};

const MAPS: [(&str, usize); 10] = [
    ("arena", 160),
    ("den312d", 320),
    ("brc202d", 2519),
    ("WatersEdge", 2170),
    ("Predators", 1430),
    ("Berlin_1_256", 910),
    ("Paris_1_512", 1900),
    ("maze512-8-0", 6090),
    ("32room_000", 1900),
    ("random512-10-0", 1670),
];

const CORNERS: [Corners; 3] = [Corners::BothFree, Corners::OneFree, Corners::Ignored];

fn rules() -> impl Iterator<Item = Moves> {
    let eight =
        CORNERS.into_iter().flat_map(|corners| [Moves::Eight(corners), Moves::King(corners), Moves::Tenths(corners)]);
    std::iter::once(Moves::Four).chain(eight)
}

#[test]
fn published_lengths_of_the_moving_ai_maps() {
    for (name, count) in MAPS {
        let (Some(map), Some(scen)) = (data(&format!("maps/{name}.map")), data(&format!("maps/{name}.map.scen")))
        else {
            return;
        };
        let read = |path| std::fs::read_to_string(path).expect("a readable file");
        let map = read_map(&read(map)).expect(name);
        let scenarios = read_scenarios(&read(scen)).expect(name);
        assert_eq!(scenarios.len(), count, "{name}");
        let grid = Grid::new(map, Moves::Eight(Corners::BothFree));
        let mut scratch = Scratch::default();
        // The sample: a row from each stretch of the file, which is sorted by length.
        let stretch = if all() { 1 } else { 60 };
        let mut random = Random(7);
        let (mut jumped, mut stepped) = (0, 0);
        for (index, rows) in scenarios.chunks(stretch).enumerate() {
            let Scenario { size, from, to, length } = rows[random.below(rows.len())];
            assert_eq!(size, [grid.map().width(), grid.map().height()]);
            let path = grid.find(&mut scratch, from, to).expect(name);
            check(&grid, &path, from, to);
            assert!((path.length() - length).abs() <= 1e-5 * length, "{name}: {} is not {length}", path.length());
            if index % 8 == 0 {
                let steps = grid.find_by_steps(&mut scratch, from, to).expect(name);
                check(&grid, &steps, from, to);
                assert_eq!(steps.cost, path.cost, "{name}: {from:?} to {to:?}");
                (jumped, stepped) = (jumped + path.work.expanded, stepped + steps.work.expanded);
            }
        }
        // Single queries may go either way, where many ways are as short; over a map jumping pays.
        assert!(jumped < stepped, "{name}: {jumped} expanded by jumps, {stepped} by steps");
    }
}

#[test]
fn random_grids_against_brute_force() {
    let mut random = Random(1);
    let mut scratch = Scratch::default();
    let rounds = if all() { 6_000 } else { 600 };
    for round in 0..rounds {
        let (width, height) = (1 + random.below(14), 1 + random.below(14));
        let blocked = [5, 15, 30, 45][round % 4];
        let free: Vec<bool> = (0..width * height).map(|_| random.below(100) >= blocked).collect();
        let map = GridMap::new(width, height, |x, y| free[y * width + x]).expect("a small map");
        for moves in rules() {
            let grid = Grid::new(map.clone(), moves);
            let from = [random.below(width) as u32, random.below(height) as u32];
            let truth = brute_force(&grid, from);
            for y in 0..height as u32 {
                for x in 0..width as u32 {
                    let cost = truth[y as usize * width + x as usize];
                    assert_eq!(grid.is_connected(from, [x, y]), cost.is_some(), "{moves:?} {from:?} to {x}, {y}");
                    let found = grid.find(&mut scratch, from, [x, y]);
                    let stepped = grid.find_by_steps(&mut scratch, from, [x, y]);
                    let blind = grid.find_blindly(&mut scratch, from, [x, y]);
                    let ahead = grid.find_ahead(&mut scratch, from, [x, y]);
                    for found in [&found, &stepped, &blind, &ahead] {
                        let shown = || format!("{moves:?} {from:?} to {x}, {y} on\n{}", drawn(grid.map()));
                        assert_eq!(found.as_ref().ok().map(|path| path.cost), cost, "{}", shown());
                        found.iter().for_each(|path| check(&grid, path, from, [x, y]));
                    }
                }
            }
        }
    }
}

/// Larger grids have longer jumps and more of them that meet; plain A* is the judge there.
#[test]
fn jump_points_against_single_steps_on_random_grids() {
    let mut random = Random(2);
    let mut scratch = Scratch::default();
    let rounds = if all() { 3_000 } else { 125 };
    for round in 0..rounds {
        // Widths around the words of the map, and now and then halls that take more than one look to cross.
        let hall = round % 5 == 4;
        let (width, height) = (60 + random.below(if hall { 400 } else { 75 }), 20 + random.below(60));
        let blocked = [20, 100, 200, 350, 1][round % 5];
        let mut free: Vec<bool> = (0..width * height).map(|_| random.below(1000) >= blocked).collect();
        // Walls with gaps lead ways along straight edges.
        for _ in 0..random.below(8) {
            let (x, gap) = (random.below(width), random.below(height));
            (0..height).filter(|&y| y.abs_diff(gap) > 1).for_each(|y| free[y * width + x] = false);
        }
        let map = GridMap::new(width, height, |x, y| free[y * width + x]).expect("a small map");
        for moves in CORNERS.into_iter().flat_map(|corners| [Moves::Eight(corners), Moves::Tenths(corners)]) {
            let grid = Grid::new(map.clone(), moves);
            for _ in 0..20 {
                let [from, to] = [(); 2].map(|()| [random.below(width) as u32, random.below(height) as u32]);
                let found = grid.find(&mut scratch, from, to);
                let stepped = grid.find_by_steps(&mut scratch, from, to);
                let blind = grid.find_blindly(&mut scratch, from, to);
                let cost = |path: &Result<GridPath, NoPath>| path.as_ref().map(|path| path.cost).map_err(|&no| no);
                let ahead = grid.find_ahead(&mut scratch, from, to);
                for other in [&found, &blind, &ahead] {
                    assert_eq!(cost(other), cost(&stepped), "{moves:?} {from:?} to {to:?} on\n{}", drawn(grid.map()));
                    other.iter().for_each(|path| check(&grid, path, from, to));
                }
                // The same bits seen again give the same way.
                assert_eq!(Grid::new(map.clone(), moves).find_ahead(&mut scratch, from, to), ahead);
            }
        }
    }
}

#[test]
fn the_longest_sides_are_walked_to_their_ends() {
    let mut scratch = Scratch::default();
    let long = MAX_SIDE as u32 - 1;
    for (width, height, end) in [(MAX_SIDE, 1, [long, 0]), (1, MAX_SIDE, [0, long]), (MAX_SIDE, 3, [long, 2])] {
        let grid = Grid::new(GridMap::new(width, height, |_, _| true).expect("a map"), Moves::Eight(Corners::BothFree));
        for (from, to) in [([0, 0], end), (end, [0, 0])] {
            for path in [grid.find(&mut scratch, from, to), grid.find_ahead(&mut scratch, from, to)] {
                let path = path.expect("a way");
                check(&grid, &path, from, to);
                assert_eq!((path.orthogonal + path.diagonal, path.diagonal), (long, height.min(width) as u32 - 1));
            }
        }
    }
}

/// The seed's bushfire: a first-in-first-out queue and equal steps give the levels of a breadth-first search.
#[test]
fn a_bushfire_burns_in_rings() {
    let rows = ["......", ".####.", ".#....", ".#.##.", "...#.."];
    let grid = grid(&rows, Moves::King(Corners::BothFree));
    let mut seen = Seen::default();
    let start = grid.cell([0, 0]).expect("a free cell");
    let outcome = search(&mut grid.steps(None), &mut Fifo::default(), &mut seen, &[(start, 0)], u64::MAX);
    assert_eq!((outcome.goal, outcome.expanded), (None, grid.map().free_cells() as u64));
    // No corner is cut, so the two fronts meet at the 9 in the middle.
    let levels = ["012345", "1####6", "2#8987", "3#7##8", "456#A9"];
    for (y, row) in levels.iter().enumerate() {
        for (x, level) in row.bytes().enumerate().filter(|(_, level)| *level != b'#') {
            let cost = grid.cell([x as u32, y as u32]).map(|cell| seen.cost(cell));
            assert_eq!(cost, char::from(level).to_digit(16).map(|level| level * ORTHOGONAL), "{x}, {y}");
        }
    }
}

#[test]
fn corner_rules_differ_where_they_should() {
    // One blocked cell beside the diagonal, then two.
    let one = [".#", ".."];
    let two = [".#", "#."];
    let cost = |rows: &[&str], moves| grid(rows, moves).find(&mut Scratch::default(), [0, 0], [1, 1]).map(|p| p.cost);
    let corner = |corners| Moves::Eight(corners);
    assert_eq!(cost(&one, corner(Corners::BothFree)), Ok(2 * ORTHOGONAL));
    assert_eq!(cost(&one, corner(Corners::OneFree)), Ok(DIAGONAL));
    assert_eq!(cost(&one, corner(Corners::Ignored)), Ok(DIAGONAL));
    assert_eq!(cost(&one, Moves::Four), Ok(2 * ORTHOGONAL));
    assert_eq!(cost(&two, corner(Corners::BothFree)), Err(NoPath::Disconnected));
    assert_eq!(cost(&two, corner(Corners::OneFree)), Err(NoPath::Disconnected));
    assert_eq!(cost(&two, corner(Corners::Ignored)), Ok(DIAGONAL));
    assert_eq!(cost(&two, Moves::King(Corners::Ignored)), Ok(ORTHOGONAL));
    assert_eq!(cost(&["#.", ".."], Moves::Four), Err(NoPath::StartBlocked));
    assert_eq!(cost(&["..", ".#"], Moves::Four), Err(NoPath::GoalBlocked));
    assert_eq!(cost(&["..."], Moves::Four), Err(NoPath::GoalBlocked), "outside");
}

#[test]
fn bad_maps_are_refused_with_their_line() {
    let good = "type octile\nheight 2\nwidth 3\nmap\n.G@\nSTW\n";
    let map = read_map(good).expect("a good map");
    assert_eq!(drawn(&map), "..#\n.##\n");
    assert_eq!(read_map(&good.replace('\n', "\r\n")), Ok(map));
    let says = |text: &str| read_map(text).expect_err("a bad map").to_string();
    assert!(says("").starts_with("line 1 is missing"));
    assert!(says("type tile\n").starts_with("line 1 should have `type octile`, but says \"type tile\""));
    assert!(says("type octile\nheight two\n").starts_with("line 2 should have `height`"));
    assert!(says(&good.replace("height 2", "height 3")).starts_with("line 7 is missing: a row"));
    assert!(says(&good.replace("height 2", "height 1")).starts_with("line 6 should have nothing"));
    assert!(says(&good.replace("width 3", "width 4")).starts_with("line 5 has 3 cells; the map is 4 wide"));
    assert!(says(&good.replace("STW", "STx")).starts_with("line 6 should have only the letters"));
    assert!(says(&good.replace("STW", "ST\u{20ac}")).starts_with("line 6 has 3 cells") || says("é").contains("line 1"));
    assert!(says(&good.replace("width 3", "width 99999999999")).contains("too large"));
    assert!(says(&good.replace("width 3", "width 0")).contains("empty"));
    assert!(says(&good.replace("width 3", "width -3")).starts_with("line 3 should have `width`"));
    assert_eq!(GridMap::blocked(40_000, 2), Err(SizeError::TooLarge { width: 40_000, height: 2 }));
}

#[test]
fn bad_scenarios_are_refused_with_their_line() {
    let good = "version 1\n0\ta.map\t3\t2\t0\t0\t1\t0\t1.0\n\n";
    let row = Scenario { size: [3, 2], from: [0, 0], to: [1, 0], length: 1.0 };
    assert_eq!(read_scenarios(good), Ok(vec![row.clone()]));
    assert_eq!(read_scenarios(&good.replace('\t', " ").replace("version 1", "version 1.0")), Ok(vec![row]));
    let fails = |text: &str| matches!(read_scenarios(text), Err(TextError::Unexpected { .. }));
    assert!(fails("version 2\n"));
    assert!(
        fails(&good.replace("1.0", "far")) && fails(&good.replace("1.0", "NaN")) && fails(&good.replace("1.0", "-1"))
    );
    assert!(fails(&good.replace("\t3\t", "\t-3\t")));
    assert!(fails(&good.replace("\t1.0", "\t1.0\t7")));
    assert!(fails("version 1\n0\n"));
    assert!(matches!(read_scenarios(""), Err(TextError::Missing { line: 1, .. })));
}

fn grid(rows: &[&str], moves: Moves) -> Grid {
    let map = GridMap::new(rows[0].len(), rows.len(), |x, y| rows[y].as_bytes()[x] == b'.');
    Grid::new(map.expect("a small map"), moves)
}

fn drawn(map: &GridMap) -> String {
    let letter = |x: u32, y: u32| if map.is_free([x, y]) { '.' } else { '#' };
    (0..map.height()).flat_map(|y| (0..map.width()).map(move |x| letter(x, y)).chain(['\n'])).collect()
}

/// Cost of one step by the words of the rules, without the tables of the library.
fn step(grid: &Grid, [x, y]: [u32; 2], [dx, dy]: [i32; 2]) -> Option<([u32; 2], u32)> {
    let at = |dx: i32, dy: i32| Some([x.checked_add_signed(dx)?, y.checked_add_signed(dy)?]);
    let is_free = |dx: i32, dy: i32| at(dx, dy).is_some_and(|place| grid.map().is_free(place));
    if !is_free(0, 0) || !is_free(dx, dy) {
        return None;
    }
    let beside = usize::from(is_free(dx, 0)) + usize::from(is_free(0, dy));
    let allowed = |corners| match corners {
        Corners::BothFree => beside == 2,
        Corners::OneFree => beside >= 1,
        Corners::Ignored => true,
    };
    let cost = match grid.moves() {
        Moves::Tenths(_) if dx == 0 || dy == 0 => Some(10),
        Moves::Tenths(corners) => allowed(corners).then_some(14),
        _ if dx == 0 || dy == 0 => Some(ORTHOGONAL),
        Moves::Four => None,
        Moves::Eight(corners) => allowed(corners).then_some(DIAGONAL),
        Moves::King(corners) => allowed(corners).then_some(ORTHOGONAL),
    };
    Some((at(dx, dy)?, cost?))
}

fn around() -> impl Iterator<Item = [i32; 2]> {
    (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| [dx, dy])).filter(|&d| d != [0, 0])
}

/// Least costs from a cell by relaxing every step until nothing changes.
fn brute_force(grid: &Grid, from: [u32; 2]) -> Vec<Option<u32>> {
    let (width, height) = (grid.map().width(), grid.map().height());
    let index = |[x, y]: [u32; 2]| (y * width + x) as usize;
    let mut cost = vec![None; (width * height) as usize];
    cost[index(from)] = grid.map().is_free(from).then_some(0);
    loop {
        let mut changed = false;
        for place in (0..height).flat_map(|y| (0..width).map(move |x| [x, y])) {
            let Some(here) = cost[index(place)] else { continue };
            for (to, step) in around().filter_map(|d| step(grid, place, d)) {
                if cost[index(to)].is_none_or(|there| there > here + step) {
                    (cost[index(to)], changed) = (Some(here + step), true);
                }
            }
        }
        if !changed {
            return cost;
        }
    }
}

/// Every step of a way is allowed, and costs and counts are those of the steps.
fn check(grid: &Grid, path: &GridPath, from: [u32; 2], to: [u32; 2]) {
    assert_eq!((path.cells.first(), path.cells.last()), (Some(&from), Some(&to)));
    let (mut cost, mut diagonal) = (0, 0);
    for pair in path.cells.windows(2) {
        let [a, b] = [pair[0], pair[1]];
        let d = [0, 1].map(|axis| b[axis] as i32 - a[axis] as i32);
        let (_, paid) = around().find(|&near| near == d).and_then(|d| step(grid, a, d)).expect("an allowed step");
        cost += paid;
        diagonal += u32::from(d[0] != 0 && d[1] != 0);
    }
    assert_eq!((path.cost, path.diagonal), (cost, diagonal));
    assert_eq!(path.orthogonal as usize + path.diagonal as usize + 1, path.cells.len());
}
