//! Edits equal rebuilds: whatever obstacles come and go, the world is what a fresh bake gives.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, Soup, all, bake_with, block, floors, prism, sloped};
use footpath::ground::{ColumnKey, DIRECTIONS};
use footpath::plan::{PaperOptions, Query, Support};
use footpath::world::{EditError, FloorId, Obstacle};
use footpath::{Bake, Body, Scene, World};

/// Ground over 3 × 3 tiles with a ramp and a deck, both sides of zero.
fn scene() -> Scene {
    let ground = block([-8.0, -0.3, -8.0], [8.0, 0.0, 8.0]);
    let ramp = sloped(&[[-6.0, -1.0], [-6.0, 1.0], [0.0, 1.0], [0.0, -1.0]], |_| -0.1, |[x, _]| (x + 6.0) * 0.35);
    let builder = ground.put(Scene::builder(), "ground");
    let builder = ramp.put(builder, "ramp");
    block([0.0, 2.0, -3.0], [7.0, 2.1, 3.0]).put(builder, "deck").build()
}

fn world() -> World {
    bake_with(&scene(), 0.1, 0.05)
}

/// A random box, disc, prism or loose mesh, some of them in the air, in the ground or across tile borders.
fn obstacle(random: &mut Random) -> Obstacle {
    let at = [random.between(-10.0, 10.0), random.between(-1.0, 2.5), random.between(-10.0, 10.0)];
    let size = random.between(0.05, 2.0);
    let height = random.between(0.02, 1.5);
    match random.below(4) {
        0 => Obstacle::block(at, [at[0] + size, at[1] + height, at[2] + random.between(0.05, 2.0)]),
        1 => Obstacle::disc(at, size / 2.0, height),
        2 => {
            // Bent inwards: not convex.
            let outline = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.5, 0.4], [0.0, 1.0]];
            let outline = outline.map(|[x, z]| [at[0] + x * size, at[2] + z * size]);
            Obstacle::prism(&outline, at[1], at[1] + height)
        }
        _ => {
            let mut corner = || std::array::from_fn(|i| at[i] + random.between(-1.0, 1.0));
            Obstacle::mesh(&[corner(), corner(), corner(), corner()], &[0, 1, 2, 0, 2, 3])
        }
    }
}

#[test]
fn a_hundred_obstacles_come_and_go_in_any_order() {
    let base = world();
    let mut random = Random(7);
    let mut edited = base.clone();
    let mut present: Vec<(Obstacle, _)> = Vec::new();
    for round in 0..3 {
        for _ in 0..if round == 0 { 100 } else { 20 } {
            let obstacle = obstacle(&mut random);
            let id = edited.add(&obstacle).unwrap();
            present.push((obstacle, id));
            edited.check().unwrap();
        }
        for _ in 0..if round == 0 { 60 } else { 15 } {
            let (_, id) = present.swap_remove(random.below(present.len()));
            edited.remove(id).unwrap();
            edited.check().unwrap();
        }
        let mut fresh = base.clone();
        let mut order: Vec<_> = present.iter().map(|(obstacle, _)| obstacle).collect();
        random.shuffle(&mut order);
        for obstacle in order {
            fresh.add(obstacle).unwrap();
        }
        assert_eq!(edited.hash(), fresh.hash(), "round {round}, {} present", present.len());
        assert_eq!(edited.obstacles().count(), present.len());
        assert_ne!(edited.hash(), base.hash());
    }
    random.shuffle(&mut present);
    for (_, id) in present {
        edited.remove(id).unwrap();
    }
    assert_eq!(edited.hash(), base.hash(), "all gone");
    assert!(edited.tiles().eq(base.tiles()));
}

