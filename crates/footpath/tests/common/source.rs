//! Rust sources as words: comments, strings and test modules are blanked, so that the paths in the code are left.

/// A word or a sign, with its place in the text.
pub type Token = (String, usize);

/// The code of a source file as words, without comments, strings and test modules.
pub fn code_of(text: &str) -> (Vec<char>, Vec<Token>) {
    let mut code = blank(text);
    blank_tests(&mut code);
    let tokens = tokens(&code);
    (code, tokens)
}

/// Words, `::` and single other characters, with their places.
fn tokens(code: &[char]) -> Vec<Token> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (mut tokens, mut at) = (Vec::new(), 0);
    while at < code.len() {
        let length = match code[at] {
            c if is_word(c) => code[at..].iter().take_while(|&&c| is_word(c)).count(),
            ':' if code.get(at + 1) == Some(&':') => 2,
            _ => 1,
        };
        if !code[at].is_whitespace() {
            tokens.push((code[at..at + length].iter().collect(), at));
        }
        at += length;
    }
    tokens
}

/// The text with comments, strings and characters blanked; lines stay where they are.
fn blank(text: &str) -> Vec<char> {
    let mut code: Vec<char> = text.chars().collect();
    let mut at = 0;
    while at < code.len() {
        let end = literal_end(&code, at);
        for c in &mut code[at..end] {
            if *c != '\n' {
                *c = ' ';
            }
        }
        at = end.max(at + 1);
    }
    code
}

/// End of the comment, string or character that starts here; the start itself if none does.
fn literal_end(code: &[char], at: usize) -> usize {
    let end = code.len();
    let next = |i: usize| code.get(at + i).copied().unwrap_or(' ');
    let after_word = at > 0 && (code[at - 1].is_alphanumeric() || code[at - 1] == '_');
    match (code[at], next(1)) {
        ('/', '/') => code[at..].iter().position(|&c| c == '\n').map_or(end, |length| at + length),
        ('/', '*') => block_comment_end(code, at),
        ('r', '"' | '#') if !after_word => raw_string_end(code, at).unwrap_or(at),
        ('"', _) => quoted_end(code, at, '"'),
        ('\'', '\\') => quoted_end(code, at, '\''),
        // A lifetime has no closing quote.
        ('\'', _) if next(2) == '\'' => at + 3,
        _ => at,
    }
}

fn block_comment_end(code: &[char], start: usize) -> usize {
    let (mut at, mut depth) = (start, 0);
    while at + 1 < code.len() {
        match (code[at], code[at + 1]) {
            ('/', '*') => depth += 1,
            ('*', '/') => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return at;
        }
    }
    code.len()
}

fn raw_string_end(code: &[char], start: usize) -> Option<usize> {
    let marks = code[start + 1..].iter().take_while(|&&c| c == '#').count();
    let open = start + 1 + marks;
    if code.get(open) != Some(&'"') {
        return None;
    }
    let closes = |i: usize| code[i] == '"' && code[i + 1..].iter().take_while(|&&c| c == '#').count() >= marks;
    (open + 1..code.len()).find(|&i| closes(i)).map(|i| i + 1 + marks)
}

fn quoted_end(code: &[char], start: usize, quote: char) -> usize {
    let mut at = start + 1;
    while at < code.len() && code[at] != quote {
        at += if code[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(code.len())
}

/// Blanks modules under `#[cfg(test)]`, from brace to brace.
fn blank_tests(code: &mut [char]) {
    let mark: Vec<char> = "#[cfg(test)]".chars().collect();
    let starts: Vec<usize> =
        (0..code.len().saturating_sub(mark.len())).filter(|&i| code[i..].starts_with(&mark)).collect();
    for start in starts {
        let mut depth = 0;
        for c in &mut code[start..] {
            let closed = match *c {
                '{' => {
                    depth += 1;
                    false
                }
                '}' => {
                    depth -= 1;
                    depth == 0
                }
                ';' => depth == 0,
                _ => false,
            };
            if *c != '\n' {
                *c = ' ';
            }
            if closed {
                break;
            }
        }
    }
}
