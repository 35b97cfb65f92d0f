//! Prints bodies. Works for broken ones too: what points outside of a table is printed as such.

use std::fmt::Write;

use super::Line;
use super::words::{ARRAYS, Bracketed, CONDITIONS, INVOKES, Quoted, Spelled, word_for};
use crate::body::{
    Block, BlockData, Body, CallSite, CallSiteKind, Cond, Constant, Inst, InstData, InvokeKind,
    Lambda, Op, Slice, SwitchId, Value, ValueList,
};
use crate::entity::{EntityId, Table};
use crate::name::Name;
use crate::typing::ResultType;

/// Where offsets and lines stand, unless the instruction is longer.
const WIDTH: usize = 50;

pub(super) fn body(body: &Body, indent: &str) -> String {
    let mut text = String::new();
    for line in lines(body) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{indent}{}", line.text);
    }
    text
}

pub(super) fn lines(body: &Body) -> Vec<Line> {
    let mut printer = Printer { body, names: first_names(body), lines: Vec::new() };
    printer.tables();
    for (block, data) in body.blocks.iter() {
        printer.block(block, data);
    }
    printer.variables();
    if body.blocks.is_empty() {
        printer.line("no-blocks");
    }
    printer.lines
}

/// An instruction without its result, offset and line.
pub(super) fn operation(body: &Body, block: Block, op: &Op) -> String {
    Printer { body, names: Table::new(), lines: Vec::new() }.operation(block, op)
}

/// A name for each value that has one.
fn first_names(body: &Body) -> Table<Value, Option<Name>> {
    let mut names = Table::from(vec![None; body.values.len()]);
    for variable in &body.variables {
        if let Some(name) = names.as_mut_slice().get_mut(variable.value.index()) {
            name.get_or_insert(variable.name);
        }
    }
    names
}

struct Printer<'b> {
    body: &'b Body,
    names: Table<Value, Option<Name>>,
    lines: Vec<Line>,
}

