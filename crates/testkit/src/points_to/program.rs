//! Small programs that can be made up, changed and cut down at will.
//!
//! A method is a list of statements, some with statements inside. A statement may use the result of any other: where that is
//! not in scope, or gone, it uses `null`. So every program can be rendered, whatever is taken out of it.

use ir::body::InvokeKind;
use ir::{FieldRef, MethodHandle, MethodRef, MethodType, Name, Type};

/// A program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// The classes.
    pub classes: Vec<ClassSpec>,
    /// What is called from outside: class, method, type.
    pub entries: Vec<(Name, Name, MethodType)>,
}

/// A class or interface.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassSpec {
    /// Its name.
    pub name: Name,
    /// Whether it is an interface.
    pub is_interface: bool,
    /// Whether it has no objects of its own.
    pub is_abstract: bool,
    /// The superclass.
    pub super_class: Name,
    /// The interfaces.
    pub interfaces: Vec<Name>,
    /// The fields.
    pub fields: Vec<FieldSpec>,
    /// The methods.
    pub methods: Vec<MethodSpec>,
}

/// A field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldSpec {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// Whether there is one for the program.
    pub is_static: bool,
}

/// A method.
#[derive(Clone, Debug, PartialEq)]
pub struct MethodSpec {
    /// Its name.
    pub name: Name,
    /// Its parameters and result.
    pub ty: MethodType,
    /// What kind of method.
    pub kind: MethodKind,
    /// What it does.
    pub body: Vec<Stmt>,
    /// What it returns.
    pub result: Operand,
}

/// The kinds of methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names of the language")]
pub enum MethodKind {
    Instance,
    Private,
    Static,
    Abstract,
    Native,
}

/// The number of a statement, or of the exception that a handler receives. No two in all versions of a program are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(pub u32);

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// Its number; also stands for its result.
    pub id: Id,
    /// What it does.
    pub action: Action,
}

/// What a statement uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// The result of a statement.
    Of(Id),
    /// A parameter, the receiver first.
    Param(usize),
    /// `null`
    Null,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "told by the names")]
pub enum Action {
    New(Name),
    NewArray(Type),
    NewMultiArray(Type, usize),
    Text(Name),
    ClassOf(Type),
    Cast(Operand, Type),
    GetField(Operand, FieldRef),
    PutField(Operand, FieldRef, Operand),
    GetStatic(FieldRef),
    PutStatic(FieldRef, Operand),
    ArrayLoad(Operand, Type),
    ArrayStore(Operand, Operand),
    /// An operand for each parameter; those of numbers do not matter.
    Invoke(InvokeKind, MethodRef, Vec<Operand>),
    Lambda(LambdaSpec),
    Concat(Vec<Operand>),
    ThrowIf(Operand),
    ReturnIf(Operand),
    /// The result is one of the two operands.
    If {
        then: Vec<Stmt>,
        otherwise: Vec<Stmt>,
        results: (Operand, Operand),
    },
    /// The result is the first operand at first, then the second.
    Loop {
        first: Operand,
        body: Vec<Stmt>,
        next: Operand,
    },
    /// The result is the operand, or an exception.
    Try {
        body: Vec<Stmt>,
        result: Operand,
        handlers: Vec<HandlerSpec>,
    },
}

/// A lambda expression or method reference.
#[derive(Clone, Debug, PartialEq)]
pub struct LambdaSpec {
    /// The interface.
    pub interface: Type,
    /// The name of its method.
    pub method: Name,
    /// The type of its method.
    pub erased: MethodType,
    /// What it calls.
    pub handle: MethodHandle,
    /// What it keeps: types and values.
    pub captured: Vec<(Type, Operand)>,
    /// Further interfaces.
    pub markers: Vec<Type>,
}

/// A handler.
#[derive(Clone, Debug, PartialEq)]
pub struct HandlerSpec {
    /// The number of the exception.
    pub id: Id,
    /// What it catches; none for everything.
    pub class: Option<Name>,
    /// What it does.
    pub body: Vec<Stmt>,
}

impl Action {
    /// The lists of statements inside.
    pub fn inner(&self) -> Vec<&Vec<Stmt>> {
        match self {
            Action::If { then, otherwise, .. } => vec![then, otherwise],
            Action::Loop { body, .. } => vec![body],
            Action::Try { body, handlers, .. } => {
                std::iter::once(body).chain(handlers.iter().map(|handler| &handler.body)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The same, to be changed.
    pub fn inner_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        match self {
            Action::If { then, otherwise, .. } => vec![then, otherwise],
            Action::Loop { body, .. } => vec![body],
            Action::Try { body, handlers, .. } => {
                let handlers = handlers.iter_mut().map(|handler| &mut handler.body);
                std::iter::once(body).chain(handlers).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Calls `f` with every list of statements, outer ones first.
pub fn for_each_list(list: &mut Vec<Stmt>, f: &mut impl FnMut(&mut Vec<Stmt>)) {
    f(list);
    for stmt in list {
        for inner in stmt.action.inner_mut() {
            for_each_list(inner, f);
        }
    }
}

/// The numbers of all statements.
pub fn ids(list: &[Stmt]) -> Vec<Id> {
    let mut ids = Vec::new();
    for stmt in list {
        ids.push(stmt.id);
        for inner in stmt.action.inner() {
            ids.extend(self::ids(inner));
        }
    }
    ids
}

impl Program {
    /// A class by its name.
    pub fn class(&self, name: Name) -> Option<&ClassSpec> {
        self.classes.iter().find(|class| class.name == name)
    }

    /// A class and everything above it that the program declares, the nearest first.
    pub fn with_supertypes(&self, name: Name) -> Vec<&ClassSpec> {
        let mut found: Vec<&ClassSpec> = self.class(name).into_iter().collect();
        let mut at = 0;
        while let Some(&class) = found.get(at) {
            for above in std::iter::once(&class.super_class).chain(&class.interfaces) {
                if let Some(above) = self.class(*above)
                    && !found.iter().any(|known| known.name == above.name)
                {
                    found.push(above);
                }
            }
            at += 1;
        }
        found
    }

    /// Whether one type is below another, as far as the program says.
    pub fn is_subtype(&self, sub: Type, sup: Type) -> bool {
        let (Type::Ref(sub_name), Type::Ref(sup_name)) = (sub, sup) else { return false };
        sub == sup
            || sup == Type::object()
            || self.with_supertypes(sub_name).iter().any(|class| {
                class.name == sup_name
                    || class.super_class == sup_name
                    || class.interfaces.contains(&sup_name)
            })
    }

    /// How many statements there are.
    pub fn size(&self) -> usize {
        let methods = self.classes.iter().flat_map(|class| &class.methods);
        methods.map(|method| ids(&method.body).len()).sum()
    }
}
