//! Reachability as in Bandi & Thalmann (§6.2, §7.1.1): the nearest surface in a direction, and whether it is within the foot
//! spans. The planner's own moves are stricter, since they sweep the body; borders and figures use these.

use crate::body::{Action, Body};
use crate::geom::cm_of;
use crate::ground::{ColumnKey, Floor, SKY, Span, Tile};
use crate::reach::{Limits, Reach, plan_of};
use crate::scene::Tag;
use crate::world::Semantics;
use crate::world::{FloorId, World};

/// How the distance between two cells is counted against the horizontal foot span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpanMetric {
    /// Steps between the cells, dx + dz: neighbours are 1 apart.
    Arc,
    /// Cells of a shortest 4-path including both ends, as the paper prints d4: neighbours are 2 apart.
    Cells,
}

/// The measures of a body that the paper uses, in cells and centimetres.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Spans {
    /// Horizontal foot span in cells.
    pub cells: i32,
    pub climb: i32,
    pub height: i32,
    /// Least height: upright, or bent if the body bends.
    pub lowest: i32,
    pub slope: i32,
    pub metric: SpanMetric,
}

impl Spans {
    pub fn of(world: &World, body: &Body, metric: SpanMetric) -> Self {
        let limits = Limits::of(body, world.grid());
        Self {
            // One unit is added so that a span of whole cells keeps its last cell.
            cells: ((plan_of(body.foot_span) + 1) / i64::from(world.grid().cell)) as i32,
            climb: cm_of(body.max_climb),
            height: cm_of(body.height),
            lowest: limits.lowest(),
            slope: limits.slope,
            metric,
        }
    }
}

/// The first surface that a scan finds.
///
/// Columns are examined one after the other, each from the height of the head downwards. The scan passes empty columns and ends
/// at the first solid span. `None` if that span is a wall, or if no solid span is within `farthest` columns.
pub(crate) fn scan(world: &World, from: FloorId, [dx, dz]: [i32; 2], height: i32, farthest: i32) -> Option<FloorId> {
    let (tile, _) = world.floor(from)?;
    let head = tile.height(from.index as usize) + height;
    let start = world.column_of(from)?;
    for k in 1..=farthest {
        let column = ColumnKey::new(start.x + k * dx, start.z + k * dz);
        let key = column.tile();
        let Some(tile) = world.tile(key) else { continue };
        let [x, z] = column.in_tile();
        let below = |span: &&Span| tile.base() + i32::from(span.low) < head;
        let Some(span) = tile.spans()[tile.span_index().range(x, z)].iter().rev().find(below) else { continue };
        if tile.base() + i32::from(span.high) >= head {
            return None;
        }
        let mut floors = tile.floor_index().range(x, z);
        let on_it = |index: &usize| {
            let height = tile.floors()[*index].height;
            span.low <= height && height <= span.high
        };
        return floors.find(on_it).map(|index| FloorId { tile: key, index: index as u32 });
    }
    None
}

/// Whether a floor is within the foot spans of another and has room for the body.
pub(crate) fn is_within(world: &World, spans: &Spans, semantics: &Semantics, from: FloorId, to: FloorId) -> bool {
    let (Some((tile, _)), Some((other, floor))) = (world.floor(from), world.floor(to)) else { return false };
    let (Some(a), Some(b)) = (world.column_of(from), world.column_of(to)) else { return false };
    let arc = (a.x - b.x).abs() + (a.z - b.z).abs();
    let rise = other.height(to.index as usize) - tile.height(from.index as usize);
    spans.allow(semantics, arc, rise, other, floor)
}

impl Spans {
    /// The foot spans of a body's step ability.
    pub fn of_step(reach: &Reach) -> Self {
        let limits = &reach.limits;
        let step = limits.leaps.iter().find(|leap| leap.action == Action::Step);
        Self {
            cells: step.map_or(0, |leap| ((leap.reach + 1) / i64::from(reach.grid.cell)) as i32),
            climb: limits.climb,
            height: limits.heights[0],
            lowest: limits.lowest(),
            slope: limits.slope,
            metric: SpanMetric::Arc,
        }
    }

    /// Whether a floor of a tile is within the spans, at a distance and with a rise, and has room for the body.
    pub fn allow(&self, semantics: &Semantics, arc: i32, rise: i32, tile: &Tile, floor: &Floor) -> bool {
        let distance = if self.metric == SpanMetric::Arc { arc } else { arc + 1 };
        let tag = semantics.tag(tile.objects()[usize::from(floor.object)]);
        let [x, z] = floor.slope.map(i32::from);
        distance <= self.cells
            && rise.abs() <= self.climb
            && (floor.headroom == SKY || i32::from(floor.headroom) >= self.lowest)
            && x * x + z * z <= self.slope
            && !matches!(tag, Tag::Obstacle | Tag::Forbidden)
    }
}

impl World {
    /// The nearest surface in one of the eight [`WAYS`](crate::plan::WAYS), by the paper's scan (§7.1.1): column after column,
    /// each from the height of the head down to the first occupied cell. `None` if that is a wall.
    pub fn extended_neighbour(&self, body: &Body, floor: FloorId, way: [i32; 2]) -> Option<FloorId> {
        let farthest = self.window().map_or(0, |window| window.width.max(window.depth));
        scan(self, floor, way, cm_of(body.height), farthest)
    }

    /// Whether a floor is immediately reachable from another as the paper defines it (§6.2): within the horizontal and the
    /// vertical foot span, and with room to stand or bend.
    pub fn is_immediately_reachable(&self, body: &Body, from: FloorId, to: FloorId, metric: SpanMetric) -> bool {
        is_within(self, &Spans::of(self, body, metric), &Semantics::baked(self), from, to)
    }

    /// All floors that are immediately reachable from one (§7.2), by column, in each from below.
    pub fn immediately_reachable(&self, body: &Body, from: FloorId, metric: SpanMetric) -> Vec<FloorId> {
        let (spans, semantics) = (Spans::of(self, body, metric), Semantics::baked(self));
        let Some(at) = self.column_of(from) else { return Vec::new() };
        let around = -spans.cells..=spans.cells;
        let columns = around.clone().flat_map(|dz| around.clone().map(move |dx| ColumnKey::new(at.x + dx, at.z + dz)));
        columns
            .flat_map(|column| self.floors_at(column))
            .filter(|&to| to != from && is_within(self, &spans, &semantics, from, to))
            .collect()
    }
}
