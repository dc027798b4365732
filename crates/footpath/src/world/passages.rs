//! Waypoints of a world with the floors, and so the areas, that they join.

use super::{FloorId, World};
use crate::ground::{ColumnKey, DIRECTIONS, TileKey, Waypoint};

/// A waypoint with the floors at its middle. The area of a floor is its sheet ([`World::sheet_of`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The floor on the near side.
    pub from: FloorId,
    /// The floor on the far side.
    pub to: FloorId,
    /// Its measures.
    pub waypoint: Waypoint,
}

impl World {
    /// All passages between areas, for any body; their measures tell which bodies can use them. A passage over the rim of two
    /// tiles is listed twice, once from each side. A passage within a tile is listed once and leads both ways.
    ///
    /// ```
    /// use footpath::{Bake, Scene, World};
    /// let world = World::bake(&Scene::built_in("house").expect("a built-in scene"), &Bake::default())?;
    /// let doors = world.passages().filter(|passage| world.sheet_of(passage.from) != world.sheet_of(passage.to));
    /// assert_eq!(doors.count(), world.counts().waypoints);
    /// # Ok::<(), footpath::world::BakeError>(())
    /// ```
    pub fn passages(&self) -> impl Iterator<Item = Passage> + '_ {
        self.tiles().flat_map(|(key, _)| self.passages_of(key))
    }

    /// The passages of one tile: within it, and out of it.
    pub fn passages_of(&self, key: TileKey) -> impl Iterator<Item = Passage> + '_ {
        let tile = self.tile(key);
        tile.into_iter().flat_map(move |tile| {
            tile.waypoints().iter().filter_map(move |&waypoint| {
                let from = FloorId { tile: key, index: waypoint.floor };
                let at = self.column_of(from)?;
                let [dx, dz] = DIRECTIONS[usize::from(waypoint.direction)];
                let behind = ColumnKey::new(at.x + dx, at.z + dz);
                let to = self.floors_at(behind).nth(usize::from(waypoint.to))?;
                Some(Passage { from, to, waypoint })
            })
        })
    }
}
