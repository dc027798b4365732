//! A furnished house under the rules of docs/examples/furniture.toml: routes never stand on bed, table or sofa (§8.1).

#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, all, open};
use footpath::plan::Query;
use footpath::scene::Rules;
use footpath::world::FloorId;
use footpath::{Bake, Body, World};
use std::path::Path;

/// What nobody stands on, by the beginning of a name or a part of it.
fn is_furniture(name: &str) -> bool {
    let parts = [
        "Bed_",
        "Table_",
        "Desk_",
        "Sofa",
        "Chair",
        "NightStand_",
        "Cabinet_",
        "CookingBench_",
        "ShoeRack_",
        "Fitness",
    ];
    parts.iter().any(|part| name.contains(part))
}

fn example() -> Rules {
    Rules::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/furniture.toml")).unwrap()
}

/// Plans and checks so many routes between random floors, and gives the number of those that stand on furniture.
fn routes(world: &World, body: &Body, rules: &Rules, wanted: usize) -> usize {
    let floors: Vec<FloorId> = common::floors(world).collect();
    let checker = world.checker().with_rules(rules);
    let mut random = Random(19);
    let [mut found, mut on_furniture] = [0; 2];
    for _ in 0..wanted * 20 {
        let [from, to] = [0; 2].map(|_| world.position(floors[random.below(floors.len())]).unwrap());
        let mut query = Query::new(body, from, to);
        (query.rules, query.half_extents, query.explain) = (rules.clone(), [0.3; 3], false);
        let Ok(plan) = world.plan_cells(&query) else { continue };
        found += 1;
        let stood_on = plan.path.cells.iter().map(|cell| world.object_of(cell.floor(world).unwrap()).unwrap().1);
        on_furniture += usize::from(stood_on.into_iter().any(|object| is_furniture(&object.name)));
        if let Err(fault) = checker.check(body, &plan.route) {
            panic!("{}, {from:?} to {to:?}: {fault}", body.name);
        }
        if found == wanted {
            break;
        }
    }
    assert!(found == wanted, "{}: only {found} routes", body.name);
    on_furniture
}

#[test]
fn bandi_8_1_nobody_walks_on_bed_table_or_sofa_of_a_real_house() {
    let Some(scene) = open("small_house.glb") else { return };
    let world = World::bake(&scene, &Bake::default()).unwrap();
    let rules = example();
    let idle: Vec<_> = scene.clone().apply(&rules).into_iter().filter(|used| used.objects == 0).collect();
    assert!(idle.is_empty(), "{idle:?}");
    let wanted = if all() { 500 } else { 20 };
    let athlete = Body::athlete();
    let over = routes(&world, &athlete, &Rules::new(), wanted);
    assert!(over > 0, "without rules some routes lead over furniture");
    assert_eq!(routes(&world, &athlete, &rules, wanted), 0);
    for body in [Body::adult(), Body::child()] {
        assert_eq!(routes(&world, &body, &rules, wanted), 0, "{}", body.name);
    }
    // Baked into the scene the rules say the same.
    let mut ruled = scene.clone();
    ruled.apply(&rules);
    let baked = World::bake(&ruled, &Bake::default()).unwrap();
    assert_eq!(routes(&baked, &Body::adult(), &Rules::new(), wanted), 0);
    assert_eq!(routes(&baked, &athlete, &Rules::new(), wanted), 0);
}
