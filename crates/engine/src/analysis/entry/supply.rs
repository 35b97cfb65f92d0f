//! Objects that are made by type: receivers and arguments of methods that are called from outside.
//!
//! There is one static field for each type that is needed. It holds objects of the type: made with each constructor, or
//! taken from what methods return. All who need one take it from there, so that two methods of a class may run on the same
//! object.
//!
//! Callers that run at the same time have arguments of their own: then there is a method for each type instead of a field, which
//! makes an object each time. Only objects of classes that are meant to be shared are the same for all, where exactly such a
//! class is asked for.
//!
//! | type | objects |
//! |---|---|
//! | a class of the application | of the class and its subclasses in the application, by every constructor that is not private |
//! | an enum | its constants |
//! | an interface, an abstract class | of what implements it in the application; if nothing does, one that has its methods with code |
//! | a class of a library | by the public constructor with the fewest parameters; and of its subclasses in the application |
//! | an array | one with an element |
//!
//! What callers make for themselves is what users can make: of public classes, where there are some.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use classfile::{ClassFlags, FieldFlags, MethodFlags};
use ir::body::InvokeKind;
use ir::class::Field;
use ir::{Class, FieldRef, FieldRefData, Method, MethodType, Name, Type, Value};

use super::declarations::Declarations;
use super::driver::{DRIVER, invoke};
use super::library::is_public_class;
use super::shared::Survey;
use super::straight::Straight;

/// How many implementations of a type a caller may pass.
const CHOICES: usize = 8;

/// Where objects of a type come from.
#[derive(Clone, Copy)]
enum Place {
    /// A field that holds them.
    Field(FieldRef),
    /// A method of the driver that makes one.
    Method(Name),
}

/// Code that makes objects.
pub(super) enum Maker {
    /// It fills fields.
    Filling(Straight),
    /// A method that returns one of a type.
    Returning(Name, Type, Straight),
}

pub(super) struct Supply<'d> {
    declarations: &'d Declarations<'d>,
    /// If callers run at the same time: what is known about the code.
    survey: Option<&'d Survey<'d>>,
    /// By type: where its objects come from.
    places: HashMap<Type, Place>,
    fields: Vec<Field>,
    /// Classes whose objects all callers share, with the fields that hold these.
    shared: Vec<(Arc<Class>, FieldRef)>,
    /// Those of them of which there are two.
    twice: HashSet<Name>,
    /// A number that nobody knows.
    any: Option<FieldRef>,
    /// Types whose objects have not been made yet.
    pending: VecDeque<Type>,
    /// Results of methods that may serve as arguments of others: where they are, and of what type.
    kept: Vec<(FieldRef, Type)>,
    /// By type: the classes of the application that are below it and can have objects.
    below: Option<HashMap<Name, Vec<Name>>>,
}

impl<'d> Supply<'d> {
    pub(super) fn new(declarations: &'d Declarations<'d>, survey: Option<&'d Survey<'d>>) -> Self {
        Supply {
            declarations,
            survey,
            places: HashMap::new(),
            fields: Vec::new(),
            shared: Vec::new(),
            twice: HashSet::new(),
            any: None,
            pending: VecDeque::new(),
            kept: Vec::new(),
            below: None,
        }
    }

    /// Objects of this type are needed.
    pub(super) fn want(&mut self, ty: Type) {
        if !self.places.contains_key(&ty) {
            let place = match self.survey {
                None => Place::Field(self.field(ty)),
                Some(_) => Place::Method(Name::new(&format!("make{}", self.places.len()))),
            };
            self.places.insert(ty, place);
            self.pending.push_back(ty);
        }
    }

    /// The field with objects of exactly this class that all callers share.
    pub(super) fn share(&mut self, class: &Arc<Class>) -> FieldRef {
        if let Some(place) = self.shared_place(class.name) {
            return place;
        }
        let place = self.field(Type::Ref(class.name));
        self.shared.push((Arc::clone(class), place));
        place
    }

