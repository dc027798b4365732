//! All clips of one figure, by style.

use std::sync::Arc;

use super::ladder::{Ladder, Rung};
use crate::body::Action;
use crate::motion::clips::{Clip, Kind};
use crate::motion::figure::{Figure, Placed, Pose, Side};

/// A style of moving that has clips of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Standing, walking, jogging.
    #[default]
    Walk,
    /// The same with the arms held in.
    Tuck,
    /// Bent forward.
    Bend,
    /// On hands and knees.
    Crawl,
    /// Sideways, this side ahead.
    Sidestep(Side),
    /// In the air, with take-off and landing.
    Jump,
    /// Stairs, up or down.
    Stairs {
        /// Upstairs.
        up: bool,
    },
}

impl Style {
    /// The style of a route's action; a side-step goes with this side ahead.
    pub fn of(action: Action, side: Side) -> Self {
        match action {
            Action::Tuck => Self::Tuck,
            Action::Bend => Self::Bend,
            Action::Crawl => Self::Crawl,
            Action::Sidestep => Self::Sidestep(side),
            Action::Jump | Action::Drop => Self::Jump,
            _ => Self::Walk,
        }
    }

    const COUNT: usize = 8;

    fn index(self) -> usize {
        match self {
            Self::Walk => 0,
            Self::Tuck => 1,
            Self::Bend => 2,
            Self::Crawl => 3,
            Self::Sidestep(side) => 4 + side.index(),
            Self::Stairs { up } => 6 + usize::from(up),
            // A jump is no ladder; it begins and ends as walking does.
            Self::Jump => 0,
        }
    }
}

/// All clips of one figure.
#[derive(Clone, Debug)]
pub struct ClipSet {
    /// The figure.
    pub figure: Arc<Figure>,
    ladders: [Ladder; Style::COUNT],
    pub(super) jump: Rung,
}

impl ClipSet {
    /// The built-in motions for the built-in figure of a height.
    ///
    /// ```
    /// use footpath::motion::player::ClipSet;
    /// let set = ClipSet::built_in(1.80);
    /// assert!(set.top_speed() > 2.5);
    /// ```
    pub fn built_in(height: f32) -> Self {
        let figure = Figure::person(height);
        let walks = [Kind::Stroll, Kind::Walk, Kind::Stride, Kind::Jog].map(|kind| Clip::generated(kind, &figure));
        Self::of(Arc::new(figure), walks.to_vec())
    }

    /// Captured cycles at different speeds, all of one skeleton; what they lack is taken from the built-in motions.
    /// `None` without any cycle.
    pub fn captured(cycles: Vec<Clip>) -> Option<Self> {
        let first = cycles.first()?;
        let bare = Figure {
            limbs: Vec::new(),
            ..Figure::around(first.skeleton.clone(), &Pose::rest(&first.skeleton), first.soles, 1.8)
        };
        let stand = Clip::generated(Kind::Stand, &Figure::person(1.8)).onto(&bare).pose(0);
        let [low, high] = Placed::of(&first.skeleton, &stand).bounds(&first.skeleton);
        // The head's joint or tip lies a little below its crown, the lowest joint above the sole.
        let height = (high[1] - low[1]) * 1.04;
        let figure = Figure::around(first.skeleton.clone(), &stand, first.soles, height);
        Some(Self::of(Arc::new(figure), cycles))
    }

    /// Cycles of any skeletons, shown by the built-in figure of a height.
    pub fn shown_by_person(height: f32, cycles: &[Clip]) -> Option<Self> {
        let figure = Figure::person(height);
        let cycles: Vec<Clip> = cycles.iter().map(|clip| clip.onto(&figure)).collect();
        (!cycles.is_empty()).then(|| Self::of(Arc::new(figure), cycles))
    }

    fn of(figure: Arc<Figure>, walks: Vec<Clip>) -> Self {
        let person = Figure::person(figure.height);
        let is_person = person.skeleton == figure.skeleton;
        let built_in = |kind: Kind| {
            let clip = Clip::generated(kind, &person);
            if is_person { clip } else { clip.onto(&figure) }
        };
        let rest = || Some([built_in(Kind::Stand), built_in(Kind::Turn)]);
        let tucked = |clips: &[Clip]| clips.iter().map(Clip::tucked).collect::<Vec<Clip>>();
        let rest_tucked = rest().map(|clips| clips.map(|clip| clip.tucked()));
        let alone = |kind: Kind| Ladder::new(None, vec![built_in(kind)]);
        let jump = Rung::new(built_in(Kind::Jump));
        let ladders = [
            Ladder::new(rest(), walks.clone()),
            Ladder::new(rest_tucked, tucked(&walks)),
            alone(Kind::Bend),
            alone(Kind::Crawl),
            alone(Kind::SidestepLeft),
            alone(Kind::SidestepRight),
            alone(Kind::StairsDown),
            alone(Kind::StairsUp),
        ];
        Self { figure, ladders, jump }
    }

    pub(super) fn ladder(&self, style: Style) -> &Ladder {
        &self.ladders[style.index()]
    }

    /// Speed of the fastest cycle of walking or jogging.
    pub fn top_speed(&self) -> f32 {
        self.ladders[0].top_speed()
    }

    /// The speed at which a style is at its best: that of its only cycle, or of the one nearest to a walk.
    pub fn speed_of(&self, style: Style) -> f32 {
        self.ladder(style).speed_near(1.35 * self.figure.height / 1.8)
    }
}
