//! The socket of a page: progress of a bake, and questions that the page asks while the user drags something.
//!
//! Questions are answered one after the other, in their order. The page may take a question back at any time; its work is then stopped.
//! A question for a plan may say how long the answer may take. It is answered by then, if need be only with the message that it is
//! late. While the page asks nothing, the server derives data for a route to a place beside the last goal. The next question stops
//! that work.

use super::refused::Refused;
use super::site::Site;
use crate::ask::{Bounds, edit, pick, plan};
use crate::session::{Session, State as Stage};
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::future::pending;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::interval;

/// Bytes of a message.
const MESSAGE: usize = 256 << 10;
/// Questions that may wait.
const MOST_WAITING: usize = 64;
const PING: Duration = Duration::from_secs(20);

/// What a page asks, with the number that its answer is to have.
#[derive(Deserialize)]
struct Asked {
    id: u64,
    #[serde(flatten)]
    ask: Ask,
}

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
enum Ask {
    Plan(plan::Ask),
    Pick(pick::Ask),
    Add(edit::Add),
    Move(edit::Move),
    Remove(edit::Remove),
    /// Takes a question back that is not answered yet.
    Stop {
        question: u64,
    },
}

/// The question that is being answered, and what will be said.
struct Running {
    id: u64,
    /// Whether it changes the world; then it is not stopped half way.
    edits: bool,
    /// The question, if what comes after it can be made ready.
    plan: Option<plan::Ask>,
    said: Pin<Box<dyn Future<Output = Vec<Value>> + Send>>,
}

/// Work on what may be asked next; tells what is ready when it has come to its end.
type Ahead = Pin<Box<dyn Future<Output = Option<plan::Ready>> + Send>>;

pub(super) async fn open(
    State(site): State<Arc<Site>>,
    Path(session): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refused> {
    let session = site.session(&session)?;
    let full = |_| Refused::new(StatusCode::SERVICE_UNAVAILABLE, "too many pages are open; close one and try again");
    let place = Arc::clone(&site.sockets).try_acquire_owned().map_err(full)?;
    Ok(upgrade.max_message_size(MESSAGE).on_upgrade(move |socket| talk(site, session, socket, place)))
}

/// Talks with a page until either side has enough.
async fn talk(site: Arc<Site>, session: Arc<Session>, mut socket: WebSocket, _place: OwnedSemaphorePermit) {
    let (mut stage, mut ping) = (session.watch(), interval(PING));
    stage.mark_changed();
    let (mut waiting, mut running): (VecDeque<Asked>, Option<Running>) = Default::default();
    let (mut ahead, mut ready): (Option<Ahead>, Option<plan::Ready>) = Default::default();
    loop {
        if running.is_none() && !waiting.is_empty() {
            // Dropped before the next question begins, which has the processor to itself then.
            ahead = None;
            running = waiting.pop_front().map(|asked| begun(&site, &session, asked));
        }
        let answered = done(running.as_mut().map(|running| &mut running.said));
        let prepared = done(ahead.as_mut());
        let said = tokio::select! {
            changed = stage.changed() => match changed {
                Ok(()) => vec![event(&stage.borrow_and_update())],
                Err(_) => return,
            },
            said = answered => {
                let plan = running.take().and_then(|running| running.plan);
                ahead = plan.and_then(|plan| prepare(&site, &session, plan, ready.as_ref()));
                said
            },
            prepared = prepared => {
                ahead = None;
                ready = prepared.or(ready);
                Vec::new()
            },
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => {
                    session.touch(site.began);
                    heard(text.as_str(), &mut waiting, &mut running)
                }
                Some(Ok(Message::Binary(_))) => vec![json!({"error": {"message": "questions are text"}})],
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => Vec::new(),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            },
            _ = ping.tick() => {
                session.touch(site.began);
                if socket.send(Message::Ping(Vec::new().into())).await.is_err() {
                    return;
                }
                Vec::new()
            }
        };
        for value in said {
            if socket.send(Message::Text(value.to_string().into())).await.is_err() {
                return;
            }
        }
    }
}

