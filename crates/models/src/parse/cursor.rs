//! Moving through the tokens, and the rules that all others use: dotted names, classes, types.

use super::{Parsed, Parser};
use crate::data::Place;
use crate::error::{Fault, Spot};
use crate::lex::{Kind, Token};
use crate::names::primitive;

impl<'a> Parser<'a> {
    pub fn token(&self) -> &Token<'a> {
        // The last token is the end of the file, and the cursor never passes it.
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    pub fn ahead(&self, by: usize) -> &Token<'a> {
        &self.tokens[(self.at + by).min(self.tokens.len() - 1)]
    }

    pub fn spot(&self) -> Spot {
        self.token().spot
    }

    pub fn place(&self, spot: Spot) -> Place {
        Place { file: self.file, line: spot.line }
    }

    pub fn is_end(&self) -> bool {
        self.token().kind == Kind::End
    }

    pub fn bump(&mut self) {
        if !self.is_end() {
            self.at += 1;
        }
    }

    pub fn is(&self, c: char) -> bool {
        self.token().kind == Kind::Char(c)
    }

    pub fn eat(&mut self, c: char) -> bool {
        let found = self.is(c);
        if found {
            self.bump();
        }
        found
    }

    pub fn is_word(&self, word: &str) -> bool {
        self.token().kind == Kind::Word(word)
    }

    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.bump();
        }
        found
    }

    pub fn word_ahead(&self, by: usize) -> Option<&'a str> {
        match self.ahead(by).kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// An error at the current token, which is not what stands in `wanted`.
    pub fn unexpected(&self, wanted: &str, help: &str) -> Fault {
        Fault::new(self.spot(), format!("expected {wanted}, found {}", self.token().kind), help)
    }

    /// The same for what belongs to the tokens before: if they end the line, the error is there.
    pub fn missing(&self, wanted: &str, help: &str) -> Fault {
        match self.tokens.get(self.at.wrapping_sub(1)) {
            Some(before) if self.token().first => {
                let message = format!("expected {wanted}, found the end of the line");
                Fault::new(before.end, message, help)
            }
            _ => self.unexpected(wanted, help),
        }
    }

    /// Refuses the end of the line here.
    pub fn same_line(&self, wanted: &str, help: &str) -> Parsed<()> {
        if self.token().first { Err(self.missing(wanted, help)) } else { Ok(()) }
    }

    pub fn expect(&mut self, c: char, help: &str) -> Parsed<()> {
        if self.eat(c) { Ok(()) } else { Err(self.missing(&format!("`{c}`"), help)) }
    }

    pub fn word(&mut self, wanted: &str, help: &str) -> Parsed<(&'a str, Spot)> {
        let spot = self.spot();
        match self.token().kind {
            Kind::Word(word) => {
                self.bump();
                Ok((word, spot))
            }
            _ => Err(self.missing(wanted, help)),
        }
    }

    /// `"reason"`
    pub fn reason(&mut self) -> Parsed<String> {
        let Kind::Text(text) = &self.token().kind else {
            return Err(self.missing("a reason", "say in quotes why this is cut: \"…\""));
        };
        let text = text.trim().to_owned();
        if text.is_empty() {
            let help = "say in the quotes why this is cut";
            return Err(Fault::new(self.spot(), "the reason is empty", help));
        }
        self.bump();
        Ok(text)
    }

    /// `a.b.C`, in parts.
    pub fn path(&mut self, wanted: &str, help: &str) -> Parsed<(Vec<&'a str>, Spot)> {
        let (first, spot) = self.word(wanted, help)?;
        let mut segments = vec![first];
        while self.is('.') && self.word_ahead(1).is_some() {
            self.bump();
            segments.push(self.word(wanted, help)?.0);
        }
        Ok((segments, spot))
    }

    /// A class, as an internal name.
    pub fn class_name(&mut self) -> Parsed<String> {
        let (segments, spot) = self.path("the name of a class", "write it as `java.util.List`")?;
        self.imports.class(&segments, spot)
    }

    /// `a.b.C.member`: a class and the name of something in it.
    pub fn member(&mut self, what: &str) -> Parsed<(String, &'a str)> {
        let help = format!("write a class, a dot, and the {what}: `java.lang.Thread.name`");
        let (mut segments, spot) = self.path(&format!("a {what} with its class"), &help)?;
        match segments.pop() {
            Some(member) if !segments.is_empty() => {
                Ok((self.imports.class(&segments, spot)?, member))
            }
            _ => Err(Fault::new(spot, format!("the class of this {what} is missing"), help)),
        }
    }

    /// A type in source form, as a descriptor.
    pub fn descriptor(&mut self) -> Parsed<String> {
        let help = "write an erased type: `int`, `Object`, `java.util.List[]`";
        let (segments, spot) = self.path("a type", help)?;
        let element = match segments.as_slice() {
            ["void"] => {
                return Err(Fault::new(spot, "malformed type: nothing is `void` here", help));
            }
            [name] if primitive(name).is_some() => primitive(name).unwrap_or_default().to_owned(),
            _ => format!("L{};", self.imports.class(&segments, spot)?),
        };
        let mut dimensions = 0;
        loop {
            if self.is('<') {
                let help = "types are erased: leave out what is between `<` and `>`";
                return Err(Fault::new(self.spot(), "malformed type: generic", help));
            } else if self.eat('[') {
                self.expect(']', "arrays are written `Type[]`")?;
                dimensions += 1;
            } else if self.token().kind == Kind::Dots {
                self.bump();
                dimensions += 1;
                break;
            } else {
                break;
            }
        }
        if dimensions > 255 {
            return Err(Fault::new(spot, "malformed type: more than 255 dimensions", help));
        }
        Ok("[".repeat(dimensions) + &element)
    }

    /// A class or an array, as `new` and casts name it.
    pub fn class_or_array(&mut self) -> Parsed<String> {
        let spot = self.spot();
        let descriptor = self.descriptor()?;
        if descriptor.starts_with('[') {
            return Ok(descriptor);
        }
        match descriptor.strip_prefix('L').and_then(|rest| rest.strip_suffix(';')) {
            Some(name) => Ok(name.to_owned()),
            None => Err(Fault::new(
                spot,
                "malformed type: a primitive value is no object",
                "name a class or an array here",
            )),
        }
    }

    /// How many of these brackets are open after the tokens from `start` to here.
    pub fn open_since(&self, start: usize, opening: &[char]) -> u32 {
        let mut open = 0_u32;
        for token in &self.tokens[start..self.at] {
            let Kind::Char(c) = token.kind else { continue };
            let closes =
                opening.iter().any(|o| matches!((o, c), ('(', ')') | ('[', ']') | ('{', '}')));
            if opening.contains(&c) {
                open += 1;
            } else if closes {
                open = open.saturating_sub(1);
            }
        }
        open
    }
}
