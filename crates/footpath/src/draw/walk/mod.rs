//! Walking figures as triangles: at moments of their walks in their place in the world, or side by side as a film strip.

use super::drawing::relative;
use super::{Colour, Drawing, Point, Style, View};
use crate::geom::vector::Vec3;
use crate::motion::figure::{Figure, Placed, Role};
use crate::motion::walker::{Frame, Walk};

/// Colours of what a figure wears; shirts differ from figure to figure.
const SKIN: Colour = Colour::hex(0xd8_a47f);
const TROUSERS: Colour = Colour::hex(0x3d_4a5c);
const SHOES: Colour = Colour::hex(0x2b_2a29);

/// The colour of a limb of the figure with a number.
pub(super) fn clothes(figure: &Figure, joint: usize, number: usize) -> Colour {
    let parent = figure.skeleton.joints()[joint].parent.map(usize::from);
    let role = figure.skeleton.role_of(joint).or_else(|| figure.skeleton.role_of(parent?));
    match role {
        Some(Role::Neck | Role::Head | Role::Hand(_) | Role::Forearm(_)) => SKIN,
        Some(Role::Hips | Role::Thigh(_) | Role::Shin(_)) => TROUSERS,
        Some(Role::Foot(_) | Role::Toes(_)) => SHOES,
        _ => Colour::of_index(number),
    }
}

impl Walk {
    /// Adds the figure as it is in a frame, as a layer `figure`; `number` chooses the colour of its shirt.
    pub fn draw(&self, drawing: &mut Drawing, frame: &Frame, number: usize) {
        let origin = drawing.origin;
        self.draw_at(drawing, frame, number, &|point| relative(frame.base.to_world(point), origin));
    }

    /// Adds the figure of a frame with its points placed by a function of their place relative to the base point.
    fn draw_at(&self, drawing: &mut Drawing, frame: &Frame, number: usize, place: &dyn Fn(Vec3) -> Point) {
        let placed = Placed::of(&self.figure.skeleton, &frame.pose);
        let layer = drawing.layer("figure");
        for limb in &self.figure.limbs {
            let (mesh, joint) = (limb.mesh(), usize::from(limb.joint));
            let colour = clothes(&self.figure, joint, number);
            for triangle in &mesh.triangles {
                layer.triangle(triangle.map(|i| place(placed.point(joint, mesh.points[i as usize]))), colour);
            }
        }
    }
}

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
