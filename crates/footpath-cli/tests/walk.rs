//! `footpath walk`: one and several.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Folder, begins};

#[test]
fn one_walks_and_others_walk_at_the_same_time() {
    let folder = Folder::new("walk");
    let alone = ["walk", "stairs", "--from", "start", "--to", "landing", "--json"];
    let document = folder.run(&[&alone[..], &["-o", "one.bvh"]].concat()).json();
    assert_eq!((&document["found"], document["collisions"].as_u64()), (&true.into(), Some(0)));
    assert!(folder.read("one.bvh").starts_with(b"HIERARCHY"));

    let files = ["--also", "landing", "start", "-o", "two.glb", "--picture", "two.png", "--moments", "4"];
    let document = folder.run(&[&alone[..], &files[..]].concat()).json();
    assert_eq!(document["walkers"].as_array().unwrap().len(), 2);
    assert!(begins(&folder.path("two.glb"), b"glTF") && begins(&folder.path("two.png"), b"\x89PNG"));
}

#[test]
fn what_several_cannot_do_is_said() {
    let folder = Folder::new("walk-bad");
    let two = ["walk", "stairs", "--from", "start", "--to", "landing", "--also", "landing", "start"];
    folder.run(&[&two[..], &["-o", "two.bvh"]].concat()).refused(&[".bvh holds one figure", ".glb"]);
    let nowhere = ["walk", "stairs", "--from", "start", "--to", "landing", "--also", "landing", "cellar"];
    folder.run(&nowhere).refused(&["--also", "cellar", "landing"]);
}
