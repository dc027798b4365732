//! World files: what is saved comes back, and what is damaged is refused, byte by byte.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Random, bake, block, strip, wall};
use footpath::world::{FORMAT, Obstacle, WorldError};
use footpath::{Scene, World};
use std::path::PathBuf;

/// A folder of its own for a test, gone when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("footpath-world-file-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
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

/// A few dozen floors in two tiles, an obstacle and a place.
fn tiny() -> World {
    let soup = strip([-0.5, 0.75], [0.0, 0.5], 0.0).and(block([0.0, 0.6, 0.0], [0.5, 0.7, 0.5]));
    let scene = soup.put(Scene::builder(), "thing").place("start", [0.1, 0.0, 0.1]).build();
    let mut world = common::bake_with(&scene, 0.25, 0.05);
    world.add(&Obstacle::block([0.3, 0.0, 0.1], [0.4, 0.2, 0.2])).unwrap();
    world
}

fn larger() -> World {
    let soup = strip([-7.0, 9.0], [-7.0, 9.0], 0.0).and(wall([-3.0, -3.0], [5.0, 4.0], [0.0, 2.0]));
    let mut world = bake(&soup.and(block([-5.0, 1.0, -5.0], [8.0, 1.1, 8.0])), 0.1, 0.05);
    world.add(&Obstacle::disc([0.0; 3], 0.7, 1.0)).unwrap();
    world
}

/// Everything there is of a world.
fn same(a: &World, b: &World) -> bool {
    a.hash() == b.hash() && a.to_bytes() == b.to_bytes()
}

#[test]
fn what_is_saved_comes_back() {
    let folder = Folder::new("round");
    for (name, world) in [("tiny", tiny()), ("larger", larger())] {
        let path = folder.0.join(format!("{name}.footpath"));
        world.save(&path).unwrap();
        let loaded = World::load(&path).unwrap();
        assert!(same(&world, &loaded), "{name}");
        assert_eq!(std::fs::read(&path).unwrap(), world.to_bytes());
        assert_eq!(loaded.settings().cell_size, world.settings().cell_size);
        assert_eq!((loaded.objects(), loaded.places()), (world.objects(), world.places()));
        assert!(loaded.obstacles().eq(world.obstacles()));
        loaded.save(&path).unwrap();
        assert!(same(&world, &World::load(&path).unwrap()), "{name}, saved over itself");
    }
    assert_eq!(folder.names(), ["larger.footpath", "tiny.footpath"], "nothing else is left behind");
}

/// Reads damaged bytes: refused, or the very same world.
fn check_damaged(bytes: &[u8], world: &World, what: &dyn std::fmt::Display) -> bool {
    match World::from_bytes(bytes, "file") {
        Ok(read) => {
            assert!(same(&read, world), "{what}: a different world was believed");
            false
        }
        Err(error) => {
            assert!(error.to_string().contains("file"), "{what}: {error}");
            true
        }
    }
}

#[test]
fn every_flipped_byte_is_refused() {
    let world = tiny();
    let bytes = world.to_bytes();
    let mut refused = 0;
    for at in 0..bytes.len() {
        for mask in [0x01, 0x80, 0xFF] {
            let mut damaged = bytes.clone();
            damaged[at] ^= mask;
            refused += usize::from(check_damaged(&damaged, &world, &format!("byte {at} ^ {mask:#x}")));
        }
    }
    assert_eq!(refused, 3 * bytes.len(), "every byte is covered");
    let (world, mut random) = (larger(), Random(9));
    let bytes = world.to_bytes();
    for _ in 0..if common::all() { 5000 } else { 150 } {
        let mut damaged = bytes.clone();
        let at = random.below(bytes.len());
        damaged[at] ^= 1 << random.below(8);
        check_damaged(&damaged, &world, &format!("byte {at}"));
    }
}

#[test]
fn a_file_cut_short_or_drawn_out_is_refused() {
    let world = tiny();
    let bytes = world.to_bytes();
    for length in 0..bytes.len() {
        assert!(check_damaged(&bytes[..length], &world, &format!("cut to {length}")), "cut to {length}");
    }
    for more in [1, 40, 64, 1000] {
        let longer = [&bytes[..], &vec![0; more]].concat();
        assert!(check_damaged(&longer, &world, &format!("{more} more")));
    }
    let bytes = larger().to_bytes();
    let mut random = Random(4);
    for _ in 0..100 {
        let length = random.below(bytes.len());
        assert!(World::from_bytes(&bytes[..length], "file").is_err(), "cut to {length}");
    }
}

