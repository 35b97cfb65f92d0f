//! What users of a library can call: public methods of public classes.

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

/// Whether a class, and those that it is nested in, are public.
fn is_public_class(declarations: &Declarations<'_>, class: &Arc<Class>) -> bool {
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
