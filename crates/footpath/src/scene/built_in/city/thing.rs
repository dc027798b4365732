//! What a city is made of, and the ground that a house stands on.

use crate::geom::named;

named! {
    /// What a city is made of; one object each.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) enum Thing {
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
pub(super) enum Lot {
    /// A street in front (low z) and a court behind.
    Row,
    /// A street in front and another at low x.
    Corner,
    /// Open on all sides.
    Free,
}
