//! Who walks, from the command line.

use crate::output::number;
use crate::source::nearest;
use anyhow::{Context, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use footpath::Body;
use footpath::body::{Action, BodyError};
use std::path::Path;

/// Abilities that `--without` can take away.
const ABILITIES: [Action; 6] = [Action::Step, Action::Jump, Action::Drop, Action::Bend, Action::Crawl, Action::Run];

/// The body and what is different about it.
#[derive(Debug, Args)]
#[command(next_help_heading = "Body")]
pub struct BodyArgs {
    /// Who walks: adult, child, elderly, athlete, wheelchair, or a TOML file; docs/body.md says how
    #[arg(long, default_value = "adult", value_name = "NAME|F.toml")]
    pub body: String,
    /// Height upright in metres; bent and crawling heights change with it
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    pub height: Option<f64>,
    /// Half-width in metres; the report is about floors and does not depend on it
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    pub radius: Option<f64>,
    /// Highest step in metres; colours the links of --links
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    pub max_climb: Option<f64>,
    /// Steepest slope in degrees
    #[arg(long, value_name = "DEG", allow_negative_numbers = true)]
    pub max_slope: Option<f64>,
    /// How far a foot reaches, in metres
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    pub foot_span: Option<f64>,
    /// Takes an ability away; may be repeated
    #[arg(long, value_name = "ACTION", value_parser = PossibleValuesParser::new(ABILITIES.map(Action::name)))]
    pub without: Vec<String>,
}

impl BodyArgs {
    /// The body with all changes.
    pub fn body(&self) -> anyhow::Result<Body> {
        let mut body = self.base()?;
        if let Some(height) = self.height {
            body = body.with_height(height);
        }
        body.radius = self.radius.unwrap_or(body.radius);
        body.max_climb = self.max_climb.unwrap_or(body.max_climb);
        body.max_slope = self.max_slope.map_or(body.max_slope, f64::to_radians);
        body.foot_span = self.foot_span.unwrap_or(body.foot_span);
        for action in ABILITIES.into_iter().filter(|action| self.without.iter().any(|name| name == action.name())) {
            body = body.without(action);
        }
        match body.check() {
            Ok(()) => Ok(body),
            // What a file or a preset says is sound, so it was a flag, and the flag is what to change.
            Err(BodyError::Measure { field, value, range }) => {
                bail!("--{} is {}; it must be {range}", field.replace('_', "-"), number(value))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The preset or the file.
    fn base(&self) -> anyhow::Result<Body> {
        let name = &self.body;
        if let Some(body) = Body::preset(name) {
            return Ok(body);
        }
        let path = Path::new(name);
        if path.extension().is_some_and(|extension| extension == "toml") || path.is_file() {
            return Body::open(path).context("the body cannot be used; correct the file given with --body");
        }
        let known = Body::PRESETS.map(|(name, _)| name);
        let guess = nearest(name, &known).map_or(String::new(), |guess| format!("did you mean {guess:?}? "));
        bail!("no body is named {name:?}; {guess}there are {}, and files that end in .toml", known.join(", "))
    }
}

/// What the report takes from a body, in words. Width and steps decide over ways between floors, not over floors, so
/// they are not named here.
pub fn describe(body: &Body) -> String {
    format!("{} of {:.2} m, slopes to {:.0}°", body.name, body.height, body.max_slope.to_degrees())
}
