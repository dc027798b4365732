//! Obstacles: triangles that come and go while a world is in use.

use crate::ground::{Face, Grid, Window};

/// Names an obstacle of a world, until it is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObstacleId(pub(crate) u64);

/// An obstacle as the ground sees it.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub id: ObstacleId,
    pub faces: Vec<Face>,
    pub window: Window,
}

impl Placed {
    pub fn new(id: ObstacleId, faces: Vec<Face>, grid: &Grid) -> Option<Self> {
        let window = window_of(&faces, grid)?;
        Some(Self { id, faces, window })
    }
}

/// Columns around faces.
pub(crate) fn window_of(faces: &[Face], grid: &Grid) -> Option<Window> {
    let mut bounds = faces.iter().map(Face::bounds);
    let first = bounds.next()?;
    let [low, high] = bounds.fold(first, |[low, high], [l, h]| {
        [std::array::from_fn(|i| low[i].min(l[i])), std::array::from_fn(|i| high[i].max(h[i]))]
    });
    Some(grid.window_of(low, high))
}
