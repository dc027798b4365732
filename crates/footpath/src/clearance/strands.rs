//! Strands: floors in a row on which the ground goes on, laid out flat, and the field from them.
//!
//! A strand is the part of such a row within one tile. Beyond each end the walk goes on into other tiles and through the
//! air, as far as anything there could still be the nearest.

use super::measure::{Limits, squared};
use super::patch::{FAR, Runs};
use super::transform::{INFINITE, along};
use super::walk::{End, Place, Stand, Step, Walk};
use crate::ground::{ColumnKey, NO_WAY, TILE};

/// Squared distances in half cells from the floors of the tile at the centre of a patch, which must have the runs of
/// that tile and of those straight around it.
pub(crate) fn measure(walk: &Walk, limits: &Limits) -> Box<[u32]> {
    let Some((_, part)) = walk.patch.part(walk.patch.centre) else { return Box::default() };
    let mut field = vec![limits.most; part.tile.floors().len()];
    if let Some(runs) = &part.runs {
        for axis in [0, 1] {
            Strands {
                walk,
                limits,
                axis,
                floors: Vec::new(),
                values: Vec::new(),
                beyond: Vec::new(),
                least: Vec::new(),
            }
            .measure(runs, &mut field);
        }
    }
    field.into()
}

/// All strands along one axis, one after the other.
struct Strands<'a> {
    walk: &'a Walk<'a>,
    limits: &'a Limits,
    /// 0 for x, 1 for z; it is also the direction in which strands are followed.
    axis: usize,
    floors: Vec<u32>,
    values: Vec<u32>,
    beyond: Vec<u32>,
    least: Vec<u32>,
}

impl Strands<'_> {
    fn measure(mut self, runs: &Runs, field: &mut [u32]) {
        let Some((number, part)) = self.walk.patch.part(self.walk.patch.centre) else { return };
        let (axis, centre) = (self.axis, self.walk.patch.centre);
        let place = |x: i32, z: i32, floor: u32| Place {
            column: ColumnKey::new(centre.x * TILE + x, centre.z * TILE + z),
            stand: Stand::Floor { part: number, floor },
        };
        for ([x, z], floors) in part.tile.floor_index().columns() {
            for first in floors {
                let mut at = [x, z];
                if at[axis] > 0 && part.ways.0[first][axis + 2] != NO_WAY {
                    continue;
                }
                let mut last = first as u32;
                self.floors.clear();
                self.floors.push(last);
                while at[axis] < TILE - 1 && part.ways.0[last as usize][axis] != NO_WAY {
                    last = part.ways.0[last as usize][axis];
                    at[axis] += 1;
                    self.floors.push(last);
                }
                self.lay_out(place(x, z, first as u32), place(at[0], at[1], last), runs);
                for (&floor, &least) in self.floors.iter().zip(&self.least) {
                    field[floor as usize] = field[floor as usize].min(least);
                }
            }
        }
    }

    /// Lays out one strand with what is beyond its ends, and finds the least distances of its floors.
    fn lay_out(&mut self, first: Place, last: Place, runs: &Runs) {
        let across = 1 - self.axis;
        let value = |floor: u32| far_squared(runs.along(across, floor as usize));
        let ends = [self.floors.first(), self.floors.last()].map(|floor| floor.map_or(INFINITE, |&floor| value(floor)));
        self.values.clear();
        self.look_beyond(first, self.axis + 2, ends[0]);
        self.values.extend(self.beyond.iter().rev());
        let before = self.values.len();
        self.values.extend(self.floors.iter().map(|&floor| value(floor)));
        self.look_beyond(last, self.axis, ends[1]);
        self.values.extend(&self.beyond);
        self.least.clear();
        self.least.resize(self.floors.len(), 0);
        along(&self.values, before, self.limits.most, &mut self.least);
    }

    /// For each column of a walk beyond the end of a strand, finds the squared distance across the axis to the nearest blocked column.
    /// The walk stops where a blocked column would be no nearer to the end than the nearest one so far.
    fn look_beyond(&mut self, end: Place, direction: usize, value: u32) {
        self.beyond.clear();
        let (mut place, mut columns) = (end, 0);
        let mut best = value.min(self.limits.most);
        // Over the ground of other tiles first, where runs are known.
        let Stand::Floor { part, floor } = end.stand else { return };
        let Some(mut line) = self.walk.line(part, floor, direction) else { return };
        while columns < self.limits.columns && squared(columns + 1) < best && line.advance() {
            columns += 1;
            let Some(runs) = &line.here.runs else { return };
            let value = far_squared(runs.along(1 - self.axis, line.floor as usize));
            self.beyond.push(value);
            best = best.min(value + squared(columns));
            place = line.place(end.column, columns);
        }
        let mut ends = None;
        while columns < self.limits.columns && squared(columns + 1) < best {
            columns += 1;
            match self.walk.step(place, direction) {
                Step::On(next) => place = next,
                Step::Blocked(..) => return self.beyond.push(0),
                Step::Lost => return,
            }
            let value = self.across(place, best - squared(columns), &mut ends);
            self.beyond.push(value);
            best = best.min(value + squared(columns));
        }
    }

    /// Squared distance across the axis from a place to the nearest blocked column, exact if it is below `room`. `ends` keeps the
    /// places where the ground beside a walk in the air ends: they are the same for all its columns.
    fn across(&self, place: Place, room: u32, ends: &mut Option<Ends>) -> u32 {
        let across = [1 - self.axis, 3 - self.axis];
        let (part, floor) = match place.stand {
            Stand::Floor { part, floor } => {
                *ends = None;
                let runs = self.walk.patch.at(part).and_then(|part| part.runs.as_ref());
                return runs.map_or(INFINITE, |runs| far_squared(runs.along(across[0], floor as usize)));
            }
            Stand::Air { part, floor, .. } => (part, floor),
        };
        let find = || across.map(|direction| self.walk.end(part, floor, direction, self.limits.columns));
        let ends = ends.get_or_insert_with(find);
        let mut least = INFINITE;
        for (direction, end) in across.into_iter().zip(*ends) {
            let Some(end) = end else { continue };
            let Some(place) = self.walk.turn_in_air(place, direction, end) else { continue };
            // Farther than this no blocked column would count.
            let most = columns_within(room.min(least)).min(self.limits.columns).saturating_sub(end.columns);
            if let Some(run) = self.walk.run(place, direction, most) {
                least = squared(end.columns + run);
            }
        }
        least
    }
}

/// Where the ground beside a walk in the air ends, both ways across.
type Ends = [Option<End>; 2];

/// The largest number of columns whose squared distance is below `room`.
fn columns_within(room: u32) -> u32 {
    // The largest n with `(2n − 1)² < room` is half of the integer root of `room − 1`, rounded up.
    room.saturating_sub(1).isqrt().div_ceil(2)
}

#[inline]
fn far_squared(run: u16) -> u32 {
    if run == FAR { INFINITE } else { squared(u32::from(run)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_below_a_squared_distance() {
        for room in 2..5000 {
            let columns = columns_within(room);
            assert!(squared(columns) < room && squared(columns + 1) >= room, "{room}: {columns}");
        }
    }
}
