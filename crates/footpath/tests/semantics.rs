//! Rules at query time: tags and costs per object, on a world that was baked with others.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, bake_with, block};
use footpath::plan::Semantics;
use footpath::scene::{Object, ObjectId, Rules, Tag};
use footpath::world::Obstacle;
use footpath::{Bake, Scene, World};

/// Five objects, each with another tag, cost or material.
fn scene() -> Scene {
    let object = |name: &str, material: &str, tag, cost| Object {
        material: Some(material.into()),
        tag,
        cost,
        ..Object::new(name)
    };
    let objects = [
        (object("Ground", "grass", Tag::Walkable, 2.0), block([-4.0, -0.2, -4.0], [4.0, 0.0, 4.0])),
        (object("Table_1", "wood", Tag::Obstacle, 1.0), block([-3.0, 0.0, -3.0], [-2.0, 0.7, -2.0])),
        (object("Table_2", "glass", Tag::Walkable, 1.0), block([2.0, 0.0, -3.0], [3.0, 0.7, -2.0])),
        (object("Bed", "fabric", Tag::Forbidden, 1.0), block([-3.0, 0.0, 2.0], [-2.0, 0.5, 3.0])),
        (object("Curtain", "fabric", Tag::Ignored, 1.0), block([0.0, 0.0, -4.0], [0.1, 2.0, 4.0])),
    ];
    let put = |builder: footpath::scene::SceneBuilder, (object, soup): &(Object, common::Soup)| {
        builder.object_with(object.clone(), &soup.vertices(), &soup.indices(), None)
    };
    objects.iter().fold(Scene::builder(), put).build()
}

#[test]
fn without_rules_objects_are_what_the_bake_says() {
    let world = bake_with(&scene(), 0.1, 0.05);
    let semantics = Semantics::of(&world, &Rules::new());
    for (id, object) in (0..).map(ObjectId).zip(world.objects()) {
        assert_eq!((semantics.tag(id), semantics.cost(id)), (object.tag, (object.cost * 64.0) as u16));
    }
    assert!(!semantics.is_plain() && semantics.changes().is_empty() && semantics.missing().is_empty());
    assert!(semantics.ignored().is_empty() && semantics.uses().is_empty());
    // Ids that the world does not have are plain ground.
    assert_eq!((semantics.tag(ObjectId(99)), semantics.cost(ObjectId(99))), (Tag::Walkable, 64));
}

#[test]
fn rules_of_the_query_win_over_those_of_the_bake() {
    let world = bake_with(&scene(), 0.1, 0.05);
    let file = "rule = [{ name = 'Table*', tag = 'forbidden' }, { material = 'glass', tag = 'ignored' }, \
                { material = 'grass', cost = 1.0 }, { name = 'Bed', cost = 1000 }, { name = 'Chair', tag = 'obstacle' }]";
    let semantics = Semantics::of(&world, &Rules::from_toml(file, "rules.toml").unwrap());
    let tags: Vec<Tag> = (0..6).map(|id| semantics.tag(ObjectId(id))).collect();
    let wanted = [Tag::Walkable, Tag::Forbidden, Tag::Ignored, Tag::Forbidden, Tag::Ignored, Tag::Walkable];
    assert_eq!(tags, wanted);
    assert_eq!((semantics.cost(ObjectId(0)), semantics.cost(ObjectId(3))), (64, 64_000));
    assert_eq!(semantics.changes(), [(ObjectId(1), Tag::Forbidden), (ObjectId(2), Tag::Ignored)]);
    assert_eq!(semantics.ignored(), [ObjectId(2)]);
    let matched: Vec<usize> = semantics.uses().iter().map(|used| used.objects).collect();
    assert_eq!(matched, [2, 1, 1, 1, 0]);
    assert!(semantics.uses()[4].rule.contains("Chair"));
}

#[test]
fn what_the_bake_ignored_cannot_come_back_and_is_listed() {
    let world = bake_with(&scene(), 0.1, 0.05);
    let semantics = Semantics::of(&world, &Rules::new().walkable("*").cost("*", 1.0));
    assert_eq!(semantics.missing(), [ObjectId(4)]);
    assert_eq!(semantics.tag(ObjectId(4)), Tag::Ignored);
    assert!(semantics.is_plain(), "whatever is there is plain");
    // A rule that only makes it dearer asks for nothing.
    assert!(Semantics::of(&world, &Rules::new().cost("Curtain", 3.0)).missing().is_empty());
}

#[test]
fn no_rule_speaks_of_plain_obstacles() {
    let mut world = bake_with(&scene(), 0.1, 0.05);
    world.add(&Obstacle::block([0.5, 0.0, 0.5], [1.0, 0.3, 1.0])).unwrap();
    let semantics = Semantics::of(&world, &Rules::new().forbid("*").forbid("obstacle"));
    assert_eq!(semantics.tag(ObjectId(5)), Tag::Walkable);
    assert_eq!(semantics.uses()[1].objects, 0);
}

/// Rules that take turns among the objects of a scene.
fn random_rules(scene: &Scene, random: &mut Random) -> Rules {
    (0..4).fold(Rules::new(), |rules, _| {
        let name = scene.objects()[random.below(scene.objects().len())].name.clone();
        let glob = match random.below(3) {
            0 => name,
            1 => format!("{}*", name.chars().take(2).collect::<String>()),
            _ => format!("*{}", name.chars().last().unwrap()),
        };
        match random.below(5) {
            0 => rules.forbid(&glob),
            1 => rules.obstacle(&glob),
            2 => rules.ignore(&glob),
            3 => rules.walkable(&glob),
            _ => rules.cost(&glob, 1.0 + random.below(50) as f32 / 8.0),
        }
    })
}

#[test]
fn tags_and_costs_are_those_of_a_scene_with_the_same_rules() {
    let mut random = Random(23);
    for name in ["house", "supermarket"] {
        let scene = Scene::built_in(name).unwrap();
        let world = World::bake(&scene, &Bake { cell_size: 0.3, ..Bake::default() }).unwrap();
        for _ in 0..20 {
            let rules = random_rules(&scene, &mut random);
            let mut tagged = scene.clone();
            let uses = tagged.apply(&rules);
            let semantics = Semantics::of(&world, &rules);
            assert_eq!(semantics.uses(), uses);
            for (id, object) in (0..).map(ObjectId).zip(tagged.objects()) {
                let found = (semantics.tag(id), f32::from(semantics.cost(id)) / 64.0);
                assert_eq!(found, (object.tag, object.cost), "{} by {rules:?}", object.name);
            }
        }
    }
}
