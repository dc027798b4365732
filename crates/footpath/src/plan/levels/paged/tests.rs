//! What is left to the goals changes how much is searched and not what is found; what one tile shows closes no other.

use super::walk::{Known, Walk};
use crate::plan::query::Query;
use crate::scene::City;
use crate::world::PagedWorld;
use crate::{Bake, Body, World};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// A file that is gone when the test ends.
struct File(PathBuf);

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn city(name: &str, metres: f64) -> (File, PagedWorld) {
    let file = File(std::env::temp_dir().join(format!("footpath-left-{}-{name}.footpath", std::process::id())));
    let settings = Bake { cell_size: 0.25, cell_height: 0.1, ..Bake::default() };
    World::bake_to_file(&City::new(metres, 3), &settings, &file.0, false, &|_| ControlFlow::Continue(()))
        .expect("a city");
    let paged = PagedWorld::open(&file.0, 128 << 20).expect("its file");
    (file, paged)
}

#[test]
fn who_knows_what_is_left_finds_ways_of_the_same_cost_and_expands_far_less() {
    let (_file, paged) = city("left", 250.0);
    let body = Body::adult();
    let place = |name| paged.place(name).expect("every city has one");
    let mut query = Query::new(&body, place("start"), place("goal"));
    query.explain = false;
    let walk = Walk::new(&paged, &query).expect("a query");
    let mut known = Known::default();
    let from = walk.ends(&mut known).expect("ends").start;
    // Tiles are opened on the way, one after the other: what they show is in what is left from then on.
    for opened in 0..4 {
        let hops = walk.way(&mut known, from).expect("a way");
        let ends = walk.ends_from(&mut known, from).expect("ends");
        assert!(known.left.is_some());
        let (knowing, found) = walk.search(&known, &ends, from, None);
        known.left = None;
        let (blind, otherwise) = walk.search(&known, &ends, from, None);
        let cost = |way: Option<(Vec<super::above::Hop>, u32)>| way.expect("a way").1;
        assert_eq!(cost(found), cost(otherwise), "{opened} tiles opened");
        assert!(4 * knowing.expanded < blind.expanded, "{} against {}", knowing.expanded, blind.expanded);
        walk.open(&mut known, hops[hops.len() * (opened + 1) / 5].to, from, false).expect("a tile");
    }
}

#[test]
fn what_one_tile_shows_holds_for_its_equals() {
    let (_file, paged) = city("shown", 250.0);
    let body = Body::adult();
    let place = |name| paged.place(name).expect("every city has one");
    let query = Query::new(&body, place("start"), place("goal"));
    let walk = Walk::new(&paged, &query).expect("a query");
    let mut known = Known::default();
    let ends = walk.ends(&mut known).expect("ends");
    let number = |place: usize| paged.outline(place).map(|(number, _)| number);
    let equal = |at: usize| (at + 1..paged.keys().len()).find(|&other| number(other) == number(at));
    // Ways become dearer in some of them, and none is lost: beside the other tile something else may stand.
    let mut dearer = 0;
    for (one, other) in (0..paged.keys().len()).filter_map(|at| Some((at, equal(at)?))).step_by(5).take(12) {
        let before = walk.view(&BTreeMap::new()).through(other).expect("a tile").1;
        walk.open(&mut known, paged.keys()[one], ends.start, false).expect("a tile");
        let after = walk.view(&known.shown).through(other).expect("a tile").1;
        for at in 0..before.spots.len() {
            for (before, after) in before.row(at).iter().zip(after.row(at)) {
                assert!(after >= before && (*after == u32::MAX) == (*before == u32::MAX));
                dearer += usize::from(after > before);
            }
        }
    }
    assert!(dearer > 0);
}
