//! The classes of the program as the solver sees them: loaded when they are first needed.
//!
//! The [`ClassSource`] is the world outside: a class path, or the classes of a test. The [`World`] keeps the hierarchy of what
//! has been loaded. A class is loaded together with all its supertypes, so that no answer about it changes later on: loading
//! on demand gives the same answers as loading everything.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use classfile::MethodFlags;
use ir::hierarchy::{ClassId, Hierarchy, MethodId};
use ir::{Body, Class, Method, MethodRef, Name, Type};
use models::{ClassPattern, Models, Property};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::Member;
use crate::plugins::{Lookup, ReflectionLog, class_names_in};

/// Where classes come from.
pub trait ClassSource: Send {
    /// A class without bodies; none if there is no such class or it cannot be read.
    fn declaration(&self, name: Name) -> Option<Arc<Class>>;
    /// A class with bodies.
    fn class(&self, name: Name) -> Option<Arc<Class>>;
    /// Whether a class is part of the program under test, not of a library.
    fn is_application(&self, name: Name) -> bool;
    /// The texts of all resources of this path: `META-INF/services/java.lang.Runnable`. What module descriptors say about
    /// providers is told in the same way.
    fn resources(&self, path: &str) -> Vec<String>;
    /// The texts of all property files of the program under test.
    fn property_files(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The loaded part of the program.
pub(crate) struct World {
    pub(crate) hierarchy: Hierarchy,
    pub(crate) source: Box<dyn ClassSource>,
    pub(crate) models: Arc<Models>,
    pub(crate) reflection: Arc<ReflectionLog>,
    /// Classes that were changed since: they hide those of the source.
    overlay: FxHashMap<Name, Option<Arc<Class>>>,
    /// Names that have been asked for, there or not.
    asked: FxHashSet<Name>,
    /// Classes with bodies.
    bodies: FxHashMap<Name, Option<Arc<Class>>>,
    application: FxHashMap<Name, bool>,
    /// Whether methods take names, according to the models, once asked.
    pub(crate) takes_names: FxHashMap<MethodRef, bool>,
    /// Subtypes of the classes that models name with `+`, found on first use.
    properties: RefCell<FxHashMap<(ClassId, Property), bool>>,
    /// The names in property files that may be those of classes, once asked.
    named: Option<Arc<[Name]>>,
    /// Members that were looked for by name in a class.
    pub(crate) members: FxHashMap<(Lookup, ClassId), MembersByName>,
}

pub(crate) type MembersByName = FxHashMap<Name, Arc<[Member]>>;

impl World {
    pub(crate) fn new(
        source: Box<dyn ClassSource>,
        models: Arc<Models>,
        reflection: Arc<ReflectionLog>,
    ) -> World {
        World {
            hierarchy: Hierarchy::new(),
            source,
            models,
            reflection,
            overlay: FxHashMap::default(),
            asked: FxHashSet::default(),
            bodies: FxHashMap::default(),
            application: FxHashMap::default(),
            takes_names: FxHashMap::default(),
            properties: RefCell::default(),
            named: None,
            members: FxHashMap::default(),
        }
    }

    /// A class without bodies, as it is now.
    pub(crate) fn declaration(&self, name: Name) -> Option<Arc<Class>> {
        match self.overlay.get(&name) {
            Some(changed) => changed.clone(),
            None => helper(&self.models, name).or_else(|| self.source.declaration(name)),
        }
    }

    /// Whether a class, or its absence, has been looked at.
    pub(crate) fn was_asked(&self, name: Name) -> bool {
        self.asked.contains(&name)
    }

    /// Whether a class is to others something else than before.
    pub(crate) fn is_declaration_changed(&self, name: Name, new: Option<&Arc<Class>>) -> bool {
        match (self.declaration(name), new) {
            (Some(old), Some(new)) => !is_same_declaration(&old, new),
            (None, None) => false,
            _ => true,
        }
    }

    /// Exchanges a class. If it has been loaded, so are its supertypes.
    pub(crate) fn put(&mut self, name: Name, class: Option<Arc<Class>>) {
        self.overlay.insert(name, class.clone());
        self.bodies.remove(&name);
        if !self.asked.contains(&name) {
            return;
        }
        self.properties.get_mut().clear();
        self.members.clear();
        match class {
            Some(class) => {
                for above in class.super_class.iter().chain(&class.interfaces) {
                    self.load(*above);
                }
                self.hierarchy.replace(&class);
            }
            None => {
                self.hierarchy.remove(name);
            }
        }
    }

    /// The class of a name, loaded with its supertypes; a phantom if it is not there.
    pub(crate) fn load(&mut self, name: Name) -> ClassId {
        let mut pending = vec![name];
        let mut loaded: Vec<Arc<Class>> = Vec::new();
        while let Some(name) = pending.pop() {
            if !self.asked.insert(name) {
                continue;
            }
            if let Some(class) = self.declaration(name) {
                pending.extend(class.super_class.iter().chain(&class.interfaces));
                loaded.push(class);
            }
        }
        // Supertypes first: then nothing that the hierarchy has worked out has to be thrown away.
        for class in loaded.iter().rev() {
            self.hierarchy.add(class);
        }
        self.hierarchy.declare(name)
    }

    /// The application's classes that its property files name.
    pub(crate) fn named_classes(&mut self) -> Vec<Name> {
        let source = &self.source;
        let named = self.named.get_or_insert_with(|| {
            let texts = source.property_files();
            let names: BTreeSet<String> = texts.iter().flat_map(|t| class_names_in(t)).collect();
            names.iter().map(|name| Name::new(name)).collect()
        });
        let mut found = Vec::new();
        for &name in Arc::clone(named).iter() {
            // A class that is not there may come: it must have been asked for.
            let class = self.load(name);
            if !self.hierarchy.is_phantom(class) && self.is_application(class) {
                found.push(name);
            }
        }
        found
    }

    /// The element type of an array, or the type itself, if it is a class.
    pub(crate) fn load_type(&mut self, ty: Type) -> Option<ClassId> {
        let mut element = ty;
        while let Some(inner) = element.element() {
            element = inner;
        }
        match element {
            Type::Ref(name) => Some(self.load(name)),
            _ => None,
        }
    }

    /// Whether all of a type that a filter needs to know is there.
    pub(crate) fn is_known_type(&mut self, ty: Type) -> bool {
        let mut element = ty;
        while let Some(inner) = element.element() {
            element = inner;
        }
        match element {
            Type::Ref(_) => {
                self.load_type(ty).is_some_and(|class| !self.hierarchy.is_phantom(class))
            }
            _ => true,
        }
    }

    /// The code of a method.
    pub(crate) fn body(&mut self, method: MethodId) -> Option<Arc<Class>> {
        let class = self.hierarchy.name(self.hierarchy.method(method).class);
        if let Some(changed) = self.overlay.get(&class) {
            return changed.clone();
        }
        let source = &self.source;
        self.bodies.entry(class).or_insert_with(|| source.class(class)).clone()
    }

    /// Whether a class is part of the program under test.
    pub(crate) fn is_application(&mut self, class: ClassId) -> bool {
        let name = self.hierarchy.name(class);
        let (source, models) = (&self.source, &self.models);
        let is_changed = self.overlay.contains_key(&name);
        *self.application.entry(name).or_insert_with(|| {
            (is_changed || source.is_application(name))
                && models.has_property(name.as_str(), Property::Library).is_none()
        })
    }

    /// A class whose bodies were looked at.
    pub(crate) fn known_class(&self, name: Name) -> Option<&Class> {
        match self.overlay.get(&name) {
            Some(changed) => changed.as_deref(),
            None => self.bodies.get(&name)?.as_deref(),
        }
    }

    /// [`World::is_application`] for those who only look.
    pub(crate) fn is_known_application(&self, class: ClassId) -> bool {
        let name = self.hierarchy.name(class);
        if let Some(&known) = self.application.get(&name) {
            return known;
        }
        self.source.is_application(name)
            && self.models.has_property(name.as_str(), Property::Library).is_none()
    }

    /// [`World::has_property`] for those who only look.
    pub(crate) fn has_known_property(&self, class: ClassId, property: Property) -> bool {
        if let Some(&known) = self.properties.borrow().get(&(class, property)) {
            return known;
        }
        let name = self.hierarchy.name(class);
        let has = self.models.has_property(name.as_str(), property).is_some()
            || self.models.subtype_properties(property).any(|above| {
                // A class is loaded with its supertypes: what is not there is none of them.
                let above = self.hierarchy.class(Name::new(above));
                above.is_some_and(|above| self.hierarchy.is_subclass(class, above))
            });
        self.properties.borrow_mut().insert((class, property), has);
        has
    }

    /// Whether a class has a property according to the models.
    pub(crate) fn has_property(&mut self, class: ClassId, property: Property) -> bool {
        if let Some(&known) = self.properties.borrow().get(&(class, property)) {
            return known;
        }
        let models = Arc::clone(&self.models);
        let name = self.hierarchy.name(class);
        let has = models.has_property(name.as_str(), property).is_some()
            || models.subtype_properties(property).any(|above| {
                let above = self.load(Name::new(above));
                self.hierarchy.is_subclass(class, above)
            });
        self.properties.borrow_mut().insert((class, property), has);
        has
    }

    /// Whether a model says that code is not to be analysed; the reason.
    pub(crate) fn cut(&mut self, method: MethodId) -> Option<String> {
        let models = Arc::clone(&self.models);
        let decl = self.hierarchy.method(method);
        let (class, name) = (decl.class, decl.name);
        let class_name = self.hierarchy.name(class);
        if let Some(cut) = models.cut(class_name.as_str(), name.as_str()) {
            return Some(cut.reason.clone());
        }
        models.subtype_cuts().find_map(|cut| {
            let ClassPattern::Subtypes(above) = &cut.classes else { return None };
            let above = self.load(Name::new(above));
            let is_below = self.hierarchy.is_subclass(class, above);
            let is_meant = cut.method.as_deref().is_none_or(|method| method == name.as_str());
            (is_below && is_meant).then(|| cut.reason.clone())
        })
    }
}

/// The class that a model says there is, for models only. All its methods return an object.
fn helper(models: &Models, name: Name) -> Option<Arc<Class>> {
    let model = models.class(name.as_str()).filter(|model| model.extends.is_some())?;
    let version = classfile::Version { major: 61, minor: 0 };
    let flags = classfile::ClassFlags::PUBLIC | classfile::ClassFlags::SUPER;
    let mut class = Class::new(name, version, flags);
    class.super_class = model.extends.as_deref().map(Name::new);
    class.methods = model
        .methods
        .iter()
        .filter_map(|method| {
            let parameters = method.parameters.as_ref()?.concat();
            let ty = Name::new(&format!("({parameters})Ljava/lang/Object;"));
            let is_static = method.is_static.then_some(MethodFlags::STATIC);
            Some(Method {
                name: Name::new(&method.name),
                ty: ir::MethodType::from_descriptor(ty)?,
                flags: MethodFlags::PUBLIC | is_static.unwrap_or(MethodFlags::empty()),
                signature: None,
                exceptions: Vec::new(),
                annotations: Vec::new(),
                code: ir::MethodCode::NotLowered,
            })
        })
        .collect();
    Some(Arc::new(class))
}

/// The method of a class with this name and type.
pub(crate) fn find_method(class: &Class, name: Name, ty: ir::MethodType) -> Option<&Method> {
    class.methods.iter().find(|method| method.name == name && method.ty == ty)
}

/// The body of a method in its class.
pub(crate) fn find_body<'a>(world: &World, class: &'a Class, method: MethodId) -> Option<&'a Body> {
    let decl = world.hierarchy.method(method);
    find_method(class, decl.name, decl.ty)?.body()
}

/// Whether two classes differ in their bodies at most, as far as others can see.
fn is_same_declaration(old: &Class, new: &Class) -> bool {
    let fields = |class: &Class| -> Vec<_> {
        class.fields.iter().map(|field| (field.name, field.ty, field.flags)).collect()
    };
    let methods = |class: &Class| -> Vec<_> {
        class.methods.iter().map(|method| (method.name, method.ty, method.flags)).collect()
    };
    // Whether a finalizer does anything is known where objects are made.
    let has_finalizer = new.methods.iter().any(|method| method.name.as_str() == "finalize");
    !has_finalizer
        && old.flags == new.flags
        && old.super_class == new.super_class
        && old.interfaces == new.interfaces
        && old.nest_host == new.nest_host
        && old.nest_members == new.nest_members
        && fields(old) == fields(new)
        && methods(old) == methods(new)
}
