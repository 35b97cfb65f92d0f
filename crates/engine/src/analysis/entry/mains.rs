//! Main methods, as the JVM's launcher finds them (JLS 12.1.4).

use std::sync::Arc;

use classfile::{ClassFlags, MethodFlags};
use ir::{Class, Method, MethodType, Name, Type};

use super::declarations::Declarations;

/// The main method of a class.
pub(super) struct Main {
    /// The class that declares it.
    pub(super) owner: Arc<Class>,
    /// The method, without code.
    pub(super) method: Method,
}

/// What the launcher would call.
pub(super) fn launched(declarations: &Declarations<'_>, class: &Arc<Class>) -> Option<Main> {
    find(declarations, class, may_have_instance_main(class))
}

/// What somebody means who names the class: also a main method that a newer Java would call.
pub(super) fn callable(declarations: &Declarations<'_>, class: &Arc<Class>) -> Option<Main> {
    find(declarations, class, true)
}

/// Mains that are not public, not static or without arguments came with Java 25; they were a preview since 21.
fn may_have_instance_main(class: &Class) -> bool {
    let (release, is_preview) = (class.version.java_release(), class.version.minor == 0xffff);
    release >= 25 || (release >= 21 && is_preview)
}

fn find(declarations: &Declarations<'_>, class: &Arc<Class>, is_flexible: bool) -> Option<Main> {
    // Most classes have none, own or inherited: look at names before anything else.
    let string_array = Type::Ref(Name::new("java/lang/String")).array_of();
    let with_args = MethodType::new(&[string_array], None);
    let without = MethodType::new(&[], None);
    let name = Name::new("main");
    let chain = declarations.chain(class);
    let is_main = |owner: &Class, method: &Method, ty: MethodType| {
        let is_classic = method.flags.contains(MethodFlags::PUBLIC | MethodFlags::STATIC);
        let is_inherited = owner.name != class.name;
        method.name == name
            && method.ty == ty
            && !(is_inherited && owner.is_interface())
            && (is_classic && ty == with_args
                || is_flexible
                    && !method.flags.contains(MethodFlags::PRIVATE)
                    && !method.flags.contains(MethodFlags::ABSTRACT)
                    && (method.is_static() || can_be_made(class)))
    };
    [with_args, without].into_iter().find_map(|ty| {
        chain.iter().find_map(|owner| {
            let method = owner.methods.iter().find(|method| is_main(owner, method, ty))?;
            Some(Main { owner: Arc::clone(owner), method: method.clone() })
        })
    })
}

/// Whether the launcher can make an object: a constructor without parameters that is not private.
fn can_be_made(class: &Class) -> bool {
    let has_none = ClassFlags::ABSTRACT | ClassFlags::INTERFACE;
    !class.flags.intersects(has_none)
        && class
            .method("<init>", "()V")
            .is_some_and(|init| !init.flags.contains(MethodFlags::PRIVATE))
}
