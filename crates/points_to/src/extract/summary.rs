//! The statements of a model's summary.

use ir::hierarchy::{ClassId, FieldId, MethodId};
use ir::{Name, Type};
use models::{CallMode, Effect, Field, ForkKind, MethodModel, Property, Statement, Summary};

use super::{Builder, Shape};
use crate::code::{Call, Code, CodeKey, New, Stmt, Target};
use crate::ids::{Slot, Var};
use crate::types::SlotKind;

/// Where a static field of a summary is.
enum StaticPlace {
    Field(FieldId),
    State(Var, Slot),
}

impl Builder<'_> {
    pub(super) fn summary(
        mut self,
        method: MethodId,
        shape: &Shape,
        model: &MethodModel,
        summary: &Summary,
    ) -> Code {
        let first = self.vars;
        self.vars += u32::from(summary.variables);
        let var = |v: models::Var| Var(first + u32::from(v.0));
        // A model that leaves the parameters open has no variables for them.
        let named = usize::from(model.fixed_variables());
        let is_param = |at: usize| at < named && shape.params[at].is_reference();
        let params = (0..shape.params.len())
            .map(|at| is_param(at).then(|| Var(first + at as u32)))
            .collect();
        let returns = summary.statements.iter().any(|s| matches!(s, Statement::Return(_)));
        let ret = returns.then(|| self.var());
        for statement in &summary.statements {
            self.statement(statement, &var, ret);
        }
        let mut code = self.finish(CodeKey::Method(method), params, ret, true);
        code.is_per_call &= !model.effects.contains(&Effect::Property(Property::Shared));
        code
    }

    fn statement(
        &mut self,
        statement: &Statement,
        var: &impl Fn(models::Var) -> Var,
        ret: Option<Var>,
    ) {
        match statement {
            Statement::Copy { to, from } => self.copy(var(*to), var(*from)),
            Statement::Cast { to, from, class } => {
                if let Some(ty) = type_of(class) {
                    self.copy_filtered(var(*to), var(*from), ty);
                }
            }
            Statement::New { to, class } => match type_of(class) {
                Some(ty) => {
                    if !ty.is_array() && !self.world.is_known_type(ty) {
                        self.gaps.model(format!("a model allocates {class}, which is not there"));
                    }
                    self.allocate(var(*to), ty);
                }
                None => self.gaps.model(format!("a model allocates {class}, which is no type")),
            },
            Statement::Load { to, base, field } => {
                if let Some(slot) = self.slot(field) {
                    self.push(Stmt::Load { to: var(*to), base: var(*base), slot });
                }
            }
            Statement::Store { base, field, from } => {
                if let Some(slot) = self.slot(field) {
                    self.push(Stmt::Store { base: var(*base), slot, from: var(*from) });
                }
            }
            Statement::LoadStatic { to, class, field } => match self.static_place(class, field) {
                StaticPlace::Field(field) => self.push(Stmt::LoadStatic { to: var(*to), field }),
                StaticPlace::State(base, slot) => {
                    self.push(Stmt::Load { to: var(*to), base, slot });
                }
            },
            Statement::StoreStatic { class, field, from } => {
                match self.static_place(class, field) {
                    StaticPlace::Field(field) => {
                        self.push(Stmt::StoreStatic { field, from: var(*from) });
                    }
                    StaticPlace::State(base, slot) => {
                        self.push(Stmt::Store { base, slot, from: var(*from) });
                    }
                }
            }
            Statement::Call { to, mode, class, method, parameters, args } => {
                let receiver = usize::from(*mode != CallMode::Static);
                let Some(target) = self.named_method(
                    class,
                    method,
                    args.len().saturating_sub(receiver),
                    parameters.as_deref(),
                ) else {
                    return;
                };
                let (target, fork) = match mode {
                    CallMode::Virtual => (Target::Virtual(target), None),
                    CallMode::Fork(kind) => (Target::Virtual(target), Some(*kind)),
                    CallMode::Static => {
                        let owner = self.world.hierarchy.method(target).class;
                        self.init(owner);
                        (Target::Fixed(target), None)
                    }
                    CallMode::Special => (Target::Fixed(target), None),
                };
                let args = args.iter().map(|arg| arg.map(var)).collect();
                // Whoever runs a loop waits for its end, and gets the exceptions.
                let is_waited_for = matches!(fork, None | Some(ForkKind::Loop));
                let exc = is_waited_for.then_some(self.exc);
                let ordinal = self.ordinal();
                self.call(Call { target, args, result: to.map(var), exc, fork, ordinal });
            }
            Statement::Return(from) => {
                if let Some(ret) = ret {
                    self.copy(ret, var(*from));
                }
            }
            Statement::Throw(from) => {
                let exc = self.exc;
                self.copy(exc, var(*from));
            }
        }
    }

    fn slot(&mut self, field: &Field) -> Option<Slot> {
        let kind = match field {
            Field::State(name) => SlotKind::State(Name::new(name)),
            Field::Element => SlotKind::Element,
            Field::Declared { class, name } => SlotKind::Field(self.named_field(class, name)?),
        };
        Some(self.types.slot(kind))
    }

    /// A static field; one that exists for models only is a state of the class object.
    fn static_place(&mut self, class: &str, field: &str) -> StaticPlace {
        let name = Name::new(class);
        let id = self.class(name);
        let hierarchy = &self.world.hierarchy;
        let found = hierarchy.fields(id).find(|&f| hierarchy.field(f).name.as_str() == field);
        if let Some(field) = found {
            return StaticPlace::Field(field);
        }
        let base = self.var();
        self.new_object(base, New::Class(Type::Ref(name)));
        StaticPlace::State(base, self.types.slot(SlotKind::State(Name::new(field))))
    }

    /// A field by its name alone, in a class or above it.
    pub(crate) fn named_field(&mut self, class: &str, field: &str) -> Option<FieldId> {
        let found = self.lookup_class(class)?.into_iter().find_map(|class| {
            let hierarchy = &self.world.hierarchy;
            hierarchy.fields(class).find(|&f| hierarchy.field(f).name.as_str() == field)
        });
        if found.is_none() {
            self.gaps.model(format!("a model names the field {class}.{field}, which is not there"));
        }
        found
    }

    /// A method by name and number of parameters, or by their types, in a class or above it.
    pub(crate) fn named_method(
        &mut self,
        class: &str,
        method: &str,
        arity: usize,
        parameters: Option<&[String]>,
    ) -> Option<MethodId> {
        let hierarchy = |this: &Self, at: ClassId| -> Option<MethodId> {
            let hierarchy = &this.world.hierarchy;
            hierarchy.methods(at).find(|&m| {
                let decl = hierarchy.method(m);
                let has = decl.ty.parameters();
                decl.name.as_str() == method
                    && has.len() == arity
                    && parameters.is_none_or(|wanted| {
                        has.iter().zip(wanted).all(|(has, wanted)| has.descriptor() == *wanted)
                    })
            })
        };
        let found = self.lookup_class(class)?.into_iter().find_map(|at| hierarchy(self, at));
        if found.is_none() {
            self.gaps.model(format!(
                "a model calls {class}.{method} with {arity} arguments, which is not there"
            ));
        }
        found
    }

    /// A class and everything above it.
    fn lookup_class(&mut self, class: &str) -> Option<Vec<ClassId>> {
        let id = self.class(Name::new(class));
        if self.world.hierarchy.is_phantom(id) {
            self.gaps.model(format!("a model names the class {class}, which is not there"));
            return None;
        }
        Some(
            std::iter::once(id)
                .chain(self.world.hierarchy.all_supertypes(id).iter().copied())
                .collect(),
        )
    }
}

/// A type from an internal name or a descriptor.
fn type_of(text: &str) -> Option<Type> {
    Type::from_class_name(Name::new(text)).or_else(|| Type::from_descriptor(text))
}
