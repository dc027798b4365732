//! Bad input and usage: exit 2, one paragraph that names the file and what to do.

#![allow(clippy::unwrap_used)]

mod common;

use common::Folder;

const PLANE: &str = "v 0 0 0\nv 10000 0 0\nv 10000 0 10000\nv 0 0 10000\nf 4 3 2 1\n";

#[test]
fn names_do_not_control_the_terminal() {
    let folder = Folder::new("names");
    folder.write("evil.obj", "o a\u{1b}[2J\u{9b}31mb\nv 0 0 0\nv 0 0 9\nv 9 0 9\nf 1 2 3\n");
    for args in
        [&["inspect", "evil.obj"][..], &["inspect", "evil.obj", "--json"], &["bake", "evil.obj", "-o", "e.footpath"]]
    {
        let run = folder.run(args).well();
        assert!(!run.out.contains(['\u{1b}', '\u{9b}']) && !run.log.contains(['\u{1b}', '\u{9b}']), "{args:?}");
    }
}

#[test]
fn scenes_that_cannot_be_read() {
    let folder = Folder::new("bad-scenes");
    folder.run(&["scene", "stairs", "-o", "whole.glb"]).well();
    let whole = folder.read("whole.glb");
    folder.write("cut.glb", &whole[..whole.len() / 2]);
    folder.write("stub.glb", &whole[..7]);
    folder.write("scene.fbx", "Kaydara");
    folder.write("nan.obj", "v nan 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n");
    folder.write("empty.obj", "");
    folder.write("words.obj", "v one two three\n");
    folder.write("index.obj", "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 9\n");
    std::fs::create_dir(folder.path("folder")).unwrap();
    let table: [(&str, &[&str]); 10] = [
        ("missing.obj", &["missing.obj", "no such file", "check the name"]),
        ("scene.fbx", &["scene.fbx", "export", ".glb"]),
        ("cut.glb", &["cut.glb", "byte", ";"]),
        ("stub.glb", &["stub.glb"]),
        ("nan.obj", &["nan.obj", "not finite"]),
        ("empty.obj", &["empty.obj", "empty", "export"]),
        ("words.obj", &["words.obj", "line 1"]),
        ("index.obj", &["index.obj", "out of range"]),
        ("folder", &["folder", "is a folder", ".glb"]),
        ("huose", &["huose", "did you mean \"house\""]),
    ];
    for (scene, words) in table {
        folder.run(&["bake", scene]).refused(words);
        folder.run(&["inspect", scene]).refused(words);
    }
    folder.run(&["demo", "tower"]).refused(&["tower", "house, labyrinth"]);
    folder.run(&["scene", "stair", "-o", "a.glb"]).refused(&["did you mean \"stairs\""]);
}

#[test]
fn a_few_bad_triangles_are_left_out_and_counted() {
    let folder = Folder::new("few");
    folder.write("some.obj", "v 0 0 0\nv 4 0 0\nv 0 0 4\nv nan 0 1\nf 3 2 1\nf 1 2 4\n");
    let run = folder.run(&["bake", "some.obj"]).well();
    assert!(run.log.contains("left out 1 triangle with coordinates that are not finite"), "{}", run.log);
    assert!(run.out.contains("1 left out"), "{}", run.out);
}

