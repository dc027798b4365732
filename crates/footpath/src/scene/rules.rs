//! Rules on objects → tags and costs.
//!
//! In: a TOML file with one `[[rule]]` per rule, or calls such as `Rules::new().forbid("Table*")`. Out: how many objects
//! each rule matched, so that a misspelt one can be pointed out. Later rules win, tag and cost each for itself.
//!
//! ```toml
//! [[rule]]
//! name = "IfcDoor*"       # the whole name of the object: * any run, ? any one, [abc] one of these
//! tag = "ignored"         # walkable, obstacle, forbidden or ignored
//!
//! [[rule]]
//! material = "grass*"     # the whole name of the material; with a name too, both must fit
//! cost = 2.0              # from 1 (plain ground) to 1000
//! ```

use std::fmt;
use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;

use serde::Deserialize;
use toml::Spanned;

use super::glob::Glob;
use super::{COST_RANGE, Object, Scene, Tag};

/// An ordered list of rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rules {
    rules: Vec<Rule>,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Rule {
    name: Option<Glob>,
    material: Option<Glob>,
    tag: Option<Tag>,
    cost: Option<f32>,
}

/// What became of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleUse {
    /// The rule in words.
    pub rule: String,
    /// Number of objects that it matched, also where a later rule won.
    pub objects: usize,
}

/// Why a file of rules cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// The file cannot be read.
    #[error("cannot read {file}: {source}")]
    Io {
        /// The file.
        file: String,
        /// What the system says.
        source: io::Error,
    },
    /// The text is no TOML, or has a key or value that no rule has.
    #[error("{file}, line {line}: {what}")]
    Toml {
        /// The file.
        file: String,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong there, with the key.
        what: String,
    },
}

impl Rules {
    /// No rules yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Objects of this name are not there.
    pub fn ignore(self, name: &str) -> Self {
        self.tag(name, Tag::Ignored)
    }

    /// Objects of this name are neither stepped on nor over.
    pub fn forbid(self, name: &str) -> Self {
        self.tag(name, Tag::Forbidden)
    }

    /// Objects of this name are solid, and their tops are no floors.
    pub fn obstacle(self, name: &str) -> Self {
        self.tag(name, Tag::Obstacle)
    }

    /// Objects of this name may be stood on, whatever an earlier rule or the file says.
    pub fn walkable(self, name: &str) -> Self {
        self.tag(name, Tag::Walkable)
    }

    /// Objects of this name cost so many times plain ground to walk on; held within [`COST_RANGE`].
    pub fn cost(mut self, name: &str, cost: f32) -> Self {
        let cost = if cost.is_nan() { 1.0 } else { cost.clamp(*COST_RANGE.start(), *COST_RANGE.end()) };
        self.rules.push(Rule { name: Some(Glob::new(name)), cost: Some(cost), ..Rule::default() });
        self
    }

    fn tag(mut self, name: &str, tag: Tag) -> Self {
        self.rules.push(Rule { name: Some(Glob::new(name)), tag: Some(tag), ..Rule::default() });
        self
    }

    /// These rules, then others, which win.
    pub fn then(mut self, others: Self) -> Self {
        self.rules.extend(others.rules);
        self
    }

    /// The tag of an object once the rules have spoken: the last rule that fits, else its own.
    pub fn tag_of(&self, object: &Object) -> Tag {
        let said = self.rules.iter().rev().filter(|rule| rule.fits(object)).find_map(|rule| rule.tag);
        said.unwrap_or(object.tag)
    }

