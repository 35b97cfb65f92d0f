//! Loadable constants, dynamic constants and `invokedynamic` call sites.
//!
//! What a bootstrap method makes of a call site is known for those that the Java compiler uses; all others are named as
//! unknown, with their arguments.

use std::collections::HashMap;

use classfile::attribute::BootstrapMethod;
use classfile::{AttributeData, BadConstant, Constant as CpConstant, CpIndex};
use rustc_hash::FxBuildHasher;

use super::symbols::{Result, SymbolError, Symbols};
use crate::body::{CallSite, CallSiteKind, Constant, DynamicConstant, DynamicId, Lambda};
use crate::entity::Table;
use crate::refs::MethodHandle;
use crate::types::MethodType;

/// Dynamic constants may be arguments of dynamic constants. No compiler comes near this depth.
const MAX_DEPTH: usize = 64;
/// Static arguments of all bootstrap methods that one method's code brings along; more, and it is no compiler's work.
const MAX_ARGUMENTS: usize = 1 << 20;

/// The dynamic constants of one method.
#[derive(Default)]
pub(super) struct Dynamics {
    pub(super) table: Table<DynamicId, DynamicConstant>,
    /// Each constant of the class is looked up once, or constants that name others twice would double with each level.
    known: HashMap<CpIndex, DynamicId, FxBuildHasher>,
    /// Constants whose arguments are being looked up, the outermost first.
    open: Vec<CpIndex>,
    arguments: usize,
}

impl Dynamics {
    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.known.clear();
        self.open.clear();
        self.arguments = 0;
    }

    fn enter(&mut self, index: CpIndex) -> Result<()> {
        let message = if self.open.contains(&index) {
            format!("dynamic constant {index:?} is defined by itself")
        } else if self.open.len() == MAX_DEPTH {
            format!("dynamic constant {index:?} is nested too deeply")
        } else {
            self.open.push(index);
            return Ok(());
        };
        Err(SymbolError { index, message })
    }

    fn count_arguments(&mut self, user: CpIndex, arguments: usize) -> Result<()> {
        self.arguments += arguments;
        if self.arguments > MAX_ARGUMENTS {
            let message =
                format!("with constant {user:?}, bootstrap methods have too many arguments");
            return Err(SymbolError { index: user, message });
        }
        Ok(())
    }
}

/// A constant that `ldc` can load or a bootstrap method can be given.
pub(super) fn loadable(
    symbols: &mut Symbols<'_, '_>,
    dynamics: &mut Dynamics,
    index: CpIndex,
) -> Result<Constant> {
    Ok(match symbols.pool().get(index) {
        CpConstant::Class(_) => Constant::Class(symbols.class_type(index)?),
        CpConstant::MethodType(_) => Constant::MethodType(symbols.method_type_constant(index)?),
        CpConstant::MethodHandle { .. } => Constant::MethodHandle(symbols.method_handle(index)?),
        CpConstant::Dynamic { bootstrap, name_and_type } => {
            if let Some(&known) = dynamics.known.get(&index) {
                return Ok(Constant::Dynamic(known));
            }
            dynamics.enter(index)?;
            let (name, ty) = symbols.name_and_field_type(name_and_type)?;
            let (bootstrap, args) = bootstrap_method(symbols, dynamics, index, bootstrap)?;
            dynamics.open.pop();
            let id = dynamics.table.push(DynamicConstant { name, ty, bootstrap, args });
            dynamics.known.insert(index, id);
            Constant::Dynamic(id)
        }
        _ => symbols.simple_constant(index)?,
    })
}

/// The bootstrap method with a number, and its static arguments.
fn bootstrap_method(
    symbols: &mut Symbols<'_, '_>,
    dynamics: &mut Dynamics,
    user: CpIndex,
    number: u16,
) -> Result<(MethodHandle, Vec<Constant>)> {
    let Some(method) = find_bootstrap(symbols, number) else {
        let message =
            format!("constant {user:?} names bootstrap method {number}, which is not there");
        return Err(SymbolError { index: user, message });
    };
    dynamics.count_arguments(user, method.arguments.len())?;
    let handle = symbols.method_handle(method.method)?;
    let mut args = Vec::with_capacity(method.arguments.len());
    for &argument in &method.arguments {
        args.push(loadable(symbols, dynamics, argument)?);
    }
    Ok((handle, args))
}

fn find_bootstrap<'c>(symbols: &Symbols<'c, '_>, number: u16) -> Option<&'c BootstrapMethod> {
    let file = symbols.class;
    let methods = file.attributes.iter().find_map(|attribute| match &attribute.data {
        AttributeData::BootstrapMethods(methods) => Some(methods),
        _ => None,
    });
    methods?.get(usize::from(number))
}

