//! Overlays equal bakes: a world without some objects, or with other tags, is what a bake of the scene so tagged gives.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, Soup, bake_with, block, floor_near, strip};
use footpath::plan::Semantics;
use footpath::scene::{Import, Object, ObjectId, Rules, SceneBuilder, Tag, Up, built_in};
use footpath::world::{BakeError, Obstacle, TagError};
use footpath::{Bake, Scene, World};

/// The scene with these objects ignored.
fn ignoring(scene: &Scene, objects: &[ObjectId]) -> Scene {
    tagged(scene, &objects.iter().map(|&id| (id, Tag::Ignored)).collect::<Vec<_>>())
}

/// The scene built again with other tags, object by object: rules go by name, and names may be shared.
fn tagged(scene: &Scene, tags: &[(ObjectId, Tag)]) -> Scene {
    let mut objects = scene.objects().to_vec();
    tags.iter().for_each(|&(id, tag)| objects[id.0 as usize].tag = tag);
    let vertices: Vec<[f64; 3]> = scene.vertices().iter().map(|&vertex| scene.position(vertex)).collect();
    let mut indices: Vec<Vec<u32>> = vec![Vec::new(); objects.len()];
    for triangle in scene.triangles() {
        indices[triangle.object.0 as usize].extend(triangle.corners);
    }
    let mut builder = Scene::builder();
    for (object, indices) in objects.into_iter().zip(indices) {
        let own: Vec<[f64; 3]> = indices.iter().map(|&corner| vertices[corner as usize]).collect();
        builder.push_object(object, &own, &(0..own.len() as u32).collect::<Vec<_>>(), None);
    }
    scene.places().iter().for_each(|place| builder.push_place(place.name.clone(), place.position));
    builder.build()
}

fn ids(world: &World, is_wanted: impl Fn(&Object) -> bool) -> Vec<ObjectId> {
    let found = (0..).zip(world.objects()).filter(|(_, object)| is_wanted(object));
    found.map(|(id, _)| ObjectId(id)).collect()
}

/// Byte for byte, tiles, triangles, tags and all.
fn assert_same(found: &World, wanted: &World, name: &str) {
    found.check().unwrap();
    assert_eq!(found.hash(), wanted.hash(), "{name}: another ground");
    for ((key, one), (other_key, other)) in found.tiles().zip(wanted.tiles()) {
        assert!(key == other_key && one == other, "{name}: {key:?}");
    }
    assert!(found.to_bytes() == wanted.to_bytes(), "{name}: other bytes");
}

#[test]
fn the_house_without_railings_furniture_or_walls_is_a_bake_with_the_rule() {
    let scene = Scene::built_in("house").unwrap();
    let world = World::bake(&scene, &Bake::default()).unwrap();
    for glob in ["Railing_*", "Table_*", "Wall_*", "*"] {
        let mut ruled = scene.clone();
        ruled.apply(&Rules::new().ignore(glob));
        let gone = (0..).zip(ruled.objects()).filter(|(_, object)| object.tag == Tag::Ignored);
        let gone: Vec<ObjectId> = gone.map(|(id, _)| ObjectId(id)).collect();
        assert!(!gone.is_empty(), "{glob}");
        let without = world.without(&gone).unwrap();
        match World::bake(&ruled, &Bake::default()) {
            Ok(baked) => assert_same(&without, &baked, glob),
            Err(error) => {
                // Nothing is left: nothing to bake, and an empty world.
                assert!(matches!(error, BakeError::Empty { .. }) && glob == "*");
                assert_eq!((without.tiles().count(), without.counts().floors), (0, 0));
                assert_eq!(without.locate([0.0; 3], [100.0; 3]), None);
            }
        }
    }
}

#[test]
fn random_objects_of_all_built_in_scenes() {
    let mut random = Random(31);
    for entry in built_in() {
        let scene = Scene::built_in(entry.name).unwrap();
        let settings = Bake { cell_size: entry.cell_size, cell_height: entry.cell_height, ..Bake::default() };
        let world = World::bake(&scene, &settings).unwrap();
        for round in 0..if common::all() { 40 } else { 6 } {
            let count = 1 + random.below(if round % 2 == 0 { 3 } else { scene.objects().len() });
            let gone: Vec<_> = (0..count).map(|_| ObjectId(random.below(scene.objects().len()) as u32)).collect();
            let baked = World::bake(&ignoring(&scene, &gone), &settings);
            let Ok(baked) = baked else { continue };
            assert_same(&world.without(&gone).unwrap(), &baked, &format!("{} {gone:?}", entry.name));
        }
    }
}

