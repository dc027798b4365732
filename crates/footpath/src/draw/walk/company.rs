//! Several figures in their places: moments of their walks in one picture, with the ways they take.

use super::super::drawing::relative;
use super::super::{Colour, Drawing, Style, View};
use crate::motion::walker::Walk;

/// Metres above the ground at which ways are drawn.
const ABOVE: f64 = 0.03;
/// Frames between two points of a way.
const COARSE: usize = 4;

/// Walks as a picture in a drawing of what is around them: every figure at moments spread evenly over the longest walk, and
/// its way in the colour of its shirt.
pub fn draw_walks(walks: &[Walk], moments: usize, mut around: Drawing) -> (Drawing, View, Style) {
    let longest = walks.iter().map(|walk| walk.frames.len()).max().unwrap_or(0).saturating_sub(1);
    let moments = moments.clamp(1, 96);
    let origin = around.origin;
    for (number, walk) in walks.iter().enumerate() {
        let last = walk.frames.len().saturating_sub(1);
        let place = |i: usize| walk.frames[i].base.at;
        let low = |[x, y, z]: [f64; 3]| relative([x, y + ABOVE, z], origin);
        let mut shown = None;
        for moment in 0..moments {
            let frame = (longest * moment / moments.saturating_sub(1).max(1)).min(last);
            // Who has arrived is drawn once.
            if shown == Some(frame) || walk.frames.is_empty() {
                continue;
            }
            shown = Some(frame);
            walk.draw(&mut around, &walk.frames[frame], number);
        }
        let way = around.layer("way");
        for from in (0..last).step_by(COARSE) {
            way.line(low(place(from)), low(place((from + COARSE).min(last))), Colour::of_index(number));
        }
    }
    (around, View::axonometric(0.6, 0.75).size(1600, 1000), Style::default())
}
