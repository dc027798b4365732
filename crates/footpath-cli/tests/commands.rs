//! Every subcommand on built-in scenes, as a user runs it.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Folder, begins};
use serde_json::Value;

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

#[test]
fn scenes_lists_what_is_built_in() {
    let folder = Folder::new("scenes");
    let text = folder.run(&["scenes"]).well().out;
    let list = folder.run(&["scenes", "--json"]).json();
    for scene in list.as_array().unwrap() {
        assert!(text.contains(scene["name"].as_str().unwrap()));
        assert!(scene["triangles"].as_u64().unwrap() > 0 && scene["cell_size"].as_f64().unwrap() > 0.0);
        let places: Vec<&str> = scene["places"].as_array().unwrap().iter().filter_map(|p| p["name"].as_str()).collect();
        assert!(places.contains(&"start") && places.contains(&"goal"), "{places:?}");
    }
}

#[test]
fn an_exported_scene_bakes_to_the_same_world() {
    let folder = Folder::new("export");
    folder.run(&["scene", "factory", "-o", "factory.glb", "--seed", "7"]).well();
    assert!(begins(&folder.path("factory.glb"), b"glTF"));
    let sizes = ["--cell-size", "0.3", "--cell-height", "0.05", "--json"];
    let of = |first: &[&str]| folder.run(&[first, &sizes].concat()).json()["hash"].clone();
    assert_eq!(of(&["bake", "factory.glb"]), of(&["bake", "factory", "--seed", "7"]));
    assert_eq!(folder.files(), ["factory.glb"], "nothing is left beside it");
}

#[test]
fn bake_prints_the_document_of_the_design() {
    let folder = Folder::new("bake-json");
    let document = folder.run(&["bake", "stairs", "--json"]).json();
    let wanted = "areas bytes columns floors hash millis refused sheets spans triangles waypoints";
    assert_eq!(keys(&document).join(" "), wanted);
    assert_eq!(document["columns"].as_array().unwrap().len(), 2);
    let stages = "columns faces floors links sheets total waypoints";
    assert_eq!(keys(&document["millis"]).join(" "), stages);
    assert_eq!(document["hash"].as_str().unwrap().len(), 32);
    let reasons = ["forbidden", "low_headroom", "no_headroom", "obstacle", "too_low", "too_steep", "wall_top"];
    assert_eq!(keys(&document["refused"]), reasons);
    for key in ["triangles", "spans", "floors", "sheets", "areas", "waypoints", "bytes"] {
        assert!(document[key].as_u64().unwrap() > 0, "{key}");
    }
}

#[test]
fn any_number_of_threads_gives_the_same_world() {
    let folder = Folder::new("threads");
    for (threads, file) in [("1", "one.footpath"), ("2", "two.footpath")] {
        folder.run(&["bake", "house", "--threads", threads, "-o", file]).well();
    }
    assert!(folder.read("one.footpath") == folder.read("two.footpath"));
    let hash = |file: &str| folder.run(&["inspect", file, "--json"]).json()["hash"].clone();
    assert_eq!(hash("one.footpath"), hash("two.footpath"));
    assert_eq!(hash("one.footpath"), hash("house"), "a scene is baked on the way");
}

#[test]
fn rules_change_the_report_and_idle_ones_are_pointed_out() {
    let folder = Folder::new("rules");
    folder.write("rules.toml", "[[rule]]\nname = 'Table*'\ntag = 'obstacle'\n");
    let args = ["bake", "house", "--rules", "rules.toml", "--forbid", "Chiar*", "--json"];
    let run = folder.run(&args).well();
    assert!(run.log.contains("Chiar*") && run.log.contains("matches no object"), "{}", run.log);
    assert!(run.json()["refused"]["obstacle"].as_u64().unwrap() > 0);
    let report = folder.run(&["bake", "house", "--rules", "rules.toml"]).well().out;
    assert!(report.contains("obstacle by rule") && report.contains("Table"), "{report}");
}

#[test]
fn a_taller_body_finds_less_ground() {
    let folder = Folder::new("body");
    let low = |height: &str| {
        let document = folder.run(&["bake", "house", "--height", height, "--json"]).json();
        document["refused"]["low_headroom"].as_u64().unwrap() + document["refused"]["too_low"].as_u64().unwrap()
    };
    assert!(low("2.4") > low("1.8") && low("1.8") > low("0.9"));
}

