//! The book holds together: links lead somewhere, commands exist, example files are what their pages say.

mod common;

use footpath::body::Action;
use footpath::scene::Rules;
use footpath::{Bake, Body, Scene, World};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Subcommands that the command has today.
const SUBCOMMANDS: [&str; 10] =
    ["scenes", "scene", "bake", "inspect", "plan", "explain", "walk", "view", "demo", "help"];

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the root of the project")
}

/// Every page: those at the root and all under `docs`.
fn pages() -> Vec<(PathBuf, String)> {
    let (mut folders, mut files) = (vec![root().join("docs")], Vec::new());
    files.extend(fs::read_dir(root()).expect("the root").map(|entry| entry.expect("an entry").path()));
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of the book") {
            let path = entry.expect("an entry of the book").path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "md"));
    files.sort();
    files.into_iter().map(|file| (file.clone(), fs::read_to_string(file).expect("a page"))).collect()
}

/// Lines of prose with their numbers, code blocks left out.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_code = false;
    text.lines().enumerate().filter_map(move |(i, line)| {
        let fence = line.trim_start().starts_with("```");
        in_code ^= fence;
        (!in_code && !fence).then_some((i + 1, line))
    })
}

/// Targets of links and pictures in a line: `](target)` and `src="target"`.
fn targets(line: &str) -> Vec<&str> {
    let between = |open: &str, close: char| -> Vec<&str> {
        line.split(open).skip(1).filter_map(|rest| rest.split_once(close).map(|(target, _)| target)).collect()
    };
    [between("](", ')'), between("src=\"", '"')].concat()
}

/// The name that a heading has in a link.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn has_anchor(page: &str, wanted: &str) -> bool {
    prose(page)
        .filter(|(_, line)| line.starts_with('#'))
        .any(|(_, line)| anchor(line.trim_start_matches('#')) == wanted)
}

