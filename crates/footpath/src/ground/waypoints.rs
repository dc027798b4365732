//! Waypoints: passages between areas, free of any body.
//!
//! In: floors, links and sheets of a tile, and of those beside it. Out: the runs of crossings that lead from one area to another,
//! of the same or of the next tile. An area is a sheet. A sheet is connected by steps of at most 0.3 m with at least 0.3 m of
//! free height, so only the size of a body can separate parts of it, which the query checks. Deusdado et al. §4.3 find waypoints
//! where the borders of two areas have common heights; ours lie where floors are linked, and have the measures that bodies are
//! compared with.
//!
//! A crossing is a link between floors of different areas, or over the rim of the tile, whose step is at most [`MAX_RISE`]; a
//! higher step is no passage on foot. Adjacent crossings whose floors continue into each other on both sides form one waypoint.
//! It depends only on the columns at the run, so an edit changes only the waypoints near it. Over a rim both tiles have the same
//! runs, each from its side.

use super::grid::{DIRECTIONS, Grid, TILE};
use super::links::step;
use super::tile::{Floor, MIN_HEADROOM, Tile, Waypoint};
use super::ways::pairs;

/// Highest step in cm, up or down, of a passage. A higher one is climbed or fallen.
pub const MAX_RISE: i32 = 200;

/// A link from area to area.
#[derive(Clone, Copy)]
struct Crossing {
    here: usize,
    there: usize,
    headroom: i32,
    step: i32,
}

/// Adjacent crossings.
struct Run {
    crossings: Vec<Crossing>,
    /// First floor of the column behind each crossing.
    starts: Vec<usize>,
}

/// The border between two lines of columns, of one tile or of two, and the direction across it.
struct Border<'a> {
    grid: &'a Grid,
    tiles: [&'a Tile; 2],
    direction: usize,
}

impl Border<'_> {
    /// Finds the runs along a line of columns, each given with the one behind it.
    fn runs(&self, columns: impl Iterator<Item = [[i32; 2]; 2]>, out: &mut Vec<Waypoint>) {
        let mut open: Vec<Run> = Vec::new();
        let mut before: Option<[[i32; 2]; 2]> = None;
        let mut found = Vec::new();
        for at in columns {
            found.clear();
            let start = self.crossings(at, &mut found);
            let mut next: Vec<Run> = Vec::new();
            for &crossing in &found {
                let goes_on = |run: &Run| {
                    let last = run.crossings[run.crossings.len() - 1];
                    before.is_some_and(|before| self.goes_on([before, at], [last, crossing]))
                };
                let run = match open.iter().position(goes_on) {
                    Some(at) => open.swap_remove(at),
                    None => Run { crossings: Vec::new(), starts: Vec::new() },
                };
                next.push(run);
                let run = next.len() - 1;
                next[run].crossings.push(crossing);
                next[run].starts.push(start);
            }
            open.drain(..).for_each(|run| out.push(self.waypoint(&run)));
            (open, before) = (next, Some(at));
        }
        open.drain(..).for_each(|run| out.push(self.waypoint(&run)));
    }

    /// Crossings from one column to the one behind it. Returns the start of that column's floors.
    fn crossings(&self, [here, there]: [[i32; 2]; 2], found: &mut Vec<Crossing>) -> usize {
        let [tile, other] = self.tiles;
        let start = other.floor_index.range(there[0], there[1]).start;
        let inside = std::ptr::eq(tile, other);
        for floor in tile.floor_index.range(here[0], here[1]) {
            for to in tile.link(floor, self.direction) {
                let to = start + to;
                if inside && tile.sheets[floor] == tile.sheets[to] {
                    continue;
                }
                let (a, b) = (&tile.floors[floor], &other.floors[to]);
                let shift = tile.base - other.base;
                let rise = i32::from(b.height) - i32::from(a.height) - shift;
                let step = step(self.grid, a, b, rise, self.direction);
                let headroom = shared_height(a, b, shift);
                if step.abs() <= MAX_RISE && headroom >= i32::from(MIN_HEADROOM) {
                    found.push(Crossing { here: floor, there: to, headroom, step });
                }
            }
        }
        start
    }

    /// Whether the ground continues from one crossing to the next on both sides.
    fn goes_on(&self, columns: [[[i32; 2]; 2]; 2], crossings: [Crossing; 2]) -> bool {
        let along = (self.direction + 1) % 2;
        let mut met = Vec::new();
        (0..2).all(|side| {
            let tile = self.tiles[side];
            let [a, b] = columns.map(|pair| tile.floor_index.range(pair[side][0], pair[side][1]));
            let floor = |crossing: &Crossing| if side == 0 { crossing.here } else { crossing.there };
            let wanted = (floor(&crossings[0]) - a.start, floor(&crossings[1]) - b.start);
            let mut joined = false;
            let floors = [&tile.floors[a], &tile.floors[b]];
            pairs(self.grid, floors, 0, along, &mut met, |i, j| joined |= (i, j) == wanted);
            joined
        })
    }

    fn waypoint(&self, run: &Run) -> Waypoint {
        let middle = run.crossings.len() / 2;
        let crossing = run.crossings[middle];
        let headroom = run.crossings.iter().map(|crossing| crossing.headroom).max().unwrap_or(0);
        // Of equal steps the first, which is the same one from both sides.
        let step = run.crossings.iter().map(|crossing| crossing.step).min_by_key(|step| step.abs()).unwrap_or(0);
        Waypoint {
            floor: crossing.here as u32,
            direction: self.direction as u8,
            to: (crossing.there - run.starts[middle]) as u16,
            columns: run.crossings.len() as u16,
            headroom: headroom.min(i32::from(u16::MAX)) as u16,
            step: step as i16,
        }
    }
}

