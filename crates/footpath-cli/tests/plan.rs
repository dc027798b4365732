//! `footpath plan` as a user runs it: routes, refusals, bad usage, many queries, pictures.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Folder, begins};
use serde_json::Value;
use std::io::Write;
use std::process::Stdio;

/// A level floor of 10 × 2 m, and another one far beside it.
const FLOORS: &str = "o floor\nv 0 0 0\nv 10 0 0\nv 10 0 2\nv 0 0 2\nf 4 3 2 1\n\
                      o island\nv 30 0 0\nv 34 0 0\nv 34 0 2\nv 30 0 2\nf 8 7 6 5\n";

fn floors(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("floors.obj", FLOORS);
    folder
}

fn plan(folder: &Folder, args: &[&str]) -> Value {
    folder.run(&[&["plan", "floors.obj", "--json"], args].concat()).json()
}

/// The document of a run that found no route.
fn refusal(folder: &Folder, args: &[&str]) -> Value {
    let run = folder.run(&[&["plan", "floors.obj", "--json"], args].concat());
    assert_eq!(run.code, Some(1), "{args:?}\n{}{}", run.out, run.log);
    serde_json::from_str(&run.out).unwrap()
}

#[test]
fn the_bitmap_planner_walks_upright_from_centre_to_centre() {
    let folder = floors("plan-bitmap");
    let ends = ["--from", "1,0,1", "--to", "9,0,1.5", "--method", "bitmap"];
    let smooth = plan(&folder, &ends);
    let raw = plan(&folder, &[&ends[..], &["--smoothing", "none"]].concat());
    for route in [&smooth, &raw] {
        assert_eq!((&route["found"], &route["method"]), (&true.into(), &"bitmap".into()));
        assert_eq!(route["sections"][0]["action"], "walk");
    }
    // Five diagonals of 1.4 cells, the rest straight, each cell with its point.
    assert!((raw["cost"].as_f64().unwrap() - (7.5 + 0.7)).abs() < 0.11, "{}", raw["cost"]);
    assert!(raw["points"].as_array().unwrap().len() > 70 && smooth["points"].as_array().unwrap().len() < 5);
    assert_eq!(refusal(&folder, &["--from", "1,0,1", "--to", "32,0,1", "--method", "bitmap"])["found"], false);
}

/// Keys in the order in which they are printed.
fn keys(text: &str, of: &[&str]) {
    let places: Vec<usize> =
        of.iter().map(|key| text.find(&format!("\"{key}\":")).unwrap_or_else(|| panic!("{key}: {text}"))).collect();
    assert!(places.is_sorted(), "{of:?} in {text}");
}

#[test]
fn a_route_is_printed_in_the_shape_of_the_design() {
    let folder = Folder::new("plan-shape");
    let run = folder.run(&["plan", "house", "--from", "start", "--to", "goal", "--json"]).well();
    keys(&run.out, &["found", "method", "length", "cost", "micros", "goal", "points", "sections", "work"]);
    keys(&run.out, &["action", "posture", "behaviour", "first", "last", "height", "half_width", "clearance"]);
    let route = run.json();
    assert_eq!(route.as_object().unwrap().len(), 9);
    assert_eq!((&route["found"], &route["method"], &route["goal"]), (&true.into(), &"auto".into(), &0.into()));
    assert!(route["micros"].as_u64().unwrap() > 0 && route["work"]["expanded"].as_u64().unwrap() > 0);
    let points: Vec<[f64; 3]> = serde_json::from_value(route["points"].clone()).unwrap();
    let length: f64 = points.windows(2).map(|p| (0..3).map(|i| (p[0][i] - p[1][i]).powi(2)).sum::<f64>().sqrt()).sum();
    assert!((length - route["length"].as_f64().unwrap()).abs() < 0.01, "{length}");
    assert!(points.iter().flatten().all(|c| (c * 1e4 - (c * 1e4).round()).abs() < 1e-6), "tenths of millimetres");
    assert!(points.iter().any(|p| p[1] < 0.0) && points.iter().any(|p| p[1] > 2.5), "from the garden to upstairs");
    let sections = route["sections"].as_array().unwrap();
    let ends: Vec<[u64; 2]> =
        sections.iter().map(|s| [s["first"].as_u64().unwrap(), s["last"].as_u64().unwrap()]).collect();
    assert_eq!((ends[0][0], ends[ends.len() - 1][1]), (0, points.len() as u64 - 1));
    assert!(ends.windows(2).all(|pair| pair[0][1] == pair[1][0]));
}

