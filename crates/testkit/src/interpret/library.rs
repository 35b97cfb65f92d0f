//! The little of the JDK that fixtures may use.

use ir::{MethodType, Name, Type};

use super::{Done, Machine, Obj, Object, Stop, Value, stuck};

/// The superclass of a class of the JDK, of those that fixtures throw, catch or extend.
pub(super) fn parent(class: &str) -> Option<&'static str> {
    Some(match class {
        "java/lang/Throwable" | "java/lang/Enum" | "java/lang/Record" | "java/lang/Number" => {
            "java/lang/Object"
        }
        "java/lang/Exception" | "java/lang/Error" => "java/lang/Throwable",
        "java/lang/RuntimeException" | "java/io/IOException" => "java/lang/Exception",
        "java/lang/AssertionError" => "java/lang/Error",
        "java/lang/ArrayIndexOutOfBoundsException" => "java/lang/IndexOutOfBoundsException",
        "java/lang/ArithmeticException"
        | "java/lang/ArrayStoreException"
        | "java/lang/ClassCastException"
        | "java/lang/IllegalArgumentException"
        | "java/lang/IllegalMonitorStateException"
        | "java/lang/IllegalStateException"
        | "java/lang/IndexOutOfBoundsException"
        | "java/lang/MatchException"
        | "java/lang/NegativeArraySizeException"
        | "java/lang/NullPointerException"
        | "java/lang/UnsupportedOperationException" => "java/lang/RuntimeException",
        "java/lang/Integer" | "java/lang/Long" => "java/lang/Number",
        _ => return None,
    })
}

/// The number in an `Integer` or `Long`.
pub(super) fn boxed(machine: &Machine<'_>, object: Obj) -> Option<Value> {
    match machine.heap.get(object) {
        Object::Instance { class, fields } => fields.get(&(*class, Name::new("value"))).copied(),
        _ => None,
    }
}

/// Calls a method of the JDK. `class` is that of the receiver, or the one that the call names.
pub(super) fn call(
    machine: &mut Machine<'_>,
    class: Name,
    name: Name,
    ty: MethodType,
    args: &[Value],
) -> Done {
    let done = match args {
        [] => None,
        [Value::Ref(Some(this)), rest @ ..] => on_object(machine, *this, name, rest),
        _ => on_values(machine, class, name, args),
    };
    match done {
        Some(done) => done,
        None => stuck(format!("{class}.{name}{ty} is not known")),
    }
}

fn on_values(machine: &mut Machine<'_>, class: Name, name: Name, args: &[Value]) -> Option<Done> {
    match (class.as_str(), name.as_str(), args) {
        ("java/lang/Integer" | "java/lang/Long", "valueOf", [number]) => {
            let new = machine.heap.instance(class);
            set(machine, new, class, "value", *number);
            Some(Ok(Some(Value::Ref(Some(new)))))
        }
        ("java/util/Objects", "requireNonNull", [Value::Ref(None)]) => {
            Some(machine.throw("java/lang/NullPointerException"))
        }
        _ => None,
    }
}

fn on_object(machine: &mut Machine<'_>, this: Obj, name: Name, rest: &[Value]) -> Option<Done> {
    let enumeration = Name::new("java/lang/Enum");
    let value = match (name.as_str(), rest) {
        ("requireNonNull" | "valueOf", []) => Value::Ref(Some(this)),
        ("<init>", [Value::Ref(_), ordinal @ Value::Int(_)]) => {
            set(machine, this, enumeration, "ordinal", *ordinal);
            return Some(Ok(None));
        }
        ("<init>" | "addSuppressed", _) => return Some(Ok(None)),
        ("ordinal", []) => get(machine, this, enumeration, "ordinal")?,
        ("intValue" | "longValue", []) => boxed(machine, this)?,
        ("toString", []) if machine.is_instance(this, throwable()) => {
            // Without the message, which is not kept.
            let class = machine.class_of(this).as_str().replace('/', ".");
            Value::Ref(Some(machine.heap.add(Object::Text(class))))
        }
        ("desiredAssertionStatus", []) => Value::Int(0),
        ("hashCode", []) => Value::Int(hash(machine.heap.text(this)?)),
        ("length", []) => Value::Int(machine.heap.text(this)?.encode_utf16().count() as i32),
        ("equals", [Value::Ref(other)]) => {
            let text = machine.heap.text(this)?;
            Value::Int((other.and_then(|other| machine.heap.text(other)) == Some(text)).into())
        }
        _ => return None,
    };
    Some(Ok::<_, Stop>(Some(value)))
}

fn throwable() -> Type {
    Type::Ref(Name::new("java/lang/Throwable"))
}

fn get(machine: &Machine<'_>, object: Obj, class: Name, field: &str) -> Option<Value> {
    match machine.heap.get(object) {
        Object::Instance { fields, .. } => fields.get(&(class, Name::new(field))).copied(),
        _ => None,
    }
}

fn set(machine: &mut Machine<'_>, object: Obj, class: Name, field: &str, value: Value) {
    if let Object::Instance { fields, .. } = machine.heap.get_mut(object) {
        fields.insert((class, Name::new(field)), value);
    }
}

/// The hash code of a string.
fn hash(text: &str) -> i32 {
    text.encode_utf16().fold(0, |hash: i32, c| hash.wrapping_mul(31).wrapping_add(c.into()))
}
