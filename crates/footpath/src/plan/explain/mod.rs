//! Explain: why there is no route, or the tightest places of an existing route.
//!
//! In: a query. Out: the place and the measure that separate start and goal, and what would let the body pass ([`NoRoute`]); or
//! the narrowest, lowest and steepest place and the highest step of the route ([`Explanation`]).
//!
//! The regions give both sides. A relaxed search finds the path between them that exceeds the limits least ([`relaxed`]). The
//! exceeded limits are measured ([`findings`]) and described ([`describe`]). Findings hold for any start and goal of the same
//! regions and are cached with them, so only the first refusal of its kind takes the time of that search.
//! [`Query::explain`](crate::plan::Query::explain) turns reasons off.

mod along;
mod describe;
mod faces;
mod findings;
mod measured;
mod probe;
mod relaxed;

pub use along::{Explanation, Limit};

pub(crate) use along::limits;

use super::query::endpoints::floors_in_region;
use super::query::{Failure, Goal, NoRoute, Query, Why};
use crate::geom::spot;
use crate::reach::{Reach, RegionId, Regions, Terrain};
use crate::world::{Bytes, FloorId, Semantics, World};
use findings::Finding;
use probe::Probe;
use relaxed::Sides;
use std::sync::Arc;

/// Most floors of a region that are measured to explain why a body fits on none.
const MAX_FLOORS: usize = 64;

/// What separates two sides.
#[derive(Clone, Debug)]
pub(crate) enum Apart {
    /// The limits that the easiest path between them exceeds.
    By(Vec<Finding>),
    /// The sides do not come near each other: where they are nearest, and the distance in metres.
    Far(Option<([f64; 3], f64)>),
}

impl Bytes for Apart {
    fn bytes(&self) -> usize {
        match self {
            Self::By(findings) => findings.iter().map(Bytes::bytes).sum(),
            Self::Far(_) => 0,
        }
    }
}

/// The refusal of a query, from the failure of its planner.
pub(crate) fn refusal(world: &World, query: &Query<'_>, failure: Failure) -> NoRoute {
    match failure {
        Failure::Refused(refusal) => refusal,
        Failure::OffMap { refusal, .. } if !query.explain => refusal,
        Failure::OffMap { refusal, end } => off_map(world, query, &end, refusal),
        Failure::Apart { start, goals, left_out } => {
            let mut refusal = apart_from(world, query, start, &goals);
            refusal.message += &left_out;
            refusal
        }
    }
}

/// Why no path leads from a floor to any of some others. The body can stand on all of them.
fn apart_from(world: &World, query: &Query<'_>, start: FloorId, goals: &[FloorId]) -> NoRoute {
    let home = world.position(start).unwrap_or_default();
    if query.stop.is_set() {
        return disconnected(home, None);
    }
    let body = query.planned_body();
    let reach = Reach::of(world, &body, &Semantics::of(world, &query.rules));
    // The regions are derived now, so that the next query of this kind is refused without a search.
    let regions = Regions::made(world, &reach, query.cells.leaps, &query.stop);
    let Some(regions) = regions.filter(|_| query.explain) else { return disconnected(home, None) };
    let mut wanted: Vec<RegionId> = goals.iter().filter_map(|&goal| regions.of(goal)).collect();
    wanted.sort_unstable();
    wanted.dedup();
    let Some(from) = regions.of(start) else {
        return NoRoute::new(Why::StartOffMap, home, "the body does not fit at the start".to_owned());
    };
    if wanted.iter().any(|&to| regions.leads_to(from, to)) {
        let message = "the ground is connected, but the cells that this query leaves out close the way".to_owned();
        return NoRoute::new(Why::Disconnected, home, message);
    }
    // The findings hold for any start and goal of these two sides.
    let key = (reach.key(), (from, wanted.clone()));
    let apart = world.find_on_ground(&key).or_else(|| {
        let mut terrain = Terrain::new(world, Arc::clone(&reach));
        terrain.stop = query.stop.clone();
        let found = apart(&mut terrain, &regions, from, &wanted)?;
        Some(world.derived_on_ground(&key, || found))
    });
    match apart.as_deref() {
        Some(Apart::By(findings)) => {
            describe::refusal(world, &body, findings).unwrap_or_else(|| disconnected(home, None))
        }
        Some(Apart::Far(nearest)) => disconnected(home, *nearest),
        None => disconnected(home, None),
    }
}

