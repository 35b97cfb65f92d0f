//! Objects that are made by type: receivers and arguments of methods that are called from outside.
//!
//! There is one static field for each type that is needed. It holds objects of the type: made with each constructor, or
//! taken from what methods return. All who need one take it from there, so that two methods of a class may run on the same
//! object.
//!
//! | type | objects |
//! |---|---|
//! | a class of the application | of the class and its subclasses in the application, by every constructor that is not private |
//! | an enum | its constants |
//! | an interface, an abstract class | of what implements it in the application; if nothing does, one that has its methods with code |
//! | a class of a library | by the public constructor with the fewest parameters; and of its subclasses in the application |
//! | an array | one with an element |

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use classfile::{ClassFlags, FieldFlags, MethodFlags};
use ir::class::Field;
use ir::{Class, FieldRef, FieldRefData, Method, Name, Type, Value};

use super::declarations::Declarations;
use super::driver::{DRIVER, invoke};
use super::straight::Straight;

pub(super) struct Supply<'d> {
    declarations: &'d Declarations<'d>,
    /// By type: the field that holds its objects.
    places: HashMap<Type, FieldRef>,
    fields: Vec<Field>,
    /// Types whose objects have not been made yet.
    pending: VecDeque<Type>,
    /// Results of methods that may serve as arguments of others: where they are, and of what type.
    kept: Vec<(FieldRef, Type)>,
    /// By type: the classes of the application that are below it and can have objects.
    below: Option<HashMap<Name, Vec<Name>>>,
}

impl<'d> Supply<'d> {
    pub(super) fn new(declarations: &'d Declarations<'d>) -> Self {
        Supply {
            declarations,
            places: HashMap::new(),
            fields: Vec::new(),
            pending: VecDeque::new(),
            kept: Vec::new(),
            below: None,
        }
    }

