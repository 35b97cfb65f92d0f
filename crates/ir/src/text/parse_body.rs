//! Parses bodies, line by line, in one pass; only predecessors and the order of phi arguments wait for the end.

use super::lex::{Cursor, Result};
use super::parse_parts::{
    bracketed, class_name, constant, field_ref, handle, method_ref, method_type, ty,
};
use super::words::{ARRAYS, CONDITIONS, INVOKES, meaning_of};
use crate::body::{
    BinaryOp, Block, BlockData, Body, CallSite, CallSiteKind, DynamicConstant, Handler, InstData,
    InvokeKind, Lambda, Op, Slice, SwitchTable, UnaryOp, Value, ValueData, ValueList, Variable,
};
use crate::entity::EntityId;
use crate::name::Name;
use crate::types::{MethodType, Type};
use crate::typing::ResultType;

/// A body of which some lines were read.
#[derive(Default)]
pub(super) struct BodyParser {
    body: Body,
    /// For each block whether its predecessors were given.
    has_predecessors: Vec<bool>,
    /// Blocks and values that were mentioned, with the place of the mention.
    blocks: Vec<(Block, usize)>,
    values: Vec<(Value, usize)>,
    /// Results, with their type and the place of their definition.
    results: Vec<(Value, ValueData, usize)>,
    phis: Vec<Phi>,
    line: u16,
}

/// A phi whose arguments have to be put in order.
struct Phi {
    block: Block,
    args: ValueList,
    /// The block of each argument, and where that stands.
    blocks: Vec<(Block, usize)>,
}

impl BodyParser {
    /// One line, without its end.
    pub(super) fn line(&mut self, c: &mut Cursor<'_>) -> Result<()> {
        if c.eat_word("no-blocks") {
            return Ok(());
        }
        if c.sees_id("b") {
            return self.block(c);
        }
        if c.sees_id("site") {
            self.numbered(c, "site", self.body.call_sites.len())?;
            let site = call_site(c)?;
            self.body.call_sites.push(site);
            return Ok(());
        }
        if c.sees_id("dynamic") {
            self.numbered(c, "dynamic", self.body.dynamics.len())?;
            let dynamic = dynamic(c)?;
            self.body.dynamics.push(dynamic);
            return Ok(());
        }
        if c.eat_word("var") {
            return self.variable(c);
        }
        self.instruction(c)
    }

    /// `prefixN =` with the number that comes next.
    fn numbered(&self, c: &mut Cursor<'_>, prefix: &str, number: usize) -> Result<()> {
        if !c.eat_word(&format!("{prefix}{number}")) {
            return c.fail(&format!("`{prefix}{number}`, the next one"));
        }
        c.expect("=")
    }

    fn block(&mut self, c: &mut Cursor<'_>) -> Result<()> {
        let block = Block::from_index(self.body.blocks.len());
        if !c.eat_word(&block.to_string()) {
            return c.fail(&format!("`{block}`, the next block"));
        }
        c.expect(":")?;
        let first_predecessor = self.body.preds.len();
        let has_predecessors = c.eat("<-");
        while has_predecessors && c.sees_id("b") {
            let predecessor = self.block_id(c)?;
            self.body.preds.push(predecessor);
        }
        let first_handler = self.body.handlers.len();
        while c.eat("!") {
            let catch_type = if c.eat("*") { None } else { Some(class_name(c)?) };
            let handler = Handler { catch_type, block: self.block_id(c)? };
            self.body.handlers.push(handler);
        }
        let at = self.body.insts.len();
        self.body.blocks.push(BlockData {
            insts: Slice::new(at, at),
            preds: Slice::new(first_predecessor, self.body.preds.len()),
            handlers: Slice::new(first_handler, self.body.handlers.len()),
        });
        self.has_predecessors.push(has_predecessors);
        Ok(())
    }

    fn block_id(&mut self, c: &mut Cursor<'_>) -> Result<Block> {
        let place = c.place();
        let block = c.id("b", "a block such as `b1`")?;
        self.blocks.push((block, place));
        Ok(block)
    }

    fn value(&mut self, c: &mut Cursor<'_>) -> Result<Value> {
        let place = c.place();
        let value = c.id("v", "a value such as `v1`")?;
        self.values.push((value, place));
        Ok(value)
    }

    fn variable(&mut self, c: &mut Cursor<'_>) -> Result<()> {
        let slot = c.decimal("a slot")?;
        let name = c.name("the name of a variable")?;
        let value = self.value(c)?;
        c.expect("@")?;
        let start = c.decimal("a bytecode offset")?;
        self.body.variables.push(Variable { value, name, start, slot });
        Ok(())
    }

