//! A bar on the terminal while a bake runs; nothing elsewhere.

use crate::output::Output;
use footpath::world::Progress;
use indicatif::{ProgressBar, ProgressStyle};
use std::ops::ControlFlow;

/// Shows how far a bake is.
pub struct Bar(ProgressBar);

impl Bar {
    pub fn new(out: &Output) -> Self {
        if !out.is_live() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::new(0);
        // The template is a constant; a broken one only costs the looks.
        if let Ok(style) = ProgressStyle::with_template("{msg:>12} {bar:32} {pos}/{len} tiles {eta}") {
            bar.set_style(style.progress_chars("━╸ "));
        }
        Self(bar)
    }

    /// Says what is being done before anything can be counted.
    pub fn begin(&self, words: &str) {
        self.0.set_message(words.to_owned());
        self.0.tick();
    }

    pub fn step(&self, progress: Progress) -> ControlFlow<()> {
        self.0.set_length(progress.total as u64);
        self.0.set_position(progress.done as u64);
        ControlFlow::Continue(())
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
