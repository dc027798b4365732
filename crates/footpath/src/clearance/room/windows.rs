//! Maxima over the columns of a disc, around every column of a window at once.
//!
//! Rows of one half-width after the other: the maximum over 2w + 1 columns is that of two overlapping ones over 2w - 1 (van Herk's
//! doubling, one step at a time, since half-widths are needed one after the other).

/// For each column the highest number in the disc around it, its own column with it. Columns whose disc leaves the window have any.
pub(super) fn highest(values: &[i16], width: usize, rows: &[i32]) -> Vec<i16> {
    let mut highest = values.to_vec();
    let mut row = values.to_vec();
    let (mut half, mut wider) = (0, vec![0; values.len()]);
    for (dz, &wanted) in rows.iter().enumerate().rev() {
        while half < wanted {
            widen(&row, &mut wider, half == 0);
            std::mem::swap(&mut row, &mut wider);
            half += 1;
        }
        let by = dz * width;
        if by < values.len() {
            raise(&mut highest[..values.len() - by], &row[by..]);
            raise(&mut highest[by..], &row[..values.len() - by]);
        }
    }
    highest
}

/// One column more to either side.
fn widen(row: &[i16], wider: &mut [i16], is_first: bool) {
    let last = row.len() - 1;
    if last < 2 {
        return;
    }
    for ((to, &before), &after) in wider[1..last].iter_mut().zip(&row[..last - 1]).zip(&row[2..]) {
        *to = before.max(after);
    }
    if is_first {
        raise(&mut wider[1..last], &row[1..last]);
    }
    (wider[0], wider[last]) = (row[0], row[last]);
}

fn raise(highest: &mut [i16], by: &[i16]) {
    highest.iter_mut().zip(by).for_each(|(most, &other)| *most = other.max(*most));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clearance::room::Disc;
    use crate::ground::Grid;

    #[test]
    fn maxima_are_those_over_the_disc() {
        let width = 40;
        let values: Vec<i16> = (0..width * width).map(|i| ((i * 7919 + i / 13) % 1009) as i16).collect();
        for radius in [0, 100, 300, 900, 1800, 3072, 3500] {
            let disc = Disc::new(&Grid { cell: 512, cell_height: 5 }, radius);
            let found = highest(&values, width, disc.rows());
            let margin = disc.reach() as usize + 1;
            for z in margin..width - margin {
                for x in margin..width - margin {
                    let at = z * width + x;
                    let mut most = values[at];
                    disc.around(at, width).for_each(|(column, _)| most = most.max(values[column]));
                    assert_eq!(found[at], most, "{radius} {x} {z}");
                }
            }
        }
    }
}
