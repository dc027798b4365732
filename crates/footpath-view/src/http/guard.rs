//! Who may ask: pages that this server sent, and programs that call it by its own name.
//!
//! A page from elsewhere that a browser shows must not reach a server on the user's machine, neither directly (its `Origin` differs)
//! nor under a name of its own that resolves to this machine (its `Host` differs).

use super::refused::Refused;
use super::site::Site;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use std::sync::Arc;

pub(super) async fn check(State(site): State<Arc<Site>>, request: Request, next: Next) -> Result<Response, Refused> {
    let (host, origin) = (text(request.headers(), header::HOST), text(request.headers(), header::ORIGIN));
    let address = site.options.address;
    let known = |host: &str| {
        let name = host.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok()).map_or(host, |(name, _)| name);
        let name = name.trim_matches(['[', ']']);
        name == "localhost" || name.parse().is_ok_and(|named: std::net::IpAddr| named.is_loopback() || named == address)
    };
    let refused = |message: &str| Err(Refused::new(StatusCode::FORBIDDEN, message));
    // Whoever opened the server to a network has their own names for it.
    if !address.is_unspecified() && !host.as_deref().is_some_and(known) {
        return refused("this server answers to localhost and its own address only");
    }
    if let Some(origin) = origin {
        let own = host.is_some_and(|host| origin.split_once("://").is_some_and(|(_, from)| from == host));
        if !own {
            return refused("this server answers its own pages only");
        }
    }
    Ok(next.run(request).await)
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<String> {
    headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
}
