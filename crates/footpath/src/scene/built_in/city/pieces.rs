//! The pieces that a city is put together from, and what they are made of.

use super::super::shapes::Shape;
use super::{Lot, SQUARE, Thing, UNITS, house, open};
use crate::geom::{VERTEX_PER_METRE, Vertex};
use crate::scene::ObjectId;

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
