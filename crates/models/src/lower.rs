//! A written body → numbered variables and flat statements.
//!
//! A body is lowered once for each signature that shares it. Nested expressions become temporaries. At the end, temporaries are
//! numbered in the order in which the statements name them, so that equal bodies have equal numbers however they are nested,
//! and a printed body is read back as it was.

use crate::ast::{Call, EffectLine, Expr, FieldName, Line, Lowered, Name, StateUse};
use crate::data::{Effect, Field, Statement, Var};
use crate::error::{Fault, Spot, suggest};
use rustc_hash::FxHashMap;

/// The head of a method.
pub(crate) struct Signature {
    pub name: String,
    pub parameters: Option<Vec<String>>,
    /// As many as there are parameters.
    pub names: Vec<Option<Name>>,
    pub is_static: bool,
    pub spot: Spot,
}

/// Lowers the body of a method of `class`. What is wrong is left out.
pub(crate) fn lower(class: &str, signature: &Signature, lines: &[Line]) -> (Lowered, Vec<Fault>) {
    let mut lowering = Lowering::new(class, signature, lines);
    let mut faults = Vec::new();
    for line in lines {
        if let Err(fault) = lowering.line(line) {
            faults.push(fault);
        }
    }
    let Lowering { fixed, count, mut out, .. } = lowering;
    if u16::try_from(count).is_err() {
        let help = "a body of more than 65,000 variables is analysed better as it is: `body`";
        faults.push(Fault::new(signature.spot, "too many variables", help));
        return (Lowered::default(), faults);
    }
    out.summary.variables = renumber(&mut out.summary.statements, fixed);
    (out, faults)
}

struct Lowering<'a> {
    class: &'a str,
    signature: &'a Signature,
    variables: FxHashMap<&'a str, u32>,
    /// Of variables that hold new objects of one class only: that class.
    made: FxHashMap<u32, Option<&'a str>>,
    /// The receiver and the parameters come first.
    fixed: u16,
    /// More than fit are counted, and refused at the end.
    count: u32,
    out: Lowered,
}

impl<'a> Lowering<'a> {
    fn new(class: &'a str, signature: &'a Signature, lines: &'a [Line]) -> Self {
        let mut variables = FxHashMap::default();
        let mut count = 0;
        if !signature.is_static {
            variables.insert("this", 0);
            count += 1;
        }
        for name in &signature.names {
            if let Some(name) = name {
                variables.insert(name.text.as_str(), count);
            }
            count += 1;
        }
        // At most 255 parameters and the receiver.
        let fixed = count as u16;
        let mut made: FxHashMap<u32, Option<&str>> = FxHashMap::default();
        for line in lines {
            let Line::Assign(name, from) = line else { continue };
            let var = *variables.entry(&name.text).or_insert_with(|| {
                count += 1;
                count - 1
            });
            let class = match from {
                Expr::New { class, .. } => Some(class.as_str()),
                _ => None,
            };
            made.entry(var).and_modify(|c| *c = c.filter(|&c| Some(c) == class)).or_insert(class);
        }
        Self { class, signature, variables, made, fixed, count, out: Lowered::default() }
    }

    fn line(&mut self, line: &Line) -> Result<(), Fault> {
        match line {
            Line::Assign(name, from) => {
                let to = self.variable(name)?;
                self.into(to, from)?;
            }
            Line::Store(base, field, from) => {
                let base = self.value(base)?;
                self.note_state(base, field);
                let from = self.value(from)?;
                self.push(Statement::Store { base, field: field.field.clone(), from });
            }
            Line::StoreStatic { class, field, from } => {
                let from = self.value(from)?;
                let (class, field) = (class.clone(), field.clone());
                self.push(Statement::StoreStatic { class, field, from });
            }
            Line::Return(from, spot) => {
                if matches!(self.signature.name.as_str(), "<init>" | "<clinit>") {
                    let help = "store into fields of `this` instead";
                    return Err(Fault::new(*spot, "a constructor returns nothing", help));
                }
                let from = self.value(from)?;
                self.push(Statement::Return(from));
            }
            Line::Throw(from) => {
                let from = self.value(from)?;
                self.push(Statement::Throw(from));
            }
            Line::Do(call) => self.call(None, call)?,
            Line::Effect(effect) => {
                let effect = self.effect(effect)?;
                self.out.effects.push(effect);
            }
        }
        Ok(())
    }

