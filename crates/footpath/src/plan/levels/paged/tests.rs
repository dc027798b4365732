//! What is left to the goals changes how much is searched and not what is found, as do costs that are kept; what one tile shows closes no
//! other; nobody turns for ever; narrow is what is narrower than the body on both sides of a tile's corner.

use super::above::run;
use super::walk::{Known, Trodden, Walk};
use crate::ground::OutlinePass;
use crate::plan::levels::toward::Targets;
use crate::plan::query::Query;
use crate::scene::City;
use crate::world::{FloorId, Obstacle, PagedWorld};
use crate::{Bake, Body, Scene, World};
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

fn file(name: &str) -> File {
    File(std::env::temp_dir().join(format!("footpath-left-{}-{name}.footpath", std::process::id())))
}

fn settings() -> Bake {
    Bake { cell_size: 0.25, cell_height: 0.1, ..Bake::default() }
}

fn city(name: &str, metres: f64) -> (File, PagedWorld) {
    let file = file(name);
    World::bake_to_file(&City::new(metres, 3), &settings(), &file.0, false, &|_| ControlFlow::Continue(()))
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

/// From a place where a way does not lead, it is chosen anew as long as tiles tell more, and once after that.
#[test]
fn a_way_that_cannot_be_followed_is_given_up() {
    let (_file, paged) = city("turns", 250.0);
    let body = Body { abilities: Vec::new(), ..Body::adult() };
    let place = |name| paged.place(name).expect("every city has one");
    let query = Query::new(&body, place("start"), place("goal"));
    let walk = Walk::new(&paged, &query).expect("a query");
    let mut known = Known::default();
    let ends = walk.ends(&mut known).expect("ends");
    let hops = walk.way(&mut known, ends.start).expect("a way");
    let elsewhere = ends.goals[0];
    let tried = (0..8).map(|_| walk.stretch(&mut known, elsewhere, &hops, false).map(|stretch| stretch.is_some()));
    let times = tried.take_while(|tried| matches!(tried, Ok(false))).count();
    assert!((1..8).contains(&times), "{times} times");
}

#[test]
fn the_first_stretch_out_of_a_house_costs_what_it_does_without_what_is_kept() {
    let (_file, paged) = city("away", 250.0);
    let body = Body::adult();
    let place = |name| paged.place(name).expect("every city has one");
    let mut tall = 0;
    for &key in paged.keys().iter().step_by(7) {
        let window = paged.window(&[key]).expect("a tile");
        let floors = window.tile(key).map_or(0, |tile| tile.floors().len());
        // Floors of the upper storeys come last in their columns.
        let Some(from) =
            floors.checked_sub(9).and_then(|index| window.position(FloorId { tile: key, index: index as u32 }))
        else {
            continue;
        };
        let mut query = Query::new(&body, from, place("goal"));
        query.explain = false;
        let walk = Walk::new(&paged, &query).expect("a query");
        let mut known = Known::default();
        let Ok(ends) = walk.ends(&mut known) else { continue };
        let Ok(hops) = walk.way(&mut known, ends.start) else { continue };
        let Some(hop) = hops.first().filter(|_| hops.len() > 1) else { continue };
        let fence = [ends.start.tile, hop.to];
        let targets = |window: &World| Targets::along(window, &walk.hierarchy.moves.costs, &hops, &ends.columns);
        let mut find = |kept: bool| {
            known.lower.clear();
            let found = match kept {
                true => walk.lower_from_start(&mut known, ends.start, &fence, targets),
                false => walk.lower(&mut known, ends.start, &fence, false, targets),
            };
            (found.expect("a search"), known.lower[0])
        };
        let (Some((path, costs)), expanded) = find(true) else { continue };
        let (Some((other, others)), all) = find(false) else { panic!("{from:?}: there is a way") };
        // Of several ends that are as good either may be taken.
        let window = walk.window(fence, walk.halo(false)).expect("tiles");
        let rests: BTreeMap<FloorId, u32> = targets(&window).floors.into_iter().collect();
        let whole = |(floor, _): &Trodden, cost: Option<&u64>| cost.map(|cost| cost + u64::from(rests[floor]));
        let [ours, theirs] = [(&path, &costs), (&other, &others)].map(|(path, costs)| {
            assert_eq!((path[0].0, costs[0], path.len()), (ends.start, 0, costs.len()), "{from:?}");
            whole(&path[path.len() - 1], costs.last())
        });
        assert_eq!(ours, theirs, "{from:?}");
        assert!(costs.is_sorted(), "{from:?}");
        tall += usize::from(8 * expanded < all);
    }
    assert!(tall > 3, "{tall} ways out of tall houses");
}

/// A wall between two rows of tiles, with gaps from one place to another along it.
fn gaps(name: &str, gaps: &[[f64; 2]]) -> (File, PagedWorld) {
    let plate = [[0.0, 0.0, 0.0], [0.0, 0.0, 48.0], [32.0, 0.0, 48.0], [32.0, 0.0, 0.0]];
    let scene = Scene::builder().object("plate", &plate, &[0_u32, 1, 2, 0, 2, 3], None).build();
    let mut world = World::bake(&scene, &settings()).expect("a world");
    let mut from = 0.0;
    for &[start, end] in gaps.iter().chain([&[48.0, 48.0]]) {
        world.add(&Obstacle::block([15.5, -0.5, from], [16.5, 3.0, start])).expect("a wall");
        from = end;
    }
    let file = file(name);
    world.save(&file.0).expect("a file");
    let paged = PagedWorld::open(&file.0, 128 << 20).expect("its world");
    (file, paged)
}

#[test]
fn narrow_is_a_gap_that_is_narrower_than_the_body_whichever_tiles_it_is_in() {
    // Of columns of 0.25 m the walls leave two, four, one and two, one and one.
    let wanted = [([3.95, 4.55], true), ([7.95, 9.05], false), ([15.7, 16.55], false), ([31.7, 32.3], true)];
    let (_file, paged) = gaps("gaps", &wanted.map(|(gap, _)| gap));
    let adult = Body::adult();
    let query = Query::new(&adult, [1.0, 0.0, 1.0], [31.0, 0.0, 1.0]);
    let walk = Walk::new(&paged, &query).expect("a query");
    let (shown, mut met) = (BTreeMap::new(), [0; 4]);
    let view = walk.view(&shown);
    let origin = paged.head().origin()[2];
    for &key in paged.keys() {
        let outline = paged.outline_of(key).expect("a tile");
        // The wall can be walked on.
        let low = |pass: &&OutlinePass| outline.base + i32::from(pass.height) < 100;
        for pass in outline.passes.iter().filter(|pass| pass.is_outward() && pass.direction == 0).filter(low) {
            let middle = f64::from(2 * key.z * crate::ground::TILE + run(pass).start + run(pass).end) * 0.125 + origin;
            let at = wanted.iter().position(|([start, end], _)| (*start..*end).contains(&middle));
            let at = at.unwrap_or_else(|| panic!("no gap at {middle}"));
            met[at] += 1;
            assert_eq!(view.is_narrow(key, outline, pass), wanted[at].1, "{middle}");
        }
    }
    assert_eq!(met, [1, 1, 2, 2], "the last two are in two tiles each");
}
