//! The film strip: moments of a walk side by side, seen from the side.

use crate::draw::{Colour, Drawing, Style, View};
use crate::motion::walker::{Frame, Walk};

/// Metres between two figures.
const APART: f64 = 1.15;
/// Figures in a row.
const ACROSS: usize = 8;
/// Metres from row to row.
const DOWN: f64 = 2.5;
const INK: Colour = Colour::hex(0x2d_3033);

impl Walk {
    /// Moments of the walk, evenly spread in time, as a picture of figures that walk to the right: what is seen from their
    /// right. Each has its time and what is done under it.
    ///
    /// ```
    /// use footpath::motion::player::ClipSet;
    /// use footpath::motion::walker::Walker;
    /// use footpath::plan::Query;
    /// use footpath::{Bake, Body, Scene, World};
    /// let world = World::bake(&Scene::built_in("house").expect("built in"), &Bake::default())?;
    /// let place = |name| world.place(name).expect("a place");
    /// let adult = Body::adult();
    /// let walker = Walker::new(&adult, ClipSet::built_in(1.80));
    /// let route = walker.plan(&world, &Query::new(&adult, place("start"), place("goal")))?;
    /// let (drawing, view, style) = walker.follow(&world, &route)?.film_strip(16);
    /// assert!(drawing.png(&view, &style)?.starts_with(b"\x89PNG"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn film_strip(&self, moments: usize) -> (Drawing, View, Style) {
        let moments = moments.clamp(1, 96).min(self.frames.len().max(1));
        let last = self.frames.len().saturating_sub(1);
        let numbers = (0..moments).map(|i| if moments == 1 { 0 } else { i * last / (moments - 1) });
        let picked: Vec<(usize, &Frame)> = numbers.filter_map(|i| Some((i, self.frames.get(i)?))).collect();
        let mut drawing = Drawing::new();
        for (at, &(number, frame)) in picked.iter().enumerate() {
            let (column, row) = (at % ACROSS, at / ACROSS);
            let [x, y] = [column as f64 * APART, -(row as f64) * DOWN];
            // Ahead, which is +z of the figure, is to the right.
            let place = |[left, up, ahead]: [f32; 3]| [x as f32 + ahead, y as f32 + up, -left];
            self.draw_at(&mut drawing, frame, 0, &place);
            let [x, y] = [x, y].map(|c| c as f32);
            let half = APART as f32 / 2.0;
            drawing.layer("ground").line([x - half, y, 0.0], [x + half, y, 0.0], INK);
            let text = format!("{:.1} s {}", number as f64 * self.frame_time, frame.action.name());
            drawing.layer("words").label([x - half + 0.1, y - 0.22, 0.0], text, INK);
        }
        let rows = picked.len().div_ceil(ACROSS).max(1) as u32;
        let view = View::axonometric(0.0, 0.0).size(1600, 60 + 300 * rows).margin(30.0);
        (drawing, view, Style { scale_bar: false, shadows: false, ..Style::default() })
    }
}
