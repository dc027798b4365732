//! Preparation: derives data around some places before routes need it.
//!
//! In: a query, whose endpoints give the places, and a number of tiles. Out: the number of tiles that are ready. Planners keep
//! the data that they derive of a tile until the ground changes. Here it is derived without a route, tile by tile from the
//! endpoints outwards, for callers with spare time: a game between frames, or a page that waits for its user. Promised: no answer
//! depends on it.

use super::bitmap::{bitmap_query, upright_body};
use super::query::{Goal, Method, Planner, Query};
use crate::clearance::Rim;
use crate::ground::TileKey;
use crate::portals::BodyPortals;
use crate::reach::Regions;
use crate::world::World;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Most rings of tiles around an endpoint.
const RINGS: i32 = 64;

impl World {
    /// Derives the data that the query's planner needs of at most `tiles` tiles around its endpoints: nearest first, and those of
    /// the goals before those of the start. After the last tile of the world it also derives the regions, so that refusals need
    /// no search. It ends soon after the query is stopped, and when the cache is half full ([`World::set_cache_limit`]), so that
    /// it evicts nothing. Returns the number of tiles that are ready.
    ///
    /// ```
    /// use footpath::plan::Query;
    /// use footpath::{Bake, Body, Scene, World};
    /// let world = World::bake(&Scene::built_in("house").expect("built in"), &Bake::default())?;
    /// let place = |name| world.place(name).expect("a place");
    /// let adult = Body::adult();
    /// let query = Query::new(&adult, place("start"), place("goal"));
    /// // In a thread of its own, between queries:
    /// assert!(world.prepare(&query, 100) > 0);
    /// assert!(world.plan(&query).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prepare(&self, query: &Query<'_>, tiles: usize) -> usize {
        let Ok(world) = self.with_rules(query) else { return 0 };
        let upright = upright_body(query.body);
        let asked = match query.method {
            Method::Bitmap => bitmap_query(query, &upright),
            Method::Auto | Method::Cells | Method::Levels => query.clone(),
        };
        let planner = Planner::new(&world, &asked);
        let portals = (query.method == Method::Levels).then(|| planner.portals());
        let mut ready = 0;
        for key in tiles_around(&world, query) {
            if ready == tiles || query.stop.is_set() || world.cache_bytes() >= world.cache_limit() / 2 {
                return ready;
            }
            derive_tile(&planner, portals.as_ref(), key);
            ready += 1;
        }
        if ready == world.tiles().count() && world.cache_bytes() < world.cache_limit() / 2 {
            Regions::made(&world, &planner.terrain.reach, planner.options.leaps, &query.stop);
        }
        ready
    }
}

/// Derives all data of one tile that is kept for a body.
fn derive_tile(planner: &Planner<'_>, portals: Option<&Arc<BodyPortals>>, key: TileKey) {
    let (world, reach) = (planner.terrain.world, &planner.terrain.reach);
    let stop = &planner.query.stop;
    reach.steps(world, key);
    if stop.is_set() {
        return;
    }
    reach.wide_rooms(world, key);
    if planner.options.leaps && !reach.limits.leaps.is_empty() {
        reach.leaps(world, key);
    }
    if stop.is_set() {
        return;
    }
    // The field gives the clearance in sections of a route.
    let body = planner.query.body;
    world.field(body.max_climb, body.height, Rim::Open).tile(world, key);
    if let Some(portals) = portals {
        portals.derive(world, key, stop);
    }
}

/// The tiles around a query's endpoints, ring by ring, each once.
fn tiles_around<'a>(world: &'a World, query: &Query<'_>) -> impl Iterator<Item = TileKey> + 'a {
    let goals = query.to.iter().filter_map(|goal| match goal {
        Goal::Point(at) => Some(*at),
        Goal::Box(..) | Goal::Object(_) => None,
    });
    let middles: Vec<TileKey> = goals.chain([query.from]).map(|at| world.column_at(at).tile()).collect();
    let mut met = BTreeSet::new();
    let rings = (0..RINGS).flat_map(move |ring| middles.clone().into_iter().map(move |middle| (ring, middle)));
    rings
        .flat_map(|(ring, middle)| {
            (-ring..=ring).flat_map(move |z| {
                // Whole rows at the top and bottom of a ring, and the two ends of the rows between.
                let apart = if z.abs() == ring { 1 } else { 2 * ring };
                let row = (-ring..=ring).step_by(apart as usize);
                row.map(move |x| TileKey { z: middle.z.saturating_add(z), x: middle.x.saturating_add(x) })
            })
        })
        .filter(move |&key| world.tile(key).is_some() && met.insert(key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::Body;
    use crate::scene::Scene;
    use crate::search::Stop;
    use crate::world::Bake;

    fn office() -> World {
        World::bake(&Scene::built_in("office").expect("built in"), &Bake::default()).expect("an office")
    }

    #[test]
    fn rings_have_every_tile_once_and_near_ones_first() {
        let world = office();
        let goal = world.place("goal").expect("a place");
        let adult = Body::adult();
        let keys: Vec<TileKey> = tiles_around(&world, &Query::new(&adult, goal, goal)).collect();
        let here = world.column_at(goal).tile();
        let apart = |key: &TileKey| (key.x - here.x).abs().max((key.z - here.z).abs());
        assert!(keys.is_sorted_by_key(apart) && keys.len() > 4);
        // Both endpoints are one place here, and still no tile comes twice.
        let own: BTreeSet<TileKey> = keys.iter().copied().collect();
        assert!(own.len() == world.tiles().count() && keys.len() == own.len());
    }

    #[test]
    fn routes_are_the_same_over_ground_that_was_prepared() {
        let (fresh, adult) = (office(), Body::adult());
        let place = |name| fresh.place(name).expect("a place");
        for method in [Method::Cells, Method::Levels, Method::Bitmap] {
            let query = Query { method, ..Query::new(&adult, place("start"), place("goal")) };
            let prepared = office();
            assert_eq!(prepared.prepare(&query, 3), 3);
            assert_eq!(prepared.prepare(&query, usize::MAX), prepared.tiles().count());
            let [before, after] = [&office(), &prepared].map(|world| world.plan(&query).expect("a way"));
            assert_eq!(before, after);
        }
    }

    #[test]
    fn what_is_connected_is_known_once_all_tiles_are_ready() {
        let (world, adult) = (office(), Body::adult());
        let place = |name| world.place(name).expect("a place");
        let query = Query { method: Method::Levels, ..Query::new(&adult, place("start"), place("goal")) };
        let planner = Planner::new(&world, &query);
        let known = || Regions::known(&world, &planner.terrain.reach, planner.options.leaps).is_some();
        world.prepare(&query, world.tiles().count() - 1);
        assert!(!known());
        world.prepare(&query, usize::MAX);
        assert!(known());
    }

    #[test]
    fn nothing_is_prepared_when_stopped_or_where_memory_is_short() {
        let (world, adult) = (office(), Body::adult());
        let place = |name| world.place(name).expect("a place");
        let stop = Stop::default();
        let query = Query { stop: stop.clone(), ..Query::new(&adult, place("start"), place("goal")) };
        world.set_cache_limit(0);
        assert_eq!(world.prepare(&query, usize::MAX), 0);
        world.set_cache_limit(1 << 30);
        stop.set();
        assert_eq!(world.prepare(&query, usize::MAX), 0);
    }
}