impl Printer<'_> {
    fn line(&mut self, text: &str) {
        self.lines.push(Line { inst: None, text: text.trim_end().into() });
    }

    fn tables(&mut self) {
        for (id, site) in self.body.call_sites.iter() {
            self.line(&format!("{id} = {}", call_site(site)));
        }
        for (id, dynamic) in self.body.dynamics.iter() {
            let (name, ty) = (Spelled(dynamic.name), Spelled(dynamic.ty));
            let (bootstrap, args) = (Spelled(dynamic.bootstrap), Bracketed(&dynamic.args));
            self.line(&format!("{id} = {name} {ty} {bootstrap} {args}"));
        }
    }

    fn variables(&mut self) {
        for variable in &self.body.variables {
            let name = Spelled(variable.name);
            self.line(&format!(
                "var {} {name} {} @{}",
                variable.slot, variable.value, variable.start
            ));
        }
    }

    fn block(&mut self, block: Block, data: &BlockData) {
        let mut text = format!("{block}:");
        text.push_str(&self.predecessors(block, data));
        match slice(&self.body.handlers, data.handlers) {
            None => text.push_str("  // handlers out of range"),
            Some([]) => {}
            Some(handlers) => {
                text.push(' ');
                for handler in handlers {
                    let class = handler.catch_type.map_or("*".into(), |c| Spelled(c).to_string());
                    text.push_str(&format!(" !{class} {}", handler.block));
                }
            }
        }
        self.line(&text);
        self.instructions(block, data);
    }

    /// The entry has none; other blocks say so, because they should have some.
    fn predecessors(&self, block: Block, data: &BlockData) -> String {
        match slice(&self.body.preds, data.preds) {
            None => " // predecessors out of range".into(),
            Some([]) if block == Body::entry() => String::new(),
            Some(blocks) => {
                blocks.iter().fold(" <-".into(), |text, block| format!("{text} {block}"))
            }
        }
    }

    fn instructions(&mut self, block: Block, data: &BlockData) {
        let Some(insts) = slice(self.body.insts.as_slice(), data.insts) else {
            return self.line("  // instructions out of range");
        };
        let mut previous = match data.insts.start {
            0 => None,
            start => self.body.insts.get(Inst::from_index(start as usize - 1)),
        };
        for (i, inst) in insts.iter().enumerate() {
            // The first line of a block is said for the reader's sake.
            let is_new_line = inst.line() != previous.and_then(InstData::line)
                || (i == 0 && inst.line().is_some());
            previous = Some(inst);
            self.instruction(block, inst, is_new_line);
            if let Some(line) = self.lines.last_mut() {
                line.inst = Some(Inst::from_index(data.insts.start as usize + i));
            }
        }
    }

    fn instruction(&mut self, block: Block, inst: &InstData, says_line: bool) {
        let mut text = String::from("  ");
        if let Some(result) = inst.result {
            text.push_str(&format!("{result} = "));
        }
        text.push_str(&self.operation(block, &inst.op));
        text.push_str(&self.result_type(inst));
        text = format!("{text:WIDTH$} @{}", inst.offset);
        match inst.line() {
            _ if !says_line => {}
            Some(line) => text.push_str(&format!(" L{line}")),
            None => text.push_str(" L?"),
        }
        let name = inst.result.and_then(|result| *self.names.get(result)?);
        if let Some(name) = name {
            text.push_str(&format!("  // {}", Spelled(name)));
        }
        self.line(&text);
    }

    /// The type of the result where the operation does not tell it.
    fn result_type(&self, inst: &InstData) -> String {
        let Some(result) = inst.result else { return String::new() };
        match self.body.values.get(result) {
            None => " // no such value".into(),
            Some(value) if inst.op.result_type(self.body) == ResultType::Exactly(value.ty) => {
                String::new()
            }
            Some(value) => format!(" : {}", Spelled(value.ty)),
        }
    }

    fn operation(&self, block: Block, op: &Op) -> String {
        match *op {
            Op::Param(number) => format!("param {number}"),
            Op::Catch => "catch".into(),
            Op::Phi(args) => self.phi(block, args),
            Op::Const(constant) => format!("const {}", Spelled(constant)),
            Op::Unary(op, a) => format!("{} {a}", op.mnemonic()),
            Op::Binary(op, a, b) => format!("{} {a} {b}", op.mnemonic()),
            Op::GetField { object, field } => format!("getfield {object} {}", Spelled(field)),
            Op::PutField { object, field, value } => {
                format!("putfield {object} {} {value}", Spelled(field))
            }
            Op::GetStatic { field } => format!("getstatic {}", Spelled(field)),
            Op::PutStatic { field, value } => format!("putstatic {} {value}", Spelled(field)),
            Op::ArrayLoad { kind, array, index } => {
                let words = ARRAYS.map(|(load, _, kind)| (load, kind));
                format!("{} {array} {index}", word_for(&words, &kind))
            }
            Op::ArrayStore { kind, array, index, value } => {
                let words = ARRAYS.map(|(_, store, kind)| (store, kind));
                format!("{} {array} {index} {value}", word_for(&words, &kind))
            }
            Op::ArrayLength(array) => format!("arraylength {array}"),
            Op::New(class) => format!("new {}", Spelled(class)),
            Op::NewArray { ty, length } => format!("newarray {} {length}", Spelled(ty)),
            Op::NewMultiArray { ty, lengths } => {
                format!("multianewarray {}{}", Spelled(ty), self.list(lengths))
            }
            Op::CheckCast { value, ty } => format!("checkcast {value} {}", Spelled(ty)),
            Op::InstanceOf { value, ty } => format!("instanceof {value} {}", Spelled(ty)),
            Op::Invoke { kind, method, args } => {
                let method = Spelled((method, kind == InvokeKind::Interface));
                format!("{} {method}{}", word_for(&INVOKES, &kind), self.list(args))
            }
            Op::InvokeDynamic { site, args } => {
                format!("invokedynamic {site}{}", self.list(args))
            }
            Op::MonitorEnter(object) => format!("monitorenter {object}"),
            Op::MonitorExit(object) => format!("monitorexit {object}"),
            Op::Goto(target) => format!("goto {target}"),
            Op::If { cond, lhs, rhs, then, otherwise } => {
                let test = self.condition(cond, lhs, rhs);
                format!("if {test} goto {then} else {otherwise}")
            }
            Op::Switch { value, table } => self.switch(value, table),
            Op::Return(None) => "return".into(),
            Op::Return(Some(value)) => format!("return {value}"),
            Op::Throw(value) => format!("throw {value}"),
        }
    }

    fn list(&self, list: ValueList) -> String {
        match slice(&self.body.lists, list.0) {
            Some(values) => values.iter().map(|value| format!(" {value}")).collect(),
            None => " // operands out of range".into(),
        }
    }

    /// Arguments with their blocks, and with `?` those that have none.
    fn phi(&self, block: Block, args: ValueList) -> String {
        let Some(values) = slice(&self.body.lists, args.0) else {
            return "phi // operands out of range".into();
        };
        let blocks = self.body.blocks.get(block).and_then(|d| slice(&self.body.preds, d.preds));
        let mut blocks = blocks.unwrap_or_default().iter();
        let argument = |value: &Value| match blocks.next() {
            Some(block) => format!(" {block}:{value}"),
            None => format!(" ?:{value}"),
        };
        values.iter().map(argument).fold("phi".into(), |text, argument| text + &argument)
    }

    fn condition(&self, cond: Cond, lhs: Value, rhs: Option<Value>) -> String {
        let is_reference = self.body.values.get(lhs).is_some_and(|v| v.ty.is_reference());
        let rhs = match rhs {
            Some(rhs) => rhs.to_string(),
            None if is_reference => "null".into(),
            None => "0".into(),
        };
        format!("{lhs} {} {rhs}", word_for(&CONDITIONS, &cond))
    }

    fn switch(&self, value: Value, table: SwitchId) -> String {
        let Some(table) = self.body.switches.get(table) else {
            return format!("switch {value} // no {table}");
        };
        let mut text = format!("switch {value}");
        for (number, target) in &table.cases {
            text.push_str(&format!(" {number}:{target}"));
        }
        format!("{text} else {}", table.default)
    }
}

