//! Errors as a page reads them.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// A request that gets no answer, and why.
#[derive(Debug)]
pub(crate) struct Refused {
    pub status: StatusCode,
    pub message: String,
    /// More to tell than a sentence.
    pub more: Option<(&'static str, Value)>,
}

impl Refused {
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), more: None }
    }

    /// The question cannot be answered as it is.
    pub fn bad(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let mut told = json!({"error": {"message": self.message}});
        if let Some((key, value)) = self.more {
            told[key] = value;
        }
        (self.status, Json(told)).into_response()
    }
}
