//! Which piece stands where: blocks of four by four squares between streets, each block of one kind. The pieces that a city is put
//! together from.

use super::super::shapes::Shape;
use super::{City, GROUND, Lot, PERIOD, SQUARE, Thing, UNITS, house, open};
use crate::geom::{VERTEX_PER_METRE, Vertex};
use crate::scene::built_in::stage::Random;
use crate::scene::{ObjectId, Place};

/// Squares of a block along a side.
const BLOCK: i32 = PERIOD - 1;

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Houses around a court; the storeys of the lowest and of how many more kinds.
    Houses {
        lowest: u8,
        kinds: u8,
    },
    Towers,
    Square,
    Park,
}

/// A share out of 100 for each kind of block.
const KINDS: [(u64, Kind); 5] = [
    (56, Kind::Houses { lowest: 1, kinds: 4 }),
    (14, Kind::Houses { lowest: 0, kinds: 2 }),
    (12, Kind::Towers),
    (9, Kind::Square),
    (9, Kind::Park),
];

impl City {
    /// Random numbers of a square or block; another stream for every purpose.
    fn random(&self, [x, z]: [i32; 2], purpose: u64) -> Random {
        Random::new(self.seed, purpose << 48 ^ (x as u64) << 24 ^ z as u64 ^ 1 << 60)
    }

    /// The piece of a square, and by how many quarters it is turned.
    pub(super) fn piece_at(&self, at: [i32; 2]) -> (Piece, u8) {
        let [i, j] = at.map(|c| c.rem_euclid(PERIOD) - 1);
        match (i < 0, j < 0) {
            (true, true) => (Piece::Crossing, 0),
            (true, false) => (self.street(at, j), 1),
            (false, true) => (self.street(at, i), 0),
            (false, false) => self.in_block(at, [i, j]),
        }
    }

    fn street(&self, at: [i32; 2], along: i32) -> Piece {
        let mut random = self.random(at, 1);
        if along == 1 && random.below(9) == 0 {
            return Piece::Bridge;
        }
        Piece::Street(random.below(u64::from(STREETS)) as u8)
    }

    fn kind(&self, block: [i32; 2]) -> Kind {
        let mut share = self.random(block, 2).below(100);
        let kind = KINDS.iter().find(|(of, _)| {
            let found = share < *of;
            share = share.saturating_sub(*of);
            found
        });
        kind.map_or(Kind::Park, |(_, kind)| *kind)
    }

    fn in_block(&self, at: [i32; 2], place: [i32; 2]) -> (Piece, u8) {
        let block = at.map(|c| c.div_euclid(PERIOD));
        let mut random = self.random(at, 3);
        let mut one_of = |count: u8| random.below(u64::from(count)) as u8;
        let side = side_of(place);
        match self.kind(block) {
            Kind::Houses { lowest, kinds } => match side {
                Side::Inside => (Piece::Court(one_of(COURTS)), one_of(4)),
                Side::Edge(turns) if self.is_gate(block, place, turns) => (Piece::Gate, turns),
                Side::Edge(turns) | Side::Corner(turns) => {
                    let storeys = STOREYS[usize::from(lowest + one_of(kinds))];
                    let lot = if matches!(side, Side::Corner(_)) { Lot::Corner } else { Lot::Row };
                    (Piece::House { lot, storeys, furnished: one_of(FURNITURE) }, turns)
                }
            },
            Kind::Towers if side == Side::Inside && place[0] == place[1] => {
                let storeys = TOWERS[usize::from(one_of(TOWERS.len() as u8))];
                (Piece::House { lot: Lot::Free, storeys, furnished: one_of(FURNITURE) }, one_of(4))
            }
            Kind::Towers => (Piece::Paving(one_of(PAVINGS)), one_of(4)),
            Kind::Square if side == Side::Inside => {
                let turns = match place {
                    [1, 1] => 0,
                    [1, _] => 1,
                    [_, 1] => 3,
                    _ => 2,
                };
                (Piece::Terrace, turns)
            }
            Kind::Square => (Piece::Paving(one_of(PAVINGS)), one_of(4)),
            Kind::Park => (Piece::Park(one_of(PARKS)), one_of(4)),
        }
    }

