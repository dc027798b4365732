//! Finds the floor nearest to a position, in rings of columns around it.

use super::{FloorId, World};
use crate::ground::ColumnKey;

impl World {
    /// The floor nearest to a position within a box of these half extents around it.
    ///
    /// The distance is measured to the floor's cell. For a floor under the position it is the difference in height.
    ///
    /// ```
    /// use footpath::{Bake, Scene, World};
    /// let world = World::bake(&Scene::built_in("house").expect("built in"), &Bake::default())?;
    /// let hall = world.place("hall").expect("a place of the house");
    /// let floor = world.locate(hall, [0.2, 0.2, 0.2]).expect("a floor");
    /// assert_eq!(world.position(floor).map(|[_, y, _]| y), Some(0.0));
    /// // A kilometre up there is none within reach, and that is an answer.
    /// assert_eq!(world.locate([hall[0], 1000.0, hall[2]], [1.0, 2.0, 1.0]), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn locate(&self, position: [f64; 3], half_extents: [f64; 3]) -> Option<FloorId> {
        self.locate_where(position, half_extents, |_| true)
    }

    /// The nearest floor among those that `wanted` accepts; see [`World::locate`].
    pub fn locate_where(
        &self,
        position: [f64; 3],
        half_extents: [f64; 3],
        mut wanted: impl FnMut(FloorId) -> bool,
    ) -> Option<FloorId> {
        if !position.iter().chain(&half_extents).all(|c| c.is_finite()) {
            return None;
        }
        let corner = |sign: f64| {
            self.column_at([position[0] + sign * half_extents[0], 0.0, position[2] + sign * half_extents[2]])
        };
        // Limited to the world, since a box may reach farther than columns are numbered.
        let (low, high, there) = (corner(-1.0), corner(1.0), self.tiles.reach()?);
        let (x0, z0) = (low.x.max(there.x0), low.z.max(there.z0));
        let (x1, z1) = (high.x.min(there.x0 + there.width - 1), high.z.min(there.z0 + there.depth - 1));
        if x0 > x1 || z0 > z1 {
            return None;
        }
        let size = self.grid.cell_size();
        let distance = |id: FloorId| {
            let at = self.position(id)?;
            let apart = [0, 1, 2].map(|i| (at[i] - position[i]).abs());
            // Within the floor's own cell the distance in plan is zero.
            let plan = [apart[0], apart[2]].map(|d| (d - size / 2.0).max(0.0));
            let inside = apart[1] <= half_extents[1] && plan[0] <= half_extents[0] && plan[1] <= half_extents[2];
            inside.then_some(plan[0] * plan[0] + plan[1] * plan[1] + apart[1] * apart[1])
        };
        let own = self.column_at(position);
        // On a border between columns both are equally near; the column that contains the position is preferred.
        let elsewhere = |id: FloorId| self.column_of(id) != Some(own);
        let order = |a: &(f64, FloorId), b: &(f64, FloorId)| {
            a.0.total_cmp(&b.0).then_with(|| elsewhere(a.1).cmp(&elsewhere(b.1))).then(a.1.cmp(&b.1))
        };
        let mut best: Option<(f64, FloorId)> = None;
        for (ring, columns) in rings(own, [x0, z0], [x1, z1]) {
            // All remaining columns are at least one ring away, less a margin for rounding.
            let apart = (ring - 1) as f64 * size - 1e-6;
            if best.is_some_and(|(least, _)| apart > 0.0 && apart * apart > least) {
                break;
            }
            for found in columns.flat_map(|column| self.floors_at(column)).filter_map(|id| Some((distance(id)?, id))) {
                if best.is_none_or(|best| order(&found, &best).is_lt()) && wanted(found.1) {
                    best = Some(found);
                }
            }
        }
        best.map(|(_, id)| id)
    }
}

/// The columns of a box in rings around a column, nearest first. The column need not lie in the box.
fn rings(
    own: ColumnKey,
    [x0, z0]: [i32; 2],
    [x1, z1]: [i32; 2],
) -> impl Iterator<Item = (i64, impl Iterator<Item = ColumnKey>)> {
    let [x, z] = [own.x, own.z].map(i64::from);
    let [x0, z0, x1, z1] = [x0, z0, x1, z1].map(i64::from);
    let first = (x0 - x).max(x - x1).max(z0 - z).max(z - z1).max(0);
    let last = (x - x0).max(x1 - x).max(z - z0).max(z1 - z);
    (first..=last).map(move |ring| {
        let rows = (z - ring).max(z0)..=(z + ring).min(z1);
        let columns = rows.flat_map(move |row| {
            let whole = (row - z).abs() == ring;
            // A row between the first and the last contributes only its two ends.
            let step = if whole { 1 } else { (2 * ring).max(1) };
            let [from, to] = if whole { [(x - ring).max(x0), (x + ring).min(x1)] } else { [x - ring, x + ring] };
            (from..=to).step_by(step as usize).filter(move |x| (x0..=x1).contains(x)).map(move |x| (x, row))
        });
        (ring, columns.map(|(x, z)| ColumnKey::new(x as i32, z as i32)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bake, Scene};

    #[test]
    fn locating_far_away_or_in_a_huge_box_is_no_accident() {
        let (corners, faces) =
            ([[0.0, 0.0, 0.0], [0.0, 0.0, 4.0], [4.0, 0.0, 4.0], [4.0, 0.0, 0.0]], [0_u32, 1, 2, 0, 2, 3]);
        let scene = Scene::builder().object("floor", &corners, &faces, None).build();
        let world = World::bake(&scene, &Bake::default()).expect("a floor");
        assert!(world.locate([1.0, 0.0, 1.0], [1e9, 1.0, 1e9]).is_some());
        assert_eq!(world.locate([1e12, 0.0, 1.0], [1.0; 3]), None);
        let nearest = world.locate([-3.0, 0.0, 1.05], [5.0, 1.0, 1.0]).expect("within reach");
        assert_eq!(world.column_of(nearest), Some(ColumnKey::new(0, 10)));
    }

    #[test]
    fn rings_hold_every_column_of_a_box_once_and_in_order() {
        for (own, low, high) in [([2, 3], [0, 0], [6, 4]), ([-3, 9], [0, 0], [6, 4]), ([40, -2], [-1, -1], [1, 5])] {
            let mut met = Vec::new();
            for (ring, columns) in rings(ColumnKey::new(own[0], own[1]), low, high) {
                for column in columns {
                    assert_eq!(i64::from((column.x - own[0]).abs().max((column.z - own[1]).abs())), ring);
                    met.push(column);
                }
            }
            met.sort();
            let all = (low[1]..=high[1]).flat_map(|z| (low[0]..=high[0]).map(move |x| ColumnKey::new(x, z)));
            assert_eq!(met, all.collect::<Vec<_>>());
        }
    }
}
