//! Doors and walls without thickness are never walked through, wherever they stand on the grid.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Flood, Soup, bake, floors, strip, wall};
use footpath::World;
use footpath::ground::ColumnKey;
use footpath::world::FloorId;

const CLIMB: i32 = 30;
const HEIGHT: i32 = 180;

/// A floor of three metres with a wall right through it: `angle` in plan, `offset` metres from the middle.
struct Divided {
    world: World,
    angle: f64,
    offset: f64,
}

impl Divided {
    fn new(cell: f64, angle: f64, offset: f64, y: [f64; 2]) -> Self {
        let (sine, cosine) = angle.to_radians().sin_cos();
        let at = |along: f64| [along * cosine - offset * sine, along * sine + offset * cosine];
        let soup = strip([-1.5, 1.5], [-1.5, 1.5], 0.0).and(wall(at(-2.5), at(2.5), y));
        Self { world: bake(&soup, cell, 0.05), angle, offset }
    }

    /// On which side of the wall the middle of a floor's column lies, and how far.
    fn side(&self, id: FloorId) -> f64 {
        let [x, _, z] = self.world.position(id).unwrap();
        let (sine, cosine) = self.angle.to_radians().sin_cos();
        z * cosine - x * sine - self.offset
    }

    fn check(&self) {
        let cell = self.world.grid().cell_size();
        let name = format!("cell {cell}, angle {}, offset {}", self.angle, self.offset);
        for sign in [-1.0, 1.0] {
            let mine = |id: &FloorId| self.side(*id) * sign > 0.0;
            let from = floors(&self.world).find(|id| self.side(*id) * sign > cell).unwrap();
            let flood = Flood::within(&self.world, [from], CLIMB, HEIGHT);
            if let Some(over) = flood.iter().find(|id| !mine(id)) {
                panic!("{name}: from {:?} to {:?}", self.world.position(from), self.world.position(over));
            }
            // All floors well clear of the wall on this side are one room: the wall takes no more than it must.
            let clear = floors(&self.world).filter(|id| self.side(*id) * sign > cell * 1.5);
            let missed = clear.filter(|id| !flood.has(*id)).count();
            assert!(missed <= 2, "{name}: {missed} floors beside the wall are lost");
        }
    }
}

fn offsets(cell: f64) -> impl Iterator<Item = f64> {
    (0..8).map(move |eighth| f64::from(eighth) * cell / 8.0)
}

#[test]
fn a_wall_without_thickness_is_never_crossed() {
    let step = if common::all() { 1.0 } else { 7.5 };
    for cell in [0.1, 0.25] {
        for angle in (0..(180.0 / step) as i32).map(|i| f64::from(i) * step) {
            offsets(cell).for_each(|offset| Divided::new(cell, angle, offset, [-0.5, 2.2]).check());
        }
    }
    for cell in [0.05, 0.2, 0.3] {
        for angle in [0.0, 17.0, 45.0, 90.0, 135.0] {
            offsets(cell).for_each(|offset| Divided::new(cell, angle, offset, [-0.5, 2.2]).check());
        }
    }
}

#[test]
fn a_door_that_hangs_a_little_above_the_floor_or_below_the_lintel_is_a_wall() {
    for y in [[0.02, 2.0], [0.0, 2.0], [0.25, 2.0], [1.0, 2.0], [-0.5, 0.5]] {
        for angle in [0.0, 30.0, 45.0, 90.0] {
            offsets(0.1).for_each(|offset| Divided::new(0.1, angle, offset, y).check());
        }
    }
}

