//! The socket of a page: how a bake goes on, and questions that are asked while something is dragged.

use super::refused::Refused;
use super::site::Site;
use crate::ask::{edit, pick, plan};
use crate::session::{Session, State as Stage};
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::interval;

/// Bytes of a message.
const MESSAGE: usize = 256 << 10;
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
}

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
    loop {
        let said = tokio::select! {
            changed = stage.changed() => match changed {
                Ok(()) => vec![event(&stage.borrow_and_update())],
                Err(_) => return,
            },
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => answered(&site, &session, text.as_str()).await,
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

fn event(stage: &Stage) -> Value {
    match stage {
        Stage::Baking { stage, done } => json!({"event": "progress", "stage": stage, "done": done}),
        Stage::Failed { message } => json!({"event": "failed", "message": message}),
        Stage::Ready { .. } => json!({"event": "ready"}),
    }
}

/// The answer to one message, and what it changed.
async fn answered(site: &Arc<Site>, session: &Arc<Session>, text: &str) -> Vec<Value> {
    session.touch(site.began);
    let Asked { id, ask } = match serde_json::from_str(text) {
        Ok(asked) => asked,
        Err(error) => {
            let id = serde_json::from_str::<Value>(text).ok().and_then(|value| value.get("id").cloned());
            return vec![json!({"id": id, "error": {"message": format!("the question cannot be read: {error}")}})];
        }
    };
    let (session, limits) = (Arc::clone(session), site.options.limits);
    let edits = matches!(ask, Ask::Add(_) | Ask::Move(_) | Ask::Remove(_));
    let work = move || match ask {
        Ask::Plan(ask) => plan::answer(&session.world()?, &ask, limits.expanded),
        Ask::Pick(ask) => pick::answer(&session.world()?, &ask),
        Ask::Add(ask) => session.with(|held| edit::add(held, &ask, limits.obstacles)),
        Ask::Move(ask) => session.with(|held| edit::put(held, &ask)),
        Ask::Remove(ask) => session.with(|held| edit::remove(held, &ask)),
    };
    match site.work(work).await {
        Ok(told) => {
            let changed = edits.then(|| json!({"event": "changed", "revision": told["revision"]}));
            [json!({"id": id, "ok": told})].into_iter().chain(changed).collect()
        }
        Err(refused) => vec![json!({"id": id, "error": {"message": refused.message}})],
    }
}