    fn push(&mut self, statement: Statement) {
        self.out.summary.statements.push(statement);
    }

    fn fresh(&mut self) -> Var {
        self.count += 1;
        Var((self.count - 1) as u16)
    }

    /// The variable that holds the value of an expression.
    fn value(&mut self, expr: &Expr) -> Result<Var, Fault> {
        if let Expr::Variable(name) = expr {
            return self.variable(name);
        }
        let to = self.fresh();
        self.into(to, expr)?;
        Ok(to)
    }

    /// Puts the value of an expression into a variable.
    fn into(&mut self, to: Var, expr: &Expr) -> Result<(), Fault> {
        match expr {
            Expr::Variable(name) => {
                let from = self.variable(name)?;
                self.push(Statement::Copy { to, from });
            }
            Expr::Load(base, field) => {
                let base = self.value(base)?;
                self.note_state(base, field);
                self.push(Statement::Load { to, base, field: field.field.clone() });
            }
            Expr::Static { class, field, .. } => {
                let (class, field) = (class.clone(), field.clone());
                self.push(Statement::LoadStatic { to, class, field });
            }
            Expr::New { class, .. } => self.push(Statement::New { to, class: class.clone() }),
            Expr::Cast { class, of, .. } => {
                let from = self.value(of)?;
                self.push(Statement::Cast { to, from, class: class.clone() });
            }
            Expr::Call(call) => self.call(Some(to), call)?,
        }
        Ok(())
    }

    fn call(&mut self, to: Option<Var>, call: &Call) -> Result<(), Fault> {
        let Call { mode, class, method, parameters, args, .. } = call;
        let args = args.iter().map(|arg| self.argument(arg.as_ref())).collect::<Result<_, _>>()?;
        self.push(Statement::Call {
            to,
            mode: *mode,
            class: class.clone(),
            method: method.clone(),
            parameters: parameters.clone(),
            args,
        });
        Ok(())
    }

    /// A primitive parameter that is handed on says which argument it is, and nothing else.
    fn argument(&mut self, arg: Option<&Expr>) -> Result<Option<Var>, Fault> {
        match arg {
            None => Ok(None),
            Some(Expr::Variable(name)) if self.is_primitive(&name.text) => Ok(None),
            Some(expr) => self.value(expr).map(Some),
        }
    }

    fn is_primitive(&self, name: &str) -> bool {
        let Some(&var) = self.variables.get(name) else { return false };
        let Some(first) = u32::checked_sub(var, u32::from(!self.signature.is_static)) else {
            return false;
        };
        let types = self.signature.parameters.as_deref().unwrap_or_default();
        types.get(first as usize).is_some_and(|descriptor| descriptor.len() == 1)
    }

    fn variable(&self, name: &Name) -> Result<Var, Fault> {
        let Some(&var) = self.variables.get(name.text.as_str()) else {
            return Err(self.unknown_variable(name));
        };
        if self.is_primitive(&name.text) {
            let message = format!("`{}` is primitive and holds no object", name.text);
            let help = "leave it out; as an argument of a call it may stand for itself";
            return Err(Fault::new(name.spot, message, help));
        }
        Ok(Var(var as u16))
    }

    fn unknown_variable(&self, name: &Name) -> Fault {
        let Name { text, spot } = name;
        if text == "this" {
            let help = "remove `static`, or name a parameter";
            return Fault::new(*spot, "a static method has no `this`", help);
        }
        let help = if self.signature.parameters.is_none() {
            "a method with `(*)` has no names for its parameters: write them out".to_owned()
        } else {
            suggest(text, self.variables.keys().copied(), || {
                "name a parameter so, or assign to it; static fields are `static a.b.C.f`"
                    .to_owned()
            })
        };
        Fault::new(*spot, format!("unknown variable `{text}`"), help)
    }