#[test]
fn a_world_with_obstacles_is_the_bake_of_a_scene_with_them() {
    let mut random = Random(3);
    let outline = [[-1.0, -0.5], [1.1, -0.7], [0.9, 0.8], [-0.4, 1.0]];
    let mut solids = Vec::new();
    for _ in 0..25 {
        let at = [random.between(-10.0, 9.0), random.between(-0.5, 2.5), random.between(-10.0, 9.0)];
        let high = random.between(0.05, 1.5);
        solids.push(if random.below(2) == 0 {
            block(at, [at[0] + random.between(0.1, 2.0), at[1] + high, at[2] + random.between(0.1, 2.0)])
        } else {
            prism(&outline.map(|[x, z]| [at[0] + x, at[2] + z]), [at[1], at[1] + high])
        });
    }
    let mut edited = world();
    for solid in &solids {
        edited.add(&Obstacle::mesh(&solid.vertices(), &solid.indices())).unwrap();
    }
    // The object that plain obstacles are comes after those of the scene.
    let whole = Soup::of(solids);
    let with_them = Scene::builder();
    let with_them = scene().objects().iter().enumerate().fold(with_them, |builder, (index, object)| {
        let scene = scene();
        let own = scene.triangles().iter().filter(|triangle| triangle.object.0 as usize == index);
        Soup(own.map(|triangle| scene.corners(triangle).map(|v| scene.position(v))).collect())
            .put(builder, &object.name)
    });
    let fresh = bake_with(&whole.put(with_them, "obstacles").build(), 0.1, 0.05);
    assert_eq!(edited.hash(), fresh.hash());
}

#[test]
fn a_clone_made_before_an_edit_does_not_change() {
    let mut edited = world();
    let snapshot = edited.clone();
    let (hash, bytes) = (snapshot.hash(), snapshot.to_bytes());
    let id = edited.add(&Obstacle::block([-1.0, 0.0, -1.0], [1.0, 1.0, 1.0])).unwrap();
    let with_one = edited.clone();
    assert_ne!(edited.hash(), hash);
    assert_eq!((snapshot.hash(), snapshot.to_bytes() == bytes), (hash, true));
    edited.remove(id).unwrap();
    assert_ne!(with_one.hash(), hash);
    assert_eq!(edited.hash(), hash);
    assert_eq!(snapshot.obstacles().count(), 0);
}

#[test]
fn an_upright_face_on_a_border_is_in_the_column_behind_it_whatever_the_order() {
    // The far side of the first obstacle lies on a border between columns, so the column behind it is its as well.
    let on_border = Obstacle::block([-2.0, 0.0, -2.0], [-1.0, 1.0, -1.0]);
    let around = Obstacle::block([-3.0, -0.2, -3.0], [0.0, -0.1, 0.0]);
    let [mut one, mut other] = [world(), world()];
    one.add(&on_border).unwrap();
    one.add(&around).unwrap();
    other.add(&around).unwrap();
    other.add(&on_border).unwrap();
    assert_eq!(one.hash(), other.hash());
}

#[test]
fn obstacles_may_stand_anywhere() {
    let base = world();
    let places = [
        ("outside the baked area", Obstacle::block([30.0, 0.0, -40.0], [31.0, 1.0, -39.0])),
        ("far outside", Obstacle::block([3000.0, 0.0, -4000.0], [3001.0, 1.0, -3999.0])),
        ("across a tile corner", Obstacle::block([-0.5, 0.0, -0.5], [0.5, 1.0, 0.5])),
        ("across many tiles", Obstacle::block([-15.0, 0.5, 0.1], [15.0, 0.6, 0.2])),
        ("below everything", Obstacle::block([1.0, -300.0, 1.0], [2.0, -299.0, 2.0])),
        ("above everything", Obstacle::block([1.0, 300.0, 1.0], [2.0, 301.0, 2.0])),
        ("within the ground", Obstacle::block([1.0, -0.2, 1.0], [2.0, -0.1, 2.0])),
        ("at the rim", Obstacle::block([7.9, 0.0, -8.2], [8.3, 1.0, -7.0])),
    ];
    for (name, obstacle) in &places {
        let mut edited = base.clone();
        let id = edited.add(obstacle).unwrap_or_else(|error| panic!("{name}: {error}"));
        edited.check().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(edited.hash() == base.hash(), *name == "within the ground", "{name}");
        edited.remove(id).unwrap();
        assert_eq!(edited.hash(), base.hash(), "{name}");
    }
    let mut edited = base.clone();
    let ids: Vec<_> = places.iter().map(|(_, obstacle)| edited.add(obstacle).unwrap()).collect();
    ids.into_iter().for_each(|id| edited.remove(id).unwrap());
    assert_eq!(edited.hash(), base.hash());
}

