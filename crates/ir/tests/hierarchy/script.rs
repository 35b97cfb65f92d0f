//! The language of rule files.
//!
//! ```text
//! # a comment
//! class p/A extends p/B implements p/I, p/J { public m | private static n(I)V | field protected f }
//! interface p/I host p/A { default m | abstract n }
//! remove p/A
//! refer p/A p/Missing [[Lp/Other;
//! method p/Caller p/A.m = p/A.m
//! ```
//!
//! A class that is written again replaces the earlier one. Members have the type `()Ljava/lang/String;` or
//! `Ljava/lang/String;` unless they say another (`m(I)V`, `f:I`). Every other line is a query, with its answer after
//! `=`; see [`Script::answer`]. `java/lang/Object` is there from the start, except after the line `bare`.

use classfile::{ClassFlags, MethodFlags};
use ir::hierarchy::{
    ClassId, Hierarchy, Member, ResolveError, Resolved, SelectionError, SpecialError,
};
use ir::{FieldRef, FieldRefData, MethodRef, MethodRefData, Name, Type};

use crate::spec::{self, ClassSpec, MemberSpec};

pub struct Script {
    pub hierarchy: Hierarchy,
}

impl Script {
    /// Runs a file and writes it again with the answers that were got.
    pub fn run(text: &str) -> String {
        let mut script = Script { hierarchy: Hierarchy::new() };
        script.hierarchy.add(&spec::object().class());
        let mut out = String::new();
        for line in text.lines() {
            out.push_str(&script.line(line));
            out.push('\n');
        }
        out
    }

    fn line(&mut self, line: &str) -> String {
        let words: Vec<&str> = line.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        match words[..] {
            [] => {}
            [comment, ..] if comment.starts_with('#') => {}
            ["bare"] => self.hierarchy = Hierarchy::new(),
            ["remove", class] => assert!(self.hierarchy.remove(Name::new(class)), "{line}"),
            ["refer", class, ref names @ ..] => {
                let class = self.class(class);
                self.hierarchy.set_references(class, names.iter().map(|&name| Name::new(name)));
            }
            _ if line.contains('{') => {
                self.hierarchy.replace(&parse_class(line).class());
            }
            _ => {
                let query = line.split('=').next().unwrap_or(line).trim();
                let words: Vec<&str> = query.split(' ').collect();
                return format!("{query} = {}", self.answer(&words));
            }
        }
        line.into()
    }

    fn answer(&self, query: &[&str]) -> String {
        let h = &self.hierarchy;
        match *query {
            // Is the one a subtype of the other? Class names, array descriptors, `null`, or primitive descriptors.
            ["subtype", a, b] => h.is_subtype(ty(a), ty(b)).to_string(),
            ["superclasses", class] => self.names(h.superclasses(self.class(class))),
            ["supertypes", class] => {
                self.names(h.all_supertypes(self.class(class)).iter().copied())
            }
            ["subclasses", class] => self.names(h.subclasses(self.class(class)).into_iter()),
            ["implementers", class] => self.names(h.implementers(self.class(class)).into_iter()),
            // A reference in the first class to a field, a class method or an interface method.
            ["field", from, field] => {
                self.resolved(h.resolve_field(self.class(from), field_ref(field)))
            }
            ["method", from, method] => {
                self.resolved(h.resolve_method(self.class(from), method_ref(method, false)))
            }
            ["interface-method", from, method] => {
                self.resolved(h.resolve_method(self.class(from), method_ref(method, true)))
            }
            ["polymorphic", method] => {
                h.is_signature_polymorphic(self.declared(method)).to_string()
            }
            // What runs on a receiver of the first class.
            ["select", receiver, method] => {
                self.selected(h.select(self.class(receiver), self.declared(method)))
            }
            // What `invokespecial` runs in code of the first class.
            ["special", current, method] => self.special(current, method_ref(method, false)),
            ["interface-special", current, method] => {
                self.special(current, method_ref(method, true))
            }
            ["nest-host", class] => h.name(h.nest_host(self.class(class))).to_string(),
            ["access", from, class] => {
                h.may_access_class(self.class(from), self.class(class)).to_string()
            }
            ["errors"] => join(h.errors().iter(), "; "),
            ["phantoms"] => {
                join(h.phantoms().iter().map(|p| format!("{}:{}", p.name, p.referrers)), " ")
            }
            _ => panic!("no such query: {query:?}"),
        }
    }

    fn class(&self, name: &str) -> ClassId {
        self.hierarchy.class(Name::new(name)).unwrap_or_else(|| panic!("no class {name}"))
    }

    fn declared(&self, method: &str) -> ir::hierarchy::MethodId {
        let data = method_ref(method, false).data();
        let class = self.class(data.class.as_str());
        let found = self.hierarchy.declared_method(class, data.name, data.ty);
        found.unwrap_or_else(|| panic!("no method {method}"))
    }

    fn names(&self, classes: impl Iterator<Item = ClassId>) -> String {
        join(classes.map(|class| self.hierarchy.name(class)), " ")
    }

    fn special(&self, current: &str, method: MethodRef) -> String {
        match self.hierarchy.select_special(self.class(current), method) {
            Err(SpecialError::Select(error)) => self.selected(Err(error)),
            Err(SpecialError::Resolve(error)) => {
                self.resolved::<ir::hierarchy::MethodId>(Err(error))
            }
            Ok(resolved) => self.resolved(Ok(resolved)),
        }
    }

    fn resolved<M: Into<Member>>(&self, result: Result<Resolved<M>, ResolveError>) -> String {
        match result {
            Ok(resolved) => {
                let mut text = self.member(resolved.member.into());
                if !resolved.accessible {
                    text += " inaccessible";
                }
                if let Some(missing) = resolved.missing {
                    text += &format!(" past {}", self.hierarchy.name(missing));
                }
                text
            }
            Err(error) => format!("! {error}"),
        }
    }

