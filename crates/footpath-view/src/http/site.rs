//! What all requests share: scenes, sessions, and places for work that takes long.

use super::refused::Refused;
use super::work::Work;
use crate::Options;
use crate::scenes::{Scenes, Wanted};
use crate::session::Session;
use axum::http::StatusCode;
use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// After so long without a question a session gives its place to a new one.
const IDLE: Duration = Duration::from_secs(120);

pub(super) struct Site {
    pub options: Options,
    pub scenes: Scenes,
    pub sockets: Arc<Semaphore>,
    pub began: Instant,
    sessions: Mutex<BTreeMap<String, Arc<Session>>>,
    /// Threads for questions of sockets, which are asked while something moves.
    pub questions: Work,
    /// The one thread for what may be asked next, worked on while nothing is asked.
    pub ahead: Work,
    /// Threads for what is drawn, walked or read.
    pub drawings: Work,
    /// One bake after the other: it takes all threads that there are, and what memory the worlds before it have left.
    bakes: Semaphore,
}

impl Site {
    pub fn new(options: Options) -> Self {
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            scenes: Scenes::new(options.folders.clone(), options.scene.as_deref()),
            sockets: Arc::new(Semaphore::new(options.limits.sockets)),
            began: Instant::now(),
            sessions: Mutex::default(),
            questions: Work::new(threads, options.limits.question, options.limits.expanded),
            ahead: Work::new(1, options.limits.drawing, options.limits.expanded),
            drawings: Work::new(threads, options.limits.drawing, options.limits.expanded),
            bakes: Semaphore::new(1),
            options,
        }
    }

    fn sessions(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Session>>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new session and its name, which cannot be guessed.
    pub fn begin(&self) -> Result<(String, Arc<Session>), Refused> {
        let mut sessions = self.sessions();
        if sessions.len() >= self.options.limits.sessions {
            let idlest = sessions.iter().max_by_key(|(_, session)| session.idle(self.began));
            match idlest.filter(|(_, session)| session.idle(self.began) > IDLE).map(|(name, _)| name.clone()) {
                Some(name) => sessions.remove(&name).iter().for_each(|session| session.leave()),
                None => {
                    let message = format!("{} pages are open already; close one and try again", sessions.len());
                    return Err(Refused::new(StatusCode::SERVICE_UNAVAILABLE, message));
                }
            }
        }
        let random = || RandomState::new().hash_one(sessions.len());
        let (name, session) = (format!("{:016x}{:016x}", random(), random()), Arc::new(Session::new()));
        session.touch(self.began);
        sessions.insert(name.clone(), Arc::clone(&session));
        Ok((name, session))
    }

    pub fn session(&self, name: &str) -> Result<Arc<Session>, Refused> {
        let session = self.sessions().get(name).cloned();
        let session =
            session.ok_or_else(|| Refused::new(StatusCode::NOT_FOUND, "there is no such session; reload the page"))?;
        session.touch(self.began);
        Ok(session)
    }

    pub fn end(&self, name: &str) {
        self.sessions().remove(name).iter().for_each(|session| session.leave());
    }

    /// The bake of a session, when those before it have ended.
    pub async fn bake(self: Arc<Self>, session: Arc<Session>, wanted: Wanted) {
        let Ok(_place) = self.bakes.acquire().await else { return };
        let (site, baked) = (Arc::clone(&self), Arc::clone(&session));
        let bake = move || {
            let taken: u64 = site.sessions().values().map(|session| session.bytes()).sum();
            baked.bake(&site.scenes, &wanted, site.options.limits.memory.saturating_sub(taken));
        };
        if spawn_blocking(bake).await.is_err() {
            session.fail("this went wrong inside; please report it".to_owned());
        }
    }
}
