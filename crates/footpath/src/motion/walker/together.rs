//! Several walkers in one world, each around where the others will be (Kuffner 1998, Fig. 4).
//!
//! In: walkers with their queries, in the order of their priority. Out: a walk for each; at no time are two discs nearer than their
//! radii. The first walks as if alone. Each later one knows where those before it are at every moment, and takes the walk that reaches
//! its goal soonest: its own route, a route around the place where it would meet one of them, waiting before it sets out, or stepping
//! aside until the others are past. If none of these helps, the error names the walker in the way.
//!
//! The paper's characters replan all the time around where the others are about to be; that is
//! [`Company`](crate::motion::control::Company), for characters whose goals change. Here all goals are known, so the walks of all
//! walkers with priority are known as well.

use super::{Walk, WalkError, Walker};
use crate::plan::{Goal, Query};
use crate::route::{Checker, Route};
use crate::world::{Obstacle, ObstacleId, World};

/// One of several walkers.
#[derive(Clone, Debug)]
pub struct Party<'a> {
    /// How it walks.
    pub walker: Walker,
    /// From where to where.
    pub query: Query<'a>,
}

/// Why several cannot walk together; walkers are numbered from 0.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TogetherError {
    /// A walker has no route, even alone, or cannot walk it.
    #[error("walker {}: {why}", walker + 1)]
    NotWalked {
        /// Its number.
        walker: usize,
        /// Why.
        why: WalkError,
    },
    /// A walker cannot get past another one.
    #[error("walker {} cannot get past walker {} at ({:.2}, {:.2}, {:.2}): neither around it, nor by waiting, nor by stepping \
             aside", walker + 1, other + 1, at[0], at[1], at[2])]
    InTheWay {
        /// Its number.
        walker: usize,
        /// Number of the other one.
        other: usize,
        /// Where they would meet, in metres.
        at: [f64; 3],
    },
}

/// Metres between two discs beyond both radii.
const APART: f64 = 0.05;
/// Metres that a route around another walker keeps from where they would meet.
const AROUND: f64 = 0.15;
/// Meetings that a route leads around, at most.
const DETOURS: usize = 5;
/// Seconds of waiting before setting out.
const WAITS: [f64; 8] = [0.7, 1.5, 3.0, 5.0, 8.0, 13.0, 21.0, 34.0];
/// Distances in metres at which a place to step aside is looked for, and directions.
const ASIDE: [f64; 7] = [0.6, 0.9, 1.4, 2.1, 3.2, 5.0, 8.0];
const DIRECTIONS: usize = 12;
/// Places to step aside that are tried.
const TRIED: usize = 12;

/// The middle of a disc's foot, and its radius.
type Disc = ([f64; 3], f64);

/// The first moment at which two walkers are too near to each other.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    seconds: f64,
    other: usize,
    /// Where the other one is.
    at: [f64; 3],
}

/// Plans the walks of several through one world. Obstacles are added to the world meanwhile and removed again.
///
/// ```
/// use footpath::motion::player::ClipSet;
/// use footpath::motion::walker::{Party, Walker, walk_together};
/// use footpath::plan::Query;
/// use footpath::{Bake, Body, Scene, World};
/// let mut world = World::bake(&Scene::built_in("supermarket").expect("built in"), &Bake::default())?;
/// let [a, b] = ["start", "goal"].map(|name| world.place(name).expect("a place"));
/// let adult = Body::adult();
/// let walker = Walker::new(&adult, ClipSet::built_in(1.80));
/// // They change places.
/// let ways = [Query::new(&adult, a, b), Query::new(&adult, b, a)];
/// let parties = ways.map(|query| Party { walker: walker.clone(), query });
/// let walks = walk_together(&mut world, &parties)?;
/// assert_eq!(walks.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn walk_together(world: &mut World, parties: &[Party<'_>]) -> Result<Vec<Walk>, TogetherError> {
    let mut walks = Vec::with_capacity(parties.len());
    let checker = world.checker();
    for (number, party) in parties.iter().enumerate() {
        let mut walk = Scheduler { world, checker: &checker, parties, done: &walks, number }.walk()?;
        walk.fit_into(&checker);
        walk.find_collisions(&checker, party.query.body.max_climb);
        walks.push(walk);
    }
    Ok(walks)
}

