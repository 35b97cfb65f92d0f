//! Models as text of the language that they are read from.
//!
//! Names are in full, variables are called by their numbers (`this`, `p1`, `t2`), and nothing is nested: what is printed is what
//! an analysis sees. Reading it gives the same models. (A class of no package has only a simple name, which `import` must make
//! known first.)

use crate::data::{
    CallMode, ClassModel, ClassPattern, Cut, Effect, Field, Given, Limit, LockMode, MethodCode,
    MethodModel, PropertyRule, Statement, Var,
};
use crate::names::{class_source_form, dotted, source_form};
use std::fmt::{self, Display, Formatter, Write};

impl Display for ClassModel {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let word = if self.extends.is_some() { "helper" } else { "class" };
        write!(f, "{word} {}", dotted(&self.name))?;
        let above = self.extends.as_ref().filter(|above| self.like.first() == Some(above));
        if let Some(above) = above {
            write!(f, " extends {}", dotted(above))?;
        }
        let like: Vec<String> =
            self.like.iter().skip(usize::from(above.is_some())).map(|name| dotted(name)).collect();
        if !like.is_empty() {
            write!(f, " like {}", like.join(", "))?;
        }
        f.write_str(" {\n")?;
        for state in &self.states {
            writeln!(f, "  state {state}")?;
        }
        for method in &self.methods {
            for line in method.to_string().lines() {
                writeln!(f, "  {line}")?;
            }
        }
        f.write_str("}")
    }
}

impl Display for MethodModel {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let variables = Variables { method: self };
        let keyword = if self.is_static { "static method" } else { "method" };
        write!(f, "{keyword} {}({})", self.name, variables.parameters())?;
        let mut lines = Vec::new();
        match &self.code {
            MethodCode::Summary(summary) => {
                lines.extend(summary.statements.iter().map(|s| variables.statement(s)));
            }
            MethodCode::Body => f.write_str(" body")?,
            MethodCode::Intrinsic(name) => write!(f, " intrinsic {name}")?,
            MethodCode::Cut(reason) => write!(f, " cut {}", Quoted(reason))?,
        }
        lines.extend(self.effects.iter().map(|effect| variables.effect(effect)));
        match (lines.is_empty(), &self.code) {
            (true, MethodCode::Summary(_)) => f.write_str(" {}"),
            (true, _) => Ok(()),
            (false, _) => {
                f.write_str(" {\n")?;
                for line in lines {
                    writeln!(f, "  {line}")?;
                }
                f.write_str("}")
            }
        }
    }
}

/// How a method's variables are called.
struct Variables<'a> {
    method: &'a MethodModel,
}

