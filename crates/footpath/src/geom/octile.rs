//! Lengths on a grid of eight directions, as integers.

/// Cost of one orthogonal step on plain ground; a diagonal one costs [`DIAGONAL`].
pub const ORTHOGONAL: u32 = 408;
/// 577/408 is √2 to 1.5 millionths, so that lengths are exact where they decide.
pub const DIAGONAL: u32 = 577;

/// Cost of the shortest way between two columns on plain ground without obstacles.
#[inline]
pub(crate) fn octile(dx: i32, dz: i32) -> u32 {
    octile_at([ORTHOGONAL, DIAGONAL], dx, dz)
}

/// The same with other costs of an orthogonal and a diagonal step.
#[inline]
pub(crate) fn octile_at([orthogonal, diagonal]: [u32; 2], dx: i32, dz: i32) -> u32 {
    let (dx, dz) = (dx.unsigned_abs(), dz.unsigned_abs());
    dx.min(dz) * diagonal + (dx.max(dz) - dx.min(dz)) * orthogonal
}
