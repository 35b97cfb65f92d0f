//! Classes, methods and places as people write them.

use engine::{
    CallKind, ContextName, EntryKind, ForkKind, GapKind, Instance, MethodName, ObjectClass,
    ObjectKind, Place, ThreadName,
};
use ir::{Name, Type};

/// `java.util.Map$Entry`
pub(super) fn class(name: Name) -> String {
    name.as_str().replace('/', ".")
}

/// `java.util.Map$Entry[]`
pub(super) fn ty(ty: Type) -> String {
    with_dimensions(ty, class)
}

/// `Map$Entry[]`
fn short_type(ty: Type) -> String {
    with_dimensions(ty, |name| {
        let name = name.as_str();
        name.rsplit('/').next().unwrap_or(name).to_owned()
    })
}

fn with_dimensions(ty: Type, name: fn(Name) -> String) -> String {
    if let Some(element) = ty.element() {
        return format!("{}[]", with_dimensions(element, name));
    }
    match ty {
        Type::Ref(class) => name(class),
        Type::Boolean => "boolean".into(),
        Type::Byte => "byte".into(),
        Type::Char => "char".into(),
        Type::Short => "short".into(),
        Type::Int => "int".into(),
        Type::Long => "long".into(),
        Type::Float => "float".into(),
        Type::Double => "double".into(),
        Type::Null => "null".into(),
    }
}

/// `java.util.Map.put(Object, Object)`
pub(super) fn method(method: &MethodName) -> String {
    let parameters = method.ty.parameters().iter().map(|&ty| short_type(ty));
    let parameters = parameters.collect::<Vec<_>>().join(", ");
    format!("{}.{}({parameters})", class(method.class), method.name)
}

/// `Map.put`
pub(super) fn short_method(method: &MethodName) -> String {
    format!("{}.{}", short_type(Type::Ref(method.class)), method.name)
}

/// `Shop.java:12`
pub(super) fn position(place: &Place) -> Option<String> {
    let file = place.file?;
    Some(match place.line {
        Some(line) => format!("{file}:{line}"),
        None => file.to_string(),
    })
}

/// `Shop.java:12 in Shop.main`
pub(super) fn place(place: &Place) -> String {
    if place.method.is_driver() {
        return "for an entry point".into();
    }
    match position(place) {
        Some(position) => format!("{position} in {}", short_method(&place.method)),
        None => format!("in {}", method(&place.method)),
    }
}

/// Why a method is called.
pub(super) fn call_kind(kind: CallKind, callee: &MethodName) -> &'static str {
    match kind {
        CallKind::Virtual => "virtual",
        CallKind::Static => "static",
        CallKind::Direct if callee.name.as_str() == "<init>" => "constructor",
        CallKind::Direct => "direct",
        CallKind::Lambda => "lambda",
        CallKind::Proxy => "proxy",
        CallKind::Callback => "callback",
        CallKind::Initialiser => "class initialiser",
        CallKind::Reflection => "reflection",
        CallKind::Fork(fork) => thread_kind(fork.0),
    }
}

/// How a thread is started.
pub(super) fn thread_kind(kind: ForkKind) -> &'static str {
    match kind {
        ForkKind::Thread => "thread start",
        ForkKind::Task => "task of an executor",
        ForkKind::Stage => "stage of a future",
        ForkKind::Timer => "timer task",
        ForkKind::Finalizer => "finalizer",
        ForkKind::Hook => "shutdown hook",
        ForkKind::Loop => "parallel loop",
    }
}

/// What a thread is.
fn thread_noun(kind: ForkKind) -> &'static str {
    match kind {
        ForkKind::Thread => "thread",
        ForkKind::Task => "task",
        ForkKind::Stage => "stage",
        ForkKind::Timer | ForkKind::Finalizer | ForkKind::Hook | ForkKind::Loop => {
            thread_kind(kind)
        }
    }
}

/// As what a method is called from outside.
pub(super) fn entry_kind(kind: EntryKind) -> &'static str {
    match kind {
        EntryKind::Main => "main",
        EntryKind::Test => "test",
        EntryKind::Public => "public method",
        EntryKind::Asked => "method",
    }
}

