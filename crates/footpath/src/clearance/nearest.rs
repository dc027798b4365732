//! The obstacle nearest to one floor, found by walks. Messages use it; searches do not.

use super::measure::{Limits, squared};
use super::walk::{Place, Stand, Step, Walk};
use crate::ground::{ColumnKey, TILE};
use crate::scene::ObjectId;

/// The nearest blocked column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nearest {
    /// The column; of equally near ones the first by row, then along it.
    pub column: ColumnKey,
    /// What stands there, of several things the lowest; `None` where the ground only ends.
    pub object: Option<ObjectId>,
    /// Squared distance to it in half cells.
    pub squared: u32,
}

/// What is nearest to a floor of the tile at the centre of a patch; `None` if nothing is as near as is measured.
pub(crate) fn nearest(walk: &Walk, limits: &Limits, floor: u32) -> Option<Nearest> {
    let centre = walk.patch.centre;
    let (part, held) = walk.patch.part(centre)?;
    if floor as usize >= held.tile.floors().len() {
        return None;
    }
    let [x, z] = held.tile.floor_index().column_of(floor as usize);
    let column = ColumnKey::new(centre.x * TILE + x, centre.z * TILE + z);
    let start = Place { column, stand: Stand::Floor { part, floor } };
    let mut search = Search { walk, limits, best: None };
    if walk.band.is_blocked_on(&held.tile, floor as usize) {
        search.offer(0, column, walk.band.on(&held.tile, floor as usize));
    }
    for direction in 0..4 {
        search.bend(start, 0, direction);
        let mut place = start;
        for columns in 1..=limits.columns {
            match walk.step(place, direction) {
                Step::On(next) => place = next,
                Step::Blocked(column, heights) => {
                    search.offer(squared(columns), column, heights);
                    break;
                }
                Step::Lost => break,
            }
            search.bend(place, columns, direction);
        }
    }
    search.best.map(|(_, found)| found)
}

struct Search<'a> {
    walk: &'a Walk<'a>,
    limits: &'a Limits,
    /// The nearest so far, and by what it is compared.
    best: Option<((u32, ColumnKey), Nearest)>,
}

impl Search<'_> {
    /// Walks from a place straight across the direction in which it was reached.
    fn bend(&mut self, from: Place, columns: u32, direction: usize) {
        for across in [(direction + 1) % 4, (direction + 3) % 4] {
            let Some((mut place, skipped)) = self.start(from, across) else { continue };
            for more in skipped + 1..=self.limits.columns {
                let away = squared(columns) + squared(more);
                if self.best.is_some_and(|((least, _), _)| away > least) {
                    break;
                }
                match self.walk.step(place, across) {
                    Step::On(next) => place = next,
                    Step::Blocked(column, heights) => {
                        self.offer(away, column, heights);
                        break;
                    }
                    Step::Lost => break,
                }
            }
        }
    }

    /// The place where a walk starts after a bend, and the number of columns that it skips.
    fn start(&self, from: Place, across: usize) -> Option<(Place, u32)> {
        let Stand::Air { part, floor, .. } = from.stand else { return Some((from, 0)) };
        let end = self.walk.end(part, floor, across, self.limits.columns)?;
        Some((self.walk.turn_in_air(from, across, end)?, end.columns))
    }

    fn offer(&mut self, away: u32, column: ColumnKey, heights: [i32; 2]) {
        let order = (away, column);
        if away < self.limits.most && self.best.is_none_or(|(held, _)| order < held) {
            let found = Nearest { column, object: self.object(column, heights), squared: away };
            self.best = Some((order, found));
        }
    }

    fn object(&self, column: ColumnKey, [low, high]: [i32; 2]) -> Option<ObjectId> {
        let (part, [x, z]) = self.walk.patch.find(column)?;
        let tile = &self.walk.patch.at(part)?.tile;
        let spans = &tile.spans()[tile.span_index().range(x, z)];
        let (low, high) = (low.saturating_sub(tile.base()), high.saturating_sub(tile.base()));
        let meets = |span: &&crate::ground::Span| i32::from(span.low) < high && i32::from(span.high) > low;
        spans.iter().find(meets).and_then(|span| tile.objects().get(usize::from(span.object)).copied())
    }
}
