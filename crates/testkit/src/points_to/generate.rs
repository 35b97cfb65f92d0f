//! Made-up programs, the same ones for a seed in every run.
//!
//! They are small and dense: few classes, fields and signatures, so that methods override each other and everything
//! flows everywhere. Facts that support each other are frequent (a receiver that is allocated only in the method that it
//! makes reachable, fields that hold each other): deletion has to get these right.

use ir::body::InvokeKind;
use ir::{
    FieldRef, FieldRefData, HandleKind, MethodHandle, MethodRef, MethodRefData, MethodType, Name,
    Type,
};

use super::program::{
    Action, ClassSpec, FieldSpec, HandlerSpec, Id, LambdaSpec, MethodKind, MethodSpec, Operand,
    Program, Stmt,
};
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
                } else if self.chance(12) {
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

    /// Statements; what they define is added to the scope.
    pub fn list(
        &mut self,
        program: &Program,
        own: Name,
        scope: &mut Scope,
        count: usize,
        depth: usize,
    ) -> Vec<Stmt> {
        let mut list = Vec::new();
        for _ in 0..count {
            list.extend(self.stmt(program, own, scope, depth));
        }
        list
    }

    /// A statement, or a few that belong together.
    pub fn stmt(
        &mut self,
        program: &Program,
        own: Name,
        scope: &mut Scope,
        depth: usize,
    ) -> Vec<Stmt> {
        let mut list = Vec::new();
        let object = Type::object();
        let (action, ty) = match self.random.below(100) {
            0..17 => {
                let class = self.class_to_make(program, own);
                (Action::New(class), Type::Ref(class))
            }
            17..20 => {
                let ty = type_of(self.pick(&["[Ljava/lang/Object;", "[Lp/A0;"]));
                (Action::NewArray(ty), ty)
            }
            20..21 => {
                let ty = type_of("[[Lp/A0;");
                (Action::NewMultiArray(ty, 2), ty)
            }
            21..24 => {
                let text = self.pick(&["hello", "p.A0", "p.Gone", "Main"]);
                (Action::Text(Name::new(text)), type_of("Ljava/lang/String;"))
            }
            24..25 => (Action::ClassOf(type_of("Lp/A0;")), type_of("Ljava/lang/Class;")),
            25..31 => {
                let ty = self.type_to_cast(program);
                (Action::Cast(self.operand(program, scope, Some(object)), ty), ty)
            }
            31..39 => {
                let field = self.field_ref(program, scope, false);
                let base = self.operand(program, scope, Some(Type::Ref(field.data().class)));
                (Action::GetField(base, field), field.data().ty)
            }
            39..48 => {
                let field = self.field_ref(program, scope, false);
                let base = self.operand(program, scope, Some(Type::Ref(field.data().class)));
                let value = self.operand(program, scope, Some(field.data().ty));
                (Action::PutField(base, field, value), object)
            }
            48..53 => {
                let field = self.field_ref(program, scope, true);
                (Action::GetStatic(field), field.data().ty)
            }
            53..58 => {
                let field = self.field_ref(program, scope, true);
                let value = self.operand(program, scope, Some(field.data().ty));
                (Action::PutStatic(field, value), object)
            }
            58..60 => {
                let array = self.operand(program, scope, Some(type_of("[Ljava/lang/Object;")));
                (Action::ArrayLoad(array, object), object)
            }
            60..62 => {
                let array = self.operand(program, scope, Some(type_of("[Ljava/lang/Object;")));
                (Action::ArrayStore(array, self.operand(program, scope, Some(object))), object)
            }
            62..82 => self.invoke(program, scope),
            82..86 => self.lambda(program, own, scope),
            86..88 => {
                let args = (0..1 + self.random.below(2))
                    .map(|_| self.operand(program, scope, Some(object)));
                (Action::Concat(args.collect()), type_of("Ljava/lang/String;"))
            }
            88..91 => {
                let thrown = self.operand(program, scope, Some(type_of("Lp/E0;")));
                (Action::ThrowIf(thrown), object)
            }
            91..92 => (Action::ReturnIf(self.operand(program, scope, Some(object))), object),
            _ if depth < 2 => self.nested(program, own, scope, depth + 1),
            _ => (Action::Cast(self.operand(program, scope, Some(object)), object), object),
        };
        let id = self.id();
        let made = match &action {
            Action::New(class) => Some(*class),
            _ => None,
        };
        list.push(Stmt { id, action });
        scope.push((Operand::Of(id), ty));
        if let Some(class) = made
            && self.chance(60)
        {
            list.push(self.construct(program, scope, id, class));
        }
        list
    }

    /// Calls a constructor on a new object.
    fn construct(&mut self, program: &Program, scope: &Scope, object: Id, class: Name) -> Stmt {
        let (ty, args) = match class.as_str() {
            "java/lang/Thread" => {
                let runnable = type_of("Ljava/lang/Runnable;");
                let target = self.operand(program, scope, Some(runnable));
                ("(Ljava/lang/Runnable;)V", vec![Operand::Of(object), target])
            }
            _ => ("()V", vec![Operand::Of(object)]),
        };
        let method = method_ref(class, "<init>", ty, false);
        Stmt { id: self.id(), action: Action::Invoke(InvokeKind::Special, method, args) }
    }

    fn class_to_make(&mut self, program: &Program, own: Name) -> Name {
        match self.random.below(20) {
            // What a method allocates may be what calls it.
            0..5 if own.as_str() != "p/Main" => own,
            5..7 => Name::new("p/Box"),
            7 => Name::new("java/lang/Thread"),
            8 => Name::new("p/Gone"),
            9..11 => Name::new("p/E0"),
            _ => self.pick(&program.classes).name,
        }
    }

    fn type_to_cast(&mut self, program: &Program) -> Type {
        match self.random.below(8) {
            0 => type_of("[Lp/A0;"),
            1 => Type::object(),
            2 => type_of("Ljava/lang/Runnable;"),
            _ => Type::Ref(self.pick(&program.classes).name),
        }
    }

    /// Something to use where a type is wanted; not always of that type.
    fn operand(&mut self, program: &Program, scope: &Scope, wanted: Option<Type>) -> Operand {
        let (Some(wanted), false) = (wanted, scope.is_empty()) else { return Operand::Null };
        let fits: Vec<Operand> = scope
            .iter()
            .filter(|(_, ty)| program.is_subtype(*ty, wanted))
            .map(|(operand, _)| *operand)
            .collect();
        match self.random.below(20) {
            0 => Operand::Null,
            1..4 => self.pick(scope).0,
            _ if fits.is_empty() => self.pick(scope).0,
            // What was made last is most likely to be of interest.
            4..10 => fits[fits.len() - 1],
            _ => self.pick(&fits),
        }
    }

    fn field_ref(&mut self, program: &Program, scope: &Scope, is_static: bool) -> FieldRef {
        // A class that something in scope is of, or any.
        let classes: Vec<Name> = scope
            .iter()
            .filter_map(|(_, ty)| match ty {
                Type::Ref(name) => program.class(*name).map(|class| class.name),
                _ => None,
            })
            .collect();
        let class = if classes.is_empty() || is_static || self.chance(20) {
            self.pick(&program.classes).name
        } else {
            self.pick(&classes)
        };
        let fields: Vec<FieldSpec> = program
            .with_supertypes(class)
            .iter()
            .flat_map(|class| class.fields.iter().copied())
            .filter(|field| field.is_static == is_static)
            .collect();
        let (name, ty) = match fields.is_empty() || self.chance(3) {
            true => (Name::new("f"), Type::object()),
            false => {
                let field = self.pick(&fields);
                (field.name, field.ty)
            }
        };
        FieldRef::new(FieldRefData { class, name, ty })
    }

    /// A call of a method that something in scope has, or of a static one.
    fn invoke(&mut self, program: &Program, scope: &Scope) -> (Action, Type) {
        let (receiver, ty) =
            if scope.is_empty() { (Operand::Null, Type::object()) } else { self.pick(scope) };
        let (kind, method) = self.method_to_call(program, ty);
        let data = method.data();
        let mut args = Vec::new();
        if kind != InvokeKind::Static {
            args.push(if self.chance(5) { Operand::Null } else { receiver });
        }
        for &ty in data.ty.parameters() {
            args.push(self.operand(program, scope, Some(ty)));
        }
        (Action::Invoke(kind, method, args), data.ty.result().unwrap_or(Type::object()))
    }

    fn method_to_call(&mut self, program: &Program, receiver: Type) -> (InvokeKind, MethodRef) {
        let name = match receiver {
            Type::Ref(name) if !receiver.is_array() => name,
            _ => Name::new("java/lang/Object"),
        };
        match name.as_str() {
            "p/Box" => return self.box_method(),
            "java/lang/Thread" => {
                return (InvokeKind::Virtual, method_ref(name, "start", "()V", false));
            }
            "java/lang/Runnable" => {
                return (InvokeKind::Interface, method_ref(name, "run", "()V", true));
            }
            _ => {}
        }
        let class = match program.class(name) {
            Some(class) if self.chance(75) => class,
            _ => return self.static_method(program),
        };
        if program.is_subtype(receiver, type_of("Ljava/lang/Thread;")) && self.chance(40) {
            return (InvokeKind::Virtual, method_ref(name, "start", "()V", false));
        }
        let above = program.with_supertypes(class.name);
        let methods: Vec<&MethodSpec> = above
            .iter()
            .flat_map(|class| &class.methods)
            .filter(|m| m.kind != MethodKind::Static && m.name.as_str() != "<init>")
            .collect();
        if methods.is_empty() {
            return self.static_method(program);
        }
        let method = self.pick(&methods);
        let (owner, kind) = match (class.is_interface, self.random.below(12)) {
            (true, _) => (class, InvokeKind::Interface),
            (false, 0) => (self.pick(&above), InvokeKind::Special),
            (false, _) => (class, InvokeKind::Virtual),
        };
        (
            kind,
            MethodRef::new(MethodRefData {
                class: owner.name,
                name: method.name,
                ty: method.ty,
                is_interface: owner.is_interface,
            }),
        )
    }

    fn box_method(&mut self) -> (InvokeKind, MethodRef) {
        let (name, ty) = self.pick(&[
            ("put", "(Ljava/lang/Object;)V"),
            ("put", "(Ljava/lang/Object;)V"),
            ("get", "()Ljava/lang/Object;"),
            ("get", "()Ljava/lang/Object;"),
            ("copy", "()Lp/Box;"),
            ("each", "(Ljava/lang/Runnable;)Ljava/lang/Object;"),
            ("later", "(Ljava/lang/Runnable;)V"),
            ("of", "(Ljava/lang/Object;)Lp/Box;"),
        ]);
        let kind = if name == "of" { InvokeKind::Static } else { InvokeKind::Virtual };
        (kind, method_ref(Name::new("p/Box"), name, ty, false))
    }

    fn static_method(&mut self, program: &Program) -> (InvokeKind, MethodRef) {
        let class = self.pick(&program.classes);
        let statics: Vec<&MethodSpec> = class
            .methods
            .iter()
            .filter(|m| m.kind == MethodKind::Static && m.name.as_str() != "<clinit>")
            .collect();
        let (name, ty) = match statics.is_empty() {
            true => (Name::new("s0"), method_type("()V")),
            false => {
                let method = self.pick(&statics);
                (method.name, method.ty)
            }
        };
        let is_interface = class.is_interface;
        let method = MethodRef::new(MethodRefData { class: class.name, name, ty, is_interface });
        (InvokeKind::Static, method)
    }

    /// A lambda expression of an interface of the program, or a `Runnable`.
    fn lambda(&mut self, program: &Program, own: Name, scope: &Scope) -> (Action, Type) {
        let mut interfaces = vec![("java/lang/Runnable", "run", method_type("()V"))];
        for class in program.classes.iter().filter(|class| class.is_interface) {
            let is_abstract = |m: &&MethodSpec| m.kind == MethodKind::Abstract;
            let methods = class.methods.iter().filter(is_abstract);
            interfaces.extend(methods.map(|m| (class.name.as_str(), m.name.as_str(), m.ty)));
        }
        let (interface, method, erased) = self.pick(&interfaces);
        let interface = Type::Ref(Name::new(interface));
        let (handle, captures) = self.handle(program, own, erased);
        let captured =
            captures.into_iter().map(|ty| (ty, self.operand(program, scope, Some(ty)))).collect();
        let markers = match self.chance(15) {
            true => vec![type_of("Lp/I0;")],
            false => Vec::new(),
        };
        let method = Name::new(method);
        let spec = LambdaSpec { interface, method, erased, handle, captured, markers };
        (Action::Lambda(spec), interface)
    }

    /// What a lambda calls, and the types of what it has to capture: as many as are missing.
    fn handle(
        &mut self,
        program: &Program,
        own: Name,
        erased: MethodType,
    ) -> (MethodHandle, Vec<Type>) {
        let (kind, method) = match self.random.below(4) {
            0 => {
                let class = self.class_to_make(program, own);
                (HandleKind::NewInvokeSpecial, method_ref(class, "<init>", "()V", false))
            }
            1 => {
                let (_, method) = self.static_method(program);
                (HandleKind::InvokeStatic, method)
            }
            _ => {
                let class = self.pick(&program.classes).name;
                let (kind, method) = self.method_to_call(program, Type::Ref(class));
                let kind = match kind {
                    InvokeKind::Static => HandleKind::InvokeStatic,
                    InvokeKind::Special => HandleKind::InvokeSpecial,
                    InvokeKind::Interface => HandleKind::InvokeInterface,
                    InvokeKind::Virtual => HandleKind::InvokeVirtual,
                };
                (kind, method)
            }
        };
        let mut wanted = method.data().ty.parameters().to_vec();
        if !matches!(kind, HandleKind::InvokeStatic | HandleKind::NewInvokeSpecial) {
            wanted.insert(0, Type::Ref(method.data().class));
        }
        let given = erased.parameters().len();
        wanted.truncate(wanted.len().saturating_sub(given));
        (MethodHandle::Method(kind, method), wanted)
    }

    fn nested(
        &mut self,
        program: &Program,
        own: Name,
        scope: &mut Scope,
        depth: usize,
    ) -> (Action, Type) {
        let object = Type::object();
        let count = 1 + self.random.below(3);
        let mut inside = scope.clone();
        match self.random.below(3) {
            0 => {
                let then = self.list(program, own, &mut inside, count, depth);
                let first = self.operand(program, &inside, Some(object));
                let otherwise = Vec::new();
                let results = (first, self.operand(program, scope, Some(object)));
                (Action::If { then, otherwise, results }, object)
            }
            1 => {
                let first = self.operand(program, scope, Some(object));
                let body = self.list(program, own, &mut inside, count, depth);
                let next = self.operand(program, &inside, Some(object));
                (Action::Loop { first, body, next }, object)
            }
            _ => {
                let body = self.list(program, own, &mut inside, count, depth);
                let result = self.operand(program, &inside, Some(object));
                let handlers = (0..1 + self.random.below(2))
                    .map(|_| self.handler(program, own, scope, depth))
                    .collect();
                (Action::Try { body, result, handlers }, object)
            }
        }
    }

    fn handler(
        &mut self,
        program: &Program,
        own: Name,
        scope: &Scope,
        depth: usize,
    ) -> HandlerSpec {
        let class = match self.random.below(8) {
            0 => None,
            1 => Some("java/lang/Throwable"),
            2 => Some("java/lang/RuntimeException"),
            3..5 => Some("p/E1"),
            _ => Some("p/E0"),
        };
        let class = class.map(Name::new);
        let id = self.id();
        let mut inside = scope.clone();
        let ty = class.map_or(type_of("Ljava/lang/Throwable;"), Type::Ref);
        inside.push((Operand::Of(id), ty));
        let count = self.random.below(2);
        HandlerSpec { id, class, body: self.list(program, own, &mut inside, count, depth) }
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
