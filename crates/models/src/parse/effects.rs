//! Effects: what a method means for threads, locks and states.

use super::{Parsed, Parser};
use crate::ast::{EffectLine, FieldName, Line, Name};
use crate::data::{Field, Limit, LockMode};
use crate::error::Fault;

impl Parser<'_> {
    /// One kind of effect on one or more things: `reads this.contents, c.contents`.
    pub fn effects(&mut self, lines: &mut Vec<Line>) -> Parsed<()> {
        let word = self.word_ahead(0).unwrap_or_default();
        self.bump();
        let mut found = Vec::new();
        loop {
            found.push(Line::Effect(self.effect(word)?));
            if !self.eat(',') {
                lines.extend(found);
                return Ok(());
            }
        }
    }

    fn effect(&mut self, word: &str) -> Parsed<EffectLine> {
        let spot = self.spot();
        if word == "property" {
            return Ok(EffectLine::Property(self.property()?, spot));
        }
        let (what, help) = ("`this` or a parameter", "say what the effect is on");
        self.same_line(what, help)?;
        let (text, spot) = self.word(what, help)?;
        let base = Name { text: text.to_owned(), spot };
        Ok(match word {
            "reads" => EffectLine::Reads(base, self.effect_field()?),
            "writes" => EffectLine::Writes(base, self.effect_field()?),
            "joins" => {
                let word = self.word_ahead(0).filter(|_| !self.token().first);
                let limit = match word {
                    Some("try") => Limit::Try,
                    Some("long") => Limit::Long,
                    _ => Limit::None,
                };
                if limit != Limit::None {
                    self.bump();
                }
                EffectLine::Joins { thread: base, limit }
            }
            "signals" => EffectLine::Signals(base),
            "awaits" => EffectLine::Awaits(base),
            "acquires" => {
                let (mode, is_try) = self.lock_mode(true)?;
                EffectLine::Acquires { lock: base, mode, is_try }
            }
            _ => EffectLine::Releases { lock: base, mode: self.lock_mode(false)?.0 },
        })
    }

    fn effect_field(&mut self) -> Parsed<FieldName> {
        let spot = self.spot();
        let help = "name what is read or written: `this.contents`, `array[]`";
        if self.eat('[') {
            self.expect(']', "all elements of an array are one: `x[]`")?;
            return Ok(FieldName { field: Field::Element, spot });
        }
        self.expect('.', help)?;
        let mut fields = self.dotted_fields()?;
        match (fields.pop(), fields.is_empty()) {
            (Some(field), true) => Ok(field),
            _ => Err(Fault::new(spot, "effects are on states of `this` and of parameters", help)),
        }
    }

    fn lock_mode(&mut self, may_try: bool) -> Parsed<(LockMode, bool)> {
        let mut mode = LockMode::Exclusive;
        let mut is_try = false;
        while let (Some(word), false) = (self.word_ahead(0), self.token().first) {
            match word {
                "monitor" => mode = LockMode::Monitor,
                "read" => mode = LockMode::Read,
                "write" => mode = LockMode::Write,
                "try" if may_try => is_try = true,
                _ => {
                    let help = if may_try {
                        "`monitor`, `read`, `write`, `try`"
                    } else {
                        "`monitor`, `read`, `write`"
                    };
                    let message = format!("unknown way to hold a lock: `{word}`");
                    return Err(Fault::new(self.spot(), message, format!("there are {help}")));
                }
            }
            self.bump();
        }
        Ok((mode, is_try))
    }
}
