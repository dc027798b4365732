//! `Body` describes the agent: size, limits, abilities. It is an input of every query; no stage of the ground depends on it.
//!
//! In: a preset, a TOML file, or fields set in code. Out: measures that [`Body::check`] has checked, and a [`BodyKey`], the key
//! of data that is derived for the body.

mod ability;
mod action;
mod check;
mod file;
mod key;
mod preset;

pub use ability::Ability;
pub use action::{Action, Posture};
pub use check::BodyError;
pub use key::BodyKey;

/// Sizes, limits and abilities of a virtual human, in metres and radians.
///
/// ```
/// use footpath::Body;
/// use footpath::body::Action;
/// let tall = Body::adult().with_height(2.0).without(Action::Crawl);
/// assert_eq!(tall.radius, 0.30);
/// assert!(tall.check().is_ok());
/// let child = Body { radius: 0.20, ..Body::child() };
/// assert!(child.height < tall.height);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Name, for messages.
    pub name: String,
    /// Height upright.
    pub height: f64,
    /// Height bent. A body with headroom between this and `height` walks bent.
    pub bent_height: f64,
    /// Height crawling.
    pub crawling_height: f64,
    /// Half-width: the distance that the body keeps from every obstacle.
    pub radius: f64,
    /// Highest step: the vertical foot span.
    pub max_climb: f64,
    /// How far a foot reaches: the horizontal foot span.
    pub foot_span: f64,
    /// Steepest slope, in radians.
    pub max_slope: f64,
    /// Additional cost of one metre of climbing, in metres of walking.
    pub climb_cost: f64,
    /// Moves beyond walking.
    pub abilities: Vec<Ability>,
}

impl Body {
    /// The ability for an action, if the body has it.
    pub fn ability(&self, action: Action) -> Option<&Ability> {
        self.abilities.iter().find(|ability| ability.action == action)
    }

    /// The same body without an ability.
    pub fn without(mut self, action: Action) -> Self {
        self.abilities.retain(|ability| ability.action != action);
        self
    }

    /// The same body with an ability, which replaces the one for the same action.
    pub fn with(mut self, ability: Ability) -> Self {
        self.abilities.retain(|held| held.action != ability.action);
        self.abilities.push(ability);
        self
    }

    /// The same body taller or smaller; bent and crawling heights change with it.
    pub fn with_height(self, height: f64) -> Self {
        let share = height / self.height;
        Self { height, bent_height: self.bent_height * share, crawling_height: self.crawling_height * share, ..self }
    }

    /// Height in the lowest posture that the body can take.
    pub fn lowest(&self) -> f64 {
        Posture::ALL.into_iter().filter_map(|posture| self.height_in(posture)).fold(self.height, f64::min)
    }

    /// Height in a posture; `None` if the body cannot take it.
    pub fn height_in(&self, posture: Posture) -> Option<f64> {
        match posture {
            Posture::Upright => Some(self.height),
            Posture::Bent => self.ability(Action::Bend).map(|_| self.bent_height),
            Posture::Crawling => self.ability(Action::Crawl).map(|_| self.crawling_height),
        }
    }

    /// Whether the body can stand on a surface with this rise per run, in 1/64 as floors store it. The slope of a floor is
    /// rounded to half a sixty-fourth along each axis. The comparison allows for that, so a ramp built to the limit passes in
    /// every direction.
    pub fn stands_on_slope(&self, slope: [i8; 2]) -> bool {
        let run = slope.map(|g| f64::from(g) * f64::from(g)).iter().sum::<f64>().sqrt();
        run <= 64.0 * self.max_slope.tan() + std::f64::consts::FRAC_1_SQRT_2
    }
}
