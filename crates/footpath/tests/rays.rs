//! Floors against a brute-force ray test: what one can stand on under the centre of a column, face by face.
//!
//! The two do not ask quite the same. A ray sees the centre of a column and nothing else; a column is conservative: a
//! wall that crosses it beside the centre makes it solid, and the rim of a slab that reaches into it without covering
//! the centre is a floor there. Such a difference is fair if something in that very column accounts for it:
//!
//! * a surface of the ray without a floor: another face stands within the column between the surface and 0.3 m above it;
//! * a floor without a surface of the ray: a face that one can stand on, or one lower than a cell, reaches into the column
//!   at the floor's height.
//!
//! Both shares are printed. At most 0.5 % of the columns may differ without such a face; so far none does.
//! Spans are compared too, with the union of what all faces have over a column's square.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Part, Random, Rays, Soup, Surface, bake_with, block, sloped, strip, wall};
use footpath::ground::ColumnKey;
use footpath::scene::{Import, Up, built_in};
use footpath::{Scene, World};

/// Rounding of floors, in cm.
const ROUNDING: f64 = 1.0;

#[derive(Default, Debug)]
struct Shares {
    columns: usize,
    differ: usize,
    /// Of these, with a surface that has no floor.
    missing: usize,
    /// Differ with nothing in the column that would account for it.
    unexplained: usize,
}

struct Compared<'a> {
    world: &'a World,
    rays: Rays,
    cell_height: f64,
}

impl<'a> Compared<'a> {
    fn new(scene: &Scene, world: &'a World) -> Self {
        Self { world, rays: Rays::new(scene, world.grid()), cell_height: f64::from(world.grid().cell_height) }
    }

    /// Height in cm of a column's floors, and how far a surface may be from each.
    fn floors(&self, column: ColumnKey) -> Vec<Surface> {
        let found = self.world.floors_at(column).map(|id| {
            let (tile, floor) = self.world.floor(id).unwrap();
            let slope = f64::from(floor.slope[0]).abs() + f64::from(floor.slope[1]).abs();
            let reach = slope / 64.0 * self.world.grid().cell_size() * 50.0;
            Surface { height: f64::from(tile.height(id.index as usize)), reach }
        });
        found.collect()
    }

    fn meet(&self, a: &Surface, b: &Surface) -> bool {
        (a.height - b.height).abs() <= a.reach.max(b.reach) + self.cell_height + ROUNDING
    }

    fn check(&self, column: ColumnKey, shares: &mut Shares) {
        let parts = self.rays.parts(column);
        if parts.is_empty() {
            assert!(self.world.spans_at(column).is_empty(), "{column:?}: solid without a face");
            return;
        }
        let (floors, surfaces) = (self.floors(column), self.rays.surfaces(column));
        let alone = |one: &Surface, others: &[Surface]| !others.iter().any(|other| self.meet(one, other));
        let missing: Vec<_> = surfaces.iter().filter(|surface| alone(surface, &floors)).collect();
        let extra: Vec<_> = floors.iter().filter(|floor| alone(floor, &surfaces)).collect();
        // Something reaches higher than the surface itself does in this column, or hangs over its centre.
        let covered = |surface: &Surface, part: &Part| {
            let near = part.low < surface.height + 30.0 + self.cell_height + ROUNDING;
            let higher = part.high > surface.height + surface.reach.max(ROUNDING);
            near && (higher || part.low > surface.height + ROUNDING)
        };
        let held = |floor: &Surface, part: &Part| {
            let reach = floor.reach + self.cell_height + ROUNDING;
            // A wall lower than a cell counts as a surface.
            let holds = part.standable || part.high - part.low < self.cell_height + ROUNDING;
            holds && part.low - reach <= floor.height && floor.height <= part.high + reach
        };
        let explained = missing.iter().all(|surface| parts.iter().any(|part| covered(surface, part)))
            && extra.iter().all(|floor| parts.iter().any(|part| held(floor, part)));
        shares.columns += 1;
        shares.differ += usize::from(!missing.is_empty() || !extra.is_empty());
        shares.missing += usize::from(!missing.is_empty());
        shares.unexplained += usize::from(!explained);
        if !explained && shares.unexplained <= 3 {
            eprintln!("  {column:?}: no floor for {missing:?}, no surface for {extra:?}, {parts:?}");
        }
    }

