//! Links and waypoints over the rims of tiles.
//!
//! In: tiles in order of their keys, and tiles beside them that are linked elsewhere. Out: the same tiles, with links to the
//! floors of the tiles beside them, and the waypoints that follow from these links.

use crate::ground::{Grid, Stage, StageTimes, Tile, TileKey, link_across, waypoints_over_rim};
use rayon::prelude::*;
use std::time::Instant;

/// Tiles in order of their keys.
pub(super) type Tiles = [(TileKey, Tile)];

/// Links the floors at the rims of tiles, then finds the waypoints there. Tiles in `beside` are only read.
pub(super) fn link_rims(grid: &Grid, tiles: &mut Tiles, beside: [&Tiles; 2], times: &mut StageTimes) {
    let start = Instant::now();
    let take = |tile: &mut Tile| (std::mem::take(&mut tile.links), std::mem::take(&mut tile.wide_links));
    let put = |tile: &mut Tile, links| (tile.links, tile.wide_links) = links;
    over_rims(tiles, beside, take, |tile, around, (links, wide)| link_across(tile, around, links, wide), put);
    times.add(Stage::Links, start.elapsed());
    let start = Instant::now();
    let take = |tile: &mut Tile| std::mem::take(&mut tile.waypoints);
    let put = |tile: &mut Tile, waypoints| tile.waypoints = waypoints;
    over_rims(tiles, beside, take, |tile, around, waypoints| waypoints_over_rim(grid, tile, around, waypoints), put);
    times.add(Stage::Waypoints, start.elapsed());
}

/// Takes a part out of every tile, changes it with access to the four tiles around, and puts it back.
fn over_rims<T: Send>(
    tiles: &mut Tiles,
    beside: [&Tiles; 2],
    take: impl Fn(&mut Tile) -> T,
    change: impl Fn(&Tile, [Option<&Tile>; 4], &mut T) + Sync,
    put: impl Fn(&mut Tile, T),
) {
    let mut parts: Vec<T> = tiles.iter_mut().map(|(_, tile)| take(tile)).collect();
    let now = &*tiles;
    let find = |key: TileKey| [now, beside[0], beside[1]].into_iter().find_map(|tiles| tile_at(tiles, key));
    parts.par_iter_mut().zip(now).for_each(|(part, (key, tile))| change(tile, key.neighbours().map(find), part));
    tiles.iter_mut().zip(parts).for_each(|((_, tile), part)| put(tile, part));
}

fn tile_at(tiles: &Tiles, key: TileKey) -> Option<&Tile> {
    tiles.binary_search_by_key(&key, |(key, _)| *key).ok().map(|at| &tiles[at].1)
}
