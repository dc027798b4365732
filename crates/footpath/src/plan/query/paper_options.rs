//! The choices that Bandi & Thalmann discuss. The defaults are those of the cells planner; the others reproduce their figures.
//! Sections are theirs.

use super::{CellOptions, Margin};
use crate::route::Smoothing;

/// The choices that Bandi & Thalmann discuss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaperOptions {
    /// How the front grows.
    pub neighbours: Neighbours,
    /// When a diagonal may be taken.
    pub corners: Corners,
    /// What a diagonal costs.
    pub diagonals: Diagonals,
    /// Whether the search heads for the goal.
    pub front: Front,
    /// Which moves beyond stepping to a neighbour there are.
    pub extended: Extended,
    /// What keeps the path off obstacles.
    pub margin: PaperMargin,
    /// How the path of cells becomes a smooth one.
    pub smoothing: PaperSmoothing,
    /// What is done about cells that hardly hold a foot.
    pub support: Support,
    /// Where a repaired path joins the old one.
    pub join: Join,
    /// As [`CellOptions::slack`].
    pub slack: u8,
}

impl Default for PaperOptions {
    fn default() -> Self {
        Self {
            neighbours: Neighbours::Eight,
            corners: Corners::BothFlanks,
            diagonals: Diagonals::True,
            front: Front::AStar,
            extended: Extended::All,
            margin: PaperMargin::Radius,
            smoothing: PaperSmoothing::AnyAngle,
            support: Support::Any,
            join: Join::Total,
            slack: CellOptions::default().slack,
        }
    }
}

impl PaperOptions {
    /// Those of the choices that every cells planner has.
    pub(crate) fn cells(&self) -> CellOptions {
        CellOptions {
            leaps: self.extended != Extended::None,
            margin: if self.margin == PaperMargin::Radius { Margin::Radius } else { Margin::None },
            smoothing: if self.smoothing == PaperSmoothing::AnyAngle { Smoothing::AnyAngle } else { Smoothing::None },
            slack: self.slack,
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

/// What keeps the path off obstacles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaperMargin {
    /// The body's radius, in metres.
    Radius,
    /// Nothing: the body is as thin as its centre.
    None,
    /// The seed's border cells (§7.3): so many layers, seen on 4 or 8 sides.
    Border {
        /// Layers of border cells that are left out.
        layers: u8,
        /// Sides that are looked at: 4 or 8.
        sides: u8,
    },
}

/// How the path of cells becomes a smooth one (§7.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaperSmoothing {
    /// The cells as they are.
    None,
    /// Lines of cells between the cells where the path turns.
    Junctions,
    /// Lines of cells between any two cells of the path.
    Comprehensive,
    /// Straight lines between any two cells of the path.
    AnyAngle,
}

/// What is done about cells that hardly hold a foot (§9.1). Weights count sub-cells, from 0 to 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// Nothing.
    Any,
    /// The front leaves out cells of less weight.
    Front(u8),
    /// Cells of less weight stay on the path and are not stepped on, in runs no longer than the foot span.
    Path(u8),
}

/// Where a path that goes around an obstacle joins the rest of the old one (§8.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// Where the way around and what is left of the old path cost least together. It begins at the last free cell before
    /// the obstacle, or at an earlier one from where it is shorter: at the entrance of a dead end.
    Total,
    /// At the cell that the front reaches first, and always from the last free cell, as the seed has it.
    First,
}