/// The part of a table, if it has one there.
fn slice<T>(table: &[T], part: Slice) -> Option<&[T]> {
    table.get(part.range())
}

pub(super) fn call_site(site: &CallSite) -> String {
    let head = format!("{}{}", Spelled(site.name), Spelled(site.ty));
    match &site.kind {
        CallSiteKind::Lambda(lambda) => format!("lambda {head} {}", self::lambda(site, lambda)),
        CallSiteKind::StringConcat { recipe, constants } => {
            format!("concat {head} {} {}", Quoted(recipe.as_str()), Bracketed(constants))
        }
        CallSiteKind::ObjectMethods { class, components } => {
            format!("object-methods {head} {} {}", Spelled(*class), Bracketed(components))
        }
        CallSiteKind::Switch { is_enum, labels } => {
            let word = if *is_enum { "enum-switch" } else { "type-switch" };
            format!("{word} {head} {}", Bracketed::<Constant>(labels))
        }
        CallSiteKind::Unknown { bootstrap, args } => {
            format!("bootstrap {head} {} {}", Spelled(*bootstrap), Bracketed(args))
        }
    }
}

/// What is not as in a plain lambda expression comes last.
fn lambda(site: &CallSite, lambda: &Lambda) -> String {
    let mut text = format!("is {}", Spelled(lambda.erased));
    if lambda.instantiated != lambda.erased {
        text.push_str(&format!(" as {}", Spelled(lambda.instantiated)));
    }
    text.push_str(&format!(" calls {}", Spelled(lambda.implementation)));
    if Some(lambda.interface) != site.ty.result() {
        text.push_str(&format!(" interface {}", Spelled(lambda.interface)));
    }
    for &marker in &lambda.markers {
        text.push_str(&format!(" marker {}", Spelled(marker)));
    }
    for &bridge in &lambda.bridges {
        text.push_str(&format!(" bridge {}", Spelled(bridge)));
    }
    text.push_str(if lambda.serializable { " serializable" } else { "" });
    text
}
