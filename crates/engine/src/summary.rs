//! A whole program read once: how much there is, what is missing, what is wrong.
//!
//! Classes are read, lowered and verified in parallel. Of each only counts and its declaration stay, so that memory does
//! not grow with the code.

use std::collections::{BTreeMap, BTreeSet};

use classfile::source::ClassEntry;
use classfile::{ClassFile, ClassFlags, Constant, Version};
use ir::{Class, MethodCode, Name, Type};
use rayon::prelude::*;

use crate::problem::Problem;
use crate::program::{ClassReader, Program};
use crate::progress::Progress;

/// Counts over all application classes, and everything that is wrong with them.
#[derive(Debug, Default)]
pub struct Summary {
    /// Classes and interfaces.
    pub classes: u64,
    /// Module declarations, which are no classes.
    pub modules: u64,
    /// Fields.
    pub fields: u64,
    /// Methods, with and without code.
    pub methods: u64,
    /// Methods that were lowered.
    pub bodies: u64,
    /// Instructions of the bytecode.
    pub bytecodes: u64,
    /// Instructions in SSA form.
    pub instructions: u64,
    /// Basic blocks in SSA form.
    pub blocks: u64,
    /// How many classes have which version.
    pub versions: BTreeMap<Version, u64>,
    /// Classes that the program refers to and that are nowhere, by name.
    pub missing: Vec<MissingClass>,
    /// Class files of the input that are not used, because another class of the same name comes first.
    pub shadowed: Vec<ShadowedClass>,
    /// What is wrong with classes; problems of opening are the program's.
    pub problems: Vec<Problem>,
}

/// A class that is referred to and was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingClass {
    /// Its internal name.
    pub name: Name,
    /// How many classes refer to it.
    pub referenced_by: u64,
}

/// A class file that is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShadowedClass {
    /// Where it is.
    pub path: String,
    /// The class file that is used instead.
    pub used: String,
}

/// What is left of one class.
#[derive(Default)]
struct ClassCount {
    counts: Summary,
    references: Vec<Name>,
    declaration: Option<Class>,
}

impl Program {
    /// Reads every application class.
    pub fn summary(&self, progress: &dyn Progress) -> Summary {
        let modules = self.class_path.module_infos().filter(|entry| self.is_application(*entry));
        let entries: Vec<ClassEntry<'_>> = self.application().chain(modules).collect();
        progress.begin("reading", entries.len() as u64);
        let counts: Vec<ClassCount> = entries
            .par_iter()
            .map_init(ClassReader::default, |reader, entry| {
                let count = count(reader, *entry);
                progress.step();
                count
            })
            .collect();
        progress.begin("linking", 0);
        self.add_up(counts)
    }

    fn add_up(&self, counts: Vec<ClassCount>) -> Summary {
        let mut summary = Summary::default();
        let mut missing: BTreeMap<Name, u64> = BTreeMap::new();
        let mut declarations = Vec::with_capacity(counts.len());
        for count in counts {
            summary.add(count.counts);
            for name in count.references {
                if self.class_path.find(name.as_str()).is_none() {
                    *missing.entry(name).or_default() += 1;
                }
            }
            declarations.extend(count.declaration);
        }
        summary.missing = missing
            .into_iter()
            .map(|(name, referenced_by)| MissingClass { name, referenced_by })
            .collect();
        summary.shadowed = self.shadowed();
        summary.problems.extend(self.hierarchy_problems(&declarations));
        summary
    }

    fn shadowed(&self) -> Vec<ShadowedClass> {
        let shadowed = self.class_path.duplicates().filter(|entry| self.is_application(*entry));
        let with_winner = shadowed.filter_map(|entry| Some((entry, entry.shadowed_by()?)));
        with_winner
            .map(|(entry, winner)| ShadowedClass { path: entry.path(), used: winner.path() })
            .collect()
    }
}

impl Summary {
    fn add(&mut self, other: Summary) {
        self.classes += other.classes;
        self.modules += other.modules;
        self.fields += other.fields;
        self.methods += other.methods;
        self.bodies += other.bodies;
        self.bytecodes += other.bytecodes;
        self.instructions += other.instructions;
        self.blocks += other.blocks;
        for (version, classes) in other.versions {
            *self.versions.entry(version).or_default() += classes;
        }
        self.problems.extend(other.problems);
    }
}

fn count(reader: &mut ClassReader, entry: ClassEntry<'_>) -> ClassCount {
    let mut problems = Vec::new();
    let count = reader.read(entry, &mut problems, |file, class| {
        if class.flags.contains(ClassFlags::MODULE) {
            let counts = Summary { modules: 1, ..Summary::default() };
            return ClassCount { counts, ..ClassCount::default() };
        }
        let mut counts = Summary {
            classes: 1,
            fields: class.fields.len() as u64,
            methods: class.methods.len() as u64,
            bytecodes: bytecodes(file),
            ..Summary::default()
        };
        counts.versions.insert(class.version, 1);
        for body in class.methods.iter().filter_map(|method| method.body()) {
            counts.bodies += 1;
            counts.instructions += body.insts.len() as u64;
            counts.blocks += body.blocks.len() as u64;
        }
        ClassCount { counts, references: references(file), declaration: Some(declaration(class)) }
    });
    let mut count = count.unwrap_or_default();
    count.counts.problems = problems;
    count
}

/// The class without its code.
fn declaration(mut class: Class) -> Class {
    for method in &mut class.methods {
        method.code = MethodCode::NotLowered;
    }
    class
}

fn bytecodes(file: &ClassFile<'_>) -> u64 {
    let codes = file.methods.iter().filter_map(|method| method.code());
    let decoded = codes.filter_map(|code| code.instructions().ok());
    decoded.map(|instructions| instructions.list.len() as u64).sum()
}

/// The classes that a class file names, each once; of arrays their elements.
fn references(file: &ClassFile<'_>) -> Vec<Name> {
    let mut names = BTreeSet::new();
    for (_, constant) in file.constants.iter() {
        if let Constant::Class(name) = constant
            && let Ok(text) = file.constants.utf8(name)
            && let Some(ty) = Type::from_class_name(Name::from_jstr(text))
            && let Type::Ref(name) = innermost(ty)
        {
            names.insert(name);
        }
    }
    names.into_iter().collect()
}

fn innermost(mut ty: Type) -> Type {
    while let Some(element) = ty.element() {
        ty = element;
    }
    ty
}