    fn instruction(&mut self, c: &mut Cursor<'_>) -> Result<()> {
        let place = c.place();
        if self.body.blocks.is_empty() {
            return c.fail("`b0:`");
        }
        let result = if c.sees_id("v") {
            let value: Value = c.id("v", "a value")?;
            c.expect("=")?;
            Some(value)
        } else {
            None
        };
        let op = self.operation(c)?;
        if let Some(value) = result {
            let data = ValueData { ty: self.result_type(c, &op)?, def: self.next_inst() };
            self.results.push((value, data, place));
        }
        let offset = self.offset(c)?;
        self.line = line(c, self.line)?;
        self.body.insts.push(InstData::new(op, result, offset, self.line));
        if let Some(block) = self.body.blocks.as_mut_slice().last_mut() {
            block.insts.len += 1;
        }
        Ok(())
    }

    fn next_inst(&self) -> crate::body::Inst {
        crate::body::Inst::from_index(self.body.insts.len())
    }

    fn result_type(&self, c: &mut Cursor<'_>, op: &Op) -> Result<Type> {
        if c.eat(":") {
            return ty(c);
        }
        match op.result_type(&self.body) {
            ResultType::Exactly(ty) => Ok(ty),
            _ => c.fail("`:` and the type of the result, which the operation does not tell"),
        }
    }

    fn offset(&self, c: &mut Cursor<'_>) -> Result<u16> {
        if c.eat("@") {
            return c.decimal("a bytecode offset");
        }
        Ok(u16::try_from(self.body.insts.len()).unwrap_or(u16::MAX))
    }

    fn operation(&mut self, c: &mut Cursor<'_>) -> Result<Op> {
        let place = c.place();
        let word = c.word("an instruction, or `}`")?;
        Ok(match word {
            "param" => Op::Param(c.decimal("the number of a parameter")?),
            "catch" => Op::Catch,
            "phi" => self.phi(c)?,
            "const" => Op::Const(constant(c)?),
            "getfield" => Op::GetField { object: self.value(c)?, field: field_ref(c)? },
            "putfield" => {
                Op::PutField { object: self.value(c)?, field: field_ref(c)?, value: self.value(c)? }
            }
            "getstatic" => Op::GetStatic { field: field_ref(c)? },
            "putstatic" => Op::PutStatic { field: field_ref(c)?, value: self.value(c)? },
            "arraylength" => Op::ArrayLength(self.value(c)?),
            "new" => Op::New(class_name(c)?),
            "newarray" => Op::NewArray { ty: ty(c)?, length: self.value(c)? },
            "multianewarray" => Op::NewMultiArray { ty: ty(c)?, lengths: self.list(c)? },
            "checkcast" => Op::CheckCast { value: self.value(c)?, ty: ty(c)? },
            "instanceof" => Op::InstanceOf { value: self.value(c)?, ty: ty(c)? },
            "invokedynamic" => {
                let site = c.id("site", "a call site such as `site0`")?;
                Op::InvokeDynamic { site, args: self.list(c)? }
            }
            "monitorenter" => Op::MonitorEnter(self.value(c)?),
            "monitorexit" => Op::MonitorExit(self.value(c)?),
            "goto" => Op::Goto(self.block_id(c)?),
            "if" => self.branch(c)?,
            "switch" => self.switch(c)?,
            "return" if c.sees_id("v") => Op::Return(Some(self.value(c)?)),
            "return" => Op::Return(None),
            "throw" => Op::Throw(self.value(c)?),
            _ => match self.regular_operation(c, word)? {
                Some(op) => op,
                None => return Err(c.error_at(place, format!("there is no operation `{word}`"))),
            },
        })
    }

    /// Operations that come in many kinds.
    fn regular_operation(&mut self, c: &mut Cursor<'_>, word: &str) -> Result<Option<Op>> {
        if let Some(kind) = meaning_of(&INVOKES, word) {
            let method = method_ref(c, kind == InvokeKind::Interface)?;
            return Ok(Some(Op::Invoke { kind, method, args: self.list(c)? }));
        }
        if let Some(&op) = UnaryOp::ALL.iter().find(|op| op.mnemonic() == word) {
            return Ok(Some(Op::Unary(op, self.value(c)?)));
        }
        if let Some(&op) = BinaryOp::ALL.iter().find(|op| op.mnemonic() == word) {
            return Ok(Some(Op::Binary(op, self.value(c)?, self.value(c)?)));
        }
        for (load, store, kind) in ARRAYS {
            if word == load || word == store {
                let (array, index) = (self.value(c)?, self.value(c)?);
                return Ok(Some(if word == load {
                    Op::ArrayLoad { kind, array, index }
                } else {
                    Op::ArrayStore { kind, array, index, value: self.value(c)? }
                }));
            }
        }
        Ok(None)
    }

