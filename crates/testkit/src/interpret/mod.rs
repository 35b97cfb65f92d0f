//! A small interpreter of the IR: an oracle for lowering, which must keep what a program does.
//!
//! ```text
//! Java cases ──javac──▶ classes ──┬── java Driver ─────────────▶ method, arguments, result ──┐
//!                                 └── lower ──▶ Machine::call ──▶ result ────────────────────┴──▶ equal?
//! ```
//!
//! It executes bodies as their documentation says they behave, and nothing else: a phi takes the argument of the block
//! that was left, an exception leaves a block along the first handler that fits, and an instruction that throws must be
//! one of those that [`ir::Op::may_throw`]. What the program uses of the JDK is the little that `library.rs` knows;
//! everything else makes it stop with [`Stop::Stuck`], never guess. There is one thread.

mod arithmetic;
mod calls;
mod execute;
mod heap;
mod library;
mod sites;

use std::collections::{HashMap, HashSet};
use std::fmt;

use classfile::FieldFlags;
use ir::{Class, Method, MethodType, Name, Type};

pub use heap::{Heap, Obj, Object, Value};

/// Blocks that one call may execute; more are taken for an endless loop.
const MOST_BLOCKS: u64 = 1_000_000;

/// Calls in each other; more are taken for an endless recursion.
const DEEPEST: usize = 200;

/// A JVM that knows the given classes and little else.
pub struct Machine<'a> {
    classes: HashMap<Name, &'a Class>,
    heap: Heap,
    statics: HashMap<(Name, Name), Value>,
    initialised: HashSet<Name>,
    blocks_left: u64,
    depth: usize,
}

/// Why a method did not return.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// It threw this exception.
    Exception(Obj),
    /// The interpreter cannot go on: the program uses what it does not know, or the IR is wrong.
    Stuck(String),
}

/// What a call did.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It returned, with a value if it has one.
    Returned(Option<Value>),
    /// It threw an exception of this class.
    Threw(Name),
}

type Done<T = Option<Value>> = Result<T, Stop>;

/// An instruction cannot be executed.
fn stuck<T>(why: impl fmt::Display) -> Done<T> {
    Err(Stop::Stuck(why.to_string()))
}

