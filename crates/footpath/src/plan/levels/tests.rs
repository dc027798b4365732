//! The planner on files. Bounds of the cost to the goals save search and keep the route. Costs learned from one tile close no
//! equal tile. A path that cannot be followed is given up. The first leg out of a tall house costs the same with cached costs.

use super::leg::Stretch;
use super::planner::{LevelPlanner, State, Way};
use super::tiles::TileStore;
use crate::ground::OutlinePass;
use crate::plan::query::Query;
use crate::scene::City;
use crate::world::{FloorId, Obstacle, PagedWorld};
use crate::{Bake, Body, Scene, World};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// A file that is removed when the test ends.
struct File(PathBuf);

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn file(name: &str) -> File {
    File(std::env::temp_dir().join(format!("footpath-levels-{}-{name}.footpath", std::process::id())))
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

/// A query from the start of a city to its goal.
fn across<'a>(paged: &PagedWorld, body: &'a Body) -> Query<'a> {
    let place = |name| paged.place(name).expect("every city has one");
    Query { explain: false, ..Query::new(body, place("start"), place("goal")) }
}

/// A planner whose endpoints are found.
fn planner<'a>(paged: &'a PagedWorld, query: &'a Query<'a>) -> LevelPlanner<'a> {
    let mut planner = LevelPlanner::on_file(paged, query, State::default()).expect("a query");
    planner.find_endpoints(None).expect("endpoints");
    planner
}

#[test]
fn bounds_of_the_cost_to_the_goals_keep_the_cost_of_ways_and_save_most_of_the_search() {
    let (_file, paged) = city("bounds", 250.0);
    let body = Body::adult();
    let query = across(&paged, &body);
    let mut planner = planner(&paged, &query);
    // Tiles are refined along the path, one after the other; the bounds include what is learned from them.
    for refined in 0..4 {
        let hops = planner.choose(None).expect("a way").hops;
        assert!(planner.state.cost_to_go.is_some());
        let (guided, found) = planner.search_portals(None);
        planner.state.cost_to_go = None;
        let (blind, otherwise) = planner.search_portals(None);
        assert_eq!(found.expect("a way").1, otherwise.expect("a way").1, "{refined} tiles refined");
        assert!(4 * guided.expanded < blind.expanded, "{} against {}", guided.expanded, blind.expanded);
        planner.refine(hops[hops.len() * (refined + 1) / 5].to, false).expect("a tile");
    }
}

#[test]
fn costs_that_one_tile_shows_hold_for_equal_tiles() {
    let (_file, paged) = city("shown", 250.0);
    let body = Body::adult();
    let query = across(&paged, &body);
    let mut planner = planner(&paged, &query);
    let number = |place: usize| paged.outline(place).map(|(number, _)| number);
    let equal = |at: usize| (at + 1..paged.keys().len()).find(|&other| number(other) == number(at));
    // Paths through equal tiles become more costly in some tiles, and none is lost: the surroundings may differ.
    let mut dearer = 0;
    for (one, other) in (0..paged.keys().len()).filter_map(|at| Some((at, equal(at)?))).step_by(5).take(12) {
        let costs = |planner: &LevelPlanner<'_>, shown: &BTreeMap<_, _>| {
            let TileStore::File(file) = &planner.tiles else { panic!("a file") };
            file.outlines(shown).get(paged.keys()[other]).expect("a tile").1
        };
        let before = costs(&planner, &BTreeMap::new());
        planner.refine(paged.keys()[one], false).expect("a tile");
        let after = costs(&planner, &planner.state.shown);
        for at in 0..before.spots.len() {
            for (before, after) in before.row(at).iter().zip(after.row(at)) {
                assert!(after >= before && (*after == u32::MAX) == (*before == u32::MAX));
                dearer += usize::from(after > before);
            }
        }
    }
    assert!(dearer > 0);
}

/// From a position where the path does not lead, it is chosen again as long as refined tiles teach more, and once after that.
#[test]
fn a_way_that_cannot_be_followed_is_given_up() {
    let (_file, paged) = city("turns", 250.0);
    let body = Body { abilities: Vec::new(), ..Body::adult() };
    let query = across(&paged, &body);
    let mut planner = planner(&paged, &query);
    let way = Way { at: 1, ..planner.choose(None).expect("a way") };
    let elsewhere = Some(planner.endpoints().goals[0].0);
    let tried = (0..8).map(|_| planner.leg(elsewhere, &way).map(|leg| leg.is_some()));
    let times = tried.take_while(|tried| matches!(tried, Ok(false))).count();
    assert!((1..8).contains(&times), "{times} times");
}

