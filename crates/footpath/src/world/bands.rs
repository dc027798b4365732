//! A height range above one sheet as a plan: which columns are free and which are blocked, including holes and rims of the sheet.
//!
//! A knee-high box leaves no floor of the ground in its columns, but arms pass above it. A sheet is therefore continued into
//! holes at the height of its nearest floor, out to 1 m, and obstacles are looked up at that height. Derived on request.

use super::World;
use super::view::SheetId;
use crate::geom::cm_of;
use crate::ground::{ColumnKey, Tile, Window};

/// How far a sheet is continued beyond its floors, in metres.
const REACH: f64 = 1.0;

/// State of one column of a band.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BandCell {
    /// The nearest floor of the sheet is more than 1 m away.
    Outside,
    /// No obstacle.
    Free,
    /// An obstacle.
    Blocked,
}

/// A band over the columns of a sheet's tile and the 1 m around it.
#[derive(Clone, Debug)]
pub struct BandPlan {
    /// The columns.
    pub window: Window,
    cells: Vec<BandCell>,
    heights: Vec<Option<i32>>,
}

impl BandPlan {
    fn number(&self, column: ColumnKey) -> Option<usize> {
        let at = |column: ColumnKey| {
            (column.z - self.window.z0) as usize * self.window.width as usize + (column.x - self.window.x0) as usize
        };
        self.window.contains(column).then(|| at(column))
    }

    /// The state of a column.
    pub fn at(&self, column: ColumnKey) -> BandCell {
        self.number(column).map_or(BandCell::Outside, |at| self.cells[at])
    }

    /// Height of the sheet at a column, in cm from the local origin: that of its floor there, or of the nearest floor.
    pub fn height(&self, column: ColumnKey) -> Option<i32> {
        self.heights[self.number(column)?]
    }
}

impl World {
    /// The obstacles between two heights above a sheet, in metres; `None` if the sheet does not exist.
    ///
    /// The sheet is continued into its holes and beyond its rim at the height of its nearest floor, out to 1 m. A knee-high box
    /// therefore blocks the legs but not the torso.
    pub fn band(&self, sheet: SheetId, low: f64, high: f64) -> Option<BandPlan> {
        let tile = self.tile(sheet.tile)?;
        if sheet.sheet >= tile.sheet_count() {
            return None;
        }
        let reach = (REACH / self.grid.cell_size()).floor() as i32;
        let window = Window::of_tile(sheet.tile).grown(reach);
        let own = own_floors(tile, sheet.sheet, &window, reach);
        let nearest = nearest(&own, &window, reach);
        let (low, high) = (cm_of(low), cm_of(high));
        let mut plan = BandPlan { window, cells: Vec::new(), heights: Vec::new() };
        for (at, found) in nearest.into_iter().enumerate() {
            let width = window.width as usize;
            let column = ColumnKey::new(window.x0 + (at % width) as i32, window.z0 + (at / width) as i32);
            let height = found.map(|floor| tile.height(floor));
            plan.heights.push(height);
            plan.cells.push(match (own[at], height) {
                (_, None) => BandCell::Outside,
                (Some(floor), Some(height)) => {
                    // The floor's own span may rise above its centre. Everything above the headroom counts, even a plate without
                    // thickness.
                    let ceiling = tile.base() + tile.floors()[floor].ceiling();
                    self.cell_of(column, height.saturating_add(low).max(ceiling - 1), height.saturating_add(high))
                }
                (None, Some(height)) => self.cell_of(column, height.saturating_add(low), height.saturating_add(high)),
            });
        }
        Some(plan)
    }

    fn cell_of(&self, column: ColumnKey, low: i32, high: i32) -> BandCell {
        let [x, z] = column.in_tile();
        let blocked = low < high && self.tile(column.tile()).is_some_and(|tile| tile.is_blocked(x, z, low, high));
        if blocked { BandCell::Blocked } else { BandCell::Free }
    }
}

/// The sheet's floor in each column of the window.
fn own_floors(tile: &Tile, sheet: u16, window: &Window, reach: i32) -> Vec<Option<usize>> {
    let mut own = vec![None; window.len()];
    for ([x, z], floors) in tile.floor_index().columns() {
        let at = ((z + reach) * window.width + x + reach) as usize;
        own[at] = floors.into_iter().find(|&floor| tile.sheet(floor) == sheet);
    }
    own
}