#[test]
fn random_tags_of_all_built_in_scenes() {
    let mut random = Random(32);
    for entry in built_in() {
        let scene = Scene::built_in(entry.name).unwrap();
        let settings = Bake { cell_size: entry.cell_size, cell_height: entry.cell_height, ..Bake::default() };
        let world = World::bake(&scene, &settings).unwrap();
        for round in 0..if common::all() { 30 } else { 5 } {
            let count = 1 + random.below(if round % 2 == 0 { 3 } else { scene.objects().len() });
            let tags: Vec<_> = (0..count)
                .map(|_| {
                    let tag = [Tag::Obstacle, Tag::Forbidden, Tag::Ignored][random.below(3)];
                    (ObjectId(random.below(scene.objects().len()) as u32), tag)
                })
                .collect();
            let Ok(baked) = World::bake(&tagged(&scene, &tags), &settings) else { continue };
            assert_same(&world.with_tags(&tags).unwrap(), &baked, &format!("{} {tags:?}", entry.name));
        }
    }
}

#[test]
fn a_real_house_without_its_doors() {
    let Some(path) = common::data("scenes/duplex_house.obj") else { return };
    let scene = Scene::open_with(path, &Import { up: Up::Z, scale: 1.0 }).unwrap();
    let world = bake_with(&scene, 0.1, 0.05);
    let mut ruled = scene.clone();
    assert!(ruled.apply(&Rules::new().ignore("IfcDoor*"))[0].objects > 0);
    let doors = ids(&world, |object| object.name.starts_with("IfcDoor"));
    let without = world.without(&doors).unwrap();
    assert_same(&without, &bake_with(&ruled, 0.1, 0.05), "doors");
    // By name and material, so that of objects of one name some go and some stay.
    let mut random = Random(3);
    for _ in 0..if common::all() { 20 } else { 3 } {
        let mut ruled = scene.clone();
        for _ in 0..4 {
            let object = &scene.objects()[random.below(scene.objects().len())];
            let quoted = |text: &str| format!("{:?}", text.replace(['[', ']', '*'], "?"));
            let material = object.material.as_deref().map(|material| format!(", material = {}", quoted(material)));
            let name = quoted(&object.name);
            let rule = format!("rule = [{{ name = {name}{}, tag = 'ignored' }}]", material.unwrap_or_default());
            assert!(ruled.apply(&Rules::from_toml(&rule, "rules.toml").unwrap())[0].objects > 0);
        }
        let gone = (0..).zip(ruled.objects()).filter(|(_, object)| object.tag == Tag::Ignored);
        let gone: Vec<ObjectId> = gone.map(|(id, _)| ObjectId(id)).collect();
        assert_same(&world.without(&gone).unwrap(), &bake_with(&ruled, 0.1, 0.05), &format!("{gone:?}"));
    }
}

/// Ground over 3 × 3 tiles, two tables and a long wall.
fn small() -> Scene {
    let builder = block([-8.0, -0.3, -8.0], [8.0, 0.0, 8.0]).put(Scene::builder(), "ground");
    let builder = block([-7.0, 0.0, -7.5], [-5.5, 0.7, -6.8]).put(builder, "table");
    let builder = block([5.0, 0.0, 5.0], [6.0, 0.5, 7.5]).put(builder, "bed");
    block([-8.0, 0.0, 0.0], [8.0, 2.5, 0.2]).put(builder, "wall").build()
}

const GROUND: ObjectId = ObjectId(0);
const TABLE: ObjectId = ObjectId(1);
const BED: ObjectId = ObjectId(2);
const WALL: ObjectId = ObjectId(3);
const OBSTACLE: ObjectId = ObjectId(4);

