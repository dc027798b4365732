//! The relaxed search: over all links and across gaps. A move beyond the body's limits is costly instead of refused.
//!
//! In: the regions that the start leads to, and those that lead to the goal. Out: the path between them that exceeds the limits
//! least. A region is entered and left anywhere, so the path depends on the two sides only, not on the positions of start and
//! goal in them. The search uses the common kernel with moves of its own.

use super::probe::Probe;
use crate::clearance::{Ground, over};
use crate::ground::{ColumnKey, DIRECTIONS, Window};
use crate::reach::Terrain;
use crate::reach::{NONE, ORTHOGONAL, octile};
use crate::reach::{RegionId, Regions};
use crate::scene::Tag;
use crate::search::{Buckets, Seen, Space, search};
use crate::world::FloorId;

/// Two sides farther apart than this are not near, in metres.
pub(crate) const NEAR: f64 = 5.0;
/// Thickest wall that is named as an obstacle, in metres.
const WALL: f64 = 1.0;
/// Floors that are expanded before the sides count as disconnected.
const BUDGET: u64 = 1 << 18;

/// Penalties, each in centimetres of missing measure.
const ENTER: i64 = 10;
/// Half a metre of ground that rules refuse. The penalty is small, since a rule is an informative reason.
const FORBIDDEN: i64 = 5;
const SOLID: i64 = 200;
/// A missing width or height is charged once per stretch of this length, in plan units.
const STRETCH: i64 = 2560;
const DEAREST: i64 = 100_000;

/// A move of a relaxed path, in one of the four directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crossing {
    pub direction: usize,
    /// Whether it leads through the air instead of along a link.
    pub is_hop: bool,
}

impl Crossing {
    pub const LINK: Self = Self { direction: 0, is_hop: false };

    fn pack(self) -> u8 {
        self.direction as u8 + if self.is_hop { DIRECTIONS.len() as u8 } else { 0 }
    }

    fn unpack(label: u8) -> Self {
        let label = usize::from(label);
        Self { direction: label % DIRECTIONS.len(), is_hop: label >= DIRECTIONS.len() }
    }

    fn back(self) -> Self {
        Self { direction: (self.direction + 2) % DIRECTIONS.len(), ..self }
    }
}

/// A relaxed path between two sides: floors, and the move that leads to each.
pub(crate) type Way = Vec<(FloorId, Crossing)>;

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

/// The rim of one side: floors from which the body cannot step in all directions.
pub(crate) fn rim(probe: &Probe<'_>, regions: &Regions, side: &[bool]) -> Vec<FloorId> {
    let mut rim = Vec::new();
    for tile in regions.tiles_of(side) {
        let steps = probe.reach.steps(probe.world, tile);
        for ((region, near), index) in regions.in_tile(tile).zip(&steps.near).zip(0..) {
            if Sides::is_of(side, region) && near[..4].contains(&NONE) {
                rim.push(FloorId { tile, index });
            }
        }
    }
    rim
}

/// The path that exceeds the limits least; `None` if the sides do not come near each other. The search begins at the smaller
/// side, and goes backwards if that is the goal's. Most places that cannot be reached are small, and their surroundings decide.
pub(crate) fn way(terrain: &mut Terrain<'_>, probe: &mut Probe<'_>, sides: &Sides<'_>) -> Option<Way> {
    let backwards = sides.regions.floors_of(&sides.to) < sides.regions.floors_of(&sides.from);
    let (near, far) = if backwards { (&sides.to, &sides.from) } else { (&sides.from, &sides.to) };
    let around = sides.regions.tiles_of(far).map(Window::of_tile).reduce(|a, b| a.hull(&b))?;
    let starts: Vec<(u32, u32)> = rim(probe, sides.regions, near).into_iter().map(|id| (terrain.node(id), 0)).collect();
    let missing = i64::from(ORTHOGONAL) * 2560 / i64::from(probe.reach.grid.cell);
    let mut space =
        Relaxed { terrain, probe, regions: sides.regions, far, around, backwards, missing, costs: Vec::new() };
    let mut seen = Seen::default();
    let outcome = search(&mut space, &mut Buckets::default(), &mut seen, &starts, BUDGET);
    let path = seen.path(outcome.goal?);
    let floor = |(node, label)| (space.terrain.floor(node), Crossing::unpack(label));
    let way: Way = path.into_iter().map(floor).collect();
    Some(if backwards { turned(&way) } else { way })
}