#[test]
fn every_link_and_picture_is_there() {
    let mut broken = Vec::new();
    for (page, text) in pages() {
        for (line, target) in prose(&text).flat_map(|(i, line)| targets(line).into_iter().map(move |t| (i, t))) {
            if target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() { page.clone() } else { page.parent().expect("a folder").join(file) };
            let reached = path.exists()
                && (heading.is_empty() || fs::read_to_string(&path).is_ok_and(|t| has_anchor(&t, heading)));
            if !reached {
                broken.push(format!("{}:{line}: {target}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
}

#[test]
fn commands_in_the_book_exist() {
    let mut unknown = Vec::new();
    for (page, text) in pages() {
        let mut console = false;
        for (i, line) in text.lines().enumerate() {
            if let Some(language) = line.trim_start().strip_prefix("```") {
                console = language.trim() == "console";
            }
            let Some(command) = line.strip_prefix("$ ").filter(|_| console) else { continue };
            let arguments =
                ["footpath ", "cargo run --release -- "].iter().find_map(|start| command.strip_prefix(start));
            let name = arguments.and_then(|arguments| arguments.split_whitespace().next());
            if name.is_some_and(|name| !name.starts_with('-') && !SUBCOMMANDS.contains(&name)) {
                unknown.push(format!("{}:{}: {command}", page.display(), i + 1));
            }
        }
    }
    assert!(unknown.is_empty(), "commands that do not exist:\n{}", unknown.join("\n"));
}

#[test]
fn the_links_of_a_line_are_found() {
    assert_eq!(targets("see [a](b.md#c), ![d](e.svg) and <img src=\"f.png\">"), ["b.md#c", "e.svg", "f.png"]);
    assert_eq!(anchor(" The world file, byte by byte"), "the-world-file-byte-by-byte");
    assert!(has_anchor("# A b\n```\n# c\n```\n", "a-b") && !has_anchor("```\n# c\n```\n", "c"));
}

#[test]
fn the_example_rules_fit_the_house() {
    let rules = Rules::open(root().join("docs/examples/rules.toml")).expect("rules that can be read");
    let mut house = Scene::built_in("house").expect("the house");
    let uses = house.apply(&rules);
    let idle: Vec<_> = uses.iter().filter(|rule| rule.objects == 0).map(|rule| &rule.rule).collect();
    assert!(!uses.is_empty() && idle.is_empty(), "rules that match nothing: {idle:?}");
}

#[test]
fn the_example_body_is_what_its_comments_say() {
    let body = Body::open(root().join("docs/examples/body.toml")).expect("a body that can be read");
    assert_eq!((body.name.as_str(), body.height, body.radius), ("courier", 1.72, 0.40));
    assert_eq!(body.ability(Action::Jump).map(|jump| (jump.reach, jump.up)), Some((0.80, 0.30)));
    assert_eq!(body.ability(Action::Crawl), None);
    // The page on bodies shows the same file.
    let page = fs::read_to_string(root().join("docs/body.md")).expect("the page on bodies");
    let file = fs::read_to_string(root().join("docs/examples/body.toml")).expect("the file");
    assert!(page.contains(&format!("```toml\n{file}```")), "docs/body.md shows another file");
}

/// The tables on the page are the presets; on failure the rows that should be there are printed.
#[test]
fn the_presets_on_the_page_are_those_of_the_library() {
    let bodies = Body::PRESETS.map(|(name, about)| (Body::preset(name).expect("a preset"), about));
    let mut rows: Vec<String> = bodies
        .iter()
        .map(|(body, about)| {
            let Body { name, height, bent_height, crawling_height, radius, max_climb, foot_span, .. } = body;
            format!(
                "| `{name}` | {height:.2} | {bent_height:.2} | {crawling_height:.2} | {radius:.2} | {max_climb:.2} | \
                 {foot_span:.2} | {:.0} | {} | {about} |",
                body.max_slope.to_degrees(),
                body.climb_cost
            )
        })
        .collect();
    for action in [Action::Step, Action::Bend, Action::Drop, Action::Jump, Action::Crawl] {
        let cells = bodies.iter().map(|(body, _)| match body.ability(action) {
            None => "–".to_owned(),
            Some(able) if able.reach == 0.0 => format!("{}×", able.cost),
            Some(able) => format!("{:.2} +{:.2} −{:.2}, {}", able.reach, able.up, able.down, able.effort),
        });
        rows.push(format!("| `{}` | {} |", action.name(), cells.collect::<Vec<_>>().join(" | ")));
    }
    let page = fs::read_to_string(root().join("docs/body.md")).expect("the page on bodies");
    let stale: Vec<_> = rows.iter().filter(|row| !page.lines().any(|line| line == row.as_str())).collect();
    assert!(stale.is_empty(), "docs/body.md should have these rows:\n{stale:#?}");
}

/// The reader that the page on the world file is written after gives the same counts as the library.
#[test]
fn the_python_reader_reads_a_world() {
    if Command::new("python3").arg("--version").output().is_err() {
        return common::skip("no python3");
    }
    let mut world = World::bake(&Scene::built_in("stairs").expect("the stairs"), &Bake::default()).expect("a world");
    let [x, y, z] = world.place("start").expect("a place");
    world.add(&footpath::world::Obstacle::disc([x, y, z], 0.2, 1.0)).expect("an obstacle");
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("book_stairs.footpath");
    world.save(&file).expect("a saved world");
    let script = root().join("docs/examples/read_world.py");
    let run = Command::new("python3").arg(script).arg(&file).output().expect("python3 runs");
    let (said, errors) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{errors}");
    let counts = world.counts();
    let links: usize = world
        .tiles()
        .flat_map(|(key, tile)| (0..tile.floors().len() as u32).map(move |index| (key, index)))
        .map(|(tile, index)| world.links(footpath::world::FloorId { tile, index }).len())
        .sum();
    let (tile, _) = world.tiles().find(|(_, tile)| !tile.floors().is_empty()).expect("a tile with floors");
    let first = footpath::world::FloorId { tile, index: 0 };
    let [x, y, z] = world.position(first).expect("a floor");
    let (_, object) = world.object_of(first).expect("a floor");
    for line in [
        format!("first floor {x:.4} {y:.4} {z:.4}"),
        format!("stands on {}", object.name),
        format!("tiles {}", counts.tiles),
        format!("spans {}", counts.spans),
        format!("floors {}", counts.floors),
        format!("links {links}"),
        format!("sheets {}", counts.sheets),
        format!("waypoints {}", counts.waypoints),
        format!("objects {}", world.objects().len()),
        format!("places {}", world.places().len()),
        "obstacles 1".to_owned(),
    ] {
        assert!(said.lines().any(|said| said == line), "expected {line:?} in\n{said}");
    }
}
