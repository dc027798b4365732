//! Rows of uniform grids: the kernel against a loop written by hand, and routes on published maps against two crates.

use crate::row::{Bench, Measure, Row, Timer};
use crate::{data, maps};
use anyhow::{Context, Result, ensure};
use footpath::search::grid::moving_ai::Scenario;
use footpath::search::grid::{Corners, DIAGONAL, Grid, GridMap, Moves, ORTHOGONAL, Scratch};
use footpath::search::{Buckets, Queue, Seen, search};
use grid_pathfinding::PathingGrid;
use grid_util::grid::ValueGrid;
use grid_util::point::Point;

/// Maps of 512 × 512 cells: short name and file.
const MAPS: [(&str, &str); 4] =
    [("random", "random512-10-0"), ("maze", "maze512-8-0"), ("room", "32room_000"), ("city", "Paris_1_512")];

/// Scenario rows per map: evenly spread over the file, which is sorted by length.
const SAMPLE: usize = 60;

/// Eight directions, in no order that matters.
const AROUND: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// Everything that is measured here.
pub fn benches() -> Vec<Bench> {
    let mut benches = Vec::new();
    let mut add = |name: String, run: Measure| benches.push(Bench { name, run });
    add("cells/kernel".to_owned(), Box::new(kernel));
    for (map, file) in MAPS {
        let run = move |name: &str, timer: &Timer| against_pathfinding(name, timer, file);
        add(format!("cells/maps/{map}/pathfinding"), Box::new(run));
        let run = move |name: &str, timer: &Timer| against_grid_pathfinding(name, timer, file);
        add(format!("cells/maps/{map}/grid_pathfinding"), Box::new(run));
    }
    benches
}

fn sample(file: &str) -> Result<(GridMap, Vec<Scenario>)> {
    let path = data::folder().join("maps").join(format!("{file}.map"));
    let advice = "the map is not in the test data; set FOOTPATH_DATA to the folder that has maps/";
    let (map, rows) = maps::load(&path).context(advice)?;
    let step = rows.len().div_ceil(SAMPLE);
    Ok((map, rows.into_iter().step_by(step).collect()))
}

fn octile(dx: u32, dy: u32) -> u32 {
    ORTHOGONAL * dx.max(dy) + (DIAGONAL - ORTHOGONAL) * dx.min(dy)
}

fn against_pathfinding(name: &str, timer: &Timer, file: &str) -> Result<Vec<Row>> {
    let (map, rows) = sample(file)?;
    let free: Vec<bool> = cells(&map).map(|place| map.is_free(place)).collect();
    let (width, height) = (map.width() as i32, map.height() as i32);
    let is_free = |x: i32, y: i32| x >= 0 && y >= 0 && x < width && y < height && free[(y * width + x) as usize];
    let rival = |row: &Scenario| {
        let [from, to] = [row.from, row.to].map(|[x, y]| (x as i32, y as i32));
        let next = |&(x, y): &(i32, i32)| {
            let step = move |(dx, dy): (i32, i32)| {
                let diagonal = dx != 0 && dy != 0;
                let open = is_free(x + dx, y + dy) && (!diagonal || is_free(x + dx, y) && is_free(x, y + dy));
                open.then_some(((x + dx, y + dy), if diagonal { DIAGONAL } else { ORTHOGONAL }))
            };
            AROUND.into_iter().filter_map(step)
        };
        let left = |&(x, y): &(i32, i32)| octile(x.abs_diff(to.0), y.abs_diff(to.1));
        pathfinding::directed::astar::astar(&from, next, left, |&node| node == to)
    };
    let grid = Grid::new(map.clone(), Moves::Eight(Corners::BothFree));
    let mut scratch = Scratch::default();
    let mut expanded = 0;
    for row in &rows {
        let path = grid.find(&mut scratch, row.from, row.to)?;
        let (cells, cost) = rival(row).context("pathfinding found no way")?;
        ensure!(path.cost == cost, "{} is not {cost} over {} cells", path.cost, cells.len());
        expanded += path.work.expanded;
    }
    let [ours, theirs] = timer.versus_each(&rows, |row| grid.find(&mut scratch, row.from, row.to), rival);
    let set_up = timer.millis(|| prepared(&map, Moves::Eight(Corners::BothFree)));
    let note = format!(
        "{} scenario rows, no corner cut, equal costs; jump points ({} expanded per query, set up once in {set_up:.1} ms) \
         against pathfinding::astar",
        rows.len(),
        expanded / rows.len() as u64
    );
    Ok(vec![Row::against(name, ours, theirs, "µs", 5.0, note)])
}

