//! Object streams: the private methods that classes have for them.

use classfile::MethodFlags;
use ir::hierarchy::MethodId;
use ir::{MethodType, Name, Type};

use crate::extract::Builder;
use crate::ids::Var;

use super::{Expansion, Params, RuleKind};

/// What object streams call in classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names of the methods")]
pub enum Hook {
    WriteObject,
    ReadObject,
    ReadObjectNoData,
    WriteReplace,
    ReadResolve,
}

impl Hook {
    /// The hook that a method of `ObjectStreamClass` calls.
    fn of_caller(name: &str) -> Option<Hook> {
        Some(match name {
            "invokeWriteObject" => Hook::WriteObject,
            "invokeReadObject" => Hook::ReadObject,
            "invokeReadObjectNoData" => Hook::ReadObjectNoData,
            "invokeWriteReplace" => Hook::WriteReplace,
            "invokeReadResolve" => Hook::ReadResolve,
            _ => return None,
        })
    }

    fn name_and_type(self) -> (Name, MethodType) {
        let stream = |name: &str| MethodType::new(&[Type::Ref(Name::new(name))], None);
        let (name, ty) = match self {
            Hook::WriteObject => ("writeObject", stream("java/io/ObjectOutputStream")),
            Hook::ReadObject => ("readObject", stream("java/io/ObjectInputStream")),
            Hook::ReadObjectNoData => ("readObjectNoData", MethodType::new(&[], None)),
            Hook::WriteReplace => ("writeReplace", MethodType::new(&[], Some(Type::object()))),
            Hook::ReadResolve => ("readResolve", MethodType::new(&[], Some(Type::object()))),
        };
        (Name::new(name), ty)
    }

    /// Whether each class has its own, or the nearest one is inherited.
    fn is_inherited(self) -> bool {
        matches!(self, Hook::WriteReplace | Hook::ReadResolve)
    }
}

impl Builder<'_> {
    pub(super) fn object_streams(
        &mut self,
        name: &str,
        params: &Params<'_>,
        ret: Option<Var>,
    ) -> bool {
        match name {
            "serial-call" => match Hook::of_caller(params.name.as_str()) {
                Some(hook) => {
                    let kind = RuleKind::SerialHook(hook);
                    self.rule(kind, params.at(1), vec![params.at(2)], ret);
                }
                None => self.gaps.model(format!("{}, which calls no hook", params.name)),
            },
            _ => return false,
        }
        true
    }
}

impl Expansion<'_> {
    /// The hooks of the classes of an object are called.
    pub(super) fn serial_hook(&mut self, hook: Hook) {
        let data = self.types.class(self.object.class);
        if data.ty.is_array() || data.made.is_some() {
            return;
        }
        let (name, ty) = hook.name_and_type();
        let hierarchy = &self.world.hierarchy;
        let classes = std::iter::once(data.class).chain(hierarchy.superclasses(data.class));
        let mut hooks: Vec<MethodId> = classes
            .filter_map(|class| hierarchy.declared_method(class, name, ty))
            .filter(|&method| {
                let flags = hierarchy.method(method).flags;
                !flags.contains(MethodFlags::STATIC)
                    && (hook.is_inherited() || flags.contains(MethodFlags::PRIVATE))
            })
            .collect();
        if hook.is_inherited() {
            hooks.truncate(1);
        }
        for method in hooks {
            let this = self.this();
            let args = match ty.parameters() {
                [] => vec![Some(this)],
                _ => vec![Some(this), self.arg(0)],
            };
            self.call_exactly(method, args, self.rule.result);
        }
    }
}
