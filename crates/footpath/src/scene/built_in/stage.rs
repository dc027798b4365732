//! What a scene is set up with: objects with names and materials, exact cells, and random numbers of its own.

use super::shapes::{Along, Range, Shape, block, cylinder};
use crate::geom::VERTEX_PER_METRE;
use crate::scene::{Object, Scene, SceneBuilder, Tag};

/// Collects named objects and places.
#[derive(Default)]
pub(super) struct Stage {
    builder: SceneBuilder,
}

impl Stage {
    /// Adds an object of one material.
    pub(super) fn add(&mut self, name: impl Into<String>, material: &str, shape: Shape) {
        self.push(name.into(), material, Tag::Walkable, &shape);
    }

    /// Adds an object whose top is no floor: a wall, a railing, a house.
    pub(super) fn add_obstacle(&mut self, name: impl Into<String>, material: &str, shape: Shape) {
        self.push(name.into(), material, Tag::Obstacle, &shape);
    }

    /// Adds objects of one kind, numbered from 1.
    pub(super) fn add_all(&mut self, name: &str, material: &str, shapes: impl IntoIterator<Item = Shape>) {
        (1..).zip(shapes).for_each(|(number, shape)| self.add(format!("{name}_{number}"), material, shape));
    }

    /// As [`Stage::add_all`], for objects whose tops are no floors.
    pub(super) fn add_obstacles(&mut self, name: &str, material: &str, shapes: impl IntoIterator<Item = Shape>) {
        (1..).zip(shapes).for_each(|(number, shape)| self.add_obstacle(format!("{name}_{number}"), material, shape));
    }

    fn push(&mut self, name: String, material: &str, tag: Tag, shape: &Shape) {
        let object = Object { material: Some(material.to_owned()), tag, ..Object::new(name) };
        self.builder.push_object(object, &shape.vertices, &shape.indices, None);
    }

    /// Names a position at the feet.
    pub(super) fn place(&mut self, name: &str, position: [f64; 3]) {
        self.builder.push_place(name, position);
    }

    /// The finished scene.
    pub(super) fn build(self) -> Scene {
        self.builder.build()
    }
}

/// The plan grid of a scene that has to fill a given number of columns exactly.
///
/// Cells are counted; metres come out rounded to the vertex grid so that a thing of n cells touches n columns: its lower
/// face lies on or just above the border, its upper face strictly below, since a wall on a border belongs to the column
/// beyond it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cells {
    /// Cell size in 1/640 m, which the plan unit divides evenly.
    size: i64,
}

impl Cells {
    /// Cells of a size in 1/640 m.
    pub(super) const fn of_640ths(size: i64) -> Self {
        Self { size }
    }

    /// Cell size in metres.
    pub(super) const fn metres(self) -> f64 {
        self.size as f64 / 640.0
    }

    /// From cell `first` up to, not including, cell `end`.
    pub(super) fn range(self, [first, end]: [i64; 2]) -> Range {
        let border = |cells: i64| {
            let (units, rest) = (cells * self.size * i64::from(VERTEX_PER_METRE), 640);
            units.div_euclid(rest) + i64::from(units.rem_euclid(rest) != 0)
        };
        [border(first), border(end) - 1].map(|units| units as f64 / f64::from(VERTEX_PER_METRE))
    }

    /// A hole from cell `first` up to, not including, cell `end`: what is left beside it ends and begins as [`Cells::range`] has
    /// it.
    pub(super) fn hole(self, [first, end]: [i64; 2]) -> Range {
        [self.range([first - 1, first])[1], self.range([end, end + 1])[0]]
    }

    /// A box of whole cells in plan.
    pub(super) fn block(self, x: [i64; 2], y: Range, z: [i64; 2]) -> Shape {
        block(self.range(x), y, self.range(z))
    }

    /// A pillar with its axis through the centre of a cell.
    pub(super) fn pillar(self, x: i64, z: i64, radius: f64, y: Range) -> Shape {
        let [x, _, z] = self.centre(x, 0.0, z);
        cylinder(Along::Y, [x, z], radius, y)
    }

    /// Centre of a cell at a height.
    pub(super) fn centre(self, x: i64, y: f64, z: i64) -> [f64; 3] {
        let middle = |cell: i64| (cell as f64 + 0.5) * self.metres();
        [middle(x), y, middle(z)]
    }
}

/// Splitmix64: small, and the same on every platform.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    /// Starts from a seed; every part of a scene takes its own `stream`, so that adding to one leaves the others alone.
    pub(super) fn new(seed: u64, stream: u64) -> Self {
        Self(seed ^ stream.wrapping_mul(0xD1B5_4A32_D192_ED03))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A whole number below `end`.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }

    /// A number from `low` to `high` in steps of 1 cm.
    pub(super) fn within(&mut self, [low, high]: Range) -> f64 {
        let steps = ((high - low) * 100.0).round().max(0.0) as u64;
        low + self.below(steps + 1) as f64 / 100.0
    }
}