#[test]
fn blocks_moved_within_a_file_are_refused() {
    let world = tiny();
    let bytes = world.to_bytes();
    let blocks = bytes.len() / 64;
    for from in 0..blocks {
        for to in (0..blocks).filter(|&to| to != from) {
            let mut damaged = bytes.clone();
            damaged.copy_within(from * 64..from * 64 + 64, to * 64);
            check_damaged(&damaged, &world, &format!("block {from} over {to}"));
        }
    }
}

#[test]
fn another_version_says_which() {
    let mut bytes = tiny().to_bytes();
    bytes[8..12].copy_from_slice(&(FORMAT + 41).to_le_bytes());
    let error = World::from_bytes(&bytes, "old.footpath").unwrap_err();
    assert!(
        matches!(error, WorldError::Version { found, supported, .. } if found == FORMAT + 41 && supported == FORMAT)
    );
    let message = error.to_string();
    assert!(message.contains("old.footpath") && message.contains(&(FORMAT + 41).to_string()), "{message}");
    assert!(message.contains(&FORMAT.to_string()), "{message}");
}

#[test]
fn what_is_no_world_is_called_so() {
    for bytes in [&b""[..], b"FOOT", b"glTF\x02\0\0\0", b"o cube\nv 0 0 0\n", &[0; 4096]] {
        let error = World::from_bytes(bytes, "thing.obj").unwrap_err();
        assert!(matches!(error, WorldError::NotAWorld { .. }), "{error}");
        assert!(error.to_string().contains("thing.obj"));
    }
    let folder = Folder::new("none");
    let missing = folder.0.join("missing.footpath");
    let error = World::load(&missing).unwrap_err();
    assert!(matches!(error, WorldError::Io { .. }) && error.to_string().contains("missing.footpath"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_link_is_followed_and_leftovers_are_removed() {
    let folder = Folder::new("links");
    let (real, link) = (folder.0.join("real.footpath"), folder.0.join("link.footpath"));
    tiny().save(&real).unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();
    // No process has locked the first one, so a killed process left it.
    let names = ["real.footpath.17.unfinished", "real.footpath.18.unfinished", "other.footpath.17.unfinished"];
    names.iter().for_each(|name| std::fs::write(folder.0.join(name), b"half").unwrap());
    let writing = std::fs::File::open(folder.0.join(names[1])).unwrap();
    writing.lock().unwrap();
    larger().save(&link).unwrap();
    assert!(link.is_symlink());
    assert!(same(&World::load(&real).unwrap(), &larger()));
    let names = ["link.footpath", names[2], "real.footpath", names[1]];
    assert_eq!(folder.names(), names);
    let broken = folder.0.join("broken.footpath");
    std::os::unix::fs::symlink(folder.0.join("gone.footpath"), &broken).unwrap();
    assert!(matches!(tiny().save(&broken), Err(WorldError::Io { .. })));
    assert!(broken.is_symlink());
}

#[test]
fn a_save_that_fails_leaves_the_old_file_and_nothing_else() {
    let folder = Folder::new("atomic");
    // A folder that is not empty stands where the file should go: the last step, the renaming, fails.
    let taken = folder.0.join("taken.footpath");
    std::fs::create_dir_all(taken.join("kept")).unwrap();
    assert!(matches!(tiny().save(&taken), Err(WorldError::Io { .. })));
    assert_eq!(folder.names(), ["taken.footpath"], "no half-written file stays");
    assert!(taken.join("kept").is_dir());
    assert!(tiny().save(folder.0.join("no such folder/world.footpath")).is_err());
    // An old file in a folder that cannot be written to.
    let path = folder.0.join("old.footpath");
    tiny().save(&path).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let allow = |mode: u32| std::fs::set_permissions(&folder.0, std::fs::Permissions::from_mode(mode)).unwrap();
        allow(0o555);
        let saved = larger().save(&path);
        allow(0o755);
        // Those whom no permission stops save after all.
        let kept = if saved.is_err() { tiny() } else { larger() };
        assert!(same(&World::load(&path).unwrap(), &kept));
        assert_eq!(folder.names(), ["old.footpath", "taken.footpath"]);
    }
}
