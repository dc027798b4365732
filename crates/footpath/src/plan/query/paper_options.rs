//! The choices that Bandi & Thalmann discuss. The defaults are those of the cells planner; the others reproduce their figures.
//! Sections (§) are those of the paper.

use super::{CellOptions, Margin};
use crate::route::Smoothing;

/// The choices that Bandi & Thalmann discuss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaperOptions {
    /// How the search grows from cell to cell.
    pub neighbours: Neighbours,
    /// When a diagonal step is allowed.
    pub corners: Corners,
    /// Cost of a diagonal.
    pub diagonals: Diagonals,
    /// In which order floors are expanded.
    pub front: Front,
    /// Moves beyond steps to neighbours.
    pub extended: Extended,
    /// The distance that the path keeps from obstacles.
    pub margin: PaperMargin,
    /// How the path of cells is smoothed.
    pub smoothing: PaperSmoothing,
    /// Treatment of cells that hardly hold a foot.
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
    /// The choices that the standard cells planner has too.
    pub(crate) fn cells(&self) -> CellOptions {
        CellOptions {
            leaps: self.extended != Extended::None,
            margin: if self.margin == PaperMargin::Radius { Margin::Radius } else { Margin::None },
            smoothing: if self.smoothing == PaperSmoothing::AnyAngle { Smoothing::AnyAngle } else { Smoothing::None },
            slack: self.slack,
        }
    }
}

/// How a search grows from cell to cell, and along which neighbours the path is traced back (§5.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbours {
    /// A 4-neighbour front and a 4-path.
    Four,
    /// A 4-neighbour front, traced back across all 8 neighbours where the corner allows it.
    FourTracedEight,
    /// An 8-neighbour front and an 8-path.
    Eight,
}

/// When a diagonal step is allowed (Fig. 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corners {
    /// If both flanking cells can be walked.
    BothFlanks,
    /// If at least one of them can be walked: refused between two obstacles, as in the figure.
    OneFlank,
    /// Always, even between two obstacles that touch at a corner: the fault shown on the left of the figure.
    Ignored,
}

/// Cost of a diagonal step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diagonals {
    /// Its true length, 577 to 408.
    True,
    /// That of an orthogonal step, as in the paper (§3.4).
    Unit,
}

/// The order in which floors are expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Front {
    /// By cost so far plus distance to the goal (§5.4).
    AStar,
    /// By cost so far: the bushfire.
    Bushfire,
}

/// Moves beyond those to neighbouring cells (§7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extended {
    /// All floors within the body's spans (§7.2).
    All,
    /// The nearest surface in each direction without a contiguous neighbour (§7.1.1): the first version in the paper, which it
    /// later corrects.
    FirstRing,
    /// None: contiguous ground only.
    None,
}

/// The distance that a path keeps from obstacles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaperMargin {
    /// The body's radius, in metres.
    Radius,
    /// None: the radius counts as zero.
    None,
    /// The paper's border cells (§7.3).
    Border {
        /// Number of layers of border cells that are left out.
        layers: u8,
        /// Number of sides that are examined: 4 or 8.
        sides: u8,
    },
}

/// How a path of cells is smoothed (§7.4).
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

/// Treatment of cells that hardly hold a foot (§9.1). Weights count sub-cells, from 0 to 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// Nothing.
    Any,
    /// The search leaves out cells of less weight.
    Front(u8),
    /// Cells of less weight stay on the path but are not stepped on, in runs no longer than the foot span.
    Path(u8),
}

/// Where a path that goes around an obstacle joins the rest of the old one (§8.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// Where the cost of the new piece and the remaining cost of the old path have the least sum. The new piece begins at the
    /// last free cell before the obstacle, or at an earlier one if it is shorter from there, such as at the entrance of a dead
    /// end.
    Total,
    /// At the cell that the search reaches first, and always from the last free cell, as in the paper.
    First,
}
