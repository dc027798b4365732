//! Columns of text that line up.

/// How a column is set.
#[derive(Clone, Copy)]
pub enum Align {
    Left,
    Right,
}

/// Rows as text, two spaces between columns; the first column is indented by two.
pub fn table<const N: usize>(aligns: [Align; N], rows: &[[String; N]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(width);
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for column in 0..N {
            let fill = " ".repeat(widths[column] - row[column].chars().count());
            line.push_str("  ");
            match aligns[column] {
                Align::Left => line.extend([row[column].as_str(), &fill]),
                Align::Right => line.extend([&fill, row[column].as_str()]),
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