    fn list(&mut self, c: &mut Cursor<'_>) -> Result<ValueList> {
        let start = self.body.lists.len();
        while c.sees_id("v") {
            let value = self.value(c)?;
            self.body.lists.push(value);
        }
        Ok(ValueList(Slice::new(start, self.body.lists.len())))
    }

    fn phi(&mut self, c: &mut Cursor<'_>) -> Result<Op> {
        let start = self.body.lists.len();
        let mut blocks = Vec::new();
        while c.sees_id("b") {
            let place = c.place();
            blocks.push((self.block_id(c)?, place));
            c.expect(":")?;
            let value = self.value(c)?;
            self.body.lists.push(value);
        }
        let args = ValueList(Slice::new(start, self.body.lists.len()));
        let block = Block::from_index(self.body.blocks.len() - 1);
        self.phis.push(Phi { block, args, blocks });
        Ok(Op::Phi(args))
    }

    fn branch(&mut self, c: &mut Cursor<'_>) -> Result<Op> {
        let lhs = self.value(c)?;
        let Some(&(_, cond)) = CONDITIONS.iter().find(|(mark, _)| c.eat(mark)) else {
            return c.fail("a comparison such as `<`");
        };
        let rhs = if c.eat_word("null") || c.eat("0") { None } else { Some(self.value(c)?) };
        c.expect_word("goto")?;
        let then = self.block_id(c)?;
        c.expect_word("else")?;
        Ok(Op::If { cond, lhs, rhs, then, otherwise: self.block_id(c)? })
    }

    fn switch(&mut self, c: &mut Cursor<'_>) -> Result<Op> {
        let value = self.value(c)?;
        let mut cases = Vec::new();
        while !c.eat_word("else") {
            let number = c.decimal("a case such as `1:b2`, or `else`")?;
            c.expect(":")?;
            cases.push((number, self.block_id(c)?));
        }
        let default = self.block_id(c)?;
        let table = self.body.switches.push(SwitchTable { cases, default });
        Ok(Op::Switch { value, table })
    }

    /// The body, after its last line.
    pub(super) fn finish(mut self, c: &Cursor<'_>) -> Result<Body> {
        self.check_blocks(c)?;
        self.define_values(c)?;
        self.derive_predecessors();
        self.order_arguments(c)?;
        Ok(self.body)
    }

    fn check_blocks(&self, c: &Cursor<'_>) -> Result<()> {
        match self.blocks.iter().find(|(block, _)| self.body.blocks.get(*block).is_none()) {
            Some((block, place)) => Err(c.error_at(*place, format!("there is no block {block}"))),
            None => Ok(()),
        }
    }

    /// Puts results in the order of their numbers.
    fn define_values(&mut self, c: &Cursor<'_>) -> Result<()> {
        self.results.sort_by_key(|&(value, _, place)| (value.index(), place));
        for &(value, data, place) in &self.results {
            let next = Value::from_index(self.body.values.len());
            if value < next {
                return Err(c.error_at(place, format!("{value} is defined twice")));
            }
            if value > next {
                return Err(c.error_at(place, format!("{value} is defined, but {next} is not")));
            }
            self.body.values.push(data);
        }
        match self.values.iter().find(|(value, _)| self.body.values.get(*value).is_none()) {
            Some((value, place)) => Err(c.error_at(*place, format!("{value} is not defined"))),
            None => Ok(()),
        }
    }

    /// Fills in the predecessors of blocks that did not tell theirs, in the order of the blocks. The vector is made anew,
    /// so that they lie in the order of the blocks that have them.
    fn derive_predecessors(&mut self) {
        let mut edges = Vec::new();
        for (block, data) in self.body.blocks.iter() {
            for_each_edge(&self.body, data, |target| edges.push((target, block)));
        }
        edges.sort();
        edges.dedup();
        let given = std::mem::take(&mut self.body.preds);
        let mut edges = edges.into_iter().peekable();
        for (i, data) in self.body.blocks.as_mut_slice().iter_mut().enumerate() {
            let start = self.body.preds.len();
            while let Some((_, from)) = edges.next_if(|(target, _)| target.index() == i) {
                if !self.has_predecessors[i] {
                    self.body.preds.push(from);
                }
            }
            self.body.preds.extend_from_slice(&given[data.preds.range()]);
            data.preds = Slice::new(start, self.body.preds.len());
        }
    }

    /// Puts the arguments of phis in the order of the predecessors. Too few are left to the verifier.
    fn order_arguments(&mut self, c: &Cursor<'_>) -> Result<()> {
        let mut positions: Vec<(Block, usize)> = Vec::new();
        let mut indexed = None;
        for phi in &self.phis {
            // Phis of a block come one after the other.
            if indexed.replace(phi.block) != Some(phi.block) {
                let predecessors = self.body.predecessors(phi.block).iter();
                positions = predecessors.enumerate().map(|(i, &block)| (block, i)).collect();
                positions.sort();
            }
            let order = phi.order(c, &positions)?;
            let args = &mut self.body.lists[phi.args.0.range()];
            let written = args.to_vec();
            for (arg, i) in args.iter_mut().zip(order) {
                *arg = written[i];
            }
        }
        Ok(())
    }
}