    /// There are to be two objects of a shared class, so that one is not always the other.
    pub(super) fn need_two(&mut self, class: &Class) {
        self.twice.insert(class.name);
    }

    fn shared_place(&self, class: Name) -> Option<FieldRef> {
        self.shared.iter().find(|(shared, _)| shared.name == class).map(|&(_, place)| place)
    }

    /// A field with a number that nobody knows.
    pub(super) fn any(&mut self) -> FieldRef {
        if let Some(any) = self.any {
            return any;
        }
        let any = self.field(Type::Int);
        *self.any.insert(any)
    }

    /// Makes the objects that all callers share.
    pub(super) fn make_shared(&mut self, code: &mut Straight) {
        let mut at = 0;
        // To make one may take another.
        while let Some((class, place)) = self.shared.get(at).cloned() {
            for _ in 0..1 + usize::from(self.twice.contains(&class.name)) {
                self.construct(code, Place::Field(place), &class, false);
            }
            at += 1;
        }
    }

    fn field(&mut self, ty: Type) -> FieldRef {
        let name = Name::new(&format!("made{}", self.fields.len()));
        self.fields.push(Field {
            name,
            ty,
            flags: FieldFlags::PUBLIC | FieldFlags::STATIC,
            constant: None,
            signature: None,
            annotations: Vec::new(),
        });
        FieldRef::new(FieldRefData { class: Name::new(DRIVER), name, ty })
    }

    fn place(&mut self, ty: Type) -> Place {
        self.want(ty);
        self.places[&ty]
    }

    /// Puts an object where those come from that are like it.
    fn give(code: &mut Straight, place: Place, value: Value) {
        match place {
            Place::Field(field) => code.put_static(field, value),
            Place::Method(_) => code.end_arm(Some(value)),
        }
    }

    /// A value of a type.
    pub(super) fn take(&mut self, code: &mut Straight, ty: Type) -> Value {
        if !ty.is_reference() {
            return code.zero(ty);
        }
        // A text is the same whoever made it.
        if self.survey.is_some() && ty == Type::Ref(Name::new("java/lang/String")) {
            return code.text("text");
        }
        if let Type::Ref(name) = ty
            && let Some(place) = self.shared_place(name)
        {
            return code.get_static(place);
        }
        match self.place(ty) {
            Place::Field(field) => code.get_static(field),
            Place::Method(name) => {
                let signature = (name, MethodType::new(&[], Some(ty)));
                code.call(InvokeKind::Static, Name::new(DRIVER), false, signature, &[])
                    .expect("invariant: it returns an object")
            }
        }
    }

    /// The arguments of a method, the receiver first.
    pub(super) fn args(
        &mut self,
        code: &mut Straight,
        receiver: Option<Value>,
        method: &Method,
    ) -> Vec<Value> {
        let parameters = method.ty.parameters().iter();
        receiver.into_iter().chain(parameters.map(|&ty| self.take(code, ty))).collect()
    }

    /// What a method returned may serve others.
    pub(super) fn keep(&mut self, code: &mut Straight, value: Value, ty: Option<Type>) {
        let Some(ty @ Type::Ref(name)) = ty else { return };
        if self.survey.is_none() && !ty.is_array() && self.declarations.is_application(name) {
            let place = self.field(ty);
            code.put_static(place, value);
            self.kept.push((place, ty));
        }
    }

