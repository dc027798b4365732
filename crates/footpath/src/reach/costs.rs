//! What the moves of a body cost, as integers.
//!
//! In: a body, the costs of objects and of areas. Out: the cost of a step between two floors and the kind of move, and a lower
//! bound of the cost that is left to a goal.

use super::{AreaCosts, DIAGONAL, GoalBox, Move, ORTHOGONAL, PLAIN, Terrain, octile, room_on_the_way};
use crate::body::{Action, Body, Posture};
use crate::geom::{CM_PER_METRE, PLAN_PER_METRE};
use crate::ground::ColumnKey;
use crate::world::{FloorId, Semantics, SheetId, World};

/// Costs of a body's moves, as integers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Costs {
    /// Factors of walking upright, bent, crawling, running, in 1/64; none for what the body cannot do.
    gaits: [Option<u32>; 4],
    /// Added per cm of climbing, in 1/1024.
    climb: u64,
    diagonal: u32,
    /// Least factor of anything.
    least: u32,
    semantics: Option<Semantics>,
    areas: Option<AreaCosts>,
}

impl Costs {
    pub fn new(body: &Body, semantics: &Semantics, areas: &AreaCosts, cell: i32) -> Self {
        let factor = |cost: f64| (cost * f64::from(PLAIN)).round().max(1.0) as u32;
        let gait = |action: Action| body.ability(action).map(|ability| factor(ability.cost));
        let gaits = [Some(PLAIN), gait(Action::Bend), gait(Action::Crawl), gait(Action::Run)];
        let cells = f64::from(PLAN_PER_METRE) / f64::from(cell) / f64::from(CM_PER_METRE);
        let climb = (body.climb_cost.max(0.0) * cells * f64::from(ORTHOGONAL) * 1024.0).round() as u64;
        let least = gaits.into_iter().flatten().min().unwrap_or(PLAIN).min(PLAIN);
        let semantics = (!semantics.has_plain_costs()).then(|| semantics.clone());
        let areas = (!areas.is_empty()).then(|| areas.clone());
        Self { gaits, climb, diagonal: DIAGONAL, least, semantics, areas }
    }

    /// The same where a diagonal step costs as much as an orthogonal one (Bandi & Thalmann §3.4).
    #[cfg(feature = "papers")]
    pub fn with_unit_diagonals(self) -> Self {
        Self { diagonal: ORTHOGONAL, ..self }
    }

    /// The same without the temporary costs of areas.
    pub fn lasting(&self) -> Self {
        Self { areas: None, ..self.clone() }
    }

    /// Whether there are no temporary costs of areas.
    pub fn are_lasting(&self) -> bool {
        self.areas.is_none()
    }

    /// Whether walking costs the same on all ground.
    #[inline]
    fn is_even(&self) -> bool {
        self.semantics.is_none() && self.areas.is_none()
    }
}

impl Costs {
    /// Cost of a step and how it is done; `None` when the body cannot do it.
    #[inline]
    pub fn step(&self, terrain: &Terrain<'_>, from: u32, to: u32, way: usize) -> Option<(u32, Move)> {
        let length = if way < 4 { ORTHOGONAL } else { self.diagonal };
        let limits = &terrain.reach.limits;
        let (here, there) = (terrain.room(from), terrain.room(to));
        // Where there is plenty of room and nothing else counts, heights need not be looked up.
        let plenty = limits.heights[0] + limits.plenty;
        if here >= plenty && there >= plenty && self.climb == 0 && self.are_lengths() {
            return Some((length, Move::WALK));
        }
        self.step_in_detail(terrain, [from, to], way, length)
    }

