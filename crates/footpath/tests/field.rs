//! The field of clearance: equal to its definition, right after edits, blind to storeys and to the borders of tiles.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Brute, Random, Soup, block, floor_near, floors, prism, sloped, strip};
use footpath::clearance::Field;
use footpath::clearance::Rim;
use footpath::ground::{ColumnKey, TileKey};
use footpath::world::{FloorId, Obstacle};
use footpath::{Bake, Scene, World};
use std::collections::BTreeMap;
use std::sync::Arc;

fn bake(soup: &Soup, cell_size: f64, max_clearance: f64) -> World {
    World::bake(&soup.scene(), &Bake { cell_size, max_clearance, ..Bake::default() }).unwrap()
}

fn squared(field: &Field, world: &World, id: FloorId) -> u32 {
    field.clearance(world, id).unwrap().squared()
}

/// Clearance in metres at the floor nearest to a position.
fn metres_at(field: &Field, world: &World, position: [f64; 3]) -> f64 {
    field.clearance(world, floor_near(world, position).unwrap()).unwrap().metres()
}

/// A closed box that keeps 2 mm from its borders in plan: a face on the border of a column would mark the next one too.
fn solid(low: [f64; 3], high: [f64; 3]) -> Soup {
    block([low[0] + 0.002, low[1], low[2] + 0.002], [high[0] - 0.002, high[1], high[2] - 0.002])
}

/// Steps of a spiral stair around a column, two turns and a bit.
fn spiral([x, z]: [f64; 2], inner: f64, outer: f64, rise: f64) -> Soup {
    let step = |i: usize| {
        let angle = |i: usize| (i as f64 * 15.0).to_radians();
        let corner = |i: usize, r: f64| [x + r * angle(i).cos(), z + r * angle(i).sin()];
        let y = (i as f64 + 1.0) * rise;
        prism(&[corner(i, inner), corner(i + 1, inner), corner(i + 1, outer), corner(i, outer)], [y - 0.1, y])
    };
    Soup::of((0..54).map(step))
}

/// Boxes, tables, ramps to decks, bridges, storeys, stairs that wind, holes in the ground; anywhere around a tile's corner.
fn random_soup(random: &mut Random) -> Soup {
    let size = random.between(3.0, 7.0);
    let (x0, z0) = (random.between(-size, 0.0), random.between(-size, 0.0));
    let mut soup = Soup::default();
    // Two plates with a gap between them, or none.
    let (middle, gap) = (x0 + size * random.between(0.3, 0.7), [0.0, 0.3, 0.8, 1.6][random.below(4)]);
    let sunk = [0.0, 0.2, 0.5][random.below(3)];
    soup = soup.and(block([x0, -0.2, z0], [middle, 0.0, z0 + size]));
    soup = soup.and(block([middle + gap, -0.2 - sunk, z0], [x0 + size, -sunk, z0 + size]));
    for _ in 0..2 + random.below(6) {
        let at = [x0 + random.between(0.0, size), z0 + random.between(0.0, size)];
        let wide = [random.between(0.1, 1.8), random.between(0.1, 1.8)];
        let end = [at[0] + wide[0], at[1] + wide[1]];
        let part = match random.below(8) {
            0 | 1 => block([at[0], -0.1, at[1]], [end[0], [0.1, 0.25, 0.5, 1.2, 2.5][random.below(5)], end[1]]),
            2 => block([at[0], 0.66, at[1]], [end[0], 0.7, end[1]])
                .and(block([at[0], 0.0, at[1]], [at[0] + 0.08, 0.7, at[1] + 0.08])),
            3 => {
                let (high, run) = (random.between(0.4, 2.2), random.between(1.0, 3.0));
                let outline = [[at[0], at[1]], [at[0], end[1]], [at[0] + run, end[1]], [at[0] + run, at[1]]];
                let ramp = sloped(&outline, |_| -0.1, |[x, _]| (x - at[0]) / run * high);
                ramp.and(block([at[0] + run, high - 0.1, at[1] - 0.5], [at[0] + run + 1.5, high, end[1] + 0.5]))
            }
            4 => block([at[0], 2.2, z0], [end[0], 2.4, z0 + size])
                .and(block([at[0], 2.4, at[1]], [at[0] + 0.3, random.between(2.6, 3.6), at[1] + 0.4])),
            5 => {
                spiral(at, 0.3, 1.2, 0.17).and(block([at[0] - 0.1, 0.0, at[1] - 0.1], [at[0] + 0.1, 4.0, at[1] + 0.1]))
            }
            _ => block([-0.6, -0.1, -0.1], [0.6, random.between(0.3, 2.0), 0.1])
                .turned(random.between(0.0, 180.0))
                .moved([at[0], 0.0, at[1]]),
        };
        soup = soup.and(part);
    }
    if random.below(3) == 0 {
        let turn = random.between(0.0, 90.0);
        soup = soup.turned(turn);
    }
    soup
}

