//! Programs as text, and from there as classes.

use std::fmt::Write as _;
use std::sync::Arc;

use ir::body::InvokeKind;
use ir::{Class, FieldRef, HandleKind, MethodHandle, MethodRef, MethodType, Name, Type};
use points_to::EntryPoint;
use rustc_hash::FxHashMap;

use super::check::verified;
use super::program::{
    Action, ClassSpec, HandlerSpec, Id, LambdaSpec, MethodKind, MethodSpec, Operand, Program, Stmt,
};

impl Program {
    /// The classes. The result is the same in every part if the program is.
    ///
    /// # Panics
    ///
    /// If the text is not understood or a body does not verify: the program was made up wrongly.
    pub fn classes(&self) -> Vec<Arc<Class>> {
        self.classes.iter().map(|class| Arc::new(class_of(class))).collect()
    }

    /// The entry points.
    pub fn entry_points(&self) -> Vec<EntryPoint> {
        let entry = |&(class, name, ty)| EntryPoint { class, name, ty };
        self.entries.iter().map(entry).collect()
    }
}

fn class_of(spec: &ClassSpec) -> Class {
    let text = spec.render();
    let mut classes = match ir::text::parse_classes(&text) {
        Ok(classes) => classes,
        Err(error) => panic!("a made-up class does not parse: {error}\n{text}"),
    };
    let class = classes.remove(0);
    if let Err(error) = verified(&class) {
        panic!("a made-up body does not verify: {error}\n{text}");
    }
    class
}

impl ClassSpec {
    /// The class as text.
    pub fn render(&self) -> String {
        let mut text = format!("class public super{} {}", self.flags(), self.name);
        let _ = write!(text, " extends {}", self.super_class);
        if !self.interfaces.is_empty() {
            let names: Vec<&str> = self.interfaces.iter().map(|name| name.as_str()).collect();
            let _ = write!(text, " implements {}", names.join(" "));
        }
        text += " {\n";
        for field in &self.fields {
            let flag = if field.is_static { " static" } else { "" };
            let _ = writeln!(text, "  field public{flag} {} {}", field.ty, field.name);
        }
        for method in &self.methods {
            text += &self.method(method);
        }
        text + "}\n"
    }

    fn flags(&self) -> &'static str {
        match (self.is_interface, self.is_abstract) {
            (true, _) => " interface abstract",
            (false, true) => " abstract",
            (false, false) => "",
        }
    }

    fn method(&self, method: &MethodSpec) -> String {
        let flags = match method.kind {
            MethodKind::Instance => "public",
            MethodKind::Private => "private",
            MethodKind::Static => "public static",
            MethodKind::Abstract => "public abstract",
            MethodKind::Native => "public native",
        };
        let head = format!("  method {flags} {}{}", name(method.name), method.ty);
        match method.kind {
            MethodKind::Abstract | MethodKind::Native => format!("{head}\n"),
            kind => {
                let receiver = (kind != MethodKind::Static).then_some(Type::Ref(self.name));
                format!("{head} {{\n{}  }}\n", Renderer::body(receiver, method))
            }
        }
    }
}

fn name(name: Name) -> String {
    name.to_string()
}

/// A value of the text.
#[derive(Clone, Copy)]
struct Value(usize);

#[derive(Clone, Copy, PartialEq)]
struct Block(usize);

#[derive(Default)]
struct BlockText {
    lines: Vec<String>,
    may_throw: bool,
    handlers: Vec<(Option<Name>, Block)>,
}

struct Renderer {
    blocks: Vec<BlockText>,
    sites: Vec<String>,
    values: usize,
    params: Vec<Option<Value>>,
    /// What is in scope.
    scope: FxHashMap<Id, Value>,
    current: Block,
    /// The handlers of the statements being rendered, the nearest first.
    handlers: Vec<(Option<Name>, Block)>,
    returns: Option<Type>,
}