impl<'a> Machine<'a> {
    /// A machine in which no class is initialised yet.
    pub fn new(classes: &'a [Class]) -> Machine<'a> {
        Machine {
            classes: classes.iter().map(|class| (class.name, class)).collect(),
            heap: Heap::default(),
            statics: HashMap::new(),
            initialised: HashSet::new(),
            blocks_left: 0,
            depth: 0,
        }
    }

    /// The objects.
    pub fn heap(&mut self) -> &mut Heap {
        &mut self.heap
    }

    /// Calls a static method from outside. Static fields and objects keep what earlier calls left in them.
    /// A monitor that is still held afterwards is an error.
    pub fn call(
        &mut self,
        class: Name,
        name: Name,
        ty: MethodType,
        args: &[Value],
    ) -> Result<Outcome, String> {
        self.blocks_left = MOST_BLOCKS;
        self.depth = 0;
        let outcome = match self.call_static(class, name, ty, args.to_vec()) {
            Ok(value) => Outcome::Returned(value),
            Err(Stop::Exception(thrown)) => Outcome::Threw(self.class_of(thrown)),
            Err(Stop::Stuck(why)) => return Err(why),
        };
        match self.heap.held_monitors() {
            0 => Ok(outcome),
            held => Err(format!("{held} monitor(s) are still held")),
        }
    }

    /// Initialises a class and, before it, its superclass.
    fn initialise(&mut self, name: Name) -> Done<()> {
        let Some(&class) = self.classes.get(&name) else { return Ok(()) };
        if !self.initialised.insert(name) {
            return Ok(());
        }
        if let (Some(parent), false) = (class.super_class, class.is_interface()) {
            self.initialise(parent)?;
        }
        let statics = class.fields.iter().filter(|field| field.flags.contains(FieldFlags::STATIC));
        for field in statics {
            let value = match field.constant {
                Some(constant) => self.constant(constant)?,
                None => Value::default_of(field.ty),
            };
            self.statics.insert((name, field.name), value);
        }
        match class.method("<clinit>", "()V") {
            Some(method) => self.run_method(class, method, Vec::new()).map(|_| ()),
            None => Ok(()),
        }
    }

    /// The method that a class declares or inherits: superclasses first, then interfaces.
    fn find_method(
        &self,
        class: Name,
        name: Name,
        ty: MethodType,
    ) -> Option<(&'a Class, &'a Method)> {
        let mut at = Some(class);
        while let Some(&class) = at.and_then(|name| self.classes.get(&name)) {
            let found = class.methods.iter().find(|method| method.name == name && method.ty == ty);
            if let Some(method) = found {
                return Some((class, method));
            }
            at = class.super_class;
        }
        self.interfaces_of(class).into_iter().find_map(|interface| {
            let class = *self.classes.get(&interface)?;
            let mut methods = class.methods.iter();
            let found = methods
                .find(|m| m.name == name && m.ty == ty && m.body().is_some() && !m.is_static());
            Some((class, found?))
        })
    }

    /// Every interface that a class implements, those of its superclasses too.
    fn interfaces_of(&self, class: Name) -> Vec<Name> {
        let mut all = Vec::new();
        let mut left = vec![class];
        while let Some(name) = left.pop() {
            let Some(class) = self.classes.get(&name) else { continue };
            left.extend(class.super_class);
            left.extend(&class.interfaces);
            all.extend(&class.interfaces);
        }
        all
    }

    /// The class that declares a field, looked for from a class upwards.
    fn field_owner(&self, class: Name, name: Name) -> Option<Name> {
        let mut left = vec![class];
        while let Some(at) = left.pop() {
            let class = self.classes.get(&at)?;
            if class.fields.iter().any(|field| field.name == name) {
                return Some(at);
            }
            left.extend(class.super_class.filter(|parent| self.classes.contains_key(parent)));
            left.extend(class.interfaces.iter().filter(|it| self.classes.contains_key(it)));
        }
        None
    }

    fn class_of(&self, object: Obj) -> Name {
        match self.heap.get(object) {
            Object::Instance { class, .. } => *class,
            Object::Array { ty: Type::Ref(name), .. } => *name,
            Object::Lambda(lambda) => lambda.interface,
            Object::Text(_) => Name::new("java/lang/String"),
            Object::Class(_) => Name::new("java/lang/Class"),
            Object::Array { .. } => Name::new("java/lang/Object"),
        }
    }

    /// Whether an object is of a type.
    fn is_instance(&self, object: Obj, ty: Type) -> bool {
        matches!(ty, Type::Ref(name) if self.is_subclass(self.class_of(object), name))
    }

    fn is_subclass(&self, class: Name, of: Name) -> bool {
        let of_object = of.as_str() == "java/lang/Object";
        class == of || of_object || self.is_array_of(class, of) || self.has_parent(class, of)
    }

    fn is_array_of(&self, array: Name, of: Name) -> bool {
        let elements = (Type::Ref(array).element(), Type::Ref(of).element());
        matches!(elements, (Some(Type::Ref(a)), Some(Type::Ref(b))) if self.is_subclass(a, b))
    }

    fn has_parent(&self, class: Name, of: Name) -> bool {
        match self.classes.get(&class) {
            Some(class) => {
                let parents = class.super_class.into_iter().chain(class.interfaces.iter().copied());
                parents.into_iter().any(|parent| self.is_subclass(parent, of))
            }
            None => library::parent(class.as_str())
                .is_some_and(|parent| self.is_subclass(Name::new(parent), of)),
        }
    }
}