    /// Spans of a column without closed solids: all that its faces have there, gaps below the cell height closed.
    fn check_spans(&self, column: ColumnKey) {
        // A face that only touches the square is not in it; whether one does is left to exact numbers.
        if self.rays.parts(column).len() != self.rays.parts_within(column, 0.01).len() {
            return;
        }
        let mut parts: Vec<_> = self.rays.parts(column).iter().map(|part| [part.low, part.high]).collect();
        parts.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let mut expected: Vec<[f64; 2]> = Vec::new();
        for [low, high] in parts {
            // Rounding outwards forgives half a unit of the vertex grid, and the last bits of a float.
            let forgiven = 100.0 / 2048.0 + 1e-10;
            let (low, high) = ((low + forgiven).floor(), (high - forgiven).ceil().max((low + forgiven).floor()));
            match expected.last_mut() {
                Some(below) if low - below[1] < self.cell_height => below[1] = below[1].max(high),
                _ => expected.push([low, high]),
            }
        }
        let found: Vec<_> = self.world.spans_at(column).iter().map(|span| span.map(|c| (c * 100.0).round())).collect();
        assert_eq!(found, expected, "{column:?}: {:?}", self.rays.parts(column));
    }

    fn all(&self) -> Shares {
        let mut shares = Shares::default();
        let [[x0, x1], [z0, z1]] = self.rays.columns;
        for z in z0 - 1..=z1 + 1 {
            for x in x0 - 1..=x1 + 1 {
                self.check(ColumnKey::new(x, z), &mut shares);
            }
        }
        shares
    }

    fn sampled(&self, count: usize) -> Shares {
        let (mut shares, mut random) = (Shares::default(), Random(2000));
        let [[x0, x1], [z0, z1]] = self.rays.columns;
        for _ in 0..count * 20 {
            let x = x0 + random.below((x1 - x0 + 1) as usize) as i32;
            let z = z0 + random.below((z1 - z0 + 1) as usize) as i32;
            self.check(ColumnKey::new(x, z), &mut shares);
            if shares.columns == count {
                break;
            }
        }
        shares
    }
}

fn judge(name: &str, cell: f64, shares: &Shares, most: f64) {
    let share = |count: usize| 100.0 * count as f64 / shares.columns as f64;
    let (differ, missing, unexplained) = (share(shares.differ), share(shares.missing), share(shares.unexplained));
    let count = shares.columns;
    eprintln!(
        "{name} at {cell}: {count} columns, {differ:.2} % differ ({missing:.2} % lack a floor), {unexplained:.3} % unexplained"
    );
    assert!(shares.columns > 50, "{name}: nothing was compared");
    assert!(unexplained <= most, "{name} at {cell}: {unexplained} % of the columns differ for no reason");
}

#[test]
fn floors_of_open_ground_are_exactly_what_rays_see() {
    // Nothing here stands in the way of a ray beside a centre, rims apart: the plain share counts.
    let hill = |degrees: f64| {
        let rise = degrees.to_radians().tan();
        sloped(&[[-3.0, -3.0], [-3.0, 3.0], [3.0, 3.0], [3.0, -3.0]], |_| -9.0, move |[x, _]| (x + 3.0) * rise)
    };
    for (cell, height) in [(0.25, 0.1), (0.1, 0.05)] {
        for degrees in [0.0, 5.0, 20.0, 44.0, 60.0] {
            for turn in [0.0, 33.0] {
                let scene = hill(degrees).turned(turn).scene();
                let world = bake_with(&scene, cell, height);
                let compared = Compared::new(&scene, &world);
                let mut shares = Shares::default();
                let middle = (2.0 / cell) as i32;
                for z in -middle..middle {
                    (-middle..middle).for_each(|x| compared.check(ColumnKey::new(x, z), &mut shares));
                }
                assert_eq!((shares.differ, shares.unexplained), (0, 0), "{degrees}° turned {turn} at {cell}");
                assert!(shares.columns as i32 == 4 * middle * middle);
            }
        }
    }
}