impl Renderer {
    fn body(receiver: Option<Type>, method: &MethodSpec) -> String {
        let mut renderer = Renderer {
            blocks: vec![BlockText::default()],
            sites: Vec::new(),
            values: 0,
            params: Vec::new(),
            scope: FxHashMap::default(),
            current: Block(0),
            handlers: Vec::new(),
            returns: method.ty.result(),
        };
        let params = receiver.into_iter().chain(method.ty.parameters().iter().copied());
        for (number, ty) in params.enumerate() {
            let value = renderer.value();
            renderer.line(format!("v{} = param {number} : {}", value.0, ty.computational()));
            renderer.params.push(ty.is_reference().then_some(value));
        }
        renderer.list(&method.body);
        renderer.end_with_return(method.result);
        renderer.text()
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for (number, site) in self.sites.iter().enumerate() {
            let _ = writeln!(text, "    site{number} = {site}");
        }
        for (number, block) in self.blocks.iter().enumerate() {
            let _ = write!(text, "    b{number}:");
            // Only what may throw leads to a handler.
            for (class, handler) in block.handlers.iter().filter(|_| block.may_throw) {
                let class = class.map_or("*".to_owned(), |class| class.to_string());
                let _ = write!(text, " !{class} b{}", handler.0);
            }
            text.push('\n');
            for line in &block.lines {
                let _ = writeln!(text, "      {line}");
            }
        }
        text
    }

    fn value(&mut self) -> Value {
        self.values += 1;
        Value(self.values - 1)
    }

    fn block(&mut self) -> Block {
        self.blocks.push(BlockText { handlers: self.handlers.clone(), ..BlockText::default() });
        Block(self.blocks.len() - 1)
    }

    fn line(&mut self, line: String) {
        self.blocks[self.current.0].lines.push(line);
    }

    fn throwing(&mut self, line: String) {
        self.blocks[self.current.0].may_throw = true;
        self.line(line);
    }

    fn define(&mut self, id: Id, text: String, may_throw: bool) {
        let value = self.value();
        let line = format!("v{} = {text}", value.0);
        if may_throw {
            self.throwing(line)
        } else {
            self.line(line)
        }
        self.scope.insert(id, value);
    }

    fn operand(&mut self, operand: Operand) -> String {
        let known = match operand {
            Operand::Of(id) => self.scope.get(&id).copied(),
            Operand::Param(at) => self.params.get(at).copied().flatten(),
            Operand::Null => None,
        };
        let value = known.unwrap_or_else(|| {
            let null = self.value();
            self.line(format!("v{} = const null", null.0));
            null
        });
        format!("v{}", value.0)
    }

    fn number(&mut self) -> String {
        let value = self.value();
        self.line(format!("v{} = const 0", value.0));
        format!("v{}", value.0)
    }

    /// A number or a reference, as a parameter wants it.
    fn argument(&mut self, ty: Type, operand: Operand) -> String {
        if ty.is_reference() { self.operand(operand) } else { self.number() }
    }

    fn list(&mut self, list: &[Stmt]) {
        for stmt in list {
            self.stmt(stmt);
        }
    }

    /// Statements whose results are seen by nobody after them.
    fn scoped(&mut self, list: &[Stmt], then: impl FnOnce(&mut Self)) {
        let outer = self.scope.clone();
        self.list(list);
        then(self);
        self.scope = outer;
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let id = stmt.id;
        match &stmt.action {
            Action::New(class) => self.define(id, format!("new {class}"), true),
            Action::NewArray(ty) => {
                let length = self.number();
                self.define(id, format!("newarray {ty} {length}"), true);
            }
            Action::NewMultiArray(ty, dimensions) => {
                let lengths: Vec<String> = (0..*dimensions).map(|_| self.number()).collect();
                self.define(id, format!("multianewarray {ty} {}", lengths.join(" ")), true);
            }
            Action::Text(text) => self.define(id, format!("const {:?}", text.as_str()), false),
            Action::ClassOf(ty) => self.define(id, format!("const class {ty}"), true),
            Action::Cast(from, ty) => {
                let from = self.operand(*from);
                self.define(id, format!("checkcast {from} {ty}"), true);
            }
            Action::GetField(object, field) => {
                let object = self.operand(*object);
                self.define(id, format!("getfield {object} {}", field_ref(*field)), true);
            }
            Action::PutField(object, field, value) => {
                let (object, value) = (self.operand(*object), self.operand(*value));
                self.throwing(format!("putfield {object} {} {value}", field_ref(*field)));
            }
            Action::GetStatic(field) => {
                self.define(id, format!("getstatic {}", field_ref(*field)), true);
            }
            Action::PutStatic(field, value) => {
                let value = self.operand(*value);
                self.throwing(format!("putstatic {} {value}", field_ref(*field)));
            }
            Action::ArrayLoad(array, ty) => {
                let (array, index) = (self.operand(*array), self.number());
                self.define(id, format!("aaload {array} {index} : {ty}"), true);
            }
            Action::ArrayStore(array, value) => {
                let (array, value) = (self.operand(*array), self.operand(*value));
                let index = self.number();
                self.throwing(format!("aastore {array} {index} {value}"));
            }
            Action::Invoke(kind, method, args) => self.invoke(id, *kind, *method, args),
            Action::Lambda(lambda) => self.lambda(id, lambda),
            Action::Concat(args) => self.concat(id, args),
            Action::ThrowIf(value) => {
                let (thrown, next) = self.branch();
                self.current = thrown;
                let value = self.operand(*value);
                self.throwing(format!("throw {value}"));
                self.current = next;
            }
            Action::ReturnIf(value) => {
                let (left, next) = self.branch();
                self.current = left;
                self.end_with_return(*value);
                self.current = next;
            }
            Action::If { then, otherwise, results } => self.choice(id, then, otherwise, *results),
            Action::Loop { first, body, next } => self.repeat(id, *first, body, *next),
            Action::Try { body, result, handlers } => self.attempt(id, body, *result, handlers),
        }
    }

