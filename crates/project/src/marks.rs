//! `@SuppressWarnings("deadheat")` and `("race")` in sources.
//!
//! A compiler does not keep this annotation, so the text is the only place where it can be found. A mark covers the lines of the
//! declaration that it stands at: a class, a method, a variable.

use std::ops::RangeInclusive;

use crate::lexer::{Token, Tokens};

/// What a mark says.
const WORDS: [&str; 2] = ["\"deadheat\"", "\"race\""];

/// A declaration about which nothing is to be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Its lines, from the annotation on, counted from one.
    pub lines: RangeInclusive<usize>,
    /// The name, if it is a variable: a field, perhaps.
    pub variable: Option<String>,
}

/// The marks of a source file.
pub fn marks(source: &str) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut tokens = Tokens::of(source);
    let line_of = |offset: usize| source[..offset].matches('\n').count() + 1;
    while let Some(token) = tokens.next() {
        if token != Token::Symbol('@') {
            continue;
        }
        let start = line_of(tokens.offset() - 1);
        if is_mark(&mut tokens) {
            // Marks inside of what is marked already are covered by it, but a second reading costs nothing.
            let mut rest = Tokens::of(&source[tokens.offset()..]);
            let from = tokens.offset();
            let variable = skip_declaration(&mut rest);
            let end = line_of(from + rest.offset());
            marks.push(Mark { lines: start..=end, variable });
        }
    }
    marks
}

/// Reads the name and the parentheses of an annotation; whether it is one that counts.
fn is_mark(tokens: &mut Tokens<'_>) -> bool {
    let mut name = "";
    loop {
        match tokens.next() {
            Some(Token::Word(word)) => name = word,
            Some(Token::Symbol('.')) => {}
            Some(Token::Symbol('(')) if name == "SuppressWarnings" => break,
            _ => return false,
        }
    }
    let mut has_word = false;
    for token in tokens {
        match token {
            Token::Literal(text) => has_word |= WORDS.contains(&text),
            Token::Symbol(')') => break,
            _ => {}
        }
    }
    has_word
}

/// Goes to the end of a declaration; the name if it is a variable.
fn skip_declaration(tokens: &mut Tokens<'_>) -> Option<String> {
    let (mut parentheses, mut braces, mut angles) = (0_i32, 0_i32, 0_i32);
    let mut last = None;
    let mut has_parameters = false;
    let mut is_annotation = false;
    let mut variable = None;
    for token in tokens {
        let is_outside = parentheses == 0 && braces == 0;
        match token {
            Token::Symbol('(') => {
                has_parameters |= is_outside && variable.is_none() && !is_annotation;
                parentheses += 1;
            }
            Token::Symbol(')') if parentheses == 0 => break,
            Token::Symbol(')') => {
                parentheses -= 1;
                is_annotation &= parentheses > 0;
            }
            Token::Symbol('@') if is_outside => is_annotation = true,
            Token::Symbol('{') => braces += 1,
            Token::Symbol('}') if braces == 0 => break,
            Token::Symbol('}') => {
                braces -= 1;
                // The body of a class or method; what a variable is set to goes on.
                if braces == 0 && parentheses == 0 && variable.is_none() {
                    return None;
                }
            }
            Token::Symbol('<') => angles += 1,
            Token::Symbol('>') => angles -= 1,
            Token::Symbol('=') if is_outside && variable.is_none() => variable = last,
            Token::Symbol(';') if is_outside => {
                let name = variable.or(last).filter(|_| !has_parameters);
                return name.map(str::to_owned);
            }
            Token::Symbol(',') if is_outside && angles <= 0 && variable.is_none() => {
                return last.filter(|_| !has_parameters).map(str::to_owned);
            }
            Token::Word(word) if is_outside && variable.is_none() && !is_annotation => {
                last = Some(word);
            }
            // The name of an annotation without parentheses ends with the next word.
            Token::Word(_) if is_outside && is_annotation => is_annotation = false,
            _ => {}
        }
    }
    variable.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(source: &str) -> Vec<String> {
        let one = |mark: Mark| {
            let name = mark.variable.unwrap_or_default();
            format!("{}-{} {name}", mark.lines.start(), mark.lines.end()).trim_end().to_owned()
        };
        marks(source).into_iter().map(one).collect()
    }

    #[test]
    fn a_mark_covers_its_declaration() {
        let source = r#"
class A {
    @SuppressWarnings("race")
    private int hits = 0;
    @SuppressWarnings({"unchecked", "deadheat"})
    @Deprecated
    void touch(int x) {
        if (x > 0) { hits++; }
    }
    @java.lang.SuppressWarnings(value = "deadheat") Map<String, Integer> all;
    @SuppressWarnings("unchecked") int other;
    // @SuppressWarnings("race") int no;
    String text = "@SuppressWarnings(\"race\")";
    @SuppressWarnings("race") abstract void none();
    @SuppressWarnings("race") Runnable r = () -> {
        hits++;
    };
    void f(@SuppressWarnings("race") int p, int q) { }
}
@SuppressWarnings("deadheat")
class B {
    int y;
}
"#;
        let expected = ["3-4 hits", "5-9", "10-10 all", "14-14", "15-17 r", "18-18 p", "20-23"];
        assert_eq!(shown(source), expected);
    }

    #[test]
    fn what_is_cut_off_covers_the_rest() {
        assert_eq!(shown("@SuppressWarnings(\"race\") class A {\n int x;\n"), ["1-3"]);
        assert_eq!(shown("@SuppressWarnings(\"race\""), ["1-1"]);
        assert_eq!(shown("@"), Vec::<String>::new());
    }
}