    /// The fields, and the code that makes objects.
    pub(super) fn finish(mut self) -> (Vec<Field>, Vec<Maker>) {
        let mut bodies = Vec::new();
        while let Some(ty) = self.pending.pop_front() {
            let code = self.make(ty);
            bodies.push(match self.places[&ty] {
                Place::Field(_) => Maker::Filling(code),
                Place::Method(name) => Maker::Returning(name, ty, code),
            });
        }
        let wanted = |(from, ty): (FieldRef, Type)| match *self.places.get(&ty)? {
            Place::Field(to) => Some((from, to)),
            Place::Method(_) => None,
        };
        let kept: Vec<_> = std::mem::take(&mut self.kept).into_iter().filter_map(wanted).collect();
        if !kept.is_empty() {
            let mut code = Straight::default();
            for (from, to) in kept {
                let value = code.get_static(from);
                code.put_static(to, value);
            }
            bodies.push(Maker::Filling(code));
        }
        (self.fields, bodies)
    }

    /// The code that makes objects of a type.
    fn make(&mut self, ty: Type) -> Straight {
        let mut code = Straight::default();
        let place = self.place(ty);
        if let Place::Method(_) = place {
            let any = self.any();
            code.choose(any);
        }
        self.make_at(&mut code, place, ty);
        if code.is_without_arms() {
            let none = code.zero(ty);
            code.end_arm(Some(none));
        }
        code
    }

    fn make_at(&mut self, code: &mut Straight, place: Place, ty: Type) {
        if let Some(element) = ty.element() {
            let array = code.new_array(ty);
            if element.is_reference() {
                let value = self.take(code, element);
                code.store_element(array, value);
            }
            Self::give(code, place, array);
            return;
        }
        let Type::Ref(name) = ty else { return };
        if name.as_str() == "java/lang/String" {
            let text = code.text("text");
            Self::give(code, place, text);
            return;
        }
        let mut has_one = false;
        for below in self.below(name) {
            has_one = true;
            if below != name {
                let value = self.take(code, Type::Ref(below));
                Self::give(code, place, value);
            }
        }
        let class = self.declarations.get(name);
        let is_library = !self.declarations.is_application(name);
        let is_concrete = class.as_ref().is_some_and(can_have_objects);
        if is_concrete || !has_one {
            match class {
                Some(class) => self.construct(code, place, &class, is_library),
                None => {
                    let object = code.new_object(name);
                    Self::give(code, place, object);
                }
            }
        }
    }

    /// Objects of exactly this class.
    fn construct(&mut self, code: &mut Straight, place: Place, class: &Class, is_library: bool) {
        if class.flags.contains(ClassFlags::ENUM)
            && let Some(values) = class.methods.iter().find(|m| m.name.as_str() == "values")
            && let Some(ty) = values.ty.result()
            && let Some(array) = invoke(code, class, values, &[])
        {
            let constant = code.load_element(array, ty.element().unwrap_or(ty));
            return Self::give(code, place, constant);
        }
        let constructors =
            if is_library { simplest_constructor(class) } else { self.constructors(class) };
        let is_private = |init: &Method| init.flags.contains(MethodFlags::PRIVATE);
        if constructors.iter().all(is_private) && self.take_from_statics(code, place, class) {
            return;
        }
        if constructors.is_empty() {
            let object = code.new_object(class.name);
            Self::give(code, place, object);
        }
        for init in constructors {
            let object = code.new_object(class.name);
            let args = self.args(code, Some(object), &init);
            invoke(code, class, &init, &args);
            Self::give(code, place, object);
        }
    }

    /// What static fields and methods of a class give out: how else is anybody to get an object if its constructors are
    /// private?
    fn take_from_statics(&mut self, code: &mut Straight, place: Place, class: &Class) -> bool {
        let ty = Type::Ref(class.name);
        let mut has_one = false;
        for field in &class.fields {
            if field.ty == ty && field.flags.contains(FieldFlags::STATIC) {
                let data = FieldRefData { class: class.name, name: field.name, ty };
                let value = code.get_static(FieldRef::new(data));
                Self::give(code, place, value);
                has_one = true;
            }
        }
        for method in &class.methods {
            let is_private = method.flags.contains(MethodFlags::PRIVATE);
            if method.is_static() && !is_private && method.ty.result() == Some(ty) {
                let args = self.args(code, None, method);
                if let Some(value) = invoke(code, class, method, &args) {
                    Self::give(code, place, value);
                    has_one = true;
                }
            }
        }
        has_one
    }

