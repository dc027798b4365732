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

/// Highest whole centimetre not above a height in vertex units, forgiving half a unit: putting a height of whole
/// centimetres on the vertex grid moves it by at most that, and it must come back as it was.
#[inline]
pub const fn cm_floor(y: i32) -> i32 {
    (y as i64 * 50 + 25).div_euclid(512) as i32
}

/// Lowest whole centimetre not below a height in vertex units, forgiving half a unit.
#[inline]
pub const fn cm_ceil(y: i32) -> i32 {
    -((y as i64 * -50 + 25).div_euclid(512) as i32)
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
            let forgiven = 100.0 / 2048.0;
            assert_eq!(cm_floor(y), (exact + forgiven).floor() as i32);
            assert_eq!(cm_ceil(y), (exact - forgiven).ceil() as i32);
        }
    }

    #[test]
    fn whole_centimetres_come_back_from_the_vertex_grid() {
        for cm in -1000..1000 {
            let vertex = (metres(cm) * f64::from(VERTEX_PER_METRE)).round() as i32;
            assert_eq!([cm_floor(vertex), cm_ceil(vertex)], [cm, cm]);
        }
    }
}
