//! Random edits of made-up programs: of statements, members, classes and entry points.

use ir::{Name, Type};

use super::generate::{Generator, scope_of};
use super::program::{
    Action, ClassSpec, MethodKind, MethodSpec, Operand, Program, Stmt, for_each_list,
};

impl Generator {
    /// A program some edits later. Classes that were removed may come back as they were in an earlier version.
    pub fn edited(&mut self, history: &[Program], edits: usize) -> Program {
        let mut program = history.last().cloned().unwrap_or_default();
        for _ in 0..edits {
            // Some edits find nothing to do.
            for _ in 0..5 {
                let before = program.clone();
                self.edit(&mut program, history);
                if program != before {
                    break;
                }
            }
        }
        program
    }

    fn edit(&mut self, program: &mut Program, history: &[Program]) {
        if program.classes.is_empty() {
            return self.bring_back(program, history);
        }
        match self.random.below(100) {
            0..28 => self.in_some_list(program, |this, _, _, list| {
                if !list.is_empty() {
                    list.remove(this.random.below(list.len()));
                }
            }),
            28..43 => self.in_some_list(program, Generator::insert),
            43..52 => self.in_some_list(program, |this, program, own, list| {
                if !list.is_empty() {
                    list.remove(this.random.below(list.len()));
                    this.insert(program, own, list);
                }
            }),
            52..56 => self.in_some_list(program, |this, _, _, list| {
                if list.len() > 1 {
                    let stmt = list.remove(this.random.below(list.len()));
                    list.insert(this.random.below(list.len() + 1), stmt);
                }
            }),
            56..61 => self.with_some_method(program, |this, program, class, method| {
                this.fill(program, class, method);
            }),
            61..64 => self.with_some_method(program, |_, program, class, method| {
                let method = &mut program.classes[class].methods[method];
                let last = method.body.last().map_or(Operand::Null, |stmt| Operand::Of(stmt.id));
                method.result = if method.result == last { Operand::Null } else { last };
            }),
            64..70 => self.add_filled_method(program),
            70..76 => self.with_some_method(program, |_, program, class, method| {
                program.classes[class].methods.remove(method);
            }),
            76..80 => {
                let at = self.random.below(program.classes.len());
                let field = self.field();
                self.add_field(&mut program.classes[at], field);
            }
            80..84 => {
                let class = self.some_class(program);
                if !class.fields.is_empty() {
                    let at = self.random.below(class.fields.len());
                    self.some_field(class, at);
                }
            }
            84..88 => {
                let at = self.random.below(program.classes.len());
                if program.classes[at].name.as_str() != "p/Main" {
                    self.link(program, at);
                }
            }
            88..91 => {
                let at = self.random.below(program.classes.len());
                program.classes.remove(at);
            }
            91..95 => self.bring_back(program, history),
            95..97 => program.entries = self.entries(program),
            97 => program.entries.clear(),
            _ => self.with_some_method(program, |this, program, class, method| {
                this.change_kind(&mut program.classes[class], method);
            }),
        }
        if program.entries.is_empty() && self.chance(70) && !program.classes.is_empty() {
            program.entries = self.entries(program);
        }
    }