/// The call site of an `invokedynamic`.
pub(super) fn call_site(
    symbols: &mut Symbols<'_, '_>,
    dynamics: &mut Dynamics,
    index: CpIndex,
) -> Result<CallSite> {
    let CpConstant::InvokeDynamic { bootstrap, name_and_type } = symbols.pool().get(index) else {
        return Err(BadConstant { index, expected: "a dynamic call site" }.into());
    };
    let (name, ty) = symbols.name_and_method_type(name_and_type)?;
    let (bootstrap, args) = bootstrap_method(symbols, dynamics, index, bootstrap)?;
    let known = known_kind(bootstrap, ty, &args);
    let kind = known.unwrap_or(CallSiteKind::Unknown { bootstrap, args });
    Ok(CallSite { name, ty, kind })
}

/// The kind of a call site, if the bootstrap method is one of the JDK's and its arguments are as they should be.
fn known_kind(bootstrap: MethodHandle, ty: MethodType, args: &[Constant]) -> Option<CallSiteKind> {
    let MethodHandle::Method(_, method) = bootstrap else { return None };
    let method = method.data();
    match (method.class.as_str(), method.name.as_str()) {
        ("java/lang/invoke/LambdaMetafactory", "metafactory") => lambda(ty, args, &[]),
        ("java/lang/invoke/LambdaMetafactory", "altMetafactory") => {
            lambda(ty, args.get(..3)?, args.get(3..)?)
        }
        ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants") => match args {
            &[Constant::String(recipe), ref constants @ ..] => {
                Some(CallSiteKind::StringConcat { recipe, constants: constants.to_vec() })
            }
            _ => None,
        },
        ("java/lang/invoke/StringConcatFactory", "makeConcat") => {
            let recipe = "\u{1}".repeat(ty.parameters().len()).as_str().into();
            Some(CallSiteKind::StringConcat { recipe, constants: Vec::new() })
        }
        ("java/lang/runtime/ObjectMethods", "bootstrap") => object_methods(args),
        ("java/lang/runtime/SwitchBootstraps", "typeSwitch") => {
            Some(CallSiteKind::Switch { is_enum: false, labels: args.to_vec() })
        }
        ("java/lang/runtime/SwitchBootstraps", "enumSwitch") => {
            Some(CallSiteKind::Switch { is_enum: true, labels: args.to_vec() })
        }
        _ => None,
    }
}

const SERIALIZABLE: i32 = 1;
const MARKERS: i32 = 2;
const BRIDGES: i32 = 4;

/// The three arguments of `metafactory`, and those that `altMetafactory` has after them.
fn lambda(ty: MethodType, args: &[Constant], more: &[Constant]) -> Option<CallSiteKind> {
    let &[
        Constant::MethodType(erased),
        Constant::MethodHandle(implementation),
        Constant::MethodType(instantiated),
    ] = args
    else {
        return None;
    };
    let interface = ty.result()?;
    let mut lambda = Lambda {
        interface,
        erased,
        instantiated,
        implementation,
        markers: Vec::new(),
        bridges: Vec::new(),
        serializable: false,
    };
    let mut more = more.iter().copied();
    let flags = match more.next() {
        None => 0,
        Some(Constant::Int(flags)) => flags,
        Some(_) => return None,
    };
    lambda.serializable = flags & SERIALIZABLE != 0;
    if flags & MARKERS != 0 {
        lambda.markers = counted(&mut more, |constant| match constant {
            Constant::Class(marker) => Some(marker),
            _ => None,
        })?;
    }
    if flags & BRIDGES != 0 {
        lambda.bridges = counted(&mut more, |constant| match constant {
            Constant::MethodType(bridge) => Some(bridge),
            _ => None,
        })?;
    }
    Some(CallSiteKind::Lambda(lambda))
}

/// A count and that many constants.
fn counted<T>(
    constants: &mut impl Iterator<Item = Constant>,
    read: impl Fn(Constant) -> Option<T>,
) -> Option<Vec<T>> {
    let Constant::Int(count) = constants.next()? else { return None };
    let mut all = Vec::new();
    for _ in 0..count {
        all.push(read(constants.next()?)?);
    }
    Some(all)
}

/// A record class, the names of its components separated by `;`, and a getter for each.
fn object_methods(args: &[Constant]) -> Option<CallSiteKind> {
    let &[Constant::Class(class), Constant::String(names), ref getters @ ..] = args else {
        return None;
    };
    let names = names.as_str().split(';').filter(|name| !name.is_empty());
    let mut components = Vec::with_capacity(getters.len());
    for (name, getter) in names.zip(getters) {
        let &Constant::MethodHandle(getter) = getter else { return None };
        components.push((name.into(), getter));
    }
    (components.len() == getters.len()).then_some(CallSiteKind::ObjectMethods { class, components })
}
