//! Many queries, one per line, answered as they come.

use super::answer::Answer;
use super::ends;
use crate::output::Output;
use anyhow::{Context, anyhow, bail};
use footpath::World;
use footpath::plan::Goal;
use std::fs::File;
use std::io::{BufRead, BufReader, stdin};
use std::path::Path;

/// A world that answers queries: in memory, or in its file.
pub trait Answers {
    /// The world whose places and objects ends are named by.
    fn world(&self) -> &World;
    /// Name of the planner.
    fn method(&self) -> &'static str;
    /// The answer to a query.
    fn answer(&self, from: &Goal, to: Vec<Goal>) -> anyhow::Result<Answer>;
}

/// Answers all queries of a file, `-` for standard input, with one JSON document per line.
pub fn answer(asked: &dyn Answers, path: &Path, out: &Output) -> anyhow::Result<()> {
    let lines: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(stdin().lock())
    } else {
        let file = File::open(path).with_context(|| format!("--queries {}: cannot read the file", path.display()))?;
        Box::new(BufReader::new(file))
    };
    let mut stopped = None;
    out.stream(Path::new("-"), |to| {
        for (i, line) in lines.lines().enumerate() {
            match line.map_err(anyhow::Error::from).and_then(|line| one(asked, &line)) {
                Ok(None) => {}
                Ok(Some(document)) => {
                    writeln!(to, "{document}")?;
                    // A program that writes its queries line by line waits for each answer.
                    to.flush()?;
                }
                Err(error) => {
                    stopped = Some(error.context(format!("--queries {}, line {}", path.display(), i + 1)));
                    break;
                }
            }
        }
        Ok(())
    })?;
    stopped.map_or(Ok(()), Err)
}

/// Characters of a line above which it is no query.
const LONGEST: usize = 10_000;

/// The answer to one line; none to an empty line or a remark.
fn one(asked: &dyn Answers, line: &str) -> anyhow::Result<Option<String>> {
    // Some editors begin a file with a byte-order mark.
    let line = line.trim_start_matches('\u{feff}').trim();
    if line.len() > LONGEST {
        bail!("the line has {} bytes; give two ends with a space between them, such as 1,0,2 5.5,0,-3", line.len());
    }
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let [from, to] = words[..] else {
        bail!("{line:?} is no query; give two ends with a space between them, such as 1,0,2 5.5,0,-3");
    };
    let from = ends::end(asked.world(), "start", from).map_err(|error| anyhow!("{error:#}"))?;
    let to: Vec<Goal> = vec![ends::end(asked.world(), "goal", to)?];
    let answer = asked.answer(&from, to)?;
    Ok(Some(serde_json::to_string(&answer.document(asked.method()))?))
}
