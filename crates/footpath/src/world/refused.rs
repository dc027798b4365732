//! Surfaces on which a body cannot stand, counted by reason and object.

use super::World;
use crate::body::Body;
use crate::geom::cm_of;
use crate::geom::named;
use crate::ground::{Floor, MIN_HEADROOM, SKY, Span, Tile};
use crate::scene::{ObjectId, Tag};
use std::collections::BTreeMap;

named! {
    /// Why a body cannot stand on a surface.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Refusal {
        /// Steeper than the body's limit.
        TooSteep = "too_steep",
        /// Less headroom than the body needs, even crawling.
        TooLow = "too_low",
        /// Less headroom than the body needs upright, but enough to bend or crawl.
        LowHeadroom = "low_headroom",
        /// Rules make the object an obstacle, so its top is no floor.
        Obstacle = "obstacle",
        /// The rules forbid it.
        Forbidden = "forbidden",
        /// Less than 0.3 m of headroom, too little for any body.
        NoHeadroom = "no_headroom",
        /// The top of a wall, or a face steeper than 63° that is a cell high or more: no body can stand there.
        WallTop = "wall_top",
    }
}

/// Columns refused to a body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refused {
    /// Floors that the body can stand on upright.
    pub accepted: usize,
    /// Surfaces refused, by reason and object, in columns.
    pub counts: BTreeMap<(Refusal, ObjectId), usize>,
}

impl Refused {
    /// Number of surfaces refused for one reason.
    pub fn of(&self, reason: Refusal) -> usize {
        self.counts.iter().filter(|((why, _), _)| *why == reason).map(|(_, count)| count).sum()
    }

    /// The objects with the most surfaces refused for one reason, most first.
    pub fn worst(&self, reason: Refusal) -> Vec<(ObjectId, usize)> {
        let mut found: Vec<_> = self
            .counts
            .iter()
            .filter(|((why, _), _)| *why == reason)
            .map(|((_, object), &count)| (*object, count))
            .collect();
        found.sort_by_key(|&(object, count)| (std::cmp::Reverse(count), object));
        found
    }
}

impl World {
    /// Judges all surfaces: whether a body can stand on them, and why not.
    pub fn refused(&self, body: &Body) -> Refused {
        let mut refused = Refused::default();
        self.tiles().for_each(|(_, tile)| self.refuse(body, tile, 1, &mut refused));
        refused
    }

    /// Counts the surfaces of a tile that occurs `times` times.
    pub(super) fn refuse(&self, body: &Body, tile: &Tile, times: usize, refused: &mut Refused) {
        let object = |local: u16| tile.objects()[usize::from(local)];
        for ([x, z], spans) in tile.span_index().columns() {
            let spans = &tile.spans()[spans];
            let floors = &tile.floors()[tile.floor_index().range(x, z)];
            for (i, span) in spans.iter().enumerate() {
                let floor = floors.iter().find(|floor| span.low <= floor.height && floor.height <= span.high);
                let (reason, local) = match floor {
                    Some(floor) => (self.judge(body, floor, object(floor.object)), floor.object),
                    None => (Some(refusal_for_all_bodies(span, spans.get(i + 1))), span.object),
                };
                match reason {
                    None => refused.accepted += times,
                    Some(reason) => *refused.counts.entry((reason, object(local))).or_default() += times,
                }
            }
        }
    }

    /// Why a body cannot stand upright on a floor of a tile of this world; `None` if it can.
    pub fn refusal(&self, body: &Body, tile: &Tile, floor: usize) -> Option<Refusal> {
        let floor = &tile.floors()[floor];
        self.judge(body, floor, tile.objects()[usize::from(floor.object)])
    }

    fn judge(&self, body: &Body, floor: &Floor, object: ObjectId) -> Option<Refusal> {
        let free = |height: f64| floor.headroom == SKY || i32::from(floor.headroom) >= cm_of(height);
        match self.objects[object.0 as usize].tag {
            Tag::Obstacle => Some(Refusal::Obstacle),
            Tag::Forbidden => Some(Refusal::Forbidden),
            _ if !body.stands_on_slope(floor.slope) => Some(Refusal::TooSteep),
            _ if free(body.height) => None,
            _ if free(body.lowest()) => Some(Refusal::LowHeadroom),
            _ => Some(Refusal::TooLow),
        }
    }
}

fn refusal_for_all_bodies(span: &Span, above: Option<&Span>) -> Refusal {
    let low = above.is_some_and(|above| above.low < span.high.saturating_add(MIN_HEADROOM));
    if low { Refusal::NoHeadroom } else { Refusal::WallTop }
}