    /// Whether a square at the edge of a block of houses is its way into the court. Every block has one.
    fn is_gate(&self, block: [i32; 2], [i, j]: [i32; 2], turns: u8) -> bool {
        let choice = self.random(block, 4).below(8) as i32;
        let along = if turns.is_multiple_of(2) { i } else { j };
        i32::from(turns) == choice % 4 && along == 1 + choice / 4
    }

    /// `start` at the first corner, `goal` on the top storey of the last house, and the first of everything between.
    pub(super) fn find_places(&self) -> Vec<Place> {
        let all = || (0..self.squares).flat_map(|z| (0..self.squares).map(move |x| [x, z]));
        let within = |at: [i32; 2], turns: u8, [x, y, z]: [f64; 3]| {
            let [x, z] = (0..turns).fold([x, z], |[x, z], _| [z, SQUARE - x]);
            [f64::from(at[0]) * SQUARE + x, y, f64::from(at[1]) * SQUARE + z]
        };
        let mut places = Vec::new();
        // On the vertex grid, which numbers in files hold to the last bit.
        let snap = |c: f64| (c * f64::from(VERTEX_PER_METRE)).round() / f64::from(VERTEX_PER_METRE);
        let mut put = |name: &str, position: [f64; 3]| {
            places.push(Place { name: name.to_owned(), position: position.map(snap) });
        };
        put("start", [1.625, GROUND, 1.625]);
        let is_house = |piece: Piece| matches!(piece, Piece::House { lot: Lot::Row | Lot::Corner, .. });
        let is_tower = |piece: Piece| matches!(piece, Piece::House { lot: Lot::Free, .. });
        let at_top = |at: [i32; 2]| {
            let (piece, turns) = self.piece_at(at);
            let storeys = if let Piece::House { storeys, .. } = piece { storeys } else { 1 };
            within(at, turns, house::room(storeys - 1))
        };
        let last = self.squares * self.squares - 1;
        let from_the_end = (0..=last).rev().map(|i| [i % self.squares, i / self.squares]);
        let mut houses = from_the_end.filter(|&at| is_house(self.piece_at(at).0));
        let goal = houses.next().map_or([self.side() - 1.625, GROUND, self.side() - 1.625], at_top);
        put("goal", goal);
        let mut first = |name: &str, is: &dyn Fn(Piece) -> bool, local: Option<[f64; 3]>| {
            if let Some(at) = all().find(|&at| is(self.piece_at(at).0)) {
                let turns = self.piece_at(at).1;
                put(name, local.map_or_else(|| at_top(at), |local| within(at, turns, local)));
            }
        };
        first("court", &|piece| matches!(piece, Piece::Court(_)), Some(open::IN_COURT));
        first("bridge", &|piece| piece == Piece::Bridge, Some(open::ON_BRIDGE));
        first("square", &|piece| piece == Piece::Terrace, Some(open::ON_TERRACE));
        first("park", &|piece| matches!(piece, Piece::Park(_)), Some(open::IN_PARK));
        first("tower", &is_tower, None);
        places
    }
}

/// Where a square is in its block: at an edge or a corner, with the turns that lead its front to the street, or inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Inside,
    Edge(u8),
    Corner(u8),
}

fn side_of([i, j]: [i32; 2]) -> Side {
    const LAST: i32 = BLOCK - 1;
    match (i, j) {
        (0, 0) => Side::Corner(0),
        (0, LAST) => Side::Corner(1),
        (LAST, LAST) => Side::Corner(2),
        (LAST, 0) => Side::Corner(3),
        (_, 0) => Side::Edge(0),
        (0, _) => Side::Edge(1),
        (_, LAST) => Side::Edge(2),
        (LAST, _) => Side::Edge(3),
        _ => Side::Inside,
    }
}

