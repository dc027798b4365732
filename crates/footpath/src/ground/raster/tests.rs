//! The fast paths against the plain definition, column by column.

use super::exact::{self, Extent};
use super::span::{Record, SurfaceKey};
use super::*;
use crate::scene::ObjectId;

const RESTRICTIONS: [u8; 1] = [0];

/// A small generator, so that a failing case is identified by its number.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

fn random_face(state: &mut u64, step: i64, size: i64) -> Face {
    let mut coordinate = || ((random(state) % (2 * size) as u64) as i64 - size) / step * step;
    let mut corner = || [coordinate() as i32, coordinate() as i32 / 2, coordinate() as i32];
    Face::new([corner(), corner(), corner()], ObjectId(0), true)
}

fn has_area(face: &Face) -> bool {
    let [a, b, c] = face.corners.map(|v| v.map(i64::from));
    let (u, v): ([i64; 3], [i64; 3]) = (std::array::from_fn(|i| b[i] - a[i]), std::array::from_fn(|i| c[i] - a[i]));
    (0..3).any(|i| u[i] * v[(i + 1) % 3] != u[(i + 1) % 3] * v[i])
}

/// Extent of a face over a column that it overlaps with an area (a line: with a length), by clipping fractions.
fn by_definition(face: &Placed, x: i64, z: i64, cell: i64) -> Extent {
    // The open column meets the face if and only if the column shrunk by less than any fraction of the grid does. For faces with
    // an area it is enough to scale the column up and move its borders in by one.
    const FINE: i64 = 1 << 24;
    let scaled = Placed { x: face.x.map(|c| c * FINE), z: face.z.map(|c| c * FINE), ..*face };
    let inner = exact::extent(&scaled, [x * FINE + 1, z * FINE + 1], [cell * FINE - 2; 2]);
    if inner.0.is_some() { exact::extent(face, [x, z], [cell, cell]) } else { Extent(None) }
}

fn compare(face: &Face, grid: Grid) {
    let mut raster = Raster::new(grid, &RESTRICTIONS);
    let window = Window { x0: -6, z0: -5, width: 12, depth: 10 };
    raster.begin(window, std::iter::once(face)).expect("not too tall");
    let base = raster.base;
    raster.add(face);
    let placed = Placed::new(face, &raster);
    let cell = i64::from(grid.cell);
    for z in 0..window.depth as usize {
        for x in 0..window.width as usize {
            let found =
                raster.column(x, z).next().map(|span| [base + i32::from(span.low), base + i32::from(span.high)]);
            let expected = if placed.is_upright() {
                line_by_definition(&placed, x as i64 * cell, z as i64 * cell, cell)
            } else {
                by_definition(&placed, x as i64 * cell, z as i64 * cell, cell)
            };
            assert_eq!(found, expected.0, "column {x} {z} of {face:?} with cell {cell}");
            if let Some(span) = raster.column(x, z).next().filter(|span| span.centre.is_standable()) {
                let (cx, cz) = (x as i64 * cell + cell / 2, z as i64 * cell + cell / 2);
                assert_eq!(base + i32::from(span.centre.height()), exact::nearest_centimetre(&placed, cx, cz));
            }
        }
    }
}

/// A line in plan, cut into pieces so short that each lies in one column: the content of the columns of its pieces.
fn line_by_definition(face: &Placed, x: i64, z: i64, cell: i64) -> Extent {
    let (x_low, x_high) = (*face.x.iter().min().unwrap(), *face.x.iter().max().unwrap());
    let (z_low, z_high) = (*face.z.iter().min().unwrap(), *face.z.iter().max().unwrap());
    // Half-open: a line on a border belongs to the column of larger numbers.
    let on = |low: i64, high: i64, at: i64| {
        if low == high { low >= at && low < at + cell } else { low < at + cell && high > at }
    };
    if !on(x_low, x_high, x) || !on(z_low, z_high, z) {
        return Extent(None);
    }
    // Whether the line runs through the open column (or along its lower border) for more than a point.
    let (dx, dz) = (x_high - x_low, z_high - z_low);
    if dx > 0 && dz > 0 {
        let i = (0..3).min_by_key(|&i| face.x[i]).unwrap();
        let j = (0..3).max_by_key(|&i| face.x[i]).unwrap();
        let falling = face.z[i] > face.z[j];
        let side =
            |px: i64, pz: i64| (face.z[j] - face.z[i]) * (px - face.x[i]) - (face.x[j] - face.x[i]) * (pz - face.z[i]);
        let corners = if falling { [(x, z), (x + cell, z + cell)] } else { [(x + cell, z), (x, z + cell)] };
        let (a, b) = (side(corners[0].0, corners[0].1), side(corners[1].0, corners[1].1));
        if a.signum() * b.signum() >= 0 {
            return Extent(None);
        }
    }
    exact::extent(face, [x, z], [cell, cell])
}

