//! Bodies: statements and expressions.

use super::{Parsed, Parser};
use crate::ast::{Call, Expr, FieldName, Line, Name};
use crate::data::{CallMode, Field, ForkKind};
use crate::error::{Fault, Spot, suggest};
use crate::lex::Kind;

/// Words that begin something in a body, and so cannot be variables.
pub(super) const RESERVED: [&str; 16] = [
    "_", "this", "new", "call", "fork", "static", "return", "throw", "reads", "writes", "joins",
    "acquires", "releases", "signals", "awaits", "property",
];

/// Expressions are parsed by recursion, and a file from outside must not overflow the stack.
const MAX_DEPTH: u32 = 100;

impl<'a> Parser<'a> {
    /// `{ … }`. Statements that are wrong are reported and left out.
    pub fn block(&mut self) -> Parsed<Vec<Line>> {
        self.expect('{', "write what the method does in braces")?;
        let mut lines = Vec::new();
        loop {
            if self.eat('}') {
                return Ok(lines);
            }
            if self.eat(';') {
                continue;
            }
            if self.is_end() || self.is_past_block() {
                let help = "is the `}` that closes the method missing?";
                return Err(self.unexpected("a statement, an effect or `}`", help));
            }
            let start = self.at;
            if let Err(fault) = self.line(&mut lines) {
                self.out.faults.push(fault);
                self.skip_line(start);
            }
        }
    }

    /// Whether what comes can only be the next method or class.
    fn is_past_block(&self) -> bool {
        let is_class = self.is_word("class") && self.word_ahead(1).is_some();
        self.is_method_start() || (self.token().first && is_class)
    }

    /// After an error: to the next statement.
    fn skip_line(&mut self, start: usize) {
        let mut open = self.open_since(start, &['(', '[', '{']);
        if self.at == start {
            self.bump();
        }
        while !self.is_end() && !self.is('}') && !self.is_past_block() {
            if open == 0 && (self.is(';') || self.token().first) {
                return;
            }
            match self.token().kind {
                Kind::Char('(' | '[') => open += 1,
                Kind::Char(')' | ']') => open = open.saturating_sub(1),
                _ => {}
            }
            self.bump();
        }
    }

    /// One statement, or effects of one kind. It ends with `;`, `}` or the line.
    fn line(&mut self, lines: &mut Vec<Line>) -> Parsed<()> {
        let word = self.word_ahead(0);
        let count = lines.len();
        match word {
            Some("return") => {
                let spot = self.spot();
                self.bump();
                self.same_line("a value", "a method that returns no object needs no `return`")?;
                lines.push(Line::Return(self.expr()?, spot));
            }
            Some("throw") => {
                self.bump();
                self.same_line("a value", "write `throw new a.b.SomeException`")?;
                lines.push(Line::Throw(self.expr()?));
            }
            Some("call" | "fork") => lines.push(Line::Do(self.call()?)),
            Some(
                "reads" | "writes" | "joins" | "acquires" | "releases" | "signals" | "awaits"
                | "property",
            ) => self.effects(lines)?,
            _ => lines.push(self.assignment()?),
        }
        if self.is(';') || self.is('}') || self.token().first || self.is_end() {
            return Ok(());
        }
        lines.truncate(count);
        Err(self.unexpected("`;` or a new line", "separate statements and effects"))
    }

    fn assignment(&mut self) -> Parsed<Line> {
        let spot = self.spot();
        let begins = self.word_ahead(0).is_some_and(|word| RESERVED.contains(&word));
        if self.word_ahead(1).is_some() && !self.ahead(1).first && !begins {
            return Err(self.unknown_statement());
        }
        let target = self.expr()?;
        self.expect('=', "a statement is an assignment, a call, a fork, `return` or `throw`")?;
        let from = self.expr()?;
        match target {
            Expr::Variable(name) if name.text == "this" => {
                let help = "assign to a variable with another name";
                Err(Fault::new(name.spot, "`this` cannot be assigned", help))
            }
            Expr::Variable(name) => Ok(Line::Assign(name, from)),
            Expr::Load(base, field) => Ok(Line::Store(*base, field, from)),
            Expr::Static { class, field, .. } => Ok(Line::StoreStatic { class, field, from }),
            Expr::New { .. } | Expr::Cast { .. } | Expr::Call(_) => {
                let help = "the left side is a variable, a field, `x[]` or a static field";
                Err(Fault::new(spot, "this cannot be assigned", help))
            }
        }
    }

