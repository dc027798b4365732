//! One panel per slice: binary images and areas.

use super::{ACCESSIBLE, ASPECT, INK, LevelPlan, NOT_ACCESSIBLE, PAPER, title};
use crate::draw::{Colour, Drawing};

/// Share of the world's columns from which on an area has its number written on it.
const NAMED: f64 = 0.003;
/// Panels in a row at most, for their titles.
const ACROSS: f64 = 5.0;

impl LevelPlan<'_> {
    /// The binary images of the slices: white is accessible, black is not.
    pub fn slices(&self) -> Drawing {
        self.panels(|drawing, slice| {
            self.sheet(drawing, 0.0, NOT_ACCESSIBLE);
            self.lay(drawing, "slices", &self.patches(slice, false), 0.01, |_| ACCESSIBLE);
        })
    }

    /// The areas of the slices, each in its colour and with its number, counted from 1.
    pub fn areas(&self) -> Drawing {
        self.panels(|drawing, slice| {
            self.sheet(drawing, 0.0, PAPER);
            self.lay(drawing, "areas", &self.patches(slice, true), 0.01, Colour::of_index);
            for (number, area) in self.named().filter(|&(number, _)| self.levels.areas()[number].slice == slice) {
                let mut at = drawing.point(area);
                at[1] = 0.02;
                drawing.layer("numbers").label(at, (number + 1).to_string(), INK);
            }
        })
    }

    /// Areas that are worth a number in a picture, with their centres.
    pub(super) fn named(&self) -> impl Iterator<Item = (usize, [f64; 3])> + '_ {
        let least = NAMED * self.world.window().map_or(0, |window| window.len()) as f64;
        let worth = move |&number: &usize| self.levels.areas()[number].floors as f64 >= least;
        let all = 0..self.levels.areas().len();
        all.filter(worth).filter_map(|number| Some((number, self.world.position(self.levels.areas()[number].centre)?)))
    }

    fn panels(&self, draw: impl Fn(&mut Drawing, usize)) -> Drawing {
        let shown = self.shown();
        let panel = |&slice: &usize| {
            let mut drawing = Drawing::around(self.world.origin());
            draw(&mut drawing, slice);
            (title(slice, &self.levels.slices()[slice]), drawing)
        };
        let [low, high] = self.corners();
        let [width, depth] = [high[0] - low[0], high[1] - low[1]];
        let across = (shown.len() as f64 * ASPECT * depth / width).sqrt().ceil();
        let across = if across.is_finite() { across.clamp(1.0, ACROSS.min(shown.len().max(1) as f64)) } else { 1.0 };
        Drawing::in_rows(shown.iter().map(panel).collect(), low, high, across as usize)
    }
}
