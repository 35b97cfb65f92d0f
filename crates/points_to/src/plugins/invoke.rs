//! Methods and constructors that are called through an object that stands for them.
//!
//! Coarser than the library: an argument that comes out of an array may be any parameter whose type it fits. What a method
//! returns that is no object comes back as its box. A number that a call through a handle passes for a parameter of a class
//! is not boxed.

use classfile::MethodFlags;
use ir::hierarchy::{MethodDecl, MethodId};
use ir::{MethodType, Name, Type};
use models::Property;

use crate::code::{Call, Member, New, Stmt, Target};
use crate::extract::Builder;
use crate::ids::{DynClass, Var};
use crate::types::{Made, SlotKind};

use super::fields::Cell;
use super::{Expansion, MAX_ARGUMENTS, METHOD_HANDLE, Params, RuleKind};

const TARGET_EXCEPTION: &str = "java/lang/reflect/InvocationTargetException";
const OBJECTS: &str = "[Ljava/lang/Object;";

/// How a member is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// Called. Arguments: receiver, then one that stands for all arguments (`Method.invoke`).
    Spread,
    /// Called. Arguments: those of the method, the receiver first (`MethodHandle.invoke`).
    Direct,
    /// Called. Argument: one that stands for all arguments, the receiver among them. What is no method handle is left alone.
    Any,
    /// Read or written.
    Cell(Cell),
}

impl Builder<'_> {
    pub(super) fn invocations(
        &mut self,
        name: &str,
        params: &Params<'_>,
        ret: Option<Var>,
    ) -> bool {
        let receiver = match name {
            "method-invoke" => params.at(1),
            "constructor-new-instance" => None,
            _ => return false,
        };
        let arguments = self.elements(params.of(OBJECTS));
        let thrown = self.invocation_target_exception();
        let (kind, args) = (RuleKind::Use(Access::Spread), vec![receiver, arguments]);
        self.rule_that_throws(kind, params.at(0), args, ret, thrown);
        true
    }

    /// The variable of exceptions that leave the method as the cause of another one.
    fn invocation_target_exception(&mut self) -> Var {
        let (thrown, wrapper, exc) = (self.var(), self.var(), self.exc);
        self.allocate(wrapper, Type::Ref(Name::new(TARGET_EXCEPTION)));
        self.copy(exc, wrapper);
        if let Some(field) = self.named_field(TARGET_EXCEPTION, "target") {
            let slot = self.types.slot(SlotKind::Field(field));
            self.push(Stmt::Store { base: wrapper, slot, from: thrown });
        }
        thrown
    }
}

