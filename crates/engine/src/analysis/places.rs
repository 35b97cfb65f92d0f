//! Methods and places in their code, by names and source lines.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use ir::hierarchy::MethodId;
use ir::lower::Lowerer;
use ir::{Body, Class, Inst, MethodType, Name};
use points_to::{CodeId, CodeKey, DynClass, New, Node, Stmt, StmtId};

use super::Analysis;
use super::classes::read;
use super::entry::DRIVER;
use crate::program::Program;
use crate::source::SourceText;

/// A method by its class, name and type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MethodName {
    /// The class that declares it.
    pub class: Name,
    /// Its name.
    pub name: Name,
    /// Its parameters and result.
    pub ty: MethodType,
}

impl MethodName {
    /// Whether it is code that was made to call the entry points.
    pub fn is_driver(&self) -> bool {
        // The classes of threads that it starts begin with its name.
        self.class.as_str().starts_with(DRIVER)
    }
}

impl Ord for MethodName {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |method: &Self| (method.class, method.name, method.ty.descriptor());
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for MethodName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A place in the code of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The source file of the class, without a folder.
    pub file: Option<Name>,
    /// The line.
    pub line: Option<u16>,
    /// The bytecode offset.
    pub offset: Option<u16>,
    /// The method.
    pub method: MethodName,
}

/// Classes with bodies, read again when somebody wants to know the line of an instruction.
pub(super) struct Bodies {
    program: Arc<Program>,
    classes: RefCell<HashMap<Name, Option<Arc<Class>>>>,
    lowerer: RefCell<Lowerer>,
}

impl Bodies {
    pub(super) fn new(program: Arc<Program>) -> Bodies {
        Bodies { program, classes: RefCell::default(), lowerer: RefCell::default() }
    }

    /// The program is another one, which differs in these classes.
    pub(super) fn update(&mut self, program: Arc<Program>, changed: impl Iterator<Item = Name>) {
        self.program = program;
        let classes = self.classes.get_mut();
        for name in changed {
            classes.remove(&name);
        }
    }

    /// What is wrong with a class was told when it was analysed.
    pub(super) fn class(&self, name: Name) -> Option<Arc<Class>> {
        let mut classes = self.classes.borrow_mut();
        let class = classes.entry(name).or_insert_with(|| {
            let entry = self.program.class_path.find(name.as_str())?;
            read(&self.program, entry, &mut self.lowerer.borrow_mut(), true).ok()
        });
        class.clone()
    }

    pub(super) fn with_body<T>(
        &self,
        method: MethodName,
        look: impl FnOnce(&Body) -> T,
    ) -> Option<T> {
        let class = self.class(method.class)?;
        let is_it = |m: &&ir::Method| m.name == method.name && m.ty == method.ty;
        class.methods.iter().find(is_it)?.body().map(look)
    }
}

impl Analysis {
    /// A method by names.
    pub fn method_name(&self, method: MethodId) -> MethodName {
        let hierarchy = self.solver.hierarchy();
        let decl = hierarchy.method(method);
        MethodName { class: hierarchy.name(decl.class), name: decl.name, ty: decl.ty }
    }

    /// Whether a class is part of the program, not of a library.
    pub fn is_application(&self, class: Name) -> bool {
        let entry = self.program.class_path.find(class.as_str());
        entry.is_some_and(|entry| self.program.is_application(entry))
    }

    /// The place of an instruction, or of a method as a whole.
    pub(crate) fn place(&self, method: MethodName, inst: Option<Inst>) -> Place {
        let file = self.bodies.class(method.class).and_then(|class| class.source_file);
        let at = inst.and_then(|inst| {
            let look = |body: &Body| body.insts.get(inst).map(|data| (data.line(), data.offset));
            self.bodies.with_body(method, look).flatten()
        });
        let (line, offset) = at.unzip();
        Place { file, line: line.flatten(), offset, method }
    }