    /// Two words in a row, of which the first begins nothing that is known.
    fn unknown_statement(&self) -> Fault {
        let word = self.word_ahead(0).unwrap_or_default();
        let help = suggest(word, RESERVED, || {
            "statements are assignments, `call`, `fork`, `return` and `throw`".to_owned()
        });
        Fault::new(self.spot(), format!("`{word}` begins neither statement nor effect"), help)
    }

    pub fn expr(&mut self) -> Parsed<Expr> {
        if self.depth >= MAX_DEPTH {
            let help = "give parts of it names: `x = …`";
            return Err(Fault::new(self.spot(), "this expression is nested too deeply", help));
        }
        self.depth += 1;
        let expr = self.prefixed();
        self.depth -= 1;
        expr
    }

    fn prefixed(&mut self) -> Parsed<Expr> {
        let spot = self.spot();
        if self.eat('(') {
            let class = self.class_or_array()?;
            self.expect(')', "a cast is written `(C) x`")?;
            return Ok(Expr::Cast { class, of: Box::new(self.expr()?), spot });
        }
        if self.eat_word("new") {
            return Ok(Expr::New { class: self.class_or_array()?, spot });
        }
        let base = match self.word_ahead(0) {
            Some("call" | "fork") => Expr::Call(self.call()?),
            Some("elements") if self.ahead(1).kind == Kind::Char('(') => self.elements()?,
            Some("static") => {
                self.bump();
                let (class, field) = self.member("field")?;
                Expr::Static { class, field: field.to_owned(), spot }
            }
            Some("this") => self.variable()?,
            Some(word) if RESERVED.contains(&word) => {
                let help = match word {
                    "_" => "`_` is only for arguments of calls",
                    _ => "name a variable, or write `new`, `call`, `fork`, `static` or a cast",
                };
                return Err(self.unexpected("a value", help));
            }
            _ => self.variable()?,
        };
        self.fields(base)
    }

    fn variable(&mut self) -> Parsed<Expr> {
        let help = "name a variable, or write `new`, `call`, `fork`, `static` or a cast";
        let (text, spot) = self.word("a value", help)?;
        Ok(Expr::Variable(Name { text: text.to_owned(), spot }))
    }

    /// `.state`, `[]` and `.a.b.C#field` after a value.
    fn fields(&mut self, mut base: Expr) -> Parsed<Expr> {
        loop {
            let spot = self.spot();
            if self.is('[') && self.token().glued {
                self.bump();
                self.expect(']', "all elements of an array are one: `x[]`")?;
                base = Expr::Load(Box::new(base), FieldName { field: Field::Element, spot });
            } else if self.eat('.') {
                for field in self.dotted_fields()? {
                    base = Expr::Load(Box::new(base), field);
                }
            } else {
                return Ok(base);
            }
        }
    }

    /// What comes after a dot: states, or one declared field with the name of its class.
    pub fn dotted_fields(&mut self) -> Parsed<Vec<FieldName>> {
        let help = "write `x.state`, or `x.a.b.C#field` for a declared field";
        let mut segments = Vec::new();
        loop {
            segments.push(self.word("the name of a state", help)?);
            if !self.eat('.') {
                break;
            }
        }
        if self.eat('#') {
            let spot = segments[0].1;
            let class: Vec<&str> = segments.iter().map(|&(word, _)| word).collect();
            let class = self.imports.class(&class, spot)?;
            let name = self.word("the name of a field", help)?.0.to_owned();
            return Ok(vec![FieldName { field: Field::Declared { class, name }, spot }]);
        }
        let state =
            |(word, spot): (&str, Spot)| FieldName { field: Field::State(word.to_owned()), spot };
        Ok(segments.into_iter().map(state).collect())
    }

