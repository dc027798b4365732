//! The modules of the library stand in the order of the chain. A module imports only what the table below allows, and no
//! two modules of one folder import each other, at any depth.
//!
//! Reads the sources as text: every path that starts at the root of the crate (`crate::…`) or above its file (`super::…`) is
//! followed to the module that it names. A name that a module re-exports counts as its child's.

#[path = "common/source.rs"]
mod source;

use source::{Token, code_of};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules in the order of the chain, and what each may import.
const MODULES: [(&str, &[&str]); 14] = [
    ("geom", &[]),
    ("search", &["geom"]),
    ("scene", &["geom"]),
    ("body", &["geom"]),
    ("ground", &["geom", "search", "scene"]),
    ("world", &["geom", "search", "scene", "body", "ground"]),
    ("clearance", &["geom", "scene", "ground", "world"]),
    ("reach", &["geom", "search", "scene", "body", "ground", "world", "clearance"]),
    ("portals", &["geom", "search", "ground", "world", "reach"]),
    ("route", &["geom", "scene", "body", "ground", "world", "clearance", "reach"]),
    ("plan", &["geom", "search", "scene", "body", "ground", "world", "clearance", "reach", "portals", "route"]),
    ("motion", &["geom", "scene", "body", "ground", "world", "clearance", "route", "plan"]),
    ("crowd", &["geom", "ground", "plan"]),
    ("draw", &["geom", "scene", "body", "ground", "world", "clearance", "reach", "route", "plan", "motion", "crowd"]),
];

/// Cycles that are still there. The list only shrinks.
const KNOWN_CYCLES: [&str; 0] = [];

/// Lines above which a file wants to be two.
const MAX_LINES: usize = 600;

type Module = Vec<String>;

/// An import: the module that imports, the module that it names, and the line.
struct Import {
    from: Module,
    to: Module,
    line: usize,
}

#[test]
fn a_module_imports_only_what_the_table_allows() {
    let allowed: BTreeMap<&str, &[&str]> = MODULES.into_iter().collect();
    let offends = |import: &&Import| {
        let (from, to) = (import.from[0].as_str(), import.to[0].as_str());
        from != to && allowed.contains_key(to) && !allowed[from].contains(&to)
    };
    let tree = Tree::read();
    let offences: Vec<String> = tree.imports().iter().filter(offends).map(told).collect();
    assert!(offences.is_empty(), "\n{}", offences.join("\n"));
}

#[test]
fn no_two_modules_of_a_folder_import_each_other() {
    let cycles = cycles(&Tree::read().imports());
    assert_eq!(cycles, KNOWN_CYCLES, "\n{}", cycles.join("\n"));
}

#[test]
fn every_folder_is_a_module_of_the_table() {
    for entry in fs::read_dir(src()).expect("src") {
        let path = entry.expect("an entry of src").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let known = if path.is_dir() { MODULES.iter().any(|(module, _)| *module == name) } else { name == "lib.rs" };
        assert!(known, "src/{name} is not in the table; add it to tests/architecture.rs and ARCHITECTURE.md");
    }
}