#[test]
fn what_cannot_be_added_is_refused_and_changes_nothing() {
    let mut edited = world();
    let hash = edited.hash();
    let refused: [(&str, Obstacle); 8] = [
        ("huge", Obstacle::block([-600.0, 0.0, -600.0], [600.0, 1.0, 600.0])),
        ("nothing", Obstacle::mesh(&[], &[])),
        ("no number", Obstacle::block([f64::NAN, 0.0, 0.0], [1.0, 1.0, 1.0])),
        ("endless", Obstacle::block([0.0, 0.0, 0.0], [f64::INFINITY, 1.0, 1.0])),
        ("no extent", Obstacle::block([1.0, 1.0, 1.0], [1.0, 1.0, 1.0])),
        ("indices of nothing", Obstacle::mesh(&[[0.0; 3]; 3], &[7, 8, 9])),
        ("on the moon", Obstacle::block([3.8e8, 0.0, 0.0], [3.8e8 + 1.0, 1.0, 1.0])),
        ("no such object", Obstacle::block([0.0; 3], [1.0; 3]).object("lamp")),
    ];
    for (name, obstacle) in &refused {
        let error = edited.add(obstacle).expect_err(name);
        assert!(!error.to_string().is_empty());
        assert_eq!(edited.hash(), hash, "{name}: {error}");
    }
    assert!(matches!(edited.add(&refused[0].1), Err(EditError::TooLarge { .. })));
    assert!(matches!(edited.add(&refused[7].1), Err(EditError::NoObject { .. })));
    assert!(matches!(edited.add(&refused[2].1), Err(EditError::Unusable { .. })));
    assert!(edited.add(&Obstacle::prism(&[], 0.0, 1.0)).is_err());
    let id = edited.add(&Obstacle::disc([0.0; 3], 0.3, 1.0)).unwrap();
    edited.remove(id).unwrap();
    let error = edited.remove(id).expect_err("removed twice");
    assert!(matches!(error, EditError::Unknown { .. }), "{error}");
    assert!(matches!(world().remove(id), Err(EditError::Unknown { .. })), "an id of another world");
    assert_eq!(edited.hash(), hash);
}

#[test]
fn heights_that_one_tile_cannot_hold_are_refused_and_others_are_not() {
    for y in [-1e6, -70_000.0, -700.0, -600.0, -560.0, 560.0, 580.0, 600.0, 650.0, 700.0, 70_000.0, 1e7] {
        // Over nothing but ground, and beside the ground in a tile that it shares.
        for x in [1.0, 8.1] {
            let mut edited = world();
            let hash = edited.hash();
            match edited.add(&Obstacle::block([x, y, 1.0], [x + 0.5, y + 1.0, 1.5])) {
                Ok(id) => {
                    edited.check().unwrap();
                    let top = floors(&edited).map(|id| edited.position(id).unwrap()[1]).fold(f64::MIN, f64::max);
                    assert!(y < 0.0 || (top - y - 1.0).abs() < 0.011, "at {y}: the highest floor is at {top}");
                    edited.remove(id).unwrap();
                }
                Err(error) => assert!(y.abs() > 500.0, "at {y}: {error}"),
            }
            assert_eq!(edited.hash(), hash, "at {y}, x {x}");
        }
    }
}

#[test]
fn an_obstacle_may_count_as_an_object_of_the_scene() {
    let mut edited = world();
    let id = edited.add(&Obstacle::block([4.0, 0.0, -6.0], [5.0, 0.5, -5.0]).object("ramp")).unwrap();
    let top = common::floor_near(&edited, [4.5, 0.5, -5.5]).unwrap();
    assert_eq!(edited.object_of(top).unwrap().1.name, "ramp");
    edited.remove(id).unwrap();
    assert_eq!(edited.hash(), world().hash());
}

#[test]
fn saving_and_loading_between_edits_changes_nothing() {
    let mut random = Random(11);
    let mut here = world();
    let mut there = world();
    let mut ids = Vec::new();
    // A world that is loaded names its obstacles anew; their boxes stay.
    let twin = |world: &World, like: [[f64; 3]; 2]| {
        world.obstacles().find(|&id| world.obstacle_box(id) == Some(like)).unwrap()
    };
    for round in 0..30 {
        if round % 3 == 2 {
            let id = ids.swap_remove(random.below(ids.len()));
            let like = here.obstacle_box(id).unwrap();
            here.remove(id).unwrap();
            there.remove(twin(&there, like)).unwrap();
        } else {
            let obstacle = obstacle(&mut random);
            ids.push(here.add(&obstacle).unwrap());
            there.add(&obstacle).unwrap();
        }
        there = World::from_bytes(&there.to_bytes(), "memory").unwrap();
        assert_eq!(here.hash(), there.hash(), "round {round}");
        assert!(here.to_bytes() == there.to_bytes(), "round {round}");
    }
    for id in there.obstacles().collect::<Vec<_>>() {
        there.remove(id).unwrap();
    }
    assert!(there.to_bytes() == world().to_bytes());
    assert_eq!(there.hash(), world().hash());
}

