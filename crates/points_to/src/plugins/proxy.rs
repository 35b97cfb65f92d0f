//! `java.lang.reflect.Proxy`: an object of interfaces whose calls all go to a handler.
//!
//! Coarser than the library: a proxy of several interfaces is one object for each of them, all with the same handler. The code
//! of all methods of a proxy is one: the handler gets any method of the interface and an array of anything that was passed.
//! The class of proxies (`getProxyClass`) is one that nobody knows.

use classfile::MethodFlags;
use ir::hierarchy::ClassId;
use ir::{MethodType, Name, Type};

use crate::code::{Call, Code, CodeKey, Member, New, Stmt, Target};
use crate::extract::Builder;
use crate::ids::{DynClass, Slot, Var};
use crate::types::{DynClassData, Made, PROXY, SlotKind};

use super::{CLASS, ClassStep, Expansion, MAX_ARGUMENTS, Params, RuleKind};

const HANDLER: &str = "java/lang/reflect/InvocationHandler";
const METHOD: &str = "java/lang/reflect/Method";

impl Builder<'_> {
    pub(super) fn proxies(&mut self, name: &str, params: &Params<'_>, ret: Option<Var>) -> bool {
        match name {
            "proxy-new-instance" => {
                let interfaces = self.elements(params.of("[Ljava/lang/Class;"));
                self.rule(RuleKind::OfClass(ClassStep::Proxy), interfaces, vec![], ret);
                if let (Some(base), Some(from), Some(slot)) =
                    (ret, params.of(HANDLER), self.handler_slot())
                {
                    self.push(Stmt::Store { base, slot, from });
                }
            }
            "proxy-class" => {
                if let (Some(ret), Some(class)) = (ret, self.library_class(CLASS)) {
                    self.new_object(ret, New::Merged(class));
                }
            }
            _ => return false,
        }
        true
    }

    /// Where a proxy keeps its handler.
    fn handler_slot(&mut self) -> Option<Slot> {
        let field = self.named_field(PROXY, "h")?;
        Some(self.types.slot(SlotKind::Field(field)))
    }

    /// The code of all methods of a proxy: the handler is called with the arguments in an array.
    pub(crate) fn proxy_code(mut self, class: DynClass) -> Code {
        let this = self.var();
        let mut params = vec![Some(this)];
        params.extend((1..MAX_ARGUMENTS).map(|_| Some(self.var())));
        let (array, method, ret) = (self.var(), self.var(), self.var());
        self.allocate(array, Type::object().array_of());
        for &from in params[1..].iter().flatten() {
            let slot = self.types.slot(SlotKind::Element);
            self.push(Stmt::Store { base: array, slot, from });
        }
        self.proxied_methods(class, method);
        if let (Some(target), Some(slot)) = (self.handler_method(), self.handler_slot()) {
            let handler = self.var();
            self.push(Stmt::Load { to: handler, base: this, slot });
            let (exc, ordinal) = (Some(self.exc), self.ordinal());
            let args = [Some(handler), Some(this), Some(method), Some(array)].into();
            let (target, result) = (Target::Virtual(target), Some(ret));
            self.call(Call { target, args, result, exc, fork: None, ordinal });
        }
        self.finish(CodeKey::Lambda(class), params, Some(ret), false)
    }

    fn handler_method(&mut self) -> Option<ir::hierarchy::MethodId> {
        let params = [Type::object(), Type::Ref(Name::new(METHOD)), Type::object().array_of()];
        let handler = self.class(Name::new(HANDLER));
        let ty = MethodType::new(&params, Some(Type::object()));
        self.world.hierarchy.declared_method(handler, Name::new("invoke"), ty)
    }

    /// The methods that a proxy passes on: those of the interface, and what can be overridden of `Object`.
    fn proxied_methods(&mut self, class: DynClass, to: Var) {
        let interface = self.types.class(class).class;
        let Some(reflected) = self.library_class(METHOD) else { return };
        let object = self.world.hierarchy.object();
        let mut classes: Vec<ClassId> = vec![interface, object];
        classes.extend(self.world.hierarchy.all_supertypes(interface));
        classes.sort_unstable();
        classes.dedup();
        for class in classes {
            self.mention(class);
            let methods: Vec<_> = self.world.hierarchy.methods(class).collect();
            for method in methods {
                let decl = self.world.hierarchy.method(method);
                let not_passed = MethodFlags::STATIC | MethodFlags::FINAL | MethodFlags::PRIVATE;
                let is_passed = decl.flags.contains(MethodFlags::PUBLIC)
                    && !decl.flags.intersects(not_passed)
                    && !decl.name.as_str().starts_with('<');
                if is_passed {
                    self.new_object(to, New::Member(reflected, Member::Method(method)));
                }
            }
        }
    }
}

impl Expansion<'_> {
    /// An object that implements an interface.
    pub(super) fn proxy(&mut self, ty: Type) {
        let Some(class) = self.present(ty) else { return };
        let class = self.types.intern(DynClassData { ty, class, made: Some(Made::Proxy) });
        self.result(New::Site(class));
    }
}