const BANDS: [[i32; 2]; 5] = [[30, 180], [30, 90], [90, 180], [0, 60], [150, 210]];

#[test]
fn the_field_is_what_its_definition_says() {
    let mut random = Random(11);
    let (mut asked, mut low, mut most) = (0, 0, 0);
    for number in 0..if common::all() { 1000 } else { 40 } {
        let soup = random_soup(&mut random);
        let cell = [0.1, 0.15, 0.2, 0.3, 0.5, 1.25][random.below(6)];
        let reach = if number % 10 == 0 { 70.0 * cell } else { random.between(0.2, 3.0) };
        let world = bake(&soup, cell, reach);
        let brute = Brute::new(&world);
        let all: Vec<FloorId> = floors(&world).collect();
        let band = BANDS[random.below(BANDS.len())];
        for rim in [Rim::Open, Rim::Blocked] {
            let field = world.field(f64::from(band[0]) / 100.0, f64::from(band[1]) / 100.0, rim);
            for i in 0..if number % 10 == 0 { 12 } else { 100 } {
                let id = all[random.below(all.len())];
                let (found, expected) = (squared(&field, &world, id), brute.squared(&world, id, band, rim));
                let place = world.position(id).unwrap();
                assert_eq!(found, expected, "world {number}, cells {cell}, {band:?}, {rim:?}, {place:?}");
                asked += 1;
                most += usize::from(found == squared_of(reach, world.grid().cell_size()));
                low += usize::from(found < 9);
                if i % 4 == 0 {
                    let nearest = field.nearest(&world, id);
                    let saturated = nearest.is_none();
                    assert_eq!(nearest.map_or(found, |nearest| nearest.squared), found, "world {number}, {place:?}");
                    assert!(!saturated || found == brute.squared(&world, id, [0, 0], Rim::Open), "{place:?}");
                }
            }
        }
    }
    eprintln!("{asked} floors asked, {low} within a cell and a half of something, {most} farther than is measured");
    assert!(low * 10 > asked && most * 50 > asked && asked - low - most > asked / 10, "worlds of one kind only");
}

#[test]
fn on_open_ground_it_is_the_plain_distance_in_plan() {
    let mut random = Random(5);
    for _ in 0..if common::all() { 100 } else { 6 } {
        let mut soup = strip([-5.0, 7.0], [-6.0, 6.0], 0.0);
        for _ in 0..6 {
            let at = [random.between(-5.0, 6.0), random.between(-6.0, 5.0)];
            let turned =
                block([-0.3, 0.0, -0.2], [0.3, 2.0, random.between(0.0, 1.0)]).turned(random.between(0.0, 90.0));
            soup = soup.and(turned.moved([at[0], 0.0, at[1]]));
        }
        let world = bake(&soup, 0.15, 2.5);
        let field = world.field(0.3, 1.8, Rim::Open);
        let window = world.window().unwrap();
        let blocked = |column: ColumnKey| world.spans_at(column).iter().any(|[low, high]| *low < 1.8 && *high > 0.3);
        let columns = (window.z0..window.z0 + window.depth)
            .flat_map(|z| (window.x0..window.x0 + window.width).map(move |x| ColumnKey::new(x, z)));
        let solid: Vec<ColumnKey> = columns.filter(|&column| blocked(column)).collect();
        let limit = squared_of(2.5, 0.15);
        for id in floors(&world).filter(|&id| world.position(id).unwrap()[1] < 0.1) {
            let own = world.column_of(id).unwrap();
            let apart = |a: i32, b: i32| ((2 * (a - b).abs() - 1).max(0) as u32).pow(2);
            let plain = solid.iter().map(|column| apart(column.x, own.x) + apart(column.z, own.z)).min().unwrap();
            assert_eq!(squared(&field, &world, id), plain.min(limit), "{:?}", world.position(id));
        }
    }
}

