//! What other sources can see of a class, and what a class sees of others.
//!
//! An edit that changes only code inside of methods needs no other source to be compiled. If a declaration changed, only sources that
//! can notice are compiled, after the "name hashing" of Zinc, sbt's incremental compiler: those that mention the name of a member
//! that changed, and the class or one of its subclasses.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use classfile::{
    AttributeData, ClassFile, ClassFlags, Constant, ConstantPool, CpIndex, FieldFlags, MethodFlags,
};

/// What can be seen of a class from other sources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Nobody outside of its method, or of its source, can name it.
    is_hidden: bool,
    is_enum: bool,
    /// Kind, modifiers, supertypes, type parameters.
    class: String,
    /// The members, by name, each with all that counts.
    members: BTreeMap<String, BTreeSet<String>>,
    /// Members that subclasses have to implement.
    open: BTreeSet<String>,
    /// The superclass and the interfaces.
    pub(crate) parents: Vec<String>,
}

/// How a class differs from what it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Difference {
    /// Nobody can see one.
    None,
    /// Members of these names.
    Members(BTreeSet<String>),
    /// It is gone, or what subclasses, lambdas and switches have to deal with: everyone who uses it can notice.
    Users,
    /// It is new, so that its name may mean something else than before.
    Name,
    /// More than that.
    Whole,
}

impl Shape {
    /// Of a class file that the compiler wrote; none if it cannot be read.
    pub(crate) fn of(bytes: &[u8]) -> Option<Shape> {
        let file = ClassFile::parse(bytes).ok()?;
        let pool = &file.constants;
        let mut shape = Shape::default();
        let parents = file.super_name().into_iter().map(|name| name.to_text().into_owned());
        let interfaces = file.interfaces.iter().filter_map(|index| class(pool, *index));
        shape.parents = parents.chain(interfaces).collect();
        shape.is_enum = file.flags.contains(ClassFlags::ENUM);
        let flags = file.flags & !(ClassFlags::SUPER | ClassFlags::SYNTHETIC);
        shape.class = format!("{:04x} {:?}", flags.bits(), shape.parents);
        let own_name = file.name();
        for attribute in &file.attributes {
            match &attribute.data {
                AttributeData::EnclosingMethod(_) => shape.is_hidden = true,
                AttributeData::Signature(index) => shape.class += &text(pool, *index),
                AttributeData::InnerClasses(inner) => {
                    let own = |it: &&classfile::attribute::InnerClass| {
                        pool.class(it.inner).is_ok_and(|name| name == own_name)
                    };
                    for own in inner.iter().filter(own) {
                        shape.is_hidden |= own.flags.contains(ClassFlags::PRIVATE);
                        shape.class += &format!(" {:04x}", own.flags.bits());
                    }
                }
                AttributeData::PermittedSubclasses(classes) => {
                    let names: Vec<_> = classes.iter().filter_map(|it| class(pool, *it)).collect();
                    shape.class += &format!(" permits {names:?}");
                }
                AttributeData::Record(components) => {
                    for component in components {
                        shape.class += &format!(" {}", text(pool, component.name));
                    }
                }
                // They say how an annotation may be used.
                AttributeData::RuntimeVisibleAnnotations(annotations)
                    if file.flags.contains(ClassFlags::ANNOTATION) =>
                {
                    shape.class += &format!(" {annotations:?}");
                }
                AttributeData::Deprecated => shape.class += " deprecated",
                _ => {}
            }
        }
        shape.add_fields(&file);
        shape.add_methods(&file);
        Some(shape)
    }

    fn add_fields(&mut self, file: &ClassFile<'_>) {
        let pool = &file.constants;
        let hidden = FieldFlags::PRIVATE | FieldFlags::SYNTHETIC;
        for field in file.fields.iter().filter(|field| !field.flags.intersects(hidden)) {
            let mut what = format!("{:04x} {}", field.flags.bits(), text(pool, field.descriptor));
            for attribute in &field.attributes {
                match &attribute.data {
                    AttributeData::Signature(index) => what += &text(pool, *index),
                    // It is copied into whoever uses it.
                    AttributeData::ConstantValue(index) => what += &constant(pool, *index),
                    _ => {}
                }
            }
            self.members.entry(text(pool, field.name)).or_default().insert(what);
        }
    }

