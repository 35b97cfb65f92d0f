//! Reads words, numbers and quoted text from lines.
//!
//! There is no list of tokens: what a character means depends on what the parser expects, so that descriptors
//! (`[Ljava/lang/String;`) and numbers (`-1.5e-3f`) are read as they stand.

use super::TextError;
use super::words::{SPECIAL_NAMES, continues_bare, starts_bare};
use crate::entity::EntityId;
use crate::name::Name;

pub(super) type Result<T> = std::result::Result<T, TextError>;

/// A place in a text. It moves over blanks and comments by itself, but never over the end of a line unless told to.
pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    /// At the first line that says something.
    pub(super) fn new(text: &'t str) -> Self {
        let mut cursor = Cursor { text, at: 0 };
        cursor.skip_lines();
        cursor
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// An error here.
    pub(super) fn error(&self, message: impl Into<String>) -> TextError {
        self.error_at(self.at, message)
    }

    /// An error at a place that [`Cursor::place`] returned.
    pub(super) fn error_at(&self, place: usize, message: impl Into<String>) -> TextError {
        let before = &self.text[..place];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        TextError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: message.into(),
        }
    }

    /// Where the next word starts.
    pub(super) fn place(&self) -> usize {
        self.at
    }

    fn expected<T>(&self, what: &str) -> Result<T> {
        let found: String = self.rest().chars().take_while(|&c| c != '\n').take(20).collect();
        let found = match found.trim_end() {
            "" if self.at_end() => "the end of the text".to_string(),
            "" => "the end of the line".to_string(),
            found => format!("`{found}`"),
        };
        Err(self.error(format!("expected {what}, found {found}")))
    }

    /// Fails with what was expected here.
    pub(super) fn fail<T>(&self, what: &str) -> Result<T> {
        self.expected(what)
    }

    fn skip_blanks(&mut self) {
        let trimmed = self.rest().trim_start_matches([' ', '\t', '\r']);
        self.at = self.text.len() - trimmed.len();
        if trimmed.starts_with("//") {
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }

    fn skip_lines(&mut self) {
        self.skip_blanks();
        while self.rest().starts_with('\n') {
            self.at += 1;
            self.skip_blanks();
        }
    }

    fn advance(&mut self, bytes: usize) {
        self.at += bytes;
        self.skip_blanks();
    }

    /// Whether nothing is left.
    pub(super) fn at_end(&self) -> bool {
        self.rest().is_empty()
    }

    /// Whether the line is over.
    pub(super) fn at_line_end(&self) -> bool {
        self.at_end() || self.rest().starts_with('\n')
    }

    /// Goes on to the next line that says something.
    pub(super) fn end_line(&mut self) -> Result<()> {
        if !self.at_line_end() {
            return self.expected("the end of the line");
        }
        self.skip_lines();
        Ok(())
    }

    /// Whether these characters follow.
    pub(super) fn sees(&self, mark: &str) -> bool {
        self.rest().starts_with(mark)
    }

    /// Takes these characters if they follow.
    pub(super) fn eat(&mut self, mark: &str) -> bool {
        let found = self.sees(mark);
        if found {
            self.advance(mark.len());
        }
        found
    }

    /// Takes these characters.
    pub(super) fn expect(&mut self, mark: &str) -> Result<()> {
        if self.eat(mark) { Ok(()) } else { self.expected(&format!("`{mark}`")) }
    }

    /// The bare word that follows, empty if there is none.
    pub(super) fn peek_word(&self) -> &'t str {
        if self.rest().starts_with(starts_bare) { self.run(continues_bare) } else { "" }
    }

    /// Takes this word if it follows.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == word;
        if found {
            self.advance(word.len());
        }
        found
    }

    /// Takes this word.
    pub(super) fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.eat_word(word) { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    /// Takes any bare word.
    pub(super) fn word(&mut self, what: &str) -> Result<&'t str> {
        match self.peek_word() {
            "" => self.expected(what),
            word => {
                self.advance(word.len());
                Ok(word)
            }
        }
    }

    /// The characters that follow and belong to a word, up to a comment.
    fn run(&self, belongs: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let len = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        let run = &rest[..len];
        run.find("//").map_or(run, |comment| &run[..comment])
    }

    /// A name, bare or in quotes.
    pub(super) fn name(&mut self, what: &str) -> Result<Name> {
        if self.sees("\"") {
            return self.quoted(what).map(|text| Name::new(&text));
        }
        let special = SPECIAL_NAMES.iter().find(|name| self.sees(name));
        let word = special.copied().unwrap_or_else(|| self.peek_word());
        if word.is_empty() {
            return self.expected(what);
        }
        self.advance(word.len());
        Ok(Name::new(word))
    }

    /// Names up to the end of the line or a brace.
    pub(super) fn names(&mut self, what: &str) -> Result<Vec<Name>> {
        let mut names = Vec::new();
        while !self.at_line_end() && !self.sees("{") {
            names.push(self.name(what)?);
        }
        Ok(names)
    }

    /// A descriptor, bare or in quotes; `more` are the characters it may have besides those of names.
    pub(super) fn descriptor(&mut self, more: &[char], what: &str) -> Result<Name> {
        if self.sees("\"") {
            return self.quoted(what).map(|text| Name::new(&text));
        }
        let run = self.run(|c| continues_bare(c) || more.contains(&c));
        if run.is_empty() {
            return self.expected(what);
        }
        let name = Name::new(run);
        self.advance(run.len());
        Ok(name)
    }

    /// Text in quotes, with its escapes undone.
    pub(super) fn quoted(&mut self, what: &str) -> Result<String> {
        if !self.sees("\"") {
            return self.expected(what);
        }
        let mut text = String::new();
        self.at += 1;
        loop {
            let place = self.at;
            match self.next_char() {
                Some('"') => break,
                Some('\\') => text.push(self.escape(place)?),
                None | Some('\n') => return Err(self.error_at(place, "expected a closing quote")),
                Some(c) => text.push(c),
            }
        }
        self.skip_blanks();
        Ok(text)
    }

    fn next_char(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn escape(&mut self, place: usize) -> Result<char> {
        let escaped = match self.next_char() {
            Some('n') => Some('\n'),
            Some('t') => Some('\t'),
            Some('r') => Some('\r'),
            Some('0') => Some('\0'),
            Some(c @ ('"' | '\\' | '\'')) => Some(c),
            Some('u') => self.unicode_escape(),
            _ => None,
        };
        escaped.ok_or_else(|| self.error_at(place, "an unknown escape"))
    }

    /// `{…}` with the hexadecimal number of a character.
    fn unicode_escape(&mut self) -> Option<char> {
        let rest = self.rest().strip_prefix('{')?;
        let (digits, _) = rest.split_once('}')?;
        let character = char::from_u32(u32::from_str_radix(digits, 16).ok()?)?;
        self.at += digits.len() + 2;
        Some(character)
    }

    /// What looks like a number: a digit or a sign, and all letters, digits and points after it; a sign after `e`.
    pub(super) fn peek_number(&self) -> &'t str {
        let rest = self.rest();
        let mut previous = ' ';
        let end = rest.find(|c: char| {
            let belongs = match c {
                '-' | '+' => matches!(previous, ' ' | 'e' | 'E'),
                '.' => previous != ' ',
                _ => c.is_ascii_digit() || (previous != ' ' && c.is_ascii_alphanumeric()),
            };
            previous = c;
            !belongs
        });
        &rest[..end.unwrap_or(rest.len())]
    }

    /// Takes a number that `read` understands.
    pub(super) fn number<T>(
        &mut self,
        what: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T> {
        let text = self.peek_number();
        match read(text) {
            Some(number) => {
                self.advance(text.len());
                Ok(number)
            }
            None => self.expected(what),
        }
    }

    /// Takes a decimal number.
    pub(super) fn decimal<T: std::str::FromStr>(&mut self, what: &str) -> Result<T> {
        self.number(what, |text| text.parse().ok())
    }

    /// Whether an id with this prefix follows: the prefix and a number, and then no letter.
    pub(super) fn sees_id(&self, prefix: &str) -> bool {
        let digits = self.peek_word().strip_prefix(prefix);
        digits.is_some_and(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()))
    }

    /// Takes an id. Its number is far below the limits of tables and otherwise unchecked.
    pub(super) fn id<K: EntityId>(&mut self, prefix: &str, what: &str) -> Result<K> {
        if !self.sees_id(prefix) {
            return self.expected(what);
        }
        let word = self.peek_word();
        match word[prefix.len()..].parse::<u32>() {
            Ok(number) if number <= u32::MAX / 2 => {
                self.advance(word.len());
                Ok(K::from_index(number as usize))
            }
            _ => Err(self.error("too large a number")),
        }
    }
}
