//! The whole way at once: all stretches, told as one route with a few tiles in memory at a time.

use super::PlanError;
use super::above::Entry;
use super::stretch::Stretch;
use super::walk::{Known, Trodden, Walk};
use crate::ground::TileKey;
use crate::plan::levels::LevelPlan;
use crate::plan::query::Planner;
use crate::plan::query::Query;
use crate::plan::query::Why;
use crate::reach::Move;
use crate::route::{CellPlan, Work};
use crate::world::{FloorId, PagedWorld};
use std::collections::BTreeMap;

/// Tiles of a stretch that is laid out and told at a time.
const TOLD: usize = 8;
/// Stretches that are given up when the way turns out otherwise: a better one may branch off so far back. Were it the start
/// each time, a way across a city would be walked anew for every gate that is too narrow.
const BACK: usize = 16;

/// The end of a stretch: floors up to there, and what they cost.
struct Mark {
    floors: usize,
    cost: u64,
}

pub(super) fn plan(paged: &PagedWorld, query: &Query<'_>) -> Result<LevelPlan, PlanError> {
    let walk = Walk::new(paged, query)?;
    let mut known = Known::default();
    // Stretches by where they begin and what they lead towards; a way that is chosen anew has many of the old ones.
    let mut walked: BTreeMap<(FloorId, Vec<(TileKey, Entry)>), Stretch> = BTreeMap::new();
    let start = walk.ends(&mut known)?.start;
    let mut trodden = vec![Mark { floors: 1, cost: 0 }];
    let mut floors: Vec<Trodden> = vec![(start, Move::WALK)];
    let mut returned = 0;
    'anew: loop {
        let here = floors[floors.len() - 1].0;
        let hops = match walk.way(&mut known, here) {
            // What was leaped down cannot be climbed: from the start there may be another way, with what was opened since.
            Err(PlanError::NoRoute(no)) if no.kind != Why::Budget && trodden.len() > 1 && known.news() > returned => {
                returned = known.news();
                trodden.truncate(1);
                floors.truncate(1);
                continue;
            }
            way => way?,
        };
        // A way that leads back to where one came from would have been left there.
        let before = trodden.len().checked_sub(2).map(|at| floors[trodden[at].floors - 1].0.tile);
        let turns = known.turned.contains(&(here, known.news()));
        if before.is_some() && before == hops.first().map(|hop| hop.to) && !turns {
            trodden.pop();
            floors.truncate(trodden[trodden.len() - 1].floors);
            continue;
        }
        let mut at = 0;
        loop {
            let here = floors[floors.len() - 1].0;
            let key = (here, hops[at..].iter().take(4).map(|hop| (hop.to, hop.entry)).collect());
            let news = known.news();
            let stretch = match walked.get(&key) {
                Some(stretch) => stretch.clone(),
                None => match walk.stretch(&mut known, here, &hops[at..], at == 0)? {
                    Some(stretch) => {
                        walked.insert(key, stretch.clone());
                        stretch
                    }
                    // No tile tells more: from here the way is another one.
                    None if known.news() == news => continue 'anew,
                    None => {
                        trodden.truncate(trodden.len().saturating_sub(BACK).max(1));
                        floors.truncate(trodden[trodden.len() - 1].floors);
                        continue 'anew;
                    }
                },
            };
            floors.extend_from_slice(&stretch.floors[1..]);
            let cost = trodden[trodden.len() - 1].cost + stretch.cost;
            trodden.push(Mark { floors: floors.len(), cost });
            at += stretch.hops;
            if at >= hops.len() {
                break 'anew;
            }
        }
    }
    let cost = trodden[trodden.len() - 1].cost;
    let mut plan = told(&walk, &floors, cost)?;
    let goal = walk.goal_of(floors[floors.len() - 1].0)?;
    (plan.path.goal, plan.route.goal) = (goal, goal);
    plan.route.work = Work { expanded: known.upper + known.lower.iter().sum::<u64>(), enqueued: known.enqueued };
    Ok(LevelPlan { plan, upper: known.upper, lower: known.lower })
}

/// The plan over some floors, a few tiles at a time.
fn told(walk: &Walk<'_>, floors: &[Trodden], cost: u64) -> Result<CellPlan, PlanError> {
    let mut first = 0;
    let mut whole: Option<CellPlan> = None;
    while first < floors.len() {
        let (mut last, mut tiles) = (first, vec![floors[first].0.tile]);
        for (at, (floor, _)) in floors.iter().enumerate().skip(first) {
            if !tiles.contains(&floor.tile) {
                if tiles.len() == TOLD {
                    break;
                }
                tiles.push(floor.tile);
            }
            last = at;
        }
        let part = tell(walk, &floors[first..=last], cost)?;
        match &mut whole {
            Some(whole) => whole.append(part),
            None => whole = Some(part),
        }
        if last + 1 == floors.len() {
            break;
        }
        first = last;
    }
    Ok(whole.unwrap_or_else(|| unreachable!("a way has a floor")))
}

/// The plan over some floors, in one window.
pub(super) fn tell(walk: &Walk<'_>, floors: &[Trodden], cost: u64) -> Result<CellPlan, PlanError> {
    let mut tiles: Vec<TileKey> = floors.iter().map(|(floor, _)| floor.tile).collect();
    tiles.sort_unstable();
    tiles.dedup();
    let window = walk.window_to_tell(tiles.clone())?;
    let mut planner = Planner::new(&window, walk.query);
    // Beyond the tiles of the way what is derived would not be right: the window ends there.
    planner.terrain.set_fence(Some(tiles));
    let path = floors.iter().map(|&(floor, how)| (planner.terrain.node(floor), how)).collect();
    Ok(planner.plan_over(path, cost, 0, Work::default()))
}
