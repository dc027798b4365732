//! `footpath explain` as a user runs it: a route with its tightest places, a no with its reason, bad places.

#![allow(clippy::unwrap_used)]

mod common;

use common::Folder;
use serde_json::Value;

const HOUSE: [&str; 6] = ["explain", "house", "--from", "start", "--to", "goal"];

#[test]
fn a_route_is_told_with_its_tightest_places() {
    let folder = Folder::new("explain-yes");
    let text = folder.run(&HOUSE).well().out;
    assert!(text.starts_with("there is a route of ") && text.contains("narrowest"), "{text}");
    let document = folder.run(&[&HOUSE[..], &["--json"]].concat()).json();
    assert_eq!(document["found"], true);
    let limits = document["limits"].as_array().unwrap();
    assert!(limits.iter().all(|limit| limit["margin"].as_f64().unwrap() > -0.01), "{limits:?}");
}

#[test]
fn a_no_is_told_with_its_reason_and_exit_1() {
    let folder = Folder::new("explain-no");
    let run = folder.run(&[&HOUSE[..], &["--radius", "0.6", "--json"]].concat());
    assert_eq!(run.code, Some(1), "{}", run.log);
    let document: Value = serde_json::from_str(&run.out).unwrap();
    let why = &document["why"];
    assert_eq!((&document["found"], &why["kind"]), (&Value::Bool(false), &Value::from("too_narrow")), "{why}");
    assert!(why["has"].as_f64().unwrap() < why["needs"].as_f64().unwrap());
    assert!(why["message"].as_str().unwrap().contains("this body needs 1.20 m"), "{why}");
}

#[test]
fn places_that_are_none_are_refused() {
    let folder = Folder::new("explain-bad");
    folder.run(&["explain", "house", "--from", "nowhere", "--to", "goal"]).refused(&["--from", "nowhere", "start"]);
    folder.run(&["explain", "house", "--from", "1,2", "--to", "goal"]).refused(&["--from", "three numbers"]);
    folder.run(&["explain", "house", "--from", "1,nan,2", "--to", "goal"]).refused(&["--from", "1,nan,2"]);
}

#[test]
fn ends_are_those_of_plan() {
    let folder = Folder::new("explain-ends");
    folder.run(&["bake", "house", "-o", "house.footpath"]).well();
    let explain = |to: &[&str], more: &[&str]| {
        let args = [&["explain", "house.footpath", "--json", "--from", "start"], to, more].concat();
        serde_json::from_str::<Value>(&folder.run(&args).out).unwrap()
    };
    for to in [["--to", "Garden_path"], ["--to", "box:5.5,-0.5,-2,1,1,1"], ["--to", "goal"]] {
        assert_eq!(explain(&to, &[])["found"], true, "{to:?}");
    }
    // Rules and obstacles of the question take effect on a world that is baked already.
    let no = explain(&["--to", "goal"], &["--forbid", "Stair*"]);
    assert_eq!((&no["why"]["kind"], &no["why"]["object"]), (&Value::from("forbidden"), &Value::from("Stair_flight")));
    folder.write("rules.toml", "[[rule]]\nname = 'Stair*'\ntag = 'forbidden'\n");
    assert_eq!(explain(&["--to", "goal"], &["--rules", "rules.toml"])["why"]["kind"], "forbidden");
    let shut = explain(&["--to", "goal"], &["--obstacle", "box:5.2,-0.3,-0.2,1.4,2.5,0.4"]);
    assert_eq!(shut["found"], false, "{shut}");
    // An object and an obstacle as the goal.
    let bed = explain(&["--to", "Bed_1"], &["--forbid", "Bed_*"]);
    assert_eq!((&bed["why"]["kind"], &bed["why"]["object"]), (&Value::from("goal_off_map"), &Value::from("Bed_1")));
    let high = explain(&["--to", "obstacle"], &["--obstacle", "box:5.4,-0.3,-4,1.2,1.2,1.2"]);
    assert_eq!(high["why"]["kind"], "too_high_a_step", "{high}");
    let low = explain(&["--to", "obstacle"], &["--obstacle", "box:5.4,-0.3,-4,1.2,0.25,1.2"]);
    assert_eq!(low["found"], true, "{low}");
}