/// Plans the next walk around those that are planned already.
struct Scheduler<'a, 'q> {
    world: &'a mut World,
    /// Of the world without walkers.
    checker: &'a Checker,
    parties: &'a [Party<'q>],
    /// Walks of the walkers with priority.
    done: &'a [Walk],
    number: usize,
}

impl Scheduler<'_, '_> {
    fn party(&self) -> &Party<'_> {
        &self.parties[self.number]
    }

    fn walk(mut self) -> Result<Walk, TogetherError> {
        let own_radius = self.party().query.body.radius;
        // Walkers that have not set out yet are obstacles at their starts, if there is a route around them; but one that stands on
        // this one's goal will have gone by then.
        let starts = self.parties[self.number + 1..].iter().map(|party| (party.query.from, party.query.body.radius));
        let later: Vec<Disc> =
            starts.filter(|&(at, radius)| !self.is_goal_near(at, radius + own_radius + AROUND)).collect();
        let own = match self.route_around(&later) {
            Some(route) => route,
            None => {
                let found = self.party().walker.plan(self.world, &self.party().query);
                found.map_err(|why| TogetherError::NotWalked { walker: self.number, why })?
            }
        };
        let alone = self.follow(&[(0.0, &own)])?;
        let Some(first) = self.meeting(&alone) else { return Ok(alone) };
        let in_the_way = TogetherError::InTheWay { walker: self.number, other: first.other, at: first.at };
        // Walkers stay where they arrive, and waiting does not help where that blocks every route; but one that arrives where this
        // one sets out comes after it has gone.
        let ends = self.done.iter().zip(self.parties).filter_map(|(walk, party)| {
            let at = walk.frames.last()?.base.at;
            Some((at, party.query.body.radius))
        });
        let from = self.party().query.from;
        let arrived: Vec<Disc> =
            ends.filter(|&(at, radius)| !is_near(from, at, radius + own_radius + AROUND)).collect();
        if self.route_around(&arrived).is_none() {
            return Err(in_the_way);
        }
        let around = self.around(&later, first)?;
        let latest = around.as_ref().map_or(f64::INFINITY, Walk::seconds);
        let waits = WAITS.into_iter().take_while(|wait| alone.seconds() + wait < latest);
        match self.after_waiting(&[], &own, waits)?.or(around) {
            Some(best) => Ok(best),
            None => self.aside()?.ok_or(in_the_way),
        }
    }

    /// The walk with the shortest wait between some routes and the last one that meets no other walker.
    fn after_waiting(
        &self,
        before: &[(f64, &Route)],
        last: &Route,
        waits: impl Iterator<Item = f64>,
    ) -> Result<Option<Walk>, TogetherError> {
        for wait in waits {
            let walk = self.follow(&[before, &[(wait, last)]].concat())?;
            if self.meeting(&walk).is_none() {
                return Ok(Some(walk));
            }
        }
        Ok(None)
    }

    fn is_goal_near(&self, at: [f64; 3], least: f64) -> bool {
        self.party().query.to.iter().any(|goal| matches!(goal, Goal::Point(to) if is_near(*to, at, least)))
    }

    fn follow(&self, parts: &[(f64, &Route)]) -> Result<Walk, TogetherError> {
        let walked = self.party().walker.follow_varied(self.world, self.checker, parts, &[]);
        walked.map(|(walk, _)| walk).map_err(|why| TogetherError::NotWalked { walker: self.number, why })
    }

    /// A route around some discs, if there is one.
    fn route_around(&mut self, discs: &[Disc]) -> Option<Route> {
        let ids: Vec<ObstacleId> =
            discs.iter().filter_map(|&(at, radius)| self.world.add(&Obstacle::disc(at, radius, HEIGHT)).ok()).collect();
        let party = &self.parties[self.number];
        let found = party.walker.plan(self.world, &party.query).ok();
        for id in ids {
            // It was added just now, so removing it cannot fail.
            let _ = self.world.remove(id);
        }
        found
    }

    /// A walk around the places where it would meet others, found one after the other.
    fn around(&mut self, later: &[Disc], first: Meeting) -> Result<Option<Walk>, TogetherError> {
        let mut discs = later.to_vec();
        let mut met = first;
        for _ in 0..DETOURS {
            discs.push((met.at, self.parties[met.other].query.body.radius + AROUND));
            let Some(route) = self.route_around(&discs) else { break };
            let walk = self.follow(&[(0.0, &route)])?;
            match self.meeting(&walk) {
                None => return Ok(Some(walk)),
                Some(next) => met = next,
            }
        }
        Ok(None)
    }

    /// A walk to a place that no other walker passes, and on from there when the others are past.
    fn aside(&mut self) -> Result<Option<Walk>, TogetherError> {
        let Party { walker, query } = self.party();
        for place in self.refuges().into_iter().take(TRIED) {
            let there = Query { to: vec![Goal::Point(place)], explain: false, ..query.clone() };
            let back = Query { from: place, explain: false, ..query.clone() };
            let [there, back] = [there, back].map(|query| walker.plan(self.world, &query).ok());
            let (Some(there), Some(back)) = (there, back) else { continue };
            let there = [(0.0, &there)];
            if self.meeting(&self.follow(&there)?).is_some() {
                continue;
            }
            if let Some(walk) = self.after_waiting(&there, &back, WAITS.into_iter())? {
                return Ok(Some(walk));
            }
        }
        Ok(None)
    }

    /// Places near the start that no walker with priority ever comes near to, the nearest first.
    fn refuges(&self) -> Vec<[f64; 3]> {
        let query = &self.party().query;
        let [x, y, z] = query.from;
        let cell = self.world.grid().cell_size();
        let mut places = Vec::new();
        for far in ASIDE {
            for i in 0..DIRECTIONS {
                let angle = std::f64::consts::TAU * i as f64 / DIRECTIONS as f64;
                let at = [x + far * libm::cos(angle), y, z + far * libm::sin(angle)];
                let floor = self.world.locate(at, [cell, query.body.height, cell]);
                let place = floor.and_then(|floor| self.world.position(floor));
                places.extend(place.filter(|&place| self.is_left_alone(place)));
            }
        }
        places
    }

    fn is_left_alone(&self, place: [f64; 3]) -> bool {
        self.done.iter().zip(self.parties).all(|(walk, other)| {
            let least = self.least_apart(other);
            walk.frames.iter().all(|frame| !is_near(frame.base.at, place, least))
        })
    }

    fn least_apart(&self, other: &Party<'_>) -> f64 {
        self.party().query.body.radius + other.query.body.radius + APART
    }

    /// When and where a walk first meets one of those before it; a walker that has arrived stays there.
    fn meeting(&self, walk: &Walk) -> Option<Meeting> {
        let meetings = self.done.iter().enumerate().filter_map(|(number, other)| {
            let least = self.least_apart(&self.parties[number]);
            let longest = walk.seconds().max(other.seconds());
            let ticks = (longest / walk.frame_time).ceil() as usize;
            (0..ticks).find_map(|tick| {
                let seconds = tick as f64 * walk.frame_time;
                let [one, two] = [walk, other].map(|walk| walk.place_at(seconds));
                is_near(one?, two?, least).then_some(Meeting { seconds, other: number, at: two? })
            })
        });
        meetings.min_by(|a, b| a.seconds.total_cmp(&b.seconds))
    }
}

/// Height of discs in metres, and the difference in height from which on two discs are on different floors.
const HEIGHT: f64 = 1.8;

fn is_near(a: [f64; 3], b: [f64; 3], least: f64) -> bool {
    libm::hypot(a[0] - b[0], a[2] - b[2]) < least && (a[1] - b[1]).abs() < HEIGHT
}

impl Walk {
    /// Where the base point is some seconds after the start; at the end when all is over.
    pub fn place_at(&self, seconds: f64) -> Option<[f64; 3]> {
        let frame = (seconds / self.frame_time) as usize;
        self.frames.get(frame).or(self.frames.last()).map(|frame| frame.base.at)
    }
}
