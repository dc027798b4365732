//! The options of the cells planner, from the command line.

use super::PlanArgs;
use crate::output::whole;
use clap::{Args, ValueEnum};
use footpath::plan::{
    CellOptions, Corners, Diagonals, Extended, Front, Margin, Neighbours, PaperMargin, PaperOptions, PaperSmoothing,
    Smoothing,
};

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum NeighboursArg {
    /// A 4-neighbour front and a 4-path
    #[value(name = "4")]
    Four,
    /// A 4-neighbour front, traced back across 8 neighbours
    #[value(name = "4-8")]
    FourTracedEight,
    /// An 8-neighbour front and an 8-path
    #[value(name = "8")]
    Eight,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum CornersArg {
    /// A diagonal needs both cells beside it
    Both,
    /// It needs one of them
    One,
    /// It needs neither, and slips between two obstacles
    None,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum DiagonalsArg {
    /// They cost their length
    True,
    /// They cost as much as orthogonal steps
    Unit,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum FrontArg {
    /// Heads for the goal
    Astar,
    /// Grows to all sides alike
    Bushfire,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ExtendedArg {
    /// Steps, jumps and drops over what is between
    All,
    /// Contiguous ground only
    None,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum SmoothingArg {
    /// The cells as they are
    None,
    /// Lines of cells between cells where the path turns
    Junctions,
    /// Lines of cells between any two cells of the path
    Comprehensive,
    /// Straight lines between any two cells of the path
    AnyAngle,
}

/// The options of the planners over cells.
#[derive(Debug, Args)]
#[command(next_help_heading = "Cells")]
pub struct CellArgs {
    /// Moves beyond neighbouring cells: steps, jumps and drops
    #[arg(long, value_enum, default_value = "all", hide_possible_values = true, value_name = "all|none")]
    pub extended: ExtendedArg,
    /// How the path of cells becomes a smooth one
    #[arg(long, value_enum, default_value = "any-angle", hide_possible_values = true, value_name = "WHAT")]
    pub smoothing: SmoothingArg,
}

/// The choices that Bandi & Thalmann discuss: in the long help alone.
#[derive(Debug, Args)]
#[command(next_help_heading = "Reproducing the papers")]
pub struct PaperArgs {
    /// How the front grows and how it is traced back
    #[arg(
        long,
        value_enum,
        default_value = "8",
        hide_possible_values = true,
        value_name = "4|4-8|8",
        hide_short_help = true
    )]
    pub neighbours: NeighboursArg,
    /// Cells beside a diagonal that must be free
    #[arg(
        long,
        value_enum,
        default_value = "both",
        hide_possible_values = true,
        value_name = "both|one|none",
        hide_short_help = true
    )]
    pub corners: CornersArg,
    /// What a diagonal costs
    #[arg(
        long,
        value_enum,
        default_value = "true",
        hide_possible_values = true,
        value_name = "true|unit",
        hide_short_help = true
    )]
    pub diagonals: DiagonalsArg,
    /// Whether the search heads for the goal
    #[arg(
        long,
        value_enum,
        default_value = "astar",
        hide_possible_values = true,
        value_name = "astar|bushfire",
        hide_short_help = true
    )]
    pub front: FrontArg,
    /// Keeps off edges by N layers of border cells instead of the body's radius; 0 keeps off nothing
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole::<0, 255>, hide_short_help = true)]
    pub border: Option<u64>,
    /// Sides of a cell that are looked at for --border
    #[arg(long, default_value = "8", value_name = "4|8", value_parser = ["4", "8"], hide_possible_values = true, hide_short_help = true)]
    pub border_sides: String,
}

impl PlanArgs {
    /// Whether there are no choices that only the cells planner knows.
    pub fn has_plain_cells(&self) -> bool {
        self.paper_options().is_none() && self.papers.border.is_none()
    }

    /// The options of every planner over cells.
    pub fn cell_options(&self) -> CellOptions {
        CellOptions {
            leaps: matches!(self.cells.extended, ExtendedArg::All),
            margin: if self.papers.border.is_none() { Margin::Radius } else { Margin::None },
            smoothing: match self.cells.smoothing {
                SmoothingArg::AnyAngle => Smoothing::AnyAngle,
                _ => Smoothing::None,
            },
            ..CellOptions::default()
        }
    }

    /// The choices of a paper, if one of them is not that of the options.
    pub fn paper_options(&self) -> Option<PaperOptions> {
        let is_lines = matches!(self.cells.smoothing, SmoothingArg::Junctions | SmoothingArg::Comprehensive);
        let is_border = self.papers.border.is_some_and(|layers| layers > 0);
        let (smoothing, extended) = (PaperSmoothing::AnyAngle, Extended::All);
        let front = PaperOptions { margin: PaperMargin::Radius, smoothing, extended, ..self.paper() };
        (is_lines || is_border || front != PaperOptions::default()).then(|| self.paper())
    }

    fn paper(&self) -> PaperOptions {
        let papers = &self.papers;
        PaperOptions {
            neighbours: match papers.neighbours {
                NeighboursArg::Four => Neighbours::Four,
                NeighboursArg::FourTracedEight => Neighbours::FourTracedEight,
                NeighboursArg::Eight => Neighbours::Eight,
            },
            corners: match papers.corners {
                CornersArg::Both => Corners::BothFlanks,
                CornersArg::One => Corners::OneFlank,
                CornersArg::None => Corners::Ignored,
            },
            diagonals: match papers.diagonals {
                DiagonalsArg::True => Diagonals::True,
                DiagonalsArg::Unit => Diagonals::Unit,
            },
            front: match papers.front {
                FrontArg::Astar => Front::AStar,
                FrontArg::Bushfire => Front::Bushfire,
            },
            extended: match self.cells.extended {
                ExtendedArg::All => Extended::All,
                ExtendedArg::None => Extended::None,
            },
            margin: match papers.border {
                None => PaperMargin::Radius,
                Some(0) => PaperMargin::None,
                Some(layers) => {
                    let sides = if papers.border_sides == "4" { 4 } else { 8 };
                    PaperMargin::Border { layers: layers.min(255) as u8, sides }
                }
            },
            smoothing: match self.cells.smoothing {
                SmoothingArg::None => PaperSmoothing::None,
                SmoothingArg::Junctions => PaperSmoothing::Junctions,
                SmoothingArg::Comprehensive => PaperSmoothing::Comprehensive,
                SmoothingArg::AnyAngle => PaperSmoothing::AnyAngle,
            },
            ..PaperOptions::default()
        }
    }
}
