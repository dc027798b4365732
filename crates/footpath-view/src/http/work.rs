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

/// Threads of one kind, and how long their work may take.
pub(super) struct Work {
    places: Arc<Semaphore>,
    patience: Duration,
    expanded: u64,
}

/// Stops work when nobody waits for it any more: the page has gone, or asked something else.
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

    /// As [`Work::run`], for somebody who waits no longer than this: none when that is over. The work is told to stop, and what
    /// it has derived until then stays.
    pub async fn run_within<T: Send + 'static>(
        &self,
        within: Duration,
        work: impl FnOnce(&Bounds) -> Result<T, String> + Send + 'static,
    ) -> Option<Result<T, Refused>> {
        // No time at all is over before anything begins.
        if within.is_zero() {
            return None;
        }
        timeout(within, self.run(work)).await.ok()
    }

    /// Something done on a thread of its own, when one is free. After its time it is told to stop; what does not heed that is left
    /// to end by itself, and keeps its place until then.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Bounds) -> Result<T, String> + Send + 'static,
    ) -> Result<T, Refused> {
        let bounds = Bounds { expanded: self.expanded, stop: Stop::default(), patience: self.patience };
        let waits = Waits(bounds.stop.clone());
        let told = bounds.late();
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
        if !self.patience.is_zero()
            && let Ok(done) = timeout(self.patience, &mut done).await
        {
            return done;
        }
        waits.0.set();
        let late = |message: String| Refused::new(StatusCode::SERVICE_UNAVAILABLE, message);
        match timeout(GRACE, &mut done).await {
            Ok(done) => done.map_err(|refused| late(refused.message)),
            Err(_) => Err(late(told)),
        }
    }
}
