//! Worlds larger than memory: baked tile by tile, stopped and continued, read tile by tile.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, block, strip};
use footpath::ground::TileKey;
use footpath::plan::Query;
use footpath::scene::{City, SceneTiles, TileSource};
use footpath::world::{EditError, Obstacle, PagedWorld, StreamError, StreamReport, WorldError, partial_path};
use footpath::{Bake, Body, Scene, World};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder of its own for a test, gone when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("footpath-paging-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Cells of the city: a tile is one of its squares.
fn settings() -> Bake {
    Bake { cell_size: 0.25, cell_height: 0.1, ..Bake::default() }
}

fn city() -> City {
    City::new(128.0, 5)
}

/// The city by an ordinary bake, made once for all tests.
fn whole() -> &'static World {
    static WORLD: OnceLock<World> = OnceLock::new();
    WORLD.get_or_init(|| World::bake(&city().scene(), &settings()).unwrap())
}

fn stream(source: &dyn TileSource, settings: &Bake, path: &Path) -> StreamReport {
    World::bake_to_file(source, settings, path, false, &|_| ControlFlow::Continue(())).unwrap()
}

/// Bakes until so many tiles were made, and stops.
fn stream_until(source: &dyn TileSource, path: &Path, resume: bool, tiles: usize) -> Result<StreamReport, StreamError> {
    let count = AtomicUsize::new(0);
    World::bake_to_file(source, &settings(), path, resume, &|_| {
        if count.fetch_add(1, Ordering::Relaxed) + 1 < tiles {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    })
}

#[test]
fn a_city_baked_tile_by_tile_is_the_same_file_as_baked_at_once() {
    let folder = Folder::new("same");
    let path = folder.file("city.footpath");
    let report = stream(&city(), &settings(), &path);
    assert_eq!(report.hash, whole().hash());
    assert_eq!(report.tiles, whole().counts().tiles);
    assert_eq!(report.baked.triangles, city().scene().triangles().len());
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!(report.bytes, bytes.len() as u64);
    assert!(bytes == whole().to_bytes(), "the bytes differ");
    assert_eq!(folder.names(), ["city.footpath"], "nothing else is left behind");
    let loaded = World::load(&path).unwrap();
    assert!(loaded.hash() == report.hash && loaded.to_bytes() == bytes);
    // Other threads, and cells that do not fit the squares.
    for (threads, cell_size) in [(1, 0.25), (3, 0.35), (2, 0.3)] {
        let settings = Bake { threads: Some(threads), cell_size, ..settings() };
        stream(&city(), &settings, &path);
        let at_once = World::bake(&city().scene(), &settings).unwrap();
        assert!(std::fs::read(&path).unwrap() == at_once.to_bytes(), "{threads} threads, cells of {cell_size} m");
    }
}

#[test]
fn equal_tiles_are_stored_once() {
    let folder = Folder::new("once");
    let path = folder.file("city.footpath");
    let report = stream(&City::new(400.0, 0), &settings(), &path);
    let contents = PagedWorld::open(&path, 64 << 20).unwrap().contents();
    assert_eq!(contents.tiles, report.tiles);
    assert!(contents.distinct * 2 < contents.tiles, "{} of {} tiles differ", contents.distinct, contents.tiles);
    // Tiles know their neighbours' rims, so a small city with many different neighbours shares less than a large one.
    assert!(report.bytes * 3 < contents.bytes * 2, "{} bytes stand for {}", report.bytes, contents.bytes);
}

#[test]
fn an_ordinary_scene_can_be_baked_tile_by_tile_too() {
    let folder = Folder::new("scene");
    let path = folder.file("house.footpath");
    let soup = strip([-9.0, 21.0], [-11.0, 13.0], 0.0).and(block([-3.0, 0.5, -3.0], [8.0, 0.7, 9.0]));
    let soup = soup.put(Scene::builder(), "thing").place("start", [1.0, 0.0, 1.0]).build();
    for scene in [Scene::built_in("house").unwrap(), soup] {
        for cell_size in [0.1, 0.15, 0.33] {
            let settings = Bake { cell_size, ..Bake::default() };
            let report = stream(&SceneTiles::new(&scene), &settings, &path);
            let world = World::bake(&scene, &settings).unwrap();
            assert_eq!(report.baked.triangles, scene.triangles().len());
            assert!(std::fs::read(&path).unwrap() == world.to_bytes(), "cells of {cell_size} m");
        }
    }
    let none = Scene::builder().build();
    let refused =
        World::bake_to_file(&SceneTiles::new(&none), &Bake::default(), &path, false, &|_| ControlFlow::Continue(()));
    assert!(matches!(refused, Err(StreamError::Bake(_))));
}

#[test]
fn a_bake_that_was_stopped_goes_on_to_the_same_bytes() {
    let folder = Folder::new("resume");
    let path = folder.file("city.footpath");
    let (bytes, mut random) = (whole().to_bytes(), Random(11));
    for round in 0..if common::all() { 40 } else { 4 } {
        // Stopped as often as it takes, each time after another number of tiles.
        let mut stops = 0;
        let mut stopped = stream_until(&city(), &path, false, 1 + random.below(60));
        while let Err(error) = stopped {
            assert!(matches!(error, StreamError::Bake(footpath::world::BakeError::Cancelled)), "{error}");
            assert!(partial_path(&path).exists() && !path.exists(), "what is finished stays, under another name");
            stops += 1;
            // A row and the two beside it must be made for anything to be finished.
            stopped = stream_until(&city(), &path, true, 40 + random.below(60));
        }
        assert!(stops > 0, "round {round} was never stopped");
        assert!(std::fs::read(&path).unwrap() == bytes, "round {round}");
        assert_eq!(folder.names(), ["city.footpath"]);
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn what_a_crash_left_half_written_is_made_again() {
    let folder = Folder::new("crash");
    let path = folder.file("city.footpath");
    let (part, rows) = (partial_path(&path), folder.file("city.footpath.part.rows"));
    let mut random = Random(3);
    for damage in 0..6 {
        assert!(stream_until(&city(), &path, false, 80).is_err());
        let [data, journal] = [&part, &rows].map(|file| std::fs::read(file).unwrap());
        let cut = |bytes: &[u8], random: &mut Random| bytes[..random.below(bytes.len())].to_vec();
        match damage {
            0 => std::fs::write(&part, cut(&data, &mut random)).unwrap(),
            1 => std::fs::write(&rows, cut(&journal, &mut random)).unwrap(),
            2 => std::fs::write(&rows, []).unwrap(),
            3 => std::fs::remove_file(&part).unwrap(),
            4 => {
                let mut flipped = data.clone();
                let at = random.below(flipped.len());
                flipped[at] ^= 4;
                std::fs::write(&part, flipped).unwrap();
            }
            _ => std::fs::write(&part, [&data[..], &[7; 100_000]].concat()).unwrap(),
        }
        let report = World::bake_to_file(&city(), &settings(), &path, true, &|_| ControlFlow::Continue(())).unwrap();
        assert!(std::fs::read(&path).unwrap() == whole().to_bytes(), "damage {damage}");
        assert!(report.resumed < report.tiles);
        std::fs::remove_file(&path).unwrap();
    }
    assert!(stream_until(&city(), &path, false, 80).is_err());
    let other = World::bake_to_file(&City::new(128.0, 6), &settings(), &path, true, &|_| ControlFlow::Continue(()));
    assert!(matches!(other, Err(StreamError::Another { .. })), "another city goes on with the file");
}

/// The city in a file.
fn file(folder: &Folder) -> PathBuf {
    let path = folder.file("city.footpath");
    stream(&city(), &settings(), &path);
    path
}

#[test]
fn a_window_has_the_tiles_of_the_whole_world() {
    let folder = Folder::new("window");
    let paged = PagedWorld::open(file(&folder), 512 << 20).unwrap();
    assert_eq!((paged.hash(), paged.objects(), paged.places()), (whole().hash(), whole().objects(), whole().places()));
    let (counts, contents) = (whole().counts(), paged.contents());
    assert_eq!((contents.tiles, contents.columns, contents.floors), (counts.tiles, counts.columns, counts.floors));
    assert_eq!((contents.spans, contents.sheets), (counts.spans, counts.sheets));
    assert_eq!(paged.refused(&Body::child()).unwrap(), whole().refused(&Body::child()));
    let mut random = Random(8);
    for _ in 0..20 {
        let keys: Vec<TileKey> = (0..1 + random.below(9))
            .map(|_| TileKey { z: random.below(14) as i32 - 1, x: random.below(14) as i32 - 1 })
            .collect();
        let window = paged.window(&keys).unwrap();
        for &key in &keys {
            // The order of triangles is not part of a tile.
            match (window.tile(key), whole().tile(key)) {
                (Some(here), Some(there)) => {
                    assert!(here.floors() == there.floors() && here.spans() == there.spans(), "{key:?}");
                    let sorted = |tile: &footpath::ground::Tile| {
                        let mut faces = tile.faces().to_vec();
                        faces.sort();
                        faces
                    };
                    assert_eq!(sorted(here), sorted(there), "{key:?}");
                }
                (here, there) => assert!(here.is_none() && there.is_none(), "{key:?}"),
            }
        }
        assert!(window.tiles().all(|(key, _)| keys.contains(&key)));
    }
    let all = paged.window(paged.keys()).unwrap();
    assert_eq!(all.hash(), whole().hash());
    all.check().unwrap();
}

#[test]
fn planners_work_on_a_window_as_on_the_world() {
    let folder = Folder::new("plan");
    let paged = PagedWorld::open(file(&folder), 512 << 20).unwrap();
    let (adult, start) = (Body::adult(), paged.place("start").unwrap());
    let window = paged.window(&paged.tiles_within(start, 40.0)).unwrap();
    let goal = [start[0] + 30.0, start[1], start[2] + 14.0];
    let query = Query::new(&adult, start, goal);
    let (here, there) = (window.plan(&query).unwrap(), whole().plan(&query).unwrap());
    assert_eq!((here.length, &here.points), (there.length, &there.points));
    window.check_route(&adult, &here).unwrap();
    // Into a house and up to its top storey, over the whole world.
    let all = paged.window(paged.keys()).unwrap();
    let query = Query::new(&adult, start, paged.place("goal").unwrap());
    let (route, same) = (all.plan(&query).unwrap(), whole().plan(&query).unwrap());
    assert_eq!(route.points, same.points);
    whole().check_route(&adult, &route).unwrap();
    // Beyond the rim of a window there is nothing.
    let small = paged.window(&paged.tiles_within(start, 1.0)).unwrap();
    assert!(small.plan(&Query::new(&adult, start, goal)).is_err());
}

#[test]
fn a_window_can_be_edited_inside_and_is_not_saved() {
    let folder = Folder::new("edit");
    let paged = PagedWorld::open(file(&folder), 512 << 20).unwrap();
    let start = paged.place("start").unwrap();
    let mut window = paged.window(&paged.tiles_within(start, 30.0)).unwrap();
    let before = window.hash();
    let inside = Obstacle::block([start[0] - 0.3, 0.0, start[2] - 0.3], [start[0] + 0.3, 1.0, start[2] + 0.3]);
    let id = window.add(&inside).unwrap();
    assert_ne!(window.hash(), before);
    assert_eq!(paged.window(&paged.tiles_within(start, 30.0)).unwrap().hash(), before, "the file's tiles changed");
    window.remove(id).unwrap();
    assert_eq!(window.hash(), before);
    let outside = Obstacle::block([46.0, 0.0, 4.0], [50.0, 1.0, 5.0]);
    assert!(matches!(window.add(&outside), Err(EditError::NotHere { .. })));
    let saved = window.save(folder.file("window.footpath"));
    assert!(matches!(saved, Err(WorldError::Window { .. })));
}

#[test]
fn obstacles_of_a_file_are_known_in_its_windows() {
    let folder = Folder::new("obstacles");
    let mut world = whole().clone();
    world.add(&Obstacle::block([40.0, 0.0, 4.0], [41.0, 1.0, 5.0])).unwrap();
    let path = folder.file("edited.footpath");
    world.save(&path).unwrap();
    let paged = PagedWorld::open(&path, 512 << 20).unwrap();
    let mut window = paged.window(paged.keys()).unwrap();
    assert_eq!((paged.hash(), window.hash()), (world.hash(), world.hash()));
    let id = window.obstacles().next().unwrap();
    window.remove(id).unwrap();
    assert_eq!(window.hash(), whole().hash());
}

#[test]
fn memory_stays_within_the_limit_whatever_is_asked() {
    let folder = Folder::new("limit");
    let path = file(&folder);
    let limit = 12 << 20;
    let paged = PagedWorld::open(&path, limit).unwrap();
    let (adult, mut random) = (Body::adult(), Random(21));
    let (mut most, mut refused, mut routes) = (0, 0, 0);
    let mut held: Vec<World> = Vec::new();
    for _ in 0..if common::all() { 2000 } else { 60 } {
        let at = [8.0 + random.below(160) as f64, 0.15, 8.0 + random.below(160) as f64];
        match paged.window(&paged.tiles_within(at, 4.0 + random.below(50) as f64)) {
            Ok(window) => {
                let goal = [at[0] + random.below(9) as f64 - 4.0, at[1], at[2] + random.below(9) as f64 - 4.0];
                routes += usize::from(window.plan(&Query::new(&adult, at, goal)).is_ok());
                held.push(window);
            }
            Err(WorldError::Limit { .. }) => refused += 1,
            Err(error) => panic!("{error}"),
        }
        most = most.max(paged.resident_bytes());
        assert!(paged.resident_bytes() as u64 <= limit, "{} bytes", paged.resident_bytes());
        // Somebody holds a window for a while.
        if held.len() > random.below(3) {
            held.clear();
        }
    }
    eprintln!("at most {most} of {limit} bytes; {routes} routes, {refused} windows were too large");
    assert!(most as u64 > limit / 3 && refused > 0 && routes > 5);
    // Everything at once does not fit, a limit below the table opens nothing, and the file may be loaded within a limit.
    drop(held);
    assert!(matches!(paged.window(paged.keys()), Err(WorldError::Limit { .. })));
    assert!(matches!(PagedWorld::open(&path, 1000), Err(WorldError::Limit { .. })));
    assert!(matches!(World::load_within(&path, limit), Err(WorldError::TooLarge { .. })));
}

/// A file that claims the same bytes for very many tiles is refused before they are copied.
#[test]
fn a_small_file_cannot_claim_much() {
    let plate = strip([0.0, 1024.0], [0.0, 1024.0], 0.0).put(Scene::builder(), "plate").build();
    let settings = Bake { cell_size: 1.0, ..Bake::default() };
    let bytes = World::bake(&plate, &settings).unwrap().to_bytes();
    let folder = Folder::new("claim");
    let path = folder.file("plate.footpath");
    std::fs::write(&path, &bytes).unwrap();
    let contents = PagedWorld::open(&path, 64 << 20).unwrap().contents();
    assert!(contents.distinct <= 9 && contents.bytes > 20 * bytes.len() as u64, "{contents:?}");
    assert!(World::load_within(&path, contents.bytes).is_ok());
    assert!(matches!(World::load_within(&path, contents.bytes - 1), Err(WorldError::TooLarge { .. })));
}

/// Looks at everything that a file holds: refused, or the very same world.
fn check_damaged(path: &Path, what: &str) -> bool {
    let paged = match PagedWorld::open(path, 512 << 20) {
        Ok(paged) => paged,
        Err(error) => {
            assert!(error.to_string().contains("damaged.footpath"), "{what}: {error}");
            return true;
        }
    };
    let mut refused = false;
    let mut sound = Vec::new();
    for &key in paged.keys() {
        match paged.window(&[key]) {
            Ok(_) => sound.push(key),
            Err(WorldError::Damaged { .. }) => refused = true,
            Err(error) => panic!("{what}: {error}"),
        }
    }
    match paged.window(&sound) {
        Ok(window) if !refused => assert_eq!(window.hash(), whole().hash(), "{what}: a different world was believed"),
        Ok(_) => {}
        Err(error) => assert!(matches!(error, WorldError::Damaged { .. }), "{what}: {error}"),
    }
    refused
}

#[test]
fn damage_is_found_where_it_is() {
    let folder = Folder::new("damage");
    let bytes = std::fs::read(file(&folder)).unwrap();
    let path = folder.file("damaged.footpath");
    let (mut random, mut refused) = (Random(14), 0);
    let rounds = if common::all() { 400 } else { 12 };
    for _ in 0..rounds {
        let (at, bit) = (random.below(bytes.len()), random.below(8));
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << bit;
        std::fs::write(&path, damaged).unwrap();
        refused += usize::from(check_damaged(&path, &format!("byte {at}")));
    }
    assert!(refused * 10 > rounds * 9, "{refused} of {rounds}");
    for _ in 0..20 {
        let length = random.below(bytes.len());
        std::fs::write(&path, &bytes[..length]).unwrap();
        assert!(PagedWorld::open(&path, 512 << 20).is_err(), "cut to {length}");
    }
    std::fs::write(&path, [&bytes[..], &[0; 40]].concat()).unwrap();
    assert!(PagedWorld::open(&path, 512 << 20).is_err(), "drawn out");
    // A tile that is damaged is refused by name, and all others can be had.
    let paged = PagedWorld::open(folder.file("city.footpath"), 512 << 20).unwrap();
    let mut damaged = bytes.clone();
    let middle = bytes.len() / 2;
    damaged[middle..middle + 64].iter_mut().for_each(|byte| *byte ^= 0x55);
    std::fs::write(&path, damaged).unwrap();
    let broken = PagedWorld::open(&path, 512 << 20).unwrap();
    let bad: Vec<&TileKey> = paged.keys().iter().filter(|key| broken.window(&[**key]).is_err()).collect();
    assert!(!bad.is_empty() && bad.len() < paged.keys().len(), "{} tiles are bad", bad.len());
}

/// 1 km² is for `./test --all`.
#[test]
fn a_square_kilometre() {
    if !common::all() {
        return common::skip(common::LONG);
    }
    let folder = Folder::new("km");
    let (path, city) = (folder.file("city.footpath"), City::new(1000.0, 0));
    let report = stream(&city, &settings(), &path);
    let again = folder.file("again.footpath");
    let mut stopped = stream_until(&city, &again, false, 1000);
    while stopped.is_err() {
        stopped = stream_until(&city, &again, true, 2500);
    }
    assert_eq!(stopped.unwrap().hash, report.hash);
    assert!(std::fs::read(&path).unwrap() == std::fs::read(&again).unwrap());
    let paged = PagedWorld::open(&path, 128 << 20).unwrap();
    let (adult, mut random) = (Body::adult(), Random(2));
    for _ in 0..200 {
        let at = [random.below(1000) as f64 + 8.0, 0.15, random.below(1000) as f64 + 8.0];
        let window = paged.window(&paged.tiles_within(at, 30.0)).unwrap();
        let _ = window.plan(&Query::new(&adult, at, [at[0] + 20.0, at[1], at[2]]));
        assert!(paged.resident_bytes() <= 128 << 20);
    }
}
