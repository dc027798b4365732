//! The relaxed search: over all links and across gaps, where what the body cannot do costs dearly instead of being refused.
//!
//! In: the regions that the start leads to, and those that lead to the goal. Out: the way between them on which least is
//! missing. All floors of a region are one place, so the way depends on the two sides and not on where in them start and goal
//! are. It is the same kernel as every other search; only the moves are others.

use super::probe::Probe;
use crate::ground::{ColumnKey, DIRECTIONS, step};
use crate::plan::reach::{Ground, NONE, ORTHOGONAL, octile};
use crate::plan::regions::{RegionId, Regions};
use crate::plan::terrain::Terrain;
use crate::scene::Tag;
use crate::search::{Buckets, Seen, Space, search};
use crate::world::FloorId;

/// How far apart two sides may be to be called near, in metres.
pub(crate) const NEAR: f64 = 5.0;
/// Thickest wall that is named as what is in the way, in metres.
const WALL: f64 = 1.0;
/// Floors that are looked at before the sides count as disconnected.
const BUDGET: u64 = 1 << 20;
/// A move through the air rather than along a link.
pub(crate) const HOP: u8 = 4;

/// Penalties, each in centimetres of missing measure.
const ENTER: i64 = 10;
/// Half a metre of ground that the rules refuse: little, since a rule is what one wants to hear of.
const FORBIDDEN: i64 = 5;
const SOLID: i64 = 200;
/// What a stretch of this length costs its missing width or height once, in plan units.
const STRETCH: i64 = 2560;
const DEAREST: i64 = 100_000;

/// A way across what keeps two sides apart: floors with the move that leads to each, a direction or [`HOP`] and a direction.
pub(crate) type Way = Vec<(FloorId, u8)>;

/// The two sides of a search.
pub(crate) struct Sides<'a> {
    pub regions: &'a Regions,
    pub from: Vec<bool>,
    pub to: Vec<bool>,
}

impl Sides<'_> {
    fn is_of(side: &[bool], region: Option<RegionId>) -> bool {
        region.is_some_and(|region| side[region as usize])
    }
}

/// Rims of the two sides: floors from which the body cannot step in all directions.
pub(crate) struct Rims {
    pub from: Vec<FloorId>,
    pub to: Vec<FloorId>,
}

impl Rims {
    pub fn of(probe: &Probe<'_>, sides: &Sides<'_>) -> Self {
        let mut rims = Self { from: Vec::new(), to: Vec::new() };
        for tile in sides.regions.tiles() {
            let steps = probe.reach.steps(probe.world, tile);
            for ((region, near), index) in sides.regions.in_tile(tile).zip(&steps.near).zip(0..) {
                if region.is_none() || near[..4].iter().all(|&to| to != NONE) {
                    continue;
                }
                if Sides::is_of(&sides.from, region) {
                    rims.from.push(FloorId { tile, index });
                } else if Sides::is_of(&sides.to, region) {
                    rims.to.push(FloorId { tile, index });
                }
            }
        }
        rims
    }
}

/// The way on which least is missing; `None` if the sides do not come near each other.
pub(crate) fn way(terrain: &mut Terrain<'_>, probe: &mut Probe<'_>, sides: &Sides<'_>, rims: &Rims) -> Option<Way> {
    let columns = rims.to.iter().filter_map(|&id| probe.world.column_of(id));
    let boxed = columns.map(|c| [c, c]).reduce(|[low, high], [c, _]| {
        [ColumnKey::new(low.x.min(c.x), low.z.min(c.z)), ColumnKey::new(high.x.max(c.x), high.z.max(c.z))]
    })?;
    let starts: Vec<(u32, u32)> = rims.from.iter().map(|&id| (terrain.node(id), 0)).collect();
    let missing = ORTHOGONAL as i64 * 2560 / i64::from(probe.reach.grid.cell);
    let mut space = Relaxed { terrain, probe, sides, boxed, missing, costs: Vec::new() };
    let mut seen = Seen::default();
    let outcome = search(&mut space, &mut Buckets::default(), &mut seen, &starts, BUDGET);
    let path = seen.path(outcome.goal?);
    Some(path.into_iter().map(|(node, how)| (space.terrain.floor(node), how)).collect())
}

