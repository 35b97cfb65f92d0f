//! Adding, replacing and removing classes.
//!
//! An edit changes one class, but more than one class may feel it: the kind of a class decides whether those that name
//! it as a supertype do so rightly, and a link more or less makes or breaks cycles. [`Hierarchy::change`] does the one
//! class and hands over to `links` for the rest.

use rustc_hash::FxHashSet;

use super::links::Kind;
use super::select::DispatchCache;
use super::subtyping::AncestorCache;
use super::{ClassId, ClassRow, Declaration, FieldDecl, Hierarchy, Links, MethodDecl};
use crate::class::{Class, Field, Method, package_of};
use crate::name::Name;

impl Hierarchy {
    /// Adds a class. If one of this name is there already, that one stays, as on a class path.
    pub fn add(&mut self, class: &Class) -> ClassId {
        match self.class(class.name) {
            Some(id) if !self.is_phantom(id) => id,
            _ => self.replace(class),
        }
    }

    /// Puts a class in the place of the one of this name, or adds it. Its id stays, and so do those of members with
    /// unchanged name and type. What it refers to has to be told anew, see [`Hierarchy::set_references`].
    pub fn replace(&mut self, class: &Class) -> ClassId {
        let id = self.declare(class.name);
        let declaration = self.declaration(id, class);
        self.change(id, Some(declaration));
        id
    }

    /// Takes a class away; false if there is none of this name. Its id stays and is now that of a phantom.
    pub fn remove(&mut self, name: Name) -> bool {
        match self.class(name) {
            Some(id) if !self.is_phantom(id) => {
                self.change(id, None);
                true
            }
            _ => false,
        }
    }

    /// The id of a class name; a new one is a phantom. The name must not be that of an array.
    pub fn declare(&mut self, name: Name) -> ClassId {
        if let Some(id) = self.class(name) {
            return id;
        }
        let super_class = (!self.classes.is_empty()).then(|| self.object());
        let id = self.classes.push(ClassRow {
            name,
            package: Name::new(package_of(name)),
            declaration: None,
            links: Links { super_class, interfaces: Box::default() },
            named_by: Vec::new(),
            cycle: None,
            references: Box::default(),
        });
        self.ancestors.push(AncestorCache::default());
        self.dispatch.push(DispatchCache::default());
        self.class_ids.insert(name, id);
        id
    }

    /// Copies from a class what the hierarchy needs.
    fn declaration(&mut self, id: ClassId, class: &Class) -> Declaration {
        let is_array = |name: &Name| name.as_str().starts_with('[');
        let supertypes = class.super_class.iter().chain(&class.interfaces);
        let array_supertypes = supertypes.copied().filter(is_array).collect();
        let super_class = class.super_class.filter(|name| !is_array(name));
        let interfaces = class.interfaces.iter().copied().filter(|name| !is_array(name));
        let mut duplicates = Vec::new();
        Declaration {
            flags: class.flags,
            super_class: super_class.map(|name| self.declare(name)),
            interfaces: interfaces.map(|name| self.declare(name)).collect(),
            array_supertypes,
            nest_host: class.nest_host,
            nest_members: class.nest_members.as_slice().into(),
            methods: self.method_list(id, &class.methods, &mut duplicates),
            fields: self.field_list(id, &class.fields, &mut duplicates),
            duplicates: duplicates.into(),
        }
    }

    /// The ids of a class's methods. Of several with one name and type the first counts (the JVM rejects the class).
    fn method_list(
        &mut self,
        class: ClassId,
        methods: &[Method],
        duplicates: &mut Vec<(Name, Name)>,
    ) -> Box<[(super::MethodId, classfile::MethodFlags)]> {
        let mut seen = FxHashSet::default();
        let mut list = Vec::with_capacity(methods.len());
        for &Method { name, ty, flags, .. } in methods {
            let rows = &mut self.methods;
            let id = *self.method_ids.entry((class, name, ty)).or_insert_with(|| {
                rows.push(MethodDecl { class, name, ty, flags, is_declared: false })
            });
            if seen.insert(id) {
                list.push((id, flags));
            } else {
                duplicates.push((name, ty.descriptor()));
            }
        }
        list.into()
    }

    /// The ids of a class's fields, likewise.
    fn field_list(
        &mut self,
        class: ClassId,
        fields: &[Field],
        duplicates: &mut Vec<(Name, Name)>,
    ) -> Box<[(super::FieldId, classfile::FieldFlags)]> {
        let mut seen = FxHashSet::default();
        let mut list = Vec::with_capacity(fields.len());
        for &Field { name, ty, flags, .. } in fields {
            let rows = &mut self.fields;
            let id = *self.field_ids.entry((class, name, ty)).or_insert_with(|| {
                rows.push(FieldDecl { class, name, ty, flags, is_declared: false })
            });
            if seen.insert(id) {
                list.push((id, flags));
            } else {
                duplicates.push((name, Name::new(&ty.descriptor())));
            }
        }
        list.into()
    }

    /// Gives a class another declaration, or none.
    fn change(&mut self, id: ClassId, new: Option<Declaration>) {
        self.classes[id].references = Box::default();
        if self.classes[id].declaration == new {
            return;
        }
        let old_kind = self.kind(id);
        self.forget_selections(id);
        let old = self.classes[id].declaration.take();
        if let Some(old) = &old {
            self.withdraw_members(old);
            self.forget_named(id, old);
        }
        if let Some(new) = &new {
            self.announce_members(new);
            self.note_named(id, new);
        }
        self.classes[id].declaration = new;
        self.relink(id, self.kind(id) != old_kind);
    }

    fn withdraw_members(&mut self, old: &Declaration) {
        for &(method, _) in &old.methods {
            self.methods[method].is_declared = false;
        }
        for &(field, _) in &old.fields {
            self.fields[field].is_declared = false;
        }
    }

    fn announce_members(&mut self, new: &Declaration) {
        for &(method, flags) in &new.methods {
            let row = &mut self.methods[method];
            (row.flags, row.is_declared) = (flags, true);
        }
        for &(field, flags) in &new.fields {
            let row = &mut self.fields[field];
            (row.flags, row.is_declared) = (flags, true);
        }
    }

    fn forget_named(&mut self, id: ClassId, old: &Declaration) {
        for supertype in old.supertypes() {
            let named_by = &mut self.classes[supertype].named_by;
            if let Some(place) = named_by.iter().rposition(|&namer| namer == id) {
                named_by.swap_remove(place);
            }
        }
    }

    /// A class that names a supertype twice stands in its list twice; [`Hierarchy::forget_named`] removes as many.
    fn note_named(&mut self, id: ClassId, new: &Declaration) {
        let object = self.object();
        for supertype in new.supertypes().filter(|&s| s != object) {
            self.classes[supertype].named_by.push(id);
        }
    }

    /// What decides whether others may name a class as superclass or superinterface.
    pub(super) fn kind(&self, id: ClassId) -> Kind {
        match self.flags(id) {
            // Whatever its flags say: everything else extends it.
            _ if id == self.object() => Kind::Class,
            None => Kind::Unknown,
            Some(flags) => Kind::of(flags),
        }
    }
}

impl Declaration {
    /// The direct supertypes as declared, right or wrong.
    pub(super) fn supertypes(&self) -> impl Iterator<Item = ClassId> + '_ {
        self.super_class.iter().chain(&self.interfaces).copied()
    }
}
