//! Numbers as text for people. A value that would be written as −0 is written as 0.

/// The value that is to be written with `digits` digits after the point: 0 where it would read −0.
pub fn tidy(value: f64, digits: i32) -> f64 {
    if value.abs() <= 0.5 * 10_f64.powi(-digits) { 0.0 } else { value }
}

/// A position to the centimetre, such as `(1.50, 0.00, -2.25)`.
pub fn spot(at: [f64; 3]) -> String {
    let [x, y, z] = at.map(|c| tidy(c, 2));
    format!("({x:.2}, {y:.2}, {z:.2})")
}

/// A length in metres to a tenth of a millimetre, as it stands in files; never −0.
pub fn rounded(metres: f64) -> f64 {
    (metres * 1e4).round() / 1e4 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_near_zero_read_as_zero() {
        assert_eq!(spot([-0.0, -0.004_999, 1e-9]), "(0.00, 0.00, 0.00)");
        assert_eq!(spot([-0.0051, 1.005, -2.25]), "(-0.01, 1.00, -2.25)");
        for digits in 0..5 {
            for value in [0.0, -1e-12, -0.5, -0.05, -0.005, -0.000_5, -0.000_05, -0.499_999] {
                let text = format!("{:.1$}", tidy(value, digits), digits as usize);
                assert!(!text.starts_with('-') || text.contains(|c: char| c.is_ascii_digit() && c != '0'), "{text}");
            }
        }
    }
}