/// A triangle of a piece, from the piece's corner.
pub(super) type Face = ([Vertex; 3], ObjectId);

/// A square of the city, before it is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Piece {
    Crossing,
    /// A street along x, by where cars and trees stand.
    Street(u8),
    /// A street along x with a bridge over it and stairs on both pavements.
    Bridge,
    House {
        lot: Lot,
        storeys: u8,
        furnished: u8,
    },
    /// A way into a court.
    Gate,
    Court(u8),
    Paving(u8),
    /// A quarter of a raised terrace with steps, around the corner of high x and z.
    Terrace,
    Park(u8),
}

/// Variants of streets, furniture and so on.
pub(super) const STREETS: u8 = 4;
pub(super) const FURNITURE: u8 = 3;
pub(super) const COURTS: u8 = 3;
pub(super) const PAVINGS: u8 = 3;
pub(super) const PARKS: u8 = 3;
/// Storeys of houses in rows, and of towers.
pub(super) const STOREYS: [u8; 5] = [2, 3, 4, 5, 6];
pub(super) const TOWERS: [u8; 3] = [8, 10, 12];

impl Piece {
    /// Every piece there is.
    pub fn all() -> Vec<Self> {
        let mut all = vec![Self::Crossing, Self::Bridge, Self::Gate, Self::Terrace];
        all.extend((0..STREETS).map(Self::Street));
        all.extend((0..COURTS).map(Self::Court));
        all.extend((0..PAVINGS).map(Self::Paving));
        all.extend((0..PARKS).map(Self::Park));
        for furnished in 0..FURNITURE {
            for storeys in STOREYS {
                all.extend([Lot::Row, Lot::Corner].map(|lot| Self::House { lot, storeys, furnished }));
            }
            all.extend(TOWERS.map(|storeys| Self::House { lot: Lot::Free, storeys, furnished }));
        }
        all
    }

    /// What it is made of, within 16 m from its corner.
    pub fn shapes(self) -> Vec<(Thing, Shape)> {
        match self {
            Self::Crossing => open::crossing(),
            Self::Street(variant) => open::street(variant),
            Self::Bridge => open::bridge(),
            Self::House { lot, storeys, furnished } => house::house(lot, storeys, furnished),
            Self::Gate => open::gate(),
            Self::Court(variant) => open::court(variant),
            Self::Paving(variant) => open::paving(variant),
            Self::Terrace => open::terrace(),
            Self::Park(variant) => open::park(variant),
        }
    }
}

/// The triangles of shapes, turned within their square: low z goes to low x, low x to high z.
pub(super) fn faces_of(shapes: &[(Thing, Shape)], turns: u32) -> Vec<Face> {
    let shift = [[0.0, 0.0], [0.0, SQUARE], [SQUARE, SQUARE], [SQUARE, 0.0]][(turns % 4) as usize];
    let snap = |metres: f64| (metres * f64::from(VERTEX_PER_METRE)).round() as i32;
    // A wall right on the border would be in the next column, which is another square's.
    let inside = |metres: f64| snap(metres).clamp(0, UNITS - 1);
    let mut faces = Vec::new();
    for (thing, shape) in shapes {
        let turned = shape.clone().turned(turns).at([shift[0], 0.0, shift[1]]);
        let vertices: Vec<Vertex> =
            turned.vertices.iter().map(|[x, y, z]| [inside(*x), snap(*y), inside(*z)]).collect();
        let object = ObjectId(*thing as u32);
        let triangles = turned.indices.chunks_exact(3);
        faces.extend(
            triangles.map(|t| ([vertices[t[0] as usize], vertices[t[1] as usize], vertices[t[2] as usize]], object)),
        );
    }
    faces
}