#[test]
fn the_page_on_architecture_lists_the_modules_in_order() {
    let page = src().join("../../../ARCHITECTURE.md");
    let page = fs::read_to_string(page).expect("ARCHITECTURE.md");
    let named = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`').map(|(name, _)| name));
    assert_eq!(named.take(MODULES.len()).collect::<Vec<_>>(), MODULES.map(|(module, _)| module));
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
    let files = [("ground/links.rs", planted), ("ground/face.rs", "use super::links::Link;"), ("ground/mod.rs", "")];
    let imports = Tree::of(&files).imports();
    let found: Vec<_> = imports.iter().map(|import| (import.line, import.to.join("::"))).collect();
    let to = |line: usize, module: &str| (line, module.to_owned());
    assert_eq!(found[0], to(1, "ground::links"));
    assert!(
        [to(10, "route"), to(11, "draw"), to(12, "ground::face"), to(19, "motion")].iter().all(|to| found.contains(to))
    );
    assert!(!found.iter().any(|(_, module)| module == "crowd" || module == "plan"));
    assert_eq!(cycles(&imports), ["ground: face -> links -> face"]);
}

#[test]
fn names_that_a_module_re_exports_are_those_of_its_child() {
    let files = [
        ("reach/mod.rs", "pub use steps::{Steps as Moves, NONE};\npub use rooms::Rooms;"),
        ("reach/steps.rs", "use super::{Moves, Rooms};"),
        ("reach/rooms.rs", "use crate::reach::NONE;"),
    ];
    let cycles = cycles(&Tree::of(&files).imports());
    assert_eq!(cycles, ["reach: rooms -> steps -> rooms"]);
}

fn told(import: &Import) -> String {
    format!("{}:{}: imports {}", import.from.join("/"), import.line, import.to.join("::"))
}

/// Cycles between the children of one module, each told once.
fn cycles(imports: &[Import]) -> Vec<String> {
    let mut folders: BTreeMap<Module, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for Import { from, to, .. } in imports {
        let common = from.iter().zip(to).take_while(|(a, b)| a == b).count();
        if let (Some(a), Some(b)) = (from.get(common), to.get(common)) {
            let folder = folders.entry(from[..common].to_vec()).or_default();
            folder.entry(a.clone()).or_default().insert(b.clone());
        }
    }
    folders.iter().flat_map(|(folder, edges)| cycles_of(&folder.join("::"), edges)).collect()
}

fn cycles_of(folder: &str, edges: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let mut found = Vec::new();
    for start in edges.keys() {
        // The shortest way back to the start over modules after it, so that each cycle is told by its first module.
        let mut before: BTreeMap<&String, &String> = BTreeMap::new();
        let mut open = vec![start];
        let mut at = 0;
        while at < open.len() && !before.contains_key(start) {
            for to in edges.get(open[at]).into_iter().flatten() {
                if to >= start && !before.contains_key(to) {
                    before.insert(to, open[at]);
                    open.push(to);
                }
            }
            at += 1;
        }
        let Some(&last) = before.get(start) else { continue };
        let mut way = vec![start.as_str(), last.as_str()];
        while way[way.len() - 1] != start {
            way.push(before[&way[way.len() - 1].to_owned()].as_str());
        }
        way.reverse();
        found.push(format!("{folder}: {}", way.join(" -> ")));
    }
    found
}

/// All modules of the crate with their code.
struct Tree {
    files: BTreeMap<Module, (Vec<char>, Vec<Token>)>,
    /// Names that a module re-exports, and the children that they come from.
    exports: BTreeMap<Module, BTreeMap<String, String>>,
}

impl Tree {
    fn read() -> Self {
        let text = |file: &PathBuf| fs::read_to_string(src().join(file)).expect("a source file");
        let files: Vec<(String, String)> =
            sources().iter().map(|file| (file.to_string_lossy().into_owned(), text(file))).collect();
        Self::of(&files.iter().map(|(file, text)| (file.as_str(), text.as_str())).collect::<Vec<_>>())
    }

    fn of(files: &[(&str, &str)]) -> Self {
        let modules = files.iter().filter_map(|(file, text)| Some((module_of(Path::new(file))?, code_of(text))));
        let mut tree = Self { files: modules.collect(), exports: BTreeMap::new() };
        for (module, (_, tokens)) in &tree.files {
            let names = tree.exported(module, tokens);
            tree.exports.insert(module.clone(), names);
        }
        tree
    }

    /// Names that `use child::…` in a module brings into it.
    fn exported(&self, module: &Module, tokens: &[Token]) -> BTreeMap<String, String> {
        let mut names = BTreeMap::new();
        for at in (0..tokens.len()).filter(|&at| tokens[at].0 == "use") {
            for (path, name, _) in paths(tokens, at + 1) {
                let child = [module.clone(), path[..1].to_vec()].concat();
                if path.len() > 1 && self.files.contains_key(&child) {
                    names.insert(name, path[0].clone());
                }
            }
        }
        names
    }

    /// Every import of another module, in order.
    fn imports(&self) -> Vec<Import> {
        let mut found = Vec::new();
        for (from, (code, tokens)) in &self.files {
            let mut at = 0;
            while at < tokens.len() {
                let Some((after, base)) = path_start(tokens, at, from) else {
                    at += 1;
                    continue;
                };
                for (path, _, place) in paths(tokens, after) {
                    let to = self.resolve(&base, &path);
                    let line = 1 + code[..place].iter().filter(|&&c| c == '\n').count();
                    let own = to.starts_with(from) || from.starts_with(&to);
                    if !own && (self.files.contains_key(&to) || is_chain(&to)) {
                        found.push(Import { from: from.clone(), to, line });
                    }
                }
                at = after;
            }
        }
        found
    }

    /// The module that a path names, from a base.
    fn resolve(&self, base: &Module, path: &[String]) -> Module {
        let mut module = base.clone();
        for part in path {
            let child = [module.clone(), vec![part.clone()]].concat();
            if self.files.contains_key(&child) || is_chain(&child) {
                module = child;
            } else if let Some(origin) = self.exports.get(&module).and_then(|names| names.get(part)) {
                module.push(origin.clone());
                break;
            } else {
                break;
            }
        }
        module
    }
}

fn is_chain(module: &[String]) -> bool {
    matches!(module, [name] if MODULES.iter().any(|(known, _)| known == name))
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

/// The module that a file is; `None` for the root and for test modules (`tests.rs`, `tests/`).
fn module_of(file: &Path) -> Option<Module> {
    let mut parts: Module =
        file.with_extension("").components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    if parts.last().is_some_and(|last| last == "mod") {
        parts.pop();
    }
    let is_known = is_chain(&parts[..1.min(parts.len())]);
    (is_known && !parts.iter().any(|part| part.contains("tests"))).then_some(parts)
}

/// A path that starts at the root or above a module: index of the token after `crate::` or all `super::`, and the base.
fn path_start(tokens: &[Token], at: usize, module: &Module) -> Option<(usize, Module)> {
    let is = |i: usize, word: &str| tokens.get(i).is_some_and(|(token, _)| token == word);
    if is(at, "crate") && is(at + 1, "::") {
        return Some((at + 2, Vec::new()));
    }
    let mut supers = 0;
    while is(at + 2 * supers, "super") && is(at + 2 * supers + 1, "::") {
        supers += 1;
    }
    (supers > 0).then(|| (at + 2 * supers, module[..module.len().saturating_sub(supers)].to_vec()))
}

/// The paths of a tree that begins at a token: their parts, the name that each brings in, and their places.
fn paths(tokens: &[Token], at: usize) -> Vec<(Module, String, usize)> {
    let mut found = Vec::new();
    tree_paths(tokens, at, &[], &mut found);
    found
}

/// Reads one tree of paths and returns the index of the token after it.
fn tree_paths(tokens: &[Token], mut at: usize, before: &[String], found: &mut Vec<(Module, String, usize)>) -> usize {
    let word = |i: usize| tokens.get(i).map_or("", |(token, _)| token.as_str());
    let mut path = before.to_vec();
    loop {
        if word(at) == "{" {
            at += 1;
            while at < tokens.len() && word(at) != "}" {
                at = tree_paths(tokens, at, &path, found);
                if word(at) == "," {
                    at += 1;
                }
            }
            return at + 1;
        }
        let Some((name, place)) = tokens.get(at) else { return at };
        if !name.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
            return at.max(1) + usize::from(name != "}" && name != ",");
        }
        if name != "self" {
            path.push(name.clone());
        }
        at += 1;
        if word(at) == "::" {
            at += 1;
            continue;
        }
        let renamed = word(at) == "as";
        let brought = if renamed { word(at + 1).to_owned() } else { name.clone() };
        found.push((path, brought, *place));
        return at + if renamed { 2 } else { 0 };
    }
}
