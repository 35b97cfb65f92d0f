//! `java.lang.reflect`: classes and members by name, as far as the names are constants.

use ir::hierarchy::ClassId;
use ir::{MethodType, Name, Type};

use crate::code::{Call, Member, New, Rule, Stmt, Target};
use crate::extract::Builder;
use crate::heap::ObjKind;
use crate::ids::Var;

use super::{Access, Expansion, Lookup, Params, RuleKind};

impl Builder<'_> {
    pub(super) fn reflection(&mut self, name: &str, params: &Params<'_>, ret: Option<Var>) -> bool {
        match name {
            "class-for-name" => {
                self.rule(RuleKind::ClassOfName, params.of("java/lang/String"), vec![], ret);
            }
            "class-new-instance" => self.rule(RuleKind::NewInstance, params.at(0), vec![], ret),
            "array-new-instance" => {
                self.rule(RuleKind::NewArray, params.of("java/lang/Class"), vec![], ret);
            }
            "get-method" | "get-methods" => {
                self.find(params, ret, "java/lang/reflect/Method", Lookup::Methods)
            }
            "get-constructor" | "get-constructors" => {
                self.find(params, ret, "java/lang/reflect/Constructor", Lookup::Constructors);
            }
            "get-field" | "get-fields" => {
                self.find(params, ret, "java/lang/reflect/Field", Lookup::Fields)
            }
            "constructor-new-instance" => {
                let all = self.elements(params.of("[Ljava/lang/Object;"));
                self.rule(RuleKind::Use(Access::Spread), params.at(0), vec![None, all], ret);
            }
            "method-invoke" => {
                let all = self.elements(params.of("[Ljava/lang/Object;"));
                self.rule(
                    RuleKind::Use(Access::Spread),
                    params.at(0),
                    vec![params.at(1), all],
                    ret,
                );
            }
            "field-get" => {
                self.rule(RuleKind::Use(Access::Read), params.at(0), vec![params.at(1)], ret)
            }
            "field-set" => {
                let args = vec![params.at(1), params.at(2)];
                self.rule(RuleKind::Use(Access::Write), params.at(0), args, None);
            }
            _ => return false,
        }
        true
    }

    /// Members of a class: one as the result, or an array of them.
    fn find(
        &mut self,
        params: &Params<'_>,
        ret: Option<Var>,
        class: &str,
        lookup: impl Fn(crate::ids::DynClass) -> Lookup,
    ) {
        let (Some(member), Some(ret)) = (self.library_class(class), ret) else { return };
        let to = if params.shape.result.is_some_and(|ty| ty.is_array()) {
            let element = self.var();
            if let Some(ty) = params.shape.result {
                self.allocate(ret, ty);
            }
            let slot = self.types.slot(crate::types::SlotKind::Element);
            self.push(Stmt::Store { base: ret, slot, from: element });
            element
        } else {
            ret
        };
        let base = params.of("java/lang/Class");
        let name = params.of("java/lang/String");
        self.rule(RuleKind::MembersOf(lookup(member)), base, vec![name], Some(to));
    }
}