    fn effect(&mut self, effect: &EffectLine) -> Result<Effect, Fault> {
        Ok(match effect {
            EffectLine::Reads(base, field) => {
                let (base, field) = self.effect_on_field(base, field)?;
                Effect::Reads { base, field }
            }
            EffectLine::Writes(base, field) => {
                let (base, field) = self.effect_on_field(base, field)?;
                Effect::Writes { base, field }
            }
            EffectLine::Joins { thread, limit } => {
                Effect::Joins { thread: self.effect_base(thread)?, limit: *limit }
            }
            EffectLine::Signals(base) => Effect::Signals(self.effect_base(base)?),
            EffectLine::Awaits(base) => Effect::Awaits(self.effect_base(base)?),
            EffectLine::Acquires { lock, mode, is_try } => {
                let lock = self.effect_base(lock)?;
                Effect::Acquires { lock, mode: *mode, is_try: *is_try }
            }
            EffectLine::Releases { lock, mode } => {
                Effect::Releases { lock: self.effect_base(lock)?, mode: *mode }
            }
            EffectLine::Property(property, _) => Effect::Property(*property),
        })
    }

    fn effect_on_field(&mut self, base: &Name, field: &FieldName) -> Result<(Var, Field), Fault> {
        let base = self.effect_base(base)?;
        self.note_state(base, field);
        Ok((base, field.field.clone()))
    }

    /// Effects are told to callers, who know receiver and arguments but nothing of what is inside.
    fn effect_base(&self, name: &Name) -> Result<Var, Fault> {
        let var = self.variable(name)?;
        if var.0 >= self.fixed {
            let message = format!("an effect on `{}`, which is only known inside", name.text);
            let help = "effects are on `this` and on parameters";
            return Err(Fault::new(name.spot, message, help));
        }
        Ok(var)
    }

    /// Remembers that a state is used, to check it when all classes are known.
    fn note_state(&mut self, base: Var, field: &FieldName) {
        let Field::State(state) = &field.field else { return };
        let owner = if base.0 == 0 && !self.signature.is_static {
            Some(self.class)
        } else if base.0 >= self.fixed {
            self.made.get(&u32::from(base.0)).copied().flatten()
        } else {
            None
        };
        let (state, owner) = (state.clone(), owner.map(str::to_owned));
        self.out.state_uses.push(StateUse { state, owner, spot: field.spot });
    }
}

/// Numbers temporaries in the order in which statements name them; returns how many variables there are.
fn renumber(statements: &mut [Statement], fixed: u16) -> u16 {
    let mut numbers: FxHashMap<Var, Var> = FxHashMap::default();
    let mut next = fixed;
    for statement in statements {
        statement.for_each_var(|var| {
            if var.0 >= fixed {
                *var = *numbers.entry(*var).or_insert_with(|| {
                    next += 1;
                    Var(next - 1)
                });
            }
        });
    }
    next
}

impl Statement {
    /// All variables, in the order in which the printed statement names them.
    fn for_each_var(&mut self, mut each: impl FnMut(&mut Var)) {
        match self {
            Statement::Copy { to, from } | Statement::Cast { to, from, .. } => {
                each(to);
                each(from);
            }
            Statement::New { to, .. } | Statement::LoadStatic { to, .. } => each(to),
            Statement::Load { to, base, .. } => {
                each(to);
                each(base);
            }
            Statement::Store { base, from, .. } => {
                each(base);
                each(from);
            }
            Statement::StoreStatic { from, .. } => each(from),
            Statement::Call { to, args, .. } => {
                to.iter_mut().for_each(&mut each);
                args.iter_mut().flatten().for_each(&mut each);
            }
            Statement::Return(from) | Statement::Throw(from) => each(from),
        }
    }
}