/// A path in reverse: the move that led to a floor now leads from it.
fn turned(way: &Way) -> Way {
    let after = way.iter().rev().map(|&(_, how)| how.back());
    way.iter().rev().map(|&(id, _)| id).zip([Crossing::LINK].into_iter().chain(after)).collect()
}

struct Relaxed<'a, 'w, 'p> {
    terrain: &'a mut Terrain<'w>,
    probe: &'a mut Probe<'p>,
    regions: &'a Regions,
    /// Regions of the side that is searched for, and the columns around them.
    far: &'a [bool],
    around: Window,
    /// Whether moves are followed backwards.
    backwards: bool,
    /// Cost of a missing centimetre: that of half a metre of walking.
    missing: i64,
    /// Cost of standing at each node; computed on first use.
    costs: Vec<u32>,
}

const UNKNOWN: u32 = u32::MAX;

impl Relaxed<'_, '_, '_> {
    /// The cost of missing centimetres.
    fn price(&self, centimetres: i64) -> u32 {
        (centimetres.clamp(0, DEAREST) * self.missing).min(i64::from(u32::MAX / 8)) as u32
    }

    /// The share of a missing measure that one cell of a stretch is charged.
    fn per_cell(&self, centimetres: i64) -> i64 {
        (centimetres * i64::from(self.probe.reach.grid.cell) + STRETCH - 1) / STRETCH
    }

    /// The cost of the limits that the body exceeds on a floor.
    fn at(&mut self, node: u32, id: FloorId) -> u32 {
        let node = node as usize;
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

    /// By how much a move along a link exceeds the limits, in cm.
    fn link(&self, from: &Ground, to: &Ground, step: i32) -> i64 {
        let limits = &self.probe.reach.limits;
        let up = limits.leaps.iter().map(|leap| leap.up).fold(limits.climb, i32::max);
        let down = limits.leaps.iter().map(|leap| leap.down).fold(limits.climb, i32::max);
        let over = if step.abs() <= limits.climb { 0 } else { (step - up).max(-step - down).max(1) };
        let low = (limits.lowest() - Probe::shared(from, to)).max(0);
        height(over) + self.per_cell(i64::from(low))
    }

    fn links(&mut self, node: u32, visit: &mut impl FnMut(u32, u32, u8)) {
        let (world, climb) = (self.probe.world, self.probe.reach.limits.climb);
        let (id, column) = (self.terrain.floor(node), self.terrain.column(node));
        let Some((tile, floor)) = world.floor(id) else { return };
        let from = self.probe.ground_of(tile, floor);
        let own = self.at(node, id);
        for (direction, [dx, dz]) in DIRECTIONS.into_iter().enumerate() {
            let next = ColumnKey::new(column.x + dx, column.z + dz);
            let key = next.tile();
            let other = if key == id.tile { Some(tile) } else { world.tile(key) };
            let Some(other) = other else {
                self.hop(column, &from, own, direction, visit);
                continue;
            };
            let [x, z] = next.in_tile();
            let range = other.floor_index().range(x, z);
            for at in tile.link(id.index as usize, direction) {
                let index = range.start + at;
                let to = FloorId { tile: key, index: index as u32 };
                let ground = self.probe.ground_of(other, &other.floors()[index]);
                let rise = ground.height - from.height;
                let slopes = [floor.slope, ground.slope];
                let over = [over(tile, column.in_tile(), id.index as usize), over(other, [x, z], index)];
                let reach = self.probe.reach;
                let step = reach.rule.step_met(slopes, rise, direction, over);
                let missing = self.link(&from, &ground, if self.backwards { -step } else { step });
                // The nodes of a tile's floors are numbered in their order.
                let to_node = if key == id.tile { node - id.index + to.index } else { self.terrain.node(to) };
                let there = self.at(to_node, to);
                let how = Crossing { direction, is_hop: false };
                visit(to_node, self.cost([own, there], missing, ORTHOGONAL), how.pack());
            }
            if !range.into_iter().any(|index| (other.height(index) - from.height).abs() <= climb) {
                self.hop(column, &from, own, direction, visit);
            }
        }
    }

    /// Cost of a move of a length between two floors, given the costs of standing on them.
    fn cost(&self, mut ends: [u32; 2], missing: i64, length: u32) -> u32 {
        if self.backwards {
            ends.reverse();
        }
        let [own, there] = ends;
        let enters = own == 0 && (there > 0 || missing > 0);
        length + there + self.price(missing + if enters { ENTER } else { 0 })
    }

    /// Visits the first floors straight ahead, across a gap or behind a solid object.
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
            // Behind a solid object the path must reach a floor at once.
            if solid > 0 && i64::from(far - 1) * cell > (WALL * 5120.0) as i64 {
                return;
            }
            let within = if solid > 0 { [-climb, climb] } else { [-300, 100] };
            let sign = if self.backwards { -1 } else { 1 };
            let landing = |rise: i32| (within[0]..=within[1]).contains(&(sign * rise));
            let floors =
                self.probe.floors(at).filter(|&(_, height)| far > 1 && !blocked && landing(height - from.height));
            let mut found = false;
            for (to, height) in floors {
                found = true;
                let slab = [from.height.max(height) + climb, from.height.min(height) + lowest];
                let thick = if solid > 0 { self.probe.thickness(column, at, slab[0], slab[1]) } else { None };
                let thick = thick.unwrap_or(solid * cell).max(solid.min(1));
                let missing = self.leap(i64::from(far) * cell, sign * (height - from.height), thick);
                let to_node = self.terrain.node(to);
                let there = self.at(to_node, to);
                let how = Crossing { direction, is_hop: true };
                visit(to_node, self.cost([own, there], missing, octile(far, 0)), how.pack());
            }
            if found {
                return;
            }
        }
    }

    /// By how much a leap of a length, or through an object of a thickness, exceeds the limits, in cm.
    fn leap(&self, length: i64, rise: i32, solid: i64) -> i64 {
        if solid > 0 {
            return SOLID + 2 * solid * 100 / 5120;
        }
        let leaps = &self.probe.reach.limits.leaps;
        let least = leaps.iter().map(|leap| {
            let over = height((rise - leap.up).max(-rise - leap.down).max(0));
            ((length - leap.reach) * 100 / 5120).max(0) + over
        });
        least.min().unwrap_or(length * 100 / 5120 + height(rise.abs())).max(1)
    }
}

/// The penalty of a missing height, in cm. It grows faster than the height, since a large one is less likely a step that a body
/// could learn.
fn height(missing: i32) -> i64 {
    let missing = i64::from(missing);
    missing + missing * missing / 50
}

impl Space for Relaxed<'_, '_, '_> {
    fn moves(&mut self, node: u32, mut visit: impl FnMut(u32, u32, u8)) {
        self.links(node, &mut visit);
    }

    fn estimate(&self, node: u32) -> u32 {
        let at = self.terrain.column(node);
        let apart = |c: i32, low: i32, count: i32| (low - c).max(c - low - count + 1).max(0);
        let Window { x0, z0, width, depth } = self.around;
        octile(apart(at.x, x0, width), apart(at.z, z0, depth))
    }

    fn is_goal(&mut self, node: u32) -> bool {
        Sides::is_of(self.far, self.regions.of(self.terrain.floor(node)))
    }

    fn is_stopped(&self) -> bool {
        self.terrain.stop.is_set()
    }

    fn len(&self) -> usize {
        self.terrain.len()
    }
}