/// The largest squared distance that is measured.
fn squared_of(max_clearance: f64, cell: f64) -> u32 {
    ((2.0 * max_clearance / cell + 1e-9).floor() as u32).pow(2)
}

#[test]
fn a_knee_high_box_blocks_the_legs_and_not_the_torso() {
    // A box, and a shelf behind it that leaves out the legs' side of it.
    let soup = strip([0.0, 6.0], [0.0, 6.0], 0.0).and(solid([3.0, 0.0, 2.0], [3.6, 0.5, 4.0]));
    let soup = soup.and(solid([3.6, 0.0, 2.0], [4.0, 2.0, 4.0]));
    let world = bake(&soup, 0.1, 4.0);
    let (legs, torso) = (world.field(0.3, 0.9, Rim::Open), world.field(0.9, 1.8, Rim::Open));
    let at = [2.55, 0.0, 3.05];
    assert_eq!(metres_at(&legs, &world, at), 0.45);
    assert_eq!(metres_at(&torso, &world, at), 1.05);
    // Over the box the torso comes nearer to the shelf, with the ground's own height.
    assert_eq!(metres_at(&torso, &world, [2.95, 0.0, 3.05]), 0.65);
    let id = floor_near(&world, at).unwrap();
    let (box_, shelf) = (legs.nearest(&world, id).unwrap(), torso.nearest(&world, id).unwrap());
    assert_eq!((box_.column.x, shelf.column.x), (30, 36));
    assert_eq!(world.objects()[box_.object.unwrap().0 as usize].name, "soup");
}

#[test]
fn under_a_table_and_on_it_are_different_places() {
    let soup = strip([0.0, 6.0], [0.0, 6.0], 0.0).and(solid([2.0, 0.66, 2.0], [4.0, 0.7, 4.0]));
    let world = bake(&soup, 0.1, 4.0);
    let (upright, crawling) = (world.field(0.3, 1.8, Rim::Open), world.field(0.1, 0.6, Rim::Open));
    assert_eq!(metres_at(&upright, &world, [1.55, 0.0, 3.05]), 0.45);
    assert_eq!(metres_at(&crawling, &world, [1.55, 0.0, 3.05]), 4.0);
    assert_eq!(metres_at(&upright, &world, [3.05, 0.0, 3.05]), 0.0, "under the table");
    assert_eq!(metres_at(&upright, &world, [3.05, 0.7, 3.05]), 4.0, "on the table");
    let guarded = world.field(0.3, 1.8, Rim::Blocked);
    assert_eq!(metres_at(&guarded, &world, [3.05, 0.7, 3.05]), 0.95, "to the rim of the table");
    assert_eq!(metres_at(&guarded, &world, [0.25, 0.0, 3.05]), 0.25, "to the rim of the ground");
    let rim = guarded.nearest(&world, floor_near(&world, [0.25, 0.0, 3.05]).unwrap()).unwrap();
    assert_eq!((rim.column.x, rim.object), (-1, None));
}

