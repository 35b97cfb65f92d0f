//! `java.lang.reflect.Proxy`: an object of interfaces whose calls all go to a handler.
//!
//! Coarser than the library: a proxy of several interfaces is one object for each of them, all with the same handler. What a
//! handler throws leaves the call as it is. The class of proxies (`getProxyClass`) is one that nobody knows.

use ir::hierarchy::MethodId;
use ir::{MethodType, Name, Type};

use crate::code::{Call, Code, CodeKey, Member, New, Stmt, Target};
use crate::extract::Builder;
use crate::ids::{DynClass, Slot, Var};
use crate::types::{DynClassData, Made, PROXY, SlotKind};

use super::{CLASS, ClassStep, Expansion, Params, RuleKind};

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

    /// The code of a method of a proxy: the handler is called with the arguments in an array.
    pub(crate) fn proxy_code(mut self, class: DynClass, method: MethodId) -> Code {
        let ty = self.world.hierarchy.method(method).ty;
        let (this, array, reflected) = (self.var(), self.var(), self.var());
        self.allocate(array, Type::object().array_of());
        let mut params = vec![Some(this)];
        for &ty in ty.parameters() {
            let param = ty.is_reference().then(|| self.var());
            params.push(param);
            if let Some(from) = param.or_else(|| self.boxed(ty)) {
                let slot = self.types.slot(SlotKind::Element);
                self.push(Stmt::Store { base: array, slot, from });
            }
        }
        if let Some(class) = self.library_class(METHOD) {
            self.new_object(reflected, New::Member(class, Member::Method(method)));
        }
        let ret = ty.result().filter(|ty| ty.is_reference()).map(|ty| (self.var(), ty));
        if let (Some(target), Some(slot)) = (self.handler_method(), self.handler_slot()) {
            let (handler, result) = (self.var(), self.var());
            self.push(Stmt::Load { to: handler, base: this, slot });
            let (exc, ordinal) = (Some(self.exc), self.ordinal());
            let args = [Some(handler), Some(this), Some(reflected), Some(array)].into();
            let (target, result_of) = (Target::Virtual(target), Some(result));
            self.call(Call { target, args, result: result_of, exc, fork: None, ordinal });
            if let Some((ret, ty)) = ret {
                self.copy_filtered(ret, result, ty);
            }
        }
        self.finish(CodeKey::Proxy(class, method), params, ret.map(|(ret, _)| ret), false)
    }

    fn handler_method(&mut self) -> Option<MethodId> {
        let params = [Type::object(), Type::Ref(Name::new(METHOD)), Type::object().array_of()];
        let handler = self.class(Name::new(HANDLER));
        let ty = MethodType::new(&params, Some(Type::object()));
        self.world.hierarchy.declared_method(handler, Name::new("invoke"), ty)
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