#[test]
fn usage_that_makes_no_sense() {
    let folder = Folder::new("usage");
    folder.write("file", "");
    folder.write("rules.toml", "[[rule]]\nname = 'Table*'\ntag = 'lava'\n");
    std::fs::create_dir(folder.path("folder")).unwrap();
    folder.write("body.toml", "height = 1.7\n[jump]\nreach = -1\n");
    let table: [(&[&str], &[&str]); 28] = [
        (&["bake", "house", "--colur", "sheet"], &["--colur", "--colour"]),
        (&["bake"], &["SCENE"]),
        (&["bkae"], &["bake"]),
        (&["bake", "house", "--threads", "0"], &["--threads", "1"]),
        (&["bake", "house", "--up", "x"], &["--up", "y, z"]),
        (&["bake", "house", "--up", "z"], &["house", "built in", "--up"]),
        (&["bake", "house", "--rules", "rules.toml"], &["rules.toml, line 3", "lava", "--rules"]),
        (&["bake", "house", "--rules", "none.toml"], &["none.toml", "--rules"]),
        (&["bake", "house", "--body", "troll"], &["troll", "adult, child, elderly, athlete, wheelchair"]),
        (&["bake", "house", "--body", "atlete"], &["did you mean \"athlete\""]),
        (&["bake", "house", "--body", "body.toml"], &["body.toml, line 3", "`jump.reach` is -1", "0 to 10", "--body"]),
        (&["bake", "house", "--body", "none.toml"], &["none.toml", "--body"]),
        (&["bake", "house", "--body", "child", "--radius", "-1"], &["--radius is -1", "0.01 to 5"]),
        (&["bake", "house", "--max-climb", "3"], &["--max-climb is 3", "height"]),
        (&["bake", "house", "--max-slope", "64"], &["--max-slope is 64", "63 degrees"]),
        (&["bake", "house", "--foot-span", "inf"], &["--foot-span is inf", "0 to 5"]),
        (&["bake", "house", "--without", "walk"], &["--without", "jump", "crawl"]),
        (&["bake", "house", "--height", "nan"], &["--height", "0.3 to 10"]),
        (&["bake", "house", "--cell-size", "-1"], &["house", "--cell-size is -1", "0.005"]),
        (&["bake", "house", "--cell-size", "0.001"], &["house", "--cell-size", "0.005"]),
        (&["bake", "house", "-o", "folder"], &["folder", "is a folder", "folder/name.footpath"]),
        (&["bake", "house", "-o", "none/w.footpath"], &["none/w.footpath", "there is no folder none", "make it first"]),
        (&["bake", "house", "-o", "world.glb"], &["world.glb", ".footpath"]),
        (&["bake", "house", "--picture", "a.bmp"], &["a.bmp", ".svg or .png"]),
        (&["bake", "house", "--section", "1,2,3"], &["--section", "0,2.5,12,2.5"]),
        (&["bake", "house", "--picture", "a.png", "--storey", "9"], &["--storey 9", "storeys 1 to"]),
        (&["inspect", "house", "--dump", "walls", "w.csv"], &["walls", "floors, links"]),
        (&["demo", "-o", "file"], &["file", "give a folder"]),
    ];
    for (args, words) in table {
        folder.run(args).refused(words);
    }
    assert_eq!(folder.files(), ["body.toml", "file", "folder", "rules.toml"], "nothing was written");
}

#[test]
fn ten_kilometres_at_one_centimetre_are_refused_with_a_size_that_fits() {
    let folder = Folder::new("large");
    folder.write("plane.obj", PLANE);
    let words = ["plane.obj", "10000 × 10000 m", "MiB", "--cell-size", "--memory-limit"];
    folder.run(&["bake", "plane.obj", "--cell-size", "0.01"]).refused(&words);
    let small = ["bake", "plane.obj", "--memory-limit", "16", "--cell-size"];
    let log = folder.run(&[&small[..], &["0.01"]].concat()).log;
    let fits = log.split("--cell-size ").nth(1).unwrap().split(',').next().unwrap();
    folder.run(&[&small[..], &[fits]].concat()).well();
}

