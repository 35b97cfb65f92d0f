//! What stands at the outermost level of a file: imports, classes, properties, cuts.

use super::{Parsed, Parser};
use crate::data::{ClassPattern, Cut, Given, Literal, Property, PropertyRule};
use crate::error::{Fault, Spot, suggest};
use crate::lex::Kind;

const ITEMS: [&str; 6] = ["import", "class", "helper", "given", "property", "cut"];

const PATTERN_HELP: &str = "write `a.b.C`, `a.b.*`, `a.b.**` or `a.b.C+`";

impl<'a> Parser<'a> {
    /// The whole file.
    pub fn items(&mut self) {
        while !self.is_end() {
            let start = self.at;
            if let Err(fault) = self.item() {
                self.out.faults.push(fault);
                self.skip_to_item(start);
            } else if !self.token().first && !self.is_end() {
                let fault =
                    self.unexpected("the end of the line", "begin a new line for each item");
                self.out.faults.push(fault);
                self.skip_to_item(start);
            }
        }
    }

    fn item(&mut self) -> Parsed<()> {
        match self.word_ahead(0) {
            Some("import") => self.import(),
            Some("class") => self.class(),
            Some("helper") => self.helper(),
            Some("given") => self.given(),
            Some("property") => self.property_rules(),
            Some("cut") => self.cut(),
            Some(word) => {
                let help = suggest(word, ITEMS, || "begin with one of these words".to_owned());
                Err(self
                    .unexpected("`import`, `class`, `helper`, `given`, `property` or `cut`", &help))
            }
            None => {
                let help = "begin with one of these words, or with `#` for a comment";
                Err(self
                    .unexpected("`import`, `class`, `helper`, `given`, `property` or `cut`", help))
            }
        }
    }