    fn end_with_return(&mut self, value: Operand) {
        let line = match self.returns {
            Some(ty) => format!("return {}", self.argument(ty, value)),
            None => "return".to_owned(),
        };
        self.line(line);
    }

    /// Ends the block with a choice between two new ones.
    fn branch(&mut self) -> (Block, Block) {
        let number = self.number();
        let (then, otherwise) = (self.block(), self.block());
        self.line(format!("if {number} == 0 goto b{} else b{}", then.0, otherwise.0));
        (then, otherwise)
    }

    /// Ends the block; the operand's value on this way.
    fn leave(&mut self, to: Block, operand: Operand) -> String {
        let value = self.operand(operand);
        let from = self.current;
        self.line(format!("goto b{}", to.0));
        format!("b{}:{value}", from.0)
    }

    fn phi(&mut self, id: Id, ways: &[String]) {
        self.define(id, format!("phi {} : Ljava/lang/Object;", ways.join(" ")), false);
    }

    fn choice(&mut self, id: Id, then: &[Stmt], otherwise: &[Stmt], results: (Operand, Operand)) {
        let (then_block, otherwise_block) = self.branch();
        let join = self.block();
        let mut ways = Vec::new();
        for (block, list, result) in
            [(then_block, then, results.0), (otherwise_block, otherwise, results.1)]
        {
            self.current = block;
            self.scoped(list, |this| ways.push(this.leave(join, result)));
        }
        self.current = join;
        self.phi(id, &ways);
    }

    fn repeat(&mut self, id: Id, first: Operand, body: &[Stmt], next: Operand) {
        let (head, inside) = (self.block(), self.block());
        let entered = self.leave(head, first);
        self.current = head;
        // The other way is known after the body has been rendered.
        let at = self.blocks[head.0].lines.len();
        self.phi(id, &[]);
        let number = self.number();
        let after = self.block();
        self.line(format!("if {number} == 0 goto b{} else b{}", inside.0, after.0));
        self.current = inside;
        let mut again = String::new();
        self.scoped(body, |this| again = this.leave(head, next));
        let phi = &mut self.blocks[head.0].lines[at];
        *phi = phi.replace("phi  :", &format!("phi {entered} {again} :"));
        self.current = after;
    }

    fn attempt(&mut self, id: Id, body: &[Stmt], result: Operand, handlers: &[HandlerSpec]) {
        let join = self.block();
        let outer = self.handlers.clone();
        // Without anything that may throw no handler would be reachable.
        let handlers = if may_throw(body) { handlers } else { &[] };
        let blocks: Vec<Block> = handlers.iter().map(|_| self.block()).collect();
        let own = handlers.iter().zip(&blocks).map(|(handler, &block)| (handler.class, block));
        self.handlers = own.chain(outer.iter().copied()).collect();
        let inside = self.block();
        self.line(format!("goto b{}", inside.0));
        self.current = inside;
        let mut ways = Vec::new();
        self.scoped(body, |this| ways.push(this.leave(join, result)));
        self.handlers = outer;
        for (handler, &block) in handlers.iter().zip(&blocks) {
            self.current = block;
            let class = handler.class.unwrap_or_else(|| Name::new("java/lang/Throwable"));
            self.define(handler.id, format!("catch : L{class};"), false);
            self.scoped(&handler.body, |this| {
                ways.push(this.leave(join, Operand::Of(handler.id)));
            });
        }
        self.current = join;
        self.phi(id, &ways);
    }

