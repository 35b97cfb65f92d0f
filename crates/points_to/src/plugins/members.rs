//! Methods, constructors and fields by name; and what they tell.
//!
//! A member is looked for in a class (and above it, where the library does so), by a constant name, and by the types of the
//! parameters where an array of them is given: a method fits if the array may hold each of its types that is a class. In which
//! place they stand is not known, nor are primitive types. Of members of one name and type the nearest is found, as the
//! library does; accessible or not does not matter beyond `public`.

use std::sync::Arc;

use classfile::{FieldFlags, MethodFlags};
use ir::hierarchy::{ClassId, Hierarchy};
use ir::{Name, Type};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::{Member, New};
use crate::extract::Builder;
use crate::heap::ObjKind;
use crate::ids::{DynClass, Var};
use crate::world::{MembersByName, World};

use super::{CLASS, Expansion, METHOD_HANDLE, OFFSET, Params, RuleKind, STRING, VAR_HANDLE};

const METHOD: &str = "java/lang/reflect/Method";
const CONSTRUCTOR: &str = "java/lang/reflect/Constructor";
const FIELD: &str = "java/lang/reflect/Field";

/// What is looked for in a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lookup {
    /// Which members.
    pub sought: Sought,
    /// Where, and which of them.
    pub scope: Scope,
    /// The class of the objects that stand for them.
    pub class: DynClass,
}

/// The kinds of members that are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Sought {
    Methods,
    StaticMethods,
    InstanceMethods,
    /// Methods that will be called without dispatch.
    SpecialMethods,
    Constructors,
    Fields,
    StaticFields,
    InstanceFields,
    /// Fields that will be written only.
    StaticSetters,
    /// Fields that will be written only.
    InstanceSetters,
}

/// Where members are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// In the class itself.
    Declared,
    /// In the class and above it, public ones only.
    Public,
    /// In the class and above it.
    All,
}

/// What a member tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names of the library")]
pub enum MemberStep {
    DeclaringClass,
    Name,
    /// The type of its result or value.
    Type,
    /// A method handle for it.
    Handle,
    /// A method handle that calls it without dispatch.
    SpecialHandle,
    /// A method handle that writes it.
    SetterHandle,
    /// A variable handle for it.
    VarHandle,
    /// The offset of a field in memory.
    Offset,
}

impl Builder<'_> {
    pub(super) fn members(&mut self, name: &str, params: &Params<'_>, ret: Option<Var>) -> bool {
        use {Scope::*, Sought::*};
        let step = match name {
            "get-method" | "get-methods" => {
                self.find_all(params, ret, METHOD, Methods, Public);
                return true;
            }
            "get-declared-method" | "get-declared-methods" => {
                self.find_all(params, ret, METHOD, Methods, Declared);
                return true;
            }
            "get-constructor" | "get-constructors" => {
                self.find_all(params, ret, CONSTRUCTOR, Constructors, Declared);
                return true;
            }
            "get-field" | "get-fields" => {
                self.find_all(params, ret, FIELD, Fields, Public);
                return true;
            }
            "get-declared-field" | "get-declared-fields" => {
                self.find_all(params, ret, FIELD, Fields, Declared);
                return true;
            }
            "member-class" => MemberStep::DeclaringClass,
            "member-name" => MemberStep::Name,
            "member-type" => MemberStep::Type,
            _ => return false,
        };
        self.rule(RuleKind::OfMember(step), params.at(0), vec![], ret);
        true
    }

    /// Members of a class: one as the result, or an array of them.
    fn find_all(
        &mut self,
        params: &Params<'_>,
        ret: Option<Var>,
        class: &str,
        sought: Sought,
        scope: Scope,
    ) {
        let to = self.found(params, ret);
        self.find(params, to, class, sought, scope);
    }

    /// Looks for members in the first class among the parameters, by the name and the array of types there.
    pub(super) fn find(
        &mut self,
        params: &Params<'_>,
        to: Option<Var>,
        class: &str,
        sought: Sought,
        scope: Scope,
    ) {
        let Some(class) = self.library_class(class) else { return };
        let types = self.elements(params.of("[Ljava/lang/Class;"));
        let kind = RuleKind::MembersOf(Lookup { sought, scope, class });
        self.rule(kind, params.of(CLASS), vec![params.of(STRING), types], to);
    }
}

