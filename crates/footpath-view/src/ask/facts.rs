//! What a page is told of a world when it is there.

use crate::layers;
use footpath::body::Action;
use footpath::ground::Stage;
use footpath::scene::Tag;
use footpath::world::BakeReport;
use footpath::{Body, World};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// Abilities that a page can take away.
const ABILITIES: [Action; 6] = [Action::Step, Action::Jump, Action::Drop, Action::Bend, Action::Crawl, Action::Run];

#[derive(Debug, Serialize)]
pub(crate) struct Facts {
    scene: String,
    hash: String,
    cell_size: f64,
    cell_height: f64,
    origin: [f64; 3],
    bounds: Option<[[f64; 3]; 2]>,
    triangles: usize,
    columns: [usize; 2],
    spans: usize,
    floors: usize,
    sheets: usize,
    areas: usize,
    waypoints: usize,
    millis: Map<String, Value>,
    bytes: usize,
    warnings: Vec<String>,
    objects: Vec<Value>,
    places: Vec<Value>,
    storeys: Vec<Value>,
    layers: Vec<Value>,
    methods: Vec<Value>,
    bodies: Vec<Value>,
}

/// The name of a tag in JSON.
pub(crate) fn tag_name(tag: Tag) -> &'static str {
    match tag {
        Tag::Walkable => "walkable",
        Tag::Obstacle => "obstacle",
        Tag::Forbidden => "forbidden",
        Tag::Ignored => "ignored",
    }
}

pub(crate) fn facts(
    scene: &str,
    world: &World,
    report: &BakeReport,
    reading: Duration,
    warnings: Vec<String>,
) -> Facts {
    let counts = world.counts();
    let mut triangles = vec![0; world.objects().len()];
    let faces = layers::faces(world);
    faces.iter().for_each(|face| triangles[face.object().0 as usize] += 1);
    let objects = world.objects().iter().zip(&triangles);
    let objects = objects.map(|(object, count)| {
        json!({"name": object.name, "material": object.material, "tag": tag_name(object.tag), "triangles": count})
    });
    let millis = |time: Duration| json!((time.as_secs_f64() * 1e6).round() / 1e3);
    let stages = Stage::ALL.into_iter().map(|stage| (stage.name().to_owned(), millis(report.times.of(stage))));
    let around = [("read".to_owned(), millis(reading)), ("total".to_owned(), millis(report.elapsed))];
    let storeys = world.storeys(&Body::adult());
    let bounded = |height: f64| height.is_finite().then_some(height);
    Facts {
        scene: scene.to_owned(),
        hash: format!("{:032x}", world.hash()),
        cell_size: world.grid().cell_size(),
        cell_height: f64::from(world.grid().cell_height) / 100.0,
        origin: world.origin(),
        bounds: layers::bounds(world, &faces),
        triangles: faces.len(),
        columns: counts.columns,
        spans: counts.spans,
        floors: counts.floors,
        sheets: counts.sheets,
        areas: counts.areas,
        waypoints: counts.waypoints,
        millis: stages.chain(around).collect(),
        bytes: counts.bytes + counts.face_bytes,
        warnings,
        objects: objects.collect(),
        places: world.places().iter().map(|place| json!({"name": place.name, "at": place.position})).collect(),
        storeys: storeys
            .iter()
            .map(|storey| {
                json!({"floor": storey.floor, "low": bounded(storey.low), "high": bounded(storey.high), "cut": storey.cut()})
            })
            .collect(),
        layers: layers::told(),
        methods: super::plan::told(),
        bodies: Body::PRESETS.iter().filter_map(|(name, _)| Body::preset(name)).map(|preset| body(&preset)).collect(),
    }
}

fn body(body: &Body) -> Value {
    let able: Vec<&str> =
        ABILITIES.into_iter().filter(|&action| body.ability(action).is_some()).map(Action::name).collect();
    let jump = body.ability(Action::Jump);
    json!({
        "name": body.name, "height": body.height, "bent_height": body.bent_height,
        "crawling_height": body.crawling_height, "radius": body.radius, "max_climb": body.max_climb,
        "foot_span": body.foot_span, "max_slope": body.max_slope.to_degrees(), "abilities": able,
        "jump": jump.map(|jump| json!({"reach": jump.reach, "up": jump.up, "down": jump.down})),
    })
}
