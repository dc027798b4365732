//! Connections with bounds: so many at once, and none that is silent for long.
//!
//! When all places are taken, the connection that has been silent longest is closed for a new one. So connections that are opened and
//! left alone do not keep a page from its server.

use axum::serve::Listener;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep, timeout};

/// Connections at once.
const MOST: usize = 256;
/// How long a connection may be silent. Sockets of pages are pinged more often.
const SILENCE: Duration = Duration::from_secs(60);
/// How long a new connection waits for the place of one that is closed.
const PATIENCE: Duration = Duration::from_secs(1);

pub(super) struct Bounded {
    listener: TcpListener,
    places: Arc<Semaphore>,
    open: Vec<Weak<Activity>>,
}

/// When a connection was active last. Shared between the connection and the listener.
struct Activity(Mutex<State>);

struct State {
    last: Instant,
    /// Whether something was read and nothing written since: an answer is being made.
    is_in_work: bool,
    is_closed: bool,
    /// Wake the task of the connection, which waits to read or to write.
    reader: Option<Waker>,
    writer: Option<Waker>,
}

impl Activity {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        state.reader.take().into_iter().chain(state.writer.take()).for_each(Waker::wake);
    }
}

impl Bounded {
    pub fn new(listener: TcpListener) -> Self {
        Self { listener, places: Arc::new(Semaphore::new(MOST)), open: Vec::new() }
    }

    /// A place for a new connection, if need be that of the idle one that has been silent longest.
    async fn place(&mut self) -> Option<OwnedSemaphorePermit> {
        let places = Arc::clone(&self.places);
        if places.available_permits() == 0 {
            let open = self.open.iter().filter_map(Weak::upgrade).filter(|activity| !activity.state().is_closed);
            let oldest = open.min_by_key(|activity| {
                let state = activity.state();
                (state.is_in_work, state.last)
            });
            oldest.iter().for_each(|activity| activity.close());
        }
        timeout(PATIENCE, places.acquire_owned()).await.ok()?.ok()
    }
}

impl Listener for Bounded {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        loop {
            let (stream, from) = Listener::accept(&mut self.listener).await;
            if let Some(place) = self.place().await {
                let state =
                    State { last: Instant::now(), is_in_work: false, is_closed: false, reader: None, writer: None };
                let activity = Arc::new(Activity(Mutex::new(state)));
                self.open.retain(|activity| activity.strong_count() > 0);
                self.open.push(Arc::downgrade(&activity));
                let connection = Connection { stream, deadline: Box::pin(sleep(SILENCE)), activity, _place: place };
                return (connection, from);
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection that ends when it is silent for too long, or when its place is needed.
pub(super) struct Connection {
    stream: TcpStream,
    deadline: Pin<Box<Sleep>>,
    activity: Arc<Activity>,
    _place: OwnedSemaphorePermit,
}

impl Connection {
    fn note_activity(&mut self, is_in_work: bool) {
        let now = Instant::now();
        let mut state = self.activity.state();
        (state.last, state.is_in_work) = (now, is_in_work);
        drop(state);
        self.deadline.as_mut().reset(now + SILENCE);
    }

    /// Ready when the connection has been silent for too long, or its place is needed.
    fn poll_end(&mut self, cx: &mut Context<'_>, waker: impl Fn(&mut State) -> &mut Option<Waker>) -> Poll<io::Error> {
        let mut state = self.activity.state();
        let is_closed = state.is_closed;
        *waker(&mut state) = Some(cx.waker().clone());
        drop(state);
        if !is_closed {
            ready!(self.deadline.as_mut().poll(cx));
        }
        Poll::Ready(io::ErrorKind::TimedOut.into())
    }
}

impl AsyncRead for Connection {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        match Pin::new(&mut self.stream).poll_read(cx, buffer) {
            Poll::Ready(read) => {
                self.note_activity(true);
                Poll::Ready(read)
            }
            Poll::Pending => self.poll_end(cx, |state| &mut state.reader).map(Err),
        }
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match Pin::new(&mut self.stream).poll_write(cx, bytes) {
            Poll::Ready(written) => {
                self.note_activity(false);
                Poll::Ready(written)
            }
            Poll::Pending => self.poll_end(cx, |state| &mut state.writer).map(Err),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
