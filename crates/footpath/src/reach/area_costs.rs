//! Costs of areas: where walking costs more in one query, such as in a crowded place.
//!
//! In: areas, which are the sheets of tiles, with factors. Out: what walking there costs. They change from query to query at no
//! cost: derived data of the ground and of bodies does not depend on them (Deusdado et al. §5, "the cost function").

use crate::world::SheetId;
use std::collections::BTreeMap;

/// What plain ground costs; factors are counted in this part of it.
pub(crate) const PLAIN: u32 = 64;

/// Factors by which walking in areas costs more than it would.
///
/// ```
/// use footpath::plan::{AreaCosts, Query};
/// use footpath::{Bake, Body, Scene, World};
/// let world = World::bake(&Scene::built_in("house").expect("built in"), &Bake::default())?;
/// let place = |name| world.place(name).expect("a place");
/// let adult = Body::adult();
/// let mut query = Query::new(&adult, place("start"), place("goal"));
/// let alone = world.plan(&query).expect("a route");
///
/// // A crowd in the middle of the way.
/// let middle = world.locate(alone.points[alone.points.len() / 2], [0.3; 3]).expect("a floor");
/// query.areas.set(world.sheet_of(middle).expect("an area"), 5.0);
/// assert!(world.plan(&query).expect("a route").cost > alone.cost);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AreaCosts {
    factors: BTreeMap<SheetId, u32>,
}

impl AreaCosts {
    /// Makes walking in an area cost so many times what it would: from 1, which is as if it had not been set, to 1000. What
    /// is not a number is taken as 1.
    pub fn set(&mut self, area: SheetId, factor: f64) {
        let factor = if factor.is_nan() { 1.0 } else { factor.clamp(1.0, 1000.0) };
        let factor = (factor * f64::from(PLAIN)).round() as u32;
        if factor == PLAIN {
            self.factors.remove(&area);
        } else {
            self.factors.insert(area, factor);
        }
    }

    /// The factor of an area.
    pub fn get(&self, area: SheetId) -> f64 {
        f64::from(self.factor(area)) / f64::from(PLAIN)
    }

    /// Whether no area is dearer than it would be.
    pub fn is_empty(&self) -> bool {
        self.factors.is_empty()
    }

    /// The factor of an area in 1/64.
    pub(crate) fn factor(&self, area: SheetId) -> u32 {
        self.factors.get(&area).copied().unwrap_or(PLAIN)
    }
}