impl Expansion<'_> {
    pub(super) fn members_of(&mut self, lookup: Lookup) {
        let Some(ty) = self.class_object() else {
            return self.members_instead(lookup, "members of a class that is not known");
        };
        // Arrays have the methods of `Object`.
        let object = self.world.hierarchy.object();
        let class = if ty.is_array() { Some(object) } else { self.present(ty) };
        let Some(class) = class else { return };
        let types = self.arg(1);
        match self.arg(0) {
            Some(name) => self.then(RuleKind::MembersNamed(lookup, class), name, vec![types]),
            None => self.offer(lookup, class, None, types),
        }
    }

    pub(super) fn members_named(&mut self, lookup: Lookup, class: ClassId) {
        match self.object.kind {
            ObjKind::Text(name) => self.offer(lookup, class, Some(name), self.arg(0)),
            _ => self.members_instead(lookup, "a member by a name that is no constant"),
        }
    }

    /// The members of the log, or one that nobody knows.
    fn members_instead(&mut self, lookup: Lookup, what: &str) {
        let members = self.logged_members();
        for &member in &members {
            self.result(New::Member(lookup.class, lookup.sought.used(member)));
        }
        if members.is_empty() {
            self.unknown(what);
            self.result(New::Merged(lookup.class));
        }
    }

    /// Members that were found; methods only if their types fit.
    fn offer(&mut self, lookup: Lookup, class: ClassId, name: Option<Name>, types: Option<Var>) {
        for &member in self.matching(lookup, class, name).iter() {
            self.offer_typed(lookup.class, member, types, 0);
        }
    }

    /// A method whose types are known to fit up to a place.
    fn offer_typed(&mut self, class: DynClass, member: Member, types: Option<Var>, from: usize) {
        let next = self.parameters(member).iter().enumerate().skip(from);
        let next = next.into_iter().find(|(_, ty)| ty.is_reference()).map(|(at, _)| at as u8);
        match (types, next) {
            (Some(types), Some(at)) => {
                self.then(RuleKind::MembersTyped(class, member, at), types, vec![]);
            }
            _ => self.result(New::Member(class, member)),
        }
    }

    pub(super) fn members_typed(&mut self, class: DynClass, member: Member, at: u8) {
        match self.class_object() {
            Some(ty) if self.parameters(member).get(usize::from(at)) == Some(&ty) => {
                let types = Some(self.rule.base);
                self.offer_typed(class, member, types, usize::from(at) + 1);
            }
            Some(_) => {}
            None => self.result(New::Member(class, member)),
        }
    }

    fn parameters(&self, member: Member) -> &'static [Type] {
        match member {
            Member::Method(method) | Member::Special(method) => {
                self.world.hierarchy.method(method).ty.parameters()
            }
            _ => &[],
        }
    }

    /// The members of a class that are looked for, by name if there is one.
    fn matching(&mut self, lookup: Lookup, class: ClassId, name: Option<Name>) -> Arc<[Member]> {
        let World { hierarchy, members, .. } = &mut *self.world;
        let Some(name) = name else { return all_matching(hierarchy, lookup, class).into() };
        let by_name = members
            .entry((lookup, class))
            .or_insert_with(|| by_name(hierarchy, all_matching(hierarchy, lookup, class)));
        by_name.get(&name).cloned().unwrap_or_default()
    }

    /// A member tells something.
    pub(super) fn of_member(&mut self, step: MemberStep) {
        let Some(member) = self.member() else { return self.of_unknown_member(step) };
        match step {
            MemberStep::DeclaringClass => {
                if let Some(class) = self.owner(member) {
                    let name = self.world.hierarchy.name(class);
                    self.result(New::Class(Type::Ref(name)));
                }
            }
            MemberStep::Name => {
                if let Some(name) = self.name(member) {
                    self.result(New::Text(name));
                }
            }
            MemberStep::Type => {
                if let Some(ty) = self.value_type(member) {
                    self.type_told(member, ty);
                }
            }
            MemberStep::Handle => self.handle(METHOD_HANDLE, member),
            MemberStep::SpecialHandle => {
                self.handle(METHOD_HANDLE, Sought::SpecialMethods.used(member));
            }
            MemberStep::SetterHandle => {
                self.handle(METHOD_HANDLE, Sought::InstanceSetters.used(member));
            }
            MemberStep::VarHandle => self.handle(VAR_HANDLE, member),
            MemberStep::Offset => self.handle(OFFSET, member),
        }
    }

    /// The type of a member. Libraries refer to themselves all over, and a program that looks at what it finds in what it
    /// finds would look at all of them: a type of a library in a member of one is not told.
    fn type_told(&mut self, member: Member, ty: Type) {
        let classes = [self.owner(member), self.world.load_type(ty)];
        let is_told = classes.into_iter().flatten().any(|class| self.world.is_application(class));
        match self.any(CLASS).filter(|_| !is_told && ty.is_reference()) {
            Some(any) => self.result(any),
            None => self.result(New::Class(ty)),
        }
    }

    fn handle(&mut self, class: &str, member: Member) {
        if let Some(class) = self.library_class(class) {
            self.result(New::Member(class, member));
        }
    }

    /// What nobody knows tells nothing in particular.
    fn of_unknown_member(&mut self, step: MemberStep) {
        let class = match step {
            MemberStep::DeclaringClass | MemberStep::Type => CLASS,
            MemberStep::Name => STRING,
            MemberStep::VarHandle => VAR_HANDLE,
            MemberStep::Handle | MemberStep::SpecialHandle | MemberStep::SetterHandle => {
                METHOD_HANDLE
            }
            MemberStep::Offset => OFFSET,
        };
        if let Some(any) = self.any(class) {
            self.result(any);
        }
    }

    fn owner(&self, member: Member) -> Option<ClassId> {
        let hierarchy = &self.world.hierarchy;
        match member {
            Member::Method(method) | Member::Special(method) => {
                Some(hierarchy.method(method).class)
            }
            Member::Field(field) | Member::Setter(field) => Some(hierarchy.field(field).class),
            Member::Element | Member::Array(_) => None,
        }
    }

    /// The name of a member; a constructor has that of its class.
    fn name(&self, member: Member) -> Option<Name> {
        let hierarchy = &self.world.hierarchy;
        match member {
            Member::Method(method) | Member::Special(method) => {
                let decl = hierarchy.method(method);
                let class = hierarchy.name(decl.class);
                Some(match decl.name.as_str() {
                    "<init>" => Name::new(&class.as_str().replace('/', ".")),
                    _ => decl.name,
                })
            }
            Member::Field(field) | Member::Setter(field) => Some(hierarchy.field(field).name),
            Member::Element | Member::Array(_) => None,
        }
    }

    fn value_type(&self, member: Member) -> Option<Type> {
        let hierarchy = &self.world.hierarchy;
        match member {
            Member::Method(method) | Member::Special(method) => {
                hierarchy.method(method).ty.result()
            }
            Member::Field(field) | Member::Setter(field) => Some(hierarchy.field(field).ty),
            Member::Element | Member::Array(_) => None,
        }
    }
}