#[test]
fn floors_of_small_scenes_agree_with_rays_in_every_column() {
    for entry in built_in() {
        let scene = (entry.build)(0);
        let sizes = if common::all() {
            vec![(entry.cell_size, entry.cell_height), (0.1, 0.05)]
        } else {
            vec![(entry.cell_size, entry.cell_height)]
        };
        for (cell, height) in sizes {
            let world = bake_with(&scene, cell, height);
            judge(entry.name, cell, &Compared::new(&scene, &world).all(), 0.5);
        }
    }
    let table = strip([0.0, 5.0], [0.0, 5.0], 0.0).and(block([1.0, 0.66, 1.0], [3.0, 0.7, 3.0]));
    let walls = table.and(wall([0.3, 0.2], [4.1, 4.4], [0.0, 2.0])).and(block([3.2, 0.2, 0.3], [3.9, 1.0, 0.9]));
    let room = walls.and(block([0.1, -0.2, 0.1], [4.9, 3.0, 4.9]).flipped());
    for turn in [0.0, 27.0, 45.0] {
        for (cell, height) in [(0.25, 0.1), (0.1, 0.05), (0.05, 0.02)] {
            let scene = room.turned(turn).scene();
            let world = bake_with(&scene, cell, height);
            judge("room", cell, &Compared::new(&scene, &world).all(), 0.5);
        }
    }
}

#[test]
fn floors_of_random_soups_agree_with_rays() {
    let mut random = Random(77);
    for _ in 0..if common::all() { 400 } else { 40 } {
        let mut corner = |size: f64| [0; 3].map(|_| random.between(-size, size));
        let soup = Soup((0..12).map(|_| [corner(3.0), corner(3.0), corner(3.0)]).collect());
        let scene = soup.scene();
        let world = bake_with(&scene, 0.1, 0.05);
        let compared = Compared::new(&scene, &world);
        let shares = compared.all();
        assert_eq!(shares.unexplained, 0, "{shares:?}");
        let [[x0, x1], [z0, z1]] = compared.rays.columns;
        for z in z0..=z1 {
            (x0..=x1).for_each(|x| compared.check_spans(ColumnKey::new(x, z)));
        }
    }
}

#[test]
fn floors_of_real_scenes_agree_with_rays() {
    let (y, z) = (Import::default(), Import { up: Up::Z, ..Import::default() });
    let small = Import { scale: 0.125, ..y };
    // Whether the fine grid belongs to the long run.
    let scenes = [
        ("recast_nav_test.obj", y, false),
        ("recast_dungeon.obj", y, false),
        ("recast_undulating.obj", y, false),
        ("duplex_house.obj", z, false),
        ("zdm2_fps_level.glb", y, false),
        ("fdm6_fps_level.obj", small, false),
        ("collision_world.glb", y, false),
        ("tower.glb", y, false),
        ("godot_navigation_level.obj", y, false),
        ("living_room.glb", y, false),
        ("small_warehouse.glb", y, false),
        ("delft_block.obj", z, true),
        ("proto_level.glb", y, true),
        ("small_house.glb", y, true),
        ("apartment.glb", y, true),
        ("hospital_three_floors.glb", y, true),
    ];
    let count = if common::all() { 20_000 } else { 2_000 };
    for (file, import, is_long) in scenes {
        let Some(path) = common::data(&format!("scenes/{file}")) else { return };
        if is_long && !common::all() && file != "delft_block.obj" {
            continue;
        }
        let scene = Scene::open_with(path, &import).unwrap();
        for (cell, height) in [(0.25, 0.1), (0.1, 0.05)] {
            if is_long && cell == 0.1 && !common::all() {
                continue;
            }
            let world = bake_with(&scene, cell, height);
            judge(file, cell, &Compared::new(&scene, &world).sampled(count), 0.5);
        }
    }
}