    fn step_in_detail(
        &self,
        terrain: &Terrain<'_>,
        [from, to]: [u32; 2],
        way: usize,
        length: u32,
    ) -> Option<(u32, Move)> {
        let rise = terrain.height(to) - terrain.height(from);
        let room = terrain.lowered_room(from, to, way);
        let room = room.unwrap_or_else(|| room_on_the_way(terrain.room(from), terrain.room(to), rise));
        let posture = terrain.reach.limits.posture(room)?;
        let runs = posture == 0 && rise.abs() <= 2;
        let (how, gait) = match self.gaits[3] {
            Some(run) if runs => (Move::Run, run),
            _ => (Move::Walk(Posture::ALL[posture]), self.gaits[posture]?),
        };
        let ground = self.ground(terrain, from) + self.ground(terrain, to);
        let walked = u64::from(length) * u64::from(gait) * u64::from(ground) / u64::from(2 * PLAIN * PLAIN);
        let climbed = self.climb * rise.max(0) as u64 / 1024;
        Some(((walked + climbed).min(u64::from(u32::MAX / 4)) as u32, how))
    }
}

impl Costs {
    /// Whether all ground costs the same, uphill and down.
    pub fn is_plain(&self) -> bool {
        self.is_even() && self.climb == 0
    }

    /// Whether walking upright costs its length, apart from the cost of climbing.
    #[inline]
    pub fn are_lengths(&self) -> bool {
        self.gaits[3].is_none() && self.is_even()
    }

    /// Whether climbing costs more than walking.
    pub fn climbs(&self) -> bool {
        self.climb > 0
    }

    /// Cost of walking the straight line over some floors: its length at their mean cost, and what it climbs.
    pub fn line(&self, terrain: &Terrain<'_>, nodes: &[u32]) -> u64 {
        let (Some(&first), Some(&last)) = (nodes.first(), nodes.last()) else { return 0 };
        let (a, b) = (terrain.column(first), terrain.column(last));
        let [dx, dz] = [f64::from(b.x - a.x), f64::from(b.z - a.z)];
        let length = (dx * dx + dz * dz).sqrt() * f64::from(ORTHOGONAL);
        let ground: u64 = nodes.iter().map(|&node| u64::from(self.ground(terrain, node))).sum();
        let mean = ground as f64 / nodes.len() as f64 / f64::from(PLAIN);
        let climbed: i32 =
            nodes.windows(2).map(|pair| (terrain.height(pair[1]) - terrain.height(pair[0])).max(0)).sum();
        (length * mean).round() as u64 + self.climb * climbed as u64 / 1024
    }

    /// A lower bound of the cost from a column to the goals.
    pub fn cost_to(&self, goals: &GoalBox, from: ColumnKey) -> u32 {
        let [dx, dz] = goals.offset(from);
        self.at_least(octile(dx, dz))
    }

    /// A lower bound of a cost, from the cost `left` on plain ground. Rounded down, so a move never lowers it by more than its cost.
    #[inline]
    pub fn at_least(&self, left: u32) -> u32 {
        if self.least == PLAIN { left } else { (u64::from(left) * u64::from(self.least) / u64::from(PLAIN)) as u32 }
    }

    /// Cost of the ground at a node, in 1/64.
    fn ground(&self, terrain: &Terrain<'_>, node: u32) -> u32 {
        let object = self.semantics.as_ref().map_or(PLAIN, |semantics| {
            let (tile, floor) = terrain.tile(node);
            u32::from(semantics.cost(tile.objects()[usize::from(tile.floors()[floor].object)]))
        });
        object * self.area(terrain.world, terrain.floor(node)) / PLAIN
    }

    /// The temporary cost of a floor's area, in 1/64.
    pub fn area(&self, world: &World, floor: FloorId) -> u32 {
        self.areas.as_ref().map_or(PLAIN, |areas| world.sheet_of(floor).map_or(PLAIN, |area| areas.factor(area)))
    }
}

impl Costs {
    /// A kept cost between two places of a tile, with the present costs of their areas.
    pub fn scaled(&self, cost: u32, areas: [Option<SheetId>; 2]) -> u32 {
        let Some(present) = &self.areas else { return cost };
        let [a, b] = areas.map(|area| area.map_or(PLAIN, |area| present.factor(area)));
        (u64::from(cost) * u64::from(a + b) / u64::from(2 * PLAIN)).min(u64::from(u32::MAX)) as u32
    }
}
