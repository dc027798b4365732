//! Walks: the columns that a straight walk over the ground meets, one after the other. It follows the definition in the head of
//! `clearance` rule by rule. The fast passes use it where the ground ends, and messages use it to name an obstacle.

use super::patch::{Part, Patch};
use crate::ground::{ColumnKey, DIRECTIONS, MAX_STEP, NO_WAY, SKY, TILE, Tile};

/// How clearance treats the end of the ground, such as a ledge, a gap or a step that is too high.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rim {
    /// The end of the ground does not block. Only solid spans block.
    #[default]
    Open,
    /// The first column beyond the end of the ground blocks like something solid.
    Blocked,
}

/// A range of heights above the floor in cm, and how the end of the ground counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Band {
    pub low: i32,
    pub high: i32,
    pub rim: Rim,
}

impl Band {
    /// Whether a span blocks the band above a floor in the floor's own column. Only spans above the floor's headroom count, because
    /// the floor's own span may rise above its centre.
    #[inline]
    pub fn is_blocked_on(&self, tile: &Tile, floor: usize) -> bool {
        let headroom = tile.floors()[floor].headroom;
        headroom != SKY && i32::from(headroom) < self.high && self.is_met(tile, floor)
    }

    fn is_met(&self, tile: &Tile, floor: usize) -> bool {
        // Where the headroom ends, something solid begins.
        if i32::from(tile.floors()[floor].headroom) > self.low {
            return true;
        }
        let ([low, high], [x, z]) = (self.on(tile, floor), tile.floor_index().column_of(floor));
        low < high && tile.is_blocked(x, z, low, high)
    }

    /// The band above a floor in cm from the local origin, without what its own span fills. That ends at least a
    /// centimetre below the headroom's end, where a plate without thickness may lie.
    pub fn on(&self, tile: &Tile, floor: usize) -> [i32; 2] {
        let height = tile.height(floor);
        let ceiling = tile.base().saturating_add(tile.floors()[floor].ceiling());
        [height.saturating_add(self.low).max(ceiling - 1), height.saturating_add(self.high)]
    }

    /// The band above a height.
    fn above(&self, height: i32) -> [i32; 2] {
        [height.saturating_add(self.low), height.saturating_add(self.high)]
    }
}

/// Where a walk is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub column: ColumnKey,
    pub stand: Stand,
}

/// The support of a walk: a floor, or the air.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stand {
    /// A floor of a part.
    Floor { part: usize, floor: u32 },
    /// The air, at the height of `floor`, which is the last floor of the walk. The walk ends after `left` more columns.
    Air { part: usize, floor: u32, left: u32 },
}

/// Where the ground ends in some direction from a floor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct End {
    /// Columns from the floor to the last on which the ground goes on.
    pub columns: u32,
    part: usize,
    floor: u32,
}

/// The result of moving a walk to the next column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The walk goes on.
    On(Place),
    /// The column is blocked between these heights.
    Blocked(ColumnKey, [i32; 2]),
    /// The walk ends in the air.
    Lost,
}

/// A way to walk over a patch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walk<'a> {
    pub patch: &'a Patch,
    pub band: Band,
    /// Columns that a walk goes on through the air.
    pub air: u32,
}

impl<'a> Walk<'a> {
    /// The next column in a direction.
    pub fn step(&self, from: Place, direction: usize) -> Step {
        let [dx, dz] = DIRECTIONS[direction];
        let column = ColumnKey::new(from.column.x + dx, from.column.z + dz);
        match from.stand {
            Stand::Air { part, floor, left } => self.fly(column, part, floor, left),
            Stand::Floor { part, floor } => {
                let Some(here) = self.patch.at(part) else { return Step::Lost };
                let way = here.ways.0[floor as usize][direction];
                if way != NO_WAY {
                    return self.patch.find(column).map_or(Step::Lost, |(part, _)| self.enter(column, part, way));
                }
                match self.band.rim {
                    Rim::Blocked => Step::Blocked(column, self.band.above(here.tile.height(floor as usize))),
                    Rim::Open => self.fly(column, part, floor, self.air),
                }
            }
        }
    }

    /// Onto a floor.
    fn enter(&self, column: ColumnKey, part: usize, floor: u32) -> Step {
        let Some(there) = self.patch.at(part) else { return Step::Lost };
        if self.band.is_blocked_on(&there.tile, floor as usize) {
            return Step::Blocked(column, self.band.on(&there.tile, floor as usize));
        }
        Step::On(Place { column, stand: Stand::Floor { part, floor } })
    }

