//! Classes, their states and the heads of their methods.

use super::{Parsed, ParsedClass, Parser};
use crate::ast::{Line, Name};
use crate::data::{MethodCode, MethodModel};
use crate::error::Fault;
use crate::lex::Kind;
use crate::lower::{Signature, lower};

/// What stands after the signatures of a method.
enum Code {
    Summary,
    Body,
    Intrinsic(String),
    Cut(String),
}

impl<'a> Parser<'a> {
    /// `helper a.b.C extends a.b.D { … }`: a class that there is in models only. It is like the one that it extends.
    pub fn helper(&mut self) -> Parsed<()> {
        self.class_or_helper(true)
    }

    /// `class a.b.C like a.b.D { … }`
    pub fn class(&mut self) -> Parsed<()> {
        self.class_or_helper(false)
    }

    fn class_or_helper(&mut self, is_helper: bool) -> Parsed<()> {
        self.bump();
        self.same_line("the name of a class", "write it as `class java.util.List`")?;
        let spot = self.spot();
        let name = self.class_name()?;
        let mut class = ParsedClass {
            name,
            like: Vec::new(),
            extends: is_helper.then(|| "java/lang/Object".to_owned()),
            states: Vec::new(),
            methods: Vec::new(),
            state_uses: Vec::new(),
            spot,
        };
        if is_helper && self.eat_word("extends") {
            let spot = self.spot();
            let above = self.class_name()?;
            class.like.push((above.clone(), spot));
            class.extends = Some(above);
        }
        if self.eat_word("like") {
            loop {
                let spot = self.spot();
                class.like.push((self.class_name()?, spot));
                if !self.eat(',') {
                    break;
                }
            }
        }
        if self.out.classes.iter().any(|c| c.name == class.name) {
            let message =
                format!("this file already has a class `{}`", class.name.replace('/', "."));
            self.out.faults.push(Fault::new(spot, message, "say everything about it in one place"));
        }
        // A class that is only like another one needs no braces.
        let ends_here = self.is_end() || (self.token().first && !self.is('{'));
        let result =
            if ends_here && !class.like.is_empty() { Ok(()) } else { self.members(&mut class) };
        self.out.classes.push(class);
        result
    }

    fn members(&mut self, class: &mut ParsedClass) -> Parsed<()> {
        self.expect('{', "the states and methods of a class stand in braces")?;
        loop {
            if self.eat('}') {
                return Ok(());
            }
            if self.eat(';') {
                continue;
            }
            if self.is_end() || (self.is_item_start() && self.spot().column == 1) {
                let help = "is the `}` that closes the class missing?";
                return Err(self.unexpected("`method`, `static method`, `state` or `}`", help));
            }
            let start = self.at;
            if let Err(fault) = self.class_member(class) {
                self.out.faults.push(fault);
                self.skip_to_member(start);
            }
        }
    }

    fn class_member(&mut self, class: &mut ParsedClass) -> Parsed<()> {
        if self.eat_word("state") {
            return self.states(class);
        }
        let is_static = self.eat_word("static");
        if self.eat_word("method") {
            return self.methods(class, is_static);
        }
        let help =
            "begin a method with `method` or `static method`, a part of the state with `state`";
        Err(self.unexpected("`method`, `static method`, `state` or `}`", help))
    }

    fn is_member_start(&self) -> bool {
        let is_state = self.is_word("state") && self.word_ahead(1).is_some();
        self.is_method_start() || (self.token().first && is_state)
    }

    /// Whether a line begins with `method name(`, which no statement does.
    pub fn is_method_start(&self) -> bool {
        let name = match (self.word_ahead(0), self.word_ahead(1)) {
            (Some("method"), Some(_)) => 1,
            (Some("static"), Some("method")) => 2,
            _ => return false,
        };
        let is_signature = self.ahead(name + 1).kind == Kind::Char('(');
        self.token().first && self.word_ahead(name).is_some() && is_signature
    }

    /// After an error: to the next member, or to the end of the class. What is indented more than the broken one is part of it.
    fn skip_to_member(&mut self, start: usize) {
        let column = self.tokens[start].spot.column;
        let mut open = self.open_since(start, &['{']);
        if self.at == start {
            self.bump();
        }
        while !self.is_end() {
            let is_item = self.is_item_start() && self.spot().column == 1;
            let is_next = self.token().first && self.spot().column <= column && self.at > start;
            if is_item || self.is_member_start() || (open == 0 && (self.is('}') || is_next)) {
                return;
            }
            match self.token().kind {
                Kind::Char('{') => open += 1,
                Kind::Char('}') => open = open.saturating_sub(1),
                _ => {}
            }
            self.bump();
        }
    }

    fn states(&mut self, class: &mut ParsedClass) -> Parsed<()> {
        loop {
            let (state, spot) = self.word("the name of a state", "write `state contents`")?;
            if class.states.iter().any(|s| s == state) {
                let message = format!("the state `{state}` is declared twice");
                return Err(Fault::new(spot, message, "remove one of them"));
            }
            class.states.push(state.to_owned());
            if !self.eat(',') {
                return Ok(());
            }
        }
    }

