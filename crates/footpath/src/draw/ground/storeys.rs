//! The storeys of a world: heights at which much of the ground lies, for plans that show one at a time.
//!
//! Only pictures use this. Nothing that decides where one can walk knows storeys.

use crate::body::Body;
use crate::geom::metres;
use crate::world::World;
use std::collections::BTreeMap;

/// Centimetres of heights that are counted together.
const BIN: i32 = 10;
/// Share of the ground that must lie at one height for it to be a storey.
const LEAST: f64 = 0.05;
/// Centimetres between storeys.
const APART: i32 = 200;
/// Metres below a storey's height at which it begins: its steps and kerbs down.
const BELOW: f64 = 0.6;
/// Metres above a storey's height at which a plan cuts it: above furniture, below lintels.
const CUT: f64 = 1.5;
/// Storeys that are told apart; a mountain has no more use for them.
const MOST: usize = 8;

/// One level of a world, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Storey {
    /// Height of most of its ground.
    pub floor: f64,
    /// Lowest floor that belongs to it.
    pub low: f64,
    /// Where the next one begins; infinite for the highest.
    pub high: f64,
}

impl Storey {
    /// The height at which a plan cuts it.
    pub fn cut(&self) -> f64 {
        (self.floor + CUT).min(self.high)
    }
}

impl World {
    /// Heights at which a body finds much ground, from below; none where it finds nothing to stand on.
    pub fn storeys(&self, body: &Body) -> Vec<Storey> {
        let bins = self.ground_by_height(body);
        let total: usize = bins.values().sum();
        let mut order: Vec<(i32, usize)> = bins.into_iter().collect();
        order.sort_by_key(|&(bin, count)| (std::cmp::Reverse(count), bin));
        let mut found: Vec<i32> = Vec::new();
        for (bin, count) in order {
            let much = found.is_empty() || count as f64 >= LEAST * total as f64;
            if much && found.len() < MOST && found.iter().all(|other| (other - bin).abs() * BIN >= APART) {
                found.push(bin);
            }
        }
        found.sort_unstable();
        let height = |bin: i32| self.origin()[1] + metres(bin * BIN);
        let storey = |i: usize| Storey {
            floor: height(found[i]),
            low: if i == 0 { f64::NEG_INFINITY } else { height(found[i]) - BELOW },
            high: found.get(i + 1).map_or(f64::INFINITY, |&next| height(next) - BELOW),
        };
        (0..found.len()).map(storey).collect()
    }

    /// Number of floors that a body can stand on, by height.
    fn ground_by_height(&self, body: &Body) -> BTreeMap<i32, usize> {
        let mut bins = BTreeMap::new();
        for (_, tile) in self.tiles() {
            for floor in (0..tile.floors().len()).filter(|&floor| self.refusal(body, tile, floor).is_none()) {
                *bins.entry(tile.height(floor).div_euclid(BIN)).or_default() += 1;
            }
        }
        bins
    }
}