#[test]
fn people_read_a_summary_and_one_line_per_section() {
    let folder = Folder::new("plan-text");
    let text = folder.run(&["plan", "stairs", "--from", "start", "--to", "landing", "--to", "goal"]).well().out;
    assert!(text.starts_with("start → landing: "), "{text}");
    for words in [" m, costs as much as ", "floors expanded", "action  posture", "walk    upright"] {
        assert!(text.contains(words), "{words:?} is not in\n{text}");
    }
}

#[test]
fn where_there_is_no_way_the_exit_code_is_one_and_the_reason_is_told() {
    let folder = floors("plan-no");
    let no = refusal(&folder, &["--from", "1,0,1", "--to", "32,0,1"]);
    assert_eq!((&no["found"], &no["method"], no.as_object().unwrap().len()), (&false.into(), &"auto".into(), 3));
    let mut why: Vec<&str> = no["why"].as_object().unwrap().keys().map(String::as_str).collect();
    why.sort_unstable();
    assert_eq!(why, ["also", "at", "has", "kind", "message", "needs", "object", "passes_with"]);
    assert!(no["why"]["at"].as_array().unwrap().iter().all(Value::is_f64));
    let run = folder.run(&["plan", "floors.obj", "--from", "1,0,1", "--to", "32,0,1"]);
    assert_eq!(run.code, Some(1));
    let message = no["why"]["message"].as_str().unwrap();
    assert!(!message.is_empty() && run.out == format!("no route from 1,0,1 to 32,0,1: {message}\n"), "{}", run.out);
}

#[test]
fn ends_off_the_map_and_small_budgets_have_their_own_reasons() {
    let folder = floors("plan-off");
    let table = [
        (["--from", "1,7,1", "--to", "9,0,1"], "start_off_map"),
        (["--from", "-1e300,0,1", "--to", "9,0,1"], "start_off_map"),
        (["--from", "1,0,1", "--to", "20,0,1"], "goal_off_map"),
        (["--from", "1,0,1", "--to", "box:-1e30,5,-1e30,2e30,1,2e30"], "goal_off_map"),
        (["--from", "box:20,0,0,1,1,1", "--to", "9,0,1"], "start_off_map"),
    ];
    for (args, kind) in table {
        assert_eq!(refusal(&folder, &args)["why"]["kind"], kind, "{args:?}");
    }
    let budget = refusal(&folder, &["--from", "1,0,1", "--to", "9,0,1", "--budget", "3"]);
    assert_eq!(budget["why"]["kind"], "budget");
    assert_eq!(plan(&folder, &["--from", "1,0,1", "--to", "20,0,1", "--half-extents", "12,1,1"])["found"], true);
}

#[test]
fn of_several_goals_the_nearest_is_taken_or_all() {
    let folder = floors("plan-goals");
    let goals = ["--from", "5,0,1", "--to", "32,0,1", "--to", "9,0,1", "--to", "2.5,0,1"];
    let nearest = plan(&folder, &goals);
    assert_eq!((&nearest["goal"], nearest["length"].as_f64().unwrap()), (&2.into(), 2.5));
    let all = refusal(&folder, &[&goals[..], &["--all-goals"]].concat());
    let found: Vec<bool> = all.as_array().unwrap().iter().map(|one| one["found"].as_bool().unwrap()).collect();
    assert_eq!(found, [false, true, true]);
    assert_eq!((&all[1]["goal"], &all[2]["goal"]), (&1.into(), &2.into()));
    assert_eq!(plan(&folder, &[&goals[..2], &goals[4..], &["--all-goals"]].concat()).as_array().unwrap().len(), 2);
}

#[test]
fn a_region_is_left_and_entered_where_it_is_nearest() {
    let folder = floors("plan-regions");
    let ends = |from: &str, to: &str| {
        let route = plan(&folder, &["--from", from, "--to", to]);
        let points: Vec<[f64; 3]> = serde_json::from_value(route["points"].clone()).unwrap();
        (points[0][0], points[points.len() - 1][0])
    };
    let (from, to) = ends("box:0,-1,0,3,2,2", "box:6,-1,0,2,2,2");
    assert!((2.8..=3.0).contains(&from) && (6.0..=6.2).contains(&to), "{from} to {to}");
    let (from, to) = ends("isl*", "box:31,-1,0,1,2,2");
    assert!((31.0..=32.0).contains(&from) && from == to, "the island has the box in it");
}

