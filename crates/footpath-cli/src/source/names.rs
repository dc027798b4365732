//! Names of built-in scenes, and what somebody may have meant.

use anyhow::anyhow;
use footpath::scene::{BuiltIn, built_in};

/// The built-in scene of a name.
pub fn built_in_named(name: &str) -> anyhow::Result<&'static BuiltIn> {
    built_in().iter().find(|entry| entry.name == name).ok_or_else(|| unknown_name(name))
}

/// What to say of a name that is no scene.
pub fn unknown_name(name: &str) -> anyhow::Error {
    let names: Vec<&str> = built_in().iter().map(|entry| entry.name).collect();
    if name == "city" || name.starts_with("city_") {
        return anyhow!(
            "{name} is a city, which is baked, inspected and planned in: footpath bake {name} -o {name}.footpath"
        );
    }
    let guess = nearest(name, &names).map_or(String::new(), |guess| format!("did you mean {guess:?}? "));
    anyhow!(
        "{name:?} is neither a file nor a built-in scene; {guess}there are {}, and cities: city, city_1km, city_4km",
        names.join(", ")
    )
}

/// The name that somebody may have meant.
pub fn nearest<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let nearest = known.iter().map(|known| (distance(name, known), *known)).min();
    nearest.filter(|(apart, known)| *apart <= known.len() / 2).map(|(_, known)| known)
}

/// Letters to change, add or leave out to get from one word to another.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for j in 0..b.len() {
            let changed = before + usize::from(letter != b[j]);
            before = row[j + 1];
            row[j + 1] = changed.min(before + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
