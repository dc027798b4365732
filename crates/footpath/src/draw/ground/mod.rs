//! World → drawing: floors in the colours of a measure, solid spans along a cut, walls at a height, links.
//!
//! In: a [`World`] and what of it is wanted ([`Ground`]). Out: layers of a [`Drawing`] around the world's origin, and
//! the legend to their colours. Promise: the same world gives the same drawing. Neighbouring floors of one colour that
//! lie in a plane become one quadrilateral, so that half a million floors stay a file of some megabytes.

mod cut;
mod paint;
mod patches;
mod sheets;
mod storeys;
#[cfg(test)]
mod tests;
mod tint;

pub use paint::Paint;
pub use storeys::Storey;
pub use tint::Tint;

use super::drawing::{columns, object_colours, relative};

use super::{Colour, Drawing, Point};
use crate::body::Body;
use crate::geom::vector::{cross, sub};
use crate::geom::{VERTEX_PER_METRE, cm_of, metres};
use crate::ground::{Face, TILE, Tile, TileKey};
use crate::world::{FloorId, World};
use paint::Painter;
use std::ops::RangeInclusive;

/// Metres by which floors are drawn above what they are on, so that the surface does not swallow them.
const LIFT: f64 = 0.02;

/// What of a world's ground is drawn, and in which colours.
///
/// ```
/// use footpath::{Bake, Body, Scene, World};
/// use footpath::draw::{Drawing, Ground, Paint, Style, View};
/// let scene = Scene::built_in("stairs").expect("it is built in");
/// let world = World::bake(&scene, &Bake { cell_size: 0.2, ..Bake::default() })?;
/// let ground = Ground::new(&world).paint(Paint::Height);
/// let mut drawing = Drawing::around(world.origin());
/// ground.floors(&mut drawing);
/// let picture = drawing.svg(&View::plan(), &Style { legend: ground.legend(), ..Style::default() })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ground<'a> {
    world: &'a World,
    paint: Paint,
    body: Body,
    sheet: Option<u16>,
    heights: RangeInclusive<f64>,
    tint: Option<&'a Tint>,
}

impl<'a> Ground<'a> {
    /// All floors, coloured by height.
    pub fn new(world: &'a World) -> Self {
        let heights = f64::NEG_INFINITY..=f64::INFINITY;
        Self { world, paint: Paint::Height, body: Body::adult(), sheet: None, heights, tint: None }
    }

    /// What colours say.
    pub fn paint(mut self, paint: Paint) -> Self {
        self.paint = paint;
        self
    }

    /// The body whose limits [`Paint::Refused`] and [`Paint::Headroom`] speak of; an adult unless said.
    pub fn body(mut self, body: &Body) -> Self {
        self.body = body.clone();
        self
    }

    /// Only this sheet of each tile. Sheets are numbered from the lowest corner of a tile, so 0 is mostly the ground.
    pub fn sheet(mut self, sheet: u16) -> Self {
        self.sheet = Some(sheet);
        self
    }

    /// Only floors between two heights in metres.
    pub fn heights(mut self, low: f64, high: f64) -> Self {
        self.heights = low..=high;
        self
    }

    /// Colours of some floors, which stand before what [`Ground::paint`] says of them.
    pub fn tint(mut self, tint: &'a Tint) -> Self {
        self.tint = Some(tint);
        self
    }

    /// Adds the floors as a layer `floors`.
    pub fn floors(&self, drawing: &mut Drawing) {
        let painter = Painter::new(self);
        let layer = drawing.layer("floors");
        layer.outlined = false;
        // Light would change colours that are looked up in a legend of classes.
        layer.shaded = matches!(self.paint, Paint::Height | Paint::Sheet | Paint::Object);
        for (key, tile) in self.world.tiles() {
            for patch in patches::merge(self, &painter, key, tile) {
                layer.quad(self.corners(&patch), patch.colour);
            }
        }
    }

    /// The colours of the floors and what they mean.
    pub fn legend(&self) -> Vec<(Colour, String)> {
        Painter::new(self).legend()
    }

    /// Number of floors that are drawn.
    pub fn count(&self) -> usize {
        self.shown().count()
    }

    /// The floors that are drawn, with their tiles.
    fn shown(&self) -> impl Iterator<Item = (TileKey, &Tile, usize)> {
        let floors = |(key, tile): (TileKey, &'a Tile)| (0..tile.floors().len()).map(move |floor| (key, tile, floor));
        self.world.tiles().flat_map(floors).filter(|&(_, tile, floor)| self.shows(tile, floor))
    }

    fn shows(&self, tile: &Tile, floor: usize) -> bool {
        let height = self.world.origin()[1] + metres(tile.height(floor));
        self.heights.contains(&height) && self.sheet.is_none_or(|sheet| tile.sheet(floor) == sheet)
    }

    /// Corners of a patch, relative to the origin.
    fn corners(&self, patch: &patches::Patch) -> [Point; 4] {
        let size = self.world.grid().cell_size();
        let height = |x: i32, z: i32| patch.height_at(f64::from(x) - 0.5, f64::from(z) - 0.5, size) + LIFT;
        columns(patch.x, patch.z, size, height)
    }
}

/// Column of a tile, counted over the whole world.
fn column(key: TileKey, [x, z]: [i32; 2]) -> [i32; 2] {
    [key.x * TILE + x, key.z * TILE + z]
}

/// What colours are mixed with, so that floors stand out.
const PAPER: Colour = Colour::hex(0xec_e9e2);

impl Ground<'_> {
    /// Adds the world's triangles as a layer `scene`, pale: 0 in their own colours, 1 without any.
    pub fn scene(&self, drawing: &mut Drawing, pale: f64) {
        self.faces(drawing, pale, |_| true);
    }

    /// As [`Ground::scene`], with only what is too steep for a floor. An SVG paints far to near and cannot tell a floor
    /// from the surface just under it; without those surfaces there is nothing to confuse.
    pub fn upright_scene(&self, drawing: &mut Drawing, pale: f64) {
        self.faces(drawing, pale, is_upright);
    }

    fn faces(&self, drawing: &mut Drawing, pale: f64, wanted: impl Fn(&Face) -> bool) {
        let colours = object_colours(self.world.objects());
        // A face is kept by every tile that it meets.
        let mut faces: Vec<Face> = self.world.tiles().flat_map(|(_, tile)| tile.faces().iter().copied()).collect();
        faces.sort_unstable();
        faces.dedup();
        let layer = drawing.layer("scene");
        for face in faces.into_iter().filter(wanted) {
            let colour = colours.get(face.object().0 as usize).copied().unwrap_or(PAPER);
            let points: [Point; 3] =
                face.corners.map(|v| v.map(|c| (f64::from(c) / f64::from(VERTEX_PER_METRE)) as f32));
            layer.triangle(points, colour.mix(PAPER, pale));
        }
    }
}

/// Whether a face is steeper than 63° (tan 2), as walls are.
fn is_upright(face: &Face) -> bool {
    let [a, b, c] = face.corners.map(|v| v.map(f64::from));
    let normal = cross(sub(b, a), sub(c, a));
    normal[0].hypot(normal[2]) > 2.0 * normal[1].abs()
}

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