/// A kind of gap, of one or of many.
pub(super) fn gap_kind(kind: GapKind, number: usize) -> &'static str {
    match (kind, number) {
        (GapKind::Unresolved, 1) => "unresolved reference",
        (GapKind::Unresolved, _) => "unresolved references",
        (GapKind::Cut, 1) => "method cut by a model",
        (GapKind::Cut, _) => "methods cut by models",
        (GapKind::Native, 1) => "native without a model",
        (GapKind::Native, _) => "natives without a model",
        (GapKind::Reflection, 1) => "unknown target of reflection",
        (GapKind::Reflection, _) => "unknown targets of reflection",
        (GapKind::Model, 1) => "model that does not fit",
        (GapKind::Model, _) => "models that do not fit",
        (GapKind::Unmodelled, 1) => "method that its model leaves out",
        (GapKind::Unmodelled, _) => "methods that their models leave out",
    }
}

/// The class of an object.
pub(super) fn object_class(of: &ObjectClass) -> String {
    match of {
        ObjectClass::Type(of) => ty(*of),
        ObjectClass::Lambda { interface, .. } => format!("lambda {}", ty(*interface)),
        ObjectClass::Proxy(interface) => format!("proxy of {}", ty(*interface)),
    }
}

/// What an object stands for.
pub(super) fn object_kind(kind: &ObjectKind) -> String {
    match kind {
        ObjectKind::Site(Some(site)) => place(site),
        ObjectKind::Site(None) => "somewhere".into(),
        ObjectKind::Merged => "all of the class".into(),
        ObjectKind::Text(text) => format!("{text:?}"),
        ObjectKind::Class(of) => format!("of {}", ty(*of)),
        ObjectKind::Member(member) => format!("of {member}"),
    }
}

/// A thread, without which of its instances.
pub(super) fn thread(thread: &ThreadName) -> String {
    let Some(kind) = thread.kind else { return "main thread".into() };
    let (Some(runs), Some(place)) = (&thread.runs, &thread.place) else {
        return "other threads".into();
    };
    let started = position(place).unwrap_or_else(|| short_method(&place.method));
    format!("{} {} of {started}", thread_noun(kind), object_class(runs))
}

/// Which of the threads of a kind.
pub(super) fn instance(instance: Instance) -> &'static str {
    match instance {
        Instance::One => "",
        Instance::Alpha => "α",
        Instance::Beta => "β",
    }
}

/// Contexts in a row. Both instances of a thread in one.
pub(super) fn contexts(contexts: &[ContextName]) -> String {
    let mut parts: Vec<(String, String, Vec<&str>)> = Vec::new();
    for context in contexts {
        let (name, letter) = match &context.thread {
            Some(of) => (thread(of), instance(of.instance)),
            None => (String::new(), ""),
        };
        let receivers = receivers(context);
        match parts.iter_mut().find(|(known, on, _)| *known == name && *on == receivers) {
            Some((.., letters)) if letters.contains(&letter) => {}
            Some((.., letters)) => letters.push(letter),
            None => parts.push((name, receivers, vec![letter])),
        }
    }
    let part = |(name, receivers, mut letters): (String, String, Vec<&str>)| {
        letters.sort_unstable();
        let letters = letters.concat();
        let words = [name, letters, receivers].into_iter().filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join(" ")
    };
    let parts = parts.into_iter().map(part).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("; ")
}

fn receivers(context: &ContextName) -> String {
    let one = |receiver: &engine::ReceiverName| match &receiver.place {
        Some(at) => {
            let at = position(at).unwrap_or_else(|| short_method(&at.method));
            format!("{} of {at}", object_class(&receiver.class))
        }
        None => object_class(&receiver.class),
    };
    let receivers = context.receivers.iter().map(one).collect::<Vec<_>>();
    let on = (!receivers.is_empty()).then(|| format!("on {}", receivers.join(", ")));
    let call = context.call.as_ref().map(|at| {
        format!("called at {}", position(at).unwrap_or_else(|| short_method(&at.method)))
    });
    on.into_iter().chain(call).collect::<Vec<_>>().join(", ")
}
