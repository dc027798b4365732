//! A guess whether a scene is in other units than metres, from how high things are. Only ever a hint to a person.

use super::Scene;
use crate::geom::VERTEX_PER_METRE;

/// Metres from which a scene is too high to be believed without a look at its objects.
const HIGH: f64 = 87.0;
/// Scenes so much wider than high are terrain or a city, whatever their height.
const FLAT: f64 = 12.0;
/// From so many objects on, the one of middle height tells furniture and walls from landmarks.
const MANY: usize = 10;
/// No scene in metres has a middle object as high as this.
const HIGH_OBJECT: f64 = 12.0;

/// Units that a scene may be in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnitHint {
    /// Name of the unit: `inches`, `centimetres` or `millimetres`.
    pub unit: &'static str,
    /// Metres per unit: the scale to try, or to multiply the scale with that the scene was read with.
    pub scale: f64,
    /// Height of the scene as it was read, in metres.
    pub height: f64,
}

impl Scene {
    /// Whether the size of the scene suggests other units than metres.
    ///
    /// Plan sizes say little (a town of 2 km is fine), heights more: flagged is what is higher than 87 m, not flat like
    /// a landscape, and has no objects of everyday height. Up to 220 m it may be in inches (in centimetres a room
    /// would be too low), above in centimetres, above 3 km or with objects of 400 m in millimetres.
    pub fn unit_hint(&self) -> Option<UnitHint> {
        let [low, high] = self.bounds()?;
        let [width, height, depth] = std::array::from_fn(|axis| high[axis] - low[axis]);
        if height < HIGH || width.max(depth) > FLAT * height {
            return None;
        }
        let middle = self.middle_object_height();
        if middle.is_some_and(|middle| middle < HIGH_OBJECT) {
            return None;
        }
        let (unit, metres) = if height > 3000.0 || middle.is_some_and(|middle| middle > 400.0) {
            ("millimetres", 0.001)
        } else if height >= 220.0 {
            ("centimetres", 0.01)
        } else {
            ("inches", 0.0254)
        };
        Some(UnitHint { unit, scale: metres, height })
    }

    /// Height of the object of middle height, in metres; flat ones do not count. `None` if there are few objects.
    fn middle_object_height(&self) -> Option<f64> {
        let mut ranges = vec![(i32::MAX, i32::MIN); self.objects().len()];
        for triangle in self.triangles() {
            if let Some((low, high)) = ranges.get_mut(triangle.object.0 as usize) {
                for corner in self.corners(triangle) {
                    *low = (*low).min(corner[1]);
                    *high = (*high).max(corner[1]);
                }
            }
        }
        let heights = ranges.into_iter().map(|(low, high)| i64::from(high) - i64::from(low));
        let mut heights: Vec<i64> = heights.filter(|&height| height > 0).collect();
        if heights.len() < MANY {
            return None;
        }
        let half = heights.len() / 2;
        Some(*heights.select_nth_unstable(half).1 as f64 / f64::from(VERTEX_PER_METRE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walls of a size, one object each.
    fn walls(count: usize, length: f64, height: f64) -> Scene {
        let mut builder = Scene::builder();
        for i in 0..count {
            let z = i as f64 / count as f64 * length;
            let corners = [[0.0, 0.0, z], [length, 0.0, z], [length, height, z]];
            builder = builder.object(format!("wall {i}"), &corners, &[0u32, 1, 2], None);
        }
        builder.build()
    }

    #[test]
    fn houses_in_other_units_are_noticed() {
        let unit = |length: f64, height: f64, count| walls(count, length, height).unit_hint().map(|hint| hint.unit);
        for count in [1, 30] {
            assert_eq!(unit(12.0, 2.8, count), None);
            assert_eq!(unit(1200.0, 280.0, count), Some("centimetres"));
            assert_eq!(unit(470.0, 110.0, count), Some("inches"));
            assert_eq!(unit(12000.0, 2800.0, 30), Some("millimetres"));
        }
        let hint = walls(1, 1200.0, 280.0).unit_hint().unwrap();
        assert_eq!((hint.scale, hint.height), (0.01, 280.0));
    }

    #[test]
    fn landscapes_and_towers_with_furniture_are_not() {
        assert_eq!(walls(1, 5000.0, 300.0).unit_hint(), None);
        let mut builder =
            Scene::builder().object("shaft", &[[0.0; 3], [9.0, 0.0, 0.0], [9.0, 300.0, 0.0]], &[0u32, 1, 2], None);
        for i in 0..20 {
            let y = f64::from(i) * 3.0;
            builder = builder.object("desk", &[[0.0, y, 0.0], [1.0, y, 0.0], [1.0, y + 0.7, 0.0]], &[0u32, 1, 2], None);
        }
        assert_eq!(builder.build().unit_hint(), None);
    }
}
