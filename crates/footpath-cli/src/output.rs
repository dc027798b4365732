//! Standard output for results, standard error for the log, files for the rest.

use crate::args::Global;
use anyhow::{Context, bail};
use footpath::world::{write_file, write_file_with};
use serde::Serialize;
use std::borrow::Cow;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// The reader of standard output has closed it, which is no error: `footpath inspect … | head`.
#[derive(Debug)]
pub struct Closed;

impl fmt::Display for Closed {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("standard output is closed")
    }
}

impl std::error::Error for Closed {}

/// Where things are said.
pub struct Output {
    quiet: bool,
    json: bool,
}

impl Output {
    pub fn new(global: &Global) -> Self {
        Self { quiet: global.quiet, json: global.json }
    }

    /// Whether progress can be shown.
    pub fn is_live(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// Says something to the person at the terminal.
    pub fn log(&self, words: impl fmt::Display) {
        if !self.quiet {
            // An error here means that standard error is closed; the result can still be written.
            let _ = writeln!(io::stderr(), "{}", printable(&words.to_string()));
        }
    }

    /// Points out something that may be wrong.
    pub fn warn(&self, words: impl fmt::Display) {
        self.log(format_args!("warning: {words}"));
    }

    /// Prints a result: the text, or the document with `--json`.
    pub fn result(&self, document: &impl Serialize, text: impl FnOnce() -> String) -> anyhow::Result<()> {
        let words = if self.json { serde_json::to_string_pretty(document)? + "\n" } else { text() };
        print(|out| out.write_all(printable(&words).as_bytes()))
    }

    /// Writes a file as a whole, and says so.
    pub fn write(&self, path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
        write_file(path, bytes).with_context(|| cannot_write(path))?;
        self.log(format_args!("wrote {} ({})", path.display(), size(bytes.len())));
        Ok(())
    }

    /// Writes a file piece by piece, `-` for standard output.
    pub fn stream(&self, path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
        if path == Path::new("-") {
            return print(|to| {
                if !io::stdout().is_terminal() {
                    return fill(to);
                }
                let mut terminal = Printable { to, line: Vec::new() };
                fill(&mut terminal)?;
                terminal.flush()
            });
        }
        write_file_with(path, fill).with_context(|| cannot_write(path))?;
        self.log(format_args!("wrote {}", path.display()));
        Ok(())
    }
}

/// Passes text on to a terminal line by line, without control characters.
struct Printable<'a> {
    to: &'a mut dyn Write,
    line: Vec<u8>,
}

impl Write for Printable<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        if let Some(end) = self.line.iter().rposition(|&byte| byte == b'\n') {
            let rest = self.line.split_off(end + 1);
            let lines = std::mem::replace(&mut self.line, rest);
            self.to.write_all(printable(&String::from_utf8_lossy(&lines)).as_bytes())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let rest = std::mem::take(&mut self.line);
        self.to.write_all(printable(&String::from_utf8_lossy(&rest)).as_bytes())?;
        self.to.flush()
    }
}

/// The text with control characters as `\u001b`: names in files may hold sequences that a terminal would obey.
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_harmful = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if !text.contains(is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_harmful(c) { safe += &format!("\\u{:04x}", u32::from(c)) } else { safe.push(c) }
    }
    Cow::Owned(safe)
}

fn print(fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> anyhow::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let done = fill(&mut out).and_then(|()| out.flush());
    match done {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Closed.into()),
        other => other.context("cannot write to standard output"),
    }
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}; choose another place with -o, or free some space", path.display())
}

/// Refuses a file that cannot be written, before the work is done.
pub fn check_file(path: &Path, endings: &[&str]) -> anyhow::Result<()> {
    if path.is_dir() {
        let ending = endings.first().copied().unwrap_or("out");
        bail!("{0} is a folder; give the name of a file in it, such as {0}/name.{ending}", path.display());
    }
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    if !endings.is_empty() && !endings.contains(&ending.as_str()) {
        bail!("{}: the name must end with .{}", path.display(), endings.join(" or ."));
    }
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            bail!("{}: there is no folder {}; make it first", path.display(), folder.display())
        }
        _ => Ok(()),
    }
}

/// Bytes for people.
pub fn size(bytes: usize) -> String {
    match bytes as f64 {
        small if small < 1e3 => format!("{bytes} bytes"),
        kilo if kilo < 1e6 => format!("{:.1} kB", kilo / 1e3),
        mega if mega < 1e9 => format!("{:.1} MB", mega / 1e6),
        giga => format!("{:.2} GB", giga / 1e9),
    }
}

/// A number with its thousands apart.
pub fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// How to say one or many.
pub fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{} {}", thousands(count), if count == 1 { one } else { many })
}

/// A whole number of a flag, within bounds.
pub fn whole<const LOW: u64, const HIGH: u64>(text: &str) -> Result<u64, String> {
    let number = text.trim().parse().ok().filter(|number| (LOW..=HIGH).contains(number));
    number.ok_or_else(|| match HIGH {
        u64::MAX => format!("give a whole number from {LOW} up"),
        _ => format!("give a whole number from {LOW} to {HIGH}"),
    })
}

/// A number as somebody gave it, without hundreds of digits.
pub fn number(value: f64) -> String {
    if value.is_finite() && value.abs() >= 1e9 { format!("{value:e}") } else { value.to_string() }
}
