//! Tokens → what one file says.
//!
//! ```text
//! text ──lex──▶ tokens ──items, members, body──▶ ast ──lower──▶ data
//! ```
//!
//! Recursive descent, one function for each rule of the grammar in `docs/models.md`. After an error the parser goes on with
//! the next statement, member or item, so that one mistake gives one message.

mod body;
mod classes;
mod cursor;
mod effects;
mod items;

use crate::ast::StateUse;
use crate::data::{Cut, Given, MethodModel, PropertyRule};
use crate::error::{Fault, Spot};
use crate::lex::{Token, lex};
use crate::names::Imports;

/// What one file says, not yet checked against the other files.
#[derive(Default)]
pub(crate) struct ParsedFile {
    pub classes: Vec<ParsedClass>,
    pub properties: Vec<PropertyRule>,
    pub cuts: Vec<Cut>,
    pub givens: Vec<Given>,
    pub faults: Vec<Fault>,
}

/// A class as one file describes it.
pub(crate) struct ParsedClass {
    pub name: String,
    pub like: Vec<(String, Spot)>,
    pub extends: Option<String>,
    pub states: Vec<String>,
    pub methods: Vec<MethodModel>,
    pub state_uses: Vec<StateUse>,
    pub spot: Spot,
}

/// Reads one file; `file` is its number.
pub(crate) fn parse_file(file: u32, text: &str) -> ParsedFile {
    let mut parser = Parser {
        file,
        tokens: lex(text),
        at: 0,
        depth: 0,
        imports: Imports::default(),
        out: ParsedFile::default(),
    };
    parser.items();
    parser.out
}

pub(crate) struct Parser<'a> {
    file: u32,
    tokens: Vec<Token<'a>>,
    at: usize,
    /// How deep expressions are nested here.
    depth: u32,
    imports: Imports,
    out: ParsedFile,
}

type Parsed<T> = Result<T, Fault>;