/// The members of a class that are looked for, the nearest of a name and type.
fn all_matching(hierarchy: &Hierarchy, lookup: Lookup, class: ClassId) -> Vec<Member> {
    let mut classes = vec![class];
    if lookup.scope != Scope::Declared {
        classes.extend(hierarchy.superclasses(class));
        let rest = hierarchy.all_supertypes(class).iter().filter(|c| !classes.contains(c));
        let rest: Vec<ClassId> = rest.copied().collect();
        classes.extend(rest);
    }
    let mut found = Vec::new();
    if lookup.sought.are_methods() {
        let mut seen = FxHashSet::default();
        for method in classes.iter().flat_map(|&class| hierarchy.methods(class)) {
            let decl = hierarchy.method(method);
            if lookup.takes_method(decl.name, decl.flags) && seen.insert((decl.name, decl.ty)) {
                found.push(lookup.sought.used(Member::Method(method)));
            }
        }
    } else {
        let mut seen = FxHashSet::default();
        for field in classes.iter().flat_map(|&class| hierarchy.fields(class)) {
            let decl = hierarchy.field(field);
            if lookup.takes_field(decl.flags) && seen.insert(decl.name) {
                found.push(lookup.sought.used(Member::Field(field)));
            }
        }
    }
    found
}

/// Members by their names; those of a name in their order.
fn by_name(hierarchy: &Hierarchy, members: Vec<Member>) -> MembersByName {
    let mut lists: FxHashMap<Name, Vec<Member>> = FxHashMap::default();
    for member in members {
        let name = match member {
            Member::Method(method) | Member::Special(method) => hierarchy.method(method).name,
            Member::Field(field) | Member::Setter(field) => hierarchy.field(field).name,
            Member::Element | Member::Array(_) => continue,
        };
        lists.entry(name).or_default().push(member);
    }
    lists.into_iter().map(|(name, list)| (name, list.into())).collect()
}

impl Sought {
    fn are_methods(self) -> bool {
        matches!(
            self,
            Sought::Methods
                | Sought::StaticMethods
                | Sought::InstanceMethods
                | Sought::SpecialMethods
                | Sought::Constructors
        )
    }

    /// How a member is used that was looked for so.
    fn used(self, member: Member) -> Member {
        match (self, member) {
            (Sought::SpecialMethods, Member::Method(method)) => Member::Special(method),
            (Sought::StaticSetters | Sought::InstanceSetters, Member::Field(field)) => {
                Member::Setter(field)
            }
            _ => member,
        }
    }

    /// Whether static members are meant, if that matters.
    fn is_static(self) -> Option<bool> {
        match self {
            Sought::StaticMethods | Sought::StaticFields | Sought::StaticSetters => Some(true),
            Sought::InstanceMethods
            | Sought::SpecialMethods
            | Sought::InstanceFields
            | Sought::InstanceSetters => Some(false),
            Sought::Methods | Sought::Constructors | Sought::Fields => None,
        }
    }
}

impl Lookup {
    fn takes_method(self, name: Name, flags: MethodFlags) -> bool {
        let is_its_kind = match self.sought {
            Sought::Constructors => name.as_str() == "<init>",
            _ => !name.as_str().starts_with('<'),
        };
        let is_static = flags.contains(MethodFlags::STATIC);
        is_its_kind
            && self.sought.is_static().is_none_or(|wanted| wanted == is_static)
            && (self.scope != Scope::Public || flags.contains(MethodFlags::PUBLIC))
    }

    fn takes_field(self, flags: FieldFlags) -> bool {
        let is_static = flags.contains(FieldFlags::STATIC);
        self.sought.is_static().is_none_or(|wanted| wanted == is_static)
            && (self.scope != Scope::Public || flags.contains(FieldFlags::PUBLIC))
    }
}
