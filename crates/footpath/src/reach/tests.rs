//! Nesting: what a body can do, a thinner, less high or better climbing body can do too.

use super::{NONE, Reach, Steps};
use crate::body::{Action, Body};
use crate::scene::built_in;
use crate::world::{Bake, Semantics, World};
use std::collections::BTreeSet;

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// About how many tiles are looked at for each pair.
const TILES: usize = 3;

/// Pairs of bodies that are compared.
fn pairs() -> usize {
    if std::env::var_os("FOOTPATH_ALL").is_some() { 20_000 } else { 1_000 }
}

/// Moves from each floor, by way and target; diagonals with both ways around their corner, as planners take them.
fn moves(steps: &Steps) -> BTreeSet<(u32, u8, u32)> {
    let mut moves: BTreeSet<(u32, u8, u32)> = steps.others.iter().copied().collect();
    for (floor, (near, flanks)) in (0..).zip(steps.near.iter().zip(&steps.flanks)) {
        let is_taken = |way: u8| way < 4 || flanks >> (way - 4) & 1 == 1;
        let taken = (0..).zip(near).filter(|&(way, &to)| to != NONE && is_taken(way));
        moves.extend(taken.map(|(way, &to)| (floor, way, to)));
    }
    moves
}

/// The first floor or move that only the wider, taller or worse climbing body has.
/// Looks at a few tiles, one of them by chance and others at even steps from it.
fn find_fault(world: &World, [worse, better]: [&Body; 2], random: &mut Random) -> Option<String> {
    let [wide, thin] = [worse, better].map(|body| Reach::of(world, body, &Semantics::baked(world)));
    let apart = (world.tiles().count() / TILES).max(1);
    let first = random.below(apart);
    for (key, tile) in world.tiles().skip(first).step_by(apart) {
        let [a, b] = [wide.steps(world, key), thin.steps(world, key)];
        for floor in 0..tile.floors().len() {
            let [has, needs] = [&a, &b].map(|steps| i32::from(steps.rooms.heights[floor]));
            let Some(posture) = wide.limits.posture(has) else { continue };
            if needs < thin.limits.heights[posture] {
                return Some(format!("floor {floor} of {key:?} has room for {has} and {needs} cm"));
            }
        }
        let (a, b) = (moves(&a), moves(&b));
        if let Some(missing) = a.difference(&b).next() {
            return Some(format!("the move {missing:?} of {key:?} is missing"));
        }
    }
    None
}

fn body(random: &mut Random, cell: f64, bends: bool) -> Body {
    let adult = if bends { Body::adult() } else { Body::adult().without(Action::Bend).without(Action::Crawl) };
    // Widths about those of whole cells, and narrower than half of one.
    let radius = match random.below(4) {
        0 => random.of(&[0.0, 0.01, 0.3 * cell, 0.5 * cell, 0.501 * cell, cell, 1.05 * cell]),
        1 => cell * (0.5 + random.below(8) as f64 / 2.0) + random.of(&[-0.01, 0.0, 0.005]),
        _ => random.below(700) as f64 / 1000.0,
    };
    let max_climb = random.of(&[0.0, 0.05, 0.15, 0.2, 0.25, 0.3, 0.5, 0.9]);
    Body { radius: radius.max(0.0), height: 0.9 + random.below(120) as f64 / 100.0, max_climb, ..adult }
}

#[test]
fn a_thinner_lower_or_better_climbing_body_does_what_another_does() {
    let mut random = Random(7);
    let scenes: Vec<_> = built_in().iter().collect();
    let mut left = pairs();
    while left > 0 {
        for entry in &scenes {
            let cell_size = entry.cell_size * random.of(&[1.0, 1.0, 1.5, 2.0]);
            let settings = Bake { cell_size, cell_height: entry.cell_height, ..Bake::default() };
            let world = World::bake(&(entry.build)(left as u64), &settings).expect("built in");
            for _ in 0..12.min(left) {
                left -= 1;
                let bends = random.below(3) == 0;
                let [one, other] = [(); 2].map(|()| body(&mut random, cell_size, bends));
                let worse = Body {
                    radius: one.radius.max(other.radius),
                    height: one.height.max(other.height),
                    max_climb: one.max_climb.min(other.max_climb),
                    ..one.clone()
                };
                let better = Body {
                    radius: one.radius.min(other.radius),
                    height: one.height.min(other.height),
                    max_climb: one.max_climb.max(other.max_climb),
                    ..one.clone()
                };
                let fault = find_fault(&world, [&worse, &better], &mut random);
                let of = |body: &Body| [body.radius, body.height, body.max_climb];
                let name = format!("{} with cells of {cell_size}, bends: {bends}", entry.name);
                assert!(
                    fault.is_none(),
                    "{name}: {:?} and {:?}: {}",
                    of(&worse),
                    of(&better),
                    fault.unwrap_or_default()
                );
            }
        }
    }
}