struct Relaxed<'a, 'w, 'p> {
    terrain: &'a mut Terrain<'w>,
    probe: &'a mut Probe<'p>,
    sides: &'a Sides<'a>,
    /// Columns around the goal's side.
    boxed: [ColumnKey; 2],
    /// Cost of a missing centimetre: as much as half a metre of walking.
    missing: i64,
    /// What being at a node costs; filled when it is asked.
    costs: Vec<u32>,
}

const UNKNOWN: u32 = u32::MAX;

impl Relaxed<'_, '_, '_> {
    /// Centimetres that are missing, as a cost.
    fn price(&self, centimetres: i64) -> u32 {
        (centimetres.clamp(0, DEAREST) * self.missing).min(i64::from(u32::MAX / 8)) as u32
    }

    /// The part of a measure that one cell of a stretch costs.
    fn per_cell(&self, centimetres: i64) -> i64 {
        (centimetres * i64::from(self.probe.reach.grid.cell) + STRETCH - 1) / STRETCH
    }

    /// What is missing for the body to be at a floor.
    fn at(&mut self, id: FloorId) -> u32 {
        let node = self.terrain.node(id) as usize;
        if self.costs.len() <= node {
            self.costs.resize(self.terrain.len(), UNKNOWN);
        }
        if self.costs[node] == UNKNOWN {
            self.costs[node] = if self.terrain.room(node as u32) > 0 { 0 } else { self.measure(id) };
        }
        self.costs[node]
    }

    fn measure(&mut self, id: FloorId) -> u32 {
        let (Some(ground), Some((_, tag))) = (self.probe.ground(id), self.probe.object(id)) else { return 0 };
        let limits = &self.probe.reach.limits;
        let (climb, lowest, radius) = (limits.climb, limits.lowest(), limits.radius);
        let mut missing = 0;
        if matches!(tag, Tag::Forbidden | Tag::Obstacle) {
            missing += self.per_cell(FORBIDDEN);
        } else if !ground.holds {
            let [x, z] = ground.slope.map(i64::from);
            let over = (x * x + z * z).isqrt() - i64::from(limits.slope.isqrt());
            missing += self.per_cell(over.max(1) * 2);
        }
        let beside = self.probe.beside(id, ground.height + climb, ground.height + lowest);
        let narrow = 2 * (radius - beside.distance) * 100 / 5120;
        missing += self.per_cell(narrow.max(0));
        self.price(missing.max(1))
    }

    /// What is missing for a move along a link, in cm.
    fn link(&self, from: &Ground, to: &Ground, step: i32) -> i64 {
        let limits = &self.probe.reach.limits;
        let up = limits.leaps.iter().map(|leap| leap.up).fold(limits.climb, i32::max);
        let down = limits.leaps.iter().map(|leap| leap.down).fold(limits.climb, i32::max);
        let over = if step.abs() <= limits.climb { 0 } else { (step - up).max(-step - down).max(1) };
        let low = (limits.lowest() - Probe::shared(from, to)).max(0);
        i64::from(over) + self.per_cell(i64::from(low))
    }

    fn links(&mut self, id: FloorId, visit: &mut impl FnMut(u32, u32, u8)) {
        let world = self.probe.world;
        let (Some((tile, floor)), Some(column), Some(from)) =
            (world.floor(id), world.column_of(id), self.probe.ground(id))
        else {
            return;
        };
        let own = self.at(id);
        for (direction, [dx, dz]) in DIRECTIONS.into_iter().enumerate() {
            let next = ColumnKey::new(column.x + dx, column.z + dz);
            let Some(other) = world.tile(next.tile()) else { continue };
            let [x, z] = next.in_tile();
            let first = other.floor_index().range(x, z).start;
            for at in tile.link(id.index as usize, direction) {
                let to = FloorId { tile: next.tile(), index: (first + at) as u32 };
                let Some(ground) = self.probe.ground(to) else { continue };
                let rise = ground.height - from.height;
                let step = step(&self.probe.reach.grid, floor, &other.floors()[first + at], rise, direction);
                let missing = self.link(&from, &ground, step);
                let there = self.at(to);
                self.go(to, own, there, missing, ORTHOGONAL, direction as u8, visit);
            }
            if !self.probe.floors(next).any(|(_, height)| (height - from.height).abs() <= self.probe.reach.limits.climb)
            {
                self.hop(column, &from, own, direction, visit);
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn go(
        &mut self,
        to: FloorId,
        own: u32,
        there: u32,
        missing: i64,
        length: u32,
        how: u8,
        visit: &mut impl FnMut(u32, u32, u8),
    ) {
        let enters = own == 0 && (there > 0 || missing > 0);
        let cost = length + there + self.price(missing + if enters { ENTER } else { 0 });
        visit(self.terrain.node(to), cost, how);
    }

    /// The first floors straight ahead, over a gap or behind something solid.
    fn hop(
        &mut self,
        column: ColumnKey,
        from: &Ground,
        own: u32,
        direction: usize,
        visit: &mut impl FnMut(u32, u32, u8),
    ) {
        let [dx, dz] = DIRECTIONS[direction];
        let (limits, cell) = (&self.probe.reach.limits, i64::from(self.probe.reach.grid.cell));
        let (climb, lowest) = (limits.climb, limits.lowest());
        let farthest = (NEAR * 5120.0) as i64 / cell;
        let mut solid = 0;
        for far in 1..=farthest as i32 {
            let at = ColumnKey::new(column.x + dx * far, column.z + dz * far);
            let blocked = self.probe.is_solid(at, from.height + climb, from.height + lowest);
            solid += i64::from(blocked);
            if solid * cell > (WALL * 5120.0) as i64 {
                return;
            }
            let within = if solid > 0 { [-climb, climb] } else { [-300, 100] };
            let landing = |rise: i32| (within[0]..=within[1]).contains(&rise);
            let floors =
                self.probe.floors(at).filter(|&(_, height)| far > 1 && !blocked && landing(height - from.height));
            let mut found = false;
            for (to, height) in floors {
                found = true;
                let slab = [from.height.max(height) + climb, from.height.min(height) + lowest];
                let thick = if solid > 0 { self.probe.thickness(column, at, slab[0], slab[1]) } else { None };
                let thick = thick.unwrap_or(solid * cell).max(solid.min(1));
                let missing = self.leap(i64::from(far) * cell, height - from.height, thick);
                let there = self.at(to);
                self.go(to, own, there, missing, octile(far, 0), HOP + direction as u8, visit);
            }
            if found {
                return;
            }
        }
    }

    /// What is missing for a leap of some length (and through something of some thickness), in cm.
    fn leap(&self, length: i64, rise: i32, solid: i64) -> i64 {
        if solid > 0 {
            return SOLID + 2 * solid * 100 / 5120;
        }
        let leaps = &self.probe.reach.limits.leaps;
        let least = leaps.iter().map(|leap| {
            let over = i64::from((rise - leap.up).max(-rise - leap.down).max(0));
            ((length - leap.reach) * 100 / 5120).max(0) + over
        });
        least.min().unwrap_or(length * 100 / 5120 + i64::from(rise.abs())).max(1)
    }
}

impl Space for Relaxed<'_, '_, '_> {
    fn moves(&mut self, node: u32, mut visit: impl FnMut(u32, u32, u8)) {
        let id = self.terrain.floor(node);
        self.links(id, &mut visit);
    }

    fn estimate(&self, node: u32) -> u32 {
        let at = self.terrain.column(node);
        let [low, high] = self.boxed;
        let apart = |c: i32, low: i32, high: i32| (low - c).max(c - high).max(0);
        octile(apart(at.x, low.x, high.x), apart(at.z, low.z, high.z))
    }

    fn is_goal(&mut self, node: u32) -> bool {
        Sides::is_of(&self.sides.to, self.sides.regions.of(self.terrain.floor(node)))
    }

    fn len(&self) -> usize {
        self.terrain.len()
    }
}