/// The free height that two floors share, in cm.
fn shared_height(a: &Floor, b: &Floor, shift: i32) -> i32 {
    let bottom = (i32::from(a.height) + shift).max(i32::from(b.height));
    (a.ceiling() + shift).min(b.ceiling()) - bottom
}

/// Waypoints between the areas of one tile, sorted.
pub(super) fn waypoints_inside(grid: &Grid, tile: &Tile) -> Vec<Waypoint> {
    let mut found = Vec::new();
    if tile.sheet_count < 2 {
        return found;
    }
    for direction in 0..2 {
        let border = Border { grid, tiles: [tile, tile], direction };
        for across in 0..TILE - 1 {
            let columns = (0..TILE).map(|along| [0, 1].map(|side| column(direction, across + side, along)));
            border.runs(columns, &mut found);
        }
    }
    found.sort_unstable();
    found
}

/// Replaces the waypoints over a tile's rim by those to the tiles beside it, in the order of the directions.
pub(crate) fn waypoints_over_rim(grid: &Grid, tile: &Tile, beside: [Option<&Tile>; 4], waypoints: &mut Vec<Waypoint>) {
    waypoints.retain(|waypoint| !tile.is_outward(waypoint));
    for (direction, other) in beside.into_iter().enumerate() {
        let Some(other) = other else { continue };
        let (near, far) = if direction < 2 { (TILE - 1, 0) } else { (0, TILE - 1) };
        let border = Border { grid, tiles: [tile, other], direction };
        let columns = (0..TILE).map(|along| [near, far].map(|across| column(direction, across, along)));
        border.runs(columns, waypoints);
    }
    waypoints.sort_unstable();
}

fn column(direction: usize, across: i32, along: i32) -> [i32; 2] {
    if direction.is_multiple_of(2) { [across, along] } else { [along, across] }
}

impl Tile {
    /// Passages between its areas, and to those of the tiles beside it.
    pub fn waypoints(&self) -> &[Waypoint] {
        &self.waypoints
    }

    /// Whether a waypoint leads out of the tile.
    pub fn is_outward(&self, waypoint: &Waypoint) -> bool {
        let [x, z] = self.floor_index.column_of(waypoint.floor as usize);
        let [dx, dz] = DIRECTIONS[usize::from(waypoint.direction)];
        !(0..TILE).contains(&(x + dx)) || !(0..TILE).contains(&(z + dz))
    }
}
