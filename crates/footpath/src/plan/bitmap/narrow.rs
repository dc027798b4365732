//! The widest path between two cells and its narrowest place, for refusals.

use super::bits::Bitmap;
use super::disc::Disc;
use crate::search::grid::{Corners, Grid, Moves, Scratch};

/// Squared distance in half cells from the centre of a cell to the nearest occupied square or the rim.
pub(super) fn room(occupied: &impl Fn([u32; 2]) -> bool, [columns, rows]: [u32; 2], [x, z]: [u32; 2]) -> u32 {
    if occupied([x, z]) {
        return 0;
    }
    let half_cells = |cells: u32| (2 * cells).saturating_sub(1);
    let rim = (x + 1).min(z + 1).min(columns - x).min(rows - z);
    let mut least = half_cells(rim).pow(2);
    // Ring by ring, while a ring can contain a nearer square.
    for ring in 1..rim {
        if half_cells(ring).pow(2) >= least {
            break;
        }
        for along in 0..=ring {
            let squared = half_cells(ring).pow(2) + half_cells(along).pow(2);
            let corners = [[ring, along], [along, ring]]
                .into_iter()
                .flat_map(|[dx, dz]| [[x + dx, z + dz], [x + dx, z - dz], [x - dx, z + dz], [x - dx, z - dz]]);
            if squared < least && corners.into_iter().any(occupied) {
                least = squared;
            }
        }
    }
    least
}

/// The widest path between two cells: its narrowest cell, and the squared distance from there to the nearest occupied square.
/// `None` if even a body without width has no path.
pub(super) fn widest_path(
    occupied: &impl Fn([u32; 2]) -> bool,
    size: [u32; 2],
    from: [u32; 2],
    to: [u32; 2],
) -> Option<([u32; 2], u32)> {
    let [columns, rows] = size;
    let mut taken = Bitmap::new(columns, rows);
    for (x, z) in (0..rows).flat_map(|z| (0..columns).map(move |x| (x, z))).filter(|&(x, z)| occupied([x, z])) {
        taken.set_span(z, x, x);
    }
    let mut scratch = (<[Vec<u64>; 2]>::default(), Scratch::default());
    let mut way = |least: u32| {
        let disc = Disc::within(least, columns.max(rows));
        let mut grown = Bitmap::new(columns, rows);
        disc.grow(&taken, &mut grown, &mut scratch.0);
        disc.close_rim(&mut grown);
        let grid = Grid::new(grown.free_map().ok()?, Moves::Tenths(Corners::BothFree));
        grid.find_blindly(&mut scratch.1, from, to).ok().map(|path| path.cells)
    };
    // Bisects between a width that passes and one that does not; the room at both ends is the upper limit.
    let mut best = way(1)?;
    let mut passes = 1;
    let mut fails = room(occupied, size, from).min(room(occupied, size, to)) + 1;
    while passes + 1 < fails {
        let middle = passes + (fails - passes) / 2;
        match way(middle) {
            Some(cells) => (best, passes) = (cells, middle),
            None => fails = middle,
        }
    }
    let rooms = best.into_iter().map(|cell| (room(occupied, size, cell), cell));
    rooms.min().map(|(squared, cell)| (cell, squared))
}