fn against_grid_pathfinding(name: &str, timer: &Timer, file: &str) -> Result<Vec<Row>> {
    let (map, rows) = sample(file)?;
    let mut peer = peer(&map);
    let find = |peer: &PathingGrid, row: &Scenario| {
        let [from, to] = [row.from, row.to].map(|[x, y]| Point::new(x as i32, y as i32));
        peer.get_path_single_goal(from, to, false)
    };
    // It slips between two blocked cells that touch at a corner, so ours does too.
    let moves = Moves::Eight(Corners::Ignored);
    let grid = Grid::new(map.clone(), moves);
    let mut scratch = Scratch::default();
    let mut longer = 0;
    for row in &rows {
        let path = grid.find(&mut scratch, row.from, row.to)?;
        let theirs = length(&find(&peer, row).context("grid_pathfinding found no way")?);
        ensure!(path.length() <= theirs + 1e-6, "{} is longer than {theirs}", path.length());
        longer += usize::from(theirs > path.length() * (1.0 + 1e-4));
    }
    // Which of its two ways of pruning is faster depends on the map; the faster one counts.
    let mut best = [f64::INFINITY; 2];
    for improved in [false, true] {
        peer.improved_pruning = improved;
        let by_peer = |row: &Scenario| find(&peer, row);
        let [ours, theirs] = timer.versus_each(&rows, |row| grid.find(&mut scratch, row.from, row.to), by_peer);
        best = [best[0].min(ours), best[1].min(theirs)];
    }
    let once = Timer { rounds: 1 };
    let [set_up, peer_set_up] = once.versus(|| prepared(&map, moves), || self::peer(&map));
    let note = format!(
        "{} scenario rows, corners cut as it does; {longer} of its ways are longer; set up once in {set_up:.1} ms, it in \
         {peer_set_up:.1} ms",
        rows.len()
    );
    Ok(vec![Row::against(name, best[0], best[1], "µs", 3.0, note)])
}

fn prepared(map: &GridMap, moves: Moves) -> Grid {
    let grid = Grid::new(map.clone(), moves);
    grid.jumps(0);
    grid
}

fn peer(map: &GridMap) -> PathingGrid {
    let mut peer = PathingGrid::new(map.width() as usize, map.height() as usize, false);
    for [x, y] in cells(map).filter(|&place| !map.is_free(place)) {
        peer.set(x as i32, y as i32, true);
    }
    peer.generate_components();
    peer
}

fn cells(map: &GridMap) -> impl Iterator<Item = [u32; 2]> + use<> {
    let (width, height) = (map.width(), map.height());
    (0..height).flat_map(move |y| (0..width).map(move |x| [x, y]))
}

fn length(path: &[Point]) -> f64 {
    path.windows(2).map(|pair| f64::from(pair[1].x - pair[0].x).hypot(f64::from(pair[1].y - pair[0].y))).sum()
}

/// The loop of A* written out for one grid: what the kernel may lose little to. Same queue, same order of moves, same sizes.
struct ByHand {
    width: u32,
    /// Directions open from each cell.
    open: Vec<u8>,
    entries: Vec<[u32; 3]>,
    stamp: u32,
    queue: Buckets,
}

