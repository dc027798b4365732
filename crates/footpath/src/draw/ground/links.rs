//! Links as lines between the centres of floors.

use super::Ground;
use crate::draw::drawing::relative;
use crate::draw::{Colour, Drawing};
use crate::geom::cm_of;
use crate::world::FloorId;

/// Links that one drawing holds; more are not legible, and make files that nothing opens.
pub const MAX_LINKS: usize = 200_000;

const TAKES: Colour = Colour::hex(0x2f_5d62);
const TOO_HIGH: Colour = Colour::hex(0xc4_5a3b);
/// Metres by which lines are drawn above the floors.
const ABOVE: f64 = 0.04;

impl Ground<'_> {
    /// Adds the links between the floors that are shown as a layer `links`: dark where the body can make the step, red
    /// where it is too high. Gives their number; where there are more than [`MAX_LINKS`], none are added.
    pub fn links(&self, drawing: &mut Drawing) -> usize {
        let mut lines = Vec::new();
        let mut count = 0;
        for (tile, _, index) in self.shown() {
            let id = FloorId { tile, index: index as u32 };
            // Every link is there both ways; half of the directions show all.
            for link in self.world.links(id).into_iter().filter(|link| link.direction < 2) {
                count += 1;
                if count <= MAX_LINKS {
                    let ends = self.world.position(id).zip(self.world.position(link.to));
                    lines.extend(ends.map(|(a, b)| (a, b, link.step)));
                }
            }
        }
        if count > MAX_LINKS {
            return count;
        }
        let climb = cm_of(self.body.max_climb);
        let raised = |[x, y, z]: [f64; 3]| [x, y + ABOVE, z];
        let origin = drawing.origin;
        let layer = drawing.layer("links");
        layer.line_width = 1.0;
        for (a, b, step) in lines {
            let [a, b] = [a, b].map(|end| relative(raised(end), origin));
            layer.line(a, b, if step.abs() <= climb { TAKES } else { TOO_HIGH });
        }
        count
    }
}
