//! Just enough of Java's lexical grammar to find a file's package and its types.
//!
//! Words inside of comments and literals must not be taken for declarations; everything else is left to javac.

use std::iter::Peekable;
use std::str::CharIndices;

/// A word (keyword or identifier), a literal in quotes, or a single other character. Comments and white space are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    Word(&'a str),
    /// With its quotes.
    Literal(&'a str),
    Symbol(char),
}

/// The package that `source` declares, in internal form (`java/util`); empty for the unnamed package.
pub(crate) fn package(source: &str) -> String {
    let mut tokens = Tokens::of(source);
    // An annotation of the package may hold anything in its parentheses.
    let mut open_parentheses = 0_usize;
    while let Some(token) = tokens.next() {
        match token {
            Token::Symbol('(') => open_parentheses += 1,
            Token::Symbol(')') => open_parentheses = open_parentheses.saturating_sub(1),
            _ if open_parentheses > 0 => {}
            Token::Word("package") => return name_until_semicolon(&mut tokens),
            Token::Word("import" | "class" | "interface" | "enum" | "record") => break,
            Token::Symbol('{' | ';') => break,
            _ => {}
        }
    }
    String::new()
}

fn name_until_semicolon(tokens: &mut Tokens<'_>) -> String {
    let mut name = String::new();
    for token in tokens {
        match token {
            Token::Word(word) => name.push_str(word),
            Token::Symbol('.') => name.push('/'),
            Token::Symbol(_) | Token::Literal(_) => break,
        }
    }
    name
}

/// Whether `source` declares a class, interface, enum, record or annotation type with this simple name.
pub(crate) fn declares_type(source: &str, name: &str) -> bool {
    let mut after_keyword = false;
    Tokens::of(source).any(|token| {
        let found = after_keyword && token == Token::Word(name);
        after_keyword = matches!(token, Token::Word("class" | "interface" | "enum" | "record"));
        found
    })
}

pub(crate) struct Tokens<'a> {
    source: &'a str,
    chars: Peekable<CharIndices<'a>>,
}

impl<'a> Tokens<'a> {
    pub(crate) fn of(source: &'a str) -> Tokens<'a> {
        Tokens { source, chars: source.char_indices().peekable() }
    }

    fn word_from(&mut self, start: usize) -> Token<'a> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        while self.chars.next_if(|&(_, c)| is_part(c)).is_some() {}
        Token::Word(&self.source[start..self.offset()])
    }

    /// Goes behind the next occurrence of `end`, or to the end of the text.
    fn skip_behind(&mut self, end: &str) {
        let from = self.offset();
        let found = self.source[from..].find(end);
        self.skip_to(found.map_or(self.source.len(), |at| from + at + end.len()));
    }

    /// Goes behind the closing `quote`; a backslash keeps the character after it from closing.
    fn skip_literal(&mut self, quote: &str) {
        while let Some(&(at, c)) = self.chars.peek() {
            if self.source[at..].starts_with(quote) {
                return self.skip_to(at + quote.len());
            }
            self.chars.next();
            if c == '\\' {
                self.chars.next();
            }
        }
    }

    fn skip_to(&mut self, offset: usize) {
        while self.chars.next_if(|&(at, _)| at < offset).is_some() {}
    }

    /// Where the next character is.
    pub(crate) fn offset(&mut self) -> usize {
        self.chars.peek().map_or(self.source.len(), |&(at, _)| at)
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let (at, c) = self.chars.next()?;
            let rest = &self.source[at..];
            if rest.starts_with("//") {
                self.skip_behind("\n");
            } else if rest.starts_with("/*") {
                self.skip_to(at + 2);
                self.skip_behind("*/");
            } else if rest.starts_with("\"\"\"") {
                self.skip_to(at + 3);
                self.skip_literal("\"\"\"");
                return Some(Token::Literal(&self.source[at..self.offset()]));
            } else if c == '"' || c == '\'' {
                self.skip_literal(if c == '"' { "\"" } else { "'" });
                return Some(Token::Literal(&self.source[at..self.offset()]));
            } else if c.is_alphabetic() || c == '_' || c == '$' {
                return Some(self.word_from(at));
            } else if !c.is_whitespace() {
                return Some(Token::Symbol(c));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_found_behind_comments_and_annotations() {
        let cases = [
            ("package a.b.c;\nclass X {}", "a/b/c"),
            ("/* package no; */ // package no;\r\npackage yes ;", "yes"),
            (
                "/** Doc. */\n@NonNull(value = \"package no;\", on = {A.class})\npackage a\n  . b;",
                "a/b",
            ),
            ("\u{feff}package naïve.größe;", "naïve/größe"),
            ("import java.util.*;\nclass X { String package_ = \"package no;\"; }", ""),
            ("class X {}", ""),
            ("public final class X { }", ""),
            ("", ""),
            ("/* never closed package x;", ""),
            ("package", ""),
            ("\"never closed package x;", ""),
        ];
        for (source, expected) in cases {
            assert_eq!(package(source), expected, "{source:?}");
        }
    }

    #[test]
    fn types_are_found_outside_of_comments_and_literals() {
        let source = r#"
            // class Comment {}
            /* class Block {} */
            final class Plain<T> { String s = "class Text {}"; char c = '"'; class Inner {} }
            interface Face {} enum Kind { A } record Point(int x) {} @interface Mark {}
            class Block2 { String t = """
                class TextBlock { " \""" }
                """; }
            class Last {}
        "#;
        for name in ["Plain", "Inner", "Face", "Kind", "Point", "Mark", "Block2", "Last"] {
            assert!(declares_type(source, name), "{name}");
        }
        for name in ["Comment", "Block", "Text", "TextBlock", "class", "T"] {
            assert!(!declares_type(source, name), "{name}");
        }
    }
}
