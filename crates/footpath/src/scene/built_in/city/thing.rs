//! What a city is made of, and the ground that a house stands on.

/// What a city is made of; one object each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thing {
    Road,
    Pavement,
    Square,
    Lawn,
    Wall,
    Floor,
    Stairs,
    Bridge,
    Tree,
    Car,
    Bench,
    Table,
}

impl Thing {
    pub const ALL: [Self; 12] = [
        Self::Road,
        Self::Pavement,
        Self::Square,
        Self::Lawn,
        Self::Wall,
        Self::Floor,
        Self::Stairs,
        Self::Bridge,
        Self::Tree,
        Self::Car,
        Self::Bench,
        Self::Table,
    ];

    /// Name of the object.
    pub fn name(self) -> &'static str {
        match self {
            Self::Road => "Road",
            Self::Pavement => "Pavement",
            Self::Square => "Square",
            Self::Lawn => "Lawn",
            Self::Wall => "Walls",
            Self::Floor => "Floors",
            Self::Stairs => "Stairs",
            Self::Bridge => "Bridges",
            Self::Tree => "Trees",
            Self::Car => "Cars",
            Self::Bench => "Benches",
            Self::Table => "Tables",
        }
    }

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
