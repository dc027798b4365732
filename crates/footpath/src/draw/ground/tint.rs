//! Colours of single floors, for results of a query that are sets of floors: a frontier, a border.

use crate::draw::Colour;
use crate::ground::TileKey;
use crate::plan::cells::Reached;
use crate::world::{FloorId, World};
use std::collections::BTreeMap;

/// Rings that a front is painted in: few enough to be seen one by one.
const RINGS: u32 = 24;
/// Rings that a legend names.
const NAMED: u32 = 6;

/// A border cell.
const BORDER: Colour = Colour::rgb(224, 172, 158);

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

    /// Border cells, in one colour that no route and no front has.
    pub fn border(floors: impl IntoIterator<Item = FloorId>) -> Self {
        Self::new(floors.into_iter().map(|floor| (floor, BORDER)), vec![(BORDER, "border".to_owned())])
    }

    /// This with another over it.
    pub fn under(mut self, over: Self) -> Self {
        for (key, colours) in over.tiles {
            let own = self.tiles.entry(key).or_default();
            own.resize(own.len().max(colours.len()), None);
            for (own, colour) in own.iter_mut().zip(colours) {
                *own = colour.or(*own);
            }
        }
        self.legend.extend(over.legend);
        self
    }

    /// The colour of a floor, if it has one.
    pub(super) fn colour(&self, tile: TileKey, floor: usize) -> Option<Colour> {
        self.tiles.get(&tile)?.get(floor).copied().flatten()
    }

    pub(super) fn legend(&self) -> &[(Colour, String)] {
        &self.legend
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_over_hides_what_is_under() {
        let floor = |index| FloorId { tile: TileKey { z: 0, x: 0 }, index };
        let (a, b) = (Colour::BLACK, Colour::WHITE);
        let under = Tint::new([(floor(0), a), (floor(1), a)], vec![(a, "a".to_owned())]);
        let over = Tint::new([(floor(1), b), (floor(3), b)], vec![(b, "b".to_owned())]);
        let both = under.under(over);
        let colours: Vec<_> = (0..5).map(|i| both.colour(TileKey { z: 0, x: 0 }, i)).collect();
        assert_eq!(colours, [Some(a), Some(b), None, Some(b), None]);
        assert_eq!(both.legend().len(), 2);
    }
}