    fn some_class<'p>(&mut self, program: &'p mut Program) -> &'p mut ClassSpec {
        let at = self.random.below(program.classes.len());
        &mut program.classes[at]
    }

    /// Removes a field or changes what it is.
    fn some_field(&mut self, class: &mut ClassSpec, at: usize) {
        match self.random.below(3) {
            0 => class.fields[at].ty = Type::object(),
            _ => {
                class.fields.remove(at);
            }
        }
    }

    fn change_kind(&mut self, class: &mut ClassSpec, at: usize) {
        let method = &mut class.methods[at];
        method.kind = match method.kind {
            MethodKind::Instance if self.chance(50) => MethodKind::Private,
            MethodKind::Instance => MethodKind::Native,
            MethodKind::Private | MethodKind::Native => MethodKind::Instance,
            other => other,
        };
    }

    fn with_some_method(
        &mut self,
        program: &mut Program,
        change: impl FnOnce(&mut Self, &mut Program, usize, usize),
    ) {
        let class = self.random.below(program.classes.len());
        let methods = program.classes[class].methods.len();
        if methods > 0 {
            let method = self.random.below(methods);
            change(self, program, class, method);
        }
    }

    /// Changes one of the lists of statements of some method.
    fn in_some_list(
        &mut self,
        program: &mut Program,
        change: impl FnOnce(&mut Self, &Program, &Place, &mut Vec<Stmt>),
    ) {
        let unchanged = program.clone();
        self.with_some_method(program, |this, program, class, method| {
            let place = Place { class, method };
            let body = &mut program.classes[class].methods[method].body;
            let mut lists = 0;
            for_each_list(body, &mut |_| lists += 1);
            let (chosen, mut at, mut change) = (this.random.below(lists), 0, Some(change));
            for_each_list(body, &mut |list| {
                if at == chosen
                    && let Some(change) = change.take()
                {
                    change(this, &unchanged, &place, list);
                }
                at += 1;
            });
        });
    }

    /// Inserts a statement that may use what stands before it.
    fn insert(&mut self, program: &Program, place: &Place, list: &mut Vec<Stmt>) {
        let class = &program.classes[place.class];
        let mut scope = scope_of(class.name, &class.methods[place.method]);
        let at = self.random.below(list.len() + 1);
        let before = list[..at].iter().map(|stmt| (Operand::Of(stmt.id), result(&stmt.action)));
        scope.extend(before);
        let new = self.stmt(program, class.name, &mut scope, 1);
        // What follows may use the new value instead of another.
        let (id, ty) = new.first().map(|stmt| (stmt.id, result(&stmt.action))).unzip();
        list.splice(at..at, new);
        if let (Some(id), Some(ty)) = (id, ty)
            && self.chance(60)
        {
            self.use_value(program, list, at + 1, Operand::Of(id), ty);
        }
    }

    /// Lets one of the later statements use a value.
    fn use_value(
        &mut self,
        program: &Program,
        list: &mut [Stmt],
        from: usize,
        value: Operand,
        ty: Type,
    ) {
        for stmt in &mut list[from..] {
            match &mut stmt.action {
                Action::PutField(_, field, to) if program.is_subtype(ty, field.data().ty) => {
                    *to = value;
                }
                Action::PutStatic(field, to) if program.is_subtype(ty, field.data().ty) => {
                    *to = value;
                }
                Action::Invoke(_, method, args)
                    if program.is_subtype(ty, Type::Ref(method.data().class))
                        && !args.is_empty() =>
                {
                    args[0] = value;
                }
                Action::Cast(from, _) => *from = value,
                _ => continue,
            }
            return;
        }
    }

    fn add_filled_method(&mut self, program: &mut Program) {
        let class = self.random.below(program.classes.len());
        let method: MethodSpec = self.method(&program.classes[class]);
        let before = program.classes[class].methods.len();
        self.add_method(&mut program.classes[class], method);
        if program.classes[class].methods.len() > before {
            self.fill(program, class, before);
        }
    }

    /// Brings back a class of an earlier version, or one that was missing from the start.
    fn bring_back(&mut self, program: &mut Program, history: &[Program]) {
        let gone: Vec<&ClassSpec> = history
            .iter()
            .flat_map(|old| &old.classes)
            .filter(|class| program.class(class.name).is_none())
            .collect();
        if !gone.is_empty() {
            let class = self.pick(&gone).clone();
            program.classes.push(class);
        } else if program.class(Name::new("p/Gone")).is_none() && !program.classes.is_empty() {
            let mut class = self.pick(&program.classes).clone();
            class.name = Name::new("p/Gone");
            program.classes.push(class);
        }
    }
}

/// A method by its place.
struct Place {
    class: usize,
    method: usize,
}

/// The type of a statement's result.
fn result(action: &Action) -> Type {
    match action {
        Action::New(class) => Type::Ref(*class),
        Action::NewArray(ty)
        | Action::NewMultiArray(ty, _)
        | Action::Cast(_, ty)
        | Action::ArrayLoad(_, ty) => *ty,
        Action::GetField(_, field) | Action::GetStatic(field) => field.data().ty,
        Action::Invoke(_, method, _) => method.data().ty.result().unwrap_or(Type::object()),
        Action::Lambda(lambda) => lambda.interface,
        Action::Text(_) | Action::Concat(_) => Type::Ref(Name::new("java/lang/String")),
        _ => Type::object(),
    }
}
