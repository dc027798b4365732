//! Reasons that are kept: what keeps two sides of a ground apart holds for any start and goal of these sides.

use super::Apart;
use crate::reach::{Reach, RegionId};
use crate::world::{Bytes, World};
use std::sync::Arc;

/// A region and the regions that a query wanted to get to from there.
pub(super) type Sides = (RegionId, Vec<RegionId>);

/// What keeps two sides of a ground apart; found now if it is not known. `None` if it is not found.
pub(super) fn reason(
    world: &World,
    reach: &Reach,
    sides: Sides,
    find: impl FnOnce() -> Option<Apart>,
) -> Option<Arc<Apart>> {
    let key = (reach.key(), sides);
    if let Some(known) = world.find_on_ground(&key) {
        return Some(known);
    }
    let found = find()?;
    Some(world.derived_on_ground(&key, || found))
}

impl Bytes for Apart {
    fn bytes(&self) -> usize {
        match self {
            Self::By(findings) => findings.iter().map(Bytes::bytes).sum(),
            Self::Far(_) => 0,
        }
    }
}
