//! Who walks, from the command line.

use anyhow::bail;
use clap::Args;
use footpath::Body;

/// The body and what is different about it.
#[derive(Debug, Args)]
#[command(next_help_heading = "Body")]
pub struct BodyArgs {
    /// The body that the report and pictures speak of
    #[arg(long, default_value = "adult", value_name = "NAME")]
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
}

impl BodyArgs {
    /// The body with all changes.
    pub fn body(&self) -> anyhow::Result<Body> {
        if self.body != "adult" {
            bail!("no body is named {:?}; use `adult`, and --height, --radius, --max-climb, --max-slope", self.body);
        }
        let adult = Body::adult();
        let height = within("--height", self.height, 0.3, 10.0, "metres")?.unwrap_or(adult.height);
        let share = height / adult.height;
        Ok(Body {
            height,
            bent_height: adult.bent_height * share,
            crawling_height: adult.crawling_height * share,
            radius: within("--radius", self.radius, 0.01, 5.0, "metres")?.unwrap_or(adult.radius),
            max_climb: within("--max-climb", self.max_climb, 0.0, 5.0, "metres")?.unwrap_or(adult.max_climb),
            max_slope: within("--max-slope", self.max_slope, 0.0, 89.0, "degrees")?
                .map_or(adult.max_slope, f64::to_radians),
            ..adult
        })
    }
}

fn within(flag: &str, value: Option<f64>, low: f64, high: f64, unit: &str) -> anyhow::Result<Option<f64>> {
    match value {
        Some(value) if !(low..=high).contains(&value) => {
            bail!("{flag} is {value}; it must be from {low} to {high} {unit}")
        }
        other => Ok(other),
    }
}

/// What the report takes from a body, in words. Width and steps decide over ways between floors, not over floors, so
/// they are not named here.
pub fn describe(body: &Body) -> String {
    format!("{} of {:.2} m, slopes to {:.0}°", body.name, body.height, body.max_slope.to_degrees())
}
