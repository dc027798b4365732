//! Plateaus: heights that are levels of a world.
//!
//! In: the floors of a body. Out: ranges of heights, one per level plateau. A plateau is a group of flat floors joined by
//! steps that hardly rise; it is level when it holds a square of columns that no tread does. So a ramp is no level, nor is
//! a flight of stairs, however wide.

use super::floors::{At, Floors, NO_PIECE};

/// Largest slope of a flat floor along either axis, in 1/64.
const FLAT: i8 = 1;
/// Largest rise between floors of one plateau, in cm: heights are rounded.
const RISE: i32 = 1;

/// Lowest and highest floor of every plateau that holds a square of `side` columns, in cm from the local origin, in order.
pub(super) fn levels(floors: &Floors<'_>, side: u16) -> Vec<[i32; 2]> {
    let flat = |at: At| {
        let tile = floors.tile(at);
        let slope = tile.tile.floors()[at.1 as usize].slope;
        tile.steps.rooms.heights[at.1 as usize] > 0 && slope.iter().all(|rise| rise.unsigned_abs() <= FLAT as u8)
    };
    let joined = |a: At, b: At| (floors.height(a) - floors.height(b)).abs() <= RISE;
    let (pieces, count) = floors.pieces(flat, joined);
    let piece = |at: At| pieces[at.0 as usize][at.1 as usize];
    let mut is_level = vec![false; count];
    let mut range = vec![[i32::MAX, i32::MIN]; count];
    // Side of the largest square of joined floors that ends at a floor. Squares grow towards +x and +z, and so do the tiles.
    let mut squares: Vec<Vec<u16>> = floors.tiles.iter().map(|tile| vec![0; tile.steps.near.len()]).collect();
    let back = |at: At, way: usize| floors.next(at, way).filter(|&to| piece(to) != NO_PIECE && joined(at, to));
    for tile in 0..floors.tiles.len() as u32 {
        for at in floors.open_in(tile).filter(|&at| piece(at) != NO_PIECE) {
            let (left, above) = (back(at, 2), back(at, 3));
            let corner = |from: Option<At>, way: usize| from.and_then(|from| back(from, way));
            let square = |at: At| squares[at.0 as usize][at.1 as usize];
            let size = match (left, above, corner(left, 3), corner(above, 2)) {
                (Some(left), Some(above), Some(one), Some(other)) if one == other => {
                    1 + square(left).min(square(above)).min(square(one)).min(u16::MAX - 1)
                }
                _ => 1,
            };
            squares[at.0 as usize][at.1 as usize] = size;
            let (plateau, height) = (piece(at) as usize, floors.height(at));
            is_level[plateau] |= size >= side;
            range[plateau] = [range[plateau][0].min(height), range[plateau][1].max(height)];
        }
    }
    let mut levels: Vec<[i32; 2]> =
        range.into_iter().zip(is_level).filter(|(_, is)| *is).map(|(range, _)| range).collect();
    levels.sort_unstable();
    levels.dedup();
    levels
}