/// The floor nearest to each column in plan, within reach. Of equally near floors, the first by row, then along the row.
fn nearest(own: &[Option<usize>], window: &Window, reach: i32) -> Vec<Option<usize>> {
    let (width, depth) = (window.width, window.depth);
    let at = |x: i32, z: i32| (z * width + x) as usize;
    // Per row, the nearest floor to the left (or in this column) and to the right.
    let mut beside: Vec<[Option<i32>; 2]> = vec![[None, None]; own.len()];
    for z in 0..depth {
        let mut last = None;
        for x in 0..width {
            last = if own[at(x, z)].is_some() { Some(x) } else { last };
            beside[at(x, z)][0] = last;
        }
        let mut last = None;
        for x in (0..width).rev() {
            last = if own[at(x, z)].is_some() { Some(x) } else { last };
            beside[at(x, z)][1] = last;
        }
    }
    let mut found = Vec::with_capacity(own.len());
    for z in 0..depth {
        for x in 0..width {
            let rows = (z - reach).max(0)..=(z + reach).min(depth - 1);
            let candidates =
                rows.flat_map(|row| beside[at(x, row)].into_iter().flatten().map(move |column| (column, row)));
            let distance = |&(column, row): &(i32, i32)| ((column - x).pow(2) + (row - z).pow(2), row, column);
            let best = candidates.min_by_key(distance).filter(|near| distance(near).0 <= reach * reach);
            found.push(best.and_then(|(column, row)| own[at(column, row)]));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scene;
    use crate::world::{Bake, Obstacle};

    #[test]
    fn a_knee_high_box_blocks_the_legs_and_not_the_torso() {
        let (corners, faces) =
            ([[0.0, 0.0, 0.0], [0.0, 0.0, 4.0], [4.0, 0.0, 4.0], [4.0, 0.0, 0.0]], [0_u32, 1, 2, 0, 2, 3]);
        let scene = Scene::builder().object("floor", &corners, &faces, None).build();
        let mut world = World::bake(&scene, &Bake::default()).expect("a floor");
        world.add(&Obstacle::block([1.5, 0.0, 1.5], [2.5, 0.5, 2.5])).expect("a box");
        let floor = world.locate([0.5, 0.0, 0.5], [0.1, 0.1, 0.1]).expect("on the floor");
        let sheet = world.sheet_of(floor).expect("a sheet");
        let inside = world.column_at([2.0, 0.0, 2.0]);
        let legs = world.band(sheet, 0.3, 0.9).expect("a sheet");
        let torso = world.band(sheet, 0.9, 1.8).expect("a sheet");
        assert_eq!(legs.at(inside), BandCell::Blocked);
        assert_eq!(torso.at(inside), BandCell::Free);
        assert_eq!(torso.height(inside), Some(0));
        assert_eq!(legs.at(world.column_at([0.7, 0.0, 0.7])), BandCell::Free);
        assert_eq!(torso.at(world.column_at([5.5, 0.0, 2.0])), BandCell::Outside);
    }

    #[test]
    fn a_table_top_without_thickness_is_in_the_way() {
        let plate = |size: f64, y: f64| [[0.0, y, 0.0], [0.0, y, size], [size, y, size], [size, y, 0.0]];
        let faces = [0_u32, 1, 2, 0, 2, 3];
        let scene = Scene::builder().object("floor", &plate(4.0, 0.0), &faces, None);
        let scene = scene.object("table", &plate(2.0, 0.7), &faces, None).build();
        let world = World::bake(&scene, &Bake::default()).expect("a table");
        let floor = world.locate([1.05, 0.0, 1.05], [0.01; 3]).expect("under the table");
        let sheet = world.sheet_of(floor).expect("a sheet");
        let at = |low: f64, high: f64| world.band(sheet, low, high).expect("a sheet").at(ColumnKey::new(10, 10));
        assert_eq!(at(0.3, 1.8), BandCell::Blocked);
        assert_eq!([at(0.3, 0.7), at(0.7, 1.8)], [BandCell::Free; 2]);
    }
}
