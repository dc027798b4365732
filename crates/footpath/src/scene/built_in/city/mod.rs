//! A city that is made square by square: streets with kerbs, crossings, bridges with stairs, houses with rooms on every
//! storey, towers, courts, squares and parks. For worlds larger than memory.
//!
//! In: the length of a side and a seed. Out: a [`City`], which is a [`TileSource`], or a [`Scene`] where it is small. The plan
//! is a lattice of 16 m squares, five to a block and its street. Every square is one of a few dozen pieces, turned by quarter
//! turns, and nothing reaches over its edge: at cells of 0.25 m a square is a tile, so that equal tiles are frequent and a world
//! file, which stores equal content once, stays small. Promise: the same side and seed give the same vertices on every platform.

mod house;
mod open;
mod plan;

use super::shapes::Shape;
use crate::geom::{VERTEX_PER_METRE, Vertex, named};
use crate::scene::{Object, ObjectId, Place, PlanBox, Scene, Tag, TileSource};
use plan::{Face, Piece, faces_of};
use std::collections::BTreeMap;
use xxhash_rust::xxh3::Xxh3;

/// Side of a square in metres.
const SQUARE: f64 = 16.0;
/// The same in vertex units.
const UNITS: i32 = 16 * VERTEX_PER_METRE;
/// Squares from one street to the next.
const PERIOD: i32 = 5;
/// Height of pavements and of all ground floors; roads are at 0.
const GROUND: f64 = 0.15;
/// Longest side in metres.
const LONGEST: f64 = 60_000.0;
/// Side of the city that is asked for by its bare name.
const USUAL: f64 = 170.0;

/// A generated city.
///
/// ```
/// use footpath::scene::{City, TileSource};
/// let city = City::new(1000.0, 0);
/// assert!(city.side() >= 1000.0);
/// let mut triangles = 0;
/// // One square of 16 m.
/// city.triangles([[0, 0], [16 * 1024 - 1, 16 * 1024 - 1]], &mut |_, _, _| triangles += 1);
/// assert!(triangles > 10);
/// ```
#[derive(Clone, Debug)]
pub struct City {
    seed: u64,
    /// Squares along a side.
    squares: i32,
    objects: Vec<Object>,
    places: Vec<Place>,
    pieces: BTreeMap<(Piece, u8), Vec<Face>>,
}

impl City {
    /// A city whose sides are at least so many metres: whole blocks with streets around them, from 96 m to 60 km.
    pub fn new(side: f64, seed: u64) -> Self {
        let blocks = ((side.clamp(SQUARE, LONGEST) / SQUARE - 1.0) / f64::from(PERIOD)).ceil().max(1.0);
        let objects = Thing::ALL.map(|thing| Object {
            material: Some(thing.material().to_owned()),
            tag: if thing == Thing::Car { Tag::Obstacle } else { Tag::Walkable },
            ..Object::new(thing.name())
        });
        let all = Piece::all().into_iter().flat_map(|piece| {
            let canonical = piece.shapes();
            (0..4).map(move |turns| ((piece, turns), faces_of(&canonical, u32::from(turns))))
        });
        let squares = blocks as i32 * PERIOD + 1;
        let (objects, pieces) = (objects.to_vec(), all.collect());
        let mut city = Self { seed, squares, objects, places: Vec::new(), pieces };
        city.places = city.find_places();
        city
    }

    /// The city of a name: `city`, or `city_` with the length of its side, as in `city_800m` and `city_4km`.
    pub fn named(name: &str, seed: u64) -> Option<Self> {
        if name == "city" {
            return Some(Self::new(USUAL, seed));
        }
        let side = name.strip_prefix("city_")?;
        let (number, factor) =
            side.strip_suffix("km").map(|n| (n, 1000.0)).or(side.strip_suffix('m').map(|n| (n, 1.0)))?;
        let whole = number.bytes().all(|digit| digit.is_ascii_digit());
        let side = number.parse::<u32>().ok().filter(|_| whole).map(|number| f64::from(number) * factor)?;
        (SQUARE..=LONGEST).contains(&side).then(|| Self::new(side, seed))
    }

    /// Length of a side in metres.
    pub fn side(&self) -> f64 {
        f64::from(self.squares) * SQUARE
    }

