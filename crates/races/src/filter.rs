//! What models say about thread safety (IteRace §3.2): the one place that asks for it.

use ir::hierarchy::{ClassId, MethodId};
use models::{Effect, MethodModel, Property};
use points_to::{CodeKey, Obj, ObjKind, SlotKind, Solver};

use crate::program::NodeInfo;
use crate::techniques::{Technique, Techniques};

/// Knows what cannot race.
#[derive(Clone, Copy)]
pub(crate) struct Filter<'a> {
    solver: &'a Solver,
    is_on: bool,
    bubbles: bool,
    is_marked: Option<&'a dyn Fn(&str) -> bool>,
}

impl<'a> Filter<'a> {
    pub(crate) fn new(
        solver: &'a Solver,
        techniques: Techniques,
        is_marked: Option<&'a dyn Fn(&str) -> bool>,
    ) -> Filter<'a> {
        let is_on = techniques.has(Technique::Filtering);
        let bubbles = techniques.has(Technique::BubbleUp);
        Filter { solver, is_on, bubbles, is_marked }
    }

    /// Whether what a body accesses is looked at by itself, not only by what it does to what its callers give it.
    pub(crate) fn is_looked_at(&self, info: &NodeInfo<'_>) -> bool {
        info.is_application || !self.bubbles || self.is_marked(info.method)
    }

    /// Whether a method is one of a library that the models know, or that somebody marked.
    pub(crate) fn is_known_library(&self, method: MethodId) -> bool {
        self.has(method, Property::Library) || self.is_marked(method)
    }

    /// Whether somebody marked the class of a method as a library's.
    pub(crate) fn is_marked(&self, method: MethodId) -> bool {
        let hierarchy = self.solver.hierarchy();
        let name = hierarchy.name(hierarchy.method(method).class);
        self.is_marked.is_some_and(|is_marked| is_marked(name.as_str()))
    }

    /// Whether the instructions of a method never race.
    pub(crate) fn is_safe(&self, method: MethodId) -> bool {
        self.is_on
            && (self.has(method, Property::ThreadSafe)
                || self.is_safe_throughout(method)
                || self.has(method, Property::Immutable))
    }

    /// Whether nothing that a method does or calls does.
    pub(crate) fn is_safe_throughout(&self, method: MethodId) -> bool {
        let class = self.solver.hierarchy().method(method).class;
        self.is_on
            && (self.has(method, Property::TransitivelyThreadSafe) || self.is_safe_library(class))
    }

    /// Whether a part of an object never races, because of what the object is or of who made it.
    pub(crate) fn is_safe_object(&self, obj: Obj, slot: SlotKind) -> bool {
        self.is_on
            && slot != SlotKind::Element
            && self.is_safe_class(self.solver.class_of(obj).class)
    }

    /// Whether a method is one that an object inherits from a class that guards its own state: `AtomicLong.get` of a counter that
    /// extends it.
    pub(crate) fn is_safe_part(&self, obj: Obj, method: MethodId) -> bool {
        let hierarchy = self.solver.hierarchy();
        let above = hierarchy.method(method).class;
        self.is_on
            && self.is_safe_class(above)
            && hierarchy.is_subclass(self.solver.class_of(obj).class, above)
    }

    /// Whether an object was made by code that makes only what never races.
    pub(crate) fn is_made_safe(&self, obj: Obj) -> bool {
        let ObjKind::Site(code, _) = self.solver.obj(obj).kind else { return false };
        let CodeKey::Method(method) = self.solver.code_key(code) else { return false };
        self.is_on && self.has(method, Property::InstantiatesSafe)
    }

    fn is_safe_class(&self, class: ClassId) -> bool {
        const SAFE: [Property; 3] =
            [Property::ThreadSafe, Property::TransitivelyThreadSafe, Property::Immutable];
        SAFE.iter().any(|&property| self.solver.has_property(class, property))
            || self.is_safe_library(class)
    }

    /// Whether a class is safe as long as it is not looked at for its own sake.
    fn is_safe_library(&self, class: ClassId) -> bool {
        self.solver.has_property(class, Property::SafeLibrary) && !self.solver.is_application(class)
    }

    fn has(&self, method: MethodId, property: Property) -> bool {
        let class = self.solver.hierarchy().method(method).class;
        let effects = model(self.solver, method).map_or(&[][..], |model| &model.effects);
        self.solver.has_property(class, property) || effects.contains(&Effect::Property(property))
    }
}

/// The model of a method.
pub(crate) fn model(solver: &Solver, method: MethodId) -> Option<&MethodModel> {
    let hierarchy = solver.hierarchy();
    let decl = hierarchy.method(method);
    let class = hierarchy.name(decl.class);
    let descriptor = decl.ty.descriptor();
    solver.models().method(class.as_str(), decl.name.as_str(), descriptor.as_str())
}
