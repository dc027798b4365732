//! Adding and removing obstacles: only the columns under an obstacle are rebuilt, from the faces that touch them.
//!
//! Faces of the scene and of obstacles are kept apart. Promised: whatever the order of edits, the bytes of a tile are those of a
//! fresh bake with the present obstacles.

use super::error::{BakeError, EditError};
use super::obstacle::{MAX_COLUMNS, Obstacle, ObstacleId, Placed};
use super::{Tiles, World};
use crate::geom::{VERTEX_PER_METRE, Vertex};
use crate::ground::build::{Builder, Overfull};
use crate::ground::{Face, Grid, Tile, TileKey, Window, link_across, waypoints_over_rim};
use crate::scene::{ObjectId, Tag};
use std::sync::Arc;

impl World {
    /// Adds an obstacle. Clones of the world that were made earlier do not contain it.
    ///
    /// The top of a plain obstacle is a floor like any other; [`Obstacle::object`] gives it the tag of a scene's object. The cost
    /// grows with the columns under the obstacle and with the tiles that contain them, not with the world.
    ///
    /// ```
    /// use footpath::world::Obstacle;
    /// use footpath::{Bake, Scene, World};
    /// let plate = [[0.0, 0.0, 0.0], [0.0, 0.0, 8.0], [8.0, 0.0, 8.0], [8.0, 0.0, 0.0]];
    /// let scene = Scene::builder().object("plate", &plate, &[0u32, 1, 2, 0, 2, 3], None).build();
    /// let mut world = World::bake(&scene, &Bake::default())?;
    /// let (reader, empty) = (world.clone(), world.hash());
    ///
    /// let id = world.add(&Obstacle::block([3.0, 0.0, 3.0], [4.0, 0.5, 4.0]))?;
    /// let on_top = world.locate([3.5, 0.5, 3.5], [0.1; 3]).expect("the top of the box");
    /// assert_eq!(world.position(on_top).map(|[_, y, _]| y), Some(0.5));
    /// assert_eq!(reader.hash(), empty);
    ///
    /// world.remove(id)?;
    /// assert_eq!(world.hash(), empty);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add(&mut self, obstacle: &Obstacle) -> Result<ObstacleId, EditError> {
        let object = self.obstacle_object(obstacle)?;
        let (faces, report) = obstacle.faces(self.origin, object);
        let unusable = report.not_finite + report.out_of_range;
        if unusable > 0 {
            return Err(EditError::Unusable { dropped: unusable });
        }
        let placed = Placed::new(faces, &self.grid).ok_or(EditError::NothingUsable { dropped: report.dropped() })?;
        if placed.is_too_large() {
            return Err(EditError::TooLarge { columns: placed.window.len(), most: MAX_COLUMNS });
        }
        self.check_loaded(&placed.window)?;
        let id = ObstacleId(self.next_obstacle);
        self.place_obstacle(id, Arc::new(placed))?;
        self.next_obstacle += 1;
        Ok(id)
    }

    /// Removes an obstacle.
    pub fn remove(&mut self, id: ObstacleId) -> Result<(), EditError> {
        let placed = self.obstacles.get(&id).cloned().ok_or(EditError::Unknown { id })?;
        self.check_loaded(&placed.window)?;
        let mut tiles = self.tiles.clone();
        for key in placed.window.tiles() {
            tiles.slot_mut(key).obstacles.retain(|other| !Arc::ptr_eq(other, &placed));
        }
        self.rebuild(&mut tiles, &placed.window)?;
        self.tiles = tiles;
        Arc::make_mut(&mut self.obstacles).remove(&id);
        Ok(())
    }

    /// Lowest and highest corner of an obstacle in metres. They identify obstacles of a loaded world.
    pub fn obstacle_box(&self, id: ObstacleId) -> Option<[[f64; 3]; 2]> {
        let mut boxes = self.obstacles.get(&id)?.faces.iter().map(Face::bounds);
        let first = boxes.next()?;
        let [low, high] = boxes.fold(first, |[low, high], [l, h]| {
            [std::array::from_fn(|i| low[i].min(l[i])), std::array::from_fn(|i| high[i].max(h[i]))]
        });
        let metres = |corner: Vertex| {
            std::array::from_fn(|i| self.origin[i] + f64::from(corner[i]) / f64::from(VERTEX_PER_METRE))
        };
        Some([metres(low), metres(high)])
    }

    /// The present obstacles, in the order in which they were added. A loaded world gives them new ids.
    pub fn obstacles(&self) -> impl Iterator<Item = ObstacleId> {
        self.obstacles.keys().copied()
    }

    /// Refuses an edit of tiles that are not loaded in a window of a paged world.
    fn check_loaded(&self, window: &Window) -> Result<(), EditError> {
        let hidden = |key: TileKey| self.unloaded_tiles.as_ref().is_some_and(|unloaded| unloaded.hides(key));
        match window.grown(1).tiles().find(|&key| hidden(key)) {
            None => Ok(()),
            Some(TileKey { z, x }) => Err(EditError::NotHere { x, z }),
        }
    }

    fn place_obstacle(&mut self, id: ObstacleId, placed: Arc<Placed>) -> Result<(), EditError> {
        let mut tiles = self.tiles.clone();
        for key in placed.window.tiles() {
            tiles.slot_mut(key).obstacles.push(placed.clone());
        }
        self.rebuild(&mut tiles, &placed.window)?;
        self.tiles = tiles;
        Arc::make_mut(&mut self.obstacles).insert(id, placed);
        Ok(())
    }

    fn obstacle_object(&self, obstacle: &Obstacle) -> Result<ObjectId, EditError> {
        let Some(name) = obstacle.object_name() else { return Ok(ObjectId(self.objects.len() as u32 - 1)) };
        let found = self.objects.iter().position(|object| object.name == name);
        let at = found.ok_or_else(|| EditError::NoObject { name: name.to_owned() })?;
        if self.objects[at].tag == Tag::Ignored {
            return Err(EditError::Ignored { name: name.to_owned() });
        }
        Ok(ObjectId(at as u32))
    }

    /// Rebuilds the columns of a window, and everything that depends on them.
    fn rebuild(&self, tiles: &mut Tiles, window: &Window) -> Result<(), EditError> {
        let mut builder = Builder::new(self.grid, &self.restrictions);
        for key in window.tiles() {
            let Some(part) = window.intersection(&Window::of_tile(key)) else { continue };
            let slot = tiles.slot_mut(key);
            let old = slot.tile.take();
            // Where there is no tile, the scene's faces leave no span.
            let fixed: Arc<[Face]> = old.as_ref().map_or_else(Arc::default, |old| old.faces.clone());
            let made = rebuild_tile(&mut builder, key, &part, old.as_deref(), fixed, &slot.obstacles);
            let made = made
                .map_err(|overfull| EditError::Refused(BakeError::of_tile(key, overfull, self.origin, &self.grid)))?;
            slot.tile = made.map(Arc::new);
        }
        for key in window.grown(1).tiles() {
            link_rim(&self.grid, tiles, key);
        }
        Ok(())
    }
}

