//! Made-up programs, the same ones for a seed in every run.
//!
//! They are small and dense: few classes, fields and signatures, so that methods override each other and everything
//! flows everywhere. Facts that support each other are frequent (a receiver that is allocated only in the method that it
//! makes reachable, fields that hold each other): deletion has to get these right.

mod calls;
mod statements;

use ir::{MethodRef, MethodRefData, MethodType, Name, Type};

use super::program::{ClassSpec, FieldSpec, Id, MethodKind, MethodSpec, Operand, Program};
use crate::mutate::Random;

/// Makes up programs and parts of programs.
pub struct Generator {
    /// Decides everything.
    pub random: Random,
    next: u32,
}

/// What a statement can use: values and their types.
type Scope = Vec<(Operand, Type)>;

/// The signatures of instance methods.
const METHODS: [(&str, &str); 7] = [
    ("m0", "()V"),
    ("m1", "()Ljava/lang/Object;"),
    ("m2", "(Ljava/lang/Object;)Ljava/lang/Object;"),
    ("m3", "(Lp/A0;I)Lp/A1;"),
    ("run", "()V"),
    ("toString", "()Ljava/lang/String;"),
    ("finalize", "()V"),
];

/// The signatures of static methods.
const STATICS: [(&str, &str); 3] =
    [("s0", "()V"), ("s1", "()Ljava/lang/Object;"), ("s2", "(Ljava/lang/Object;)Lp/A0;")];

/// Types of fields.
const FIELD_TYPES: [&str; 6] = [
    "Ljava/lang/Object;",
    "Lp/A0;",
    "Lp/A1;",
    "Lp/I0;",
    "[Ljava/lang/Object;",
    "Ljava/lang/String;",
];

const FIELDS: [&str; 3] = ["f", "g", "h"];

impl Generator {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Generator {
        Generator { random: Random::new(seed), next: 0 }
    }

    fn id(&mut self) -> Id {
        self.next += 1;
        Id(self.next)
    }