    fn selected(&self, result: Result<ir::hierarchy::MethodId, SelectionError>) -> String {
        let member = |m: ir::hierarchy::MethodId| self.member(m.into());
        match result {
            Ok(method) => member(method),
            Err(SelectionError::Abstract(method)) => format!("! {} is abstract", member(method)),
            Err(SelectionError::Conflict(a, b)) => {
                format!("! conflict between {} and {}", member(a), member(b))
            }
            Err(SelectionError::MissingClass(class)) => {
                format!("! unknown because {} is missing", self.hierarchy.name(class))
            }
            Err(error) => format!("! {error}"),
        }
    }

    fn member(&self, member: Member) -> String {
        let h = &self.hierarchy;
        match member {
            Member::Method(id) => {
                let method = h.method(id);
                let ty = method.ty.descriptor();
                let ty = if ty.as_str() == spec::PLAIN { "" } else { ty.as_str() };
                format!("{}.{}{ty}", h.name(method.class), method.name)
            }
            Member::Field(id) => {
                let field = h.field(id);
                let ty = field.ty.descriptor();
                let ty = if ty == spec::TEXT { String::new() } else { format!(":{ty}") };
                format!("{}.{}{ty}", h.name(field.class), field.name)
            }
        }
    }
}

fn join<T: ToString>(items: impl Iterator<Item = T>, separator: &str) -> String {
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    if items.is_empty() { "none".into() } else { items.join(separator) }
}

fn ty(text: &str) -> Type {
    match text {
        "null" => Type::Null,
        _ if text.len() == 1 => Type::from_descriptor(text).expect("a primitive descriptor"),
        _ => Type::Ref(Name::new(text)),
    }
}

pub fn method_ref(text: &str, is_interface: bool) -> MethodRef {
    let (class, member) = text.split_once('.').expect("Class.name");
    let member = parse_member(member, 0);
    MethodRef::new(MethodRefData {
        class: Name::new(class),
        name: Name::new(&member.name),
        ty: spec::method_type(&member.descriptor),
        is_interface,
    })
}

pub fn field_ref(text: &str) -> FieldRef {
    let (class, member) = text.split_once('.').expect("Class.name");
    let (name, ty) = member.split_once(':').unwrap_or((member, spec::TEXT));
    let ty = Type::from_descriptor(ty).expect("a descriptor");
    FieldRef::new(FieldRefData { class: Name::new(class), name: Name::new(name), ty })
}

/// `[modifiers] class NAME [extends NAME] [implements NAMES] [host NAME] [members NAMES] { members }`
fn parse_class(line: &str) -> ClassSpec {
    let (head, body) = line.split_once('{').expect("a class has a body");
    let mut class = ClassSpec { flags: ClassFlags::SUPER.bits(), ..ClassSpec::default() };
    let mut expect = "modifier";
    for word in head.split([' ', ',']).filter(|word| !word.is_empty()) {
        match (word, expect) {
            ("class" | "extends" | "implements" | "host" | "members", _) => expect = word,
            ("interface", _) => {
                class.flags = (ClassFlags::INTERFACE | ClassFlags::ABSTRACT).bits()
                    | class.flags & ClassFlags::PUBLIC.bits();
                expect = "class";
            }
            ("public", "modifier") => class.flags |= ClassFlags::PUBLIC.bits(),
            ("final", "modifier") => class.flags |= ClassFlags::FINAL.bits(),
            (_, "class") => class.name = word.into(),
            ("nothing", "extends") => expect = "none",
            (_, "extends") => class.super_class = Some(word.into()),
            (_, "implements") => class.interfaces.push(word.into()),
            (_, "host") => class.nest_host = Some(word.into()),
            (_, "members") => class.nest_members.push(word.into()),
            _ => panic!("unexpected {word} in {line}"),
        }
    }
    if class.super_class.is_none() && expect != "none" && class.name != "java/lang/Object" {
        class.super_class = Some("java/lang/Object".into());
    }
    let body = body.trim().trim_end_matches('}');
    for member in body.split('|').map(str::trim).filter(|member| !member.is_empty()) {
        add_member(&mut class, member);
    }
    class
}

fn add_member(class: &mut ClassSpec, text: &str) {
    let mut words: Vec<&str> = text.split(' ').collect();
    let is_field = words[0] == "field";
    let mut flags = 0;
    let name = words.pop().expect("a member has a name");
    for word in &words {
        flags |= match *word {
            "field" | "package" => MethodFlags::empty(),
            "public" => MethodFlags::PUBLIC,
            "protected" => MethodFlags::PROTECTED,
            "private" => MethodFlags::PRIVATE,
            "static" => MethodFlags::STATIC,
            "native" => MethodFlags::NATIVE,
            "varargs" => MethodFlags::VARARGS,
            "abstract" => MethodFlags::ABSTRACT | MethodFlags::PUBLIC,
            "default" => MethodFlags::PUBLIC,
            _ => panic!("unexpected {word} in {text}"),
        }
        .bits();
    }
    if is_field {
        let (name, descriptor) = name.split_once(':').unwrap_or((name, spec::TEXT));
        let (name, descriptor) = (name.into(), descriptor.into());
        class.fields.push(MemberSpec { name, descriptor, flags });
    } else {
        class.methods.push(parse_member(name, flags));
    }
}

fn parse_member(text: &str, flags: u16) -> MemberSpec {
    let (name, descriptor) = match text.find('(') {
        Some(place) => text.split_at(place),
        None => (text, spec::PLAIN),
    };
    MemberSpec { name: name.into(), descriptor: descriptor.into(), flags }
}