impl Expansion<'_> {
    pub(super) fn class_of_name(&mut self) {
        let ObjKind::Text(text) = self.object.kind else {
            return self.unknown("a class by a name that is no constant");
        };
        let internal = Name::new(&text.as_str().replace('.', "/"));
        let class =
            Type::from_class_name(internal).and_then(|ty| Some((ty, self.world.load_type(ty)?)));
        match class {
            Some((ty, class)) if !self.world.hierarchy.is_phantom(class) => {
                self.result(New::Class(ty));
                self.push(Stmt::Init(class));
            }
            _ => self.unknown(&format!("the class {text}")),
        }
    }

    pub(super) fn new_instance(&mut self) {
        let Some(ty) = self.class_object() else {
            return self.unknown("an object of a class that is not known");
        };
        let Some((class, dyn_class)) = self.instantiable(ty) else { return };
        let (Some(to), ordinal) = (self.rule.result, self.rule.ordinal) else { return };
        let init = (Name::new("<init>"), MethodType::new(&[], None));
        let Some(constructor) = self.world.hierarchy.declared_method(class, init.0, init.1) else {
            return;
        };
        self.push(Stmt::Init(class));
        // An object of its own for each class, so that no constructor sees another's.
        self.construct(to, dyn_class, constructor, vec![], ordinal);
    }

    pub(super) fn new_array(&mut self) {
        if let Some(ty) = self.class_object()
            && let Some(class) = self.types.of_type(self.world, ty.array_of())
        {
            self.result(New::Site(class));
        }
    }

    /// `to` receives an object, and a constructor runs on objects of its class only.
    fn construct(
        &mut self,
        to: Var,
        class: crate::ids::DynClass,
        constructor: ir::hierarchy::MethodId,
        args: Vec<Option<Var>>,
        ordinal: u32,
    ) {
        self.push(Stmt::New { to, what: New::Site(class), ordinal });
        let args = std::iter::once(Some(to)).chain(args).collect();
        self.push(Stmt::Call(Call {
            target: Target::Special(constructor),
            args,
            result: None,
            exc: None,
            fork: None,
            ordinal,
        }));
    }

    pub(super) fn members_of(&mut self, lookup: Lookup) {
        let Some(ty) = self.class_object() else {
            return self.unknown("members of a class that is not known");
        };
        let Some(class) = self.world.load_type(ty).filter(|_| !ty.is_array()) else { return };
        match (lookup, self.arg(0)) {
            (Lookup::Constructors(_), _) | (_, None) => self.found(lookup, class, None),
            (_, Some(base)) => {
                let (result, ordinal) = (self.rule.result, self.rule.ordinal);
                let kind = RuleKind::MembersNamed(lookup, class);
                self.push(Stmt::Rule(Rule { kind, base, args: [].into(), result, ordinal }));
            }
        }
    }

    pub(super) fn members_named(&mut self, lookup: Lookup, class: ClassId) {
        match self.object.kind {
            ObjKind::Text(name) => self.found(lookup, class, Some(name)),
            _ => self.unknown("a member by a name that is no constant"),
        }
    }

    fn found(&mut self, lookup: Lookup, class: ClassId, name: Option<Name>) {
        let hierarchy = &self.world.hierarchy;
        let above: Vec<ClassId> =
            std::iter::once(class).chain(hierarchy.all_supertypes(class).iter().copied()).collect();
        let has_name = |own: Name| name.is_none_or(|name| own == name);
        let mut found = Vec::new();
        match lookup {
            Lookup::Methods(dyn_class) => {
                for method in above.iter().flat_map(|&class| hierarchy.methods(class)) {
                    let own = hierarchy.method(method).name;
                    if !own.as_str().starts_with('<') && has_name(own) {
                        found.push(New::Member(dyn_class, Member::Method(method)));
                    }
                }
            }
            Lookup::Constructors(dyn_class) => {
                for method in hierarchy.methods(class) {
                    if hierarchy.method(method).name.as_str() == "<init>" {
                        found.push(New::Member(dyn_class, Member::Method(method)));
                    }
                }
            }
            Lookup::Fields(dyn_class) | Lookup::Setters(dyn_class) => {
                for field in above.iter().flat_map(|&class| hierarchy.fields(class)) {
                    if has_name(hierarchy.field(field).name) {
                        let member = match lookup {
                            Lookup::Setters(_) => Member::Setter(field),
                            _ => Member::Field(field),
                        };
                        found.push(New::Member(dyn_class, member));
                    }
                }
            }
        }
        for what in found {
            self.result(what);
        }
    }

    /// A method is called, or a field read or written, by reflection or through a handle.
    pub(super) fn use_member(&mut self, access: Access) {
        match self.member() {
            Some(Member::Method(method)) => self.call_member(method, access),
            Some(member) => self.access_member(member, access),
            None => self.unknown("a member that is not known"),
        }
    }

    fn call_member(&mut self, method: ir::hierarchy::MethodId, access: Access) {
        let decl = self.world.hierarchy.method(method).clone();
        let is_constructor = decl.name.as_str() == "<init>";
        let count = decl.ty.parameters().len();
        let takes_receiver = !decl.is_static() && !is_constructor;
        let (receiver, values): (Option<Var>, Vec<Option<Var>>) = match access {
            Access::Spread => (self.arg(0), vec![self.arg(1); count]),
            _ => {
                let first = usize::from(takes_receiver);
                (self.arg(0), (0..count).map(|at| self.arg(first + at)).collect())
            }
        };
        let values: Vec<Option<Var>> = decl
            .ty
            .parameters()
            .iter()
            .zip(values)
            .map(|(ty, value)| value.filter(|_| ty.is_reference()))
            .collect();
        let (result, ordinal) = (self.rule.result, self.rule.ordinal);
        if is_constructor {
            let ty = Type::Ref(self.world.hierarchy.name(decl.class));
            if let (Some((class, dyn_class)), Some(to)) = (self.instantiable(ty), result) {
                self.push(Stmt::Init(class));
                self.construct(to, dyn_class, method, values, ordinal);
            }
            return;
        }
        let target = if decl.is_static() { Target::Fixed(method) } else { Target::Virtual(method) };
        if decl.is_static() {
            self.push(Stmt::Init(decl.class));
        } else if receiver.is_none() {
            return;
        }
        let args = takes_receiver.then_some(receiver).into_iter().chain(values).collect();
        self.push(Stmt::Call(Call { target, args, result, exc: None, fork: None, ordinal }));
    }
}
