//! Down the levels: the way over gates, and the lower searches that lead along it.

use super::toward::{Targets, on_rim, toward};
use crate::ground::{DIRECTIONS, TILE, TileKey};
use crate::plan::cells::{Planner, Traced};
use crate::portals::{BodyPortals, EndCosts, Goals, Hop, PortalGraph, Source, start_costs};
use crate::reach::{GoalBox, ORTHOGONAL};
use crate::search::{Buckets, Outcome, Seen, search};
use crate::world::FloorId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A stretch that a lower search found.
#[derive(Clone, Debug, Default)]
pub(super) struct Leg {
    pub path: Vec<Traced>,
    /// What it costs to each of its nodes.
    pub costs: Vec<u64>,
}

impl Leg {
    /// The node where it ends.
    pub fn end(&self) -> Option<u32> {
        self.path.last().map(|&(node, _)| node)
    }

    /// What a search has found on the way to a node.
    pub fn traced(planner: &mut Planner<'_>, seen: &Seen, end: u32) -> Self {
        let path = planner.trace(seen, end);
        let costs = path.iter().map(|&(node, _)| u64::from(seen.cost(node))).collect();
        Self { path, costs }
    }

    /// Goes on with another leg, which begins where this one ends.
    pub fn join(&mut self, next: &Self) {
        let (cost, known) = (self.costs.last().copied().unwrap_or(0), usize::from(!self.path.is_empty()));
        self.path.extend_from_slice(&next.path[known..]);
        self.costs.extend(next.costs[known..].iter().map(|more| cost + more));
    }
}

/// Which way to go.
#[derive(Clone, Debug)]
pub(super) enum Way {
    /// As a lower search has found already.
    Direct(Leg),
    /// From portal to portal.
    Portals(Vec<Hop>),
}

/// Ways that cost no more are searched for in the cells at once: as much as three tiles of plain ground.
const SHORT: u32 = 3 * TILE as u32 * ORTHOGONAL;
/// Kept costs are rounded down, by less than one part of so many but where ground is very dear.
const ROUNDED: u32 = 16;

/// Nodes where a search begins, with what it costs to be there.
type Starts = [(u32, u32)];

/// One query on its way down the levels.
pub(super) struct Descent<'d, 'a> {
    pub planner: &'d mut Planner<'a>,
    pub goals: &'d [u32],
    /// Floors expanded by each lower search.
    pub lower: Vec<u64>,
    /// All searches together.
    pub spent: Outcome,
}

impl<'d, 'a> Descent<'d, 'a> {
    pub fn new(planner: &'d mut Planner<'a>, goals: &'d [u32]) -> Self {
        Self { planner, goals, lower: Vec::new(), spent: Outcome::default() }
    }

    /// Floors and gates that may still be expanded.
    pub fn left(&self) -> u64 {
        self.planner.query.budget.saturating_sub(self.spent.expanded)
    }

    pub fn spend(&mut self, outcome: &Outcome) {
        self.spent.expanded += outcome.expanded;
        self.spent.enqueued += outcome.enqueued;
        self.spent.exhausted |= outcome.exhausted;
        self.spent.too_costly |= outcome.too_costly;
    }

