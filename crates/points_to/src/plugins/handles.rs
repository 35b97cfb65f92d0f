//! Method handles: looked up, bound, combined, called.
//!
//! A handle that was looked up stands for its member. One that is made of others is an object with code of its own: it holds
//! what it was made of in states, and calls it.
//!
//! Coarser than the library: handles are looked up by name alone, since types of methods are not followed; a call passes over
//! what cannot take that many arguments. A combined handle (`filterArguments`, `guardWithTest`, `asSpreader` …) keeps one heap
//! of the values that it was given, is called with, gets back and catches, takes arrays in it apart, calls each handle that it
//! was given or finds in there with anything that fits, and returns or throws all of it. The handles that one method makes
//! share their code, so they mix.

use ir::{Name, Type};

use crate::code::{Code, CodeKey, New, Stmt};
use crate::extract::Builder;
use crate::ids::{DynClass, Slot, Var};
use crate::types::{HandleKind, SlotKind};

use super::{
    Access, CLASS, ClassStep, MAX_ARGUMENTS, METHOD_HANDLE, MemberStep, Params, RuleKind, Scope,
    Sought,
};

const LIST: &str = "java/util/List";

impl Builder<'_> {
    pub(super) fn handles(&mut self, name: &str, params: &Params<'_>, ret: Option<Var>) -> bool {
        let Some(what) = name.strip_prefix("method-handle-") else { return false };
        match what {
            "unreflect" => {
                let step = match params.of(CLASS) {
                    Some(_) => MemberStep::SpecialHandle,
                    None => MemberStep::Handle,
                };
                self.rule(RuleKind::OfMember(step), params.at(params.first()), vec![], ret);
            }
            "unreflect-setter" => {
                let kind = RuleKind::OfMember(MemberStep::SetterHandle);
                self.rule(kind, params.at(params.first()), vec![], ret);
            }
            "bind" => {
                let parts = [("target", params.at(0)), ("first", params.at(1))];
                self.make_handle(HandleKind::Bound, ret, &parts);
            }
            "constant" => {
                let value = params.from(params.first()).pop().flatten();
                self.make_handle(HandleKind::Constant, ret, &[("value", value)]);
            }
            "combine" => {
                let types = params.shape.params.clone();
                let parts: Vec<_> = types
                    .into_iter()
                    .zip(params.from(0))
                    .filter_map(|(ty, var)| self.part(ty, var))
                    .collect();
                self.make_handle(HandleKind::Combined, ret, &parts);
            }
            "array" => {
                self.rule(RuleKind::OfClass(ClassStep::ArrayHandle), params.of(CLASS), vec![], ret);
            }
            "invoke" => {
                let kind = RuleKind::Use(Access::Direct);
                self.rule(kind, params.at(0), params.from(1), ret);
            }
            "invoke-with-arguments" => {
                let arguments = match params.of(LIST) {
                    Some(base) => Some(self.load(base, "contents")),
                    None => self.elements(params.at(1)),
                };
                self.rule(RuleKind::Use(Access::Any), params.at(0), vec![arguments], ret);
            }
            _ => return self.find_handle(what, params, ret),
        }
        true
    }

    fn find_handle(&mut self, what: &str, params: &Params<'_>, ret: Option<Var>) -> bool {
        let sought = match what {
            "find-virtual" => Sought::InstanceMethods,
            "find-static" => Sought::StaticMethods,
            "find-special" => Sought::SpecialMethods,
            "find-constructor" => Sought::Constructors,
            "find-getter" => Sought::InstanceFields,
            "find-setter" => Sought::InstanceSetters,
            "find-static-getter" => Sought::StaticFields,
            "find-static-setter" => Sought::StaticSetters,
            _ => return false,
        };
        let scope = if sought == Sought::Constructors { Scope::Declared } else { Scope::All };
        self.find(params, ret, METHOD_HANDLE, sought, scope);
        true
    }

    /// The result is a handle that is made of others.
    fn make_handle(&mut self, kind: HandleKind, ret: Option<Var>, parts: &[(&str, Option<Var>)]) {
        let Some(ret) = ret else { return };
        self.new_object(ret, New::Handle(kind));
        for &(name, part) in parts {
            if let Some(from) = part {
                let slot = self.state(name);
                self.push(Stmt::Store { base: ret, slot, from });
            }
        }
    }

    /// Which part of a combined handle a parameter of its maker is, arrays taken apart; none if it is neither called nor
    /// passed on.
    fn part(&mut self, ty: Type, var: Option<Var>) -> Option<(&'static str, Option<Var>)> {
        let (mut ty, mut var) = (ty, var);
        while let Some(element) = ty.element() {
            (ty, var) = (element, self.elements(var));
        }
        match ty {
            Type::Ref(name) if name.as_str() == METHOD_HANDLE => Some(("handles", var)),
            _ if ty == Type::object() => Some(("values", var)),
            _ => None,
        }
    }

    fn state(&mut self, name: &str) -> Slot {
        self.types.slot(SlotKind::State(Name::new(name)))
    }

    fn load(&mut self, base: Var, state: &str) -> Var {
        let (to, slot) = (self.var(), self.state(state));
        self.push(Stmt::Load { to, base, slot });
        to
    }

    /// The code of a handle that is made of others.
    pub(crate) fn handle_code(mut self, class: DynClass, kind: HandleKind) -> Code {
        let this = self.var();
        let mut params = vec![Some(this)];
        params.extend((1..MAX_ARGUMENTS).map(|_| Some(self.var())));
        let ret = match kind {
            HandleKind::Constant => self.load(this, "value"),
            HandleKind::Bound => self.bound_code(this, &params),
            HandleKind::Combined => self.combined_code(this, &params),
        };
        self.finish(CodeKey::Lambda(class), params, Some(ret), false)
    }

    /// The target is called with one argument more.
    fn bound_code(&mut self, this: Var, params: &[Option<Var>]) -> Var {
        let (target, first) = (self.load(this, "target"), self.load(this, "first"));
        let mut args = vec![Some(first)];
        args.extend_from_slice(&params[1..MAX_ARGUMENTS - 1]);
        let ret = self.var();
        self.rule(RuleKind::Use(Access::Direct), Some(target), args, Some(ret));
        ret
    }

    /// Everything that is at hand may be called with everything.
    fn combined_code(&mut self, this: Var, params: &[Option<Var>]) -> Var {
        let (handles, heap) = (self.load(this, "handles"), self.load(this, "values"));
        for &from in params[1..].iter().flatten() {
            self.copy(heap, from);
        }
        let slot = self.types.slot(SlotKind::Element);
        self.push(Stmt::Load { to: heap, base: heap, slot });
        self.copy_filtered(handles, heap, Type::Ref(Name::new(METHOD_HANDLE)));
        self.rule(RuleKind::Use(Access::Any), Some(handles), vec![Some(heap)], Some(heap));
        let exc = self.exc;
        self.copy_filtered(exc, heap, Type::Ref(Name::new("java/lang/Throwable")));
        self.copy(heap, exc);
        heap
    }
}