    /// Whether there is no rule.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Reads rules from a TOML file.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, RulesError> {
        let file = path.as_ref().display().to_string();
        let text = fs::read_to_string(&path).map_err(|source| RulesError::Io { file: file.clone(), source })?;
        Self::from_toml(&text, &file)
    }

    /// Reads rules from TOML text; `file` stands for it in errors.
    pub fn from_toml(text: &str, file: &str) -> Result<Self, RulesError> {
        let fault = |at: usize, what: String| {
            let line = 1 + text.as_bytes().iter().take(at).filter(|&&byte| byte == b'\n').count();
            RulesError::Toml { file: file.to_owned(), line, what }
        };
        let written: RulesFile = toml::from_str(text)
            .map_err(|error| fault(error.span().map_or(0, |span| span.start), error.message().to_owned()))?;
        let rules = written.rule.into_iter().map(Rule::of_file).collect::<Result<_, _>>();
        Ok(Self { rules: rules.map_err(|(span, what)| fault(span.start, what))? })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesFile {
    #[serde(default)]
    rule: Vec<Spanned<RuleEntry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleEntry {
    name: Option<String>,
    material: Option<String>,
    tag: Option<Tag>,
    cost: Option<Spanned<f64>>,
}

impl Rule {
    fn of_file(entry: Spanned<RuleEntry>) -> Result<Self, (Range<usize>, String)> {
        let (span, entry) = (entry.span(), entry.into_inner());
        if entry.name.is_none() && entry.material.is_none() {
            return Err((
                span,
                "the rule has neither `name` nor `material`; name = \"*\" matches everything".to_owned(),
            ));
        }
        if entry.tag.is_none() && entry.cost.is_none() {
            return Err((span, "the rule has neither `tag` nor `cost`; say what it does".to_owned()));
        }
        if let Some(cost) = &entry.cost
            && !COST_RANGE.contains(&(*cost.get_ref() as f32))
        {
            let (low, high) = (COST_RANGE.start(), COST_RANGE.end());
            let what = format!(
                "`cost` is {}; give {low} (plain ground) to {high}, dearer ground for the rest",
                cost.get_ref()
            );
            return Err((cost.span(), what));
        }
        Ok(Self {
            name: entry.name.as_deref().map(Glob::new),
            material: entry.material.as_deref().map(Glob::new),
            tag: entry.tag,
            cost: entry.cost.map(|cost| cost.into_inner() as f32),
        })
    }

    fn fits(&self, object: &Object) -> bool {
        let material = object.material.as_deref();
        self.name.as_ref().is_none_or(|name| name.fits(&object.name))
            && self.material.as_ref().is_none_or(|wanted| material.is_some_and(|material| wanted.fits(material)))
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let parts = [
            self.name.as_ref().map(|name| format!("name \"{}\"", name.source())),
            self.material.as_ref().map(|material| format!("material \"{}\"", material.source())),
            self.tag.map(|tag| format!("is {}", tag.name())),
            self.cost.map(|cost| format!("costs {cost}")),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}

impl Rules {
    /// One entry per rule, none of which has met an object.
    pub(crate) fn unused(&self) -> Vec<RuleUse> {
        self.rules.iter().map(|rule| RuleUse { rule: rule.to_string(), objects: 0 }).collect()
    }

    /// Tag and cost that the rules give an object; those that fit it are counted.
    pub(crate) fn apply_to(&self, object: &Object, uses: &mut [RuleUse]) -> (Tag, f32) {
        let mut given = (object.tag, object.cost);
        for (rule, used) in self.rules.iter().zip(uses) {
            if rule.fits(object) {
                used.objects += 1;
                given = (rule.tag.unwrap_or(given.0), rule.cost.unwrap_or(given.1));
            }
        }
        given
    }
}

impl Scene {
    /// Gives the objects the tags and costs that the rules say; the answer has one entry per rule.
    pub fn apply(&mut self, rules: &Rules) -> Vec<RuleUse> {
        let mut uses = rules.unused();
        if !rules.is_empty() {
            // Closed solids are found anew, since ignored objects no longer close anything.
            self.solid = OnceLock::new();
        }
        for object in &mut self.objects {
            (object.tag, object.cost) = rules.apply_to(object, &mut uses);
        }
        uses
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene() -> Scene {
        let object = |name: &str, material: &str| Object { material: Some(material.to_owned()), ..Object::new(name) };
        let mut builder = Scene::builder();
        for object in
            [object("Table_1", "wood"), object("Table_2", "glass"), object("Lawn", "grass"), Object::new("Wall")]
        {
            builder.push_object(object, &[[0.0; 3], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]], &[0u32, 1, 2], None);
        }
        builder.build()
    }

    #[test]
    fn later_rules_win_and_idle_rules_show() {
        let text = "[[rule]]\nname = 'Table*'\ntag = 'forbidden'\n[[rule]]\nmaterial = 'g*'\ncost = 2\n\
                    [[rule]]\nname = 'Table*'\nmaterial = 'glass'\ntag = 'ignored'\n[[rule]]\nname = 'Chair*'\ncost = 3.5\n";
        let mut scene = scene();
        let uses = scene.apply(&Rules::from_toml(text, "house.toml").unwrap());
        assert_eq!(uses.iter().map(|rule| rule.objects).collect::<Vec<_>>(), [2, 2, 1, 0]);
        assert_eq!(uses[3].rule, "name \"Chair*\" costs 3.5");
        let found: Vec<_> = scene.objects().iter().map(|object| (object.tag, object.cost)).collect();
        let wanted = [(Tag::Forbidden, 1.0), (Tag::Ignored, 2.0), (Tag::Walkable, 2.0), (Tag::Walkable, 1.0)];
        assert_eq!(found, wanted);
        let (plain, rules) = (self::scene(), Rules::from_toml(text, "house.toml").unwrap());
        let asked: Vec<_> = plain.objects().iter().map(|object| rules.tag_of(object)).collect();
        assert_eq!(asked, wanted.map(|(tag, _)| tag), "asked of one object, the rules say the same");
    }

    #[test]
    fn rules_from_code_follow_those_of_a_file() {
        let file = Rules::from_toml("rule = [{ name = '*', tag = 'obstacle' }]", "house.toml").unwrap();
        let mut scene = scene();
        scene.apply(&file.then(Rules::new().walkable("Lawn").forbid("Table_?").ignore("Wall").cost("Lawn", f32::NAN)));
        let tags: Vec<_> = scene.objects().iter().map(|object| object.tag).collect();
        assert_eq!(tags, [Tag::Forbidden, Tag::Forbidden, Tag::Walkable, Tag::Ignored]);
    }

    #[test]
    fn faults_name_line_and_key() {
        let cases = [
            ("[[rule]]\nname = 'a'\ncost = 0.5\n", 3, "`cost` is 0.5"),
            ("[[rule]]\nname = 'a'\ncost = nan\n", 3, "`cost` is NaN"),
            ("[[rule]]\nname = 'a'\ncost = 'much'\n", 3, "string"),
            ("[[rule]]\nname = 'a'\n\ntag = 'walkble'\n", 4, "walkble"),
            ("[[rule]]\nname = 'a'\nprice = 2\n", 3, "price"),
            ("\n[[rules]]\nname = 'a'\n", 2, "rules"),
            ("[[rule]]\nname = 'a\n", 2, ""),
            ("\n[[rule]]\ncost = 2\n", 2, "neither `name` nor `material`"),
            ("[[rule]]\nname = 'a'\n[[rule]]\nname = 'b'\ncost = 2\n", 1, "neither `tag` nor `cost`"),
        ];
        for (text, at, word) in cases {
            let RulesError::Toml { line, what, .. } = Rules::from_toml(text, "house.toml").unwrap_err() else {
                panic!("{text} gave another kind of error");
            };
            assert!(line == at && what.contains(word), "{text}: line {line}: {what}");
        }
        assert!(Rules::from_toml("", "house.toml").unwrap().is_empty());
    }
}