    /// The upper search, and what is found without it where the way is short.
    pub fn way(&mut self, starts: &Starts) -> (Outcome, Option<Way>) {
        let (world, portals) = (self.planner.terrain.world, self.planner.portals());
        let floor = |node: u32| self.planner.terrain.floor(node);
        let from: Vec<(FloorId, u32)> = starts.iter().map(|&(node, cost)| (floor(node), cost)).collect();
        let to: Vec<FloorId> = self.goals.iter().map(|&node| floor(node)).collect();
        let direct = self.within_tiles(starts, &from, &to);
        let cost = direct.as_ref().and_then(|leg| leg.costs.last()).map(|&cost| cost as u32);
        let (starts_by_tile, flooded) = self.start_costs(&portals, &from);
        let mut goals = Goals { columns: self.planner.ahead(self.goals), ..Goals::default() };
        to.iter().for_each(|goal| goals.floors.entry(goal.tile).or_default().push(goal.index));
        let source = Source::Memory { world, portals: &portals };
        let mut graph = PortalGraph::new(source, &self.planner.costs, &goals);
        graph.stop = self.planner.query.stop.clone();
        let (mut outcome, found) = graph.best_way(&starts_by_tile, cost, self.left());
        outcome.expanded += flooded;
        self.spend(&outcome);
        let Some((hops, cost)) = found else { return (outcome, None) };
        let direct = direct.filter(|_| hops.is_empty());
        let is_straight = direct.is_some() && cost <= self.least(starts);
        let short = if cost > SHORT || is_straight { None } else { self.short(starts, &to, cost) };
        // What was looked for and not taken is work of the upper search.
        let taken = match (&short, &direct) {
            (Some(_), _) => self.lower.pop(),
            (None, Some(_)) => Some(self.lower.remove(0)),
            (None, None) => None,
        };
        let way = short.or(direct).map_or(Way::Portals(hops), Way::Direct);
        outcome.expanded += self.lower.drain(..).sum::<u64>();
        self.lower.extend(taken);
        (outcome, Some(way))
    }

    /// Costs from the starts to the portals of their tiles, and the number of floors expanded for it.
    fn start_costs(&self, portals: &BodyPortals, starts: &[(FloorId, u32)]) -> (BTreeMap<TileKey, EndCosts>, u64) {
        let Planner { terrain, costs, .. } = &*self.planner;
        let mut by_tile: BTreeMap<TileKey, EndCosts> = BTreeMap::new();
        starts.iter().for_each(|&(floor, cost)| by_tile.entry(floor.tile).or_default().push((floor.index, cost)));
        let mut flooded = 0;
        for (&key, own) in &mut by_tile {
            let (found, expanded) = start_costs(terrain.world, portals, costs, key, own);
            *own = found;
            flooded += expanded;
        }
        (by_tile, flooded)
    }

    /// All legs of a way as one.
    pub fn whole(&mut self, way: Way, starts: &Starts) -> Option<Leg> {
        let hops = match way {
            Way::Direct(leg) => return Some(leg),
            Way::Portals(hops) => hops,
        };
        let mut walked = Leg::default();
        let mut starts = starts.to_vec();
        for at in 0..hops.len() {
            let leg = self.leg(&hops, at, &starts)?;
            starts = vec![(leg.end()?, 0)];
            walked.join(&leg);
        }
        Some(walked)
    }

    /// One lower search: from where the walker is through the passage `at` towards the one after it, or to the goal. It
    /// ends behind the passage.
    pub fn leg(&mut self, hops: &[Hop], at: usize, starts: &Starts) -> Option<Leg> {
        let (here, there) = (hops[at].from, hops[at].to);
        let terrain = &self.planner.terrain;
        let starts: Vec<(u32, u32)> =
            starts.iter().copied().filter(|&(node, _)| terrain.floor(node).tile == here).collect();
        let starts = &starts[..];
        let Some(next) = hops.get(at + 1) else {
            return self.search(&[here, there], starts, self.goals);
        };
        if here == there {
            // Between two pieces of one tile there is no rim to see when it is passed.
            return self.through(&hops[at], starts);
        }
        let (targets, budget) = (self.behind(&hops[at], next)?, self.left());
        let (outcome, leg) = toward(self.planner, starts, Some(&[here, there]), targets, budget);
        self.lower.push(outcome.expanded);
        self.spend(&outcome);
        let mut leg = leg?;
        let terrain = &self.planner.terrain;
        let inside = leg.path.iter().rposition(|&(node, _)| terrain.floor(node).tile == here)?;
        leg.path.truncate(inside + 2);
        leg.costs.truncate(inside + 2);
        Some(leg)
    }

