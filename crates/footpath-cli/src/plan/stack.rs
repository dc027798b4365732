//! Which storeys need plans of their own: those that lie over each other.

use footpath::draw::Storey;
use footpath::geom::tidy;
use footpath::{Body, World};
use std::collections::BTreeSet;

/// Share of the smaller storey's columns under or over the other from which on they are drawn apart.
const OVERLAP: f64 = 0.3;

/// Storeys that are drawn in one plan.
pub struct Stack {
    pub title: String,
    pub low: f64,
    pub high: f64,
    /// The height at which walls are cut; none where several storeys are one slope.
    pub cut: Option<f64>,
}

impl Stack {
    /// The storeys, those beside each other together.
    pub fn of(world: &World, body: &Body, storeys: &[(usize, Storey)]) -> Vec<Self> {
        let columns: Vec<BTreeSet<[i32; 2]>> = if storeys.len() > 1 {
            storeys.iter().map(|(_, storey)| columns(world, body, storey)).collect()
        } else {
            vec![]
        };
        let mut stacks: Vec<(Self, BTreeSet<[i32; 2]>)> = Vec::new();
        for (i, (number, storey)) in storeys.iter().enumerate() {
            let own = columns.get(i).cloned().unwrap_or_default();
            match stacks.last_mut().filter(|(_, below)| !overlap(below, &own)) {
                Some((stack, below)) => {
                    (stack.high, stack.cut) = (storey.high, None);
                    below.extend(own);
                }
                None => stacks.push((Self::one(*number, storey), own)),
            }
        }
        if stacks.is_empty() {
            let all = Self { title: String::new(), low: f64::NEG_INFINITY, high: f64::INFINITY, cut: None };
            return vec![all];
        }
        stacks.into_iter().map(|(stack, _)| stack).collect()
    }

    fn one(number: usize, storey: &Storey) -> Self {
        let title = format!("storey {number}, {:.2} m", tidy(storey.floor, 2));
        Self { title, low: storey.low, high: storey.high, cut: Some(storey.cut()) }
    }
}

fn overlap(a: &BTreeSet<[i32; 2]>, b: &BTreeSet<[i32; 2]>) -> bool {
    let both = a.intersection(b).count() as f64;
    both >= OVERLAP * a.len().min(b.len()).max(1) as f64
}

/// Columns in which a body can stand on a storey.
fn columns(world: &World, body: &Body, storey: &Storey) -> BTreeSet<[i32; 2]> {
    let mut columns = BTreeSet::new();
    for (key, tile) in world.tiles() {
        for ([x, z], floors) in tile.floor_index().columns() {
            let stands = |floor: usize| {
                let height = world.origin()[1] + f64::from(tile.height(floor)) / 100.0;
                (storey.low..storey.high).contains(&height) && world.refusal(body, tile, floor).is_none()
            };
            if floors.into_iter().any(stands) {
                columns.insert([key.x * footpath::ground::TILE + x, key.z * footpath::ground::TILE + z]);
            }
        }
    }
    columns
}