#[test]
fn bodies_come_by_name_from_files_and_with_changes() {
    let folder = Folder::new("bodies");
    folder.write("courier.toml", "name = 'courier'\nbased_on = 'adult'\nmax_slope = 5\n");
    let refused = |args: &[&str]| folder.run(&[&["bake", "stairs", "--json"], args].concat()).json()["refused"].clone();
    let adult = refused(&[]);
    assert_eq!(refused(&["--body", "adult"]), adult);
    assert_eq!(refused(&["--body", "courier.toml", "--max-slope", "45"]), adult, "a flag wins over the file");
    let steep = |refused: &Value| refused["too_steep"].as_u64().unwrap();
    assert!(steep(&refused(&["--body", "wheelchair"])) >= steep(&refused(&["--body", "courier.toml"])));
    // Whoever can neither bend nor crawl finds low places too low.
    let stiff = refused(&["--height", "2.4", "--without", "bend", "--without", "crawl", "--foot-span", "0.6"]);
    let agile = refused(&["--height", "2.4"]);
    let of = |refused: &Value, why: &str| refused[why].as_u64().unwrap();
    assert!(of(&agile, "low_headroom") > 0 && of(&stiff, "low_headroom") == 0);
    assert_eq!(of(&stiff, "too_low"), of(&agile, "too_low") + of(&agile, "low_headroom"));
    let said = folder.run(&["bake", "stairs", "--body", "courier.toml"]).well().out;
    assert!(said.contains("courier of 1.80 m"), "{said}");
}

#[test]
fn pictures_and_models_are_of_their_kind() {
    let folder = Folder::new("pictures");
    for colour in ["height", "sheet", "headroom", "slope", "object", "refused"] {
        folder.run(&["bake", "stairs", "--picture", "a.svg", "--glb", "a.glb", "--colour", colour]).well();
        assert!(begins(&folder.path("a.svg"), b"<svg") && begins(&folder.path("a.glb"), b"glTF"), "{colour}");
    }
    let views: [&[&str]; 6] = [
        &["--section", "-1,1,6,1"],
        &["--view", "side"],
        &["--storey", "1"],
        &["--heights", "..1.2"],
        &["--sheet", "0"],
        &["--links"],
    ];
    for view in views {
        folder.run(&[&["bake", "stairs", "--picture", "b.png"], view].concat()).well();
        assert!(begins(&folder.path("b.png"), b"\x89PNG"), "{view:?}");
        std::fs::remove_file(folder.path("b.png")).unwrap();
    }
}

#[test]
fn inspect_shows_and_dumps_a_world() {
    let folder = Folder::new("inspect");
    folder.run(&["bake", "stairs", "-o", "w.footpath"]).well();
    let document = folder.run(&["inspect", "w.footpath", "--json"]).json();
    assert!(document["objects"].as_array().unwrap().len() > 1 && document["revision"].as_u64().is_some());
    let text = folder.run(&["inspect", "w.footpath"]).well().out;
    assert!(text.contains(document["hash"].as_str().unwrap()) && text.contains("start"), "{text}");
    let lines = |what: &str| {
        let file = format!("{what}.csv");
        folder.run(&["inspect", "w.footpath", "--dump", what, &file]).well();
        String::from_utf8(folder.read(&file)).unwrap().lines().map(|line| line.split(',').count()).collect::<Vec<_>>()
    };
    for what in ["floors", "links", "spans", "sheets", "objects", "bands"] {
        let fields = lines(what);
        assert!(fields.len() > 1 && fields.iter().all(|count| *count == fields[0]), "{what}");
        if let Some(count) = document[what].as_u64() {
            assert_eq!(fields.len() as u64, count + 1, "{what}");
        }
    }
}

#[test]
fn inspect_draws_and_dumps_the_levels_of_a_body() {
    let folder = Folder::new("levels");
    folder.run(&["bake", "car_park", "--cell-size", "0.2", "-o", "w.footpath"]).well();
    for show in ["slices", "areas", "graph"] {
        for file in ["p.png", "p.svg"] {
            folder.run(&["inspect", "w.footpath", "--show", show, "--picture", file]).well();
        }
        assert!(begins(&folder.path("p.png"), b"\x89PNG"), "{show}");
        let svg = String::from_utf8(folder.read("p.svg")).unwrap();
        assert!(svg.contains("0: level") && svg.contains("6: level"), "{show}");
    }
    let rows = |what: &str, body: &str| {
        folder.run(&["inspect", "w.footpath", "--body", body, "--dump", what, "t.csv"]).well();
        let table = String::from_utf8(folder.read("t.csv")).unwrap();
        let fields: Vec<usize> = table.lines().map(|line| line.split(',').count()).collect();
        assert!(fields.iter().all(|count| *count == fields[0]), "{table}");
        fields.len() - 1
    };
    assert_eq!((rows("areas", "adult"), rows("waypoints", "adult")), (10, 9));
    // The ramps are too steep for a wheelchair.
    assert_eq!(rows("waypoints", "wheelchair"), 0);
}

