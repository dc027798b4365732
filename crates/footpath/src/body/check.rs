//! Checks the measures of a body before they are used.

use std::io;

use super::{Ability, Action, Body};

/// Steepest slope in degrees on which any body can stand; steeper faces are walls.
const STEEPEST: f64 = 63.0;

/// Why a body cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BodyError {
    /// The file cannot be read.
    #[error("cannot read {file}: {source}")]
    Io {
        /// The file.
        file: String,
        /// The error of the system.
        source: io::Error,
    },
    /// The text is no TOML, or has a key or value that no body has.
    #[error("{file}, line {line}: {what}")]
    Toml {
        /// The file.
        file: String,
        /// The line, counted from 1.
        line: usize,
        /// The fault, with the key.
        what: String,
    },
    /// A measure is out of its range.
    #[error("`{field}` is {value}; give {range}")]
    Measure {
        /// The field as files name it: `radius`, or `jump.reach` for a measure of an ability.
        field: String,
        /// The value, in the units of files.
        value: f64,
        /// The values that it may have.
        range: String,
    },
    /// An ability that does not exist, or that is given twice.
    #[error("`{action}` {what}")]
    Ability {
        /// The action.
        action: &'static str,
        /// The fault.
        what: &'static str,
    },
}

impl Body {
    /// Checks that all measures are in range. The error names the field and its range.
    ///
    /// ```
    /// use footpath::Body;
    /// assert!(Body::adult().check().is_ok());
    /// let error = Body { radius: -0.3, ..Body::adult() }.check().unwrap_err();
    /// assert_eq!(error.to_string(), "`radius` is -0.3; give 0.01 to 5 metres");
    /// ```
    pub fn check(&self) -> Result<(), BodyError> {
        within("height", self.height, 0.3, 10.0, "metres")?;
        within("bent_height", self.bent_height, 0.1, self.height, "metres, no more than `height`")?;
        let crawling = "metres, no more than `bent_height`";
        within("crawling_height", self.crawling_height, 0.1, self.bent_height, crawling)?;
        within("radius", self.radius, 0.01, 5.0, "metres")?;
        within("max_climb", self.max_climb, 0.0, self.height, "metres, less than `height`")?;
        if self.max_climb >= self.height {
            let range = "less than `height`".to_owned();
            return Err(BodyError::Measure { field: "max_climb".to_owned(), value: self.max_climb, range });
        }
        within("foot_span", self.foot_span, 0.0, 5.0, "metres")?;
        // Rounded to a millionth, since a round number of degrees is not a round number of radians.
        let degrees = (self.max_slope.to_degrees() * 1e6).round() / 1e6;
        within("max_slope", degrees, 0.0, STEEPEST, "degrees")?;
        within("climb_cost", self.climb_cost, 0.0, 1000.0, "metres of walking per metre of climbing")?;
        for (at, ability) in self.abilities.iter().enumerate() {
            if self.abilities[..at].iter().any(|earlier| earlier.action == ability.action) {
                return Err(BodyError::Ability { action: ability.action.name(), what: "is given twice; keep one" });
            }
            ability.check()?;
        }
        Ok(())
    }
}

impl Ability {
    fn check(&self) -> Result<(), BodyError> {
        let name = self.action.name();
        if self.action == Action::Walk {
            return Err(BodyError::Ability { action: name, what: "is no ability: every body walks. Leave it out" });
        }
        let field = |part: &str| format!("{name}.{part}");
        within(&field("reach"), self.reach, 0.0, 10.0, "metres")?;
        within(&field("up"), self.up, 0.0, 5.0, "metres")?;
        within(&field("down"), self.down, 0.0, 20.0, "metres")?;
        // A cost near zero would make a search expand nearly everything.
        within(&field("cost"), self.cost, 0.1, 1000.0, "metres of walking per metre")?;
        within(&field("effort"), self.effort, 0.0, 1000.0, "metres of walking each time")
    }
}

fn within(field: &str, value: f64, low: f64, high: f64, unit: &str) -> Result<(), BodyError> {
    if (low..=high).contains(&value) {
        return Ok(());
    }
    Err(BodyError::Measure { field: field.to_owned(), value, range: format!("{low} to {high} {unit}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(change: impl FnOnce(&mut Body)) -> String {
        let mut body = Body::adult();
        change(&mut body);
        body.check().expect_err("a fault").to_string()
    }

    #[test]
    fn every_measure_is_checked_and_named() {
        type Change = fn(&mut Body, f64);
        let fields: [(&str, Change, f64); 13] = [
            ("height", |body, to| body.height = to, 11.0),
            ("bent_height", |body, to| body.bent_height = to, 1.81),
            ("crawling_height", |body, to| body.crawling_height = to, 1.31),
            ("radius", |body, to| body.radius = to, 5.1),
            ("max_climb", |body, to| body.max_climb = to, 1.8),
            ("foot_span", |body, to| body.foot_span = to, 5.1),
            ("max_slope", |body, to| body.max_slope = to.to_radians(), 63.1),
            ("climb_cost", |body, to| body.climb_cost = to, 1001.0),
            ("step.reach", |body, to| body.abilities[0].reach = to, 10.1),
            ("step.up", |body, to| body.abilities[0].up = to, 5.1),
            ("drop.down", |body, to| body.abilities[2].down = to, 20.1),
            ("bend.cost", |body, to| body.abilities[1].cost = to, 0.09),
            ("jump.effort", |body, to| body.abilities[3].effort = to, 1001.0),
        ];
        for (field, change, beyond) in fields {
            for value in [beyond, -0.001, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                let said = fault(|body| change(body, value));
                assert!(said.starts_with(&format!("`{field}` is ")) && said.contains("give "), "{said}");
            }
        }
    }

    #[test]
    fn what_is_at_the_limit_passes() {
        let mut body =
            Body { max_slope: STEEPEST.to_radians(), bent_height: 1.8, crawling_height: 1.8, ..Body::adult() };
        body.max_climb = 1.79;
        body.abilities[1].cost = 0.1;
        body.check().expect("at the limits");
    }

    #[test]
    fn walking_is_no_ability_and_none_is_there_twice() {
        assert!(fault(|body| body.abilities[0].action = Action::Walk).contains("every body walks"));
        assert!(fault(|body| body.abilities[0].action = Action::Jump).contains("`jump` is given twice"));
    }
}
