//! Bodies to start from. Measures are round figures for a typical person in light clothes, not percentiles of a survey.

use super::{Ability, Action, Body};

impl Body {
    /// Names of the presets, each with a line about it.
    pub const PRESETS: [(&'static str, &'static str); 5] = [
        ("adult", "a grown-up of 1.80 m; the default"),
        ("child", "about eight years old: short strides, small and quick to crawl"),
        ("elderly", "with a stick: low steps, gentle slopes, no jumps and no crawling"),
        ("athlete", "long strides, jumps and drops"),
        ("wheelchair", "seated: ramps to 5° and sills of 2 cm, no steps"),
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
        match name {
            "adult" => Some(Self::adult()),
            "child" => Some(Self::child()),
            "elderly" => Some(Self::elderly()),
            "athlete" => Some(Self::athlete()),
            "wheelchair" => Some(Self::wheelchair()),
            _ => None,
        }
    }

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

    /// A child of about eight years. Bent and crawling heights are the adult's share of 1.28 m and a little less, since
    /// children fold further; shoulders of 0.32 m and arms make the radius; a step is about 0.4 of the height.
    pub fn child() -> Self {
        Self {
            name: "child".to_owned(),
            height: 1.28,
            bent_height: 0.90,
            crawling_height: 0.50,
            radius: 0.22,
            max_climb: 0.25,
            foot_span: 0.50,
            max_slope: 45_f64.to_radians(),
            climb_cost: 0.0,
            abilities: vec![
                Ability::leap(Action::Step, 0.50, 0.25, 0.25, 0.25, 1),
                Ability::gait(Action::Bend, 1.5, 2),
                Ability::leap(Action::Drop, 0.40, 0.0, 0.40, 1.0, 3),
                Ability::leap(Action::Jump, 0.80, 0.20, 0.40, 1.5, 4),
                Ability::gait(Action::Crawl, 2.5, 5),
            ],
        }
    }

    /// An old person with a stick. Stairs of buildings rise 0.17 to 0.19 m, so 0.20 m is taken and a kerb of 0.25 m is
    /// not; the stick adds to the width; slopes end where handrails begin to be needed. Climbing is dear.
    pub fn elderly() -> Self {
        Self {
            name: "elderly".to_owned(),
            height: 1.65,
            bent_height: 1.30,
            crawling_height: 0.80,
            radius: 0.33,
            max_climb: 0.20,
            foot_span: 0.50,
            max_slope: 15_f64.to_radians(),
            climb_cost: 3.0,
            abilities: vec![Ability::leap(Action::Step, 0.50, 0.20, 0.20, 1.0, 1), Ability::gait(Action::Bend, 4.0, 2)],
        }
    }

    /// Somebody who is trained: knee-high steps, a standing jump of 2.5 m and drops of 1.5 m.
    pub fn athlete() -> Self {
        Self {
            name: "athlete".to_owned(),
            height: 1.85,
            bent_height: 1.25,
            crawling_height: 0.65,
            radius: 0.30,
            max_climb: 0.50,
            foot_span: 0.95,
            max_slope: 50_f64.to_radians(),
            climb_cost: 0.0,
            abilities: vec![
                Ability::leap(Action::Step, 0.95, 0.50, 0.50, 0.15, 1),
                Ability::gait(Action::Bend, 1.5, 2),
                Ability::leap(Action::Drop, 1.00, 0.0, 1.50, 0.8, 3),
                Ability::leap(Action::Jump, 2.50, 0.60, 1.20, 1.2, 4),
                Ability::gait(Action::Crawl, 3.0, 5),
            ],
        }
    }

    /// Somebody in a wheelchair. Seated 1.40 m high; a chair with elbows is about 0.76 m wide, which is what doors are
    /// planned for; ramps of 1 in 12 are 4.8°. No posture but the one, so bent and crawling heights are the same.
    pub fn wheelchair() -> Self {
        Self {
            name: "wheelchair".to_owned(),
            height: 1.40,
            bent_height: 1.40,
            crawling_height: 1.40,
            radius: 0.38,
            max_climb: 0.02,
            foot_span: 0.0,
            max_slope: 5_f64.to_radians(),
            climb_cost: 6.0,
            abilities: Vec::new(),
        }
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
