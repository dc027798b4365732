//! The words of a BVH file, with their lines.

use super::super::ClipError;
use crate::geom::vector::Vec3;
use crate::scene::{ImportError, shown};

/// Words of a text. Errors name the file and the line of the last word.
pub(super) struct Words<'a> {
    pub file: &'a str,
    rest: &'a str,
    pub line: usize,
}

impl<'a> Words<'a> {
    pub(super) fn new(file: &'a str, text: &'a str) -> Self {
        Self { file, rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1 }
    }

    /// The error that something is wrong on the line of the last word.
    pub(super) fn damaged(&self, what: impl Into<String>) -> ClipError {
        damaged(self.file, self.line, what, "export the motion again")
    }

    pub(super) fn skip_space(&mut self) {
        let trimmed = self.rest.trim_start();
        let skipped = &self.rest[..self.rest.len() - trimmed.len()];
        self.line += skipped.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = trimmed;
    }

    pub(super) fn next(&mut self) -> Result<&'a str, ClipError> {
        self.skip_space();
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        if word.is_empty() { Err(self.damaged("the file ends too early")) } else { Ok(word) }
    }

    /// Reads words that must be there, in any case.
    pub(super) fn expect(&mut self, wanted: &str) -> Result<(), ClipError> {
        for wanted in wanted.split(' ') {
            let word = self.next()?;
            if !word.eq_ignore_ascii_case(wanted) {
                return Err(self.damaged(format!("\"{wanted}\" is expected and \"{}\" is there", shown(word))));
            }
        }
        Ok(())
    }

    pub(super) fn number(&mut self) -> Result<f64, ClipError> {
        let word = self.next()?;
        self.parse(word)
    }

    /// The number that a word spells.
    pub(super) fn parse(&self, word: &str) -> Result<f64, ClipError> {
        let number = word.parse().ok().filter(|value: &f64| value.is_finite());
        number.ok_or_else(|| self.damaged(format!("\"{}\" is no finite number", shown(word))))
    }

    pub(super) fn vector(&mut self, scale: f32) -> Result<Vec3, ClipError> {
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

pub(super) fn damaged(file: &str, line: usize, what: impl Into<String>, advice: &'static str) -> ClipError {
    ImportError::line(line, what, advice).in_file(file).into()
}
