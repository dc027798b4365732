//! The three integer units and the ways between them.

/// Grid units per metre on which vertices lie.
pub const VERTEX_PER_METRE: i32 = 1024;
/// Plan units per metre.
pub const PLAN_PER_METRE: i32 = 5120;
/// Plan units per vertex unit.
pub const PLAN_PER_VERTEX: i32 = PLAN_PER_METRE / VERTEX_PER_METRE;
/// Centimetres per metre, for heights.
pub const CM_PER_METRE: i32 = 100;

/// A point on the 1/1024 m grid, relative to the local origin of its scene; x, y (up), z.
pub type Vertex = [i32; 3];

/// Highest whole centimetre not above a height in vertex units.
#[inline]
pub const fn cm_floor(y: i32) -> i32 {
    (y as i64 * 25).div_euclid(256) as i32
}

/// Lowest whole centimetre not below a height in vertex units.
#[inline]
pub const fn cm_ceil(y: i32) -> i32 {
    -((-(y as i64) * 25).div_euclid(256) as i32)
}

/// Nearest whole centimetre of a length in metres.
#[inline]
pub fn cm_of(metres: f64) -> i32 {
    (metres * f64::from(CM_PER_METRE)).round() as i32
}

/// Metres of whole centimetres.
#[inline]
pub fn metres(cm: i32) -> f64 {
    f64::from(cm) / f64::from(CM_PER_METRE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn centimetres_round_outwards_on_both_sides_of_zero() {
        for y in -3000..3000 {
            let exact = f64::from(y) * 100.0 / 1024.0;
            assert_eq!(cm_floor(y), exact.floor() as i32);
            assert_eq!(cm_ceil(y), exact.ceil() as i32);
        }
    }
}
