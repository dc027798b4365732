//! Room: how much space is free around a place in a range of heights, for one body.
//!
//! In: columns around a tile, the step rule and the radius of a body. Out: for every floor the height in which the body fits there
//! ([`Meter`]), whether it fits between two neighbouring floors ([`Ways`]), and how near the nearest obstacle is. The body is a
//! cylinder that reaches from its climb above the feet upwards. Steps ahead are no collision ([`excuse`] has the rule).
//! The files: `columns` (which floors hold a body and have its headroom), `rule` (how high a step is, and whether it is refused), `links`
//! (the steps between neighbours), `meter` over `layer`, `windows` and `disc` (the room around a floor), `ways` (between two).
//! Promise: all of it is in integers, and nested: where a body fits, a thinner, less high or better climbing one fits too.

mod columns;
mod disc;
mod excuse;
mod layer;
mod links;
mod meter;
mod rule;
mod ways;
mod windows;

pub(crate) use columns::{Columns, ENOUGH, Ground, over};
pub(crate) use disc::Disc;
pub(crate) use links::{DOWN, Links};
pub(crate) use meter::{Meter, Room};
pub(crate) use rule::StepRule;
pub(crate) use ways::{Ways, pieces};