#[test]
fn obstacles_stand_in_the_way() {
    let folder = floors("plan-obstacles");
    folder.write(
        "crate.obj",
        "v 4 0 0\nv 5 0 0\nv 5 0 2\nv 4 0 2\nv 4 2 0\nv 5 2 0\nv 5 2 2\nv 4 2 2\n\
                               f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n",
    );
    let ends = ["--from", "1,0,1", "--to", "9,0,1"];
    let with = |obstacle: &'static str| [&ends[..], &["--obstacle", obstacle]].concat();
    let free = plan(&folder, &ends)["length"].as_f64().unwrap();
    let around = plan(&folder, &with("disc:5,0,1,0.2,2"))["length"].as_f64().unwrap();
    assert!((free - 8.0).abs() < 0.01 && around > free + 0.05 && around < free + 1.0, "{free} and {around}");
    for wall in ["box:4,0,0,1,2,2", "mesh:crate.obj"] {
        assert_eq!(refusal(&folder, &with(wall))["found"], false, "{wall}");
    }
    // From its lowest corner a box lies towards larger coordinates.
    assert_eq!(plan(&folder, &with("box:4,0,2,1,2,2"))["length"].as_f64(), Some(free));
}

#[test]
fn a_world_gives_the_routes_of_its_scene() {
    let folder = floors("plan-world");
    folder.run(&["bake", "floors.obj", "-o", "w.footpath"]).well();
    let ends = ["--from", "1,0,0.5", "--to", "9,0,1.5", "--json"];
    let mut of_world = folder.run(&[&["plan", "w.footpath"], &ends[..]].concat()).json();
    let mut of_scene = folder.run(&[&["plan", "floors.obj"], &ends[..]].concat()).json();
    (of_world["micros"], of_scene["micros"]) = (0.into(), 0.into());
    assert_eq!(of_world, of_scene);
    let log = folder.run(&[&["plan", "w.footpath", "--cell-size", "0.2"], &ends[..]].concat()).well().log;
    assert!(log.contains("--cell-size has no effect"), "{log}");
}

#[test]
fn the_options_of_the_cells_planner_take_effect() {
    let folder = floors("plan-cells");
    let length = |options: &[&str]| {
        let ends = ["--from", "1,0,0.5", "--to", "4,0,1.5"];
        plan(&folder, &[&ends[..], options].concat())["length"].as_f64().unwrap()
    };
    let (straight, cells) = (length(&[]), length(&["--smoothing", "none"]));
    let manhattan = length(&["--smoothing", "none", "--neighbours", "4"]);
    assert!((straight - 10f64.sqrt()).abs() < 0.01, "{straight}");
    assert!(straight < cells && cells < manhattan && (manhattan - 4.0).abs() < 0.01, "{cells}, {manhattan}");
    let expanded = |front: &str| {
        let ends = ["--from", "5,0,1", "--to", "9,0,1", "--front", front];
        plan(&folder, &ends)["work"]["expanded"].as_u64().unwrap()
    };
    assert!(expanded("bushfire") > 2 * expanded("astar"));
    for option in [
        ["--corners", "one"],
        ["--diagonals", "unit"],
        ["--extended", "none"],
        ["--neighbours", "4-8"],
        ["--border", "0"],
    ] {
        assert!(length(&option) > 3.0, "{option:?}");
    }
}

#[test]
fn queries_are_answered_line_by_line() {
    let folder = floors("plan-queries");
    folder.write("q.txt", "1,0,1 9,0,1\n\n# a remark\n1,0,1 32,0,1\n  9,0,1\tisland  \n50,0,1 9,0,1\n");
    let args = ["plan", "floors.obj", "--queries"];
    let run = folder.run(&[&args[..], &["q.txt"]].concat()).well();
    let answers: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let found: Vec<_> = answers.iter().map(|answer| answer["found"].as_bool().unwrap()).collect();
    assert_eq!(found, [true, false, false, false]);
    assert_eq!(answers[3]["why"]["kind"], "start_off_map");
    folder.write("empty.txt", "");
    assert_eq!(folder.run(&[&args[..], &["empty.txt"]].concat()).well().out, "");
    folder.write("marked.txt", "\u{feff}1,0,1 9,0,1\n");
    assert_eq!(folder.run(&[&args[..], &["marked.txt"]].concat()).well().out.lines().count(), 1);
    folder.write("long.txt", "7".repeat(1_000_000));
    let run = folder.run(&[&args[..], &["long.txt"]].concat());
    assert!(run.code == Some(2) && run.log.len() < 1000 && run.log.contains("1000000 bytes"), "{}", run.log);
    for (line, words) in [
        ("1,0,1", "no query"),
        ("1,0,1 2,0,1 3,0,1", "no query"),
        ("1,0 2,0,1", "three numbers"),
        ("1,0,1 nowhere", "nowhere"),
    ] {
        folder.write("bad.txt", format!("1,0,1 9,0,1\n{line}\n1,0,1 9,0,1\n"));
        let run = folder.run(&[&args[..], &["bad.txt"]].concat());
        assert_eq!((run.code, run.out.lines().count()), (Some(2), 1), "{line}: {}{}", run.out, run.log);
        assert!(run.log.contains("bad.txt, line 2") && run.log.contains(words), "{}", run.log);
    }
    folder.run(&[&args[..], &["none.txt"]].concat()).refused(&["none.txt"]);
}