    /// Objects of this type are needed.
    pub(super) fn want(&mut self, ty: Type) {
        if !self.places.contains_key(&ty) {
            let place = self.field(ty);
            self.places.insert(ty, place);
            self.pending.push_back(ty);
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

    fn place(&mut self, ty: Type) -> FieldRef {
        self.want(ty);
        self.places[&ty]
    }

    /// A value of a type.
    pub(super) fn take(&mut self, code: &mut Straight, ty: Type) -> Value {
        if !ty.is_reference() {
            return code.zero(ty);
        }
        let place = self.place(ty);
        code.get_static(place)
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
        if !ty.is_array() && self.declarations.is_application(name) {
            let place = self.field(ty);
            code.put_static(place, value);
            self.kept.push((place, ty));
        }
    }

    /// The fields, and the code that fills them.
    pub(super) fn finish(mut self) -> (Vec<Field>, Vec<Straight>) {
        let mut bodies = Vec::new();
        while let Some(ty) = self.pending.pop_front() {
            bodies.push(self.make(ty));
        }
        let wanted = |(from, ty): (FieldRef, Type)| Some((from, *self.places.get(&ty)?));
        let kept: Vec<_> = std::mem::take(&mut self.kept).into_iter().filter_map(wanted).collect();
        if !kept.is_empty() {
            let mut code = Straight::default();
            for (from, to) in kept {
                let value = code.get_static(from);
                code.put_static(to, value);
            }
            bodies.push(code);
        }
        (self.fields, bodies)
    }

    /// The code that makes objects of a type.
    fn make(&mut self, ty: Type) -> Straight {
        let mut code = Straight::default();
        let place = self.place(ty);
        if let Some(element) = ty.element() {
            let array = code.new_array(ty);
            if element.is_reference() {
                let value = self.take(&mut code, element);
                code.store_element(array, value);
            }
            code.put_static(place, array);
            return code;
        }
        let Type::Ref(name) = ty else { return code };
        if name.as_str() == "java/lang/String" {
            let text = code.text("text");
            code.put_static(place, text);
            return code;
        }
        let mut has_one = false;
        for below in self.below(name) {
            has_one = true;
            if below != name {
                let value = self.take(&mut code, Type::Ref(below));
                code.put_static(place, value);
            }
        }
        let class = self.declarations.get(name);
        let is_library = !self.declarations.is_application(name);
        let is_concrete = class.as_ref().is_some_and(can_have_objects);
        if is_concrete || !has_one {
            match class {
                Some(class) => self.construct(&mut code, place, &class, is_library),
                None => {
                    let object = code.new_object(name);
                    code.put_static(place, object);
                }
            }
        }
        code
    }

    /// Objects of exactly this class.
    fn construct(&mut self, code: &mut Straight, place: FieldRef, class: &Class, is_library: bool) {
        if class.flags.contains(ClassFlags::ENUM)
            && let Some(values) = class.methods.iter().find(|m| m.name.as_str() == "values")
            && let Some(ty) = values.ty.result()
            && let Some(array) = invoke(code, class, values, &[])
        {
            let constant = code.load_element(array, ty.element().unwrap_or(ty));
            return code.put_static(place, constant);
        }
        let constructors =
            if is_library { simplest_constructor(class) } else { self.constructors(class) };
        let is_private = |init: &Method| init.flags.contains(MethodFlags::PRIVATE);
        if constructors.iter().all(is_private) && self.take_from_statics(code, place, class) {
            return;
        }
        if constructors.is_empty() {
            let object = code.new_object(class.name);
            code.put_static(place, object);
        }
        for init in constructors {
            let object = code.new_object(class.name);
            let args = self.args(code, Some(object), &init);
            invoke(code, class, &init, &args);
            code.put_static(place, object);
        }
    }

    /// What static fields and methods of a class give out: how else is anybody to get an object if its constructors are
    /// private?
    fn take_from_statics(&mut self, code: &mut Straight, place: FieldRef, class: &Class) -> bool {
        let ty = Type::Ref(class.name);
        let mut has_one = false;
        for field in &class.fields {
            if field.ty == ty && field.flags.contains(FieldFlags::STATIC) {
                let data = FieldRefData { class: class.name, name: field.name, ty };
                let value = code.get_static(FieldRef::new(data));
                code.put_static(place, value);
                has_one = true;
            }
        }
        for method in &class.methods {
            let is_private = method.flags.contains(MethodFlags::PRIVATE);
            if method.is_static() && !is_private && method.ty.result() == Some(ty) {
                let args = self.args(code, None, method);
                if let Some(value) = invoke(code, class, method, &args) {
                    code.put_static(place, value);
                    has_one = true;
                }
            }
        }
        has_one
    }

    /// The constructors that are not private; if there is none, the private ones.
    pub(super) fn constructors(&self, class: &Class) -> Vec<Method> {
        let all = class.methods.iter().filter(|method| method.name.as_str() == "<init>");
        let is_hidden = MethodFlags::PRIVATE | MethodFlags::SYNTHETIC;
        let (hidden, open): (Vec<_>, Vec<_>) =
            all.partition(|init| init.flags.intersects(is_hidden));
        if open.is_empty() { hidden } else { open }.into_iter().cloned().collect()
    }

    /// The classes of the application that are below a type and can have objects, itself included. `Object` is above all
    /// of them, which says nothing about what a caller would pass.
    fn below(&mut self, name: Name) -> Vec<Name> {
        if name.as_str() == "java/lang/Object" {
            return Vec::new();
        }
        let declarations = self.declarations;
        let below = self.below.get_or_insert_with(|| index_below(declarations));
        below.get(&name).cloned().unwrap_or_default()
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

fn can_have_objects(class: &Arc<Class>) -> bool {
    !class.flags.intersects(ClassFlags::ABSTRACT | ClassFlags::INTERFACE | ClassFlags::MODULE)
}

/// Local and anonymous classes are made by the code that they stand in, and by no one else.
fn is_local(class: &Class) -> bool {
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