/// Goes on floors in all eight directions. `flanks` says how many of the two ways round a corner must be free too.
fn eight_ways(world: &World, from: FloorId, flanks: usize) -> Vec<FloorId> {
    let straight =
        |id: FloorId| world.links(id).into_iter().filter(|link| link.step.abs() <= CLIMB && link.headroom >= HEIGHT);
    let mut reached = std::collections::BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(id) = open.pop() {
        let column = world.column_of(id).unwrap();
        let mut next: Vec<FloorId> = straight(id).map(|link| link.to).collect();
        for (dx, dz) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
            for corner in world.floors_at(ColumnKey::new(column.x + dx, column.z + dz)) {
                let ways = straight(id).filter(|link| {
                    let flank = world.column_of(link.to).unwrap();
                    let beside = flank == ColumnKey::new(column.x + dx, column.z)
                        || flank == ColumnKey::new(column.x, column.z + dz);
                    beside && straight(link.to).any(|link| link.to == corner)
                });
                if ways.count() >= flanks {
                    next.push(corner);
                }
            }
        }
        open.extend(next.into_iter().filter(|&id| reached.insert(id)));
    }
    reached.into_iter().collect()
}

#[test]
fn a_wall_through_grid_corners_is_not_crossed_diagonally_when_flanks_are_looked_at() {
    for (cell, angle) in [(0.25, 45.0), (0.25, 135.0), (0.1, 45.0), (0.125, 45.0)] {
        let divided = Divided::new(cell, angle, 0.0, [-0.5, 2.2]);
        divided.check();
        let world = &divided.world;
        let from = floors(world).find(|&id| divided.side(id) > cell).unwrap();
        let crosses = |flanks: usize| eight_ways(world, from, flanks).into_iter().any(|id| divided.side(id) < 0.0);
        assert!(!crosses(2), "cell {cell}, angle {angle}");
        assert!(!crosses(1), "cell {cell}, angle {angle}");
    }
    // What the flanks are for: two posts that touch at a corner.
    let post = |x: f64, z: f64| common::block([x, 0.0, z], [x + 0.25, 2.0, z + 0.25]);
    let row = |from: i32| (from..6).map(move |i| f64::from(i) * 0.25);
    let posts = row(-6).map(|at| post(at, at)).collect::<Vec<_>>();
    let world = bake(&strip([-1.5, 1.5], [-1.5, 1.5], 0.0).and(Soup::of(posts)), 0.25, 0.05);
    let from =
        floors(&world).find(|&id| world.position(id).unwrap()[0] > world.position(id).unwrap()[2] + 0.3).unwrap();
    let crosses = |flanks: usize| {
        let reached = eight_ways(&world, from, flanks);
        let over = |id: FloorId| world.position(id).is_some_and(|at| at[1] < 0.1 && at[0] < at[2]);
        reached.into_iter().any(over)
    };
    assert!(!crosses(2) && !crosses(1));
    assert!(crosses(0), "without flanks the corner is cut: the test can fail");
}

#[test]
fn a_doorway_lets_pass_and_its_door_does_not() {
    for angle in [0.0, 20.0, 45.0, 77.0] {
        let jambs = wall([-2.5, 0.0], [-0.45, 0.0], [0.0, 2.5]).and(wall([0.45, 0.0], [2.5, 0.0], [0.0, 2.5]));
        let frame = jambs.and(wall([-0.45, 0.0], [0.45, 0.0], [2.0, 2.5]));
        let ground = strip([-2.0, 2.0], [-2.0, 2.0], 0.0);
        let leaf = wall([-0.45, 0.0], [0.45, 0.0], [0.01, 2.0]);
        let crosses = |soup: &Soup| {
            let world = bake(&soup.turned(angle), 0.1, 0.05);
            let at = |z: f64| Soup(vec![[[0.0, 0.0, z]; 3]]).turned(angle).0[0][0];
            let [from, to] = [-1.0, 1.0].map(|z| common::floor_near(&world, at(z)).unwrap());
            Flood::within(&world, [from], CLIMB, HEIGHT).has(to)
        };
        assert!(crosses(&ground.clone().and(frame.clone())), "turned {angle}");
        assert!(!crosses(&ground.and(frame).and(leaf)), "turned {angle}");
    }
}