impl Phi {
    /// Which argument comes first, second, and so on, given the sorted positions of the predecessors.
    fn order(&self, c: &Cursor<'_>, positions: &[(Block, usize)]) -> Result<Vec<usize>> {
        let mut order = Vec::with_capacity(self.blocks.len());
        for (i, &(block, place)) in self.blocks.iter().enumerate() {
            match positions.binary_search_by_key(&block, |&(block, _)| block) {
                Ok(found) => order.push((positions[found].1, i)),
                Err(_) => {
                    let message = format!("{block} does not lead to {}", self.block);
                    return Err(c.error_at(place, message));
                }
            }
        }
        order.sort();
        match order.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(pair) => {
                Err(c.error_at(self.blocks[pair[1].1].1, "a second argument for the same block"))
            }
            None => Ok(order.into_iter().map(|(_, i)| i).collect()),
        }
    }
}

/// Calls `f` with the targets of a block's last instruction, if it has any, and of its handlers.
fn for_each_edge(body: &Body, data: &BlockData, mut f: impl FnMut(Block)) {
    let last = body.insts.as_slice()[data.insts.range()].last();
    match last.map(|inst| inst.op) {
        Some(Op::Goto(target)) => f(target),
        Some(Op::If { then, otherwise, .. }) => {
            f(then);
            f(otherwise);
        }
        Some(Op::Switch { table, .. }) => {
            let table = &body.switches[table];
            table.cases.iter().for_each(|&(_, target)| f(target));
            f(table.default);
        }
        _ => {}
    }
    body.handlers[data.handlers.range()].iter().for_each(|handler| f(handler.block));
}

/// The line of an instruction; zero if it has none.
fn line(c: &mut Cursor<'_>, before: u16) -> Result<u16> {
    if !c.eat("L") {
        return Ok(before);
    }
    if c.eat("?") { Ok(0) } else { c.decimal("a line, or `?`") }
}

fn dynamic(c: &mut Cursor<'_>) -> Result<DynamicConstant> {
    Ok(DynamicConstant {
        name: c.name("the name of a dynamic constant")?,
        ty: ty(c)?,
        bootstrap: handle(c)?,
        args: bracketed(c, constant)?,
    })
}

fn call_site(c: &mut Cursor<'_>) -> Result<CallSite> {
    let place = c.place();
    let word = c.word("the kind of a call site")?;
    let name = c.name("the name of a call site")?;
    let ty = method_type(c)?;
    let kind = match word {
        "lambda" => CallSiteKind::Lambda(lambda(c, ty)?),
        "concat" => CallSiteKind::StringConcat {
            recipe: Name::new(&c.quoted("a recipe in quotes")?),
            constants: bracketed(c, constant)?,
        },
        "object-methods" => CallSiteKind::ObjectMethods {
            class: super::parse_parts::ty(c)?,
            components: bracketed(c, |c| {
                let name = c.name("the name of a component")?;
                c.expect("=")?;
                Ok((name, handle(c)?))
            })?,
        },
        "type-switch" | "enum-switch" => {
            CallSiteKind::Switch { is_enum: word == "enum-switch", labels: bracketed(c, constant)? }
        }
        "bootstrap" => {
            CallSiteKind::Unknown { bootstrap: handle(c)?, args: bracketed(c, constant)? }
        }
        _ => return Err(c.error_at(place, format!("there is no call site of kind `{word}`"))),
    };
    Ok(CallSite { name, ty, kind })
}

fn lambda(c: &mut Cursor<'_>, site: MethodType) -> Result<Lambda> {
    c.expect_word("is")?;
    let erased = method_type(c)?;
    let instantiated = if c.eat_word("as") { method_type(c)? } else { erased };
    c.expect_word("calls")?;
    let implementation = handle(c)?;
    let interface = match site.result() {
        _ if c.eat_word("interface") => ty(c)?,
        Some(interface) => interface,
        None => return c.fail("`interface` and its type, since the call site has no result"),
    };
    let mut markers = Vec::new();
    while c.eat_word("marker") {
        markers.push(ty(c)?);
    }
    let mut bridges = Vec::new();
    while c.eat_word("bridge") {
        bridges.push(method_type(c)?);
    }
    let serializable = c.eat_word("serializable");
    Ok(Lambda { interface, erased, instantiated, implementation, markers, bridges, serializable })
}
