//! `footpath plan`: what is said of goals that are nowhere, and pictures under the rules of a query.

#![allow(clippy::unwrap_used)]

mod common;

use common::Folder;
use serde_json::json;

#[test]
fn goals_that_are_off_the_map_are_noted_and_nothing_is_minus_zero() {
    let folder = Folder::new("off-map");
    let args = ["plan", "house", "--from", "start", "--to", "900,0,0", "--to", "porch"];
    let text = folder.run(&args).well().out;
    assert!(text.contains("note: 900,0,0 was left out: there is no floor for this body\n"), "{text}");
    let document = folder.run(&[&args[..], &["--json"]].concat()).well().json();
    assert_eq!((&document["goal"], &document["off_map"]), (&json!(1), &json!([0])));
    let one = folder.run(&["plan", "house", "--from", "start", "--to", "porch", "--json"]).well().json();
    assert_eq!(one.get("off_map"), None);
    // A cm below nothing reads as nothing.
    for run in [
        folder.run(&["plan", "house", "--from=-0.001,-0.001,-0.001", "--to", "900,-0.001,-0.001"]),
        folder.run(&["plan", "stairs", "--from", "start", "--to=-0.001,50,-0.001"]),
        folder.run(&["inspect", "stairs"]),
        folder.run(&["inspect", "stairs", "--dump", "floors", "-"]),
    ] {
        let all = format!("{}{}", run.out, run.log);
        assert!(
            !all.contains("-0.0,") && !all.contains("-0.00,") && !all.contains("-0.00 ") && !all.contains("-0.00)"),
            "{all}"
        );
    }
}

#[test]
fn pictures_are_drawn_under_the_rules_of_the_query() {
    let folder = Folder::new("ruled-picture");
    folder.run(&["bake", "house", "-o", "house.footpath"]).well();
    let ask = ["plan", "house.footpath", "--from", "start", "--to", "porch", "-q"];
    let draw = |name: &str, more: &[&str]| {
        folder.run(&[&ask[..], &["--picture", name], more].concat()).well();
        String::from_utf8(folder.read(name)).unwrap()
    };
    let plain = draw("plain.svg", &[]);
    let ignored = draw("ignored.svg", &["--ignore", "Hedge_*", "--ignore", "Tree_*"]);
    assert_ne!(plain, ignored, "hedges and trees are not there");
    // As the scene that is baked with the rule is drawn.
    std::fs::create_dir_all(folder.path("without")).unwrap();
    folder
        .run(&["bake", "house", "--ignore", "Hedge_*", "--ignore", "Tree_*", "-q", "-o", "without/house.footpath"])
        .well();
    let args = ["plan", "without/house.footpath", "--from", "start", "--to", "porch", "-q", "--picture", "baked.svg"];
    folder.run(&args).well();
    assert!(ignored == String::from_utf8(folder.read("baked.svg")).unwrap(), "a bake with the rules is drawn the same");
}