/// A tile in which the columns of a window are rebuilt, from the scene's faces and the obstacles that touch them.
pub(super) fn rebuild_tile(
    builder: &mut Builder,
    key: TileKey,
    part: &Window,
    old: Option<&Tile>,
    fixed: Arc<[Face]>,
    obstacles: &[Arc<Placed>],
) -> Result<Option<Tile>, Overfull> {
    let grid = builder.raster.grid;
    let meets = |face: &&Face| {
        let [low, high] = face.bounds();
        grid.window_of(low, high).intersection(part).is_some()
    };
    let present = obstacles.iter().flat_map(|placed| &placed.faces);
    let faces: Vec<&Face> = fixed.iter().chain(present).filter(meets).collect();
    builder.gather(*part, faces.into_iter())?;
    builder.patch(key, old, fixed)
}

/// Links the rim of one tile to the tiles beside it, and finds the waypoints over the rim.
pub(super) fn link_rim(grid: &Grid, tiles: &mut Tiles, key: TileKey) {
    let Some(tile) = tiles.get(key).cloned() else { return };
    let around = key.neighbours().map(|key| tiles.get(key).cloned());
    let around: [Option<&Tile>; 4] = std::array::from_fn(|i| around[i].as_deref());
    let (mut links, mut wide_links) = (tile.links.clone(), tile.wide_links.clone());
    link_across(&tile, around, &mut links, &mut wide_links);
    let mut linked = tile.clone();
    if links != tile.links || wide_links != tile.wide_links {
        linked = Arc::new(Tile { links, wide_links, ..Tile::clone(&tile) });
    }
    let mut waypoints = tile.waypoints.clone();
    waypoints_over_rim(grid, &linked, around, &mut waypoints);
    if waypoints != tile.waypoints {
        Arc::make_mut(&mut linked).waypoints = waypoints;
    }
    if !Arc::ptr_eq(&linked, &tile) {
        tiles.slot_mut(key).tile = Some(linked);
    }
}
