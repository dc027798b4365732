//! HTTP and sockets: carries questions to sessions and answers back.

mod api;
mod guard;
mod listener;
mod refused;
mod site;
mod socket;
mod work;

use crate::Options;
use crate::page::Assets;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::header;
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use listener::Bounded;
use site::Site;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// Bytes of a question in JSON.
const QUESTION: usize = 1 << 20;

/// An inspector that listens.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    site: Arc<Site>,
    assets: Arc<Assets>,
}

/// Begins to listen; nothing is answered before [`Server::run`].
pub fn bind(options: Options, assets: Assets) -> std::io::Result<Server> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let listener = runtime.block_on(TcpListener::bind((options.address, options.port)))?;
    let address = listener.local_addr()?;
    Ok(Server { runtime, listener, address, site: Arc::new(Site::new(options)), assets: Arc::new(assets) })
}

impl Server {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until the process ends.
    pub fn run(self) -> std::io::Result<()> {
        let Self { runtime, listener, site, assets, .. } = self;
        let service = router(site, &assets).into_make_service();
        runtime.block_on(async { axum::serve(Bounded::new(listener), service).await })
    }
}

fn router(site: Arc<Site>, assets: &Assets) -> Router {
    let file = |kind: &'static str, text: &str| {
        let text = text.to_owned();
        get(move || async move { ([(header::CONTENT_TYPE, kind)], text).into_response() })
    };
    let upload = post(api::upload).layer(DefaultBodyLimit::max(site.options.limits.upload));
    Router::new()
        .route("/", file("text/html; charset=utf-8", &assets.index))
        .route("/page.js", file("text/javascript; charset=utf-8", &assets.script))
        .route("/page.css", file("text/css; charset=utf-8", &assets.style))
        .route("/api/openapi.json", file("application/json", api::DESCRIPTION))
        .route("/api/scenes", get(api::scenes))
        .route("/api/uploads", upload)
        .route("/api/sessions", post(api::open))
        .route("/api/sessions/{session}", get(api::state).delete(api::leave))
        .route("/api/sessions/{session}/scene", get(api::scene))
        .route("/api/sessions/{session}/layers/{layer}", post(api::layer))
        .route("/api/sessions/{session}/front", post(api::front))
        .route("/api/sessions/{session}/walk", post(api::walk))
        .route("/api/sessions/{session}/export.glb", post(api::export))
        .route("/api/sessions/{session}/socket", get(socket::open))
        .fallback(api::nothing)
        .layer(DefaultBodyLimit::max(QUESTION))
        .layer(from_fn_with_state(Arc::clone(&site), guard::check))
        .with_state(site)
}
