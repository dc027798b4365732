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
    folder.run(&["explain", "house", "--from", "1,2", "--to", "goal"]).refused(&["--from", "X,Y,Z"]);
    folder.run(&["explain", "house", "--from", "1,nan,2", "--to", "goal"]).refused(&["finite"]);
}