impl ByHand {
    fn new(map: &GridMap) -> Self {
        let is_free = |x: i32, y: i32| {
            let place = u32::try_from(x).ok().zip(u32::try_from(y).ok());
            place.is_some_and(|(x, y)| map.is_free([x, y]))
        };
        let open = |[x, y]: [u32; 2]| {
            let (x, y) = (x as i32, y as i32);
            let allowed = |&(_, (dx, dy)): &(usize, (i32, i32))| {
                is_free(x + dx, y + dy) && is_free(x + dx, y) && is_free(x, y + dy)
            };
            AROUND.into_iter().enumerate().filter(allowed).fold(0, |open, (d, _)| open | 1 << d)
        };
        let open: Vec<u8> = cells(map).map(open).collect();
        Self { width: map.width(), entries: vec![[0; 3]; open.len()], open, stamp: 0, queue: Buckets::default() }
    }

    /// Cost and nodes expanded. Entries are cost, parent, and stamp with a bit for what was expanded.
    fn find(&mut self, from: [u32; 2], to: [u32; 2]) -> Option<(u32, u64)> {
        let width = self.width;
        let [start, goal] = [from, to].map(|[x, y]| y * width + x);
        self.stamp += 2;
        self.queue.clear();
        self.entries[start as usize] = [0, start, self.stamp];
        self.queue.push(octile(from[0].abs_diff(to[0]), from[1].abs_diff(to[1])), start);
        let mut expanded = 0;
        while let Some(cell) = self.queue.pop() {
            let entry = &mut self.entries[cell as usize];
            if entry[2] & 1 == 1 {
                continue;
            }
            entry[2] |= 1;
            let here = entry[0];
            if cell == goal {
                return Some((here, expanded));
            }
            expanded += 1;
            let (x, y) = (cell % width, cell / width);
            let mut open = self.open[cell as usize];
            while open != 0 {
                let d = open.trailing_zeros() as usize;
                open &= open - 1;
                let (x, y) = (x.wrapping_add_signed(AROUND[d].0), y.wrapping_add_signed(AROUND[d].1));
                let next = y * width + x;
                let cost = here + if d.is_multiple_of(2) { ORTHOGONAL } else { DIAGONAL };
                let entry = &mut self.entries[next as usize];
                if entry[2] >= self.stamp && entry[0] <= cost {
                    continue;
                }
                *entry = [cost, cell, self.stamp];
                self.queue.push(cost + octile(x.abs_diff(to[0]), y.abs_diff(to[1])), next);
            }
        }
        None
    }
}

fn kernel(name: &str, timer: &Timer) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    // Made before anything else, so that where the tables lie in memory does not depend on the maps.
    let (mut queue, mut seen) = (Buckets::default(), Seen::default());
    seen.reserve(512 * 512);
    for (map_name, file) in MAPS {
        let (map, scenarios) = sample(file)?;
        let mut by_hand = ByHand::new(&map);
        let grid = Grid::new(map, Moves::Eight(Corners::BothFree));
        let mut by_kernel = |row: &Scenario| {
            let (start, goal) = grid.cell(row.from).zip(grid.cell(row.to))?;
            let mut space = grid.steps(Some(goal));
            let outcome = search(&mut space, &mut queue, &mut seen, &[(start, 0)], u64::MAX);
            Some((seen.cost(outcome.goal?), outcome.expanded))
        };
        for row in &scenarios {
            ensure!(by_kernel(row) == by_hand.find(row.from, row.to), "the loops differ");
        }
        let [ours, theirs] = timer.versus_each(&scenarios, by_kernel, |row| by_hand.find(row.from, row.to));
        let note = "A* cell by cell through the kernel against the same loop written by hand; same nodes expanded";
        rows.push(Row::against(format!("{name}/{map_name}"), ours, theirs, "µs", 0.9, note));
    }
    Ok(rows)
}
