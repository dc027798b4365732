//! Several walkers in one world, each around where the others will be (Kuffner 1998, Fig. 4).
//!
//! In: who walks where, in the order in which they go first. Out: a walk for each; at no time are two discs nearer than
//! their radii. The first goes as if alone. Each later one knows where those before it will be at every moment, and takes what
//! brings it to its goal soonest: its own way, a way around the place where it would meet one of them, waiting before it sets
//! out, or stepping aside until the others are past. Where nothing of that helps, it says who is in the way.
//!
//! The seed's characters plan anew all the time around where the others are about to be; that is
//! [`Company`](crate::motion::control::Company), for characters whose goals change. Here all goals are known, so everybody can know
//! all of the way of those who go first.

use super::{Walk, WalkError, WalkRefused, Walker};
use crate::plan::{Goal, Query};
use crate::route::{Checker, Route};
use crate::world::{Obstacle, ObstacleId, World};

/// One of several walkers.
#[derive(Clone, Debug)]
pub struct Party<'a> {
    /// How it walks.
    pub walker: Walker,
    /// Who walks from where to where.
    pub query: Query<'a>,
}

/// Why several cannot walk together; walkers are numbered from 0.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TogetherError {
    /// One of them has no way, even if it were alone.
    #[error("walker {}: {why}", who + 1)]
    Refused {
        /// Which one.
        who: usize,
        /// Why.
        why: WalkRefused,
    },
    /// A way of one of them cannot be walked.
    #[error("walker {}: {why}", who + 1)]
    NotWalked {
        /// Which one.
        who: usize,
        /// Why.
        why: WalkError,
    },
    /// One cannot get past another.
    #[error("walker {} cannot get past walker {} at ({:.2}, {:.2}, {:.2}): neither around it, nor by waiting, nor by stepping \
             aside", who + 1, of + 1, at[0], at[1], at[2])]
    InTheWay {
        /// Which one.
        who: usize,
        /// Past whom.
        of: usize,
        /// Where they would meet, in metres.
        at: [f64; 3],
    },
}

/// Metres between two discs beyond both radii.
const APART: f64 = 0.05;
/// Metres that a way around somebody keeps from where it would be met.
const AROUND: f64 = 0.15;
/// Places where somebody is met that a way leads around, at most.
const DETOURS: usize = 5;
/// Seconds that somebody waits before it sets out.
const WAITS: [f64; 8] = [0.7, 1.5, 3.0, 5.0, 8.0, 13.0, 21.0, 34.0];
/// Distances in metres at which a place to step aside is looked for, and directions.
const ASIDE: [f64; 7] = [0.6, 0.9, 1.4, 2.1, 3.2, 5.0, 8.0];
const DIRECTIONS: usize = 12;
/// Places to step aside that are tried.
const TRIED: usize = 12;

/// The middle of a disc's foot, and its radius.
type Disc = ([f64; 3], f64);

/// Where two meet.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    seconds: f64,
    of: usize,
    at: [f64; 3],
}

/// Walks of several through one world. Obstacles are put into the world on the way and taken out again.
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
    for (who, party) in parties.iter().enumerate() {
        let mut walk = Scheduler { world, checker: &checker, parties, done: &walks, who }.walk()?;
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
    /// Walks of the walkers that go first.
    done: &'a [Walk],
    /// Number of the walker.
    who: usize,
}

