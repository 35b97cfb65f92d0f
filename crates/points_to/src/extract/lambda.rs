//! Lambda expressions and method references: the object that an expression makes, and the code of its method.
//!
//! The object is one of a class of its own. It keeps the captured values in slots. Its method, whatever its name,
//! calls the implementation with the captured values and its own arguments.

use classfile::HandleKind;
use ir::body::{CallSite, Lambda};
use ir::hierarchy::{ClassId, MethodId};
use ir::{MethodHandle, Name, Type};

use super::{Builder, IsSpecial};
use crate::code::{Call, Code, CodeKey, New, Stmt, Target};
use crate::ids::{CodeId, DynClass, Var};
use crate::types::{DynClassData, LambdaClass, Made, SlotKind, Types};
use crate::world::World;

impl Builder<'_> {
    /// `to = ` the object of a lambda expression.
    pub(super) fn make_lambda(
        &mut self,
        from: ClassId,
        to: Var,
        site: &CallSite,
        lambda: &Lambda,
        captured: &[Option<Var>],
    ) {
        self.mention_type(lambda.interface);
        let mut markers = lambda.markers.clone();
        if lambda.serializable {
            markers.push(Type::Ref(Name::new("java/io/Serializable")));
        }
        for marker in &markers {
            self.mention_type(*marker);
        }
        let Some(class) = self.world.load_type(lambda.interface) else { return };
        let ordinal = self.ordinal();
        let class = self.types.intern(DynClassData {
            ty: lambda.interface,
            class,
            made: Some(Made::Lambda(LambdaClass {
                code: self.code,
                from,
                method: site.name,
                captured: site.ty.parameters().into(),
                erased: lambda.erased,
                implementation: lambda.implementation,
                markers: markers.into(),
            })),
        });
        self.push(Stmt::New { to, what: New::Site(class), ordinal });
        for (at, from) in captured.iter().enumerate() {
            if let Some(from) = *from {
                let slot = self.types.slot(SlotKind::Capture(at as u16));
                self.push(Stmt::Store { base: to, slot, from });
            }
        }
    }
}

/// The code of the methods of an object whose class the JVM makes.
pub(crate) fn made(
    world: &mut World,
    types: &mut Types,
    code: CodeId,
    class: DynClass,
    is_special: IsSpecial<'_>,
) -> Code {
    let made = types.class(class).made.clone();
    let builder = Builder::new(world, types, code, false, is_special);
    match made {
        Some(Made::Lambda(lambda)) => builder.lambda_code(class, &lambda),
        Some(Made::Handle(handle)) => builder.handle_code(class, handle.kind),
        _ => builder.finish(CodeKey::Lambda(class), Vec::new(), None, false),
    }
}

/// The code of a method of a proxy.
pub(crate) fn proxy(
    world: &mut World,
    types: &mut Types,
    code: CodeId,
    (class, method): (DynClass, MethodId),
    is_special: IsSpecial<'_>,
) -> Code {
    Builder::new(world, types, code, false, is_special).proxy_code(class, method)
}

impl Builder<'_> {
    fn lambda_code(mut self, class: DynClass, lambda: &LambdaClass) -> Code {
        let this = self.var();
        let mut args: Vec<(Type, Option<Var>)> = Vec::new();
        for (at, &ty) in lambda.captured.iter().enumerate() {
            let value = ty.is_reference().then(|| {
                let to = self.var();
                let slot = self.types.slot(SlotKind::Capture(at as u16));
                self.push(Stmt::Load { to, base: this, slot });
                to
            });
            args.push((ty, value));
        }
        let mut params = vec![Some(this)];
        for &ty in lambda.erased.parameters() {
            let param = ty.is_reference().then(|| self.var());
            params.push(param);
            args.push((ty, param));
        }
        let ret = lambda.erased.result().filter(|ty| ty.is_reference()).map(|_| self.var());
        self.call_handle(lambda, args, ret);
        self.finish(CodeKey::Lambda(class), params, ret, false)
    }

    /// Calls the implementation.
    fn call_handle(
        &mut self,
        lambda: &LambdaClass,
        mut args: Vec<(Type, Option<Var>)>,
        ret: Option<Var>,
    ) {
        let MethodHandle::Method(kind, method) = lambda.implementation else { return };
        let Some(resolved) = self.resolve(lambda.from, method) else { return };
        let owner = self.world.hierarchy.method(resolved).class;
        let mut wanted: Vec<Type> = method.data().ty.parameters().to_vec();
        let mut result = method.data().ty.result();
        let target = match kind {
            HandleKind::InvokeStatic => {
                self.init(owner);
                Target::Fixed(resolved)
            }
            HandleKind::NewInvokeSpecial => {
                self.init(owner);
                let ty = Type::Ref(method.data().class);
                let object = self.var();
                self.allocate(object, ty);
                if let Some(ret) = ret {
                    self.copy(ret, object);
                }
                args.insert(0, (ty, Some(object)));
                wanted.insert(0, ty);
                result = None;
                Target::Fixed(resolved)
            }
            HandleKind::InvokeSpecial => {
                wanted.insert(0, Type::Ref(method.data().class));
                match self.world.hierarchy.select_special(lambda.from, method) {
                    Ok(selected) => Target::Fixed(selected.member),
                    Err(_) => Target::Fixed(resolved),
                }
            }
            _ => {
                wanted.insert(0, Type::Ref(method.data().class));
                Target::Virtual(resolved)
            }
        };
        let args: Vec<Option<Var>> = args
            .into_iter()
            .zip(wanted)
            .map(|((has, var), wants)| match (has.is_reference(), wants.is_reference()) {
                (true, true) => var,
                (false, true) => self.boxed(has),
                _ => None,
            })
            .collect();
        let call_result = match (result, ret) {
            (Some(ty), Some(ret)) if ty.is_reference() => Some(ret),
            (Some(ty), Some(ret)) => {
                if let Some(boxed) = self.boxed(ty) {
                    self.copy(ret, boxed);
                }
                None
            }
            _ => None,
        };
        if let Some(ret) = call_result
            && let Some(class) = result.and_then(|ty| self.merged_final(ty))
        {
            self.push(Stmt::New { to: ret, what: New::Merged(class), ordinal: u32::MAX });
        }
        let exc = Some(self.exc);
        let ordinal = self.ordinal();
        self.call(Call {
            target,
            args: args.into(),
            result: call_result,
            exc,
            fork: None,
            ordinal,
        });
    }

    /// The box of a number.
    pub(crate) fn boxed(&mut self, ty: Type) -> Option<Var> {
        let name = match ty {
            Type::Boolean => "java/lang/Boolean",
            Type::Byte => "java/lang/Byte",
            Type::Char => "java/lang/Character",
            Type::Short => "java/lang/Short",
            Type::Int => "java/lang/Integer",
            Type::Long => "java/lang/Long",
            Type::Float => "java/lang/Float",
            Type::Double => "java/lang/Double",
            _ => return None,
        };
        let class = self.types.of_type(self.world, Type::Ref(Name::new(name)))?;
        Some(self.opaque_var(class))
    }
}
