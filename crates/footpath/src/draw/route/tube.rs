//! The route as a tube in space, for models.

use super::lines::{GOAL, START};
use super::{Trail, action_colour};
use crate::draw::{Colour, Drawing, Point};
use crate::geom::vector::{cross, dot, sub};

/// Sides of the tube.
const SIDES: usize = 8;
/// Metres from its axis to its sides.
const RADIUS: f64 = 0.05;
/// Metres from the middle of start and goal to their corners.
const END: f64 = 0.18;

impl Trail<'_> {
    /// Adds the route as a tube that lies on the ground in a layer `route`, flights as arcs in the air; start and goal as
    /// marks in a layer `ends`.
    pub fn tube(&self, drawing: &mut Drawing) {
        for section in &self.route.sections {
            let colour = action_colour(section.action);
            for run in self.runs(section) {
                let raised = |[x, y, z]: [f64; 3]| [x, y + RADIUS, z];
                run.windows(2).for_each(|pair| piece(drawing, raised(pair[0]), raised(pair[1]), colour));
            }
        }
        for (at, colour) in [(self.route.points.first(), START), (self.route.points.last(), GOAL)] {
            if let Some(&[x, y, z]) = at.filter(|at| self.heights.contains(&at[1])) {
                octahedron(drawing, [x, y + END, z], END, colour);
            }
        }
    }
}

/// One straight piece: its sides, and a ball-like joint of two caps so that bends have no holes.
fn piece(drawing: &mut Drawing, from: [f64; 3], to: [f64; 3], colour: Colour) {
    let along = sub(to, from);
    let length = dot(along, along).sqrt();
    if length < 1e-9 {
        return;
    }
    let along = along.map(|c| c / length);
    // Any direction that is not along the piece gives a frame around it.
    let aside = if along[1].abs() < 0.9 { [0.0, 1.0, 0.0] } else { [1.0, 0.0, 0.0] };
    let right = cross(along, aside);
    let length = dot(right, right).sqrt();
    let right = right.map(|c| c / length);
    let up = cross(right, along);
    let ring = |at: [f64; 3], drawing: &Drawing| -> [Point; SIDES] {
        std::array::from_fn(|side| {
            let (sin, cos) = (side as f64 / SIDES as f64 * std::f64::consts::TAU).sin_cos();
            drawing.point([0, 1, 2].map(|i| at[i] + RADIUS * (cos * right[i] + sin * up[i])))
        })
    };
    let (first, last) = (ring(from, drawing), ring(to, drawing));
    let ends = [(from, -1.0, first), (to, 1.0, last)]
        .map(|(at, sign, ring)| (drawing.point([0, 1, 2].map(|i| at[i] + sign * RADIUS * along[i])), ring, sign));
    let layer = drawing.layer("route");
    for side in 0..SIDES {
        let next = (side + 1) % SIDES;
        layer.quad([first[side], first[next], last[next], last[side]], colour);
        for (tip, ring, sign) in ends {
            let (a, b) = if sign > 0.0 { (ring[side], ring[next]) } else { (ring[next], ring[side]) };
            layer.triangle([a, b, tip], colour);
        }
    }
}

fn octahedron(drawing: &mut Drawing, [x, y, z]: [f64; 3], half: f64, colour: Colour) {
    let tips = [y - half, y + half].map(|y| drawing.point([x, y, z]));
    let around =
        [[half, 0.0], [0.0, -half], [-half, 0.0], [0.0, half]].map(|[dx, dz]| drawing.point([x + dx, y, z + dz]));
    let layer = drawing.layer("ends");
    for side in 0..4 {
        let (a, b) = (around[side], around[(side + 1) % 4]);
        layer.triangle([a, b, tips[1]], colour).triangle([b, a, tips[0]], colour);
    }
}