    /// Looks at the body of a method, if it has one.
    pub(crate) fn with_body<T>(
        &self,
        method: MethodName,
        look: impl FnOnce(&Body) -> T,
    ) -> Option<T> {
        self.bodies.with_body(method, look)
    }

    /// The text of a class, if it can be found.
    pub(crate) fn source(&self, class: Name) -> Option<SourceText> {
        let entry = self.program.class_path.find(class.as_str())?;
        self.program.source_of(&*self.bodies.class(class)?, entry)
    }

    /// A class, if it is there.
    pub fn class(&self, class: Name) -> Option<Arc<Class>> {
        self.bodies.class(class)
    }

    /// The source file of a class, if it is among those of the input.
    pub(crate) fn source_file(&self, class: Name) -> Option<PathBuf> {
        self.program.source_file(&*self.bodies.class(class)?)
    }

    /// Whether a class file says which lines its code is in; none if it has no code.
    pub(crate) fn has_lines(&self, class: Name) -> Option<bool> {
        let class = self.bodies.class(class)?;
        let mut bodies = class.methods.iter().filter_map(|method| method.body()).peekable();
        bodies.peek()?;
        Some(bodies.any(|body| body.insts.values().any(|inst| inst.line().is_some())))
    }

    /// The place of an instruction in a piece of code, if that is the code of a method.
    pub(super) fn code_place(&self, code: CodeId, inst: Option<Inst>) -> Option<Place> {
        match self.solver.code_key(code) {
            CodeKey::Method(method) => Some(self.place(self.method_name(method), inst)),
            _ => None,
        }
    }

    /// The place of the allocation or call with an ordinal in a piece of code. Code that was made for a lambda expression is
    /// where the expression is.
    pub(crate) fn site(&self, code: CodeId, ordinal: u32) -> Option<Place> {
        match self.solver.code_key(code) {
            CodeKey::Method(_) => self.code_place(code, self.inst_of(code, ordinal)),
            CodeKey::Lambda(class) => self.lambda_site(class),
            CodeKey::Proxy(..) | CodeKey::Root => None,
        }
    }

    /// Where the expression is that makes objects of a lambda's class.
    pub(super) fn lambda_site(&self, class: DynClass) -> Option<Place> {
        let lambda = self.solver.dyn_class(class).lambda()?;
        let CodeKey::Method(method) = self.solver.code_key(lambda.code) else { return None };
        let made = self.solver.code_if_made(lambda.code)?;
        let makes_it =
            |stmt: &Stmt| matches!(stmt, Stmt::New { what: New::Site(site), .. } if *site == class);
        let at = made.stmts.iter().position(makes_it);
        let inst = at.and_then(|at| made.insts.get(at).copied().flatten());
        Some(self.place(self.method_name(method), inst))
    }

    fn inst_of(&self, code: CodeId, ordinal: u32) -> Option<Inst> {
        let made = self.solver.code_if_made(code)?;
        let has_it = |stmt: &Stmt| match stmt {
            Stmt::New { ordinal: own, .. } => *own == ordinal,
            Stmt::Call(call) => call.ordinal == ordinal,
            Stmt::Rule(rule) => rule.ordinal == ordinal,
            _ => false,
        };
        let at = made.stmts.iter().position(has_it)?;
        made.insts.get(at).copied().flatten()
    }

    /// The call in a body that a node of a summary stands for.
    pub(crate) fn outer_call(&self, node: Node) -> Option<(Node, StmtId)> {
        let mut call = self.solver.summary_site(node)?;
        while let Some(outer) = self.solver.summary_site(call.0) {
            call = outer;
        }
        Some(call)
    }

    /// The instruction of a statement.
    pub(crate) fn inst_at(&self, node: Node, stmt: StmtId) -> Option<Inst> {
        if stmt.is_dynamic() {
            return None;
        }
        self.solver.code_of(node).insts.get(stmt.0 as usize).copied().flatten()
    }
}
