//! Areas: the connected parts of slices (Deusdado et al. §4.2).
//!
//! In: floors and slices. Out: areas in an order that knows no tiles, and the area of each floor. The seed floods binary
//! images; here the steps of the body join floors, so that a wall thinner than a column parts areas too. So do strides over a
//! gap: the seed's avatar overcomes small obstacles, and a riser on the border of two columns leaves no floor in one of them.

use super::NOWHERE;
use super::bands::Bands;
use super::floors::{At, Floors, NO_PIECE};
use crate::geom::DisjointSets;
use crate::ground::ColumnKey;
use crate::world::FloorId;
use rayon::prelude::*;

/// An area in integers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub slice: u32,
    pub floors: usize,
    /// In cm from the local origin.
    pub low: i32,
    pub high: i32,
    pub centre: FloorId,
    first: ColumnKey,
    sum: [i64; 2],
}

/// All areas by slice, then by first column; the area of each floor, tile by tile; and strides between areas.
pub(super) struct Areas {
    pub found: Vec<Found>,
    pub of_floor: Vec<Vec<u32>>,
    pub strides: Vec<(At, At)>,
}

pub(super) fn find(floors: &Floors<'_>, bands: &Bands) -> Areas {
    let slice_of = |tile: u32| -> Vec<u32> {
        let tile = floors.tiles[tile as usize].tile;
        (0..tile.floors().len()).map(|floor| bands.of_height(tile.height(floor))).collect()
    };
    let slices: Vec<Vec<u32>> = (0..floors.tiles.len() as u32).into_par_iter().map(slice_of).collect();
    let slice = |at: At| slices[at.0 as usize][at.1 as usize];
    let (mut pieces, count) = floors.pieces(|_| true, |a, b| slice(a) == slice(b));
    let mut strides = {
        let piece = |at: At| pieces[at.0 as usize][at.1 as usize];
        floors.strides(|a, b| piece(a) != piece(b))
    };
    let count = join_strides(&mut pieces, count, strides.iter().filter(|&&(a, b)| slice(a) == slice(b)));
    strides.retain(|&(a, b)| slice(a) != slice(b));
    let mut found: Vec<Option<Found>> = vec![None; count];
    let all = || (0..floors.tiles.len() as u32).flat_map(|tile| floors.open_in(tile));
    for at in all() {
        let (column, height) = (floors.column(at), floors.height(at));
        let area = found[pieces[at.0 as usize][at.1 as usize] as usize].get_or_insert(Found {
            slice: slice(at),
            floors: 0,
            low: height,
            high: height,
            centre: floors.id(at),
            first: column,
            sum: [0; 2],
        });
        area.floors += 1;
        (area.low, area.high) = (area.low.min(height), area.high.max(height));
        area.first = area.first.min(column);
        area.sum = [area.sum[0] + i64::from(column.x), area.sum[1] + i64::from(column.z)];
    }
    let mut order: Vec<(Found, u32)> = found.into_iter().flatten().zip(0..).collect();
    order.sort_unstable_by_key(|(area, _)| (area.slice, area.first));
    let mut number = vec![NOWHERE; count];
    for (area, &(_, piece)) in order.iter().enumerate() {
        number[piece as usize] = area as u32;
    }
    for piece in pieces.iter_mut().flatten() {
        *piece = if *piece == NO_PIECE { NOWHERE } else { number[*piece as usize] };
    }
    let mut found: Vec<Found> = order.into_iter().map(|(area, _)| area).collect();
    centre(floors, &mut found, &pieces);
    Areas { found, of_floor: pieces, strides }
}

/// Merges pieces that strides join. Returns the number of the remaining pieces.
fn join_strides<'a>(pieces: &mut [Vec<u32>], count: usize, strides: impl Iterator<Item = &'a (At, At)>) -> usize {
    let mut sets = DisjointSets::new(count);
    for &(a, b) in strides {
        sets.join(pieces[a.0 as usize][a.1 as usize], pieces[b.0 as usize][b.1 as usize]);
    }
    let (number, left) = sets.numbers();
    for piece in pieces.iter_mut().flatten().filter(|piece| **piece != NO_PIECE) {
        *piece = number[*piece as usize];
    }
    left as usize
}

/// Finds the floor of each area that is nearest to the mean of its columns; of equal ones the first.
fn centre(floors: &Floors<'_>, found: &mut [Found], areas: &[Vec<u32>]) {
    let mut best: Vec<Option<((i128, ColumnKey), At)>> = vec![None; found.len()];
    for at in (0..floors.tiles.len() as u32).flat_map(|tile| floors.open_in(tile)) {
        let area = areas[at.0 as usize][at.1 as usize] as usize;
        let (Found { floors: count, sum, .. }, column) = (found[area], floors.column(at));
        // Distances times the number of floors, so that the mean is exact.
        let apart = |along: i32, sum: i64| i128::from(i64::from(along) * count as i64 - sum).pow(2);
        let key = (apart(column.x, sum[0]) + apart(column.z, sum[1]), column);
        if best[area].is_none_or(|(least, _)| key < least) {
            best[area] = Some((key, at));
        }
    }
    for (area, best) in found.iter_mut().zip(best) {
        area.centre = best.map_or(area.centre, |(_, at)| floors.id(at));
    }
}