/// Links by the definition: every two floors of neighbouring columns whose free intervals overlap.
fn assert_links(world: &World) {
    let interval = |id: FloorId| {
        let (tile, _) = world.floor(id).unwrap();
        (tile.height(id.index as usize), world.headroom(id).unwrap().min(1e6))
    };
    let ceiling = |(height, headroom): (i32, f64)| height + (headroom * 100.0).round() as i32;
    for id in floors(world) {
        let column = world.column_of(id).unwrap();
        let mut expected = Vec::new();
        for [dx, dz] in DIRECTIONS {
            for other in world.floors_at(ColumnKey::new(column.x + dx, column.z + dz)) {
                let (a, b) = (interval(id), interval(other));
                if a.0.max(b.0) < ceiling(a).min(ceiling(b)) {
                    expected.push((other, b.0 - a.0));
                }
            }
        }
        let found: Vec<_> = world.links(id).into_iter().map(|link| (link.to, link.rise)).collect();
        assert_eq!(found, expected, "{column:?}");
    }
}

#[test]
fn links_are_those_of_brute_force_also_across_tile_borders() {
    let mut random = Random(5);
    let settings = Bake { cell_size: 0.1, ..Bake::default() };
    let mut edited = World::bake(&scene(), &settings).unwrap();
    assert_links(&edited);
    for _ in 0..40 {
        edited.add(&obstacle(&mut random)).unwrap();
    }
    // A pile of plates across a corner of four tiles: more floors than a short link can count.
    for i in 0..20 {
        let y = 3.0 + f64::from(i) * 0.5;
        edited.add(&Obstacle::block([-0.5, y, -0.5], [0.5, y + 0.1, 0.5])).unwrap();
    }
    edited.add(&Obstacle::block([-1.5, 2.5, -0.5], [-0.4, 2.6, 0.5])).unwrap();
    assert_links(&edited);
}

/// What is derived from the ground and kept is right after any number of edits: plans are those of a world that has just been
/// baked, in which nothing is kept.
#[test]
fn plans_after_edits_are_those_of_a_fresh_bake() {
    let body = Body::adult();
    let plain = Query::new(&body, [-7.0, 0.0, -6.0], [5.0, 2.1, 0.0]);
    let with = |support| Some(PaperOptions { support, ..PaperOptions::default() });
    let posts = Query { papers: with(Support::Path(12)), ..plain.clone() };
    let firm = Query { papers: with(Support::Front(12)), ..plain.clone() };
    let across = Query { to: vec![[6.5, 0.0, 6.5].into()], ..plain.clone() };
    let queries = [plain, posts, firm, across];
    let mut random = Random(29);
    let mut edited = world();
    let mut present: Vec<(Obstacle, _)> = Vec::new();
    let (mut found, mut refused) = (0, 0);
    for edit in 0..if all() { 1000 } else { 100 } {
        if present.len() > 25 || (!present.is_empty() && random.below(3) == 0) {
            let (_, id) = present.swap_remove(random.below(present.len()));
            edited.remove(id).unwrap();
        } else {
            let obstacle = obstacle(&mut random);
            let id = edited.add(&obstacle).unwrap();
            present.push((obstacle, id));
        }
        // Asked now and then, so that something is kept from every stage of the history.
        if edit % 3 == 0 {
            let _ = edited.plan_cells(&queries[random.below(queries.len())]);
        }
        if edit % 20 == 19 {
            let mut fresh = world();
            let mut order: Vec<_> = present.iter().map(|(obstacle, _)| obstacle).collect();
            random.shuffle(&mut order);
            for obstacle in order {
                fresh.add(obstacle).unwrap();
            }
            assert_eq!(edited.hash(), fresh.hash(), "edit {edit}");
            for (i, query) in queries.iter().enumerate() {
                let (here, there) = (edited.plan_cells(query), fresh.plan_cells(query));
                assert!(here == there, "edit {edit}, query {i}");
                *(if here.is_ok() { &mut found } else { &mut refused }) += 1;
            }
        }
    }
    assert!(found > refused, "{found} plans, {refused} refusals");
}
