//! The same world with other tags: some objects are ignored, obstacles or forbidden, without the scene and without a bake.
//!
//! In: a world, and the tags to change. Out: a world that equals, byte for byte, a bake of the scene with these tags and the same
//! obstacles. Only columns under faces that the change affects are rebuilt, from the world's own triangles, and the rims beside
//! them are linked; all other tiles are shared. An ignored object loses its faces. Another tag can change which of two equal
//! surfaces a foot touches. Plain obstacles stay; an obstacle that counts as an object is treated like it.
//!
//! The result is cached per set of tags. After an edit of the world only the edited columns are rebuilt: a tile of the overlay
//! stays valid while the tile that it was made of is unchanged. Data derived from an overlay is cached with the overlay, apart
//! from data derived from the world, since tags differ even where tiles are the same.

mod change;

use super::edit::{link_rim, rebuild_tile};
use super::error::{BakeError, TagError};
use super::obstacle::{ObstacleId, Placed};
use super::{Bytes, Charge, Tiles, World};
use crate::ground::build::Builder;
use crate::ground::raster::NOTHING;
use crate::ground::{Tile, TileKey, Window};
use crate::scene::{ObjectId, Tag};
use change::Change;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

/// States of a world whose overlays are cached: snapshots from before and after an edit may be used in turns.
const STATES: usize = 4;

impl World {
    /// The same world without these objects, as a bake with a rule that ignores them gives it.
    ///
    /// Unknown ids are skipped. The result may be an empty world. Fails only if a tile would have more surfaces than can be
    /// numbered.
    ///
    /// ```
    /// use footpath::scene::{ObjectId, Rules};
    /// use footpath::{Bake, Scene, World};
    /// let mut market = Scene::built_in("supermarket").expect("built in");
    /// let world = World::bake(&market, &Bake::default())?;
    /// let doors = (0..).zip(world.objects()).filter(|(_, object)| object.name.starts_with("Glass_door_"));
    /// let doors: Vec<ObjectId> = doors.map(|(id, _)| ObjectId(id)).collect();
    /// let open = world.without(&doors)?;
    /// assert!(!doors.is_empty() && open.hash() != world.hash());
    ///
    /// market.apply(&Rules::new().ignore("Glass_door_*"));
    /// assert_eq!(open.hash(), World::bake(&market, &Bake::default())?.hash());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn without(&self, objects: &[ObjectId]) -> Result<Self, BakeError> {
        self.overlay(objects.iter().map(|&id| (id, Tag::Ignored)).collect())
    }

    /// The same world with these tags, as a bake with them gives it. Of two tags for one object the later counts; unknown ids are
    /// skipped.
    ///
    /// Objects that the bake ignored are not in the world. Another tag for one of them is refused with its name.
    pub fn with_tags(&self, tags: &[(ObjectId, Tag)]) -> Result<Self, TagError> {
        let tags: BTreeMap<ObjectId, Tag> = tags.iter().copied().collect();
        let is_missing = |id: ObjectId, tag: Tag| tag != Tag::Ignored && self.is_ignored(id);
        let missing: Vec<ObjectId> =
            tags.iter().filter(|(id, tag)| is_missing(**id, **tag)).map(|(&id, _)| id).collect();
        if !missing.is_empty() {
            return Err(TagError::not_baked(self, &missing));
        }
        Ok(self.overlay(tags)?)
    }

    fn is_ignored(&self, id: ObjectId) -> bool {
        self.objects.get(id.0 as usize).is_some_and(|object| object.tag == Tag::Ignored)
    }

    fn overlay(&self, mut tags: BTreeMap<ObjectId, Tag>) -> Result<Self, BakeError> {
        tags.retain(|id, tag| self.objects.get(id.0 as usize).is_some_and(|object| object.tag != *tag));
        if tags.is_empty() {
            return Ok(self.clone());
        }
        // Overlays of windows of a file are not cached: there are too many windows, and each has other tiles.
        let overlays =
            if self.unloaded_tiles.is_some() { Arc::default() } else { self.derived(&tags, Overlays::default) };
        let earlier = overlays.nearest(self);
        if let Some(held) = earlier.as_ref().filter(|held| held.base.is_same(&self.tiles)) {
            return Ok(held.world.clone());
        }
        // No lock is held while the overlay is made. Two readers may make the same; either may be kept.
        let change = earlier.as_ref().map_or_else(|| Arc::new(Change::new(self, &tags)), |held| held.change.clone());
        let world = OverlayBuilder { world: self, change: &change, earlier: earlier.as_deref() }.make()?;
        let charge = self.charge(own_bytes(&world, self));
        overlays.keep(CachedOverlay { base: self.tiles.clone(), change, world: world.clone(), _charge: charge });
        Ok(world)
    }
}