fn random_obstacle(random: &mut Random) -> Obstacle {
    let at = [random.between(-9.0, 9.0), random.between(-0.2, 0.8), random.between(-9.0, 9.0)];
    let size = random.between(0.1, 2.5);
    Obstacle::block(at, [at[0] + size, at[1] + random.between(0.05, 1.0), at[2] + random.between(0.1, 2.5)])
}

#[test]
fn after_any_edits_the_overlay_is_the_overlay_of_the_edited_world() {
    let scene = small();
    let mut random = Random(77);
    let sets: [&[ObjectId]; 4] = [&[WALL], &[TABLE, BED], &[GROUND], &[GROUND, TABLE, BED, WALL]];
    let mut baked: Vec<Option<World>> =
        sets.iter().map(|set| World::bake(&ignoring(&scene, set), &Bake::default()).ok()).collect();
    let mut world = bake_with(&scene, 0.1, 0.05);
    let mut present = Vec::new();
    let mut snapshots = Vec::new();
    for round in 0..24 {
        if round % 3 == 2 {
            let (id, ids): (_, Vec<_>) = present.swap_remove(random.below(present.len()));
            world.remove(id).unwrap();
            baked.iter_mut().flatten().zip(ids).for_each(|(baked, id)| baked.remove(id).unwrap());
        } else {
            let obstacle = random_obstacle(&mut random);
            let ids = baked.iter_mut().flatten().map(|baked| baked.add(&obstacle).unwrap()).collect();
            present.push((world.add(&obstacle).unwrap(), ids));
        }
        for (set, baked) in sets.iter().zip(&baked) {
            let without = world.without(set).unwrap();
            match baked {
                Some(baked) => assert_same(&without, baked, &format!("round {round} without {set:?}")),
                // Without anything of the scene the obstacles are left.
                None => assert_eq!(without.obstacles().count(), present.len()),
            }
        }
        snapshots.push((world.clone(), world.without(sets[0]).unwrap().hash()));
        // A snapshot from before asks in between.
        let (snapshot, hash) = &snapshots[random.below(snapshots.len())];
        assert_eq!(snapshot.without(sets[0]).unwrap().hash(), *hash, "round {round}");
    }
}

/// Keys of the tiles that are not the very same ones in both worlds.
fn others(a: &World, b: &World) -> Vec<[i32; 2]> {
    let mut found = Vec::new();
    for (key, tile) in a.tiles() {
        if !b.tile(key).is_some_and(|other| std::ptr::eq(tile, other)) {
            found.push([key.x, key.z]);
        }
    }
    found
}

#[test]
fn only_tiles_under_what_goes_are_made_anew_and_only_once() {
    let mut world = bake_with(&small(), 0.1, 0.05);
    assert_eq!(world.tiles().count(), 16);
    let without = world.without(&[TABLE]).unwrap();
    assert_eq!(others(&world, &without), [[-2, -2], [-1, -2]], "the table is within two tiles");
    assert!(others(&without, &world.without(&[TABLE]).unwrap()).is_empty(), "kept");
    assert!(others(&without, &world.without(&[TABLE, TABLE, ObjectId(1000)]).unwrap()).is_empty(), "the same set");
    assert!(others(&world, &world.without(&[]).unwrap()).is_empty());
    assert!(others(&world, &world.without(&[ObjectId(1000)]).unwrap()).is_empty());
    // An edit elsewhere leaves the overlay's tiles, and is seen in it.
    let id = world.add(&Obstacle::block([2.0, 0.0, 2.0], [3.0, 0.4, 3.0])).unwrap();
    let edited = world.without(&[TABLE]).unwrap();
    assert_eq!(others(&without, &edited), [[0, 0]]);
    assert_eq!(others(&world, &edited), [[-2, -2], [-1, -2]]);
    world.remove(id).unwrap();
    let back = world.without(&[TABLE]).unwrap();
    assert_eq!((back.hash(), others(&edited, &back)), (without.hash(), vec![[0, 0]]));
}

