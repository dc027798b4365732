//! The rooms of the library stand in the order of the chain, and a room imports only rooms above it.
//!
//! Reads the sources as text: comments, strings and test modules are blanked, then every path that starts at the root
//! of the crate (`crate::…`, or enough `super::`) is followed to the room that it names.

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms in the order of the chain.
const ROOMS: [&str; 12] =
    ["geom", "search", "scene", "body", "ground", "clearance", "world", "route", "plan", "motion", "crowd", "draw"];

/// Lines above which a file wants to be two.
const MAX_LINES: usize = 600;

#[test]
fn a_room_imports_only_rooms_above_it() {
    let mut offences = Vec::new();
    for file in sources() {
        let Some(module) = module_of(&file) else { continue };
        let text = fs::read_to_string(src().join(&file)).expect("a source file");
        for (line, from, to) in offences_in(&text, &module) {
            offences.push(format!("{}:{line}: {from} imports {to}, which comes later in the chain", file.display()));
        }
    }
    assert!(offences.is_empty(), "\n{}", offences.join("\n"));
}

#[test]
fn every_folder_is_a_room() {
    for entry in fs::read_dir(src()).expect("src") {
        let path = entry.expect("an entry of src").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let known = if path.is_dir() { ROOMS.contains(&name.as_str()) } else { name == "lib.rs" };
        assert!(known, "src/{name} is no room of the chain; name it in tests/architecture.rs and ARCHITECTURE.md");
    }
}

