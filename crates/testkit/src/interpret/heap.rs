//! Values and objects.

use std::collections::HashMap;

use ir::{MethodHandle, Name, Type};

/// A value of the machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// `int` and everything smaller.
    Int(i32),
    /// `long`
    Long(i64),
    /// `float`
    Float(f32),
    /// `double`
    Double(f64),
    /// A reference; none for `null`.
    Ref(Option<Obj>),
}

impl Value {
    /// What a field or an element of this type holds at first.
    pub fn default_of(ty: Type) -> Value {
        match ty {
            Type::Long => Value::Long(0),
            Type::Float => Value::Float(0.0),
            Type::Double => Value::Double(0.0),
            Type::Ref(_) | Type::Null => Value::Ref(None),
            _ => Value::Int(0),
        }
    }

    /// As memory of this type stores it: smaller types lose their upper bits.
    pub(super) fn stored_as(self, ty: Type) -> Value {
        match (self, ty) {
            (Value::Int(n), Type::Boolean) => Value::Int(n & 1),
            (Value::Int(n), Type::Byte) => Value::Int(i32::from(n as i8)),
            (Value::Int(n), Type::Char) => Value::Int(i32::from(n as u16)),
            (Value::Int(n), Type::Short) => Value::Int(i32::from(n as i16)),
            _ => self,
        }
    }
}

/// An object's place in the [`Heap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Obj(usize);

/// What is at a place.
#[derive(Clone, Debug)]
pub enum Object {
    /// An object with fields, by declaring class and name; those that were never written are missing.
    Instance {
        /// Its class.
        class: Name,
        /// Its fields.
        fields: HashMap<(Name, Name), Value>,
    },
    /// An array.
    Array {
        /// Its type, not that of its elements.
        ty: Type,
        /// The elements.
        elements: Vec<Value>,
    },
    /// A lambda expression or method reference.
    Lambda(Closure),
    /// A string.
    Text(String),
    /// A class object.
    Class(Type),
}

/// A lambda expression or method reference that was evaluated.
#[derive(Clone, Debug)]
pub struct Closure {
    /// The functional interface.
    pub interface: Name,
    /// The name of its method.
    pub method: Name,
    /// What it calls.
    pub implementation: MethodHandle,
    /// The arguments that come before the method's own.
    pub captured: Vec<Value>,
}

/// All objects; none is ever removed.
#[derive(Default)]
pub struct Heap {
    objects: Vec<Object>,
    strings: HashMap<Name, Obj>,
    classes: HashMap<Type, Obj>,
    monitors: HashMap<Obj, usize>,
}

impl Heap {
    /// Adds an object.
    pub fn add(&mut self, object: Object) -> Obj {
        self.objects.push(object);
        Obj(self.objects.len() - 1)
    }

    /// A new object without fields.
    pub fn instance(&mut self, class: Name) -> Obj {
        self.add(Object::Instance { class, fields: HashMap::new() })
    }

    /// The object at a place.
    pub fn get(&self, object: Obj) -> &Object {
        &self.objects[object.0]
    }

    /// The object at a place, to be changed.
    pub fn get_mut(&mut self, object: Obj) -> &mut Object {
        &mut self.objects[object.0]
    }

    /// The one string of a constant.
    pub fn string(&mut self, text: Name) -> Obj {
        if let Some(&known) = self.strings.get(&text) {
            return known;
        }
        let new = self.add(Object::Text(text.as_str().to_owned()));
        self.strings.insert(text, new);
        new
    }

    /// The one class object of a type.
    pub fn class(&mut self, ty: Type) -> Obj {
        if let Some(&known) = self.classes.get(&ty) {
            return known;
        }
        let new = self.add(Object::Class(ty));
        self.classes.insert(ty, new);
        new
    }

    /// The text of a string.
    pub fn text(&self, object: Obj) -> Option<&str> {
        match self.get(object) {
            Object::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Enters a monitor.
    pub fn enter(&mut self, object: Obj) {
        *self.monitors.entry(object).or_default() += 1;
    }

    /// Leaves a monitor; `false` if it was not entered.
    pub fn leave(&mut self, object: Obj) -> bool {
        let held = self.monitors.get_mut(&object).filter(|count| **count > 0);
        held.map(|count| *count -= 1).is_some()
    }

    /// How often monitors were entered and not left.
    pub fn held_monitors(&self) -> usize {
        self.monitors.values().sum()
    }
}
