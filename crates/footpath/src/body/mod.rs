//! `Body` describes the agent: size, limits, abilities. It is an input of every query; no stage of the ground depends on it.
//!
//! In: a preset, a TOML file, or fields set in code. Out: measures that [`Body::check`] has checked, and a [`BodyKey`], the key
//! of data that is derived for the body.

mod action;
mod check;
mod file;
mod preset;

pub use action::{Ability, Action, Posture};
pub use check::BodyError;

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

/// All measures of a body, bit by bit. Bodies with equal keys get equal answers. The name is not part of the key.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BodyKey(Box<[u64]>);

impl Body {
    /// The key of data that is derived for this body.
    ///
    /// ```
    /// use footpath::Body;
    /// let twin = Body { name: "twin".into(), ..Body::adult() };
    /// assert_eq!(twin.key(), Body::adult().key());
    /// assert_ne!(Body { radius: 0.31, ..Body::adult() }.key(), Body::adult().key());
    /// ```
    pub fn key(&self) -> BodyKey {
        // Fields are listed one by one, so that the compiler reports a new field that is missing here.
        let Self {
            name: _,
            height,
            bent_height,
            crawling_height,
            radius,
            max_climb,
            foot_span,
            max_slope,
            climb_cost,
            abilities,
        } = self;
        // Adding zero turns −0 into 0.
        let bits = |value: &f64| (value + 0.0).to_bits();
        let sizes =
            [height, bent_height, crawling_height, radius, max_climb, foot_span, max_slope, climb_cost].map(bits);
        let abilities = abilities.iter().flat_map(|ability| {
            let self::Ability { action, reach, up, down, cost, effort, priority } = ability;
            let kind = (*action as u64) << 8 | u64::from(*priority);
            [kind, bits(reach), bits(up), bits(down), bits(cost), bits(effort)]
        });
        BodyKey(sizes.into_iter().chain(abilities).collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::body::{Ability, Action, Body};

    #[test]
    fn every_measure_is_in_the_key_and_the_name_is_not() {
        let changes: [fn(&mut Body); 14] = [
            |body| body.height += 0.01,
            |body| body.bent_height += 0.01,
            |body| body.crawling_height += 0.01,
            |body| body.radius += 0.01,
            |body| body.max_climb += 0.01,
            |body| body.foot_span += 0.01,
            |body| body.max_slope += 0.01,
            |body| body.climb_cost += 0.01,
            |body| body.abilities[0].reach += 0.01,
            |body| body.abilities[1].cost += 0.01,
            |body| body.abilities[2].down += 0.01,
            |body| body.abilities[3].effort += 0.01,
            |body| body.abilities[4].priority += 1,
            |body| *body = body.clone().without(Action::Jump),
        ];
        let mut keys = vec![Body::adult().key()];
        for change in changes {
            let mut body = Body::adult();
            change(&mut body);
            keys.push(body.key());
        }
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), changes.len() + 1);
        let jump = *Body::adult().ability(Action::Jump).expect("an adult jumps");
        let lower = Body::adult().with(Ability { up: 0.1, ..jump });
        assert_ne!(lower.key(), Body::adult().with(jump).key());
        assert_eq!(Body { climb_cost: -0.0, ..Body::adult() }.key(), Body::adult().key());
    }
}
