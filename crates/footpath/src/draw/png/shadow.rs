//! Which samples the sun does not reach: the solids seen from the sun, compared with what the eye sees. Shadows tell
//! what stands on the ground and what hangs over it.

use super::raster::{Raster, Seen};
use crate::draw::view::View;
use crate::geom::vector::{bounds, cross, dot};

/// Towards the sun: high in the south-west, so that shadows fall to the right of someone looking north.
const SUN: [f64; 3] = [-0.436, 0.823, 0.364];
/// Share of red, green and blue that is left in the shadow; it is a little blue, as under a clear sky.
const SHADE: [f32; 3] = [0.73, 0.75, 0.80];
/// Surfaces that the sun only grazes are dark by their direction already, and would show the grid of the map.
const GRAZING: f64 = 0.08;
/// The side of the map of what the sun sees, in samples, at most.
const MAX_SIDE: usize = 4096;

/// What the sun sees, and how to find a sample of the picture there.
pub(super) struct Shadow {
    seen: Seen,
    side: usize,
    /// For each axis of the map: its growth with x, y and depth of the picture, and its start.
    axes: [[f64; 4]; 3],
    /// Metres between samples of the map.
    step: f64,
}

impl Shadow {
    /// Looks at the solids from the sun. `None` where there are none, and for views that are level: a section shows the
    /// inside of things, where the sun never comes.
    pub(super) fn new(raster: &Raster, view: &View) -> Option<Self> {
        if view.axes[2][1] < 0.1 {
            return None;
        }
        // The picture's x and y are samples; along the view's own axes a metre is a metre again.
        let sun = view.axes.map(|axis| dot(axis, SUN));
        let right = unit(cross([0.0, 1.0, 0.0], sun)).or_else(|| unit(cross([1.0, 0.0, 0.0], sun)))?;
        let metre = 1.0 / raster.scale;
        let mut axes = [right, cross(sun, right), sun].map(|axis| [axis[0] * metre, -axis[1] * metre, axis[2], 0.0]);
        let points = raster.solids.iter().flat_map(|solid| &solid.points);
        let [low, high] = bounds(points.map(|&point| [0, 1].map(|i| along(&axes[i], point))))?;
        let extent = (high[0] - low[0]).max(high[1] - low[1]);
        let side = raster.width.max(raster.height).min(MAX_SIDE);
        let step = extent / side as f64;
        if !(step > 0.0 && step.is_finite()) {
            return None;
        }
        for i in 0..2 {
            axes[i] = axes[i].map(|growth| growth / step);
            axes[i][3] = -low[i] / step;
        }
        let solids = raster.solids.iter().map(|solid| {
            let points = solid.points.map(|point| [0, 1, 2].map(|i| along(&axes[i], point)));
            crate::draw::flat::Flat { points, ..*solid }
        });
        let seen = Raster::of_solids(solids.collect(), [side, side], 1.0 / step).solids_seen();
        Some(Self { seen, side, axes, step })
    }

    /// Darkens one sample that shows a surface with this normal, if something stands between it and the sun.
    pub(super) fn darken(&self, colour: &mut [u8; 3], at: [f64; 3], normal: [f32; 3]) {
        let facing = dot(normal.map(f64::from), SUN);
        if facing < GRAZING {
            return;
        }
        let [x, y, depth] = [0, 1, 2].map(|i| along(&self.axes[i], at));
        let (column, row) = (x.max(0.0) as usize, y.max(0.0) as usize);
        // A sample of the map stands for a patch of the surface, which is the deeper the more it is tilted.
        let slack = 0.01 + 1.5 * self.step * (1.0 - facing * facing).max(0.0).sqrt() / facing;
        let hidden = |index: usize| f64::from(self.seen.depth[index]) > depth + slack;
        if column < self.side && row < self.side && hidden(row * self.side + column) {
            (0..3).for_each(|i| colour[i] = (f32::from(colour[i]) * SHADE[i]) as u8);
        }
    }
}

fn along(axis: &[f64; 4], point: [f64; 3]) -> f64 {
    axis[0] * point[0] + axis[1] * point[1] + axis[2] * point[2] + axis[3]
}

fn unit(v: [f64; 3]) -> Option<[f64; 3]> {
    let length = dot(v, v).sqrt();
    (length > 1e-3).then(|| v.map(|c| c / length))
}