    fn add_methods(&mut self, file: &ClassFile<'_>) {
        let pool = &file.constants;
        let hidden = MethodFlags::PRIVATE | MethodFlags::SYNTHETIC;
        for method in file.methods.iter().filter(|method| !method.flags.intersects(hidden)) {
            let flags = method.flags & !(MethodFlags::SYNCHRONIZED | MethodFlags::NATIVE);
            let mut what = format!("{:04x} {}", flags.bits(), text(pool, method.descriptor));
            for attribute in &method.attributes {
                match &attribute.data {
                    AttributeData::Signature(index) => what += &text(pool, *index),
                    AttributeData::Exceptions(classes) => {
                        for index in classes {
                            what += &class(pool, *index).unwrap_or_default();
                        }
                    }
                    AttributeData::AnnotationDefault(_) => what += " default",
                    _ => {}
                }
            }
            let mut name = text(pool, method.name);
            if flags.contains(MethodFlags::ABSTRACT) {
                self.open.insert(format!("{name} {what}"));
            }
            if name == "<init>" {
                // Sources call a constructor by the name of its class.
                name = simple(&file.name().to_text()).to_owned();
            }
            self.members.entry(name).or_default().insert(what);
        }
    }

    /// How a class differs from what it was.
    pub(crate) fn difference(before: Option<&Shape>, now: Option<&Shape>) -> Difference {
        match (before, now) {
            (Some(before), Some(now)) if before.is_hidden && now.is_hidden => Difference::None,
            (Some(before), Some(now)) => {
                if before.class != now.class || before.is_hidden != now.is_hidden {
                    Difference::Whole
                } else if before.open != now.open {
                    Difference::Users
                } else {
                    let names = before.members.keys().chain(now.members.keys());
                    let names =
                        names.filter(|name| before.members.get(*name) != now.members.get(*name));
                    let names: BTreeSet<String> = names.cloned().collect();
                    match names.is_empty() {
                        true => Difference::None,
                        false if now.is_enum => Difference::Users,
                        false => Difference::Members(names),
                    }
                }
            }
            (None, Some(now)) if !now.is_hidden => Difference::Name,
            (Some(before), None) if !before.is_hidden => Difference::Users,
            _ => Difference::None,
        }
    }
}

/// The last part of a class name: `Entry` for `java/util/Map$Entry`.
pub(crate) fn simple(class: &str) -> &str {
    let name = class.rsplit('/').next().unwrap_or(class);
    name.rsplit('$').find(|part| !part.is_empty()).unwrap_or(name)
}

/// Whether a class file mentions one of these classes.
pub(crate) fn mentions(bytes: &[u8], classes: &HashSet<String>) -> bool {
    let Ok(file) = ClassFile::parse(bytes) else { return true };
    file.constants.iter().any(|(_, constant)| {
        let Constant::Utf8(text) = constant else { return false };
        let text = text.to_text();
        // A class, or a descriptor or signature with `Lname;`, `Lname<…>;` or `Lname.Inner;`.
        classes.contains(text.as_ref()) || types(&text).any(|name| classes.contains(name))
    })
}

/// The names of classes in a descriptor or signature.
fn types(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices('L').filter_map(|(at, _)| {
        let rest = &text[at + 1..];
        rest.find([';', '<', '.']).map(|end| &rest[..end])
    })
}

/// Whether a source has one of these words.
pub(crate) fn has_word(source: &str, words: &HashSet<&str>) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '$';
    source.split(|letter| !is_part(letter)).any(|word| words.contains(word))
}

fn text(pool: &ConstantPool<'_>, index: CpIndex) -> String {
    pool.utf8(index).map(|text| text.to_text().into_owned()).unwrap_or_default()
}

fn class(pool: &ConstantPool<'_>, index: CpIndex) -> Option<String> {
    pool.class(index).ok().map(|name| name.to_text().into_owned())
}

fn constant(pool: &ConstantPool<'_>, index: CpIndex) -> String {
    match pool.get(index) {
        Constant::String(index) => format!("={:?}", text(pool, index)),
        other => format!("={other:?}"),
    }
}
