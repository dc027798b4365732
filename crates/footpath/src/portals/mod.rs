//! Portals: where a body enters and leaves a tile, and the graph of them that the levels planner searches.
//!
//! In: the reach and the costs of a body; outlines of tiles that are not in memory. Out: for each tile its portals and the costs
//! between them (`find`, `fields`, `body_portals`), derived on first use; for a tile of which only the outline is known, lower
//! bounds of the same costs (`crossing_costs`). One graph (`graph`) joins both kinds of tiles, so a world in memory, where every
//! tile is exact, and a world in a file are searched alike. `cost_to_go` guides searches across many outlines. Promised: through
//! exact tiles, portals join exactly the floors that the cells planner joins.
//!
//! Deusdado, Fernandes & Belo 2008, §4.3 (waypoints), §4.4 (the graph stays, areas come and go), §5 (the upper search).

mod body_portals;
mod cost_to_go;
mod crossing_costs;
mod end_costs;
mod fields;
mod find;
mod graph;
mod moves;
mod portal;
mod refined;
mod visited;

pub(crate) use body_portals::BodyPortals;
pub(crate) use cost_to_go::{CostToGo, tile_corners};
pub(crate) use crossing_costs::{CrossingCosts, Measures, pass_of};
pub(crate) use end_costs::{goal_costs, start_costs};
pub(crate) use graph::{Entry, Goals, Hop, PortalGraph};
pub(crate) use portal::{EndCosts, Kind};
pub(crate) use refined::Refined;
pub(crate) use visited::{CrossingTable, Outlines, Source};
