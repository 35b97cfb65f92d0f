//! What users of a library can call: public methods of public classes, and of what public types hide.

use std::collections::HashSet;
use std::sync::Arc;

use classfile::{ClassFlags, MethodFlags};
use ir::{Class, Method, MethodType, Name};

use super::declarations::Declarations;

/// The public methods and constructors of a class, each with the class that declares it: the class itself, or one above it
/// that users cannot name. Nothing if they cannot name the class.
pub(super) fn public_methods(
    declarations: &Declarations<'_>,
    class: &Arc<Class>,
) -> Vec<(Arc<Class>, Method)> {
    if !is_public_class(declarations, class) {
        return Vec::new();
    }
    let is_open = |above: &Arc<Class>| {
        !declarations.is_application(above.name) || is_public_class(declarations, above)
    };
    let chain = declarations.chain(class);
    let hidden = chain.iter().skip(1).take_while(|above| !is_open(above));
    let mut seen: HashSet<(Name, MethodType)> = HashSet::new();
    let mut found = Vec::new();
    for owner in std::iter::once(class).chain(hidden) {
        let is_inherited = owner.name != class.name;
        for method in owner.methods.iter().filter(|method| is_public(method)) {
            let is_constructor = method.name.as_str() == "<init>";
            if !(is_inherited && is_constructor) && seen.insert((method.name, method.ty)) {
                found.push((Arc::clone(owner), method.clone()));
            }
        }
    }
    found
}

/// Whether a method is public and stands in the source.
pub(super) fn is_public(method: &Method) -> bool {
    let is_made = MethodFlags::SYNTHETIC | MethodFlags::BRIDGE;
    method.flags.contains(MethodFlags::PUBLIC) && !method.flags.intersects(is_made)
}

/// The public methods that have code and that users can call on objects of a class, own and inherited, each with the class
/// that declares it. Of a class that they cannot name, those of the types above it that they can.
pub(super) fn callable(
    declarations: &Declarations<'_>,
    class: &Arc<Class>,
) -> Vec<(Arc<Class>, Method)> {
    let above: Vec<Arc<Class>> = declarations
        .supertypes(class)
        .into_iter()
        .filter(|&name| declarations.is_application(name))
        .filter_map(|name| declarations.get(name))
        .collect();
    let is_named = is_public_class(declarations, class);
    // Type parameters may be erased to something else above: names and numbers of parameters suffice.
    let shape = |method: &Method| (method.name, method.ty.parameters().len());
    let known: HashSet<_> = above
        .iter()
        .filter(|above| is_public_class(declarations, above))
        .flat_map(|above| above.methods.iter().filter(|method| is_public(method)).map(shape))
        .collect();
    let mut seen: HashSet<(Name, MethodType)> = HashSet::new();
    let mut found = Vec::new();
    for owner in &above {
        let is_inherited = owner.name != class.name;
        for method in owner.methods.iter().filter(|method| is_public(method)) {
            let is_own_only = method.is_static() || method.name.as_str() == "<init>";
            let is_reachable = match is_own_only {
                true => is_named && !is_inherited,
                false => is_named || known.contains(&shape(method)),
            };
            let has_code = !method.flags.contains(MethodFlags::ABSTRACT);
            // Who overrides something hides it.
            if seen.insert((method.name, method.ty)) && is_reachable && has_code && !is_main(method)
            {
                found.push((Arc::clone(owner), method.clone()));
            }
        }
    }
    found
}

/// Whether it is what starts a program, not what is called.
fn is_main(method: &Method) -> bool {
    method.is_static()
        && method.name.as_str() == "main"
        && method.ty.descriptor().as_str() == "([Ljava/lang/String;)V"
}

/// Whether a class, and those that it is nested in, are public.
pub(super) fn is_public_class(declarations: &Declarations<'_>, class: &Arc<Class>) -> bool {
    let mut class = Arc::clone(class);
    // A class file may claim any depth, or that a class is nested in itself.
    for _ in 0..64 {
        let flags = class.inner_flags.unwrap_or(class.flags);
        if !flags.contains(ClassFlags::PUBLIC) || class.flags.contains(ClassFlags::SYNTHETIC) {
            return false;
        }
        match class.outer_class.and_then(|outer| declarations.get(outer)) {
            Some(outer) => class = outer,
            None => return true,
        }
    }
    false
}
