//! Checks the invariants of a world that its readers rely on.

use super::World;
use crate::ground::{ColumnIndex, DIRECTIONS, MAX_RISE, MIN_HEADROOM, Outline, TILE, Tile, TileKey, Waypoint};
use std::ops::Range;

/// A broken invariant, and its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct Broken {
    /// Tile, column or chunk.
    pub place: String,
    /// The invariant.
    pub what: String,
}

type Checked = Result<(), String>;

fn ensure(holds: bool, what: &str) -> Checked {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

impl World {
    /// Checks every tile and every link. Used by tests, and for everything that is loaded.
    pub fn check(&self) -> Result<(), Broken> {
        for (key, tile) in self.tiles() {
            let checked = check_tile(tile, self.objects.len()).and_then(|()| self.check_links(key, tile));
            checked.map_err(|what| Broken { place: format!("tile {}, {}", key.x, key.z), what })?;
        }
        Ok(())
    }

    fn check_links(&self, key: TileKey, tile: &Tile) -> Checked {
        let around = key.neighbours().map(|key| self.tile(key));
        check_inside(tile)?;
        (0..4).try_for_each(|direction| check_rim(tile, direction, around[direction]))
    }
}

/// Checks the links within a tile, and that its waypoints follow links.
pub(super) fn check_inside(tile: &Tile) -> Checked {
    for ([x, z], floors) in tile.floor_index().columns() {
        for (direction, [dx, dz]) in DIRECTIONS.into_iter().enumerate() {
            if (0..TILE).contains(&(x + dx)) && (0..TILE).contains(&(z + dz)) {
                check_column(tile, floors.clone(), direction, tile.floor_index().range(x + dx, z + dz).len())?;
            }
        }
    }
    let linked = |waypoint: &Waypoint| {
        let (floor, direction) = (waypoint.floor as usize, usize::from(waypoint.direction));
        floor < tile.floors().len()
            && direction < 4
            && (1..=TILE).contains(&i32::from(waypoint.columns))
            && i32::from(waypoint.step).abs() <= MAX_RISE
            && tile.link(floor, direction).contains(&usize::from(waypoint.to))
    };
    let passages = tile.waypoints();
    ensure(passages.is_sorted() && passages.iter().all(linked), "a waypoint leads where no link does")
}

/// Checks that a tile matches its outline.
pub(super) fn check_outline(tile: &Tile, outline: Option<&Outline>) -> Checked {
    ensure(outline.is_some_and(|outline| outline.fits(tile)), "it is not what its outline says")
}

/// Checks the links of a tile that lead to the next tile in a direction.
pub(super) fn check_rim(tile: &Tile, direction: usize, next: Option<&Tile>) -> Checked {
    let [dx, dz] = DIRECTIONS[direction];
    let last = TILE - 1;
    for i in 0..TILE {
        let along = |d: i32, end: i32| if d == 0 { i } else { (d * end).max(0) };
        let [x, z] = [along(dx, last), along(dz, last)];
        let [nx, nz] = [along(-dx, last), along(-dz, last)];
        let there = next.map_or(0, |next| next.floor_index().range(nx, nz).len());
        check_column(tile, tile.floor_index().range(x, z), direction, there)?;
    }
    Ok(())
}

fn check_column(tile: &Tile, mut floors: Range<usize>, direction: usize, there: usize) -> Checked {
    let fits = floors.all(|floor| tile.link(floor, direction).end <= there);
    ensure(fits, "a link leads to a floor that is not there")
}

pub(super) fn check_tile(tile: &Tile, objects: usize) -> Checked {
    ensure(!tile.is_empty(), "an empty tile is stored")?;
    let lowest = tile.spans().iter().map(|span| i32::from(span.low)).min().unwrap_or(0);
    let based = tile.base().abs() < 1 << 28 && crate::ground::raster::base_for(tile.base() + lowest) == tile.base();
    ensure(based, "heights count from the wrong base")?;
    check_index(tile.span_index(), tile.spans().len(), "spans")?;
    check_index(tile.floor_index(), tile.floors().len(), "floors")?;
    let known = tile.objects();
    ensure(known.is_sorted() && known.iter().all(|object| (object.0 as usize) < objects), "objects are not in order")?;
    for (_, spans) in tile.span_index().columns() {
        let spans = &tile.spans()[spans];
        ensure(
            spans.iter().all(|span| span.low <= span.high && usize::from(span.object) < known.len()),
            "a span is upside down",
        )?;
        ensure(spans.windows(2).all(|pair| pair[0].high < pair[1].low), "spans of a column overlap")?;
    }
    for ([x, z], floors) in tile.floor_index().columns() {
        let floors = &tile.floors()[floors];
        ensure(
            floors.iter().all(|floor| floor.headroom >= MIN_HEADROOM && usize::from(floor.object) < known.len()),
            "a floor is too low",
        )?;
        ensure(
            floors.windows(2).all(|pair| pair[0].ceiling() <= i32::from(pair[1].height)),
            "floors of a column overlap",
        )?;
        let spans = &tile.spans()[tile.span_index().range(x, z)];
        let on_a_span = |height: u16| spans.iter().any(|span| span.low <= height && height <= span.high);
        ensure(floors.iter().all(|floor| on_a_span(floor.height)), "a floor hangs in the air")?;
    }
    let links_end = |links: usize| links == tile.floors().len();
    ensure(links_end(tile.links.len()) && links_end(tile.sheets.len()), "arrays differ in length")?;
    let wide_fit = tile.wide_links.iter().all(|link| (link.floor as usize) < tile.floors().len() && link.direction < 4);
    ensure(wide_fit && tile.wide_links.is_sorted(), "wide links are not in order")?;
    // One vector is reused for all columns, which are many and have few floors each.
    let mut sheets: Vec<u16> = Vec::new();
    for (_, floors) in tile.floor_index().columns() {
        sheets.clear();
        sheets.extend_from_slice(&tile.sheets[floors]);
        sheets.sort_unstable();
        ensure(sheets.windows(2).all(|pair| pair[0] != pair[1]), "a sheet covers a column twice")?;
    }
    let sheets_end = tile.sheets.iter().map(|&sheet| u32::from(sheet) + 1).max().unwrap_or(0);
    ensure(sheets_end == u32::from(tile.sheet_count), "sheets are not numbered through")
}

fn check_index(index: &ColumnIndex, items: usize, of: &str) -> Checked {
    let wrong = || format!("the offsets of {of} do not fit");
    if index.rows.is_empty() {
        return if items == 0 { Ok(()) } else { Err(wrong()) };
    }
    let width = usize::from(index.width) + 1;
    let rows = index.rows.windows(2).zip(index.columns.chunks_exact(width));
    let fits = |(row, columns): (&[u32], &[u16])| {
        columns[0] == 0 && columns.is_sorted() && row[0].checked_add(u32::from(columns[width - 1])) == Some(row[1])
    };
    let whole = index.rows[0] == 0 && index.len() == items && index.columns.len() == width * (index.rows.len() - 1);
    if whole && rows.into_iter().all(fits) { Ok(()) } else { Err(wrong()) }
}