fn disconnected(home: [f64; 3], nearest: Option<([f64; 3], f64)>) -> NoRoute {
    match nearest {
        None => NoRoute::new(Why::Disconnected, home, "the goal cannot be reached from the start".to_owned()),
        Some((at, far)) => {
            let message = format!(
                "what is reached from the start comes no nearer to the ground of the goal than about {far:.1} m, at {}",
                spot(at)
            );
            NoRoute { has: Some((far * 100.0).round() / 100.0), ..NoRoute::new(Why::Disconnected, at, message) }
        }
    }
}

/// What separates two sides. `None` if the search is stopped: an incomplete result must not be cached.
fn apart(terrain: &mut Terrain<'_>, regions: &Regions, from: RegionId, to: &[RegionId]) -> Option<Apart> {
    let (world, reach) = (terrain.world, Arc::clone(&terrain.reach));
    let sides = Sides { regions, from: regions.spread(&[from], false), to: regions.spread(to, true) };
    let mut probe = Probe::of_body(world, &reach);
    match relaxed::way(terrain, &mut probe, &sides) {
        Some(way) => Some(Apart::By(findings::of_way(&mut probe, &way))),
        None if terrain.stop.is_set() => None,
        None => Some(Apart::Far(nearest(&probe, &sides))),
    }
}

/// About where two rims are nearest to each other: goes from the nearest floor of one to the nearest of the other, in turns.
fn nearest(probe: &Probe<'_>, sides: &Sides<'_>) -> Option<([f64; 3], f64)> {
    let positions = |side: &[bool]| -> Vec<[f64; 3]> {
        relaxed::rim(probe, sides.regions, side).into_iter().filter_map(|id| probe.world.position(id)).collect()
    };
    let (from, to) = (positions(&sides.from), positions(&sides.to));
    let square = |a: &[f64; 3], b: &[f64; 3]| (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>();
    let closest =
        |to: &[[f64; 3]], at: &[f64; 3]| to.iter().copied().min_by(|a, b| square(a, at).total_cmp(&square(b, at)));
    let (mut here, mut there) = (*from.first()?, *to.first()?);
    for _ in 0..8 {
        let before = square(&here, &there);
        here = closest(&from, &there)?;
        there = closest(&to, &here)?;
        if square(&here, &there) >= before {
            break;
        }
    }
    Some((here, square(&here, &there).sqrt()))
}

/// Adds to a refusal why the body does not fit on the floors at an endpoint; of several floors, the one where least is missing.
fn off_map(world: &World, query: &Query<'_>, end: &Goal, mut refusal: NoRoute) -> NoRoute {
    let body = query.planned_body();
    let reach = Reach::of(world, &body, &Semantics::of(world, &query.rules));
    let mut floors = Vec::new();
    match end {
        Goal::Point(at) => floors.extend(world.locate(*at, query.half_extents)),
        region => floors_in_region(world, region, |id| floors.push(id)),
    }
    let mut probe = Probe::of_body(world, &reach);
    let stride = floors.len().div_ceil(MAX_FLOORS).max(1);
    let mut least: Option<(f64, FloorId, Vec<Finding>)> = None;
    for &floor in floors.iter().step_by(stride) {
        let found = findings::at_floor(&mut probe, floor);
        let missing = found.iter().map(|finding| finding.missing).fold(0.0, f64::max);
        if !found.is_empty() && least.as_ref().is_none_or(|(least, ..)| missing < *least) {
            least = Some((missing, floor, found));
        }
    }
    let Some((_, floor, found)) = least else { return refusal };
    // For a position, the refusal already names the nearest floor where the body fits. For a region, the place comes from the
    // reason.
    if refusal.has.is_none() {
        refusal.at = world.position(floor).unwrap_or(refusal.at);
    }
    refusal.also = found.iter().map(|finding| describe::describe(world, &body, finding)).collect();
    if let Some(first) = refusal.also.first() {
        refusal.message += &format!("; {}", first.message);
        refusal.object.clone_from(&first.object);
    }
    refusal
}
