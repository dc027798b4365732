//! Route → drawing: lines in the colours of actions, marks where they begin, start and goal; tubes for models.
//!
//! In: a [`Route`], and which heights of it are shown ([`Trail`]). Out: layers `route`, `marks` and `cells` of a
//! [`Drawing`], and the legend to their colours. Promise: the same route gives the same drawing.

mod lines;
#[cfg(test)]
mod tests;

use super::drawing::relative;
use super::{Colour, Drawing};
use crate::body::Action;
use crate::plan::cells::CellPath;
use crate::route::{Arc, Route, Section};
use crate::world::World;
use std::ops::RangeInclusive;

/// Straight pieces that a flight is drawn in.
const FLIGHT: usize = 12;
const CELL: Colour = Colour::hex(0x2d_3033);
/// Share of a cell's side that the square of a cell is wide.
const CELL_SHARE: f64 = 0.6;

/// A route as it is drawn.
///
/// ```
/// use footpath::draw::{Drawing, Ground, Paint, Style, Trail, View};
/// use footpath::plan::Query;
/// use footpath::{Bake, Body, Scene, World};
/// let scene = Scene::built_in("labyrinth").expect("it is built in");
/// let world = World::bake(&scene, &Bake::default())?;
/// let (start, goal) = (world.place("start").expect("a place"), world.place("goal").expect("a place"));
/// let route = world.plan(&Query::new(&Body::adult(), start, goal))?;
/// let mut drawing = Drawing::around(world.origin());
/// Ground::new(&world).paint(Paint::Plain).floors(&mut drawing);
/// let trail = Trail::new(&route);
/// trail.lines(&mut drawing);
/// let picture = drawing.svg(&View::plan(), &Style { legend: trail.legend(), ..Style::default() })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trail<'a> {
    route: &'a Route,
    heights: RangeInclusive<f64>,
}

impl<'a> Trail<'a> {
    /// All of a route.
    pub fn new(route: &'a Route) -> Self {
        Self { route, heights: f64::NEG_INFINITY..=f64::INFINITY }
    }

    /// Only what lies between two heights in metres.
    pub fn heights(mut self, low: f64, high: f64) -> Self {
        self.heights = low..=high;
        self
    }

    /// The actions of the route in order of their first appearance, with the metres that each takes.
    pub fn legend(&self) -> Vec<(Colour, String)> {
        Self::legend_of([self.route])
    }

    /// The same for several routes together.
    pub fn legend_of<'r>(routes: impl IntoIterator<Item = &'r Route>) -> Vec<(Colour, String)> {
        let mut actions: Vec<(Action, f64)> = Vec::new();
        for (route, section) in routes.into_iter().flat_map(|r| r.sections.iter().map(move |section| (r, section))) {
            let length = Route::length_of(points_of(route, section));
            match actions.iter_mut().find(|(action, _)| *action == section.action) {
                Some((_, sum)) => *sum += length,
                None => actions.push((section.action, length)),
            }
        }
        let named = |(action, length)| (action_colour(action), format!("{} {length:.1} m", action.name()));
        actions.into_iter().map(named).collect()
    }

    /// Adds the cells of a path as small squares, in a layer `cells`.
    pub fn cells(&self, drawing: &mut Drawing, world: &World, path: &CellPath) {
        let half = CELL_SHARE * world.grid().cell_size() / 2.0;
        let origin = drawing.origin;
        let layer = drawing.flat_layer("cells");
        layer.overlay = true;
        let centres = path.cells.iter().filter_map(|cell| world.position(cell.floor(world)?));
        for [x, y, z] in centres.filter(|at| self.heights.contains(&at[1])) {
            let corners = [[-half, -half], [-half, half], [half, half], [half, -half]];
            let corners = corners.map(|[dx, dz]| relative([x + dx, y + lines::ABOVE, z + dz], origin));
            layer.quad(corners, CELL.with_alpha(110));
        }
    }

    /// Positions along a section, flights as arcs, all within the heights; each run of them for itself.
    fn runs(&self, section: &Section) -> Vec<Vec<[f64; 3]>> {
        let points = points_of(self.route, section);
        let curve: Vec<[f64; 3]> = match points {
            [from, to] if section.action.is_airborne() => {
                let arc = Arc { from: *from, to: *to };
                (0..=FLIGHT).map(|i| arc.at(i as f64 / FLIGHT as f64)).collect()
            }
            points => points.to_vec(),
        };
        lines::within(&curve, &self.heights)
    }
}

fn points_of<'r>(route: &'r Route, section: &Section) -> &'r [[f64; 3]] {
    route.points.get(section.first..=section.last).unwrap_or_default()
}

/// The colour of an action: apart in hue and in lightness.
pub(super) fn action_colour(action: Action) -> Colour {
    Colour::hex(match action {
        Action::Walk => 0x1f_6fb4,
        Action::Run => 0x0b_3d66,
        Action::Step => 0x2a_9d6f,
        Action::Jump => 0xd6_2f5b,
        Action::Drop => 0x8e_3b8f,
        Action::Bend => 0xe0_8a00,
        Action::Crawl => 0x9a_4a12,
        Action::Sidestep => 0x4a_b3c9,
        Action::Tuck => 0x7f_8f2a,
        Action::Climb => 0x5c_4fc0,
        Action::Ride => 0x6b_6b6b,
        Action::Door => 0xb5_7f9d,
    })
}
