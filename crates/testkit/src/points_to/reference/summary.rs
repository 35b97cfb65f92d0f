//! The rules for summaries of models. Each call has its own copy of a summary, unless it makes no difference: no objects flow
//! through it.

use ir::hierarchy::{ClassId, FieldId, MethodId};
use ir::{Name, Type};
use models::{
    CallMode, Effect, Field, ForkKind, MethodCode, MethodModel, Property, Statement, Var,
};
use points_to::{Node, ObjData, ObjKind, SlotKind};

use super::calls::{Call, Target};
use super::{Ordinal, Pointer, Reference};

impl Reference<'_> {
    pub(super) fn summary(&mut self, node: Node, model: &MethodModel) {
        let MethodCode::Summary(summary) = &model.code else { return };
        let fixed = model.fixed_variables();
        let var = |Var(number): Var| match number {
            number if number < fixed => Pointer::Param(node, usize::from(number)),
            number => Pointer::Temporary(node, u32::from(number)),
        };
        for (number, statement) in summary.statements.iter().enumerate() {
            self.statement(node, Ordinal(number as u32), statement, &var);
        }
    }

    fn statement(
        &mut self,
        node: Node,
        at: Ordinal,
        statement: &Statement,
        var: &dyn Fn(Var) -> Pointer,
    ) {
        match statement {
            Statement::Copy { to, from } => self.copy(var(*to), var(*from)),
            Statement::Cast { to, from, class } => {
                self.copy_filtered(var(*to), var(*from), type_of(class));
            }
            Statement::New { to, class } => {
                if let Some(ty) = type_of(class) {
                    self.place(node, at, || "new".to_owned());
                    let obj = self.allocate(node, at, ty);
                    self.add(var(*to), [obj]);
                }
            }
            Statement::Load { to, base, field } => {
                if let Some(slot) = self.slot(field) {
                    self.load(var(*to), var(*base), slot);
                }
            }
            Statement::Store { base, field, from } => {
                if let Some(slot) = self.slot(field) {
                    self.store(var(*base), slot, var(*from));
                }
            }
            Statement::LoadStatic { to, class, field } => {
                let from = self.static_place(class, field);
                self.copy(var(*to), from);
            }
            Statement::StoreStatic { class, field, from } => {
                let to = self.static_place(class, field);
                self.copy(to, var(*from));
            }
            Statement::Call { to, mode, class, method, parameters, args } => {
                let count = args.len() - usize::from(*mode != CallMode::Static);
                let Some(method) = self.method_named(class, method, count, parameters.as_deref())
                else {
                    return;
                };
                let name = format!("call {}", self.method_name(method));
                self.place(node, at, || name);
                let fork = match mode {
                    CallMode::Fork(kind) => Some(*kind),
                    _ => None,
                };
                // Nobody catches what ends a thread.
                let throws = matches!(fork, None | Some(ForkKind::Loop))
                    .then_some((Pointer::Throws(node), None));
                let call = Call {
                    from: node,
                    at,
                    args: args.iter().map(|arg| arg.map(var)).collect(),
                    result: to.map(var),
                    throws: throws.into_iter().collect(),
                    fork,
                };
                let target = match mode {
                    CallMode::Virtual | CallMode::Fork(_) => Target::Virtual(method),
                    CallMode::Static | CallMode::Special => Target::Fixed(method),
                };
                if *mode == CallMode::Static {
                    self.initialised_first(node, self.hierarchy.method(method).class);
                }
                self.call(&call, target);
            }
            Statement::Return(from) => self.copy(Pointer::Return(node), var(*from)),
            Statement::Throw(from) => self.copy(Pointer::Throws(node), var(*from)),
        }
    }

    /// Whether each call has its own copy: if it keeps, makes, returns or throws objects, or passes them on to code that may.
    /// `equals` and the like of every object are not taken for such code, and a class is initialised once for all.
    pub(super) fn is_per_call(&self, model: &MethodModel) -> bool {
        let MethodCode::Summary(summary) = &model.code else { return false };
        if model.effects.contains(&Effect::Property(Property::Shared)) {
            return false;
        }
        let is_merged_class = |class: &str| {
            let class = type_of(class).filter(|ty| !ty.is_array());
            class.is_some_and(|ty| match ty {
                Type::Ref(name) => {
                    let class = self.class(name);
                    class.is_some_and(|class| self.has_property(class, Property::Merged))
                }
                _ => false,
            })
        };
        let is_merged = |var: Var| {
            let mut makers =
                summary.statements.iter().filter(|s| target(s) == Some(var)).peekable();
            makers.peek().is_some()
                && makers
                    .all(|s| matches!(s, Statement::New { class, .. } if is_merged_class(class)))
        };
        model.name != "<clinit>"
            && summary.statements.iter().any(|statement| match statement {
                Statement::Store { .. } | Statement::StoreStatic { .. } => true,
                Statement::New { class, .. } => !is_merged_class(class),
                Statement::Return(var) | Statement::Throw(var) => !is_merged(*var),
                Statement::Call { mode, class, args, .. } => {
                    let passes = args.iter().skip(1).any(Option::is_some);
                    let is_param = |var: &Var| var.0 < model.fixed_variables();
                    let receiver = args.first().copied().flatten();
                    let is_callback = receiver.is_some_and(|var| is_param(&var) || !is_merged(var));
                    let is_of_every_object = class == "java/lang/Object";
                    match mode {
                        CallMode::Fork(_) => true,
                        CallMode::Static | CallMode::Special => !is_of_every_object,
                        CallMode::Virtual => (passes || is_callback) && !is_of_every_object,
                    }
                }
                Statement::Copy { .. }
                | Statement::Cast { .. }
                | Statement::Load { .. }
                | Statement::LoadStatic { .. } => false,
            })
    }

    fn slot(&self, field: &Field) -> Option<SlotKind> {
        Some(match field {
            Field::State(name) => SlotKind::State(Name::new(name)),
            Field::Element => SlotKind::Element,
            Field::Declared { class, name } => SlotKind::Field(self.field_named(class, name)?),
        })
    }

    /// A static field of a class; one that exists for models only is a state of the class object.
    fn static_place(&mut self, class: &str, field: &str) -> Pointer {
        let name = Name::new(class);
        let is_it = |&f: &FieldId| self.hierarchy.field(f).name.as_str() == field;
        let found = self.class(name).and_then(|id| self.hierarchy.fields(id).find(is_it));
        if let Some(field) = found {
            return Pointer::Static(field);
        }
        let (heap, kind) = (self.contexts.empty(), ObjKind::Class(Type::Ref(name)));
        let class = self.dyn_class(Type::Ref(Name::new("java/lang/Class")));
        let obj = self.objs.id(ObjData { kind, class, heap });
        Pointer::Field(obj, SlotKind::State(Name::new(field)))
    }

    /// A class that is there and everything above it.
    fn with_supertypes(&self, class: &str) -> Vec<ClassId> {
        let class = self.class(Name::new(class)).filter(|&c| !self.hierarchy.is_phantom(c));
        let above = |class| self.hierarchy.all_supertypes(class).iter().copied();
        class.into_iter().flat_map(|class| std::iter::once(class).chain(above(class))).collect()
    }

    fn field_named(&self, class: &str, name: &str) -> Option<FieldId> {
        self.with_supertypes(class).into_iter().find_map(|class| {
            let mut fields = self.hierarchy.fields(class);
            fields.find(|&field| self.hierarchy.field(field).name.as_str() == name)
        })
    }

    fn method_named(
        &self,
        class: &str,
        name: &str,
        count: usize,
        parameters: Option<&[String]>,
    ) -> Option<MethodId> {
        let is_it = |&method: &MethodId| {
            let decl = self.hierarchy.method(method);
            let has: Vec<String> = decl.ty.parameters().iter().map(|ty| ty.descriptor()).collect();
            let fits = parameters.is_none_or(|wanted| has == wanted);
            decl.name.as_str() == name && has.len() == count && fits
        };
        let classes = self.with_supertypes(class).into_iter();
        classes.flat_map(|class| self.hierarchy.methods(class)).find(is_it)
    }
}

/// The variable that a statement defines.
fn target(statement: &Statement) -> Option<Var> {
    match statement {
        Statement::Copy { to, .. }
        | Statement::Cast { to, .. }
        | Statement::New { to, .. }
        | Statement::Load { to, .. }
        | Statement::LoadStatic { to, .. } => Some(*to),
        Statement::Call { to, .. } => *to,
        _ => None,
    }
}

/// A type from an internal name or a descriptor.
fn type_of(text: &str) -> Option<Type> {
    Type::from_class_name(Name::new(text)).or_else(|| Type::from_descriptor(text))
}