    /// Through the air, or onto a floor at about the height of the last.
    fn fly(&self, column: ColumnKey, part: usize, floor: u32, left: u32) -> Step {
        let (Some(last), 1..) = (self.patch.at(part), left) else { return Step::Lost };
        let height = last.tile.height(floor as usize);
        let on = Step::On(Place { column, stand: Stand::Air { part, floor, left: left - 1 } });
        let Some((part, [x, z])) = self.patch.find(column) else { return on };
        let Some(there) = self.patch.at(part) else { return on };
        let apart = |floor: &usize| (there.tile.height(*floor) - height).abs();
        let floors = there.tile.floor_index().range(x, z);
        if let Some(floor) = floors.filter(|floor| apart(floor) <= MAX_STEP).min_by_key(apart) {
            return self.enter(column, part, floor as u32);
        }
        let [low, high] = self.band.above(height);
        if low < high && there.tile.is_blocked(x, z, low, high) { Step::Blocked(column, [low, high]) } else { on }
    }

    /// Columns to the nearest blocked one straight in a direction, if it is at most so many away.
    pub fn run(&self, from: Place, direction: usize, most: u32) -> Option<u32> {
        let (mut place, mut columns) = (from, 0);
        // Over the ground as far as it goes, then step by step.
        if let Stand::Floor { part, floor } = from.stand {
            let mut line = self.line(part, floor, direction)?;
            while columns < most && line.advance() {
                columns += 1;
                if self.band.is_blocked_on(&line.here.tile, line.floor as usize) {
                    return Some(columns);
                }
            }
            place = line.place(from.column, columns);
        }
        while columns < most {
            columns += 1;
            match self.step(place, direction) {
                Step::On(next) => place = next,
                Step::Blocked(..) => return Some(columns),
                Step::Lost => return None,
            }
        }
        None
    }

    /// The ground in a direction from a floor.
    pub fn line(&self, part: usize, floor: u32, direction: usize) -> Option<Line<'a>> {
        let here = self.patch.at(part)?;
        let along = here.tile.floor_index().column_of(floor as usize)[direction % 2];
        Some(Line { patch: self.patch, direction, here, part, floor, along })
    }

    /// Where the ground ends in a direction from a floor; `None` if it goes on for so many columns.
    pub fn end(&self, part: usize, floor: u32, direction: usize, most: u32) -> Option<End> {
        let mut line = self.line(part, floor, direction)?;
        let columns = (0..most).find(|_| !line.advance())?;
        Some(End { columns, part: line.part, floor: line.floor })
    }

    /// Turns a walk in the air to `direction`. The walk continues at `end`, where the ground in that direction ends.
    pub fn turn_in_air(&self, from: Place, direction: usize, end: End) -> Option<Place> {
        let Stand::Air { left, .. } = from.stand else { return None };
        let ([dx, dz], by) = (DIRECTIONS[direction], end.columns as i32);
        let column = ColumnKey::new(from.column.x + dx * by, from.column.z + dz * by);
        Some(Place { column, stand: Stand::Air { part: end.part, floor: end.floor, left } })
    }
}

/// Floors in a row on which the ground goes on, from one to the next.
#[derive(Debug)]
pub(crate) struct Line<'a> {
    patch: &'a Patch,
    direction: usize,
    pub here: &'a Part,
    pub part: usize,
    pub floor: u32,
    /// The floor's column along the axis, in its tile.
    along: i32,
}

impl Line<'_> {
    /// To the next floor; false where the ground or the patch ends.
    #[inline]
    pub fn advance(&mut self) -> bool {
        let way = self.here.ways.0[self.floor as usize][self.direction];
        if way == NO_WAY {
            return false;
        }
        let next = self.along + if self.direction < 2 { 1 } else { -1 };
        if !(0..TILE).contains(&next) {
            let beside = self.patch.beside(self.part, self.direction);
            let Some((part, here)) = beside.and_then(|part| Some((part, self.patch.at(part)?))) else { return false };
            (self.part, self.here) = (part, here);
        }
        (self.along, self.floor) = (next.rem_euclid(TILE), way);
        true
    }

    /// The place of the line, `columns` columns away from its first column `from`.
    pub fn place(&self, from: ColumnKey, columns: u32) -> Place {
        let ([dx, dz], by) = (DIRECTIONS[self.direction], columns as i32);
        let column = ColumnKey::new(from.x + dx * by, from.z + dz * by);
        Place { column, stand: Stand::Floor { part: self.part, floor: self.floor } }
    }
}