/// The overlays of one set of tags, for the latest states of the world.
#[derive(Debug, Default)]
struct Overlays {
    held: Mutex<Vec<Arc<CachedOverlay>>>,
}

/// An overlay, and the tiles it was made of.
#[derive(Debug)]
struct CachedOverlay {
    base: Tiles,
    change: Arc<Change>,
    world: World,
    _charge: Charge,
}

impl Bytes for Overlays {
    fn bytes(&self) -> usize {
        0
    }
}

/// Bytes of the tiles that an overlay does not share with its base.
fn own_bytes(overlay: &World, base: &World) -> usize {
    let is_shared = |key: TileKey, tile: &Arc<Tile>| base.tiles.get(key).is_some_and(|other| Arc::ptr_eq(tile, other));
    overlay.tiles.iter().filter(|(key, tile)| !is_shared(*key, tile)).map(|(_, tile)| tile.bytes()).sum()
}

impl Overlays {
    /// The overlay of exactly this state of the world, else the latest one.
    fn nearest(&self, world: &World) -> Option<Arc<CachedOverlay>> {
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.iter().find(|held| held.base.is_same(&world.tiles)).or(held.last()).cloned()
    }

    fn keep(&self, made: CachedOverlay) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.push(Arc::new(made));
        if held.len() > STATES {
            held.remove(0);
        }
    }
}

/// Builds an overlay.
struct OverlayBuilder<'a> {
    world: &'a World,
    change: &'a Change,
    earlier: Option<&'a CachedOverlay>,
}

