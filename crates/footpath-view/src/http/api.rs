//! What can be asked over HTTP. `openapi.json` describes it.

use super::refused::Refused;
use super::site::Site;
use crate::ask::{Bounds, front, plan, walk};
use crate::layers;
use crate::pack::Pack;
use crate::scenes::Wanted;
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use footpath::World;
use footpath::draw::{Drawing, Ground, Trail};
use footpath::plan::Answer;
use footpath::scene::built_in;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::Arc;

/// The description of this interface.
pub(super) const DESCRIPTION: &str = include_str!("../../openapi.json");

type Body = Result<Bytes, BytesRejection>;
type Shared = State<Arc<Site>>;

fn bytes(body: Body) -> Result<Bytes, Refused> {
    body.map_err(|error| Refused::new(error.status(), error.body_text()))
}

/// A question from JSON; nothing at all is a question with nothing said.
fn question<T: DeserializeOwned>(body: Body) -> Result<T, Refused> {
    let bytes = bytes(body)?;
    let text: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
    serde_json::from_slice(text).map_err(|error| Refused::bad(format!("the question cannot be read: {error}")))
}

fn packed(pack: Pack) -> Response {
    ([(header::CONTENT_TYPE, "application/octet-stream")], pack.bytes()).into_response()
}

fn glb(bytes: Vec<u8>) -> Response {
    ([(header::CONTENT_TYPE, "model/gltf-binary")], bytes).into_response()
}

pub(super) async fn nothing() -> Refused {
    Refused::new(StatusCode::NOT_FOUND, "there is nothing here; /api/openapi.json lists what there is")
}

pub(super) async fn scenes(State(site): Shared) -> Result<Json<Value>, Refused> {
    let known = Arc::clone(&site);
    let files = site.drawings.run(move |_| Ok(known.scenes.files())).await?;
    let built_in: Vec<Value> = built_in().iter().map(|e| json!({"name": e.name, "about": e.about})).collect();
    let limits = json!({"upload": site.options.limits.upload});
    Ok(Json(json!({"built_in": built_in, "files": files, "opened": site.options.scene, "limits": limits})))
}

#[derive(Deserialize)]
pub(super) struct Upload {
    name: String,
}

pub(super) async fn upload(
    State(site): Shared,
    Query(Upload { name }): Query<Upload>,
    body: Body,
) -> Result<Json<Value>, Refused> {
    let scene = site.scenes.upload(&name, bytes(body)?.to_vec()).map_err(Refused::bad)?;
    Ok(Json(json!({"scene": scene})))
}

pub(super) async fn open(State(site): Shared, body: Body) -> Result<(StatusCode, Json<Value>), Refused> {
    let wanted: Wanted = question(body)?;
    let (name, session) = site.begin()?;
    tokio::spawn(site.bake(session, wanted));
    Ok((StatusCode::ACCEPTED, Json(json!({"session": name}))))
}

pub(super) async fn state(State(site): Shared, Path(session): Path<String>) -> Result<Json<Value>, Refused> {
    Ok(Json(json!(site.session(&session)?.state())))
}

pub(super) async fn leave(State(site): Shared, Path(session): Path<String>) -> StatusCode {
    site.end(&session);
    StatusCode::NO_CONTENT
}

pub(super) async fn scene(State(site): Shared, Path(session): Path<String>) -> Result<Response, Refused> {
    let world = site.session(&session)?.world().map_err(Refused::bad)?;
    site.drawings.run(move |_| Ok(layers::scene(&world))).await.map(packed)
}

pub(super) async fn layer(
    State(site): Shared,
    Path((session, layer)): Path<(String, String)>,
    body: Body,
) -> Result<Response, Refused> {
    let (ask, world) = (question(body)?, site.session(&session)?.world().map_err(Refused::bad)?);
    let name = layer.clone();
    let drawn = site.drawings.run(move |bounds| layers::drawn(&world, &name, &ask, bounds).transpose()).await?;
    let unknown = || Refused::new(StatusCode::NOT_FOUND, format!("{layer:?} is no layer"));
    drawn.ok_or_else(unknown).map(|drawn| packed(drawn.pack()))
}

pub(super) async fn front(State(site): Shared, Path(session): Path<String>, body: Body) -> Result<Response, Refused> {
    let (ask, world) = (question(body)?, site.session(&session)?.world().map_err(Refused::bad)?);
    site.drawings.run(move |bounds| front::answer(&world, &ask, bounds)).await.map(packed)
}

pub(super) async fn walk(State(site): Shared, Path(session): Path<String>, body: Body) -> Result<Response, Refused> {
    let (ask, world) = (question(body)?, site.session(&session)?.world().map_err(Refused::bad)?);
    let most = site.options.limits.walkers;
    match site.drawings.run(move |bounds| walk::answer(&world, &ask, most, bounds)).await? {
        walk::Walked::Animation(bytes, figures) => {
            let mut response = glb(bytes);
            let figures = in_ascii(&figures).parse().map_err(|_| Refused::bad("the figures cannot be told"))?;
            response.headers_mut().insert("x-footpath-figures", figures);
            Ok(response)
        }
        walk::Walked::NoRoute(answer) => Err(no_route(&answer)),
    }
}

/// JSON for a header, where objects may have names in any script.
fn in_ascii(value: &Value) -> String {
    let mut told = String::new();
    for c in value.to_string().chars() {
        match c {
            ' '..='~' => told.push(c),
            _ => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| told += &format!("\\u{unit:04x}")),
        }
    }
    told
}

fn no_route(answer: &Answer) -> Refused {
    let more = Some(("answer", json!(answer)));
    Refused { more, ..Refused::new(StatusCode::CONFLICT, "there is no route to walk") }
}

/// What a page shows, as one model.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Export {
    layers: Vec<String>,
    scene: bool,
    /// The route of this method between the ends, as a tube; none unless given.
    method: Option<String>,
    #[serde(flatten)]
    ask: layers::Ask,
}

impl Default for Export {
    fn default() -> Self {
        Self { layers: Vec::new(), scene: true, method: None, ask: layers::Ask::default() }
    }
}

pub(super) async fn export(State(site): Shared, Path(session): Path<String>, body: Body) -> Result<Response, Refused> {
    let export: Export = question(body)?;
    let world = site.session(&session)?.world().map_err(Refused::bad)?;
    site.drawings.run(move |bounds| exported(&world, &export, bounds)).await.map(glb)
}

fn exported(world: &World, export: &Export, bounds: &Bounds) -> Result<Vec<u8>, String> {
    if export.layers.len() > layers::told().len() {
        return Err("`layers` names more layers than there are".to_owned());
    }
    let mut all = Drawing::around(world.origin());
    if export.scene {
        Ground::new(&export.ask.with.world(world)?).scene(&mut all, 0.2);
    }
    for name in &export.layers {
        bounds.check()?;
        let drawn = layers::drawn(world, name, &export.ask, bounds);
        all.layers.extend(drawn.ok_or_else(|| format!("{name:?} is no layer"))??.drawing.layers);
    }
    if let (Some(method), Some((from, to))) = (&export.method, export.ask.from.zip(export.ask.to.as_ref())) {
        let route = plan::route(world, method, from, to, &export.ask.with, bounds)?;
        Trail::new(&route).tube(&mut all);
    }
    all.glb().map_err(|error| error.to_string())
}