    /// Where a leg towards a passage may end: on any floor behind the rim of the next tile, since what is left from there is kept.
    /// Where that is not so, or ways differ there and back, it leads to the passage itself.
    fn behind(&self, hop: &Hop, next: &Hop) -> Option<Targets> {
        let (portals, Planner { terrain, costs, .. }) = (self.planner.portals(), &*self.planner);
        let (world, there, [exit, _]) = (terrain.world, hop.to, next.floors()?);
        let back = [hop.from.x - there.x, hop.from.z - there.z];
        let fields = portals.fields(world, there);
        let direction = DIRECTIONS.iter().position(|&direction| direction == back);
        let (Some(direction), Some(tile), true) =
            (direction, world.tile(there), fields.both_ways && costs.are_lasting())
        else {
            return Some(Targets::goals(&[exit]));
        };
        let row = fields.row(&portals.moves, world, there, exit.index);
        let piece = fields.piece(exit.index);
        let rim = (0..TILE).flat_map(|along| {
            let [x, z] = on_rim(direction, along);
            tile.floor_index().range(x, z).map(|floor| floor as u32)
        });
        let own = rim.filter(|&floor| fields.piece(floor) == piece);
        let left = |floor: u32| Some((FloorId { tile: there, index: floor }, fields.cost_to(&row, floor)?));
        let last = world.column_of(exit).and_then(|column| GoalBox::to([column].into_iter()));
        Some(Targets { floors: own.filter_map(left).collect(), last, ..Targets::default() })
    }

    /// To a passage and through it.
    fn through(&mut self, hop: &Hop, starts: &Starts) -> Option<Leg> {
        let goal = self.planner.terrain.node(hop.floors()?[1]);
        self.search(&[hop.from, hop.to], starts, &[goal])
    }

    /// The way within tiles that hold both a start and a goal.
    fn within_tiles(&mut self, starts: &Starts, from: &[(FloorId, u32)], to: &[FloorId]) -> Option<Leg> {
        let from: BTreeSet<TileKey> = from.iter().map(|(start, _)| start.tile).collect();
        let to: BTreeSet<TileKey> = to.iter().map(|goal| goal.tile).collect();
        let both: Vec<TileKey> = from.intersection(&to).copied().collect();
        let terrain = &self.planner.terrain;
        let starts: Vec<(u32, u32)> =
            starts.iter().copied().filter(|&(node, _)| both.binary_search(&terrain.floor(node).tile).is_ok()).collect();
        if both.is_empty() { None } else { self.search(&both, &starts, self.goals) }
    }

    /// The way that costs little more than `cost` or less, wherever it leads: gates are too few to tell good ways from bad
    /// ones over so short a distance.
    fn short(&mut self, starts: &Starts, to: &[FloorId], cost: u32) -> Option<Leg> {
        // What areas cost for the moment is in gates by their ends only.
        let most = if self.planner.costs.are_lasting() { cost + cost / ROUNDED } else { SHORT };
        let (outcome, leg) = toward(self.planner, starts, None, Targets::goals(to).within(Some(most)), self.left());
        self.lower.push(outcome.expanded);
        self.spend(&outcome);
        leg
    }

    /// What a way costs at least, whatever is in between.
    fn least(&self, starts: &Starts) -> u32 {
        let Planner { terrain, costs, .. } = &*self.planner;
        let Some(ahead) = self.planner.ahead(self.goals) else { return 0 };
        starts.iter().map(|&(node, cost)| cost + costs.ahead(&ahead, terrain.column(node))).min().unwrap_or(0)
    }

    /// A lower search, within some tiles.
    pub fn search(&mut self, fence: &[TileKey], starts: &Starts, goals: &[u32]) -> Option<Leg> {
        self.planner.terrain.set_fence(Some(fence.to_vec()));
        let leg = self.lower_search(starts, goals);
        self.planner.terrain.set_fence(None);
        leg
    }

    /// A lower search, within whatever the terrain is fenced to.
    pub fn lower_search(&mut self, starts: &Starts, goals: &[u32]) -> Option<Leg> {
        let (ahead, budget) = (self.planner.ahead(goals), self.left());
        let mut seen = std::mem::take(&mut self.planner.seen);
        let mut space = self.planner.space(ahead, goals, 1);
        let outcome = search(&mut space, &mut Buckets::default(), &mut seen, starts, budget);
        self.lower.push(outcome.expanded);
        self.spend(&outcome);
        let leg = outcome.goal.map(|goal| Leg::traced(self.planner, &seen, goal));
        self.planner.seen = seen;
        leg
    }
}