#[test]
fn on_a_bridge_nothing_of_the_road_is_seen() {
    let ramp = |x: [f64; 2], low: f64, high: f64| {
        let rise = (high - low) / (x[1] - x[0]);
        sloped(&[[x[0], 2.5], [x[0], 3.5], [x[1], 3.5], [x[1], 2.5]], |_| -0.1, move |[at, _]| low + (at - x[0]) * rise)
    };
    let road = strip([-10.0, 16.0], [-3.0, 9.0], 0.0);
    let bridge = solid([-4.0, 2.3, 2.5], [10.0, 2.5, 3.5]);
    // On the road a box under the bridge and one just beside it, and a post that is taller than the bridge.
    let things = solid([2.0, 0.0, 2.8], [2.4, 1.0, 3.2]).and(solid([4.0, 0.0, 3.6], [5.0, 1.0, 4.4]));
    let post = solid([7.0, 0.0, 3.8], [7.2, 4.5, 4.0]);
    let soup =
        road.and(bridge).and(things).and(post).and(ramp([-10.0, -4.0], 0.0, 2.5)).and(ramp([10.0, 16.0], 2.5, 0.0));
    let world = bake(&soup, 0.1, 4.0);
    let field = world.field(0.3, 1.8, Rim::Open);
    assert_eq!(metres_at(&field, &world, [0.05, 2.5, 3.05]), 4.0, "nothing on the bridge within 4 m");
    assert_eq!(metres_at(&field, &world, [7.15, 2.5, 3.05]), 0.75, "the post beside the bridge");
    assert_eq!(metres_at(&field, &world, [2.15, 0.0, 2.05]), 0.75, "on the road, the box under the bridge");
    assert_eq!(metres_at(&field, &world, [0.05, 0.0, 3.05]), 1.95, "under the bridge, the same box");
    // The ramp's end stands on the border of a column and marks the one of larger numbers.
    assert_eq!(metres_at(&field, &world, [-2.05, 0.0, 3.05]), 1.85, "under the bridge, the ramp that it ends on");
    // At the foot of the ramp's side the ramp is a wall, and on the ramp there is none.
    assert_eq!(metres_at(&field, &world, [-5.05, 0.0, 2.25]), 0.25);
    assert!(metres_at(&field, &world, [-7.05, 1.25, 3.05]) > 3.9);
}

#[test]
fn beside_a_stair_its_steps_are_no_wall_and_beyond_its_corner_a_post_is() {
    // A stair of ten steps with open sides that stand on borders of columns, and a landing with a post off its corner.
    let step = |i: i32| {
        let x = f64::from(i) * 0.25;
        block([x, 0.0, 1.0], [x + 0.25, f64::from(i + 1) * 0.18, 2.0])
    };
    let landing = solid([2.5, 0.0, 1.0], [4.0, 1.8, 2.0]);
    let post = solid([4.1, 0.0, 2.2], [4.2, 4.0, 2.3]);
    let soup = strip([-3.0, 7.0], [-2.0, 5.0], 0.0).and(Soup::of((0..10).map(step))).and(landing).and(post);
    let world = bake(&soup, 0.1, 1.5);
    let field = world.field(0.3, 1.8, Rim::Open);
    assert_eq!(metres_at(&field, &world, [0.35, 0.36, 1.75]), 1.5, "on the stair");
    let diagonal = |x: f64, z: f64| (x * x + z * z).sqrt();
    for inside in [0.05, 0.15, 0.25] {
        let expected = diagonal(inside + 0.1, inside + 0.2);
        let found = metres_at(&field, &world, [4.0 - inside, 1.8, 2.0 - inside]);
        assert!((found - expected).abs() < 1e-9, "{inside}: {found} and not {expected}");
    }
}