    fn invoke(&mut self, id: Id, kind: InvokeKind, method: MethodRef, args: &[Operand]) {
        let data = method.data();
        let receiver = (kind != InvokeKind::Static).then(Type::object);
        let types = receiver.into_iter().chain(data.ty.parameters().iter().copied());
        let args = args.iter().copied().chain(std::iter::repeat(Operand::Null));
        let args: Vec<String> =
            types.zip(args).map(|(ty, operand)| self.argument(ty, operand)).collect();
        let word = match kind {
            InvokeKind::Virtual => "invokevirtual",
            InvokeKind::Special => "invokespecial",
            InvokeKind::Static => "invokestatic",
            InvokeKind::Interface => "invokeinterface",
        };
        let method = method_ref(method, kind == InvokeKind::Interface);
        let line = format!("{word} {method} {}", args.join(" "));
        match data.ty.result() {
            Some(_) => self.define(id, line, true),
            None => self.throwing(line),
        }
    }

    fn lambda(&mut self, id: Id, lambda: &LambdaSpec) {
        let types: Vec<Type> = lambda.captured.iter().map(|(ty, _)| *ty).collect();
        let args: Vec<String> =
            lambda.captured.iter().map(|&(ty, operand)| self.argument(ty, operand)).collect();
        let site_type = MethodType::new(&types, Some(lambda.interface));
        let handle = match lambda.handle {
            MethodHandle::Method(kind, method) => {
                let word = match kind {
                    HandleKind::InvokeStatic => "invokestatic",
                    HandleKind::NewInvokeSpecial => "newinvokespecial",
                    HandleKind::InvokeSpecial => "invokespecial",
                    HandleKind::InvokeInterface => "invokeinterface",
                    _ => "invokevirtual",
                };
                let is_interface = kind == HandleKind::InvokeInterface;
                format!("{word} {}", method_ref(method, is_interface))
            }
            MethodHandle::Field(_, field) => format!("getfield {}", field_ref(field)),
        };
        let mut site =
            format!("lambda {}{site_type} is {} calls {handle}", lambda.method, lambda.erased);
        for marker in &lambda.markers {
            let _ = write!(site, " marker {marker}");
        }
        self.site(id, site, &args);
    }

    fn concat(&mut self, id: Id, args: &[Operand]) {
        let types = vec![Type::object(); args.len()];
        let string = Type::Ref(Name::new("java/lang/String"));
        let site_type = MethodType::new(&types, Some(string));
        let recipe = "\u{1}".repeat(args.len());
        let args: Vec<String> = args.iter().map(|&operand| self.operand(operand)).collect();
        self.site(id, format!("concat makeConcat{site_type} {recipe:?} []"), &args);
    }

    fn site(&mut self, id: Id, site: String, args: &[String]) {
        self.sites.push(site);
        let number = self.sites.len() - 1;
        self.define(id, format!("invokedynamic site{number} {}", args.join(" ")), true);
    }
}

/// Whether something in a list may throw, in a block of the list itself.
fn may_throw(list: &[Stmt]) -> bool {
    list.iter().any(|stmt| match &stmt.action {
        Action::Text(_) | Action::ReturnIf(_) => false,
        Action::If { then, otherwise, .. } => may_throw(then) || may_throw(otherwise),
        Action::Loop { body, .. } => may_throw(body),
        // What its handlers do matters only if they are reached.
        Action::Try { body, .. } => may_throw(body),
        _ => true,
    })
}

fn field_ref(field: FieldRef) -> String {
    field.to_string()
}

/// A reference, with a word where it is not what the instruction makes one expect.
fn method_ref(method: MethodRef, expects_interface: bool) -> String {
    let word = match (method.data().is_interface, expects_interface) {
        (true, false) => "interface ",
        (false, true) => "class ",
        _ => "",
    };
    format!("{word}{method}")
}
