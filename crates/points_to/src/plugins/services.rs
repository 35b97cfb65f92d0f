//! `ServiceLoader`: the providers that `META-INF/services` and module descriptors name.
//!
//! Coarser than the library: a provider with a static method `provider()` is made by it and by its constructor, where the
//! library looks at which kind of module it comes from. All providers are made at once.

use classfile::MethodFlags;
use ir::{Name, Type};

use crate::code::Stmt;
use crate::extract::Builder;
use crate::ids::Var;
use crate::types::SlotKind;

use super::{CLASS, ClassStep, Expansion, Params, RuleKind};

impl Builder<'_> {
    pub(super) fn service_loaders(
        &mut self,
        name: &str,
        params: &Params<'_>,
        ret: Option<Var>,
    ) -> bool {
        if name != "service-load" {
            return false;
        }
        let (Some(base), Some(ty)) = (ret, params.shape.result) else { return true };
        self.allocate(base, ty);
        let provider = self.var();
        let kind = RuleKind::OfClass(ClassStep::Services);
        self.rule(kind, params.of(CLASS), vec![], Some(provider));
        let slot = self.types.slot(SlotKind::State(Name::new("providers")));
        self.push(Stmt::Store { base, slot, from: provider });
        true
    }
}

impl Expansion<'_> {
    /// All providers of a service.
    pub(super) fn services(&mut self, service: Type) {
        let Type::Ref(service) = service else { return };
        let path = format!("META-INF/services/{}", service.as_str().replace('/', "."));
        for text in self.world.source.resources(&path) {
            for line in text.lines() {
                let name = line.split('#').next().unwrap_or_default().trim();
                if !name.is_empty() {
                    self.provider(Type::Ref(Name::new(&name.replace('.', "/"))));
                }
            }
        }
    }

    /// One provider.
    pub(super) fn provider(&mut self, ty: Type) {
        let Some(class) = self.present(ty) else {
            return self.unknown(&format!("the service provider {}", Self::spelled(ty)));
        };
        self.new_instance(ty);
        let hierarchy = &self.world.hierarchy;
        let factory = hierarchy.methods(class).find(|&method| {
            let decl = hierarchy.method(method);
            decl.name.as_str() == "provider"
                && decl.ty.parameters().is_empty()
                && decl.flags.contains(MethodFlags::PUBLIC | MethodFlags::STATIC)
        });
        if let Some(factory) = factory {
            self.call_static(factory, vec![]);
        }
    }
}
