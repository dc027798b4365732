//! Lines of cells: the digital differential analyser of §5.3.

use crate::route::line::visit_line_moves;

/// Cells from `(0, 0)` to `(dx, dz)` along a straight line, as an 8-path at most half a cell beside the line.
pub fn line_8(dx: i32, dz: i32) -> Vec<[i32; 2]> {
    let longest = dx.abs().max(dz.abs());
    // Halves are rounded away from the start, so both sides of an axis are treated alike.
    let at = |d: i32, i: i32| (2 * d * i + d.signum() * longest) / (2 * longest).max(1);
    (0..=longest).map(|i| [at(dx, i), at(dz, i)]).collect()
}

/// Cells from `(0, 0)` to `(dx, dz)` along a straight line, as a 4-path.
pub fn line_4(dx: i32, dz: i32) -> Vec<[i32; 2]> {
    let mut cells = vec![[0, 0]];
    visit_line_moves(dx, dz, |way| {
        let [x, z] = cells[cells.len() - 1];
        if way[0] != 0 && way[1] != 0 {
            cells.push([x + way[0], z]);
        }
        cells.push([x + way[0], z + way[1]]);
    });
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_the_lengths_of_the_paper_and_stay_within_half_a_cell() {
        for dx in -9..=9_i32 {
            for dz in -9..=9_i32 {
                let eight = line_8(dx, dz);
                let four = line_4(dx, dz);
                // §5.2: d8 and d4 count both ends.
                assert_eq!(eight.len() as i32, dx.abs().max(dz.abs()) + 1);
                assert_eq!(four.len() as i32, dx.abs() + dz.abs() + 1);
                for cells in [&eight, &four] {
                    assert_eq!((cells[0], cells[cells.len() - 1]), ([0, 0], [dx, dz]));
                }
                assert!(
                    four.windows(2).all(|pair| (pair[0][0] - pair[1][0]).abs() + (pair[0][1] - pair[1][1]).abs() == 1)
                );
                let length = f64::from(dx * dx + dz * dz).sqrt();
                let beside = |[x, z]: [i32; 2]| f64::from(x * dz - z * dx).abs() / length.max(1.0);
                assert!(eight.iter().all(|&cell| beside(cell) <= 0.5 + 1e-9));
                assert!(four.iter().all(|&cell| beside(cell) <= std::f64::consts::FRAC_1_SQRT_2 + 1e-9));
            }
        }
    }
}
