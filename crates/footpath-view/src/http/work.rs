//! Work that takes long: on a bounded number of threads, for a bounded time, and no longer than somebody waits for it.

use super::refused::Refused;
use crate::ask::Bounds;
use axum::http::StatusCode;
use footpath::search::Stop;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// How long work may take to end after it was told to.
const GRACE: Duration = Duration::from_secs(2);
/// The same for who waits for an answer in time.
const MOMENT: Duration = Duration::from_millis(10);

/// Threads of one kind, and how long their work may take.
pub(super) struct Work {
    places: Arc<Semaphore>,
    patience: Duration,
    expanded: u64,
}

/// Stops work that is not needed any more: the page was closed, or asked another question.
struct Waits(Stop);

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.set();
    }
}

fn failed<E>(_: E) -> Refused {
    Refused::new(StatusCode::INTERNAL_SERVER_ERROR, "this went wrong inside; please report it")
}

impl Work {
    pub fn new(threads: usize, patience: Duration, expanded: u64) -> Self {
        Self { places: Arc::new(Semaphore::new(threads)), patience, expanded }
    }

    /// As [`Work::run`], for somebody who waits no longer than this, and a moment for what is nearly done: none when that is over. The
    /// work is told to stop, and what it has derived until then stays.
    pub async fn run_within<T: Send + 'static>(
        &self,
        within: Duration,
        work: impl FnOnce(&Bounds) -> Result<T, String> + Send + 'static,
    ) -> Option<Result<T, Refused>> {
        // No time at all is over before anything begins.
        if within.is_zero() {
            return None;
        }
        self.wait(self.bounds(), [within, MOMENT], work).await.map(|(done, _)| done)
    }

    /// Something done on a thread of its own, when one is free. After its time it is told to stop; what does not heed that is left
    /// to end by itself, and keeps its place until then.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Bounds) -> Result<T, String> + Send + 'static,
    ) -> Result<T, Refused> {
        let bounds = self.bounds();
        let told = bounds.late();
        let late = |message: String| Refused::new(StatusCode::SERVICE_UNAVAILABLE, message);
        match self.wait(bounds, [self.patience, GRACE], work).await {
            Some((done, true)) => done.map_err(|refused| late(refused.message)),
            Some((done, false)) => done,
            None => Err(late(told)),
        }
    }

    fn bounds(&self) -> Bounds {
        Bounds { expanded: self.expanded, stop: Stop::default(), patience: self.patience }
    }

    /// What comes within a time, or within a grace after it was told to stop, and whether it was; none after that.
    async fn wait<T: Send + 'static>(
        &self,
        bounds: Bounds,
        [patience, grace]: [Duration; 2],
        work: impl FnOnce(&Bounds) -> Result<T, String> + Send + 'static,
    ) -> Option<(Result<T, Refused>, bool)> {
        let waits = Waits(bounds.stop.clone());
        let places = Arc::clone(&self.places);
        let done = async move {
            let place = places.acquire_owned().await.map_err(failed)?;
            let placed = move || {
                let _place = place;
                work(&bounds)
            };
            spawn_blocking(placed).await.map_err(failed)?.map_err(Refused::bad)
        };
        tokio::pin!(done);
        // No time at all is over before anything begins.
        if !patience.is_zero()
            && let Ok(done) = timeout(patience, &mut done).await
        {
            return Some((done, false));
        }
        waits.0.set();
        timeout(grace, &mut done).await.ok().map(|done| (done, true))
    }
}