    /// `elements(x)`: what iterating over it gives.
    fn elements(&mut self) -> Parsed<Expr> {
        let spot = self.spot();
        self.bump();
        self.expect('(', "write `elements(x)`")?;
        let of = self.expr()?;
        self.expect(')', "`elements` takes one value")?;
        let call = |class: &str, method: &str, receiver| {
            Expr::Call(Call {
                mode: CallMode::Virtual,
                class: class.to_owned(),
                method: method.to_owned(),
                parameters: None,
                args: vec![Some(receiver)],
                spot,
            })
        };
        Ok(call("java/util/Iterator", "next", call("java/lang/Iterable", "iterator", of)))
    }

    /// `call C.m(…)`, `call static C.m(…)`, `call special C.m(…)`, `fork KIND C.m(…)`
    fn call(&mut self) -> Parsed<Call> {
        let spot = self.spot();
        let is_fork = self.is_word("fork");
        self.bump();
        let mode = if is_fork {
            CallMode::Fork(self.fork_kind()?)
        } else if self.eat_word("static") {
            CallMode::Static
        } else if self.eat_word("special") {
            CallMode::Special
        } else {
            CallMode::Virtual
        };
        let (class, method) = self.member("method")?;
        let parameters = if self.has_two_lists() { Some(self.types()?) } else { None };
        let args = self.arguments()?;
        let call = Call { mode, class, method: method.to_owned(), parameters, args, spot };
        check_arguments(&call)?;
        Ok(call)
    }

    fn fork_kind(&mut self) -> Parsed<ForkKind> {
        let spellings = || ForkKind::ALL.map(ForkKind::spelling);
        let all = || format!("there are {}", spellings().join(", "));
        let (word, spot) = self.word("a kind of fork", &all())?;
        match ForkKind::ALL.into_iter().find(|kind| kind.spelling() == word) {
            Some(kind) => Ok(kind),
            None => {
                let help = suggest(word, spellings(), all);
                Err(Fault::new(spot, format!("unknown kind of fork `{word}`"), help))
            }
        }
    }

    /// Whether `(…)(` comes: types before the arguments.
    fn has_two_lists(&self) -> bool {
        let mut open = 0_u32;
        for by in 0.. {
            match self.ahead(by).kind {
                Kind::Char('(') => open += 1,
                Kind::Char(')') if open > 1 => open -= 1,
                Kind::Char(')') => {
                    let next = self.ahead(by + 1);
                    return open == 1 && next.kind == Kind::Char('(') && next.glued;
                }
                Kind::Char(';' | '{' | '}') | Kind::End => return false,
                _ => {}
            }
        }
        false
    }

    fn types(&mut self) -> Parsed<Vec<String>> {
        self.expect('(', "the types of the parameters stand in parentheses")?;
        let mut types = Vec::new();
        while !self.is(')') {
            types.push(self.descriptor()?);
            if !self.eat(',') {
                break;
            }
        }
        self.expect(')', "types have commas between them")?;
        Ok(types)
    }

    fn arguments(&mut self) -> Parsed<Vec<Option<Expr>>> {
        self.expect('(', "the arguments stand in parentheses")?;
        let mut args = Vec::new();
        while !self.is(')') {
            let is_ignored = self.eat_word("_");
            args.push(if is_ignored { None } else { Some(self.expr()?) });
            if !self.eat(',') {
                break;
            }
        }
        self.expect(')', "arguments have commas between them")?;
        Ok(args)
    }
}

/// What can be said about the arguments of a call without its class.
fn check_arguments(call: &Call) -> Parsed<()> {
    let receivers = usize::from(call.mode != CallMode::Static);
    if receivers == 1 && !matches!(call.args.first(), Some(Some(_))) {
        let help = "the first argument is the receiver; a static method wants `call static`";
        return Err(Fault::new(call.spot, "this call has no receiver", help));
    }
    match &call.parameters {
        Some(types) if types.len() + receivers != call.args.len() => {
            let wanted = types.len() + receivers;
            let message = format!("{} arguments, but {wanted} are wanted", call.args.len());
            let help = "the receiver counts; `_` stands for a value that is no object";
            Err(Fault::new(call.spot, message, help))
        }
        _ => Ok(()),
    }
}