#[test]
fn an_overlay_is_a_world_like_any_other() {
    let scene = small();
    let world = bake_with(&scene, 0.1, 0.05);
    let mut without = world.without(&[WALL]).unwrap();
    let loaded = World::from_bytes(&world.to_bytes(), "memory").unwrap().without(&[WALL]).unwrap();
    assert!(loaded.to_bytes() == without.to_bytes());
    let both = without.without(&[TABLE]).unwrap();
    assert_same(&both, &world.without(&[TABLE, WALL]).unwrap(), "one after the other");
    let mut baked = bake_with(&ignoring(&scene, &[WALL]), 0.1, 0.05);
    for world in [&mut without, &mut baked] {
        world.add(&Obstacle::disc([0.0, 0.0, 0.1], 0.5, 1.0)).unwrap();
        assert!(world.add(&Obstacle::disc([1.0, 0.0, 0.1], 0.5, 1.0).object("wall")).is_err(), "ignored now");
    }
    assert_same(&without, &baked, "edited");
    assert_eq!(world.obstacles().count(), 0);
}

#[test]
fn obstacles_stay_unless_they_count_as_what_goes() {
    let scene = small();
    let mut world = bake_with(&scene, 0.1, 0.05);
    let plain = Obstacle::block([-0.5, 0.0, -0.5], [0.5, 0.5, 0.5]);
    world.add(&plain).unwrap();
    world.add(&Obstacle::block([2.0, 0.0, -3.0], [3.0, 0.7, -2.0]).object("table")).unwrap();
    let mut baked = bake_with(&ignoring(&scene, &[TABLE]), 0.1, 0.05);
    baked.add(&plain).unwrap();
    let without = world.without(&[TABLE]).unwrap();
    assert_same(&without, &baked, "tables");
    assert_eq!((without.obstacles().count(), world.obstacles().count()), (1, 2));
    // Plain obstacles are an object too.
    let bare = world.without(&[OBSTACLE]).unwrap();
    assert_eq!(bare.obstacles().count(), 1);
    assert_eq!(bare.without(&[TABLE]).unwrap().hash(), bake_with(&ignoring(&scene, &[TABLE]), 0.1, 0.05).hash());
    // Another tag goes to the obstacle as well.
    let mut forbidden = bake_with(&tagged(&scene, &[(TABLE, Tag::Forbidden)]), 0.1, 0.05);
    forbidden.add(&plain).unwrap();
    forbidden.add(&Obstacle::block([2.0, 0.0, -3.0], [3.0, 0.7, -2.0]).object("table")).unwrap();
    assert_same(&world.with_tags(&[(TABLE, Tag::Forbidden)]).unwrap(), &forbidden, "forbidden");
}

/// Adds a part of something named `box`, of a material of its own.
fn part(builder: SceneBuilder, material: &str, soup: &Soup) -> SceneBuilder {
    let object = Object { material: Some(material.into()), ..Object::new("box") };
    builder.object_with(object, &soup.vertices(), &soup.indices(), None)
}

/// Whether the inside of a box at the origin is filled: no floor at its bottom.
fn is_filled(world: &World) -> bool {
    floor_near(world, [0.05, 0.0, 0.05]).is_none_or(|floor| world.position(floor).unwrap()[1] > 1.0)
}

#[test]
fn what_goes_may_open_or_close_what_it_touches() {
    // A box over several tiles in two parts, the lid and the rest; and a flap on an edge of a whole box.
    let whole = block([-9.0, 0.0, -9.0], [9.0, 2.0, 9.0]);
    let is_lid = |corners: &[[f64; 3]; 3]| corners.iter().all(|corner| corner[1] == 2.0);
    let lid = Soup(whole.0.iter().copied().filter(is_lid).collect());
    let rest = Soup(whole.0.iter().copied().filter(|corners| !is_lid(corners)).collect());
    let flap = Soup(vec![[[-9.0, 2.0, -9.0], [-9.0, 2.0, 9.0], [-12.0, 2.0, 0.0]]]);
    let lidded = part(part(Scene::builder(), "lid", &lid), "rest", &rest).build();
    let flapped = part(part(Scene::builder(), "flap", &flap), "rest", &whole).build();
    // Two copies of one box are no box: every edge is used twice. A copy that goes leaves one.
    let twice = part(part(Scene::builder(), "copy", &whole.flipped()), "rest", &whole).build();
    let half_twice = part(part(Scene::builder(), "copy", &lid), "rest", &whole).build();
    for (name, scene, before, after) in [
        ("lid", lidded, true, false),
        ("flap", flapped, false, true),
        ("twice", twice, false, true),
        ("half twice", half_twice, false, true),
    ] {
        let world = bake_with(&scene, 0.1, 0.05);
        let without = world.without(&[ObjectId(0)]).unwrap();
        assert_eq!((is_filled(&world), is_filled(&without)), (before, after), "{name}");
        assert_same(&without, &bake_with(&ignoring(&scene, &[ObjectId(0)]), 0.1, 0.05), name);
        // From a file it is the same.
        let loaded = World::from_bytes(&world.to_bytes(), "memory").unwrap();
        assert!(loaded.without(&[ObjectId(0)]).unwrap().to_bytes() == without.to_bytes(), "{name} loaded");
        assert_eq!(world.without(&[ObjectId(0), ObjectId(1)]).unwrap().tiles().count(), 0, "{name}");
    }
}

