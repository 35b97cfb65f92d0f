//! Statements of made-up programs.

use ir::body::InvokeKind;
use ir::{FieldRef, FieldRefData, Name, Type};

use super::{Generator, Scope, method_ref, type_of};
use crate::points_to::program::{Action, FieldSpec, HandlerSpec, Id, Operand, Program, Stmt};

impl Generator {
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
        let thread = type_of("Ljava/lang/Thread;");
        if let Some(class) = made
            && program.is_subtype(Type::Ref(class), thread)
            && self.chance(70)
        {
            let start = method_ref(class, "start", "()V", false);
            let args = vec![Operand::Of(id)];
            let action = Action::Invoke(InvokeKind::Virtual, start, args);
            list.push(Stmt { id: self.id(), action });
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

    pub(super) fn class_to_make(&mut self, program: &Program, own: Name) -> Name {
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
    pub(super) fn operand(
        &mut self,
        program: &Program,
        scope: &Scope,
        wanted: Option<Type>,
    ) -> Operand {
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
