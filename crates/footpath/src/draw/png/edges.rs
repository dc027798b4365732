//! Where surfaces end or turn, and how dark a sample there becomes. This is what makes plain boxes read as a building.

use super::raster::{NOTHING, Raster, Seen};

/// Share of light taken at the rim of the drawing, at a jump in depth, and at a fold.
const RIM: f32 = 0.55;
const JUMP: f32 = 0.50;
const FOLD: f32 = 0.26;
/// A fold is where normals turn by more than about 32 degrees.
const FOLD_COSINE: f32 = 0.85;
/// Least jump in metres; finer steps are texture, not architecture.
const LEAST_JUMP: f32 = 0.03;

/// Darkens one sample if an edge runs through it.
pub(super) fn darken(colour: &mut [u8; 3], raster: &Raster, seen: &Seen, index: usize) {
    let (x, y) = (index % raster.width, index / raster.width);
    let face = seen.face[index];
    // Samples at the border of the picture stand for their missing neighbours.
    let left = if x > 0 { index - 1 } else { index };
    let right = if x + 1 < raster.width { index + 1 } else { index };
    let above = if y > 0 { index - raster.width } else { index };
    let below = if y + 1 < raster.height { index + raster.width } else { index };
    if [left, right, above, below].iter().all(|&i| seen.face[i] == face) {
        return;
    }
    let least_jump = LEAST_JUMP.max((2.0 / raster.scale) as f32);
    let taken = dark_between(raster, seen, [left, index, right], least_jump).max(dark_between(
        raster,
        seen,
        [above, index, below],
        least_jump,
    ));
    *colour = colour.map(|channel| (f32::from(channel) * (1.0 - taken)) as u8);
}

/// Share of light taken from the middle of three samples in a row.
fn dark_between(raster: &Raster, seen: &Seen, [before, at, after]: [usize; 3], least_jump: f32) -> f32 {
    let faces = [before, at, after].map(|i| seen.face[i]);
    if faces.contains(&NOTHING) {
        return if faces == [NOTHING; 3] { 0.0 } else { RIM };
    }
    // Depth is linear along a plane, however steep, so its second difference is zero but for jumps and folds.
    let bend = (seen.depth[before] + seen.depth[after] - 2.0 * seen.depth[at]).abs();
    if before != at && after != at && bend > least_jump {
        return JUMP;
    }
    let normal = |i: usize| raster.solids[faces[i] as usize].normal;
    let turns = |i: usize| {
        let (a, b) = (normal(1), normal(i));
        faces[i] != faces[1] && a[0] * b[0] + a[1] * b[1] + a[2] * b[2] < FOLD_COSINE
    };
    if turns(0) || turns(2) { FOLD } else { 0.0 }
}
