//! Bodies from TOML files.
//!
//! In: text such as below. Out: a body that passes [`Body::check`], or an error with file, line and key. Values that a file does
//! not give are those of the body that it is based on. Lengths are in metres, slopes in degrees.
//!
//! ```toml
//! name = "courier"
//! based_on = "adult"      # a preset; adult unless given
//! height = 1.70           # bent and crawling heights change with it, unless given
//! max_slope = 35          # degrees
//! crawl = false           # cannot; true: as the preset, or as an adult
//!
//! [jump]
//! reach = 1.0             # what is not said is as in the preset, or as in an adult
//! ```

use std::fs;
use std::ops::Range;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Ability, Action, Body, BodyError};

/// Abilities that a file can give.
const ABILITIES: [Action; 6] = [Action::Step, Action::Jump, Action::Drop, Action::Bend, Action::Crawl, Action::Run];
/// Measures of a body in the order in which they are read: the height first, since other heights change with it.
const MEASURES: [&str; 8] =
    ["height", "bent_height", "crawling_height", "radius", "max_climb", "foot_span", "max_slope", "climb_cost"];
const LEAP: [&str; 6] = ["reach", "up", "down", "cost", "effort", "priority"];
const GAIT: [&str; 3] = ["cost", "effort", "priority"];

/// A fault and the bytes of the text where it is.
type Fault = (Range<usize>, String);

impl Body {
    /// Reads a body from a TOML file.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, BodyError> {
        let file = path.as_ref().display().to_string();
        let text = fs::read_to_string(&path).map_err(|source| BodyError::Io { file: file.clone(), source })?;
        Self::from_toml(&text, &file)
    }

    /// Reads a body from TOML text; `file` stands for it in errors.
    ///
    /// ```
    /// use footpath::Body;
    /// use footpath::body::Action;
    /// let text = "name = 'courier'\nheight = 1.70\nmax_slope = 35\ncrawl = false\n[jump]\nreach = 1.0\n";
    /// let courier = Body::from_toml(text, "courier.toml")?;
    /// assert_eq!((courier.height, courier.radius), (1.70, 0.30));
    /// assert_eq!(courier.ability(Action::Jump).map(|jump| jump.reach), Some(1.0));
    /// assert_eq!(courier.ability(Action::Crawl), None);
    ///
    /// let error = Body::from_toml("\nradius = -1\n", "courier.toml").unwrap_err();
    /// assert_eq!(error.to_string(), "courier.toml, line 2: `radius` is -1; give 0.01 to 5 metres");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_toml(text: &str, file: &str) -> Result<Self, BodyError> {
        let fault = |(at, what): Fault| {
            let line = 1 + text.as_bytes().iter().take(at.start).filter(|&&byte| byte == b'\n').count();
            BodyError::Toml { file: file.to_owned(), line, what }
        };
        let table =
            DeTable::parse(text).map_err(|error| fault((error.span().unwrap_or(0..0), error.message().to_owned())))?;
        let table = table.get_ref();
        let body = read(table).map_err(fault)?;
        body.check().map_err(|error| fault((place_of(table, &error), error.to_string())))?;
        Ok(body)
    }
}

fn read(table: &DeTable) -> Result<Body, Fault> {
    // The error reports the first fault in the text.
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    for (key, _) in &entries {
        let name = key.get_ref().as_ref();
        let known = ["name", "based_on"].contains(&name) || MEASURES.contains(&name) || ability_of(name).is_some();
        if !known {
            let abilities = ABILITIES.map(Action::name).join(", ");
            let what = format!(
                "`{name}` is unknown; a body has name, based_on, {} and the abilities {abilities}",
                MEASURES.join(", ")
            );
            return Err((key.span(), what));
        }
    }
    let mut body = base(table)?;
    if let Some(name) = table.get("name") {
        body.name = text("name", name)?.to_owned();
    }
    for measure in MEASURES {
        if let Some(value) = table.get(measure) {
            set(&mut body, measure, number(measure, value)?);
        }
    }
    for (key, value) in entries {
        if let Some(action) = ability_of(key.get_ref()) {
            body = ability(body, action, value)?;
        }
    }
    Ok(body)
}