#[test]
fn on_a_spiral_the_other_turn_is_not_seen() {
    // A post stands on the stair, one turn up (24 steps); from the turn below it is above one's head.
    let soup = spiral([0.05, 0.05], 0.5, 1.7, 0.15);
    let before = bake(&soup, 0.1, 4.0);
    let (sine, cosine) = (24.5_f64 * 15.0).to_radians().sin_cos();
    let [x, z] = [0.05 + 1.1 * cosine, 0.05 + 1.1 * sine];
    let post = block([x - 0.1, 3.7, z - 0.1], [x + 0.1, 5.0, z + 0.1]);
    let after = bake(&soup.and(post), 0.1, 4.0);
    let (old, new) = (before.field(0.3, 1.8, Rim::Open), after.field(0.3, 1.8, Rim::Open));
    let mut nearer = Vec::new();
    for id in floors(&before) {
        let position = before.position(id).unwrap();
        let Some(same) = floor_near(&after, position).filter(|&id| after.position(id).unwrap() == position) else {
            continue;
        };
        if squared(&new, &after, same) < squared(&old, &before, id) {
            nearer.push(position[1]);
        }
    }
    assert!(nearer.len() > 50, "the post is in somebody's way: {}", nearer.len());
    // A turn is 3.6 m. What sees the post is at about its height, up and down the stair, never a turn away.
    assert!(nearer.iter().all(|y| (y - 3.75).abs() < 1.5), "{nearer:?}");
}

#[test]
fn two_storeys_do_not_see_each_other() {
    let storey = |y: f64| solid([0.0, y - 0.2, 0.0], [9.0, y, 9.0]);
    let (below, above) = (solid([2.0, 0.0, 2.0], [3.0, 2.0, 3.0]), solid([6.0, 3.0, 6.0], [7.0, 5.0, 7.0]));
    let world = bake(&storey(0.0).and(storey(3.0)).and(below).and(above), 0.1, 4.0);
    let field = world.field(0.3, 1.8, Rim::Open);
    assert_eq!(metres_at(&field, &world, [4.05, 0.0, 2.55]), 1.05);
    assert_eq!(metres_at(&field, &world, [1.55, 3.0, 1.55]), 4.0);
    assert_eq!(metres_at(&field, &world, [6.55, 3.0, 5.05]), 0.95);
    assert_eq!(metres_at(&field, &world, [7.55, 0.0, 7.55]), 4.0);
}

#[test]
fn a_corridor_of_sixty_centimetres_is_an_exact_fit() {
    // Three columns of 0.2 m between walls: the middle of the corridor is the centre of one, and a radius of 0.30 m fits.
    let corridor = |width: f64| {
        let walls = solid([0.0, 0.0, 0.0], [6.0, 2.0, 1.0]).and(solid([0.0, 0.0, 1.0 + width], [6.0, 2.0, 3.0]));
        strip([0.0, 6.0], [0.0, 3.0], 0.0).and(walls)
    };
    for (cell, width) in [(0.2, 0.6), (0.1, 0.5), (0.1, 0.7)] {
        let world = bake(&corridor(width), cell, 4.0);
        let field = world.field(0.3, 1.8, Rim::Open);
        let middle = floor_near(&world, [3.0 + cell / 2.0, 0.0, 1.0 + width / 2.0]).unwrap();
        let clearance = field.clearance(&world, middle).unwrap();
        assert!((clearance.metres() - width / 2.0).abs() < 1e-12, "{} of {width}", clearance.metres());
        // Half a millimetre more does not fit. A half-width counts to the nearest 1/5120 m.
        assert!(clearance.passes(width / 2.0) && !clearance.passes(width / 2.0 + 0.0005));
        assert!(clearance.squared() >= field.least(&world, width / 2.0));
        assert!(clearance.squared() < field.least(&world, width / 2.0 + 0.0005));
    }
    // Six columns of 0.1 m: no centre lies in the middle, and each is half a cell off.
    let world = bake(&corridor(0.6), 0.1, 4.0);
    assert_eq!(metres_at(&world.field(0.3, 1.8, Rim::Open), &world, [3.05, 0.0, 1.25]), 0.25);
}

