//! Level ground with nothing in the way, where most of a world's floors are: rooms and steps there need not be looked at one by
//! one.
//!
//! In: a patch of columns, or a tile and its rooms. Out: around which columns nothing is in a body's way ([`Tops`]), and from which all
//! eight ways lead on without a step ([`Level`]). Only the lowest floor of a column is spared, which is the ground; and only what looking
//! closely would say too is said.

use super::patch::{Ground, Patch, Solid};
use super::rooms::Rooms;
use crate::ground::{TILE, Tile};

const SIDE: usize = TILE as usize;

/// Around each column of a patch, in the square of columns that a body's disc is in: how high the lowest solid of any column
/// reaches, and where the next one above it begins.
pub(super) struct Tops {
    grounds: Vec<i32>,
    ceilings: Vec<i32>,
}

impl Tops {
    /// For columns that are at least `reach` from the rim of the patch; squares have that many columns to either side.
    pub fn of(patch: &Patch, reach: i32) -> Self {
        let most = |of: fn(&[Solid]) -> i32| {
            let own: Vec<i32> = (0..patch.window.len()).map(|at| of(patch.spans(at))).collect();
            highest(&highest(&own, reach as usize, 1), reach as usize, patch.width())
        };
        let grounds = most(|spans| spans.first().map_or(i32::MIN, |ground| ground.high));
        // The lowest is the highest of what is turned upside down.
        let ceilings = most(|spans| spans.get(1).map_or(i32::MIN, |ceiling| -ceiling.low));
        Self { grounds, ceilings }
    }

    /// Whether nothing around a column is in the way of a body on this ground, up to the ceiling above it.
    #[inline]
    pub fn is_open(&self, at: usize, ground: &Ground, climb: i32) -> bool {
        self.grounds[at] <= ground.height + climb && self.ceilings[at] <= -(ground.height + ground.free())
    }
}

/// For each number the highest of those up to `reach` strides before and after it; where some are missing, of those there are.
fn highest(of: &[i32], reach: usize, stride: usize) -> Vec<i32> {
    let mut highest = of.to_vec();
    for by in (1..=reach).map(|steps| steps * stride).filter(|&by| by < of.len()) {
        highest.iter_mut().zip(&of[by..]).for_each(|(most, &other)| *most = other.max(*most));
        highest[by..].iter_mut().zip(of).for_each(|(most, &other)| *most = other.max(*most));
    }
    highest
}

/// The columns of a tile from whose lowest floor all eight ways lead to the lowest floor of the next column, on one level.
pub(super) struct Level {
    /// Rows of columns, by bits.
    rows: [u64; SIDE],
    /// First floor of each column.
    floors: Vec<u32>,
}

impl Level {
    /// Of a tile's columns, for a body of this height with these rooms. None are at the rim: ways from there lead elsewhere.
    pub fn of(tile: &Tile, rooms: &Rooms, upright: i32) -> Self {
        let mut floors = vec![0; SIDE * SIDE];
        let mut plain = [0_u64; SIDE];
        for ([x, z], range) in tile.floor_index().columns() {
            let (x, z, floor) = (x as usize, z as usize, range.start);
            floors[z * SIDE + x] = floor as u32;
            let is_plain = tile.floors()[floor].slope == [0, 0]
                && i32::from(rooms.heights[floor]) >= upright
                && !rooms.leans(floor)
                && (0..4).all(|direction| tile.link(floor, direction) == (0..1));
            plain[z] |= u64::from(is_plain) << x;
        }
        let height = |x: usize, z: usize| tile.floors()[floors[z * SIDE + x] as usize].height;
        // Whether a column is as high as the next along x, and along z.
        let (mut along_x, mut along_z) = ([0_u64; SIDE], [0_u64; SIDE]);
        for z in 0..SIDE {
            let next = plain.get(z + 1).copied().unwrap_or(0);
            let [with_x, with_z] = [plain[z] & plain[z] >> 1, plain[z] & next];
            along_x[z] = bits(with_x).filter(|&x| height(x, z) == height(x + 1, z)).fold(0, |row, x| row | 1 << x);
            along_z[z] = bits(with_z).filter(|&x| height(x, z) == height(x, z + 1)).fold(0, |row, x| row | 1 << x);
        }
        let three = |z: usize| along_x[z] & along_x[z] << 1;
        let mut rows = [0; SIDE];
        for z in 1..SIDE - 1 {
            rows[z] = three(z - 1) & three(z) & three(z + 1) & along_z[z - 1] & along_z[z];
        }
        Self { rows, floors }
    }

