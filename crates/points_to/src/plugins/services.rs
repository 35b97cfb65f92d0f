//! `ServiceLoader`: the providers that `META-INF/services` names.

use ir::{MethodType, Name, Type};

use crate::code::{Call, New, Stmt, Target};
use crate::extract::Builder;
use crate::ids::Var;
use crate::types::SlotKind;

use super::{Expansion, Params, RuleKind};

impl Builder<'_> {
    /// A loader is a container of its providers: its state is called `contents`, as that of collections.
    pub(super) fn service_loaders(
        &mut self,
        name: &str,
        params: &Params<'_>,
        ret: Option<Var>,
    ) -> bool {
        if name != "service-load" {
            return false;
        }
        let (Some(ret), Some(ty)) = (ret, params.shape.result) else { return true };
        self.allocate(ret, ty);
        let provider = self.var();
        self.rule(RuleKind::Services, params.of("java/lang/Class"), vec![], Some(provider));
        let slot = self.types.slot(SlotKind::State(Name::new("contents")));
        self.push(Stmt::Store { base: ret, slot, from: provider });
        true
    }
}

impl Expansion<'_> {
    pub(super) fn services(&mut self) {
        let Some(Type::Ref(service)) = self.class_object() else {
            return self.unknown("providers of a service that is not known");
        };
        let path = format!("META-INF/services/{}", service.as_str().replace('/', "."));
        for text in self.world.source.resources(&path) {
            for line in text.lines() {
                let name = line.split('#').next().unwrap_or_default().trim();
                if !name.is_empty() {
                    self.provider(Name::new(&name.replace('.', "/")));
                }
            }
        }
    }

    fn provider(&mut self, name: Name) {
        let Some((class, dyn_class)) = self.instantiable(Type::Ref(name)) else {
            return self.unknown(&format!("the service provider {name}"));
        };
        let init = MethodType::new(&[], None);
        let constructor = self.world.hierarchy.declared_method(class, Name::new("<init>"), init);
        let (Some(to), Some(constructor), ordinal) =
            (self.rule.result, constructor, self.rule.ordinal)
        else {
            return;
        };
        self.push(Stmt::Init(class));
        self.push(Stmt::New { to, what: New::Site(dyn_class), ordinal });
        self.push(Stmt::Call(Call {
            target: Target::Special(constructor),
            args: [Some(to)].into(),
            result: None,
            exc: None,
            fork: None,
            ordinal,
        }));
    }
}
