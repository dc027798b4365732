//! The inspector: a page in the browser that shows every stage of a world. A user can change bodies and obstacles there.
//!
//! In: scenes by name, from folders it was given, and what a page uploads. Out: a page, and a small typed API for it over HTTP (what is
//! large: scenes, layers, walks) and a WebSocket per session (what moves: plans, picks, edits, progress of a bake).
//!
//! Data flow: `scenes` finds a scene by its name → `session` bakes it and holds its world → `ask` answers what a page asks of it →
//! `layers` draws its stages → `pack` puts drawings into bytes → `http` carries all of it. `page` is what the browser
//! loads. The library alone decides on routes.
//!
//! Promised: it listens on 127.0.0.1 unless the options have another address, and refuses requests under another name; it reads no
//! file outside its folders; every request is bounded in size and in time, and work that takes long runs on a bounded number of threads.

mod ask;
mod http;
mod layers;
mod pack;
mod page;
mod report;
mod scenes;
mod session;

pub use http::{Server, bind};
pub use page::{Assets, PageError, assets};
pub use report::{Asked, Report};

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

/// What the inspector is started with.
#[derive(Clone, Debug)]
pub struct Options {
    /// Address to listen on.
    pub address: IpAddr,
    /// Port to listen on; 0 for any that is free.
    pub port: u16,
    /// Folders whose scenes and worlds may be opened.
    pub folders: Vec<PathBuf>,
    /// What the page opens first: the name of a built-in scene, or a file.
    pub scene: Option<String>,
    /// Limits on what pages may ask for.
    pub limits: Limits,
}

/// Limits on what pages may ask for.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of an uploaded file.
    pub upload: usize,
    /// Bytes that the baked worlds of all pages together may take.
    pub memory: u64,
    /// Pages with a world at once.
    pub sessions: usize,
    /// Open sockets.
    pub sockets: usize,
    /// Obstacles that a page may have in its world.
    pub obstacles: usize,
    /// Floors that one search may expand.
    pub expanded: u64,
    /// Figures that walk at once.
    pub walkers: usize,
    /// How long a question that is asked while something moves may take.
    pub question: Duration,
    /// How long a layer, a search to look at, a walk or an export may take.
    pub drawing: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            upload: 256 << 20,
            memory: 2 << 30,
            sessions: 32,
            sockets: 64,
            obstacles: 1000,
            expanded: 50_000_000,
            walkers: 16,
            question: Duration::from_secs(10),
            drawing: Duration::from_secs(45),
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 0,
            folders: Vec::new(),
            scene: None,
            limits: Limits::default(),
        }
    }
}