    /// No columns, so that everything is looked at.
    pub fn none() -> Self {
        Self { rows: [0; SIDE], floors: Vec::new() }
    }

    /// Whether all ways lead on from a floor of a column.
    #[inline]
    pub fn holds(&self, [x, z]: [i32; 2], floor: usize) -> bool {
        self.rows[z as usize] >> x & 1 == 1 && self.floors[(z * TILE + x) as usize] == floor as u32
    }

    /// The floor of the column beside one that it holds.
    #[inline]
    pub fn beside(&self, [x, z]: [i32; 2], [dx, dz]: [i32; 2]) -> u32 {
        self.floors[((z + dz) * TILE + x + dx) as usize]
    }
}

fn bits(mut row: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let x = row.trailing_zeros() as usize;
        (row != 0).then(|| row &= row - 1).map(|()| x)
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Reach, Scratch, Steps};
    use super::*;
    use crate::ground::Window;
    use crate::scene::built_in;
    use crate::world::Semantics;
    use crate::world::World;
    use crate::{Bake, Body, Scene};

    #[test]
    fn level_ground_has_the_steps_that_looking_finds() {
        for entry in built_in() {
            let settings = Bake { cell_size: entry.cell_size, cell_height: entry.cell_height, ..Bake::default() };
            let world = World::bake(&(entry.build)(0), &settings).unwrap();
            // The second is narrower than a cell and climbs nothing.
            let bodies = [(0.0, 0.3), (0.4 * entry.cell_size, 0.0), (0.25, 0.3), (0.9, 0.02)];
            let bodies = bodies.map(|(radius, max_climb)| Body { radius, max_climb, ..Body::adult() });
            let spared: usize = bodies.iter().map(|body| compare(&world, body, entry.name)).sum();
            assert!(spared > 0, "{}", entry.name);
        }
    }

    /// Compares with looking at every floor; how many were spared.
    fn compare(world: &World, body: &Body, name: &str) -> usize {
        let reach = Reach::of(world, body, &Semantics::baked(world));
        let spared = world.tiles().map(|(key, tile)| {
            let steps = Steps::of(world, &reach, key);
            let looked = Steps::beyond(world, &reach, key, &Level::none());
            let same = (&steps.near, &steps.flanks, &steps.others) == (&looked.near, &looked.flanks, &looked.others);
            assert!(same, "{name} {key:?}");
            let level = Level::of(tile, &steps.rooms, reach.limits.heights[0]);
            let columns = tile.floor_index().columns();
            columns.filter(|(column, floors)| level.holds(*column, floors.start)).count()
        });
        spared.sum()
    }

    /// Where nothing stands around a floor the room is what looking at its disc finds.
    #[test]
    fn open_ground_has_the_room_that_looking_finds() {
        for scene in ["house", "office", "car_park"] {
            let world =
                World::bake(&Scene::built_in(scene).unwrap(), &Bake { cell_size: 0.2, ..Bake::default() }).unwrap();
            let reach = Reach::of(&world, &Body::adult(), &Semantics::baked(&world));
            for (key, tile) in world.tiles() {
                let window = Window::of_tile(key);
                let patch = Patch::of(&world, window.grown(reach.disc.reach()), &reach.limits, &reach.semantics);
                let rooms = Rooms::of(&world, &reach, &reach.disc, key);
                for column in window.columns() {
                    let [x, z] = column.in_tile();
                    for (index, ground) in tile.floor_index().range(x, z).zip(patch.floors(patch.at(column))) {
                        let (room, leans) = reach.disc.room(&patch, patch.at(column), ground, &mut Scratch::default());
                        if rooms.heights[index] > 0 {
                            assert_eq!(
                                (i32::from(rooms.heights[index]), rooms.leans(index)),
                                (room, leans),
                                "{column:?}"
                            );
                        } else {
                            assert!(room < reach.limits.lowest() || !ground.holds, "{column:?}");
                        }
                    }
                }
            }
        }
    }
}