    /// The city as an ordinary scene, all triangles at once.
    pub fn scene(&self) -> Scene {
        let mut shapes = vec![Shape::default(); self.objects.len()];
        let metres = |vertex: Vertex| vertex.map(|c| f64::from(c) / f64::from(VERTEX_PER_METRE));
        let all = [[0, 0], [self.squares * UNITS - 1; 2]];
        self.triangles(all, &mut |corners, object, _| {
            let shape = &mut shapes[object.0 as usize];
            let first = shape.vertices.len() as u32;
            shape.vertices.extend(corners.map(metres));
            shape.indices.extend(first..first + 3);
        });
        let mut builder = Scene::builder();
        for (object, shape) in self.objects.iter().zip(&shapes) {
            builder.push_object(object.clone(), &shape.vertices, &shape.indices, None);
        }
        for place in &self.places {
            builder.push_place(&place.name, place.position);
        }
        builder.build()
    }

    /// Triangles of one square, from its corner.
    fn faces(&self, at: [i32; 2]) -> &[Face] {
        self.pieces.get(&self.piece_at(at)).map_or(&[], Vec::as_slice)
    }
}

impl TileSource for City {
    fn origin(&self) -> [f64; 3] {
        [0.0; 3]
    }

    fn plan(&self) -> Option<PlanBox> {
        Some([[0, 0], [self.squares * UNITS - 1; 2]])
    }

    fn objects(&self) -> &[Object] {
        &self.objects
    }

    fn places(&self) -> &[Place] {
        &self.places
    }

    fn fingerprint(&self) -> u64 {
        let mut hash = Xxh3::new();
        hash.update(&self.seed.to_le_bytes());
        hash.update(&self.squares.to_le_bytes());
        for (corners, object) in self.pieces.values().flatten() {
            corners.iter().flatten().for_each(|c| hash.update(&c.to_le_bytes()));
            hash.update(&object.0.to_le_bytes());
        }
        hash.digest()
    }

    fn triangles(&self, [low, high]: PlanBox, each: &mut dyn FnMut([Vertex; 3], ObjectId, bool)) {
        let [low, high] = [low, high].map(|corner| corner.map(|c| c.div_euclid(UNITS).clamp(-1, self.squares)));
        for z in low[1].max(0)..=high[1].min(self.squares - 1) {
            for x in low[0].max(0)..=high[0].min(self.squares - 1) {
                for &(corners, object) in self.faces([x, z]) {
                    // Every piece is closed by itself.
                    each(corners.map(|[a, b, c]| [a + x * UNITS, b, c + z * UNITS]), object, true);
                }
            }
        }
    }
}

named! {
    /// What a city is made of; one object each.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Thing {
        Road = "Road",
        Pavement = "Pavement",
        Square = "Square",
        Lawn = "Lawn",
        Wall = "Walls",
        Floor = "Floors",
        Stairs = "Stairs",
        Bridge = "Bridges",
        Tree = "Trees",
        Car = "Cars",
        Bench = "Benches",
        Table = "Tables",
    }
}

impl Thing {
    pub fn material(self) -> &'static str {
        match self {
            Self::Road => "asphalt",
            Self::Pavement | Self::Square | Self::Stairs => "stone",
            Self::Lawn => "grass",
            Self::Wall => "wall",
            Self::Floor => "floor",
            Self::Bridge | Self::Car => "metal",
            Self::Tree | Self::Bench | Self::Table => "wood",
        }
    }
}

/// Which sides of a house are open; the others touch the next house and have no windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Lot {
    /// A street in front (low z) and a court behind.
    Row,
    /// A street in front and another at low x.
    Corner,
    /// Open on all sides.
    Free,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_cities() {
        let side = |name: &str| City::named(name, 0).map(|city| city.side());
        assert_eq!(side("city_4km"), Some(4016.0));
        assert_eq!(side("city_96m"), Some(96.0));
        assert_eq!(side("city"), side("city_170m"));
        for wrong in ["city_", "city_0m", "city_99999km", "city_1.5km", "city_-5m", "city_+5m", "town", "city_4"] {
            assert_eq!(side(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn every_piece_is_closed_within_its_square_and_loses_nothing_on_the_grid() {
        let city = City::new(400.0, 3);
        let scene = city.scene();
        assert_eq!((scene.report().dropped(), scene.origin()), (0, [0.0; 3]));
        assert!(scene.solid().iter().all(|&solid| solid));
        for ((piece, turns), faces) in &city.pieces {
            let within = |corner: &Vertex| [corner[0], corner[2]].iter().all(|c| (0..UNITS).contains(c));
            assert!(faces.iter().flat_map(|(corners, _)| corners).all(within), "{piece:?} {turns}");
        }
    }
}