#[test]
fn faces_leave_what_the_definition_says() {
    let mut state = 7;
    for (step, size, cell) in [(1, 4000, 512), (512, 4096, 512), (64, 1024, 256), (1, 700, 512), (1, 60_000, 512)] {
        let grid = Grid { cell, cell_height: 5 };
        for _ in 0..600 {
            let face = random_face(&mut state, step, size);
            if has_area(&face) {
                compare(&face, grid);
            }
        }
    }
}

#[test]
fn upright_faces_leave_what_the_definition_says() {
    let mut state = 11;
    for (step, size, cell) in [(1, 1500, 512), (512, 2048, 2560), (256, 1024, 1280), (64, 1024, 320)] {
        let grid = Grid { cell, cell_height: 5 };
        for _ in 0..600 {
            let mut face = random_face(&mut state, step, size);
            // The third corner lies on the line of the first two, or above one of them.
            let [a, b, _] = face.corners;
            let along = (random(&mut state) % 3) as i32;
            face.corners[2][0] = a[0] + (b[0] - a[0]) * along;
            face.corners[2][2] = a[2] + (b[2] - a[2]) * along;
            if has_area(&face) {
                compare(&face, grid);
            }
        }
    }
}

/// Heights along a wall are rounded from floating point unless they are too close to a boundary. Here they are, in three ways: a
/// wall so long and steep that no height is certain, heights that are whole at a border, and a corner so close to the opposite
/// edge that only integers tell its side.
#[test]
fn doubtful_heights_of_upright_faces_are_exact() {
    let face = |corners: [[i32; 3]; 3]| Face::new(corners, ObjectId(0), true);
    let grid = Grid { cell: 2560, cell_height: 5 };
    let far = 60_000_000;
    compare(&face([[-far, -900, 7], [far, 901, 7], [0, 1, 7]]), grid);
    compare(&face([[-far, -900, -far], [far, 901, far], [5, 2000, 5]]), grid);
    for y in 0..1024 {
        // At the border between two columns the long edge is at half a vertex unit: 50 y / 512 with 25 added may be whole.
        compare(&face([[-512, 0, 3], [512, y, 3], [-512, 700, 3]]), grid);
        compare(&face([[3, y, -1024], [3, 0, 1024], [3, 2 * y + 1, 512]]), grid);
        compare(&face([[-1024, y, -512], [1024, 0, 512], [1024, 900, 512]]), grid);
    }
}

/// A record is packed into words of 64 bits; none of its parts may be lost or overlap.
#[test]
fn records_keep_their_parts() {
    let mut pool = SpanPool::default();
    pool.reset(1, 5);
    let surface = SurfaceKey::of_face([-3, 5], 77, 2);
    let record = Record::new([u16::MAX - 2, u16::MAX - 1], u16::MAX - 1, surface, u8::MAX);
    pool.insert(0, record.over_centre(surface.at(9), -1));
    pool.insert(0, Record::new([3, 4], 0, SurfaceKey::of_wall(5), 0).over_centre(SurfaceKey::default(), 1));
    let spans: Vec<_> = pool.column(0).map(|s| (s.low, s.high, s.top_centre, s.steep, s.winding)).collect();
    assert_eq!(spans, [(3, 4, 0, 0, 1), (u16::MAX - 2, u16::MAX - 1, u16::MAX - 1, u8::MAX, -1)]);
    let objects: Vec<_> = pool.column(0).map(|s| (s.top.object(), s.centre.height())).collect();
    assert_eq!(objects, [(5, 0), (77, 9)]);
}

#[test]
fn a_floor_by_the_inverse_is_the_floor_by_division() {
    for d in [1_i64, 3, 512, 1536, 98_304, 1 << 30, (1 << 42) - 1] {
        for times in [-70_001_i64, -512, -3, -1, 0, 1, 2, 4095, 1 << 20] {
            for n in [-2, -1, 0, 1, 2, d / 2].map(|beside| times * d + beside) {
                assert_eq!(edges::floor(n, d, 1.0 / d as f64), n.div_euclid(d), "{n} / {d}");
            }
        }
    }
}
