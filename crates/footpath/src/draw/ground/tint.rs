//! Colours of single floors, for what a query finds: a front, and whatever else is a set of floors.

use crate::draw::Colour;
use crate::ground::TileKey;
use crate::plan::cells::Reached;
use crate::world::{FloorId, World};
use std::collections::BTreeMap;

/// Rings that a front is painted in: few enough to be seen one by one.
const RINGS: u32 = 24;
/// Rings that a legend names.
const NAMED: u32 = 6;

/// Colours of some floors and what they mean.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tint {
    /// Colours by index of the floor, as far as any has one.
    tiles: BTreeMap<TileKey, Vec<Option<Colour>>>,
    legend: Vec<(Colour, String)>,
}

impl Tint {
    /// Colours of any floors, with a legend to them.
    pub fn new(floors: impl IntoIterator<Item = (FloorId, Colour)>, legend: Vec<(Colour, String)>) -> Self {
        let mut tiles: BTreeMap<TileKey, Vec<Option<Colour>>> = BTreeMap::new();
        for (id, colour) in floors {
            let (colours, index) = (tiles.entry(id.tile).or_default(), id.index as usize);
            if colours.len() <= index {
                colours.resize(index + 1, None);
            }
            colours[index] = Some(colour);
        }
        Self { tiles, legend }
    }

    /// A front as rings of cost, dark at the start.
    pub fn front(world: &World, front: &Reached) -> Self {
        let most = front.floors.last().map_or(0, |last| last.cost);
        // In 64 bits, since costs may be large; the last ring has the dearest floor too.
        let ring = |cost: u32| (u64::from(cost) * u64::from(RINGS) / (u64::from(most) + 1)) as u32;
        let colour = |ring: u32| Colour::ramp(0.12 + 0.88 * f64::from(ring) / f64::from(RINGS - 1));
        let metres = |ring: u32| front.farthest(world) * f64::from(ring) / f64::from(RINGS);
        let named = (0..NAMED).map(|i| i * RINGS / NAMED);
        let legend = named.map(|ring| (colour(ring), format!("front, from {:.1} m", metres(ring)))).collect();
        Self::new(front.floors.iter().map(|reached| (reached.floor, colour(ring(reached.cost)))), legend)
    }

    /// The colour of a floor, if it has one.
    pub(super) fn colour(&self, tile: TileKey, floor: usize) -> Option<Colour> {
        self.tiles.get(&tile)?.get(floor).copied().flatten()
    }

    pub(super) fn legend(&self) -> &[(Colour, String)] {
        &self.legend
    }
}
