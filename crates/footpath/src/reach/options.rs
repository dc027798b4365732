//! Options of a search over floors: which moves it looks at, and in which order it expands floors.
//!
//! The defaults are what planners use. The other values reproduce figures of Bandi & Thalmann; the sections are theirs.

/// Options of a search over floors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GraphOptions {
    pub neighbours: Neighbours,
    pub corners: Corners,
    pub diagonals: Diagonals,
    pub front: Front,
    pub extended: Extended,
}

impl GraphOptions {
    /// A search by cost alone, with leaps or without.
    pub fn flood(leaps: bool) -> Self {
        let extended = if leaps { Extended::All } else { Extended::None };
        Self { front: Front::Bushfire, extended, ..Self::default() }
    }
}

impl Default for GraphOptions {
    fn default() -> Self {
        Self {
            neighbours: Neighbours::Eight,
            corners: Corners::BothFlanks,
            diagonals: Diagonals::True,
            front: Front::AStar,
            extended: Extended::All,
        }
    }
}

/// How a front grows from cell to cell, and along which neighbours the path is traced back (§5.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbours {
    /// A 4-neighbour front and a 4-path.
    Four,
    /// A 4-neighbour front, traced back across all 8 neighbours where the corner allows it.
    FourTracedEight,
    /// An 8-neighbour front and an 8-path.
    Eight,
}

/// When a diagonal may be taken (Fig. 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corners {
    /// When both flanking cells can be walked.
    BothFlanks,
    /// When at least one can: refused between two obstacles, as the figure has it.
    OneFlank,
    /// Always, even between two obstacles that touch at a corner: the fault that the figure shows on its left.
    Ignored,
}

/// What a diagonal step costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diagonals {
    /// Its true length, 577 to 408.
    True,
    /// As much as an orthogonal one, as in the seed (§3.4).
    Unit,
}

/// In which order floors are expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Front {
    /// By cost so far and distance to the goal (§5.4).
    AStar,
    /// By cost so far: the bushfire.
    Bushfire,
}

/// Moves beyond those to neighbouring cells (§7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extended {
    /// All floors within the body's spans (§7.2).
    All,
    /// The nearest surface in each direction where no neighbour is contiguous (§7.1.1), as the seed has it before it
    /// corrects itself.
    FirstRing,
    /// None: contiguous ground only.
    None,
}