/// The body that a file starts from.
fn base(table: &DeTable) -> Result<Body, Fault> {
    let Some(value) = table.get("based_on") else { return Ok(Body::adult()) };
    let name = text("based_on", value)?;
    Body::preset(name).ok_or_else(|| {
        let known = Body::PRESETS.map(|(name, _)| name).join(", ");
        (value.span(), format!("`based_on` is {name:?}, which is no preset; give one of {known}"))
    })
}

fn set(body: &mut Body, measure: &str, value: f64) {
    match measure {
        "height" => *body = body.clone().with_height(value),
        "bent_height" => body.bent_height = value,
        "crawling_height" => body.crawling_height = value,
        "radius" => body.radius = value,
        "max_climb" => body.max_climb = value,
        "foot_span" => body.foot_span = value,
        "max_slope" => body.max_slope = value.to_radians(),
        _ => body.climb_cost = value,
    }
}

fn ability(body: Body, action: Action, value: &Spanned<DeValue>) -> Result<Body, Fault> {
    let name = action.name();
    let usual = body.ability(action).copied().or_else(|| Body::adult().ability(action).copied());
    let mut ability = usual.unwrap_or(Ability::gait(action, 1.0, 6));
    let table = match value.get_ref() {
        DeValue::Boolean(false) => return Ok(body.without(action)),
        DeValue::Boolean(true) => return Ok(body.with(ability)),
        DeValue::Table(table) => table,
        other => {
            let what = format!("`{name}` is of type {}; give false, true or a table [{name}]", other.type_str());
            return Err((value.span(), what));
        }
    };
    let keys: &[&str] = if matches!(action, Action::Step | Action::Jump | Action::Drop) { &LEAP } else { &GAIT };
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    for (key, value) in entries {
        let part = key.get_ref().as_ref();
        if !keys.contains(&part) {
            return Err((key.span(), format!("`{name}` has no `{part}`; it has {}", keys.join(", "))));
        }
        let field = format!("{name}.{part}");
        let given = number(&field, value)?;
        match part {
            "reach" => ability.reach = given,
            "up" => ability.up = given,
            "down" => ability.down = given,
            "cost" => ability.cost = given,
            "effort" => ability.effort = given,
            _ if given.fract() == 0.0 && (0.0..=255.0).contains(&given) => ability.priority = given as u8,
            _ => return Err((value.span(), format!("`{field}` is {given}; give a whole number from 0 to 255"))),
        }
    }
    Ok(body.with(ability))
}

fn ability_of(name: &str) -> Option<Action> {
    ABILITIES.into_iter().find(|action| action.name() == name)
}

fn text<'t>(key: &str, value: &'t Spanned<DeValue>) -> Result<&'t str, Fault> {
    let found = value.get_ref();
    found
        .as_str()
        .ok_or_else(|| (value.span(), format!("`{key}` is of type {}; give text in quotes", found.type_str())))
}

fn number(key: &str, value: &Spanned<DeValue>) -> Result<f64, Fault> {
    let found = value.get_ref();
    let read = match found {
        DeValue::Float(float) => float.as_str().parse().ok(),
        DeValue::Integer(whole) => i64::from_str_radix(whole.as_str(), whole.radix()).ok().map(|whole| whole as f64),
        _ => None,
    };
    read.ok_or_else(|| (value.span(), format!("`{key}` is of type {}; give a number", found.type_str())))
}

