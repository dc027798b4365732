//! Sessions: one page, one world. A bake that runs, the world that came of it, the page's obstacles in it.

use crate::ask::facts::{Facts, facts};
use crate::scenes::{Found, Scenes, Wanted};
use footpath::World;
use footpath::world::{BakeReport, ObstacleId, Progress};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Where a session is.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub(crate) enum State {
    Baking { stage: String, done: f64 },
    Failed { message: String },
    Ready { facts: Arc<Facts> },
}

/// A page's world and what the page has put into it.
pub(crate) struct Held {
    pub world: World,
    /// The page's numbers of its obstacles.
    pub obstacles: BTreeMap<u64, ObstacleId>,
    pub revision: u64,
    next: u64,
}

impl Held {
    /// A number for a new obstacle.
    pub fn number(&mut self) -> u64 {
        self.next += 1;
        self.next
    }
}

/// One page.
pub(crate) struct Session {
    state: watch::Sender<State>,
    held: Mutex<Option<Held>>,
    /// Whether the page has gone; a bake that still runs then stops.
    gone: AtomicBool,
    /// Bytes of its world.
    bytes: AtomicU64,
    /// Milliseconds from the start of the site to the last request.
    used: AtomicU64,
}

impl Session {
    pub fn new() -> Self {
        let state = watch::Sender::new(State::Baking { stage: "reading".to_owned(), done: 0.0 });
        Self {
            state,
            held: Mutex::default(),
            gone: AtomicBool::new(false),
            bytes: AtomicU64::new(0),
            used: AtomicU64::new(0),
        }
    }

    pub fn touch(&self, since: Instant) {
        self.used.store(since.elapsed().as_millis() as u64, Ordering::Relaxed);
    }

    /// How long nothing was asked of it.
    pub fn idle(&self, since: Instant) -> Duration {
        let used = Duration::from_millis(self.used.load(Ordering::Relaxed));
        since.elapsed().saturating_sub(used)
    }

    pub fn state(&self) -> State {
        self.state.borrow().clone()
    }

    pub fn watch(&self) -> watch::Receiver<State> {
        self.state.subscribe()
    }

    /// Stops a bake that runs.
    pub fn leave(&self) {
        self.gone.store(true, Ordering::Relaxed);
    }

    /// Bytes of its world.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Says that there will be no world.
    pub fn fail(&self, message: String) {
        self.state.send_replace(State::Failed { message });
    }

    /// Reads a scene and bakes it within some bytes; takes as long as that takes.
    pub fn bake(&self, scenes: &Scenes, wanted: &Wanted, memory: u64) {
        // The page may have gone while others were baked.
        if self.gone.load(Ordering::Relaxed) {
            return;
        }
        match self.baked(scenes, wanted, memory) {
            Ok(facts) => drop(self.state.send_replace(State::Ready { facts: Arc::new(facts) })),
            Err(message) => self.fail(message),
        }
    }

    fn baked(&self, scenes: &Scenes, wanted: &Wanted, memory: u64) -> Result<Facts, String> {
        let before = Instant::now();
        let found = scenes.open(wanted, memory)?;
        let reading = before.elapsed();
        let (world, report, warnings) = match found {
            Found::World(world) => (*world, BakeReport::default(), Vec::new()),
            Found::Scene(scene, settings) => {
                let warnings = warnings(&scene);
                let baked = World::bake_with(&scene, &settings, &|progress| self.step(progress));
                let (world, report) = baked.map_err(|error| error.to_string())?;
                (world, report, warnings)
            }
        };
        let facts = facts(&wanted.scene, &world, &report, reading, warnings);
        let counts = world.counts();
        self.bytes.store((counts.bytes + counts.face_bytes) as u64, Ordering::Relaxed);
        *self.lock() = Some(Held { world, obstacles: BTreeMap::new(), revision: 0, next: 0 });
        Ok(facts)
    }

    fn step(&self, progress: Progress) -> ControlFlow<()> {
        if self.gone.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        let done = progress.done as f64 / progress.total.max(1) as f64;
        // A page need not hear of every tile.
        self.state.send_if_modified(|state| match state {
            State::Baking { stage, done: told } if stage == progress.stage.name() && done - *told < 0.01 => false,
            State::Baking { .. } => {
                *state = State::Baking { stage: progress.stage.name().to_owned(), done };
                true
            }
            _ => false,
        });
        ControlFlow::Continue(())
    }

    fn lock(&self) -> MutexGuard<'_, Option<Held>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The world as it is now; a clone is cheap.
    pub fn world(&self) -> Result<World, String> {
        self.with(|held| Ok(held.world.clone()))
    }

    /// Something done with what is held.
    pub fn with<T>(&self, act: impl FnOnce(&mut Held) -> Result<T, String>) -> Result<T, String> {
        match &mut *self.lock() {
            Some(held) => act(held),
            None => Err(match self.state() {
                State::Failed { message } => message,
                _ => "the world is still being baked".to_owned(),
            }),
        }
    }
}

/// What looks wrong with a scene.
fn warnings(scene: &footpath::Scene) -> Vec<String> {
    let mut told = Vec::new();
    let dropped = scene.report().dropped();
    if dropped > 0 {
        told.push(format!(
            "{dropped} triangles without area, with bad indices or with numbers that are not finite are left out"
        ));
    }
    if let Some(hint) = scene.unit_hint() {
        told.push(format!(
            "the scene is {:.0} m high, which looks like {}; try a scale of {}",
            hint.height, hint.unit, hint.scale
        ));
    }
    told
}
