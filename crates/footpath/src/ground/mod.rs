//! Ground: columns, floors, links, sheets, waypoints; tile by tile.
//!
//! In: faces, which are triangles on the vertex grid. Out: immutable tiles of 64 × 64 columns. The files in the order of
//! processing: `face` and `grid`, `raster` (faces → spans), `columns` (spans → floors), `links`, `ways`, `sheets`, `overlaps` and
//! `waypoints`, all called by `build`. `tile` is the result, `index` its offsets. `bands`, `support` and `outline` are derived
//! from it. Promised: no file here uses a body, and the bytes of a tile depend only on the grid and on the faces that touch the
//! tile.

mod bands;
pub(crate) mod build;
mod columns;
pub(crate) mod face;
mod grid;
mod index;
mod links;
mod outline;
mod overlaps;
pub(crate) mod raster;
mod sheets;
mod stage;
mod support;
mod tile;
mod waypoints;
mod ways;

pub use bands::{BAND_LIMITS, BAND_NAMES};
pub use face::Face;
pub use grid::{ColumnKey, DIRECTIONS, Grid, TILE, TileKey, Window};
pub use index::ColumnIndex;
pub(crate) use links::link_across;
pub use links::step;
pub(crate) use links::{slope_along, step_along};
pub use outline::{OUTWARD, Outline, OutlineArea, OutlinePass, PARTS};
pub use stage::{Stage, StageTimes};
pub use support::SUB_CELLS;
pub(crate) use support::weights;
pub use tile::{Floor, MIN_HEADROOM, SKY, Span, Tile, Waypoint, WideLink};
pub use waypoints::MAX_RISE;
pub(crate) use waypoints::waypoints_over_rim;
pub(crate) use ways::{MAX_STEP, NO_WAY, Ways};
