//! The tiles of the planner: all in memory, or in a file of which a few are loaded at a time.
//!
//! In: the tiles that a step of the planner needs. Out: a cells planner over them. A world in memory has one for the whole query.
//! A file loads a window of these tiles and of those around them that their derived data depends on. Promised: windows stay
//! within the file's limit of memory, or the step gets [`WorldError::Limit`](crate::world::WorldError::Limit) and may try with
//! fewer tiles.

use super::PlanError;
use super::kept::KeptEnds;
use crate::ground::{Outline, TILE, TileKey, Window};
use crate::plan::query::{NoRoute, Planner, Query, Why};
use crate::portals::{BodyPortals, CrossingCosts, CrossingTable, Measures, Outlines};
use crate::reach::Costs;
use crate::world::{PagedWorld, Semantics, World};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The tiles of a query.
pub(super) enum TileStore<'a> {
    /// Every tile is loaded.
    Memory(Box<Planner<'a>>),
    /// Tiles are outlines until they are loaded.
    File(Box<FileTiles<'a>>),
}

/// The tiles of a file.
pub(super) struct FileTiles<'a> {
    pub paged: &'a PagedWorld,
    query: &'a Query<'a>,
    /// The world without its tiles, under the query's rules.
    pub head: World,
    semantics: Semantics,
    /// Portals of the body without leaps, since leaps take long to find.
    pub walking: Arc<BodyPortals>,
    pub measures: Measures,
    crossings: Arc<CrossingTable>,
    pub kept: Arc<KeptEnds>,
    /// The last window: the next step often needs the same tiles.
    held: Option<(Vec<TileKey>, World)>,
}

impl<'a> TileStore<'a> {
    /// The tiles of a file for a query. Rules that ignore objects are refused: outlines do not contain the ground below them.
    pub fn of_file(paged: &'a PagedWorld, query: &'a Query<'a>) -> Result<(Self, Arc<BodyPortals>, Costs), PlanError> {
        let semantics = Semantics::of(paged.head(), &query.rules);
        if let Some(&id) = semantics.ignored().first() {
            let name = paged.objects().get(id.0 as usize).map_or("", |object| &object.name);
            return Err(PlanError::Unsupported(format!(
                "a rule ignores {name:?}, and a world that is read tile by tile cannot leave objects out; \
                 give it memory for the whole file, or bake with this rule"
            )));
        }
        let head = paged.head().under(&semantics);
        let head = head.map_err(|error| NoRoute::new(Why::Disconnected, query.from, error.to_string()))?;
        let planner = Planner::new(&head, query);
        let (reach, lasting, extended) = (&planner.terrain.reach, planner.costs.lasting(), planner.options.leaps);
        let portals = BodyPortals::of(&head, reach, &lasting, extended);
        let walking = BodyPortals::of(&head, reach, &lasting, false);
        let measures = Measures::of(&reach.limits, &lasting, extended, reach.grid.cell);
        let crossings = head.derived(&measures, CrossingTable::default);
        let kept = head.derived(&(reach.key(), lasting, measures), KeptEnds::default);
        let costs = planner.costs.clone();
        drop(planner);
        let file = FileTiles { paged, query, head, semantics, walking, measures, crossings, kept, held: None };
        Ok((Self::File(Box::new(file)), portals, costs))
    }

    pub fn is_file(&self) -> bool {
        matches!(self, Self::File(_))
    }

    /// Runs a step over some tiles and those up to `around` tiles away.
    pub fn within<T>(
        &mut self,
        tiles: &[TileKey],
        around: i32,
        run: impl FnOnce(&mut Planner<'_>) -> T,
    ) -> Result<T, PlanError> {
        match self {
            Self::Memory(planner) => Ok(run(planner)),
            Self::File(file) => {
                let window = file.window(tiles, around)?;
                Ok(run(&mut Planner::new(&window, file.query)))
            }
        }
    }
}

impl<'a> FileTiles<'a> {
    /// The outline of a tile and its number.
    pub fn outline(&self, key: TileKey) -> Option<(u32, &'a Outline)> {
        self.paged.outline(self.paged.place_of(key)?)
    }

    /// A window with at least some tiles and those around them.
    fn window(&mut self, tiles: &[TileKey], around: i32) -> Result<World, PlanError> {
        let mut keys = Vec::new();
        for &key in tiles {
            keys.extend(Window::of_tile(key).grown(around * TILE).tiles());
        }
        keys.sort_unstable();
        keys.dedup();
        if let Some((held, window)) = &self.held
            && keys.iter().all(|key| held.binary_search(key).is_ok())
        {
            return Ok(window.clone());
        }
        // Frees the old window first, since the new one may need its memory.
        self.held = None;
        let window = self.paged.window_under(&keys, &self.semantics, &self.head)?;
        self.held = Some((keys, window.clone()));
        Ok(window)
    }

    /// The outlines of all tiles, with the crossing costs learned from refined tiles.
    pub fn outlines<'o>(&'o self, shown: &'o BTreeMap<u32, Arc<CrossingCosts>>) -> Outlines<'o> {
        Outlines { paged: self.paged, table: &self.crossings, measures: &self.measures, shown }
    }
}

/// Derives the missing steps of some tiles, on all threads.
pub(super) fn derive_steps(planner: &Planner<'_>, tiles: &[TileKey]) {
    let (world, reach) = (planner.terrain.world, &planner.terrain.reach);
    let missing: Vec<TileKey> =
        tiles.iter().copied().filter(|&key| world.tile(key).is_some() && !reach.has_steps(world, key)).collect();
    match &missing[..] {
        [] => {}
        // One tile is derived on this thread, as others may be busy.
        &[key] => drop(reach.steps(world, key)),
        tiles => tiles.par_iter().for_each(|&key| drop(reach.steps(world, key))),
    }
}
