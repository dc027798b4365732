//! Body: who walks. The other input of every query; no stage of the ground sees one.

mod ability;
mod action;

pub use ability::Ability;
pub use action::{Action, Posture};

/// Sizes, limits and abilities of a virtual human, in metres and radians.
///
/// ```
/// use footpath::Body;
/// let tall = Body { height: 2.0, ..Body::adult() };
/// assert_eq!(tall.radius, 0.30);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Name, for messages.
    pub name: String,
    /// Height upright.
    pub height: f64,
    /// Height bent; headroom between this and `height` is passed bending.
    pub bent_height: f64,
    /// Height crawling.
    pub crawling_height: f64,
    /// Half-width that keeps clear of everything.
    pub radius: f64,
    /// Highest step: the vertical foot span.
    pub max_climb: f64,
    /// How far a foot reaches: the horizontal foot span.
    pub foot_span: f64,
    /// Steepest slope, in radians.
    pub max_slope: f64,
    /// Metres of walking that a metre of climbing costs beyond its length in plan.
    pub climb_cost: f64,
    /// What it can do beyond walking.
    pub abilities: Vec<Ability>,
}

impl Body {
    /// A grown-up of 1.80 m.
    pub fn adult() -> Self {
        Self {
            name: "adult".to_owned(),
            height: 1.80,
            bent_height: 1.30,
            crawling_height: 0.80,
            radius: 0.30,
            max_climb: 0.30,
            foot_span: 0.75,
            max_slope: 45_f64.to_radians(),
            climb_cost: 0.0,
            abilities: vec![
                Ability::leap(Action::Step, 0.75, 0.30, 0.30, 0.25, 1),
                Ability::gait(Action::Bend, 2.0, 2),
                Ability::leap(Action::Drop, 0.60, 0.0, 0.50, 1.0, 3),
                Ability::leap(Action::Jump, 1.20, 0.30, 0.50, 2.0, 4),
                Ability::gait(Action::Crawl, 5.0, 5),
            ],
        }
    }

    /// The ability for an action, if the body has it.
    pub fn ability(&self, action: Action) -> Option<&Ability> {
        self.abilities.iter().find(|ability| ability.action == action)
    }

    /// The same body without an ability.
    pub fn without(mut self, action: Action) -> Self {
        self.abilities.retain(|ability| ability.action != action);
        self
    }

    /// The same body with an ability, in place of the one for the same action.
    pub fn with(mut self, ability: Ability) -> Self {
        self.abilities.retain(|held| held.action != ability.action);
        self.abilities.push(ability);
        self
    }

    /// Height in a posture; `None` if the body cannot take it.
    pub fn height_in(&self, posture: Posture) -> Option<f64> {
        match posture {
            Posture::Upright => Some(self.height),
            Posture::Bent => self.ability(Action::Bend).map(|_| self.bent_height),
            Posture::Crawling => self.ability(Action::Crawl).map(|_| self.crawling_height),
        }
    }

    /// Whether a surface of that rise per run (in 1/64, as floors have it) is not too steep. A slope is known to half a
    /// sixty-fourth along each axis, and the doubt is the body's: a ramp built to the limit passes, whichever way it runs.
    pub fn stands_on_slope(&self, slope: [i8; 2]) -> bool {
        let run = slope.map(|g| f64::from(g) * f64::from(g)).iter().sum::<f64>().sqrt();
        run <= 64.0 * self.max_slope.tan() + std::f64::consts::FRAC_1_SQRT_2
    }
}