    /// After an error: to the next item that is not inside of braces which the broken one has opened. A class in the first
    /// column is one in any case.
    fn skip_to_item(&mut self, start: usize) {
        let mut open = self.open_since(start, &['(', '[', '{']);
        if self.at == start {
            self.bump();
        }
        while !self.is_end() {
            let is_outermost = self.token().first && self.spot().column == 1;
            if is_outermost && (self.is_item_start() || (open == 0 && self.word_ahead(0).is_some()))
            {
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

    pub fn is_item_start(&self) -> bool {
        self.token().first
            && self.word_ahead(0).is_some_and(|word| ITEMS.contains(&word))
            && self.word_ahead(1).is_some()
    }

    fn import(&mut self) -> Parsed<()> {
        self.bump();
        let help = "write classes with their package: `import java.util.List`";
        self.same_line("the name of a class", help)?;
        loop {
            let (segments, spot) = self.path("the name of a class", help)?;
            if self.is('.') {
                let help = "name each class: a model file does not know what is in a package";
                return Err(self.unexpected("the name of a class", help));
            }
            self.imports.add(&segments, spot)?;
            if !self.eat(',') {
                return Ok(());
            }
        }
    }

    fn property_rules(&mut self) -> Parsed<()> {
        self.bump();
        let property_spot = self.spot();
        let property = self.property()?;
        if property == Property::Shared {
            let message = "`shared` is said of single methods";
            let help = "write it into the summary of each: `method m() { …; property shared }`";
            return Err(Fault::new(property_spot, message, help));
        }
        self.same_line("a pattern of classes", PATTERN_HELP)?;
        loop {
            let spot = self.spot();
            let target = self.target()?;
            let (classes, method) = self.split_target(target, false)?;
            debug_assert!(method.is_none(), "only cuts have methods");
            let is_class = matches!(classes, ClassPattern::Exact(_));
            if property == Property::MachineException && !is_class {
                let message = "`machine-exception` is said of single classes";
                let help = "the machine throws objects of these very classes: list them";
                return Err(Fault::new(spot, message, help));
            }
            let place = self.place(spot);
            self.out.properties.push(PropertyRule { classes, property, place });
            if !self.eat(',') {
                return Ok(());
            }
        }
    }

    /// The name of a property.
    pub fn property(&mut self) -> Parsed<Property> {
        let spellings = || Property::ALL.map(Property::spelling);
        let all = || format!("there are {}", spellings().join(", "));
        self.same_line("a property", &all())?;
        let (word, spot) = self.word("a property", &all())?;
        match Property::ALL.into_iter().find(|p| p.spelling() == word) {
            Some(property) => Ok(property),
            None => {
                let help = suggest(word, spellings(), all);
                Err(Fault::new(spot, format!("unknown property `{word}`"), help))
            }
        }
    }

    fn cut(&mut self) -> Parsed<()> {
        let place = self.place(self.spot());
        self.bump();
        self.same_line("a pattern of classes", PATTERN_HELP)?;
        let target = self.target()?;
        let (classes, method) = self.split_target(target, true)?;
        let reason = self.reason()?;
        self.out.cuts.push(Cut { classes, method, reason, place });
        Ok(())
    }

    /// `given a.b.C.m(Type, boolean true) is a.b.Helper.m`
    fn given(&mut self) -> Parsed<()> {
        const HELP: &str = "write `given a.b.C.m(Type, boolean true) is a.b.Helper.m`";
        let spot = self.spot();
        self.bump();
        let (class, method) = self.class_and_method(HELP)?;
        self.expect('(', HELP)?;
        let mut parameters = Vec::new();
        let mut constant = None;
        while !self.is(')') {
            parameters.push(self.descriptor()?);
            if let Some(word) = self.word_ahead(0) {
                let literal = Literal::ALL.into_iter().find(|literal| literal.spelling() == word);
                let Some(literal) = literal else {
                    let all = Literal::ALL.map(Literal::spelling).join("`, `");
                    return Err(self.unexpected(&format!("one of `{all}`"), HELP));
                };
                self.bump();
                constant = Some((parameters.len() - 1, literal));
            }
            if !self.eat(',') {
                break;
            }
        }
        self.expect(')', HELP)?;
        let Some((parameter, constant)) = constant else {
            return Err(Fault::new(spot, "no parameter has a constant", HELP));
        };
        if !self.eat_word("is") {
            return Err(self.unexpected("`is`", HELP));
        }
        let (helper, target) = self.class_and_method(HELP)?;
        let place = self.place(spot);
        let given = Given { class, method, parameters, parameter, constant, helper, target, place };
        self.out.givens.push(given);
        Ok(())
    }

    fn class_and_method(&mut self, help: &str) -> Parsed<(String, String)> {
        let (mut segments, spot) = self.path("a method of a class", help)?;
        let method = segments.pop().unwrap_or_default().to_owned();
        if segments.is_empty() {
            return Err(Fault::new(spot, "this names no class", help));
        }
        Ok((self.imports.class(&segments, spot)?, method))
    }

    /// A pattern of classes, perhaps with a method: `a.b.C`, `a.b.*`, `a.b.**`, `a.b.C+`, `a.b.C.m`, `a.b.C+.m`, `a.b.c#m`.
    fn target(&mut self) -> Parsed<Target<'a>> {
        let (segments, spot) = self.path("a pattern of classes", PATTERN_HELP)?;
        let mut target = Target { segments, spot, ending: Ending::Class, method: None };
        if self.is('.') {
            self.bump();
            target.ending = match self.token().kind {
                Kind::Char('*') => Ending::Package,
                Kind::Stars => Ending::Below,
                _ => return Err(self.unexpected("`*`, `**` or a name", PATTERN_HELP)),
            };
            self.bump();
        } else if self.token().kind == Kind::Stars && self.token().glued {
            self.bump();
            target.ending = Ending::Start;
        } else if self.is('+') && self.token().glued {
            self.bump();
            target.ending = Ending::Subtypes;
        }
        let is_open = matches!(target.ending, Ending::Class);
        if (self.is('#') || (self.is('.') && !is_open)) && self.token().glued {
            self.bump();
            target.method = Some(self.word("the name of a method", PATTERN_HELP)?.0);
        }
        Ok(target)
    }

    fn split_target(
        &self,
        target: Target<'a>,
        may_have_method: bool,
    ) -> Parsed<(ClassPattern, Option<String>)> {
        let Target { mut segments, spot, ending, mut method } = target;
        if matches!(ending, Ending::Class) && method.is_none() && may_have_method {
            // By convention the first part with a capital letter is the class; `#` is for those that do not keep to it.
            let class =
                segments.iter().position(|s| s.chars().next().is_some_and(char::is_uppercase));
            if class.is_some_and(|class| class + 2 == segments.len())
                && segments.last().is_some_and(|s| !s.starts_with(char::is_uppercase))
            {
                method = segments.pop();
            }
        }
        if !may_have_method && method.is_some() {
            let help = "give a property to the class, or inside of a method's body";
            return Err(Fault::new(spot, "this names a method, not a class", help));
        }
        let classes = match ending {
            Ending::Class => ClassPattern::Exact(self.imports.class(&segments, spot)?),
            Ending::Subtypes => ClassPattern::Subtypes(self.imports.class(&segments, spot)?),
            Ending::Package => ClassPattern::Package(segments.join("/")),
            Ending::Below => ClassPattern::Prefix(segments.join("/") + "/"),
            Ending::Start => ClassPattern::Prefix(segments.join("/")),
        };
        Ok((classes, method.map(str::to_owned)))
    }
}

struct Target<'a> {
    segments: Vec<&'a str>,
    spot: Spot,
    ending: Ending,
    method: Option<&'a str>,
}

enum Ending {
    /// Nothing.
    Class,
    /// `+`
    Subtypes,
    /// `.*`
    Package,
    /// `.**`
    Below,
    /// `**`
    Start,
}