#[test]
fn seams_without_area_still_close_a_box_when_something_on_it_goes() {
    // One side of the box has its upper edge in two pieces, with a triangle without area between them and the whole edge.
    let (low, high, half) = ([-2.0, 0.0, -2.0], [2.0, 2.0, 2.0], [0.0, 2.0, -2.0]);
    let mut soup = block(low, high);
    let edge = [[-2.0, 2.0, -2.0], [2.0, 2.0, -2.0]];
    let on_edge = |corners: &[[f64; 3]; 3]| edge.iter().all(|end| corners.contains(end));
    let cut = soup.0.iter().position(|corners| on_edge(corners) && corners.iter().all(|c| c[2] == -2.0)).unwrap();
    let corners = soup.0.remove(cut);
    let at = (0..3).find(|&i| on_edge(&[corners[i], corners[(i + 1) % 3], corners[i]])).unwrap();
    let [a, b, c] = [corners[at], corners[(at + 1) % 3], corners[(at + 2) % 3]];
    soup.0.extend([[a, half, c], [half, b, c], [a, b, half]]);
    let flap = Soup(vec![[[2.0, 2.0, 2.0], [2.0, 2.0, -2.0], [4.0, 2.0, 0.0]]]);
    let scene = part(part(Scene::builder(), "flap", &flap), "rest", &soup).build();
    let alone = part(Scene::builder(), "rest", &soup).build();
    assert_eq!(scene.report().zero_area, 1);
    assert_eq!((scene.component_counts().solid, alone.component_counts().solid), (0, 1));
    let world = bake_with(&scene, 0.1, 0.05);
    let mut ruled = scene.clone();
    ruled.apply(&Rules::from_toml("rule = [{ material = 'flap', tag = 'ignored' }]", "rules.toml").unwrap());
    let baked = bake_with(&ruled, 0.1, 0.05);
    assert!(!is_filled(&world) && is_filled(&baked));
    assert_same(&world.without(&[ObjectId(0)]).unwrap(), &baked, "flap");
    let loaded = World::from_bytes(&world.to_bytes(), "memory").unwrap();
    assert!(loaded.to_bytes() == world.to_bytes(), "the file keeps the seam");
    assert!(loaded.without(&[ObjectId(0)]).unwrap().to_bytes() == baked.to_bytes());
}

#[test]
fn where_nothing_of_the_scene_is_left_an_obstacle_stands_alone() {
    // The box around the slanted face meets the tile of the post, the face itself does not.
    let slanted = Soup(vec![[[0.0, 0.0, 0.0], [0.0, 0.0, 12.0], [12.0, 0.0, 0.0]]]);
    let post = block([10.0, 0.0, 10.0], [10.5, 1.0, 10.5]);
    let scene = post.put(slanted.put(Scene::builder(), "ground"), "post").build();
    let mut world = bake_with(&scene, 0.1, 0.05);
    let mut baked = bake_with(&ignoring(&scene, &[ObjectId(1)]), 0.1, 0.05);
    for world in [&mut world, &mut baked] {
        world.add(&Obstacle::block([9.0, 0.0, 10.0], [9.5, 0.5, 10.5])).unwrap();
    }
    assert_same(&world.without(&[ObjectId(1)]).unwrap(), &baked, "post");
}