    /// The constructors that are not private; if there is none, the private ones. For callers that run at the same time, without
    /// those that only call another one: fewer objects are told apart more clearly.
    pub(super) fn constructors(&self, class: &Class) -> Vec<Method> {
        let all = class.methods.iter().filter(|method| method.name.as_str() == "<init>");
        let is_hidden = MethodFlags::PRIVATE | MethodFlags::SYNTHETIC;
        let (hidden, open): (Vec<_>, Vec<_>) =
            all.partition(|init| init.flags.intersects(is_hidden));
        let chosen = if open.is_empty() { hidden } else { open };
        let delegates =
            |init: &&&Method| self.survey.is_some_and(|s| s.is_delegating(class.name, init));
        let (delegating, own): (Vec<&Method>, Vec<&Method>) =
            chosen.into_iter().partition(|init| delegates(&init));
        if own.is_empty() { delegating } else { own }.into_iter().cloned().collect()
    }

    /// The classes of the application that are below a type and can have objects, itself included. `Object` is above all
    /// of them, which says nothing about what a caller would pass.
    fn below(&mut self, name: Name) -> Vec<Name> {
        if name.as_str() == "java/lang/Object" {
            return Vec::new();
        }
        let declarations = self.declarations;
        let index = self.below.get_or_insert_with(|| index_below(declarations));
        let all = index.get(&name).cloned().unwrap_or_default();
        if self.survey.is_none() {
            return all;
        }
        // What a library has of the JDK's interfaces is its own affair.
        if !declarations.is_application(name) {
            return all.into_iter().filter(|&below| below == name).collect();
        }
        let is_public = |class: &Name| {
            declarations.get(*class).is_some_and(|class| is_public_class(declarations, &class))
        };
        // What wraps one of the shared objects would mix them all up: it gets something of which nothing is known.
        let others = all.into_iter().filter(|&below| self.shared_place(below).is_none());
        let (mut chosen, hidden): (Vec<Name>, Vec<Name>) =
            others.partition(|below| *below == name || is_public(below));
        if chosen.is_empty() {
            chosen = hidden;
        }
        chosen.truncate(CHOICES);
        chosen
    }
}

fn index_below(declarations: &Declarations<'_>) -> HashMap<Name, Vec<Name>> {
    let mut below: HashMap<Name, Vec<Name>> = HashMap::new();
    for class in declarations.application() {
        if can_have_objects(class) && !is_local(class) {
            for above in declarations.supertypes(class) {
                below.entry(above).or_default().push(class.name);
            }
        }
    }
    below
}

pub(super) fn can_have_objects(class: &Arc<Class>) -> bool {
    !class.flags.intersects(ClassFlags::ABSTRACT | ClassFlags::INTERFACE | ClassFlags::MODULE)
}

/// Local and anonymous classes are made by the code that they stand in, and by no one else.
pub(super) fn is_local(class: &Class) -> bool {
    let last = class.name.as_str().rsplit('$').next().unwrap_or_default();
    let has_number =
        class.name.as_str().contains('$') && last.starts_with(|c: char| c.is_ascii_digit());
    class.enclosing_method.is_some() || has_number || class.flags.contains(ClassFlags::SYNTHETIC)
}

/// The public constructor with the fewest parameters.
fn simplest_constructor(class: &Class) -> Vec<Method> {
    let is_constructor = |method: &&Method| {
        method.name.as_str() == "<init>" && method.flags.contains(MethodFlags::PUBLIC)
    };
    let constructors = class.methods.iter().filter(is_constructor);
    let simplest = constructors.min_by_key(|m| (m.ty.parameters().len(), m.ty.descriptor()));
    simplest.cloned().into_iter().collect()
}