#[test]
fn the_page_on_architecture_lists_the_rooms_in_order() {
    let page = src().join("../../../ARCHITECTURE.md");
    let page = fs::read_to_string(page).expect("ARCHITECTURE.md");
    let named = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`').map(|(room, _)| room));
    assert_eq!(named.take(ROOMS.len()).collect::<Vec<_>>(), ROOMS);
}

#[test]
fn no_file_is_too_long() {
    let lines = |file: &PathBuf| fs::read_to_string(src().join(file)).map_or(0, |text| text.lines().count());
    let long: Vec<_> = sources().into_iter().map(|file| (lines(&file), file)).filter(|(n, _)| *n > MAX_LINES).collect();
    assert!(long.is_empty(), "files over {MAX_LINES} lines: {long:?}");
}

#[test]
fn the_scanner_finds_what_is_planted() {
    let planted = r##"//! See [`crate::draw`], which is a comment.
use crate::geom::Vertex;
use crate::{
    scene::{Scene, Tag},
    world::{self, World},
};
/* use crate::plan; /* nested */ use crate::crowd; */
const TEXT: &str = "use crate::draw::Drawing; \" crate::motion::Clip";
const RAW: &str = r#"crate::motion::Clip " "#;
fn f<'a>(x: &'a char) -> bool { *x == '"' || crate :: route :: is_empty() }
use super::super::draw::Drawing;
use super::face::Face;
pub(in crate::ground) fn g() {}
#[cfg(test)]
mod tests {
    use crate::crowd::Crowd;
    fn brace() -> char { '}' }
}
use crate::motion as walking;
"##;
    let found = offences_in(planted, &["ground".into(), "links".into()]);
    let found: Vec<_> = found.iter().map(|(line, _, to)| (*line, to.as_str())).collect();
    assert_eq!(found, [(5, "world"), (10, "route"), (11, "draw"), (19, "motion")]);
    assert_eq!(offences_in("use super::super::draw::X;", &["ground".into(), "raster".into(), "span".into()]), []);
}

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// All source files, relative to `src`, in order.
fn sources() -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![src()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of src") {
            let path = entry.expect("an entry of src").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path.strip_prefix(src()).expect("below src").to_owned());
            }
        }
    }
    files.sort();
    files
}

/// The module that a file is, from its room down; `None` for the root and for test modules (`tests.rs`, `tests/`).
fn module_of(file: &Path) -> Option<Vec<String>> {
    let mut parts: Vec<String> =
        file.with_extension("").components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    if parts.last().is_some_and(|last| last == "mod") {
        parts.pop();
    }
    let is_room = ROOMS.contains(&parts.first()?.as_str());
    (is_room && !parts.iter().any(|part| part == "tests")).then_some(parts)
}

/// Imports of later rooms: line, room of the file, room imported.
fn offences_in(text: &str, module: &[String]) -> Vec<(usize, String, String)> {
    let rank = |room: &str| ROOMS.iter().position(|known| *known == room);
    let mut code = blank(text);
    blank_tests(&mut code);
    let tokens = tokens(&code);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let Some((after, climbs)) = path_start(&tokens, at) else {
            at += 1;
            continue;
        };
        if climbs == 0 || climbs == module.len() {
            for (room, place) in heads(&tokens, after) {
                if rank(&room) > rank(&module[0]) {
                    let line = 1 + code[..place].iter().filter(|&&c| c == '\n').count();
                    found.push((line, module[0].clone(), room));
                }
            }
        }
        at = after;
    }
    found
}

type Token = (String, usize);

/// A path that may start at the root: index of the token after `crate::` or after all `super::`, and how many those are.
fn path_start(tokens: &[Token], at: usize) -> Option<(usize, usize)> {
    let is = |i: usize, word: &str| tokens.get(i).is_some_and(|(token, _)| token == word);
    if is(at, "crate") && is(at + 1, "::") {
        return Some((at + 2, 0));
    }
    let mut supers = 0;
    while is(at + 2 * supers, "super") && is(at + 2 * supers + 1, "::") {
        supers += 1;
    }
    (supers > 0).then_some((at + 2 * supers, supers))
}

/// First names of what follows: one, or those of a tree in braces.
fn heads(tokens: &[Token], at: usize) -> Vec<Token> {
    let Some(first) = tokens.get(at) else { return Vec::new() };
    if first.0 != "{" {
        return vec![first.clone()];
    }
    let (mut depth, mut heads) = (0, Vec::new());
    for pair in tokens[at..].windows(2) {
        match pair[0].0.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        if depth == 1 && matches!(pair[0].0.as_str(), "{" | ",") {
            heads.push(pair[1].clone());
        }
    }
    heads
}

/// Words, `::` and single other characters, with their places.
fn tokens(code: &[char]) -> Vec<Token> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut tokens, mut at) = (Vec::new(), 0);
    while at < code.len() {
        let length = match code[at] {
            c if is_word(c) => code[at..].iter().take_while(|&&c| is_word(c)).count(),
            ':' if code.get(at + 1) == Some(&':') => 2,
            _ => 1,
        };
        if !code[at].is_whitespace() {
            tokens.push((code[at..at + length].iter().collect(), at));
        }
        at += length;
    }
    tokens
}

/// The text with comments, strings and characters blanked; lines stay where they are.
fn blank(text: &str) -> Vec<char> {
    let mut code: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < code.len() {
        let end = literal_end(&code, at);
        for c in &mut code[at..end] {
            if *c != '\n' {
                *c = ' ';
            }
        }
        at = end.max(at + 1);
    }
    code
}

/// End of the comment, string or character that starts here; the start itself if none does.
fn literal_end(code: &[char], at: usize) -> usize {
    let end = code.len();
    let next = |i: usize| code.get(at + i).copied().unwrap_or(' ');
    let after_word = at > 0 && (code[at - 1].is_alphanumeric() || code[at - 1] == '_');
    match (code[at], next(1)) {
        ('/', '/') => code[at..].iter().position(|&c| c == '\n').map_or(end, |length| at + length),
        ('/', '*') => block_comment_end(code, at),
        ('r', '"' | '#') if !after_word => raw_string_end(code, at).unwrap_or(at),
        ('"', _) => quoted_end(code, at, '"'),
        ('\'', '\\') => quoted_end(code, at, '\''),
        // A lifetime has no closing quote.
        ('\'', _) if next(2) == '\'' => at + 3,
        _ => at,
    }
}

fn block_comment_end(code: &[char], start: usize) -> usize {
    let (mut at, mut depth) = (start, 0);
    while at + 1 < code.len() {
        match (code[at], code[at + 1]) {
            ('/', '*') => depth += 1,
            ('*', '/') => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return at;
        }
    }
    code.len()
}

fn raw_string_end(code: &[char], start: usize) -> Option<usize> {
    let marks = code[start + 1..].iter().take_while(|&&c| c == '#').count();
    let open = start + 1 + marks;
    if code.get(open) != Some(&'"') {
        return None;
    }
    let closes = |i: usize| code[i] == '"' && code[i + 1..].iter().take_while(|&&c| c == '#').count() >= marks;
    (open + 1..code.len()).find(|&i| closes(i)).map(|i| i + 1 + marks)
}

fn quoted_end(code: &[char], start: usize, quote: char) -> usize {
    let mut at = start + 1;
    while at < code.len() && code[at] != quote {
        at += if code[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(code.len())
}

/// Blanks modules under `#[cfg(test)]`, from brace to brace.
fn blank_tests(code: &mut [char]) {
    let mark: Vec<char> = "#[cfg(test)]".chars().collect();
    let starts: Vec<usize> =
        (0..code.len().saturating_sub(mark.len())).filter(|&i| code[i..].starts_with(&mark)).collect();
    for start in starts {
        let mut depth = 0;
        for c in &mut code[start..] {
            let closed = match *c {
                '{' => {
                    depth += 1;
                    false
                }
                '}' => {
                    depth -= 1;
                    depth == 0
                }
                ';' => depth == 0,
                _ => false,
            };
            if *c != '\n' {
                *c = ' ';
            }
            if closed {
                break;
            }
        }
    }
}