#[test]
fn worlds_of_another_version_or_damaged_anywhere_are_refused() {
    let folder = Folder::new("worlds");
    folder.run(&["bake", "stairs", "-o", "whole.footpath"]).well();
    let whole = folder.read("whole.footpath");
    let refused = |bytes: &[u8], words: &[&str]| {
        folder.write("bad.footpath", bytes);
        folder.run(&["inspect", "bad.footpath"]).refused(&[&["bad.footpath"], words].concat());
    };
    let mut other = whole.clone();
    other[8..12].copy_from_slice(&99u32.to_le_bytes());
    refused(&other, &["format 99", "Bake the scene again"]);
    refused(b"not a world at all", &["not a Footpath world", "Bake the scene"]);
    refused(&[], &["Bake the scene"]);
    let chunks = chunks(&whole);
    assert!(chunks.len() > 5);
    for (start, length) in chunks {
        let mut bytes = whole.clone();
        bytes[start + length / 2] ^= 0x10;
        refused(&bytes, &["damaged", "Bake the scene again"]);
    }
    for share in [0, 1, 2, 3, 5, 7] {
        let end = (whole.len() - 1) * share / 7;
        refused(&whole[..end], &["Bake the scene"]);
    }
    folder.run(&["inspect", "none.footpath"]).refused(&["none.footpath", "no such file"]);
    folder.run(&["bake", "whole.footpath"]).refused(&["whole.footpath", "baked already", "inspect"]);
    let log = folder.run(&["inspect", "whole.footpath", "--cell-size", "0.2"]).well().log;
    assert!(log.contains("--cell-size has no effect"), "{log}");
}

/// Start and length of every chunk that holds anything, from the table at the end of a world file.
fn chunks(file: &[u8]) -> Vec<(usize, usize)> {
    let number =
        |at: usize, bytes: usize| file[at..at + bytes].iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte));
    let (table, count) = (number(16, 8), number(24, 4));
    let entries = (0..count).map(|i| table + 40 * i);
    entries.map(|at| (number(at + 16, 8), number(at + 24, 8))).filter(|(_, length)| *length > 0).collect()
}

#[test]
fn flags_with_numbers_that_are_none_are_named_with_what_to_give() {
    let folder = Folder::new("numbers");
    folder.write("plane.obj", PLANE.replace("10000", "4"));
    let ask = ["plan", "plane.obj", "--from", "1,0,1", "--to", "3,0,3"];
    let table: [(&str, &str); 13] = [
        ("--cell-size", "from 0.005 to 100 m"),
        ("--cell-height", "from 0.01 to 1 m"),
        ("--scale", "give"),
        ("--height", "0.3 to 10 metres"),
        ("--radius", "0.01 to 5 metres"),
        ("--max-climb", "less than `height`"),
        ("--max-slope", "0 to 63 degrees"),
        ("--foot-span", "0 to 5 metres"),
        ("--half-extents", "three lengths in metres"),
        ("--budget", "give a whole number"),
        ("--border", "give a whole number from 0 to 255"),
        ("--threads", "give a whole number from 1 to 1024"),
        ("--memory-limit", "give a whole number from 1"),
    ];
    for (flag, remedy) in table {
        for value in ["nan", "inf", "-inf", "-1", "1e300", "many"] {
            let given = format!("{flag}={value}");
            let run = folder.run(&[&ask[..], &[&given]].concat());
            // Words are refused by the parser of the command line, which names the flag too.
            let words: &[&str] = if value == "many" { &[flag] } else { &[flag, remedy] };
            let log = run.log.clone();
            run.refused(words);
            assert!(log.len() < 400, "{given}: {log}");
        }
    }
    for value in ["nan", "inf", "-inf", "-0.2"] {
        for (field, line) in [("`radius`", "radius"), ("`height`", "height"), ("`max_slope`", "max_slope")] {
            folder.write("body.toml", format!("{line} = {value}\n"));
            folder.run(&[&ask[..], &["--body", "body.toml"]].concat()).refused(&["body.toml", field, "give"]);
        }
    }
    for end in ["nan,0,1", "0,0,NaN", "inf,0,1", "1,0", "box:0,0,0,-1,1,1", "box:0,0,0,nan,1,1"] {
        folder.run(&["plan", "plane.obj", "--from", end, "--to", "3,0,3"]).refused(&["--from", end, "such as"]);
    }
    for shape in ["box:0,0,0,-1,1,1", "disc:0,0,0,nan,1", "disc:0,0,0,1,-1", "disc:0,0,inf,1,1"] {
        folder.run(&[&ask[..], &["--obstacle", shape]].concat()).refused(&["--obstacle", shape, "such as"]);
    }
}