/// Where the field of an error stands in the text; the start of the text if the value comes from the preset.
fn place_of(table: &DeTable, error: &BodyError) -> Range<usize> {
    let BodyError::Measure { field, .. } = error else { return 0..0 };
    let (key, part) = field.split_once('.').map_or((field.as_str(), None), |(key, part)| (key, Some(part)));
    // Bent and crawling heights that are not given follow from the height, so the fault is there.
    let value = table.get(key).or_else(|| table.get("height"));
    let inner = value.and_then(|value| value.get_ref().as_table()?.get(part?));
    inner.or(value).map_or(0..0, Spanned::span)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Body {
        Body::from_toml(text, "body.toml").unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn a_file_changes_what_it_says_and_nothing_else() {
        assert_eq!(read(""), Body::adult());
        assert_eq!(read("based_on = 'wheelchair'"), Body::wheelchair());
        let body = read("based_on = 'child'\nname = 'pupil'\nradius = 0.25\nmax_slope = 30\nclimb_cost = 1");
        let wanted = Body { name: "pupil".into(), radius: 0.25, max_slope: 30_f64.to_radians(), ..Body::child() };
        assert_eq!(body, Body { climb_cost: 1.0, ..wanted });
        let taller = read("height = 2.7\ncrawling_height = 1");
        assert!((taller.bent_height - 1.95).abs() < 1e-9 && taller.crawling_height == 1.0);
    }

    #[test]
    fn abilities_come_go_and_change() {
        let body = read("drop = false\n[jump]\nreach = 1.2\nup = 0.4\npriority = 7\n[run]\ncost = 0.8\n");
        let jump = Ability { up: 0.4, priority: 7, ..*Body::adult().ability(Action::Jump).unwrap() };
        assert_eq!(body.ability(Action::Jump), Some(&jump));
        assert_eq!(body.ability(Action::Drop), None);
        assert_eq!(body.ability(Action::Run).map(|run| (run.cost, run.reach)), Some((0.8, 0.0)));
        assert_eq!(read("bend = true").abilities.len(), 5);
        let elderly = read("based_on = 'elderly'\ncrawl = true");
        assert_eq!(elderly.ability(Action::Crawl), Body::adult().ability(Action::Crawl));
        assert_eq!(read("jump = { reach = 1e0, effort = 0x10 }").ability(Action::Jump).map(|a| a.effort), Some(16.0));
    }

    #[test]
    fn faults_name_line_and_key_and_what_to_do() {
        let cases = [
            ("\nheight = 'tall'\n", 2, "`height` is of type string; give a number"),
            ("name = 3\n", 1, "`name` is of type integer; give text"),
            ("\n\nheight = nan\n", 3, "`height` is NaN; give 0.3 to 10"),
            ("radius = inf\n", 1, "`radius` is inf"),
            ("radius = -1\nheight = 0\n", 2, "`height` is 0; give"),
            ("bent_height = 2\n", 1, "`bent_height` is 2; give"),
            ("# taller than it climbs\nmax_climb = 1.8\n", 2, "`max_climb` is 1.8; give less than `height`"),
            ("max_slope = 70\n", 1, "`max_slope` is 70; give 0 to 63 degrees"),
            ("weight = 80\n", 1, "`weight` is unknown; a body has name"),
            ("walk = false\n", 1, "`walk` is unknown; a body has"),
            ("height = 1.7\nbased_on = 'troll'\n", 2, "give one of adult, child"),
            ("jump = 2\n", 1, "`jump` is of type integer; give false, true or a table [jump]"),
            ("[jump]\nreach = 1\nhigh = 2\n", 3, "`jump` has no `high`; it has reach, up"),
            ("[bend]\nreach = 1\n", 2, "`bend` has no `reach`; it has cost"),
            ("[bend]\ncost = 0\n", 2, "`bend.cost` is 0; give 0.1 to 1000"),
            ("[jump]\neffort = 1\npriority = 1.5\n", 3, "`jump.priority` is 1.5; give a whole number"),
            ("height = 1.7\nheight = 1.8\n", 2, ""),
            ("height = \n", 1, ""),
            ("height = 99999999999999999999\n", 1, "`height`"),
        ];
        for (text, at, words) in cases {
            let BodyError::Toml { file, line, what } = Body::from_toml(text, "body.toml").unwrap_err() else {
                panic!("{text} gave another kind of error");
            };
            assert!(file == "body.toml" && line == at && what.contains(words), "{text}: line {line}: {what}");
        }
        let error = Body::open("no/such/body.toml").unwrap_err().to_string();
        assert!(error.contains("no/such/body.toml"), "{error}");
    }
}