/// What comes of a future; where there is none, nothing ever does.
async fn done<F: Future + Unpin>(future: Option<&mut F>) -> F::Output {
    match future {
        Some(future) => future.await,
        None => pending().await,
    }
}

fn event(stage: &Stage) -> Value {
    match stage {
        Stage::Baking { stage, done } => json!({"event": "progress", "stage": stage, "done": done}),
        Stage::Failed { message } => json!({"event": "failed", "message": message}),
        Stage::Ready { .. } => json!({"event": "ready"}),
    }
}

fn no(id: impl Into<Value>, message: &str) -> Value {
    json!({"id": id.into(), "error": {"message": message}})
}

/// Takes a message: a question waits for its turn, one that is taken back gives its turn away. What there is to say at once.
fn heard(text: &str, waiting: &mut VecDeque<Asked>, running: &mut Option<Running>) -> Vec<Value> {
    match serde_json::from_str(text) {
        Ok(Asked { id, ask: Ask::Stop { question } }) => {
            let count = waiting.len();
            waiting.retain(|asked| asked.id != question);
            let ran = running.take_if(|running| running.id == question && !running.edits).is_some();
            let stopped = ran || waiting.len() < count;
            let taken_back = stopped.then(|| no(question, "the question was taken back"));
            taken_back.into_iter().chain([json!({"id": id, "ok": {"stopped": stopped}})]).collect()
        }
        Ok(asked) if waiting.len() >= MOST_WAITING => {
            vec![no(asked.id, "too many questions wait already; ask again when they are answered")]
        }
        Ok(asked) => {
            waiting.push_back(asked);
            Vec::new()
        }
        Err(error) => {
            let id = serde_json::from_str::<Value>(text).ok().and_then(|value| value.get("id").cloned());
            vec![no(id.unwrap_or_default(), &format!("the question cannot be read: {error}"))]
        }
    }
}

/// Begins to answer a question; told are the answer and what it changed.
fn begun(site: &Arc<Site>, session: &Arc<Session>, Asked { id, ask }: Asked) -> Running {
    let (site, session, most) = (Arc::clone(site), Arc::clone(session), site.options.limits.obstacles);
    let edits = matches!(ask, Ask::Add(_) | Ask::Move(_) | Ask::Remove(_));
    let plan = if let Ask::Plan(ask) = &ask { Some(ask.clone()) } else { None };
    let in_time = plan.as_ref().and_then(|plan| Some((plan.within()?, plan.late())));
    let said = async move {
        let work = move |bounds: &Bounds| match ask {
            Ask::Plan(ask) => plan::answer(&session.world()?, &ask, bounds),
            Ask::Pick(ask) => pick::answer(&session.world()?, &ask),
            Ask::Add(ask) => session.with(|held| edit::add(held, &ask, most)),
            Ask::Move(ask) => session.with(|held| edit::put(held, &ask)),
            Ask::Remove(ask) => session.with(|held| edit::remove(held, &ask)),
            Ask::Stop { .. } => Ok(Value::Null),
        };
        let done = match in_time {
            Some((within, late)) => site.questions.run_within(within, work).await.unwrap_or(Ok(late)),
            None => site.questions.run(work).await,
        };
        match done {
            Ok(told) => {
                let changed = edits.then(|| json!({"event": "changed", "revision": told["revision"]}));
                [json!({"id": id, "ok": told})].into_iter().chain(changed).collect()
            }
            Err(refused) => vec![no(id, &refused.message)],
        }
    };
    Running { id, edits, plan, said: Box::pin(said) }
}

/// Makes ready what may be asked after a question, unless it is; until it is dropped.
fn prepare(site: &Arc<Site>, session: &Arc<Session>, ask: plan::Ask, ready: Option<&plan::Ready>) -> Option<Ahead> {
    let wanted = session.with(|held| Ok(plan::Ready::of(held, &ask))).ok()?;
    let (site, session) = (Arc::clone(site), Arc::clone(session));
    (Some(&wanted) != ready).then(|| -> Ahead {
        Box::pin(async move {
            // The result is derived data, not an answer, so an error is not sent.
            let done = site.ahead.run(move |bounds| plan::prepare(&session.world()?, &ask, bounds)).await;
            done.is_ok().then_some(wanted)
        })
    })
}