#[test]
fn queries_come_from_standard_input_too() {
    let folder = floors("plan-stdin");
    let mut command = folder.command(&["plan", "floors.obj", "--queries", "-", "-q"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"1,0,1 9,0,1\n9,0,1 1,0,1\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stdout).unwrap().lines().count()), (Some(0), 2));
}

#[test]
fn usage_that_makes_no_sense_is_refused() {
    let folder = floors("plan-usage");
    let ends = ["--from", "1,0,1", "--to", "9,0,1"];
    let table: [(&[&str], &[&str]); 17] = [
        (&["--from", "1,0,1"], &["--to"]),
        (&["--to", "1,0,1"], &["--from"]),
        (&["--from", "1,0", "--to", "9,0,1"], &["--from 1,0", "three numbers"]),
        (&["--from", "nan,0,1", "--to", "9,0,1"], &["nan,0,1"]),
        (&["--from", "1,0,1", "--to", "tower"], &["--to tower", "no place and no object"]),
        (&["--from", "box:1,0,1,-1,1,1", "--to", "9,0,1"], &["box:1,0,1,-1,1,1", "size"]),
        (&["--method", "layers"], &["layers", "auto, cells, bitmap, levels"]),
        (&["--method", "bitmap", "--border", "1"], &["--method bitmap", "--border"]),
        (&["--obstacle", "cone:1,2,3"], &["cone:1,2,3", "box:", "disc:", "mesh:"]),
        (&["--obstacle", "box:1,0,1,0,1,1"], &["box:1,0,1,0,1,1", "more than nothing"]),
        (&["--obstacle", "disc:1,0,1,0.3"], &["disc:1,0,1,0.3", "radius"]),
        (&["--obstacle", "mesh:none.obj"], &["none.obj"]),
        (&["--obstacle", "box:0,0,0,1e9,1,1e9"], &["box:0,0,0,1e9,1,1e9"]),
        (&["--half-extents", "1,2"], &["--half-extents", "0.5,1,0.5"]),
        (&["--neighbours", "6"], &["--neighbours", "4-8"]),
        (&["--queries", "q.txt"], &["--queries", "--from"]),
        (&["--picture", "a.bmp"], &["a.bmp", ".svg or .png"]),
    ];
    for (args, words) in table {
        let whole = args.contains(&"--from") || args.contains(&"--to");
        let ends: &[&str] = if whole { &[] } else { &ends };
        folder.run(&[&["plan", "floors.obj"], ends, args].concat()).refused(words);
    }
    assert_eq!(folder.files(), ["floors.obj"], "nothing was written");
}

#[test]
fn pictures_show_the_route_its_ends_and_its_actions() {
    let folder = Folder::new("plan-pictures");
    let ends = ["plan", "house", "--from", "start", "--to", "den", "-o", "r.glb"];
    folder.run(&[&ends[..], &["--picture", "r.svg"]].concat()).well();
    let svg = String::from_utf8(folder.read("r.svg")).unwrap();
    let lines = |layer: &str| {
        let group = svg.split("<g ").find(|group| group.starts_with(&format!("id=\"{layer}\""))).unwrap_or_default();
        group.matches("<path").count() + group.matches("<line").count()
    };
    assert!(
        lines("layer-route") > 5 && lines("layer-floors") > 100,
        "{} {}",
        lines("layer-route"),
        lines("layer-floors")
    );
    for words in [">start<", ">goal<", ">bend<", ">walk 1", ">bend 0.9 m<"] {
        assert!(svg.contains(words), "{words}");
    }
    let glb = folder.read("r.glb");
    let length = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    let model: Value = serde_json::from_slice(&glb[20..20 + length]).unwrap();
    let names: Vec<&str> = model["nodes"].as_array().unwrap().iter().filter_map(|node| node["name"].as_str()).collect();
    assert!(
        begins(&folder.path("r.glb"), b"glTF") && ["floors", "route", "ends"].iter().all(|name| names.contains(name))
    );
    folder.run(&[&ends[..6], &["--picture", "f.svg", "--show", "front", "--show", "cells"]].concat()).well();
    let front = String::from_utf8(folder.read("f.svg")).unwrap();
    assert!(front.contains("front, from 0.0 m") && front.contains("layer-cells") && !svg.contains("front, from"));
    for border in [&[][..], &["--border", "2"]] {
        folder
            .run(&[&ends[..6], &["--picture", "b.svg", "--show", "border", "--show", "front"], border].concat())
            .well();
        let border = String::from_utf8(folder.read("b.svg")).unwrap();
        assert!(border.contains(">border<") && border.contains("front, from") && !front.contains(">border<"));
    }
    folder.run(&[&ends[..6], &["--picture", "s.png", "--view", "side"]].concat()).well();
    assert!(begins(&folder.path("s.png"), b"\x89PNG"));
    folder
        .run(&[&ends[..6], &["--picture", "x.png", "--storey", "9"]].concat())
        .refused(&["--storey 9", "storeys 1 to"]);
}

#[test]
fn a_picture_without_a_route_shows_how_far_the_front_came() {
    let folder = floors("plan-front");
    let args = ["plan", "floors.obj", "--from", "1,0,1", "--to", "32,0,1", "--picture", "f.svg", "--show", "front"];
    assert_eq!(folder.run(&args).code, Some(1));
    let svg = String::from_utf8(folder.read("f.svg")).unwrap();
    assert!(svg.contains("no route") && svg.contains("front, from 0.0 m"));
}

#[test]
fn rules_of_a_query_that_match_nothing_are_pointed_out() {
    let folder = Folder::new("plan-idle-rules");
    folder.run(&["bake", "house", "--cell-size", "0.2", "-o", "h.footpath"]).well();
    folder.write(
        "rules.toml",
        "[[rule]]\nname = 'Bed_*'\ntag = 'forbidden'\n[[rule]]\nname = 'Sofa?'\ntag = 'obstacle'\n",
    );
    let ends = ["--from", "start", "--to", "goal", "--rules", "rules.toml", "--forbid", "Chiar*"];
    // A world takes them as rules of the query, a scene as rules of the bake; the words are the same.
    let warnings = ["h.footpath", "house"].map(|world| {
        let run = folder.run(&[&["plan", world][..], &ends].concat()).well();
        run.log.lines().filter(|line| line.starts_with("warning: the rule")).map(str::to_owned).collect::<Vec<_>>()
    });
    assert_eq!(warnings[0], warnings[1]);
    assert_eq!(warnings[0].len(), 2, "{:?}", warnings[0]);
    assert!(warnings[0][0].contains("Sofa?") && warnings[0][1].contains("Chiar*"), "{:?}", warnings[0]);
    assert!(warnings[0].iter().all(|line| line.contains("matches no object")));
}

#[test]
fn a_world_larger_than_its_memory_is_planned_on_tile_by_tile() {
    let folder = Folder::new("plan-memory");
    let baked = folder.run(&["bake", "city_160m", "-o", "city.footpath", "--json"]).json();
    // Just too little for all of it.
    let memory = (baked["bytes"].as_u64().unwrap() - 1).to_string();
    let ask = |args: &[&str]| folder.run(&[&["plan", "city.footpath", "--method", "levels"], args].concat());
    let limited = ["--memory", &memory, "--half-extents", "3,1,3"];
    let found = ask(&[&limited[..], &["--from", "start", "--to", "40,0.15,40", "--json"]].concat()).json();
    let whole = ask(&["--from", "start", "--to", "40,0.15,40", "--half-extents", "3,1,3", "--json"]).json();
    let length = |answer: &Value| answer["length"].as_f64().unwrap();
    assert!(length(&found) < 1.05 * length(&whole), "{} against {}", length(&found), length(&whole));
    folder.write("q.txt", "start 40,0.15,40\n# a remark\nstart 900,0,900\n");
    let run = ask(&[&limited[..], &["--queries", "q.txt"]].concat()).well();
    let answers: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(answers.len() == 2 && length(&answers[0]) == length(&found));
    assert_eq!(answers[1]["why"]["kind"], "goal_off_map");
    let ends = ["--from", "start", "--to", "goal"];
    ask(&[&ends[..], &["--memory", "1M"]].concat()).refused(&["city.footpath", "MiB", "raise it"]);
    ask(&[&ends[..], &["--memory", "much"]].concat()).refused(&["256M"]);
    let cells = ["plan", "city.footpath", "--method", "cells", "--memory", &memory];
    folder.run(&[&cells[..], &ends].concat()).refused(&["--method levels"]);
    folder.run(&["plan", "stairs", "--from", "start", "--to", "goal", "--memory", "64M"]).refused(&["bake"]);
}