#[test]
fn of_equal_surfaces_the_more_restrictive_is_met_as_in_a_bake() {
    let builder = strip([-2.0, 2.0], [-2.0, 2.0], 0.0).put(Scene::builder(), "rug");
    let scene = strip([-4.0, 4.0], [-4.0, 4.0], 0.0).put(builder, "floor").build();
    let world = bake_with(&scene, 0.1, 0.05);
    let stands_on = |world: &World| {
        let floor = floor_near(world, [0.0; 3]).unwrap();
        world.object_of(floor).map(|(_, object)| (object.name.clone(), object.tag)).unwrap()
    };
    assert_eq!(stands_on(&world).0, "floor", "the tie goes to the later object");
    let rules = Rules::new().forbid("rug");
    let asked = world.under(&Semantics::of(&world, &rules)).unwrap();
    assert_eq!(stands_on(&asked), ("rug".into(), Tag::Forbidden));
    let mut ruled = scene.clone();
    ruled.apply(&rules);
    assert_same(&asked, &bake_with(&ruled, 0.1, 0.05), "rug");
    // And back: a rule of the query takes a tag of the bake away.
    let baked = bake_with(&ruled, 0.1, 0.05);
    let back = baked.under(&Semantics::of(&baked, &Rules::new().walkable("rug"))).unwrap();
    assert_same(&back, &world, "back");
}

#[test]
fn the_ground_under_rules_of_a_query_is_that_of_a_bake_with_them() {
    let scene = Scene::built_in("house").unwrap();
    let before = Rules::new().forbid("Table_*").ignore("Plant_*").obstacle("Bed_*");
    let asked = Rules::new().walkable("Table_*").forbid("Grass").ignore("Railing_*").ignore("Bed_*");
    let mut first = scene.clone();
    first.apply(&before);
    let world = World::bake(&first, &Bake::default()).unwrap();
    let semantics = Semantics::of(&world, &asked);
    let under = world.under(&semantics).unwrap();
    let mut second = scene.clone();
    second.apply(&before.then(asked));
    assert_same(&under, &World::bake(&second, &Bake::default()).unwrap(), "house");
    // What a planner looks up is what the ground says.
    for (id, object) in (0..).map(ObjectId).zip(under.objects()) {
        assert_eq!(semantics.tag(id), object.tag, "{}", object.name);
    }
}

#[test]
fn what_the_bake_ignored_is_refused_by_name() {
    let mut scene = small();
    scene.apply(&Rules::new().ignore("table").ignore("bed"));
    let world = bake_with(&scene, 0.1, 0.05);
    let error = world.under(&Semantics::of(&world, &Rules::new().walkable("*"))).unwrap_err();
    assert!(matches!(&error, TagError::NotBaked { names } if *names == ["table", "bed"]));
    let said = error.to_string();
    assert!(said.contains("\"table\", \"bed\" were ignored by the bake") && said.contains("bake again"), "{said}");
    assert!(world.with_tags(&[(TABLE, Tag::Obstacle)]).is_err());
    // Ignoring it once more is no wish for it.
    assert_eq!(world.with_tags(&[(TABLE, Tag::Ignored)]).unwrap().hash(), world.hash());
}

#[test]
fn an_edit_beside_what_was_hidden_is_linked_to_it() {
    // The wall stands in the columns at a tile's rim and leaves no floor there, so an edit across the rim leaves the tile
    // as it is. Without the wall there is a floor, whose links the edit changes.
    let builder = block([-8.0, -0.3, -8.0], [8.0, 0.0, 8.0]).put(Scene::builder(), "ground");
    let scene = common::wall([-8.0, 0.05], [8.0, 0.05], [-0.1, 2.5]).put(builder, "wall").build();
    let mut world = bake_with(&scene, 0.1, 0.05);
    let before = world.clone();
    world.without(&[ObjectId(1)]).unwrap();
    let mut baked = bake_with(&ignoring(&scene, &[ObjectId(1)]), 0.1, 0.05);
    for world in [&mut world, &mut baked] {
        world.add(&Obstacle::block([2.0, 1.5, -1.0], [3.0, 1.6, -0.05])).unwrap();
    }
    assert!(!others(&before, &world).contains(&[0, 0]), "the tile behind the wall is the same");
    assert_same(&world.without(&[ObjectId(1)]).unwrap(), &baked, "plate");
}
