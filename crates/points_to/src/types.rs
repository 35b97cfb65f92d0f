//! What the solver knows about types: dynamic classes, filters, slots. All are numbered on first use and for ever.

use ir::entity::Table;
use ir::hierarchy::{ClassId, FieldId};
use ir::{MethodHandle, MethodType, Name, Type};
use rustc_hash::FxHashMap;

use crate::ids::{CodeId, DynClass, Filter, Slot};
use crate::world::World;

/// What a field of an object is to the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SlotKind {
    /// A declared field.
    Field(FieldId),
    /// The elements of an array.
    Element,
    /// A part of the abstract state of a summary.
    State(Name),
    /// A captured value of a lambda.
    Capture(u16),
}

/// The class of abstract objects at run time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DynClassData {
    /// Its type; of a lambda the functional interface.
    pub ty: Type,
    /// Where its methods are looked up: `Object` for arrays, the interface for lambdas.
    pub class: ClassId,
    /// What it is, if the JVM makes it while the program runs.
    pub made: Option<Made>,
}

/// A class that the JVM makes while the program runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Made {
    /// For a lambda expression or method reference.
    Lambda(LambdaClass),
    /// For a proxy of an interface.
    Proxy,
    /// For a method handle that is made of others.
    Handle(HandleClass),
}

/// The class of method handles that are made of others. The code tells which: as with lambdas, those that one piece of code
/// makes are of one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HandleClass {
    /// The code that makes them.
    pub code: CodeId,
    /// How they are made.
    pub kind: HandleKind,
}

/// How a method handle is made of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HandleKind {
    /// The first argument of another one is given (`bindTo`).
    Bound,
    /// In whatever way.
    Combined,
    /// It returns a constant.
    Constant,
}

/// The class that the JVM makes for a lambda expression or method reference.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LambdaClass {
    /// The code with the expression. Two expressions in it that are alike in everything else are of one class: which of
    /// them it is would depend on what else stands there.
    pub code: CodeId,
    /// The class with the expression.
    pub from: ClassId,
    /// The name of the method of the interface.
    pub method: Name,
    /// The types of the captured values.
    pub captured: Box<[Type]>,
    /// The type of the method, generics erased.
    pub erased: MethodType,
    /// What it calls.
    pub implementation: MethodHandle,
    /// Further interfaces.
    pub markers: Box<[Type]>,
}

impl DynClassData {
    /// What it is, if it is the class of a lambda.
    pub fn lambda(&self) -> Option<&LambdaClass> {
        match &self.made {
            Some(Made::Lambda(lambda)) => Some(lambda),
            _ => None,
        }
    }
}

/// The superclass of the classes of proxies.
pub(crate) const PROXY: &str = "java/lang/reflect/Proxy";

/// The tables.
#[derive(Default)]
pub(crate) struct Types {
    slots: Table<Slot, SlotKind>,
    slot_ids: FxHashMap<SlotKind, Slot>,
    classes: Table<DynClass, DynClassData>,
    class_ids: FxHashMap<DynClassData, DynClass>,
    filters: Table<Filter, Type>,
    filter_ids: FxHashMap<Type, Filter>,
    /// By filter and class: whether objects of the class pass, once asked.
    passes: FxHashMap<(Filter, DynClass), bool>,
}

impl Types {
    pub(crate) fn slot(&mut self, kind: SlotKind) -> Slot {
        let slots = &mut self.slots;
        *self.slot_ids.entry(kind).or_insert_with(|| slots.push(kind))
    }

    pub(crate) fn known_slot(&self, kind: SlotKind) -> Option<Slot> {
        self.slot_ids.get(&kind).copied()
    }

    pub(crate) fn slot_kind(&self, slot: Slot) -> SlotKind {
        self.slots[slot]
    }

    /// The dynamic class of a type that objects can have.
    pub(crate) fn of_type(&mut self, world: &mut World, ty: Type) -> Option<DynClass> {
        let loaded = world.load_type(ty);
        let class = if ty.is_array() { world.hierarchy.object() } else { loaded? };
        Some(self.intern(DynClassData { ty, class, made: None }))
    }

    pub(crate) fn intern(&mut self, data: DynClassData) -> DynClass {
        if let Some(&id) = self.class_ids.get(&data) {
            return id;
        }
        let id = self.classes.push(data.clone());
        self.class_ids.insert(data, id);
        id
    }

    pub(crate) fn class(&self, class: DynClass) -> &DynClassData {
        &self.classes[class]
    }

    /// The filter of a type; none for those that let everything through: `Object`, and types that are not there.
    pub(crate) fn filter(&mut self, world: &mut World, ty: Type) -> Option<Filter> {
        if ty == Type::object() || !world.is_known_type(ty) {
            return None;
        }
        if let Some(&known) = self.filter_ids.get(&ty) {
            return Some(known);
        }
        let filter = self.filters.push(ty);
        self.filter_ids.insert(ty, filter);
        Some(filter)
    }

    /// Whether objects of a class pass a filter.
    #[inline]
    pub(crate) fn passes(&mut self, world: &World, filter: Filter, class: DynClass) -> bool {
        if let Some(&known) = self.passes.get(&(filter, class)) {
            return known;
        }
        let answer = self.is_instance(world, class, self.filters[filter]);
        self.passes.insert((filter, class), answer);
        answer
    }

    fn is_instance(&self, world: &World, class: DynClass, ty: Type) -> bool {
        let data = &self.classes[class];
        let is_subtype = |sub: Type| world.hierarchy.is_subtype(sub, ty);
        let lambda = data.lambda();
        let markers = lambda.iter().flat_map(|lambda| lambda.markers.iter());
        // The classes of proxies extend one of the library.
        let proxy = (data.made == Some(Made::Proxy)).then(|| Type::Ref(Name::new(PROXY)));
        is_subtype(data.ty) || markers.copied().chain(proxy).any(is_subtype)
    }

    /// Forgets what was worked out about some classes, because the hierarchy changed.
    pub(crate) fn forget(&mut self, is_changed: impl Fn(&DynClassData) -> bool) {
        let classes = &self.classes;
        self.passes.retain(|(_, class), _| !is_changed(&classes[*class]));
    }
}
