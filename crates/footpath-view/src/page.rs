//! The page: three files, carried by the program if they were built before it, or built from `web/` on first use.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// What a browser loads.
#[derive(Clone, Debug)]
pub struct Assets {
    /// The page.
    pub index: Cow<'static, str>,
    /// Its program.
    pub script: Cow<'static, str>,
    /// Its looks.
    pub style: Cow<'static, str>,
}

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PageError {
    /// The page is not built, and cannot be here.
    #[error(
        "the page is not built yet, and building it needs Node.js 20 or later with npm: install them (https://nodejs.org, or `apt install nodejs npm`) and start again"
    )]
    NoNode,
    /// A step of the build failed.
    #[error("`{step}` failed in {}:\n{said}", folder.display())]
    Build {
        /// What was run.
        step: &'static str,
        /// Where.
        folder: PathBuf,
        /// The end of what it said.
        said: String,
    },
    /// The page cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

#[cfg(page_built)]
const CARRIED: Option<[&str; 3]> = Some([
    include_str!("../../../web/dist/index.html"),
    include_str!("../../../web/dist/page.js"),
    include_str!("../../../web/dist/page.css"),
]);
#[cfg(not(page_built))]
const CARRIED: Option<[&str; 3]> = None;

/// The page. Beside its source it is built when that is newer; `say` is told what is done.
pub fn assets(say: &dyn Fn(&str)) -> Result<Assets, PageError> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    if source.join("package.json").is_file() {
        let stale = written(&source.join("dist/page.js")) < sources(&source).flatten().max();
        match (stale, has_npm(), CARRIED) {
            (true, true, _) => build(&source, say)?,
            (true, false, None) => return Err(PageError::NoNode),
            (true, false, Some(carried)) => return Ok(Assets::of(carried)),
            (false, ..) => {}
        }
        return read(&source.join("dist"));
    }
    CARRIED.map(Assets::of).ok_or(PageError::NoNode)
}

impl Assets {
    fn of([index, script, style]: [&'static str; 3]) -> Self {
        Self { index: index.into(), script: script.into(), style: style.into() }
    }
}

/// When a folder's newest file was written.
fn newest(folder: &Path) -> Option<SystemTime> {
    let entries = folder.read_dir().ok()?.flatten();
    entries
        .filter_map(|entry| match entry.file_type().ok()?.is_dir() {
            true => newest(&entry.path()),
            false => entry.metadata().ok()?.modified().ok(),
        })
        .max()
}

fn sources(web: &Path) -> impl Iterator<Item = Option<SystemTime>> {
    let files = ["index.html", "page.css", "package.json", "package-lock.json"].map(|name| web.join(name));
    [newest(&web.join("src"))].into_iter().chain(files.map(|file| written(&file)))
}

fn written(file: &Path) -> Option<SystemTime> {
    file.metadata().and_then(|about| about.modified()).ok()
}

fn npm() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

fn has_npm() -> bool {
    Command::new(npm()).arg("--version").output().is_ok_and(|told| told.status.success())
}

fn build(web: &Path, say: &dyn Fn(&str)) -> Result<(), PageError> {
    let steps: [(&'static str, &[&str]); 2] =
        [("npm ci", &["ci", "--no-audit", "--no-fund"]), ("npm run build", &["run", "build"])];
    let fresh = newest(&web.join("node_modules/.package-lock.json")).is_some()
        || web.join("node_modules/.package-lock.json").is_file();
    for (step, arguments) in steps.into_iter().skip(usize::from(fresh)) {
        say(&format!("building the page: {step}"));
        let failed = |said: String| PageError::Build { step, folder: web.to_owned(), said };
        let done = Command::new(npm()).args(arguments).current_dir(web).output();
        let done = done.map_err(|error| failed(error.to_string()))?;
        if !done.status.success() {
            let said = [done.stdout, done.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).join("\n");
            let end = said.lines().rev().take(20).collect::<Vec<_>>();
            return Err(failed(end.into_iter().rev().collect::<Vec<_>>().join("\n")));
        }
    }
    Ok(())
}

fn read(folder: &Path) -> Result<Assets, PageError> {
    let text = |name: &str| {
        let path = folder.join(name);
        std::fs::read_to_string(&path).map(Cow::Owned).map_err(|source| PageError::Read { path, source })
    };
    Ok(Assets { index: text("index.html")?, script: text("page.js")?, style: text("page.css")? })
}
