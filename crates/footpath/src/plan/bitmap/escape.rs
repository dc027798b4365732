//! The way out of discs for a body inside them: cell by cell, outside everything drawn, by the shared search.

use super::bits::Bitmap;
use crate::search::{Fifo, Seen, Space, search};

/// Most cells that are expanded.
const FARTHEST: u64 = 2_000;

/// The cells from a start, outside `drawn`, to the nearest cell that is also outside `grown`.
pub(super) fn nearest_free(drawn: &Bitmap, grown: &Bitmap, start: [u32; 2]) -> Option<Vec<[u32; 2]>> {
    let (mut seen, columns) = (Seen::default(), drawn.columns());
    let start = start[1] * columns + start[0];
    let outcome = search(&mut Escape { drawn, grown }, &mut Fifo::default(), &mut seen, &[(start, 0)], FARTHEST);
    let path = seen.path(outcome.goal?);
    Some(path.into_iter().map(|(cell, _)| [cell % columns, cell / columns]).collect())
}

/// The cells outside everything drawn; goals are those outside the discs as well.
struct Escape<'a> {
    drawn: &'a Bitmap,
    grown: &'a Bitmap,
}

impl Space for Escape<'_> {
    fn moves(&mut self, node: u32, mut visit: impl FnMut(u32, u32, u8)) {
        let [x, z] = [node % self.drawn.columns(), node / self.drawn.columns()];
        for [x, z] in [[x + 1, z], [x, z + 1], [x.wrapping_sub(1), z], [x, z.wrapping_sub(1)]] {
            if x < self.drawn.columns() && z < self.drawn.rows() && !self.drawn.get([x, z]) {
                visit(z * self.drawn.columns() + x, 1, 0);
            }
        }
    }

    fn estimate(&self, _: u32) -> u32 {
        0
    }

    fn is_goal(&mut self, node: u32) -> bool {
        !self.grown.get([node % self.drawn.columns(), node / self.drawn.columns()])
    }

    fn len(&self) -> usize {
        self.drawn.columns() as usize * self.drawn.rows() as usize
    }
}
