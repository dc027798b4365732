//! Body: who walks. The other input of every query; no stage of the ground sees one.

/// Sizes and limits of a virtual human, in metres and radians.
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
        }
    }

    /// Whether a surface of that rise per run (in 1/64, as floors have it) is not too steep. A slope is known to half a
    /// sixty-fourth along each axis, and the doubt is the body's: a ramp built to the limit passes, whichever way it runs.
    pub fn stands_on_slope(&self, slope: [i8; 2]) -> bool {
        let run = slope.map(|g| f64::from(g) * f64::from(g)).iter().sum::<f64>().sqrt();
        run <= 64.0 * self.max_slope.tan() + std::f64::consts::FRAC_1_SQRT_2
    }
}