    /// `a(), b(int) { … }`: methods that share what follows.
    fn methods(&mut self, class: &mut ParsedClass, is_static: bool) -> Parsed<()> {
        let mut signatures = Vec::new();
        loop {
            signatures.push(self.signature(is_static)?);
            if !self.eat(',') {
                break;
            }
        }
        let code = self.code()?;
        let has_block = self.is('{');
        let lines = match (&code, has_block) {
            (Code::Summary, _) | (_, true) => self.block()?,
            _ => Vec::new(),
        };
        if !matches!(code, Code::Summary) {
            self.refuse_statements(&lines);
        }
        for signature in signatures {
            self.method(class, signature, &code, &lines);
        }
        Ok(())
    }

    fn code(&mut self) -> Parsed<Code> {
        if self.is('{') {
            return Ok(Code::Summary);
        }
        if self.eat_word("body") {
            return Ok(Code::Body);
        }
        if self.eat_word("cut") {
            return Ok(Code::Cut(self.reason()?));
        }
        if self.eat_word("intrinsic") {
            let (what, help) = ("the name of an intrinsic", "write `intrinsic class-for-name`");
            self.same_line(what, help)?;
            return Ok(Code::Intrinsic(self.word(what, help)?.0.to_owned()));
        }
        let help = "write what the method does in braces; `{}` is nothing";
        Err(self.missing("`{`, `body`, `cut` or `intrinsic`", help))
    }

    fn refuse_statements(&mut self, lines: &[Line]) {
        if let Some(line) = lines.iter().find(|line| !matches!(line, Line::Effect(_))) {
            let message = "only a summary has statements";
            let help = "leave effects alone here, or remove the word before the `{`";
            self.out.faults.push(Fault::new(line.spot(), message, help));
        }
    }

    fn signature(&mut self, is_static: bool) -> Parsed<Signature> {
        let (name, spot) = self.word("the name of a method", "write `method add(Object e)`")?;
        if name == "<init>" && is_static {
            return Err(Fault::new(spot, "a constructor is not static", "remove `static`"));
        }
        if name == "<clinit>" && !is_static {
            let help = "write `static method <clinit>()`";
            return Err(Fault::new(spot, "a class initialiser is static", help));
        }
        self.expect('(', "give the types of the parameters, or `(*)` for any")?;
        let name = name.to_owned();
        if self.eat('*') {
            self.expect(')', "`(*)` stands for all parameters")?;
            return Ok(Signature { name, parameters: None, names: Vec::new(), is_static, spot });
        }
        let mut parameters = Vec::new();
        let mut names: Vec<Option<Name>> = Vec::new();
        while !self.is(')') {
            let at = self.spot();
            parameters.push(self.descriptor()?);
            names.push(match self.token().kind {
                Kind::Word(_) => Some(self.parameter_name(&names)?),
                _ => None,
            });
            if parameters.len() > 255 {
                let help = "no method of a class file has more than 255";
                return Err(Fault::new(at, "too many parameters", help));
            }
            if !self.eat(',') {
                break;
            }
        }
        self.expect(')', "parameters are `Type` or `Type name`, with commas between them")?;
        Ok(Signature { name, parameters: Some(parameters), names, is_static, spot })
    }

    fn parameter_name(&mut self, others: &[Option<Name>]) -> Parsed<Name> {
        let (text, spot) = self.word("the name of a parameter", "")?;
        if super::body::RESERVED.contains(&text) {
            let message = format!("`{text}` is a word of this language");
            return Err(Fault::new(spot, message, "give the parameter another name"));
        }
        if others.iter().flatten().any(|other| other.text == text) {
            let message = format!("two parameters are named `{text}`");
            return Err(Fault::new(spot, message, "give one of them another name"));
        }
        Ok(Name { text: text.to_owned(), spot })
    }

    fn method(
        &mut self,
        class: &mut ParsedClass,
        signature: Signature,
        code: &Code,
        lines: &[Line],
    ) {
        let (lowered, faults) = lower(&class.name, &signature, lines);
        for fault in faults {
            // Methods that share a body share its mistakes.
            if !self.out.faults.contains(&fault) {
                self.out.faults.push(fault);
            }
        }
        self.refuse_duplicate(class, &signature);
        let code = match code {
            Code::Summary => MethodCode::Summary(lowered.summary),
            Code::Body => MethodCode::Body,
            Code::Intrinsic(name) => MethodCode::Intrinsic(name.clone()),
            Code::Cut(reason) => MethodCode::Cut(reason.clone()),
        };
        class.state_uses.extend(lowered.state_uses);
        class.methods.push(MethodModel {
            code,
            effects: lowered.effects,
            place: self.place(signature.spot),
            name: signature.name,
            parameters: signature.parameters,
            is_static: signature.is_static,
        });
    }

    fn refuse_duplicate(&mut self, class: &ParsedClass, signature: &Signature) {
        let Signature { name, parameters, spot, .. } = signature;
        let earlier = class.methods.iter().find(|m| m.name == *name && m.parameters == *parameters);
        if let Some(earlier) = earlier {
            let message = format!("`{name}` with these parameters was described before");
            let help = format!("remove this one, or the one in line {}", earlier.place.line);
            self.out.faults.push(Fault::new(*spot, message, help));
        }
    }
}
