//! For animation: the ground under a foot, and the triangles that a limb touches.

use super::Checker;
use super::facets::Facet;
use crate::geom::segment_to_triangle;
use crate::scene::Tag;

/// The ground under a place.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ground {
    /// Height in metres.
    pub height: f64,
    /// Rise per metre along x and along z.
    pub slope: [f64; 2],
}

impl Ground {
    /// Height of the sloped plane at an offset in plan.
    pub fn at(&self, x: f64, z: f64) -> f64 {
        self.height + self.slope[0] * x + self.slope[1] * z
    }
}

/// A triangle that a limb touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touched {
    /// Number of its object.
    pub object: u32,
    /// Whether a foot could stand on it.
    pub stands: bool,
    /// Rise per metre; infinite for an upright face.
    pub steepness: f64,
    /// Height of its highest corner in metres.
    pub top: f64,
}

impl Checker {
    /// The highest surface over a place in plan on which a foot may stand, no more than `up` above and `down` below the
    /// given height.
    ///
    /// ```
    /// use footpath::{Bake, Scene, World};
    /// let world = World::bake(&Scene::built_in("stairs").expect("built in"), &Bake::default())?;
    /// let start = world.place("start").expect("a place");
    /// let ground = world.checker().ground(start, 0.3, 0.3).expect("ground");
    /// assert!((ground.height - start[1]).abs() < 0.01);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ground(&self, at: [f64; 3], up: f64, down: f64) -> Option<Ground> {
        let origin = self.facets.origin;
        let [x, y, z] = std::array::from_fn(|i| at[i] - origin[i]);
        let mut best: Option<Ground> = None;
        self.facets.within([x, y - down, z], [x, y + up, z], |index| {
            let facet = &self.facets.all[index as usize];
            let (Some(height), Some(slope)) = (facet.height(x, z), facet.gradient) else { return };
            let within = height <= y + up && height >= y - down && best.is_none_or(|best| height > best.height);
            if within && self.is_footing(facet) && facet.nearest(x, z).0 <= 0.0 {
                best = Some(Ground { height, slope });
            }
        });
        best.map(|best| Ground { height: best.height + origin[1], ..best })
    }

    fn is_footing(&self, facet: &Facet) -> bool {
        facet.stands && self.tag_of(facet.object) == Tag::Walkable
    }

    /// Calls for every triangle that a ball of a radius touches on its straight way from one point to another.
    pub fn touched(&self, from: [f64; 3], to: [f64; 3], radius: f64, mut found: impl FnMut(Touched)) {
        let origin = self.facets.origin;
        let [a, b]: [[f64; 3]; 2] = [from, to].map(|point| std::array::from_fn(|i| point[i] - origin[i]));
        let low = std::array::from_fn(|i| a[i].min(b[i]) - radius);
        let high = std::array::from_fn(|i| a[i].max(b[i]) + radius);
        self.facets.within(low, high, |index| {
            let facet = &self.facets.all[index as usize];
            if segment_to_triangle(a, b, facet.corners) < radius {
                found(Touched {
                    object: facet.object,
                    stands: facet.stands,
                    steepness: facet.steepness(),
                    top: facet.high[1] + origin[1],
                });
            }
        });
    }
}
