//! Which requests are answered: those of pages that this server sent, and of programs that call it by its own name.
//!
//! A page from elsewhere that a browser shows must not reach a server on the user's machine, neither directly (its `Origin` differs)
//! nor under a name of its own that resolves to this machine (its `Host` differs). It must not show a page of this server in a frame
//! either, and no form of it can send a question: questions are JSON and say so.

use super::refused::Refused;
use super::site::Site;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
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
    // A server that is open to a network may have any name there.
    if !address.is_unspecified() && !host.as_deref().is_some_and(known) {
        return refused("this server answers to localhost and its own address only");
    }
    if let Some(origin) = origin {
        let own = host.is_some_and(|host| origin.split_once("://").is_some_and(|(_, from)| from == host));
        if !own {
            return refused("this server answers its own pages only");
        }
    }
    if request.method() == Method::POST && !has_right_type(request.uri().path(), request.headers()) {
        return Err(Refused::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "send questions with `content-type: application/json`",
        ));
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("frame-ancestors 'none'"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    Ok(response)
}

/// Whether a request to a path says that it brings what is expected there: a scene file in no form, or JSON.
fn has_right_type(path: &str, headers: &HeaderMap) -> bool {
    let full = text(headers, header::CONTENT_TYPE).unwrap_or_default().to_ascii_lowercase();
    let kind = full.split(';').next().unwrap_or_default().trim();
    match path {
        "/api/uploads" => !matches!(kind, "multipart/form-data" | "application/x-www-form-urlencoded"),
        _ => kind == "application/json",
    }
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<String> {
    headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
}
