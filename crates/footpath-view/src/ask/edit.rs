//! Obstacles: put into the page's world, moved, taken out.

use super::finite;
use crate::session::Held;
use footpath::world::{Obstacle, ObstacleId};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Instant;

/// An obstacle as a page describes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
pub(crate) enum Shape {
    Box([[f64; 3]; 2]),
    Disc { foot: [f64; 3], radius: f64, height: f64 },
}

impl Shape {
    fn obstacle(&self) -> Result<Obstacle, String> {
        match *self {
            Self::Box([low, high]) => {
                finite("box", low)?;
                finite("box", high)?;
                Ok(Obstacle::block(low, high))
            }
            Self::Disc { foot, radius, height } => {
                finite("disc", foot)?;
                finite("disc", [radius, height, 0.0])?;
                if radius <= 0.0 || height <= 0.0 {
                    return Err("a disc needs a radius and a height above zero".to_owned());
                }
                Ok(Obstacle::disc(foot, radius, height))
            }
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Add {
    obstacle: Shape,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Move {
    obstacle: u64,
    to: Shape,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Remove {
    obstacle: u64,
}

fn told(held: &mut Held, number: u64, id: ObstacleId, before: Instant) -> Value {
    held.revision += 1;
    held.obstacles.insert(number, id);
    let micros = before.elapsed().as_micros() as u64;
    json!({"obstacle": number, "box": held.world.obstacle_box(id), "revision": held.revision, "micros": micros})
}

fn id_of(held: &Held, number: u64) -> Result<ObstacleId, String> {
    held.obstacles.get(&number).copied().ok_or_else(|| format!("there is no obstacle {number}"))
}

pub(crate) fn add(held: &mut Held, ask: &Add, most: usize) -> Result<Value, String> {
    if held.obstacles.len() >= most {
        return Err(format!("there are {most} obstacles already; remove some first"));
    }
    let before = Instant::now();
    let id = held.world.add(&ask.obstacle.obstacle()?).map_err(|error| error.to_string())?;
    let number = held.number();
    Ok(told(held, number, id, before))
}

/// Takes an obstacle out and puts it in elsewhere; if it cannot be there, it stays.
pub(crate) fn put(held: &mut Held, ask: &Move) -> Result<Value, String> {
    let (before, old) = (Instant::now(), id_of(held, ask.obstacle)?);
    let mut world = held.world.clone();
    world.remove(old).map_err(|error| error.to_string())?;
    let id = world.add(&ask.to.obstacle()?).map_err(|error| error.to_string())?;
    held.world = world;
    Ok(told(held, ask.obstacle, id, before))
}

pub(crate) fn remove(held: &mut Held, ask: &Remove) -> Result<Value, String> {
    let (before, id) = (Instant::now(), id_of(held, ask.obstacle)?);
    held.world.remove(id).map_err(|error| error.to_string())?;
    held.obstacles.remove(&ask.obstacle);
    held.revision += 1;
    Ok(json!({"revision": held.revision, "micros": before.elapsed().as_micros() as u64}))
}