#[test]
fn two_tables_come_from_one_run_and_one_may_be_standard_output() {
    let folder = Folder::new("dumps");
    let run = folder.run(&["inspect", "stairs", "--dump", "sheets", "-", "--dump", "objects", "o.csv"]).well();
    assert!(run.out.starts_with("tile_x,tile_z,sheet,"), "{}", run.out);
    assert_eq!(folder.files(), ["o.csv"]);
}

#[test]
fn a_reader_that_stops_early_is_no_error() {
    let folder = Folder::new("pipe");
    let mut command = folder.command(&["inspect", "house", "--dump", "links", "-"]);
    let mut child = command.stdout(std::process::Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn the_demo_writes_all_it_lists() {
    let folder = Folder::new("demo");
    let document = folder.run(&["demo", "stairs", "--json"]).json();
    let made = document["files"].as_array().unwrap();
    assert!(made.len() > 6);
    for made in made {
        let file = made["file"].as_str().unwrap();
        assert!(folder.path("out").join(file).metadata().unwrap().len() > 0, "{file}");
    }
    let report = String::from_utf8(folder.read("out/report.md")).unwrap();
    assert!(report.contains("storey-1.png") && report.contains("stands on"), "{report}");
    assert!(report.contains("route.png") && report.contains("walk    upright"), "{report}");
    assert_eq!(document["route"]["found"], true);
}

#[test]
fn quiet_says_nothing_beside_the_result() {
    let folder = Folder::new("quiet");
    let run = folder.run(&["bake", "stairs", "-q", "-o", "w.footpath"]).well();
    assert!(run.log.is_empty() && run.out.contains("floors"), "{}", run.log);
}

#[test]
fn a_scene_for_dwarfs_or_in_centimetres_says_so() {
    let folder = Folder::new("units");
    let block = |size: f64| {
        let corners = [[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]];
        let mut text = String::new();
        for y in [0.0, size] {
            corners.iter().for_each(|[x, z]| text += &format!("v {x} {y} {z}\n"));
        }
        text + "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"
    };
    folder.write("large.obj", block(300.0));
    let log = folder.run(&["bake", "large.obj", "--cell-size", "2"]).well().log;
    assert!(log.contains("centimetres") && log.contains("--scale 0.01"), "{log}");
    // A room 20 cm high between two slabs: nobody fits between them, and rules forbid the roof.
    let slab = |y: f64, first: usize| {
        let corners = [[0.0, 0.0], [0.5, 0.0], [0.5, 0.5], [0.0, 0.5]];
        let vertices: String = corners.iter().map(|[x, z]| format!("v {x} {y} {z}\n")).collect();
        format!("o slab{first}\n{vertices}f {} {} {} {}\n", first + 3, first + 2, first + 1, first)
    };
    folder.write("small.obj", slab(0.0, 1) + &slab(0.2, 5));
    let log = folder.run(&["bake", "small.obj", "--obstacles", "slab5"]).well().log;
    assert!(log.contains("can stand nowhere") && log.contains("--scale"), "{log}");
}

#[test]
fn a_city_is_baked_tile_by_tile_and_goes_on_where_it_was_stopped() {
    let folder = Folder::new("city");
    let document = folder.run(&["bake", "city_96m", "-o", "city.footpath", "--json"]).json();
    assert_eq!(document["columns"], serde_json::json!([384, 384]));
    assert!(document["tiles"].as_u64() > document["distinct_tiles"].as_u64());
    assert_eq!(folder.files(), ["city.footpath"]);
    let inspected = folder.run(&["inspect", "city.footpath", "--json"]).json();
    for key in ["hash", "floors", "spans", "sheets", "columns", "refused"] {
        assert_eq!(inspected[key], document[key], "{key}");
    }
    // As an ordinary scene it is the same world, and with nothing to go on with --resume begins anew.
    let same = folder.run(&["bake", "city_96m", "--json"]).json();
    assert_eq!(same["hash"], document["hash"]);
    let again = folder.run(&["bake", "city_96m", "-o", "again.footpath", "--resume", "--json"]).json();
    assert_eq!(again["hash"], document["hash"]);
    folder.run(&["bake", "stairs", "--resume"]).refused(&["--resume"]);
    folder.run(&["plan", "city_4km", "--from", "start", "--to", "goal"]).refused(&["bake city_4km -o"]);
}