impl Scheduler<'_, '_> {
    fn party(&self) -> &Party<'_> {
        &self.parties[self.who]
    }

    fn walk(mut self) -> Result<Walk, TogetherError> {
        // Those who have not set out yet stand where they are, if there is a way around them; who stands on its goal will
        // have gone by then.
        let later: Vec<Disc> = self.parties[self.who + 1..]
            .iter()
            .map(|party| (party.query.from, party.query.body.radius))
            .filter(|&(at, radius)| !self.is_goal_near(at, radius + self.party().query.body.radius + AROUND))
            .collect();
        let own = match self.route_around(&later) {
            Some(route) => route,
            None => {
                let party = self.party();
                let found = party.walker.plan(self.world, &party.query);
                found.map_err(|why| TogetherError::Refused { who: self.who, why })?
            }
        };
        let alone = self.follow(&[(0.0, &own)])?;
        let Some(first) = self.meeting(&alone) else { return Ok(alone) };
        let in_the_way = TogetherError::InTheWay { who: self.who, of: first.of, at: first.at };
        let own_radius = self.party().query.body.radius;
        // Who has arrived stays; where they leave no way, waiting does not help.
        let arrived: Vec<Disc> = self
            .done
            .iter()
            .zip(self.parties)
            .filter_map(|(walk, party)| Some((walk.frames.last()?.base.at, party.query.body.radius)))
            // Who arrives where this one sets out comes when it has gone.
            .filter(|&(at, radius)| !is_near(self.party().query.from, at, radius + own_radius + AROUND))
            .collect();
        if self.route_around(&arrived).is_none() {
            return Err(in_the_way);
        }
        let mut best = self.around(&later, first)?;
        for wait in WAITS {
            let arrives = alone.seconds() + wait;
            if best.as_ref().is_some_and(|best| best.seconds() <= arrives) {
                break;
            }
            let walk = self.follow(&[(wait, &own)])?;
            if self.meeting(&walk).is_none() {
                best = Some(walk);
            }
        }
        match best {
            Some(best) => Ok(best),
            None => self.aside()?.ok_or(in_the_way),
        }
    }

    fn is_goal_near(&self, at: [f64; 3], least: f64) -> bool {
        self.party().query.to.iter().any(|goal| matches!(goal, Goal::Point(to) if is_near(*to, at, least)))
    }

    fn follow(&self, parts: &[(f64, &Route)]) -> Result<Walk, TogetherError> {
        let walked = self.party().walker.follow_varied(self.world, self.checker, parts, &[]);
        walked.map(|(walk, _)| walk).map_err(|why| TogetherError::NotWalked { who: self.who, why })
    }

    /// A route around some discs; `None` where there is none.
    fn route_around(&mut self, discs: &[Disc]) -> Option<Route> {
        let ids: Vec<ObstacleId> =
            discs.iter().filter_map(|&(at, radius)| self.world.add(&Obstacle::disc(at, radius, HEIGHT)).ok()).collect();
        let party = &self.parties[self.who];
        let found = party.walker.plan(self.world, &party.query).ok();
        for id in ids {
            // What was just put in is there to be taken out.
            let _ = self.world.remove(id);
        }
        found
    }

    /// Around the places where it would meet others, one after the other.
    fn around(&mut self, later: &[Disc], first: Meeting) -> Result<Option<Walk>, TogetherError> {
        let mut discs = later.to_vec();
        let mut met = first;
        for _ in 0..DETOURS {
            discs.push((met.at, self.parties[met.of].query.body.radius + AROUND));
            let Some(route) = self.route_around(&discs) else { break };
            let walk = self.follow(&[(0.0, &route)])?;
            match self.meeting(&walk) {
                None => return Ok(Some(walk)),
                Some(next) => met = next,
            }
        }
        Ok(None)
    }

    /// To a place where nobody comes by, and on from there when they are past.
    fn aside(&mut self) -> Result<Option<Walk>, TogetherError> {
        let party = self.party();
        let query = &party.query;
        for place in self.refuges().into_iter().take(TRIED) {
            let there = Query { to: vec![Goal::Point(place)], explain: false, ..query.clone() };
            let back = Query { from: place, explain: false, ..query.clone() };
            let plan = |query: &Query<'_>| party.walker.plan(self.world, query).ok();
            let (Some(there), Some(back)) = (plan(&there), plan(&back)) else { continue };
            let waiting = self.follow(&[(0.0, &there)])?;
            if self.meeting(&waiting).is_some() {
                continue;
            }
            for wait in WAITS {
                let walk = self.follow(&[(0.0, &there), (wait, &back)])?;
                if self.meeting(&walk).is_none() {
                    return Ok(Some(walk));
                }
            }
        }
        Ok(None)
    }

    /// Places near the start that nobody who goes first ever comes near to, the nearest first.
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

    /// When and where a walk first meets one of those before it; who has arrived stands there.
    fn meeting(&self, walk: &Walk) -> Option<Meeting> {
        let meetings = self.done.iter().enumerate().filter_map(|(of, other)| {
            let least = self.least_apart(&self.parties[of]);
            let longest = walk.seconds().max(other.seconds());
            let ticks = (longest / walk.frame_time).ceil() as usize;
            (0..ticks).find_map(|tick| {
                let seconds = tick as f64 * walk.frame_time;
                let [one, two] = [walk, other].map(|walk| walk.place_at(seconds));
                is_near(one?, two?, least).then_some(Meeting { seconds, of, at: two? })
            })
        });
        meetings.min_by(|a, b| a.seconds.total_cmp(&b.seconds))
    }
}

/// Metres that discs are high, and from which on what is above or below is on another floor.
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
