//! Portals: where a body enters and leaves a tile, and what lies between, as a graph for planners that search tile by tile.
//!
//! In: the reach and the costs of a body. Out: for each tile its portals (`gates`), the costs between them (`fields`), and the
//! cache of both for one body (`hierarchy`). Derived on first use, tile by tile.

mod fields;
mod gates;
mod hierarchy;

pub(crate) use fields::flood;
pub(crate) use gates::{Gate, Kind};
pub(crate) use hierarchy::{Gates, Hierarchy};
