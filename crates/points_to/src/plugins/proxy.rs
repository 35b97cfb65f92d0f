//! `java.lang.reflect.Proxy`: an object of an interface whose calls all go to a handler.

use ir::{MethodType, Name, Type};

use crate::code::{Call, Code, CodeKey, New, Stmt, Target};
use crate::extract::Builder;
use crate::ids::{DynClass, Var};
use crate::types::{DynClassData, Made, SlotKind};

use super::{Expansion, MAX_ARGUMENTS, Params, RuleKind};

const HANDLER: &str = "java/lang/reflect/InvocationHandler";

impl Builder<'_> {
    pub(super) fn proxies(&mut self, name: &str, params: &Params<'_>, ret: Option<Var>) -> bool {
        if name != "proxy-new-instance" {
            return false;
        }
        let interfaces = self.elements(params.of("[Ljava/lang/Class;"));
        self.rule(RuleKind::Proxy, interfaces, vec![params.of(HANDLER)], ret);
        if let (Some(base), Some(from)) = (ret, params.of(HANDLER)) {
            let slot = self.types.slot(SlotKind::Capture(0));
            self.push(Stmt::Store { base, slot, from });
        }
        true
    }

    /// The code of all methods of a proxy: the handler is called with the arguments in an array.
    pub(crate) fn proxy_code(mut self, class: DynClass) -> Code {
        let params: Vec<Option<Var>> = (0..MAX_ARGUMENTS).map(|_| Some(self.var())).collect();
        let (this, ret) = (params[0], Some(self.var()));
        let array_type = Type::object().array_of();
        let array = self.var();
        self.allocate(array, array_type);
        for from in params.iter().skip(1).flatten() {
            let slot = self.types.slot(SlotKind::Element);
            self.push(Stmt::Store { base: array, slot, from: *from });
        }
        let method = self.var();
        let method_type = Type::Ref(Name::new("java/lang/reflect/Method"));
        self.allocate(method, method_type);
        let invoke =
            MethodType::new(&[Type::object(), method_type, array_type], Some(Type::object()));
        let handler_class = self.class(Name::new(HANDLER));
        let target =
            self.world.hierarchy.declared_method(handler_class, Name::new("invoke"), invoke);
        if let (Some(target), Some(base)) = (target, this) {
            let handler = self.var();
            let slot = self.types.slot(SlotKind::Capture(0));
            self.push(Stmt::Load { to: handler, base, slot });
            let (exc, ordinal) = (Some(self.exc), self.ordinal());
            let args = [Some(handler), this, Some(method), Some(array)].into();
            self.call(Call {
                target: Target::Virtual(target),
                args,
                result: ret,
                exc,
                fork: None,
                ordinal,
            });
        }
        self.finish(CodeKey::Lambda(class), params, ret, false)
    }
}

impl Expansion<'_> {
    pub(super) fn proxy(&mut self) {
        let Some(ty) = self.class_object() else {
            return self.unknown("a proxy of an interface that is not known");
        };
        let Some(class) = self.world.load_type(ty).filter(|_| !ty.is_array()) else { return };
        let class = self.types.intern(DynClassData { ty, class, made: Some(Made::Proxy) });
        self.result(New::Proxy(class));
    }
}
