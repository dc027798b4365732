//! Patterns for names: `*` any run, `?` any one character, `[abc]` and `[a-f]` one of these, `[!abc]` one of the others.
//!
//! A pattern fits a whole name or not at all, case by case. Written here because the crates for it match paths, not
//! names, and bring a regular-expression engine along. Matching keeps one place to go back to (the last star), so it
//! takes at most pattern × name steps and never more.

/// A pattern, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Glob {
    source: String,
    tokens: Vec<Token>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Run,
    Any,
    One(char),
    /// Ranges of characters, both ends included; and whether it is one of them or none.
    Set(Vec<(char, char)>, bool),
}

impl Glob {
    /// Every text is a pattern: a bracket that is never closed stands for itself.
    pub(crate) fn new(source: &str) -> Self {
        let characters: Vec<char> = source.chars().collect();
        let (mut tokens, mut at) = (Vec::new(), 0);
        while let Some(&character) = characters.get(at) {
            let (token, length) = match character {
                '*' => (Token::Run, 1),
                '?' => (Token::Any, 1),
                '[' => set(&characters[at..]).unwrap_or((Token::One('['), 1)),
                _ => (Token::One(character), 1),
            };
            tokens.push(token);
            at += length;
        }
        tokens.dedup_by(|a, b| *a == Token::Run && *b == Token::Run);
        Self { source: source.to_owned(), tokens }
    }

    /// The pattern as it was written.
    pub(crate) fn source(&self) -> &str {
        &self.source
    }

    /// Whether the whole name fits.
    pub(crate) fn fits(&self, name: &str) -> bool {
        let tokens = &self.tokens;
        let (mut token, mut rest) = (0, name.chars());
        let mut retry: Option<(usize, std::str::Chars)> = None;
        loop {
            if tokens.get(token) == Some(&Token::Run) {
                token += 1;
                retry = Some((token, rest.clone()));
                continue;
            }
            let mut after = rest.clone();
            match (after.next(), tokens.get(token)) {
                (None, None) => return true,
                (Some(character), Some(wanted)) if wanted.fits(character) => {
                    token += 1;
                    rest = after;
                }
                // Let the last star take one character more.
                _ => {
                    let Some((start, from)) = &mut retry else { return false };
                    if from.next().is_none() {
                        return false;
                    }
                    (token, rest) = (*start, from.clone());
                }
            }
        }
    }
}

impl Token {
    fn fits(&self, character: char) -> bool {
        match self {
            Self::Run => false,
            Self::Any => true,
            Self::One(wanted) => *wanted == character,
            Self::Set(ranges, wanted) => {
                ranges.iter().any(|(low, high)| (*low..=*high).contains(&character)) == *wanted
            }
        }
    }
}

/// A set at the start of the characters, and how many it takes; `None` if it is never closed.
fn set(characters: &[char]) -> Option<(Token, usize)> {
    let negated = matches!(characters.get(1), Some('!' | '^'));
    let first = if negated { 2 } else { 1 };
    // A closing bracket in the first place is one of the set.
    let end = first + 1 + characters.get(first + 1..)?.iter().position(|&character| character == ']')?;
    let mut members = &characters[first..end];
    let mut ranges = Vec::new();
    while let Some((&low, rest)) = members.split_first() {
        match rest {
            ['-', high, rest @ ..] => {
                ranges.push((low, *high));
                members = rest;
            }
            _ => {
                ranges.push((low, low));
                members = rest;
            }
        }
    }
    Some((Token::Set(ranges, !negated), end + 1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn patterns_fit_whole_names_case_by_case() {
        let cases = [
            ("IfcDoor*", "IfcDoor_12", true),
            ("IfcDoor*", "ifcdoor_12", false),
            ("Door", "Doors", false),
            ("*_Level_?", "Wall_3_Level_2", true),
            ("*_Level_?", "Wall_3_Level_12", false),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-b-b-", false),
            ("[A-C]x", "Bx", true),
            ("[!A-C]x", "Bx", false),
            ("[^A-C]x", "Dx", true),
            ("[]x]", "]", true),
            ("[-x]", "-", true),
            ("open[", "open[", true),
            ("[abc", "[abc", true),
            ("", "", true),
            ("", "a", false),
            ("**", "", true),
            ("?", "ß", true),
        ];
        for (pattern, name, fits) in cases {
            assert_eq!(Glob::new(pattern).fits(name), fits, "{pattern} on {name}");
        }
    }

    #[test]
    fn many_stars_take_no_long_time() {
        assert!(!Glob::new(&format!("{}b", "*a".repeat(100))).fits(&"a".repeat(5000)));
    }

    /// The definition, as slow as it is plain.
    fn slow(tokens: &[Token], name: &[char]) -> bool {
        match (tokens, name) {
            ([], []) => true,
            ([Token::Run, rest @ ..], _) => (0..=name.len()).any(|taken| slow(rest, &name[taken..])),
            ([token, rest @ ..], [first, others @ ..]) => token.fits(*first) && slow(rest, others),
            _ => false,
        }
    }

    proptest! {
        #[test]
        fn fits_what_the_definition_fits(pattern in r"[ab*?\[\]!-]{0,9}", name in "[ab]{0,9}") {
            let glob = Glob::new(&pattern);
            prop_assert_eq!(glob.fits(&name), slow(&glob.tokens, &name.chars().collect::<Vec<_>>()));
        }
    }
}
