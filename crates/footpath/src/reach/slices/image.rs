//! Binary images of slices: which columns are accessible (Deusdado et al. Fig. 3).

use super::{Levels, NOWHERE};
use crate::reach::column_in;
use crate::world::{FloorId, Slice};

impl Levels {
    /// The binary image of a slice: a bit per column of the world, set where the slice has an accessible floor. Empty for a
    /// slice that is not there.
    ///
    /// ```
    /// use footpath::{Bake, Body, Scene, World};
    /// let world = World::bake(&Scene::built_in("car_park").expect("built in"), &Bake::default())?;
    /// let levels = world.levels(&Body::adult());
    /// let ground = levels.image(0);
    /// assert_eq!(ground.count(), levels.slices()[0].floors);
    /// assert!(ground.is_set(world.column_at(world.place("start").expect("a place"))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn image(&self, slice: usize) -> Slice {
        let columns = self.tiles.iter().flat_map(|part| {
            let all = part.columns.iter().zip(&part.areas).filter(|&(_, &area)| area != NOWHERE);
            let own = all.filter(|&(_, &area)| self.areas[area as usize].slice == slice);
            own.map(|(&column, _)| column_in(part.key, column))
        });
        Slice::of(self.window, columns)
    }

    /// Accessible floors of a slice with their areas, tile by tile.
    pub fn floors_in(&self, slice: usize) -> impl Iterator<Item = (FloorId, usize)> + '_ {
        self.tiles.iter().flat_map(move |part| {
            let all = (0..).zip(&part.areas).filter(|&(_, &area)| area != NOWHERE);
            let own = all.filter(move |&(_, &area)| self.areas[area as usize].slice == slice);
            own.map(|(index, &area)| (FloorId { tile: part.key, index }, area as usize))
        })
    }
}
