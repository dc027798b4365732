//! Maps and scenario files of the MovingAI benchmark (Sturtevant 2012), from text.
//!
//! The reader is part of the library because tests and benchmarks read the same files.
//! A map has four lines of header and a row of letters per line: `.`, `G` and `S` are free; `@`, `O`, `T` and `W` are not (`W`,
//! water, can be swum but not entered from land; no scenario starts in it). A scenario row has bucket, map, width, height, start,
//! goal and the length of the shortest path with eight neighbours, diagonals of √2 and no corner cut. The readers are strict:
//! another letter, a short row or an additional word is an error with its line.

use super::map::{GridMap, SizeError};

/// A fault in a text, with its line.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// A line is missing.
    #[error("line {line} is missing: {wanted}")]
    Missing {
        /// Counted from 1.
        line: usize,
        /// The expected content.
        wanted: &'static str,
    },
    /// A line has unexpected content.
    #[error("line {line} should have {wanted}, but says \"{found}\"")]
    Unexpected {
        /// Counted from 1.
        line: usize,
        /// The expected content.
        wanted: &'static str,
        /// The content that was found.
        found: String,
    },
    /// The length of a map row differs from the width in the header.
    #[error("line {line} has {found} cells; the map is {width} wide")]
    Row {
        /// Counted from 1.
        line: usize,
        /// Letters in the line.
        found: usize,
        /// Cells that the row should have.
        width: usize,
    },
    /// The size is not possible.
    #[error(transparent)]
    Size(#[from] SizeError),
}

/// One row of a scenario file.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Size of its map.
    pub size: [u32; 2],
    /// The start.
    pub from: [u32; 2],
    /// The goal.
    pub to: [u32; 2],
    /// Length of the shortest path.
    pub length: f64,
}

/// Lines with their numbers, without line ends.
struct Lines<'a> {
    lines: std::str::Lines<'a>,
    line: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        Self { lines: text.lines(), line: 0 }
    }

    fn next(&mut self, wanted: &'static str) -> Result<&'a str, TextError> {
        self.line += 1;
        self.lines.next().map(str::trim_end).ok_or(TextError::Missing { line: self.line, wanted })
    }

    fn unexpected(&self, wanted: &'static str, found: &str) -> TextError {
        // The beginning of a long line is enough for a message.
        TextError::Unexpected { line: self.line, wanted, found: found.chars().take(40).collect() }
    }

    fn size(&mut self, word: &str, wanted: &'static str) -> Result<usize, TextError> {
        let line = self.next(wanted)?;
        let number = line.strip_prefix(word).and_then(|number| number.trim().parse().ok());
        number.ok_or_else(|| self.unexpected(wanted, line))
    }
}

/// Reads a `.map` text.
pub fn read_map(text: &str) -> Result<GridMap, TextError> {
    let mut lines = Lines::new(text);
    let wanted = "`type octile`";
    let line = lines.next(wanted)?;
    if line != "type octile" {
        return Err(lines.unexpected(wanted, line));
    }
    let height = lines.size("height ", "`height` and a number")?;
    let width = lines.size("width ", "`width` and a number")?;
    let wanted = "`map`";
    let line = lines.next(wanted)?;
    if line != "map" {
        return Err(lines.unexpected(wanted, line));
    }
    // Checks the size before any row is read.
    GridMap::blocked(width, height)?;
    let mut free = Vec::new();
    for _ in 0..height {
        let row = lines.next("a row of the map")?;
        if row.len() != width {
            return Err(TextError::Row { line: lines.line, found: row.chars().count(), width });
        }
        for letter in row.bytes() {
            match letter {
                b'.' | b'G' | b'S' => free.push(true),
                b'@' | b'O' | b'T' | b'W' => free.push(false),
                _ => return Err(lines.unexpected("only the letters . G S @ O T W", row)),
            }
        }
    }
    nothing_more(&mut lines, "nothing after the last row of the map")?;
    Ok(GridMap::new(width, height, |x, y| free[y * width + x])?)
}

fn nothing_more(lines: &mut Lines, wanted: &'static str) -> Result<(), TextError> {
    while let Ok(line) = lines.next("") {
        if !line.is_empty() {
            return Err(lines.unexpected(wanted, line));
        }
    }
    Ok(())
}

/// Reads a `.scen` text.
pub fn read_scenarios(text: &str) -> Result<Vec<Scenario>, TextError> {
    let mut lines = Lines::new(text);
    let wanted = "`version 1`";
    let line = lines.next(wanted)?;
    if !matches!(line, "version 1" | "version 1.0") {
        return Err(lines.unexpected(wanted, line));
    }
    let mut scenarios = Vec::new();
    while let Ok(line) = lines.next("") {
        if !line.is_empty() {
            let wanted = "bucket, map, width, height, start, goal and length";
            scenarios.push(scenario(line).ok_or_else(|| lines.unexpected(wanted, line))?);
        }
    }
    Ok(scenarios)
}

fn scenario(line: &str) -> Option<Scenario> {
    // Names of maps may have blanks: if there are tabs, they separate the words.
    let words: Vec<&str> = if line.contains('\t') { line.split('\t').collect() } else { line.split(' ').collect() };
    let [_, _, numbers @ .., length] = words.as_slice() else { return None };
    let numbers: Vec<u32> = numbers.iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let &[width, height, from_x, from_y, to_x, to_y] = numbers.as_slice() else { return None };
    let length = length.parse().ok().filter(|length: &f64| length.is_finite() && *length >= 0.0)?;
    Some(Scenario { size: [width, height], from: [from_x, from_y], to: [to_x, to_y], length })
}
