//! Regions beside the plain closure of all moves, on small random worlds with steps, drops, gaps and low ceilings.

use super::Regions;
use crate::body::{Action, Body};
use crate::reach::Reach;
use crate::reach::Terrain;
use crate::scene::{Scene, SceneBuilder};
use crate::search::Stop;
use crate::world::Semantics;
use crate::world::{Bake, FloorId, Obstacle, World};
use std::collections::BTreeSet;

struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

fn block(builder: SceneBuilder, low: [f64; 3], high: [f64; 3]) -> SceneBuilder {
    let corner = |i: usize| [0, 1, 2].map(|axis| if i >> axis & 1 == 0 { low[axis] } else { high[axis] });
    let corners: Vec<[f64; 3]> = (0..8).map(corner).collect();
    let quads = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let faces: Vec<u32> = quads.into_iter().flat_map(|[a, b, c, d]| [a, b, c, a, c, d]).collect();
    builder.object("block", &corners, &faces, None)
}

/// A chequerboard of blocks of random heights, some missing, some under a slab. It lies across four tiles.
fn world(random: &mut Random) -> World {
    let mut builder = Scene::builder();
    for z in -2..2 {
        for x in -3..3 {
            let (x, z) = (f64::from(x) * 0.8, f64::from(z) * 0.8);
            let height = [-1.0, 0.2, 0.2, 0.4, 0.6, 0.65, 1.0, 1.4][random.below(8) as usize];
            if height > 0.0 {
                builder = block(builder, [x, 0.0, z], [x + 0.8, height, z + 0.8]);
            }
            if random.below(6) == 0 {
                let low = height + [0.9, 1.4, 1.75][random.below(3) as usize];
                builder = block(builder, [x, low, z], [x + 0.8, low + 0.1, z + 0.8]);
            }
        }
    }
    World::bake(&builder.build(), &Bake { cell_size: 0.2, ..Bake::default() }).expect("a world")
}

fn bodies() -> [Body; 3] {
    let adult = Body::adult();
    let thin = Body { radius: 0.1, ..Body::adult() };
    let stiff = thin.clone().without(Action::Bend).without(Action::Crawl).without(Action::Jump);
    [adult, thin, stiff]
}

/// Every floor that is reached from one, by going on from floor to floor.
fn closure(terrain: &mut Terrain<'_>, from: FloorId, extended: bool) -> BTreeSet<FloorId> {
    let mut reached = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(id) = open.pop() {
        let node = terrain.node(id);
        let mut found = Vec::new();
        terrain.loose_steps(node, |terrain, _, to, _| found.push(terrain.floor(to)));
        if extended {
            terrain.leaps(node, |terrain, to, _, _| found.push(terrain.floor(to)));
        }
        open.extend(found.into_iter().filter(|&id| reached.insert(id)));
    }
    reached
}

fn compare(world: &World, body: &Body, extended: bool) -> [usize; 3] {
    let reach = Reach::of(world, body, &Semantics::baked(world));
    let regions = Regions::made(world, &reach, extended, &Stop::default()).expect("it has no stop");
    let mut terrain = Terrain::new(world, reach);
    let floors: Vec<FloorId> = world
        .tiles()
        .flat_map(|(tile, held)| (0..held.floors().len() as u32).map(move |index| FloorId { tile, index }))
        .collect();
    let [mut there, mut back, mut one_way] = [0; 3];
    let mut sizes = vec![0; regions.len()];
    for &from in &floors {
        let node = terrain.node(from);
        assert_eq!(regions.of(from).is_some(), terrain.room(node) > 0);
        let Some(region) = regions.of(from) else { continue };
        sizes[region as usize] += 1;
        let reached = closure(&mut terrain, from, extended);
        for &to in &floors {
            let expected = regions.of(to).is_some() && reached.contains(&to);
            assert_eq!(regions.can_reach(from, to), expected, "{from:?} → {to:?}");
            there += usize::from(expected);
            if expected {
                let returns = regions.can_reach(to, from);
                back += usize::from(returns);
                one_way += usize::from(!returns);
                assert_eq!(returns, regions.of(from) == regions.of(to));
            }
        }
    }
    assert_eq!(sizes, (0..regions.len() as u32).map(|region| regions.size(region).floors).collect::<Vec<_>>());
    [there, back, one_way]
}

#[test]
fn regions_are_the_closure_of_all_moves() {
    let mut random = Random(7);
    let mut one_way = 0;
    for _ in 0..2 {
        let world = world(&mut random);
        for body in bodies() {
            one_way += compare(&world, &body, true)[2];
            assert_eq!(compare(&world, &body, false)[2], 0, "steps lead both ways");
        }
    }
    assert!(one_way > 100, "the worlds have drops that lead down only: {one_way}");
}

#[test]
fn after_an_edit_regions_are_those_of_the_new_ground() {
    let mut world = world(&mut Random(3));
    let body = &bodies()[1];
    let before = world.regions(body);
    let snapshot = world.clone();
    let id = world.add(&Obstacle::block([-2.4, 0.0, -0.1], [2.4, 3.0, 0.1])).expect("a wall");
    compare(&world, body, true);
    assert!(world.regions(body).len() != before.len(), "the wall cuts regions in two");
    assert!(std::sync::Arc::ptr_eq(&snapshot.regions(body), &before), "the snapshot has the old ground");
    world.remove(id).expect("the wall");
    compare(&world, body, true);
    assert_eq!(world.regions(body).len(), before.len());
}

#[test]
fn labelling_that_is_stopped_gives_nothing_and_the_next_one_gives_all() {
    let world = World::bake(&Scene::built_in("house").expect("built in"), &Bake::default()).expect("a house");
    let reach = Reach::of(&world, &Body::adult(), &Semantics::baked(&world));
    let stop = Stop::default();
    stop.set();
    assert!(Regions::made(&world, &reach, true, &stop).is_none());
    assert!(Regions::known(&world, &reach, true).is_none(), "nothing half is kept");
    let made = Regions::made(&world, &reach, true, &Stop::default()).expect("it has no stop");
    assert!(!made.is_empty());
    assert!(Regions::made(&world, &reach, true, &stop).is_some(), "what is known needs no time");
}