#[test]
fn borders_of_tiles_do_not_show() {
    let mut random = Random(23);
    for number in 0..if common::all() { 40 } else { 3 } {
        let soup = random_soup(&mut random);
        // On the vertex grid, so that moving by whole columns changes nothing.
        let soup = soup.map(|p| p.map(|c| (c * 1024.0).round() / 1024.0));
        let cell = 0.125;
        let base = bake(&soup, cell, 4.0);
        for columns in [[64, 128], [32, 32], [17, -41], [-33, 5]] {
            let by = [f64::from(columns[0]) * cell, 0.0, f64::from(columns[1]) * cell];
            let moved = bake(&soup.moved(by), cell, 4.0);
            for (band, rim) in [([0.3, 1.8], Rim::Open), ([0.9, 1.8], Rim::Open), ([0.3, 1.8], Rim::Blocked)] {
                let fields = [base.field(band[0], band[1], rim), moved.field(band[0], band[1], rim)];
                let list = |world: &World, field: &Field, by: [i32; 2]| -> BTreeMap<_, _> {
                    let place = |id: FloorId| {
                        let (column, height) = (world.column_of(id).unwrap(), world.position(id).unwrap()[1]);
                        (column.x - by[0], column.z - by[1], (height * 100.0).round() as i32)
                    };
                    floors(world).map(|id| (place(id), squared(field, world, id))).collect()
                };
                let (here, there) = (list(&base, &fields[0], [0, 0]), list(&moved, &fields[1], columns));
                let wrong = here.iter().filter(|(place, squared)| there.get(*place) != Some(*squared)).count();
                assert_eq!(
                    (wrong, here.len()),
                    (0, there.len()),
                    "world {number} moved by {columns:?}, {band:?}, {rim:?}"
                );
            }
        }
    }
}

#[test]
fn after_an_edit_the_field_is_that_of_a_fresh_world_and_far_tiles_are_kept() {
    let ground = block([-16.0, -0.3, -16.0], [16.0, 0.0, 16.0]);
    let ramp = sloped(&[[-6.0, -1.0], [-6.0, 1.0], [0.0, 1.0], [0.0, -1.0]], |_| -0.1, |[x, _]| (x + 6.0) * 0.35);
    let scene = ground.and(ramp).and(block([0.0, 2.0, -3.0], [7.0, 2.1, 3.0])).scene();
    let mut world = World::bake(&scene, &Bake { cell_size: 0.1, ..Bake::default() }).unwrap();
    let bands = [(0.3, 1.8, Rim::Open), (0.9, 1.8, Rim::Open), (0.3, 0.9, Rim::Blocked)];
    let mut random = Random(3);
    let mut present = Vec::new();
    let mut kept = 0;
    for edit in 0..if common::all() { 1000 } else { 50 } {
        let (low, high, rim) = bands[edit % bands.len()];
        let field = world.field(low, high, rim);
        let keys: Vec<TileKey> = world.tiles().map(|(key, _)| key).collect();
        let old: Vec<_> = keys.iter().map(|&key| field.tile(&world, key).unwrap()).collect();
        let before = (world.clone(), field.made());
        let window = if present.len() < 20 && (present.len() < 5 || random.below(2) == 0) {
            let at = [random.between(-17.0, 17.0), random.between(-0.5, 2.5), random.between(-17.0, 17.0)];
            let size = [random.between(0.05, 2.0), random.between(0.02, 2.0), random.between(0.05, 2.0)];
            let id = world.add(&Obstacle::block(at, std::array::from_fn(|i| at[i] + size[i]))).unwrap();
            present.push(id);
            world.obstacle_box(id).unwrap()
        } else {
            let id = present.swap_remove(random.below(present.len()));
            let window = world.obstacle_box(id).unwrap();
            world.remove(id).unwrap();
            window
        };
        // Tiles that the edit may have changed, and those from which they can be seen: one tile more, as 4 m are 40 columns.
        let [first, last] = window.map(|corner| world.column_at(corner));
        let span = |a: i32, b: i32| (a - 1).div_euclid(64) - 1..=(b + 1).div_euclid(64) + 1;
        let near = |key: TileKey| span(first.x, last.x).contains(&key.x) && span(first.z, last.z).contains(&key.z);
        for (key, _) in world.tiles() {
            field.tile(&world, key);
        }
        let made = field.made() - before.1;
        let close = world.tiles().filter(|&(key, _)| near(key)).count();
        assert!(made <= close, "edit {edit}: {made} tiles made, {close} near");
        for (&key, old) in keys.iter().zip(&old).filter(|&(&key, _)| !near(key)) {
            assert!(Arc::ptr_eq(old, &field.tile(&world, key).unwrap()), "edit {edit}: {key:?} was made again");
            kept += 1;
        }
        let fresh = World::from_bytes(&world.to_bytes(), "fresh").unwrap();
        let anew = fresh.field(low, high, rim);
        for (key, _) in world.tiles() {
            let (edited, fresh) = (field.tile(&world, key).unwrap(), anew.tile(&fresh, key).unwrap());
            assert_eq!(edited.squared(), fresh.squared(), "edit {edit}: {key:?}");
        }
        // The snapshot from before still has its own answer.
        if edit % 10 == 0 {
            for (&key, old) in keys.iter().zip(&old) {
                assert_eq!(
                    field.tile(&before.0, key).unwrap().squared(),
                    old.squared(),
                    "edit {edit}: snapshot {key:?}"
                );
            }
        }
    }
    assert!(kept > 100, "{kept}");
}

