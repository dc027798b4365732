//! Reasons that are kept: what keeps two sides of a ground apart holds for any start and goal of these sides.

use super::Apart;
use crate::reach::{Reach, RegionId};
use crate::world::{Stamp, World};
use std::sync::{Arc, Mutex, PoisonError};

/// Reasons that are kept for one body.
const CAPACITY: usize = 64;

/// A region and the regions that a query wanted to get to from there.
type Sides = (RegionId, Vec<RegionId>);

/// What keeps regions of one body apart, the latest first.
#[derive(Debug, Default)]
pub(super) struct Reasons {
    held: Mutex<Vec<(Stamp, Sides, Arc<Apart>)>>,
}

impl Reasons {
    /// The reasons that are kept for a reach.
    pub fn of(world: &World, reach: &Reach) -> Arc<Self> {
        world.kept(&reach.key(), Self::default)
    }

    /// What keeps two sides apart on a ground; found now if it is not known. `None` if it is not found.
    pub fn get(&self, ground: &Stamp, sides: Sides, find: impl FnOnce() -> Option<Apart>) -> Option<Arc<Apart>> {
        let held = || self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let known =
            held().iter().find(|(of, known, _)| of == ground && *known == sides).map(|(.., apart)| Arc::clone(apart));
        if known.is_some() {
            return known;
        }
        let apart = Arc::new(find()?);
        let mut held = held();
        held.retain(|(of, ..)| of.is_live());
        held.insert(0, (ground.clone(), sides, Arc::clone(&apart)));
        held.truncate(CAPACITY);
        Some(apart)
    }
}
