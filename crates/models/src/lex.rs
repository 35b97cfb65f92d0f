//! Text of a model file → tokens.
//!
//! Two things are not as everywhere else. A `#` with a name on both sides (`java.lang.Thread#name`) is a token; any other
//! begins a comment. And names may contain `-`, since there is nothing to subtract: properties, intrinsics and the
//! methods of some compilers have it.

use crate::error::Spot;
use std::fmt;

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind<'a> {
    /// A name or a word of the language.
    Word(&'a str),
    /// `"text"`, unescaped.
    Text(String),
    /// A text whose closing quote is not on its line.
    OpenText,
    /// One of `. , ; ( ) [ ] { } = # * +`, or any other character that means nothing here.
    Char(char),
    /// `**`
    Stars,
    /// `...`
    Dots,
    /// The end of the file.
    End,
}

/// A token and where it is.
#[derive(Clone, Debug)]
pub(crate) struct Token<'a> {
    pub kind: Kind<'a>,
    pub spot: Spot,
    /// Where what comes after it begins.
    pub end: Spot,
    /// Whether it is the first one of its line.
    pub first: bool,
    /// Whether nothing stands between it and the token before.
    pub glued: bool,
}

impl fmt::Display for Kind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Word(word) => write!(f, "`{word}`"),
            Kind::Text(_) => f.write_str("a text in quotes"),
            Kind::OpenText => f.write_str("a text without closing quote"),
            Kind::Char(c) => write!(f, "`{c}`"),
            Kind::Stars => f.write_str("`**`"),
            Kind::Dots => f.write_str("`...`"),
            Kind::End => f.write_str("the end of the file"),
        }
    }
}

/// The tokens of a text; the last one is [`Kind::End`].
pub(crate) fn lex(text: &str) -> Vec<Token<'_>> {
    let mut lexer = Lexer { text, at: 0, spot: Spot { line: 1, column: 1 } };
    let mut tokens = Vec::new();
    loop {
        let before = (lexer.at, lexer.spot.line);
        lexer.skip_blanks(tokens.last().is_some_and(|t: &Token<'_>| ends_name(&t.kind)));
        let glued = lexer.at == before.0;
        let first = tokens.is_empty() || lexer.spot.line != before.1;
        let spot = lexer.spot;
        let kind = lexer.token();
        let is_end = kind == Kind::End;
        tokens.push(Token { kind, spot, end: lexer.spot, first, glued });
        if is_end {
            return tokens;
        }
    }
}

/// Whether a `#` may follow: names, and patterns of names.
fn ends_name(kind: &Kind<'_>) -> bool {
    matches!(kind, Kind::Word(_) | Kind::Char('+' | '*') | Kind::Stars)
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    spot: Spot,
}

fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn second(&self) -> Option<char> {
        self.rest().chars().nth(1)
    }

    fn bump(&mut self) {
        if let Some(c) = self.peek() {
            self.at += c.len_utf8();
            if c == '\n' {
                self.spot.line += 1;
                self.spot.column = 1;
            } else {
                self.spot.column += 1;
            }
        }
    }

    fn skip_while(&mut self, condition: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&condition) {
            self.bump();
        }
    }

    fn skip_blanks(&mut self, mut after_name: bool) {
        loop {
            let before_name = self.second().is_some_and(|c| is_name_char(c) || c == '<');
            match self.peek() {
                Some('#') if !(after_name && before_name) => {
                    self.skip_while(|c| c != '\n');
                }
                Some(c) if c.is_whitespace() || c == '\u{feff}' => self.bump(),
                _ => return,
            }
            after_name = false;
        }
    }

    fn token(&mut self) -> Kind<'a> {
        let Some(c) = self.peek() else { return Kind::End };
        if is_name_char(c) {
            return Kind::Word(self.word());
        }
        if c == '"' {
            return self.quoted();
        }
        // `<init>` and `<clinit>`.
        for special in ["<init>", "<clinit>"] {
            if self.rest().starts_with(special) {
                let start = self.at;
                special.chars().for_each(|_| self.bump());
                return Kind::Word(&self.text[start..self.at]);
            }
        }
        for (spelling, kind) in [("**", Kind::Stars), ("...", Kind::Dots)] {
            if self.rest().starts_with(spelling) {
                spelling.chars().for_each(|_| self.bump());
                return kind;
            }
        }
        self.bump();
        Kind::Char(c)
    }

    fn word(&mut self) -> &'a str {
        let start = self.at;
        loop {
            self.skip_while(is_name_char);
            if self.peek() == Some('-') && self.second().is_some_and(is_name_char) {
                self.bump();
            } else {
                return &self.text[start..self.at];
            }
        }
    }

    fn quoted(&mut self) -> Kind<'a> {
        self.bump();
        let mut content = String::new();
        loop {
            match self.peek() {
                None | Some('\n') => return Kind::OpenText,
                Some('"') => {
                    self.bump();
                    return Kind::Text(content);
                }
                Some('\\') if matches!(self.second(), Some('"' | '\\')) => {
                    self.bump();
                    content.extend(self.peek());
                    self.bump();
                }
                Some(c) => {
                    content.push(c);
                    self.bump();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(text: &str) -> String {
        lex(text).iter().map(|t| t.kind.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_number_sign_inside_of_a_name_is_a_token_and_a_comment_elsewhere() {
        assert_eq!(spelled("a.B#f"), "`a` `.` `B` `#` `f` the end of the file");
        assert_eq!(spelled("B+#<init>"), "`B` `+` `#` `<init>` the end of the file");
        assert_eq!(spelled("a #f"), "`a` the end of the file");
        assert_eq!(spelled("a# f"), "`a` the end of the file");
        assert_eq!(spelled("()#f\n# g\n#h"), "`(` `)` the end of the file");
    }

    #[test]
    fn names_hold_hyphens_dollars_and_angle_brackets_of_the_machine() {
        assert_eq!(
            spelled("thread-safe A$B <init> x- <T>"),
            "`thread-safe` `A$B` `<init>` `x` `-` `<` `T` `>` the end of the file"
        );
    }

    #[test]
    fn texts_end_on_their_line() {
        assert_eq!(lex(r#""a \"b\" \\ c""#)[0].kind, Kind::Text(r#"a "b" \ c"#.to_owned()));
        assert_eq!(spelled("\"ab\nc"), "a text without closing quote `c` the end of the file");
    }

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let tokens = lex("é x\r\n  y");
        let spots: Vec<_> = tokens.iter().map(|t| (t.spot.line, t.spot.column, t.first)).collect();
        assert_eq!(spots, [(1, 1, true), (1, 3, false), (2, 3, true), (2, 4, false)]);
    }
}