#[test]
fn what_cannot_be_is_answered() {
    let world = bake(&strip([0.0, 2.0], [0.0, 2.0], 0.0), 0.1, 4.0);
    let nowhere = FloorId { tile: TileKey { x: 9, z: 9 }, index: 0 };
    let beyond = FloorId { tile: TileKey { x: 0, z: 0 }, index: 1_000_000 };
    for (low, high) in [(0.3, 1.8), (f64::NAN, f64::NAN), (f64::NEG_INFINITY, f64::INFINITY), (2.0, 1.0)] {
        let field = world.field(low, high, Rim::Open);
        for id in [nowhere, beyond] {
            assert_eq!(field.clearance(&world, id), None);
            assert_eq!(field.nearest(&world, id), None);
        }
        assert!(field.tile(&world, nowhere.tile).is_none());
        assert_eq!(metres_at(&field, &world, [1.05, 0.0, 1.05]), 4.0, "{low} to {high}");
    }
    let none = bake(&strip([0.0, 2.0], [0.0, 2.0], 0.0), 0.1, 0.0);
    assert_eq!(metres_at(&none.field(0.3, 1.8, Rim::Open), &none, [1.05, 0.0, 1.05]), 0.0);
}

#[test]
fn fields_of_real_scenes_agree_with_walks() {
    use footpath::scene::{Import, Up};
    for (file, up) in [("recast_nav_test.obj", Up::Y), ("duplex_house.obj", Up::Z)] {
        let Some(path) = common::data(&format!("scenes/{file}")) else { return };
        let scene = Scene::open_with(path, &Import { up, scale: 1.0 }).unwrap();
        let world = World::bake(&scene, &Bake::default()).unwrap();
        let all: Vec<FloorId> = floors(&world).collect();
        for (low, high, rim) in [(0.3, 1.8, Rim::Open), (0.9, 1.8, Rim::Open), (0.3, 1.8, Rim::Blocked)] {
            let field = world.field(low, high, rim);
            let start = std::time::Instant::now();
            for (key, _) in world.tiles() {
                field.tile(&world, key);
            }
            let nanos = start.elapsed().as_nanos() as f64 / all.len() as f64;
            eprintln!("{file} at 0.1, {low} to {high}, {rim:?}: {} floors, {nanos:.0} ns per floor", all.len());
            let mut random = Random(1);
            for _ in 0..if common::all() { 5000 } else { 300 } {
                let id = all[random.below(all.len())];
                let found = squared(&field, &world, id);
                let walked = field.nearest(&world, id).map_or(6400, |nearest| nearest.squared);
                assert_eq!(found, walked, "{file}, {:?}", world.position(id));
            }
        }
    }
}
