//! Preset bodies. Measures are round figures for a typical person in light clothes, not percentiles of a survey.

use super::{Ability, Action, Body};

/// A preset: its name, a line about it, its measures and its abilities.
struct Preset {
    name: &'static str,
    about: &'static str,
    /// `height`, `bent_height`, `crawling_height`, `radius`, `max_climb`, `foot_span`, slope in degrees, `climb_cost`.
    measures: [f64; 8],
    abilities: &'static [Ability],
}

/// A grown-up.
const ADULT: Preset = Preset {
    name: "adult",
    about: "a grown-up of 1.80 m; the default",
    measures: [1.80, 1.30, 0.80, 0.30, 0.30, 0.75, 45.0, 0.0],
    abilities: &[
        Ability::leap(Action::Step, 0.75, 0.30, 0.30, 0.25, 1),
        Ability::gait(Action::Bend, 2.0, 2),
        Ability::leap(Action::Drop, 0.60, 0.0, 0.50, 1.0, 3),
        Ability::leap(Action::Jump, 1.20, 0.30, 0.50, 2.0, 4),
        Ability::gait(Action::Crawl, 5.0, 5),
    ],
};

/// The bent and crawling heights are those of the adult in proportion, less a little because children fold further. The radius
/// follows from shoulders of 0.32 m and the arms. A stride is about 0.4 of the height.
const CHILD: Preset = Preset {
    name: "child",
    about: "about eight years old: short strides, small and quick to crawl",
    measures: [1.28, 0.90, 0.50, 0.22, 0.25, 0.50, 45.0, 0.0],
    abilities: &[
        Ability::leap(Action::Step, 0.50, 0.25, 0.25, 0.25, 1),
        Ability::gait(Action::Bend, 1.5, 2),
        Ability::leap(Action::Drop, 0.40, 0.0, 0.40, 1.0, 3),
        Ability::leap(Action::Jump, 0.80, 0.20, 0.40, 1.5, 4),
        Ability::gait(Action::Crawl, 2.5, 5),
    ],
};

/// Stairs of buildings rise 0.17 to 0.19 m, so the body climbs 0.20 m but not a kerb of 0.25 m. The stick adds to the width. The
/// slope limit is the slope from which handrails are needed. Climbing is costly.
const ELDERLY: Preset = Preset {
    name: "elderly",
    about: "with a stick: low steps, gentle slopes, no jumps and no crawling",
    measures: [1.65, 1.30, 0.80, 0.33, 0.20, 0.50, 15.0, 3.0],
    abilities: &[Ability::leap(Action::Step, 0.50, 0.20, 0.20, 1.0, 1), Ability::gait(Action::Bend, 4.0, 2)],
};

/// Knee-high steps, a standing jump of 2.5 m and drops of 1.5 m.
const ATHLETE: Preset = Preset {
    name: "athlete",
    about: "long strides, jumps and drops",
    measures: [1.85, 1.25, 0.65, 0.30, 0.50, 0.95, 50.0, 0.0],
    abilities: &[
        Ability::leap(Action::Step, 0.95, 0.50, 0.50, 0.15, 1),
        Ability::gait(Action::Bend, 1.5, 2),
        Ability::leap(Action::Drop, 1.00, 0.0, 1.50, 0.8, 3),
        Ability::leap(Action::Jump, 2.50, 0.60, 1.20, 1.2, 4),
        Ability::gait(Action::Crawl, 3.0, 5),
    ],
};

/// Seated height 1.40 m. A chair with elbows is about 0.76 m wide, for which doors are planned. Ramps of 1 in 12 have 4.8°. There
/// is only one posture, so bent and crawling heights equal the height.
const WHEELCHAIR: Preset = Preset {
    name: "wheelchair",
    about: "seated: ramps to 5° and sills of 2 cm, no steps",
    measures: [1.40, 1.40, 1.40, 0.38, 0.02, 0.0, 5.0, 6.0],
    abilities: &[],
};

impl From<&Preset> for Body {
    fn from(preset: &Preset) -> Self {
        let [height, bent_height, crawling_height, radius, max_climb, foot_span, degrees, climb_cost] = preset.measures;
        let (name, abilities) = (preset.name.to_owned(), preset.abilities.to_vec());
        let max_slope = degrees.to_radians();
        Self {
            name,
            height,
            bent_height,
            crawling_height,
            radius,
            max_climb,
            foot_span,
            max_slope,
            climb_cost,
            abilities,
        }
    }
}

impl Body {
    /// Names of the presets, each with a line about it.
    pub const PRESETS: [(&'static str, &'static str); 5] = [
        (ADULT.name, ADULT.about),
        (CHILD.name, CHILD.about),
        (ELDERLY.name, ELDERLY.about),
        (ATHLETE.name, ATHLETE.about),
        (WHEELCHAIR.name, WHEELCHAIR.about),
    ];

    /// The preset of a name.
    ///
    /// ```
    /// use footpath::Body;
    /// assert_eq!(Body::preset("child"), Some(Body::child()));
    /// assert!(Body::PRESETS.iter().all(|(name, _)| Body::preset(name).is_some()));
    /// assert_eq!(Body::preset("troll"), None);
    /// ```
    pub fn preset(name: &str) -> Option<Self> {
        [ADULT, CHILD, ELDERLY, ATHLETE, WHEELCHAIR].iter().find(|preset| preset.name == name).map(Self::from)
    }

    /// A grown-up of 1.80 m.
    pub fn adult() -> Self {
        (&ADULT).into()
    }

    /// A child of about eight years.
    pub fn child() -> Self {
        (&CHILD).into()
    }

    /// An old person with a stick.
    pub fn elderly() -> Self {
        (&ELDERLY).into()
    }

    /// A trained person.
    pub fn athlete() -> Self {
        (&ATHLETE).into()
    }

    /// A person in a wheelchair.
    pub fn wheelchair() -> Self {
        (&WHEELCHAIR).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_sound_and_bears_its_name() {
        for (name, about) in Body::PRESETS {
            let body = Body::preset(name).expect("a preset");
            assert_eq!(body.name, name);
            assert!(!about.is_empty());
            body.check().unwrap_or_else(|error| panic!("{name}: {error}"));
            let priorities: Vec<u8> = body.abilities.iter().map(|ability| ability.priority).collect();
            assert!(priorities.is_sorted_by(|a, b| a < b), "{name}: {priorities:?}");
        }
    }

    #[test]
    fn a_wheelchair_takes_no_steps() {
        let body = Body::wheelchair();
        assert!(body.max_climb <= 0.02 && body.foot_span == 0.0);
        assert!(Action::ALL.iter().all(|&action| body.ability(action).is_none()));
        assert_eq!(body.lowest(), body.height);
    }
}