impl Expansion<'_> {
    /// A method is called, or a field read or written, by reflection or through a handle.
    pub(super) fn use_member(&mut self, access: Access) {
        if let Some(member) = self.member() {
            return self.use_known(member, access);
        }
        let data = self.types.class(self.object.class);
        let is_handle = data.ty == Type::Ref(Name::new(METHOD_HANDLE));
        match (&data.made, access) {
            (Some(Made::Handle(_)), Access::Direct | Access::Any) => self.call_handle(access),
            (_, Access::Any) if !is_handle => {}
            _ => {
                let members = self.logged_members();
                for &member in &members {
                    self.use_known(member, access);
                }
                if members.is_empty() {
                    self.unknown("a member that is not known");
                }
            }
        }
    }

    fn use_known(&mut self, member: Member, access: Access) {
        match (member, access) {
            // In a heap of arguments, only handles are called.
            (_, Access::Any) if !self.is_handle() => {}
            (Member::Method(method), _) => self.call_member(method, access, false),
            (Member::Special(method), _) => self.call_member(method, access, true),
            (Member::Array(class), _) => self.use_array(class, access),
            (_, Access::Cell(cell)) => self.access(member, cell),
            (_, Access::Any) => self.access_any(member),
            (_, Access::Spread | Access::Direct) => self.access(member, Cell::of_handle(member)),
        }
    }

    fn is_handle(&self) -> bool {
        self.types.class(self.object.class).ty == Type::Ref(Name::new(METHOD_HANDLE))
    }

    /// A handle that is made of others has code of its own.
    fn call_handle(&mut self, access: Access) {
        let Some(invoke) = self.invoke_method() else { return };
        let this = self.this();
        let mut args = vec![Some(this)];
        match access {
            Access::Any => args.resize(MAX_ARGUMENTS, self.arg(0)),
            _ => args.extend_from_slice(&self.rule.args),
        }
        self.call(Target::Virtual(invoke), args, self.rule.result);
    }

    /// A handle for the method that calls handles: the first argument is one.
    fn invoke_handle(&mut self, access: Access) {
        let Some(handle) = self.arg(0) else { return };
        match access {
            Access::Direct => {
                let rest = self.rule.args[1..].to_vec();
                self.then(RuleKind::Use(Access::Direct), handle, rest);
            }
            Access::Any if self.rule.base != handle => {
                self.then(RuleKind::Use(Access::Any), handle, vec![Some(handle)]);
            }
            // Everything that is there is called already.
            Access::Any => {}
            // The library does not allow it.
            Access::Spread | Access::Cell(_) => {}
        }
    }

    fn invoke_method(&mut self) -> Option<MethodId> {
        let class = self.world.load(Name::new(METHOD_HANDLE));
        let ty = MethodType::new(&[Type::object().array_of()], Some(Type::object()));
        self.world.hierarchy.declared_method(class, Name::new("invoke"), ty)
    }

    fn call(&mut self, target: Target, args: Vec<Option<Var>>, result: Option<Var>) {
        let (args, exc, ordinal) = (args.into(), self.rule.exc, self.rule.ordinal);
        self.push(Stmt::Call(Call { target, args, result, exc, fork: None, ordinal }));
    }

    /// An object of a class is made with the constructor without parameters.
    pub(super) fn new_instance(&mut self, ty: Type) {
        let Some((class, _)) = self.instantiable(ty) else { return };
        let (init, no_parameters) = (Name::new("<init>"), MethodType::new(&[], None));
        if let Some(constructor) = self.world.hierarchy.declared_method(class, init, no_parameters)
        {
            self.construct(constructor, vec![]);
        }
    }

    /// The result is a new object, and the constructor runs on it.
    fn construct(&mut self, constructor: MethodId, values: Vec<Option<Var>>) {
        let owner = self.world.hierarchy.method(constructor).class;
        let ty = Type::Ref(self.world.hierarchy.name(owner));
        let Some((class, dyn_class)) = self.instantiable(ty) else { return };
        self.push(Stmt::Init(class));
        // A variable of its own, so that no constructor sees the objects of another.
        let object = self.fresh();
        self.new_object(object, New::Site(dyn_class));
        if let Some(to) = self.rule.result {
            self.push(Stmt::Copy { to, from: object, filter: None });
        }
        let args = std::iter::once(Some(object)).chain(values).collect();
        self.call(Target::Special(constructor), args, None);
    }

    /// A static method is called, whose result is that of the rule.
    pub(super) fn call_static(&mut self, method: MethodId, args: Vec<Option<Var>>) {
        self.push(Stmt::Init(self.world.hierarchy.method(method).class));
        self.call(Target::Fixed(method), args, self.rule.result);
    }

    /// An instance method is called on the objects of a variable, without dispatch.
    pub(super) fn call_exactly(
        &mut self,
        method: MethodId,
        args: Vec<Option<Var>>,
        result: Option<Var>,
    ) {
        self.call(Target::Special(method), args, result);
    }

    fn call_member(&mut self, method: MethodId, access: Access, is_exact: bool) {
        let decl = self.world.hierarchy.method(method).clone();
        if self.world.hierarchy.is_signature_polymorphic(method)
            && self.world.hierarchy.name(decl.class).as_str() == METHOD_HANDLE
        {
            return self.invoke_handle(access);
        }
        let is_constructor = decl.name.as_str() == "<init>";
        let takes_receiver = !decl.is_static() && !is_constructor;
        if access == Access::Direct && !self.fits_call(&decl, takes_receiver) {
            return;
        }
        let owner = Type::Ref(self.world.hierarchy.name(decl.class));
        let receiver = takes_receiver.then(|| self.fit(self.arg(0), owner));
        if receiver == Some(None) {
            return;
        }
        let values = self.values(&decl, takes_receiver, access);
        if is_constructor {
            return self.construct(method, values);
        }
        self.boxed_result(decl.ty.result());
        let args: Vec<Option<Var>> = receiver.into_iter().chain(values).collect();
        match (decl.is_static(), is_exact) {
            (true, _) => self.call_static(method, args),
            (false, true) => self.call_exactly(method, args, self.rule.result),
            (false, false) => self.call(Target::Virtual(method), args, self.rule.result),
        }
    }

    /// Whether a method can be called with as many arguments as a call passes. Handles are looked up by name alone, so one
    /// may stand for overloads that are not meant.
    fn fits_call(&self, decl: &MethodDecl, takes_receiver: bool) -> bool {
        let wanted = decl.ty.parameters().len() + usize::from(takes_receiver);
        let ends_in_array = decl.ty.parameters().last().is_some_and(|ty| ty.is_array());
        self.passed().is_none_or(|passed| passed == wanted || ends_in_array)
    }

    /// How many of the arguments of a direct call there are, if it is known. The others are those of the longest possible
    /// call, without the handle itself and handles for calling handles.
    fn passed(&self) -> Option<usize> {
        let passed = self.site.passed.as_ref()?;
        passed.len().checked_sub(MAX_ARGUMENTS.checked_sub(self.rule.args.len())?)
    }

    /// The arguments for the parameters of a method.
    fn values(
        &mut self,
        decl: &MethodDecl,
        takes_receiver: bool,
        access: Access,
    ) -> Vec<Option<Var>> {
        let (types, first) = (decl.ty.parameters(), usize::from(takes_receiver));
        let mut values = Vec::new();
        for (at, &ty) in types.iter().enumerate() {
            let given = match access {
                Access::Spread => self.arg(1),
                Access::Any => self.arg(0),
                _ => self.arg(first + at),
            };
            let value = self.fit(given, ty);
            let is_last = at + 1 == types.len();
            let rest = match access {
                // What is passed beyond is collected, and may have been collected by a combinator.
                Access::Direct if is_last && decl.flags.contains(MethodFlags::VARARGS) => {
                    let passed = self.passed().unwrap_or(self.rule.args.len());
                    (first + at..passed).filter_map(|at| self.arg(at)).collect()
                }
                Access::Any => given.into_iter().collect(),
                _ => Vec::new(),
            };
            values.push(self.collected(ty, value, rest));
        }
        values
    }

    /// A value, or an array with others for elements.
    fn collected(&mut self, ty: Type, value: Option<Var>, rest: Vec<Var>) -> Option<Var> {
        let Some(element) = ty.element().filter(|ty| ty.is_reference()) else { return value };
        let Some(class) = self.types.of_type(self.world, ty) else { return value };
        if rest.is_empty() {
            return value;
        }
        let array = self.fresh();
        self.new_object(array, New::Site(class));
        if let Some(from) = value {
            self.push(Stmt::Copy { to: array, from, filter: None });
        }
        for var in rest {
            if let Some(from) = self.fit(Some(var), element) {
                let slot = self.types.slot(SlotKind::Element);
                self.push(Stmt::Store { base: array, slot, from });
            }
        }
        Some(array)
    }

    /// If a value of this type is no object, its box is the result.
    pub(super) fn boxed_result(&mut self, ty: Option<Type>) {
        let name = match ty {
            Some(Type::Boolean) => "java/lang/Boolean",
            Some(Type::Byte) => "java/lang/Byte",
            Some(Type::Char) => "java/lang/Character",
            Some(Type::Short) => "java/lang/Short",
            Some(Type::Int) => "java/lang/Integer",
            Some(Type::Long) => "java/lang/Long",
            Some(Type::Float) => "java/lang/Float",
            Some(Type::Double) => "java/lang/Double",
            _ => return,
        };
        let Some(class) = self.library_class(name) else { return };
        let id = self.types.class(class).class;
        let is_merged = self.world.has_property(id, Property::Merged);
        self.result(if is_merged { New::Merged(class) } else { New::Site(class) });
    }

    /// A handle that makes an array, or reads or writes elements.
    fn use_array(&mut self, class: DynClass, access: Access) {
        // Length; array and index; array, index and value.
        if access == Access::Any || self.passed().is_none_or(|passed| passed == 1) {
            self.result(New::Site(class));
        }
        let (array, value) = match access {
            Access::Any => (self.arg(0), self.arg(0)),
            _ => (self.arg(0), self.arg(2)),
        };
        let ty = self.types.class(class).ty;
        let Some(base) = self.fit(array, ty) else { return };
        self.access_slot(base, SlotKind::Element, ty.element(), value);
    }
}