/// Cost of the first leg out of a house, and the remaining cost from its end; `None` if the house has no way out.
fn first_leg(planner: &mut LevelPlanner<'_>, from_rim: bool) -> Option<(u64, u64)> {
    let way = planner.choose(None).ok()?;
    if way.hops.len() < 2 {
        return None;
    }
    let stretch: Stretch<'_> = planner.stretch(None, &way, 1);
    let (start, _) = stretch.starts[0];
    planner.state.lower.clear();
    let targets = planner.targets_of(&stretch, None);
    let leg = match from_rim {
        true => planner.leg_from_rim(start, &stretch.fence, targets),
        false => planner.search_stretch(&stretch, false, None),
    };
    let leg = leg.expect("a search")?;
    assert_eq!((leg.floors[0].0, leg.costs[0], leg.floors.len()), (start, 0, leg.costs.len()));
    assert!(leg.costs.is_sorted());
    let end = leg.end()?;
    let targets = planner.targets_of(&stretch, None);
    let left = planner.tiles.within(&stretch.fence, 1, |planner| targets(planner)).expect("tiles");
    let (_, rest) = *left.floors.iter().find(|(floor, _)| *floor == end)?;
    Some((leg.cost() + u64::from(rest), planner.state.lower[0]))
}

#[test]
fn the_first_leg_out_of_a_house_costs_the_same_with_kept_costs() {
    let (_file, paged) = city("houses", 250.0);
    let body = Body::adult();
    let mut tall = 0;
    for &key in paged.keys().iter().step_by(7) {
        let window = paged.window(&[key]).expect("a tile");
        // Floors of the upper storeys come last in their columns.
        let last = window.tile(key).and_then(|tile| tile.floors().len().checked_sub(9));
        let Some(index) = last else { continue };
        let from = window.position(FloorId { tile: key, index: index as u32 }).expect("a floor");
        let query = Query { from, ..across(&paged, &body) };
        let mut planner = LevelPlanner::on_file(&paged, &query, State::default()).expect("a query");
        if planner.find_endpoints(None).is_err() {
            continue;
        }
        let Some((cost, expanded)) = first_leg(&mut planner, true) else { continue };
        let (other, all) = first_leg(&mut planner, false).expect("a way");
        // Of several equally good ends, either is accepted.
        assert_eq!(cost, other, "{from:?}");
        tall += usize::from(8 * expanded < all);
    }
    assert!(tall > 3, "{tall} ways out of tall houses");
}

/// A wall between two rows of tiles, with gaps from one place to another along it.
fn wall_with_gaps(gaps: &[[f64; 2]]) -> (File, PagedWorld) {
    let plate = [[0.0, 0.0, 0.0], [0.0, 0.0, 48.0], [32.0, 0.0, 48.0], [32.0, 0.0, 0.0]];
    let scene = Scene::builder().object("plate", &plate, &[0_u32, 1, 2, 0, 2, 3], None).build();
    let mut world = World::bake(&scene, &settings()).expect("a world");
    let mut from = 0.0;
    for &[start, end] in gaps.iter().chain([&[48.0, 48.0]]) {
        world.add(&Obstacle::block([15.5, -0.5, from], [16.5, 3.0, start])).expect("a wall");
        from = end;
    }
    let file = file("gaps");
    world.save(&file.0).expect("a file");
    let paged = PagedWorld::open(&file.0, 128 << 20).expect("its world");
    (file, paged)
}

#[test]
fn a_gap_is_narrow_if_it_is_narrower_than_the_body_in_all_tiles_together() {
    // In columns of 0.25 m the walls leave two, four, one and two, one and one.
    let wanted = [([3.95, 4.55], true), ([7.95, 9.05], false), ([15.7, 16.55], false), ([31.7, 32.3], true)];
    let (_file, paged) = wall_with_gaps(&wanted.map(|(gap, _)| gap));
    let adult = Body::adult();
    let query = Query::new(&adult, [1.0, 0.0, 1.0], [31.0, 0.0, 1.0]);
    let planner = LevelPlanner::on_file(&paged, &query, State::default()).expect("a query");
    let TileStore::File(file) = &planner.tiles else { panic!("a file") };
    let (shown, mut found) = (BTreeMap::new(), [0; 4]);
    let outlines = file.outlines(&shown);
    let origin = paged.head().origin()[2];
    for &key in paged.keys() {
        let outline = paged.outline_of(key).expect("a tile");
        // The top of the wall can be walked on.
        let low = |pass: &&OutlinePass| outline.base + i32::from(pass.height) < 100;
        for pass in outline.passes.iter().filter(|pass| pass.is_outward() && pass.direction == 0).filter(low) {
            let run = pass.run();
            let middle = f64::from(2 * key.z * crate::ground::TILE + run.start + run.end) * 0.125 + origin;
            let at = wanted.iter().position(|([start, end], _)| (*start..*end).contains(&middle));
            let at = at.unwrap_or_else(|| panic!("no gap at {middle}"));
            found[at] += 1;
            assert_eq!(outlines.is_narrow(key, outline, pass), wanted[at].1, "{middle}");
        }
    }
    assert_eq!(found, [1, 1, 2, 2], "the last two are in two tiles each");
}
