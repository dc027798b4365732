//! The limits of an existing route: its narrowest, lowest and steepest places and its highest step.

use super::describe::name_of;
use super::faces::Faces;
use super::probe::Probe;
use crate::body::Body;
use crate::clearance::{ENOUGH, Ground};
use crate::geom::{PLAN_PER_METRE, cm_of, metres};
use crate::plan::query::{NoRoute, Query, Why};
use crate::reach::{Reach, WAYS};
use crate::route::CellPlan;
use crate::world::Semantics;
use crate::world::{FloorId, World};

/// How far beside a route objects are searched, beyond the body's radius, in metres.
const LOOK: f64 = 1.0;

/// Why there is no route, or the tightest places of the route.
#[derive(Clone, Debug, PartialEq)]
pub enum Explanation {
    /// There is no route.
    No(Box<NoRoute>),
    /// There is a route.
    Yes {
        /// The route and its cells.
        plan: Box<CellPlan>,
        /// Its tightest places, as far as it has them: narrowest, lowest, steepest, highest step, in this order.
        limits: Vec<Limit>,
    },
}

/// The tightest place of one kind along a route.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    /// The kind of refusal if the place were too tight.
    pub kind: Why,
    /// Position in metres.
    pub at: [f64; 3],
    /// The measure found, in metres (degrees for slopes).
    pub has: f64,
    /// The measure that the body needs there, in its posture.
    pub needs: f64,
    /// The object that limits the place.
    pub object: Option<String>,
}

impl Limit {
    /// Difference to the measure needed; about zero where the body just passes.
    pub fn margin(&self) -> f64 {
        match self.kind {
            Why::TooSteep | Why::TooHighAStep | Why::GapTooWide => self.needs - self.has,
            _ => self.has - self.needs,
        }
    }
}

/// A floor of the route, and the height of the body on it.
struct Stand {
    id: FloorId,
    ground: Ground,
    at: [f64; 3],
    height: f64,
}

/// The tightest places of a plan.
pub(crate) fn limits(world: &World, query: &Query<'_>, plan: &CellPlan) -> Vec<Limit> {
    let body = query.planned_body();
    let reach = Reach::of(world, &body, &Semantics::of(world, &query.rules));
    let look = ((body.radius + LOOK) * f64::from(PLAN_PER_METRE)) as i64;
    let mut probe = Probe::new(world, &reach, look);
    let stands: Vec<Stand> = plan
        .path
        .cells
        .iter()
        .filter_map(|cell| {
            let id = cell.floor(world)?;
            let height = body.height_in(cell.posture).unwrap_or(body.height);
            Some(Stand { id, ground: probe.ground(id)?, at: world.position(id)?, height })
        })
        .collect();
    let narrowest = narrowest(&mut probe, &body, &stands);
    let others = [lowest(&probe, &stands), steepest(&probe, &body, &stands), highest(&probe, &body, &stands)];
    [narrowest].into_iter().chain(others).flatten().collect()
}

fn narrowest(probe: &mut Probe<'_>, body: &Body, stands: &[Stand]) -> Option<Limit> {
    let climb = probe.reach.limits.climb;
    let mut best: Option<(i64, usize, [i32; 2])> = None;
    for (i, stand) in stands.iter().enumerate() {
        let around = &stands[i.saturating_sub(4)..(i + 5).min(stands.len())];
        let feet = around.iter().map(|stand| stand.ground.height).max().unwrap_or(stand.ground.height);
        let top = stand.ground.height + cm_of(stand.height);
        let beside = probe.beside(stand.id, feet + climb, top);
        if beside.column.is_some() && best.is_none_or(|(least, ..)| beside.distance < least) {
            best = Some((beside.distance, i, [feet + climb, top]));
        }
    }
    let (distance, i, [low, high]) = best?;
    let stand = &stands[i];
    let column = probe.world.column_of(stand.id)?;
    let columns = ((body.radius + LOOK) * 2.0 / probe.reach.grid.cell_size()).ceil() as i32;
    let faces = Faces::around(probe.world, column, columns);
    let gap = faces.gap(probe.centre(column), low, high);
    let least = 2.0 * distance as f64 / f64::from(PLAN_PER_METRE);
    let has = gap.map_or(least, |gap| gap.width.max(least));
    let object = name_of(probe.world, gap.map(|gap| gap.object));
    Some(Limit { kind: Why::TooNarrow, at: stand.at, has, needs: 2.0 * body.radius, object })
}

fn lowest(probe: &Probe<'_>, stands: &[Stand]) -> Option<Limit> {
    let upright = |stand: &&Stand| stand.ground.ceiling - stand.ground.height < ENOUGH;
    let stand = stands.iter().filter(upright).min_by_key(|stand| stand.ground.ceiling - stand.ground.height)?;
    let has = metres(stand.ground.ceiling - stand.ground.height);
    let object = name_of(probe.world, probe.above(stand.id));
    Some(Limit { kind: Why::TooLow, at: stand.at, has, needs: stand.height, object })
}

fn steepest(probe: &Probe<'_>, body: &Body, stands: &[Stand]) -> Option<Limit> {
    let square = |stand: &Stand| stand.ground.slope.map(|g| i32::from(g) * i32::from(g)).iter().sum::<i32>();
    let stand = stands.iter().rev().max_by_key(|stand| square(stand)).filter(|stand| square(stand) > 0)?;
    let has = (f64::from(square(stand)).sqrt() / 64.0).atan().to_degrees();
    let object = name_of(probe.world, probe.object(stand.id).map(|(object, _)| object));
    Some(Limit { kind: Why::TooSteep, at: stand.at, has, needs: body.max_slope.to_degrees(), object })
}

fn highest(probe: &Probe<'_>, body: &Body, stands: &[Stand]) -> Option<Limit> {
    let step = |pair: &[Stand]| {
        let column = |stand: &Stand| probe.world.column_of(stand.id);
        let (a, b) = (column(&pair[0])?, column(&pair[1])?);
        let way = WAYS.iter().position(|&[x, z]| [x, z] == [b.x - a.x, b.z - a.z])?;
        // A diagonal is two steps around a corner, of which only the rise beyond the slope counts.
        let rise = pair[1].ground.height - pair[0].ground.height;
        Some(if way < 4 {
            probe.reach.rule.step([pair[0].ground.slope, pair[1].ground.slope], rise, way).abs()
        } else if pair[0].ground.slope == [0, 0] && pair[1].ground.slope == [0, 0] {
            rise.abs()
        } else {
            0
        })
    };
    let steps = stands.windows(2).filter_map(|pair| Some((step(pair)?, pair)));
    // Of equal steps the first.
    let (has, pair) = steps.reduce(|best, next| if best.0 >= next.0 { best } else { next })?;
    let upper = if pair[0].ground.height > pair[1].ground.height { &pair[0] } else { &pair[1] };
    let object = name_of(probe.world, probe.object(upper.id).map(|(object, _)| object));
    let (has, needs) = (metres(has), body.max_climb);
    (has > 0.0).then_some(Limit { kind: Why::TooHighAStep, at: upper.at, has, needs, object })
}
