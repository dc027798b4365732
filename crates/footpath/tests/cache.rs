//! The one cache of derived data: its limit holds for any number of bodies, and answers do not depend on it.

mod common;

use common::open;
use footpath::plan::{Method, Query};
use footpath::world::FloorId;
use footpath::{Bake, Body, Scene, World};

/// Resident bytes of this process.
#[cfg(target_os = "linux")]
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("the status of a process");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("resident memory");
    let kib: usize = line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number");
    kib << 10
}

/// 200 different bodies in turn.
fn bodies() -> impl Iterator<Item = Body> {
    (0..200).map(|i| {
        let part = f64::from(i) / 200.0;
        Body { radius: 0.15 + 0.4 * part, height: 1.2 + 0.8 * part, max_climb: 0.2 + 0.5 * part, ..Body::adult() }
    })
}

/// Runs in a process of its own with one heap, since the heaps of several threads keep what was freed.
#[test]
#[cfg(target_os = "linux")]
fn two_hundred_bodies_stay_within_the_limit() {
    const CHILD: &str = "FOOTPATH_CACHE_CHILD";
    if std::env::var_os(CHILD).is_some() {
        return ask_two_hundred_bodies();
    }
    let test = std::env::current_exe().expect("this test");
    let mut child = std::process::Command::new(test);
    child.args(["--exact", "two_hundred_bodies_stay_within_the_limit", "--nocapture"]);
    child.envs([(CHILD, "1"), ("MALLOC_ARENA_MAX", "1"), ("RAYON_NUM_THREADS", "1")]);
    assert!(child.status().expect("a child process").success());
}

#[cfg(target_os = "linux")]
fn ask_two_hundred_bodies() {
    const LIMIT: usize = 160 << 20;
    let Some(scene) = open("recast_nav_test.obj") else { return };
    let idle = resident();
    let world = World::bake(&scene, &Bake::default()).expect("a world");
    let counts = world.counts();
    let own = counts.bytes + counts.face_bytes;
    world.set_cache_limit(LIMIT);
    let first = |(tile, _)| world.position(FloorId { tile, index: 0 });
    let floors: Vec<[f64; 3]> = world.tiles().filter_map(first).collect();
    let step = if common::all() { 1 } else { 5 };
    for (i, body) in bodies().step_by(step).enumerate() {
        for method in [Method::Cells, Method::Levels] {
            let query = Query { method, ..Query::new(&body, floors[i % floors.len()], floors[(i + 3) % floors.len()]) };
            let _ = world.plan(&query);
            assert!(world.cache_bytes() <= LIMIT, "{} bytes after body {i}", world.cache_bytes());
        }
    }
    let most = (idle + own + LIMIT) * 11 / 10;
    assert!(resident() <= most, "{} MiB resident, {} MiB allowed", resident() >> 20, most >> 20);
}

#[test]
fn answers_do_not_depend_on_the_limit() {
    let scene = Scene::built_in("stairs").expect("built in");
    let world = |limit: usize| {
        let world = World::bake(&scene, &Bake::default()).expect("stairs");
        world.set_cache_limit(limit);
        world
    };
    let (large, none) = (world(1 << 30), world(0));
    let place = |name| large.place(name).expect("a place");
    for body in bodies().step_by(70) {
        for method in [Method::Cells, Method::Levels, Method::Bitmap] {
            let query = Query { method, ..Query::new(&body, place("start"), place("goal")) };
            assert_eq!(large.plan(&query), none.plan(&query));
        }
    }
    assert_eq!(none.cache_bytes(), 0);
    assert!(large.cache_bytes() > 0);
}
