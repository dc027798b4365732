//! The words of a BVH file, with their lines.

use super::super::error::Fault;
use crate::geom::vector::Vec3;

pub(super) const AGAIN: &str = "export the motion again";

/// Words of a text with their lines.
pub(super) struct Words<'a> {
    rest: &'a str,
    pub line: usize,
}

impl<'a> Words<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1 }
    }

    pub(super) fn skip_space(&mut self) {
        let trimmed = self.rest.trim_start();
        let skipped = &self.rest[..self.rest.len() - trimmed.len()];
        self.line += skipped.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = trimmed;
    }

    pub(super) fn next(&mut self) -> Result<&'a str, Fault> {
        self.skip_space();
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        if word.is_empty() {
            return Err(Fault::new(self.line, "the file ends too early", "it is cut short; export the motion again"));
        }
        Ok(word)
    }

    pub(super) fn expect(&mut self, wanted: &str) -> Result<(), Fault> {
        let word = self.next()?;
        if word.eq_ignore_ascii_case(wanted) {
            return Ok(());
        }
        Err(Fault::new(self.line, format!("\"{wanted}\" is expected and \"{}\" is there", shown(word)), AGAIN))
    }

    pub(super) fn number(&mut self) -> Result<f64, Fault> {
        let word = self.next()?;
        number(word).ok_or_else(|| Fault::new(self.line, format!("\"{}\" is no finite number", shown(word)), AGAIN))
    }

    pub(super) fn vector(&mut self, scale: f32) -> Result<Vec3, Fault> {
        let mut vector = [0.0; 3];
        for value in &mut vector {
            *value = self.number()? as f32 * scale;
        }
        Ok(vector)
    }

    /// The rest of the line that the last word stands on, or the next line that is not empty.
    pub(super) fn line(&mut self) -> Option<&'a str> {
        self.skip_space();
        let end = self.rest.find('\n').unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!line.is_empty()).then_some(line)
    }
}

pub(super) fn number(word: &str) -> Option<f64> {
    word.parse().ok().filter(|value: &f64| value.is_finite())
}

pub(super) fn shown(word: &str) -> String {
    word.chars().take(24).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
