//! Ground: columns, floors, links, bands, sheets; tile by tile.

pub(crate) mod face;
mod grid;
pub(crate) mod raster;

pub use face::Face;
pub use grid::{ColumnKey, DIRECTIONS, Grid, TILE, TileKey, Window};