impl OverlayBuilder<'_> {
    fn make(&self) -> Result<World, BakeError> {
        let world = self.world;
        let mut tiles = world.tiles.clone();
        let mut windows = self.change.windows.clone();
        let obstacles = self.obstacles(&mut tiles, &mut windows);
        let (same, other): (Vec<_>, Vec<_>) = windows.iter().partition(|(key, _)| self.is_same(**key));
        let made: Vec<(TileKey, BuiltTile)> = other
            .into_par_iter()
            .map_init(
                || Builder::new(world.grid, &self.change.restrictions),
                |builder, (&key, window)| Ok((key, self.tile(builder, &tiles, key, window)?)),
            )
            .collect::<Result<_, BakeError>>()?;
        for (key, tile) in made {
            tiles.slot_mut(key).tile = tile;
        }
        let rims: BTreeSet<TileKey> = windows.keys().flat_map(|&key| key.neighbours()).collect();
        let rims = rims.into_iter().filter(|&key| !windows.contains_key(&key) && tiles.get(key).is_some());
        let rims: Vec<TileKey> = rims.collect();
        // Tiles that an earlier overlay made from the same tile are reused; their rims are linked below.
        for &key in same.iter().map(|(key, _)| *key).chain(&rims) {
            if let Some(earlier) = self.earlier.filter(|_| self.is_same(key)) {
                tiles.slot_mut(key).tile = earlier.world.tiles.get(key).cloned();
            }
        }
        for &key in windows.keys().chain(&rims) {
            if !self.is_same(key) || key.neighbours().into_iter().any(|key| !self.is_same(key)) {
                link_rim(&self.world.grid, &mut tiles, key);
            }
        }
        Ok(World {
            objects: self.change.objects.clone(),
            restrictions: self.change.restrictions.clone(),
            slivers: self.change.slivers.clone(),
            tiles,
            obstacles,
            cache: self.earlier.map_or_else(|| world.cache.empty_sibling(), |earlier| earlier.world.cache.clone()),
            ..world.clone()
        })
    }

    /// Removes the obstacles of ignored objects, and adds the windows of obstacles that the change affects.
    fn obstacles(
        &self,
        tiles: &mut Tiles,
        windows: &mut BTreeMap<TileKey, Window>,
    ) -> Arc<BTreeMap<ObstacleId, Arc<Placed>>> {
        let mut obstacles = self.world.obstacles.clone();
        for (id, placed) in self.world.obstacles.iter() {
            if !placed.faces.iter().any(|face| self.change.concerns(face)) {
                continue;
            }
            let gone = placed.faces.iter().any(|face| self.change.removes(face));
            for key in placed.window.tiles() {
                if gone {
                    tiles.slot_mut(key).obstacles.retain(|other| !Arc::ptr_eq(other, placed));
                }
                change::widen(windows, key, &placed.window);
            }
            if gone {
                Arc::make_mut(&mut obstacles).remove(id);
            }
        }
        obstacles
    }

    /// Whether a tile of the world is the one that the earlier overlay was made of. Edits replace tiles, so its obstacles are the
    /// same too.
    fn is_same(&self, key: TileKey) -> bool {
        let same = |a: Option<&Arc<Tile>>, b: Option<&Arc<Tile>>| match (a, b) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        self.earlier.is_some_and(|earlier| same(earlier.base.get(key), self.world.tiles.get(key)))
    }

    /// A tile of the overlay, without the links across its rim.
    fn tile(
        &self,
        builder: &mut Builder,
        tiles: &Tiles,
        key: TileKey,
        window: &Window,
    ) -> Result<BuiltTile, BakeError> {
        // A column without a span stays empty when faces are removed.
        let Some((slot, old)) = tiles.slot(key).and_then(|slot| Some((slot, slot.tile.as_deref()?))) else {
            return Ok(None);
        };
        let refused = |overfull| BakeError::of_tile(key, overfull, self.world.origin, &self.world.grid);
        if let Some(earlier) = self.earlier.and_then(|earlier| earlier.world.tiles.get(key)) {
            let Some(edited) = self.edited(key) else { return Ok(Some(earlier.clone())) };
            let made = rebuild_tile(builder, key, &edited, Some(earlier), earlier.faces.clone(), &slot.obstacles);
            return Ok(made.map_err(refused)?.map(Arc::new));
        }
        let mut fixed = self.change.faces(&old.faces);
        if !slot.obstacles.is_empty() && !Arc::ptr_eq(&fixed, &old.faces) {
            // A bake makes no tile, and keeps no faces, where the faces leave no span. An obstacle there does not change that.
            builder.gather(Window::of_tile(key), fixed.iter()).map_err(refused)?;
            if builder.raster.range() == NOTHING {
                fixed = Arc::default();
            }
        }
        let made = rebuild_tile(builder, key, window, Some(old), fixed, &slot.obstacles);
        Ok(made.map_err(refused)?.map(Arc::new))
    }

    /// Columns of a tile under obstacles that were added or removed since the earlier overlay was made.
    fn edited(&self, key: TileKey) -> Option<Window> {
        let of = |tiles: &Tiles| tiles.slot(key).map_or_else(Vec::new, |slot| slot.obstacles.clone());
        let (before, now) = (of(&self.earlier?.base), of(&self.world.tiles));
        let is_in = |list: &[Arc<Placed>], placed: &Arc<Placed>| list.iter().any(|other| Arc::ptr_eq(other, placed));
        let went = before.iter().filter(|placed| !is_in(&now, placed));
        let came = now.iter().filter(|placed| !is_in(&before, placed));
        let windows = went.chain(came).filter_map(|placed| placed.window.intersection(&Window::of_tile(key)));
        windows.reduce(|a, b| a.hull(&b))
    }
}

/// A tile; `None` if it is empty.
type BuiltTile = Option<Arc<Tile>>;