    /// Whether something with this chance in a hundred happens.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.random.below(100) < percent
    }

    /// One of several.
    pub fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.random.below(of.len())].clone()
    }

    /// A program: declarations first, then code that uses them.
    pub fn program(&mut self) -> Program {
        let mut program = Program::default();
        let classes = 2 + self.random.below(5);
        for number in 0..1 + self.random.below(2) {
            program.classes.push(self.empty_class(&format!("p/I{number}"), true));
        }
        for number in 0..classes {
            program.classes.push(self.empty_class(&format!("p/A{number}"), false));
        }
        for number in 0..1 + self.random.below(2) {
            program.classes.push(self.empty_class(&format!("p/E{number}"), false));
        }
        for at in 0..program.classes.len() {
            self.link(&mut program, at);
        }
        for at in 0..program.classes.len() {
            self.declare_members(&mut program, at);
        }
        program.classes.push(self.main_class());
        for at in 0..program.classes.len() {
            for method in 0..program.classes[at].methods.len() {
                self.fill(&mut program, at, method);
            }
        }
        program.entries = self.entries(&program);
        program
    }

    fn empty_class(&mut self, name: &str, is_interface: bool) -> ClassSpec {
        ClassSpec {
            name: Name::new(name),
            is_interface,
            is_abstract: !is_interface && self.chance(10),
            super_class: Name::new("java/lang/Object"),
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
        }
    }

    fn main_class(&mut self) -> ClassSpec {
        let mut main = self.empty_class("p/Main", false);
        main.is_abstract = false;
        main.fields = vec![self.field(), self.field()];
        for (name, ty) in [("main", "([Ljava/lang/String;)V"), ("more", "()V")] {
            main.methods.push(MethodSpec {
                name: Name::new(name),
                ty: method_type(ty),
                kind: MethodKind::Static,
                body: Vec::new(),
                result: Operand::Null,
            });
        }
        main
    }

    /// Entry points: always `main`, and what else there is.
    pub fn entries(&mut self, program: &Program) -> Vec<(Name, Name, MethodType)> {
        let main = (Name::new("p/Main"), Name::new("main"), method_type("([Ljava/lang/String;)V"));
        let mut entries = vec![main];
        if self.chance(30) {
            let class = self.pick(&program.classes);
            let runs = |m: &&MethodSpec| m.kind != MethodKind::Abstract;
            let methods: Vec<&MethodSpec> = class.methods.iter().filter(runs).collect();
            if !methods.is_empty() {
                let method = self.pick(&methods);
                entries.push((class.name, method.name, method.ty));
            }
        }
        entries.dedup();
        entries
    }

    /// Gives a class supertypes among those with smaller numbers.
    pub fn link(&mut self, program: &mut Program, at: usize) {
        let name = program.classes[at].name.as_str();
        let (kind, before) = name.split_at(3);
        let number: usize = before.parse().unwrap_or(0);
        let lower = |kind: &str, number: usize| Name::new(&format!("{kind}{number}"));
        let class = &mut program.classes[at];
        class.super_class = Name::new("java/lang/Object");
        class.interfaces.clear();
        match kind {
            "p/I" => {
                if number > 0 && self.chance(50) {
                    class.interfaces.push(lower("p/I", 0));
                }
            }
            "p/E" => {
                class.super_class = match number {
                    0 => Name::new("java/lang/RuntimeException"),
                    _ => lower("p/E", self.random.below(number)),
                };
            }
            _ => {
                if number > 0 && self.chance(60) {
                    class.super_class = lower("p/A", self.random.below(number));
                } else if self.chance(25) {
                    class.super_class = Name::new("java/lang/Thread");
                }
                for interface in ["p/I0", "p/I1", "java/lang/Runnable"] {
                    if self.chance(30) {
                        class.interfaces.push(Name::new(interface));
                    }
                }
            }
        }
    }

    fn declare_members(&mut self, program: &mut Program, at: usize) {
        for _ in 0..self.random.below(4) {
            let field = self.field();
            self.add_field(&mut program.classes[at], field);
        }
        for _ in 0..1 + self.random.below(5) {
            let method = self.method(&program.classes[at]);
            self.add_method(&mut program.classes[at], method);
        }
        if !program.classes[at].is_interface && self.chance(70) {
            let init = self.declared("<init>", "()V", MethodKind::Instance);
            self.add_method(&mut program.classes[at], init);
        }
    }

    /// A field.
    pub fn field(&mut self) -> FieldSpec {
        FieldSpec {
            name: Name::new(self.pick(&FIELDS)),
            ty: type_of(self.pick(&FIELD_TYPES)),
            is_static: self.chance(35),
        }
    }

    /// Adds a field, unless there is one of the name.
    pub fn add_field(&mut self, class: &mut ClassSpec, mut field: FieldSpec) {
        field.is_static |= class.is_interface;
        if class.fields.iter().all(|own| own.name != field.name) {
            class.fields.push(field);
        }
    }

    /// A method without code.
    pub fn method(&mut self, class: &ClassSpec) -> MethodSpec {
        let percent = self.random.below(100);
        match percent {
            0..12 => self.declared("<clinit>", "()V", MethodKind::Static),
            12..40 => {
                let (name, ty) = self.pick(&STATICS);
                self.declared(name, ty, MethodKind::Static)
            }
            _ => {
                // Finalizers are rare.
                let choice = if self.chance(5) { 6 } else { self.random.below(6) };
                let (name, ty) = METHODS[choice];
                let kind = match self.random.below(20) {
                    0 => MethodKind::Native,
                    1 => MethodKind::Private,
                    2 if class.is_abstract => MethodKind::Abstract,
                    3..15 if class.is_interface => MethodKind::Abstract,
                    _ => MethodKind::Instance,
                };
                self.declared(name, ty, kind)
            }
        }
    }

    fn declared(&mut self, name: &str, ty: &str, kind: MethodKind) -> MethodSpec {
        MethodSpec {
            name: Name::new(name),
            ty: method_type(ty),
            kind,
            body: Vec::new(),
            result: Operand::Null,
        }
    }

    /// Adds a method, unless there is one like it.
    pub fn add_method(&mut self, class: &mut ClassSpec, method: MethodSpec) {
        if class.methods.iter().all(|own| own.name != method.name) {
            class.methods.push(method);
        }
    }

    /// Gives a method new code.
    pub fn fill(&mut self, program: &mut Program, class: usize, method: usize) {
        let spec = &program.classes[class];
        let mut scope = scope_of(spec.name, &spec.methods[method]);
        let is_main = spec.name.as_str() == "p/Main";
        let count = if is_main { 4 + self.random.below(6) } else { 1 + self.random.below(6) };
        let own = spec.name;
        let body = self.list(program, own, &mut scope, count, 0);
        let result = self.operand(program, &scope, spec.methods[method].ty.result());
        let method = &mut program.classes[class].methods[method];
        (method.body, method.result) = (body, result);
    }
}

/// What a method has before its first statement.
pub fn scope_of(class: Name, method: &MethodSpec) -> Scope {
    let receiver = (method.kind != MethodKind::Static).then_some(Type::Ref(class));
    let types = receiver.into_iter().chain(method.ty.parameters().iter().copied());
    types
        .enumerate()
        .filter(|(_, ty)| ty.is_reference())
        .map(|(at, ty)| (Operand::Param(at), ty))
        .collect()
}

fn type_of(descriptor: &str) -> Type {
    Type::from_descriptor(descriptor).expect("invariant: descriptors in this file are right")
}

fn method_type(descriptor: &str) -> MethodType {
    let ty = MethodType::from_descriptor(Name::new(descriptor));
    ty.expect("invariant: descriptors in this file are right")
}

fn method_ref(class: Name, name: &str, ty: &str, is_interface: bool) -> MethodRef {
    MethodRef::new(MethodRefData {
        class,
        name: Name::new(name),
        ty: method_type(ty),
        is_interface,
    })
}
