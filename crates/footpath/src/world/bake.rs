//! Scene → world: sorts faces into work units, builds units in parallel, links rims.

use super::error::BakeError;
use super::report::{BakeReport, OnProgress, Progress};
use super::rims::link_rims;
use super::settings::Bake;
use super::units::{UnitError, Units};
use super::{Tiles, World};
use crate::ground::build::Builder;
use crate::ground::face::MAX_OBJECTS;
use crate::ground::{Face, Stage, StageTimes};
use crate::scene::{Object, Scene, Tag};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Tiles along the side of the largest work unit. Larger units would only take more memory.
const MAX_WORK_UNIT: u32 = 16;

impl World {
    /// Bakes a scene. The same scene and settings give the same bytes, for any number of threads.
    pub fn bake(scene: &Scene, settings: &Bake) -> Result<Self, BakeError> {
        Self::bake_with(scene, settings, &|_| ControlFlow::Continue(())).map(|(world, _)| world)
    }

    /// Bakes a scene and reports progress. The callback can cancel the bake.
    pub fn bake_with(scene: &Scene, settings: &Bake, progress: &OnProgress) -> Result<(Self, BakeReport), BakeError> {
        check_settings(scene.objects().len(), settings)?;
        let work = || run(scene, settings, progress);
        match settings.threads {
            None => work(),
            Some(threads) => pool(threads.max(1))?.install(work),
        }
    }
}

/// A pool of threads. Pools are kept for later bakes, since starting threads takes as long as a small bake.
pub(super) fn pool(threads: usize) -> Result<Arc<rayon::ThreadPool>, BakeError> {
    static POOLS: Mutex<BTreeMap<usize, Arc<rayon::ThreadPool>>> = Mutex::new(BTreeMap::new());
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pool) = pools.get(&threads) {
        return Ok(pool.clone());
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = Arc::new(pool.map_err(|error| BakeError::Threads { threads, reason: error.to_string() })?);
    pools.insert(threads, pool.clone());
    Ok(pool)
}

/// How restrictive the tag of each object is. Of equal surfaces, the foot touches the more restrictive one.
pub(crate) fn restrictions(objects: &[Object]) -> Vec<u8> {
    let rank = |tag: Tag| match tag {
        Tag::Walkable | Tag::Ignored => 0,
        Tag::Obstacle => 1,
        Tag::Forbidden => 2,
    };
    objects.iter().map(|object| rank(object.tag)).collect()
}

/// Refuses settings out of their range, and more objects than can be numbered.
pub(super) fn check_settings(objects: usize, settings: &Bake) -> Result<(), BakeError> {
    let within = |name, value: f64, low: f64, high: f64, range| {
        if value >= low && value <= high { Ok(()) } else { Err(BakeError::Setting { name, value, range }) }
    };
    within("cell_size", settings.cell_size, 0.005, 100.0, "from 0.005 to 100 m")?;
    within("cell_height", settings.cell_height, 0.01, 1.0, "from 0.01 to 1 m")?;
    within("max_clearance", settings.max_clearance, 0.0, 100.0, "from 0 to 100 m")?;
    if objects >= MAX_OBJECTS as usize {
        return Err(BakeError::TooManyObjects { count: objects, most: MAX_OBJECTS as usize - 1 });
    }
    Ok(())
}

fn run(scene: &Scene, settings: &Bake, progress: &OnProgress) -> Result<(World, BakeReport), BakeError> {
    let start = Instant::now();
    let grid = settings.grid();
    let faces = faces_of(scene);
    if faces.is_empty() {
        return Err(BakeError::Empty { dropped: scene.report().dropped() });
    }
    super::memory::check(&faces, settings)?;
    let units = Units::sort(&faces, &grid, settings.work_unit.clamp(1, MAX_WORK_UNIT) as i32);
    let units = units.ok_or_else(|| super::memory::too_wide(&faces, settings))?;
    let mut times = StageTimes::default();
    times.add(Stage::Faces, start.elapsed());
    let objects = super::object_table(scene.objects());
    let restrictions = restrictions(&objects);
    let done = AtomicUsize::new(0);
    let total = units.keys.len();
    let built: Vec<_> = (0..total)
        .into_par_iter()
        .map_init(
            || Builder::new(grid, &restrictions),
            |builder, unit| {
                builder.times = StageTimes::default();
                let tiles = units.build(unit, &faces, &grid, builder)?;
                let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                match progress(Progress { stage: Stage::Columns, done, total }) {
                    ControlFlow::Continue(()) => Ok((tiles, builder.times)),
                    ControlFlow::Break(()) => Err(UnitError::Cancelled),
                }
            },
        )
        .collect::<Result<_, _>>()
        .map_err(|error| error.describe(scene.origin(), &grid))?;
    let mut tiles = Vec::new();
    for (made, spent) in built {
        tiles.extend(made);
        times.merge(&spent);
    }
    tiles.sort_unstable_by_key(|(key, _)| *key);
    link_rims(&grid, &mut tiles, [&[], &[]], &mut times);
    let mut store = Tiles::default();
    for (key, tile) in tiles {
        store.slot_mut(key).tile = Some(Arc::new(tile));
    }
    let world = World::new(scene, settings, objects, store);
    Ok((world, BakeReport { triangles: faces.len(), times, elapsed: start.elapsed() }))
}

/// The scene's triangles as faces, without ignored objects.
fn faces_of(scene: &Scene) -> Vec<Face> {
    let solid = scene.solid();
    let there = |object: usize| scene.objects()[object].tag != Tag::Ignored;
    let all = scene.triangles().iter().zip(solid).filter(|(triangle, _)| there(triangle.object.0 as usize));
    all.map(|(triangle, &solid)| Face::new(scene.corners(triangle), triangle.object, solid)).collect()
}