impl Variables<'_> {
    fn parameters(&self) -> String {
        let Some(types) = &self.method.parameters else { return "*".to_owned() };
        let first = u16::from(!self.method.is_static);
        let one = |(var, descriptor): (u16, &String)| match descriptor.len() {
            // Nobody can use a primitive one.
            1 => source_form(descriptor),
            _ => format!("{} {}", source_form(descriptor), self.name(Var(var))),
        };
        (first..).zip(types).map(one).collect::<Vec<_>>().join(", ")
    }

    fn name(&self, var: Var) -> String {
        match var.0 {
            0 if !self.method.is_static => "this".to_owned(),
            number if number < self.method.fixed_variables() => format!("p{number}"),
            number => format!("t{number}"),
        }
    }

    fn field(&self, base: Var, field: &Field) -> String {
        let base = self.name(base);
        match field {
            Field::State(state) => format!("{base}.{state}"),
            Field::Element => format!("{base}[]"),
            Field::Declared { class, name } => format!("{base}.{}#{name}", dotted(class)),
        }
    }

    fn statement(&self, statement: &Statement) -> String {
        let name = |var: &Var| self.name(*var);
        match statement {
            Statement::Copy { to, from } => format!("{} = {}", name(to), name(from)),
            Statement::Cast { to, from, class } => {
                format!("{} = ({}) {}", name(to), class_source_form(class), name(from))
            }
            Statement::New { to, class } => {
                format!("{} = new {}", name(to), class_source_form(class))
            }
            Statement::Load { to, base, field } => {
                format!("{} = {}", name(to), self.field(*base, field))
            }
            Statement::Store { base, field, from } => {
                format!("{} = {}", self.field(*base, field), name(from))
            }
            Statement::LoadStatic { to, class, field } => {
                format!("{} = static {}.{field}", name(to), dotted(class))
            }
            Statement::StoreStatic { class, field, from } => {
                format!("static {}.{field} = {}", dotted(class), name(from))
            }
            Statement::Call { to, mode, class, method, parameters, args } => {
                let to = to.map(|to| format!("{} = ", self.name(to))).unwrap_or_default();
                let types = parameters.as_ref().map(|types| {
                    let types: Vec<String> = types.iter().map(|t| source_form(t)).collect();
                    format!("({})", types.join(", "))
                });
                let args: Vec<String> = args
                    .iter()
                    .map(|arg| arg.map_or_else(|| "_".to_owned(), |arg| self.name(arg)))
                    .collect();
                let (class, types) = (dotted(class), types.unwrap_or_default());
                format!("{to}{} {class}.{method}{types}({})", call_words(*mode), args.join(", "))
            }
            Statement::Return(from) => format!("return {}", name(from)),
            Statement::Throw(from) => format!("throw {}", name(from)),
        }
    }

    fn effect(&self, effect: &Effect) -> String {
        match effect {
            Effect::Reads { base, field } => format!("reads {}", self.field(*base, field)),
            Effect::Writes { base, field } => format!("writes {}", self.field(*base, field)),
            Effect::Joins { thread, limit } => {
                let limit = match limit {
                    Limit::None => "",
                    Limit::Try => " try",
                    Limit::Long => " long",
                };
                format!("joins {}{limit}", self.name(*thread))
            }
            Effect::Acquires { lock, mode, is_try } => {
                let attempt = if *is_try { " try" } else { "" };
                format!("acquires {}{}{attempt}", self.name(*lock), lock_words(*mode))
            }
            Effect::Releases { lock, mode } => {
                format!("releases {}{}", self.name(*lock), lock_words(*mode))
            }
            Effect::Signals(base) => format!("signals {}", self.name(*base)),
            Effect::Awaits(base) => format!("awaits {}", self.name(*base)),
            Effect::Property(property) => format!("property {}", property.spelling()),
        }
    }
}

fn call_words(mode: CallMode) -> String {
    match mode {
        CallMode::Virtual => "call".to_owned(),
        CallMode::Static => "call static".to_owned(),
        CallMode::Special => "call special".to_owned(),
        CallMode::Fork(kind) => format!("fork {}", kind.spelling()),
    }
}

fn lock_words(mode: LockMode) -> &'static str {
    match mode {
        LockMode::Exclusive => "",
        LockMode::Monitor => " monitor",
        LockMode::Read => " read",
        LockMode::Write => " write",
    }
}

struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            if matches!(c, '"' | '\\') {
                f.write_char('\\')?;
            }
            f.write_char(c)?;
        }
        f.write_char('"')
    }
}

impl Display for ClassPattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ClassPattern::Exact(name) => f.write_str(&dotted(name)),
            ClassPattern::Package(name) => write!(f, "{}.*", dotted(name)),
            ClassPattern::Prefix(start) => write!(f, "{}**", dotted(start)),
            ClassPattern::Subtypes(name) => write!(f, "{}+", dotted(name)),
        }
    }
}

impl Display for PropertyRule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "property {} {}", self.property.spelling(), self.classes)
    }
}

impl Display for Given {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let parameters = self.parameters.iter().enumerate().map(|(at, ty)| match at {
            _ if at == self.parameter => {
                format!("{} {}", source_form(ty), self.constant.spelling())
            }
            _ => source_form(ty),
        });
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        let (class, helper) = (dotted(&self.class), dotted(&self.helper));
        write!(f, "given {class}.{}({parameters}) is {helper}.{}", self.method, self.target)
    }
}

impl Display for Cut {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "cut {}", self.classes)?;
        if let Some(method) = &self.method {
            write!(f, "#{method}")?;
        }
        write!(f, " {}", Quoted(&self.reason))
    }
}
