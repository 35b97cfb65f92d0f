//! From where to where the elements lie that a thread accesses, and whether those of another thread lie there, too.
//!
//! ```java
//! for (int t = 0; t < 4; t++) {
//!     int from = t * 100;
//!     pool.submit(() -> { for (int i = from; i <= from + 100; i++) marks[i] = true; });   // 100 t to 100 t + 100
//! }
//! ```
//!
//! An index is followed through parameters, captured values and fields that never change to the place where the threads are made. What
//! counts the rounds of a loop is a range in the thread, and the *number* of the thread outside of it. The range of a number is
//! then compared with that of the next one. Sizes are taken to be at least one, and conditions around accesses are not looked
//! at unless they are about the index, so it is a doubt, or the lack of one, not a proof.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ir::body::{BinaryOp, Cond, Constant, Op, UnaryOp, Value};
use ir::entity::EntityId as _;
use ir::{Body, Inst};
use models::{Effect, Property};
use points_to::Node;
use rustc_hash::FxHashMap;

use super::sums::{Atom, Sum};
use crate::accesses::{End, Found};
use crate::iterations::Iterations;
use crate::locality::Locality;
use crate::makers::Makers;
use crate::objects::offset;
use crate::paths::Paths;
use crate::program::{Program, Step, arguments};
use crate::result::ThreadId;
use crate::threads::Threads;

pub(super) struct Ranges<'a> {
    program: &'a Program<'a>,
    locality: &'a Locality<'a>,
    iterations: &'a Iterations<'a>,
    threads: &'a Threads,
    paths: &'a Paths<'a>,
    makers: Rc<Makers<'a>>,
    known: RefCell<FxHashMap<Asked, Option<Rc<Range>>>>,
    /// How many more values are looked at for one question.
    fuel: Cell<usize>,
}

/// A value, and what is done with it.
type Asked = (ThreadId, Node, Inst, Value);

/// The numbers that a value may be.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Range {
    low: Sum,
    high: Sum,
    /// Whether it is all of them in the course of time.
    is_dense: bool,
}

impl Range {
    fn point(sum: Sum) -> Range {
        Range { low: sum.clone(), high: sum, is_dense: true }
    }

    fn is_point(&self) -> bool {
        self.low == self.high
    }

    fn has_number(&self) -> bool {
        self.low.has_number() || self.high.has_number()
    }

    fn plus(&self, other: &Range) -> Option<Range> {
        Some(Range {
            low: self.low.plus(&other.low)?,
            high: self.high.plus(&other.high)?,
            is_dense: self.is_dense && other.is_dense && (self.is_point() || other.is_point()),
        })
    }

    fn negated(&self) -> Option<Range> {
        let minus = Sum::constant(-1);
        let (low, high) = (self.high.times(&minus)?, self.low.times(&minus)?);
        Some(Range { low, high, is_dense: self.is_dense })
    }

    fn times(&self, other: &Range) -> Option<Range> {
        let (range, factor) = match (self.is_point(), other.is_point()) {
            (_, true) => (self, &other.low),
            (true, false) => (other, &self.low),
            (false, false) => return None,
        };
        let is_size = !factor.has_number() && factor.at_least().is_some_and(|least| least >= 0);
        if !is_size && !range.is_point() {
            return None;
        }
        let is_dense = range.is_dense && (range.is_point() || factor.as_constant() == Some(1));
        Some(Range { low: range.low.times(factor)?, high: range.high.times(factor)?, is_dense })
    }

    fn divided(&self, by: &Range) -> Option<Range> {
        let by = Some(&by.low).filter(|_| by.is_point())?;
        let (low, high) = (self.low.divided(by)?, self.high.divided(by)?);
        Some(Range { low, high, is_dense: self.is_dense })
    }
}

/// How the elements of one thread lie to those of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meeting {
    Apart,
    Overlapping,
    Unknown,
}

/// A body, as it is come by.
#[derive(Clone, Copy)]
struct At<'s> {
    thread: ThreadId,
    node: Node,
    /// What is done there: the access, a call that leads to it, or what makes or starts threads.
    inst: Inst,
    /// Whether it is code that makes or starts threads.
    is_outside: bool,
    /// The call that was gone into.
    call: Option<(&'s At<'s>, Inst)>,
}

/// How many values are looked at for an index.
const MANY_VALUES: usize = 300;

/// How many objects are asked what their constructor was given.
const MANY_OBJECTS: usize = 8;

const DEPTH: usize = 30;

impl<'a> Ranges<'a> {
    pub(super) fn new(
        program: &'a Program<'a>,
        locality: &'a Locality<'a>,
        iterations: &'a Iterations<'a>,
        threads: &'a Threads,
        paths: &'a Paths<'a>,
        makers: Rc<Makers<'a>>,
    ) -> Ranges<'a> {
        Ranges {
            program,
            locality,
            iterations,
            threads,
            paths,
            makers,
            known: RefCell::default(),
            fuel: Cell::new(0),
        }
    }

    /// How the elements lie that two accesses are to, or to parts of which.
    /// `are_single` says that there is one thread of each kind.
    pub(super) fn compare(
        &self,
        first: (ThreadId, &Found),
        second: (ThreadId, &Found),
        are_single: bool,
    ) -> Meeting {
        let column = |(thread, found): (ThreadId, &Found)| {
            let range = |value| self.range((thread, found.node, found.inst, value));
            let first = range(found.index?)?;
            let last = match found.end {
                None => return Some(first),
                Some(End::Before(value)) => range(value)?,
                Some(End::After(value)) => Rc::new(first.plus(&*range(value)?)?),
                Some(End::Unknown) => return None,
            };
            let high = last.high.plus_constant(-1)?;
            let is_dense = first.is_dense && last.is_dense;
            Some(Rc::new(Range { low: first.low.clone(), high, is_dense }))
        };
        let row = |(thread, found): (ThreadId, &Found)| {
            let (node, inst, index) = self.row(found.node, found.inst, found.base?, 4)?;
            self.range((thread, node, inst, index))
        };
        let is_same = first.0 == second.0;
        // What was computed before several threads of a kind were started may be another number for each of them, but an array
        // that both have has one length.
        let is_common = |atom: &Atom| match atom {
            Atom::Field(_) => true,
            Atom::Once(..) => are_single,
            Atom::Length(obj) => are_single || first.1.may_be(*obj) && second.1.may_be(*obj),
            Atom::Round(..) | Atom::Given(..) | Atom::Quotient(..) => false,
        };
        let meeting = |a: &Option<Rc<Range>>, b: &Option<Rc<Range>>| match (a, b) {
            (Some(a), Some(b)) => {
                let meeting = match is_same {
                    true => meeting_of_kind(a, b),
                    false => meeting_of_two(a, b, &is_common),
                };
                meeting.unwrap_or(Meeting::Unknown)
            }
            _ => Meeting::Unknown,
        };
        let (columns, rows) = ((column(first), column(second)), (row(first), row(second)));
        let by_column = meeting(&columns.0, &columns.1);
        let by_row = meeting(&rows.0, &rows.1);
        let is_in_all = |range: &Option<Rc<Range>>| range.as_ref().is_some_and(|r| !r.has_number());
        let is_array = first.1.index.is_some() || second.1.index.is_some();
        let has_row = |(_, found): (ThreadId, &Found)| {
            let row = |base| self.row(found.node, found.inst, base, 4);
            found.base.and_then(row).is_some()
        };
        match (by_column, by_row) {
            (Meeting::Apart, _) | (_, Meeting::Apart) => Meeting::Apart,
            _ if is_same && are_across(&rows, &columns) => Meeting::Apart,
            (by_column, _) if !has_row(first) && !has_row(second) => by_column,
            (_, by_row) if !is_array => by_row,
            (_, by_row) if is_in_all(&columns.0) && is_in_all(&columns.1) => by_row,
            (by_column, _) if is_in_all(&rows.0) && is_in_all(&rows.1) => by_column,
            _ => Meeting::Unknown,
        }
    }

    /// The index by which something was found that an object is, or is a part of.
    fn row(
        &self,
        node: Node,
        inst: Inst,
        value: Value,
        depth: usize,
    ) -> Option<(Node, Inst, Value)> {
        let info = self.program.node(node).filter(|_| depth > 0)?;
        let def = info.body.values[value].def;
        match info.body.insts[def].op {
            Op::ArrayLoad { index, .. } => Some((node, inst, index)),
            Op::CheckCast { value, .. } | Op::GetField { object: value, .. } => {
                self.row(node, inst, value, depth - 1)
            }
            // Of a list.
            Op::Invoke { args, .. } if info.steps_at(def).all(|step| step.callee().is_none()) => {
                let is_number = |arg: &Value| info.body.values[*arg].ty == ir::Type::Int;
                match info.body.list(args) {
                    [_, index] if is_number(index) => Some((node, inst, *index)),
                    _ => None,
                }
            }
            Op::Param(at) => {
                if let Some(captured) = self.makers.captured(node, at) {
                    let [(node, inst, value)] = captured.as_slice() else { return None };
                    return self.row(*node, *inst, *value, depth - 1);
                }
                let [from] = self.program.callers(node) else { return None };
                let body = self.program.node(from.node).filter(|_| from.is_direct)?.body;
                let arg = *arguments(body, from.inst).get(usize::from(at))?;
                self.row(from.node, from.inst, arg, depth - 1)
            }
            _ => None,
        }
    }

    /// Whether a number is one that is another in each thread, if it is known what it is made of.
    pub(super) fn is_number(&self, (thread, node, inst, value): Asked) -> Option<bool> {
        let range = self.range((thread, node, inst, value))?;
        Some(range.has_number())
    }

    fn range(&self, asked: Asked) -> Option<Rc<Range>> {
        if let Some(known) = self.known.borrow().get(&asked) {
            return known.clone();
        }
        let (thread, node, inst, value) = asked;
        self.fuel.set(MANY_VALUES);
        let is_outside = !self.threads.get(thread).nodes.contains(node);
        let at = At { thread, node, inst, is_outside, call: None };
        let range = self.find(&at, value, DEPTH).map(Rc::new);
        self.known.borrow_mut().insert(asked, range.clone());
        range
    }

    fn find(&self, at: &At<'_>, value: Value, depth: usize) -> Option<Range> {
        let fuel = self.fuel.get().checked_sub(1)?;
        self.fuel.set(fuel);
        let range = self.find_known(at, value, depth.checked_sub(1)?);
        range.or_else(|| self.once(at, value))
    }

    /// A value of the code that makes threads that is computed before.
    fn once(&self, at: &At<'_>, value: Value) -> Option<Range> {
        let info = self.program.node(at.node)?;
        let flow = self.program.flow(at.node);
        let def = info.body.values[value].def;
        let around = flow.innermost(flow.block_of(at.inst));
        let is_before = at.is_outside
            && at.call.is_none()
            && around.is_none_or(|blocks| !blocks[flow.block_of(def).index()]);
        is_before.then(|| Range::point(Sum::atom(Atom::Once(info.method, value))))
    }

    fn find_known(&self, at: &At<'_>, value: Value, depth: usize) -> Option<Range> {
        let info = self.program.node(at.node)?;
        let find = |value| self.find(at, value, depth);
        let inst = info.body.values[value].def;
        match info.body.insts[inst].op {
            Op::Const(Constant::Int(number)) => Some(Range::point(Sum::constant(number.into()))),
            Op::Const(Constant::Long(number)) => Some(Range::point(Sum::constant(number))),
            Op::Unary(UnaryOp::I2l | UnaryOp::L2i, value) => find(value),
            Op::Unary(UnaryOp::Ineg | UnaryOp::Lneg, value) => find(value)?.negated(),
            Op::Binary(op, a, b) => {
                let shift = || match find(b)?.low.as_constant()? {
                    by @ 0..=30 => Some(Range::point(Sum::constant(1 << by))),
                    _ => None,
                };
                match op {
                    BinaryOp::Iadd | BinaryOp::Ladd => find(a)?.plus(&find(b)?),
                    BinaryOp::Isub | BinaryOp::Lsub => find(a)?.plus(&find(b)?.negated()?),
                    BinaryOp::Imul | BinaryOp::Lmul => find(a)?.times(&find(b)?),
                    BinaryOp::Idiv | BinaryOp::Ldiv => find(a)?.divided(&find(b)?),
                    BinaryOp::Ishl | BinaryOp::Lshl => find(a)?.times(&shift()?),
                    BinaryOp::Ishr | BinaryOp::Lshr | BinaryOp::Iushr | BinaryOp::Lushr => {
                        find(a)?.divided(&shift()?)
                    }
                    _ => None,
                }
            }
            Op::Phi(list) => match self.counter(at, value, depth) {
                Some(counter) => self.rounds(at, value, counter, depth),
                None => {
                    let flow = self.program.flow(at.node);
                    // What changes with the rounds of a loop in another way is not known.
                    let is_known = !flow.is_header(flow.block_of(inst));
                    let values = info.body.list(list).iter();
                    is_known.then(|| either(values.map(|&value| find(value)))).flatten()
                }
            },
            Op::Param(param) => self.given(at, param, depth),
            Op::GetStatic { field } => {
                let field = self.paths.field_in(at.node, field)?;
                let is_constant = self.paths.is_constant(field);
                is_constant.then(|| Range::point(Sum::atom(Atom::Field(field))))
            }
            Op::GetField { object, field } => {
                let field = self.paths.field_in(at.node, field)?;
                let is_constant = self.paths.is_constant(field);
                is_constant.then(|| self.stored(at, object, field, depth)).flatten()
            }
            Op::ArrayLength(array) => {
                let mut objs = self.program.points_to(at.node, array)?.iter();
                let obj = objs.next().filter(|_| objs.next().is_none())?;
                Some(Range::point(Sum::atom(Atom::Length(obj))))
            }
            Op::Invoke { method, args, .. } => {
                let method = method.data();
                let (class, name) = (method.class.as_str(), method.name.as_str());
                let models = self.program.solver.models();
                let model = models.method(class, name, method.ty.descriptor().as_str());
                let chooses = Effect::Property(Property::Choosing);
                if model.is_some_and(|model| model.effects.contains(&chooses)) {
                    return either(info.body.list(args).iter().map(|&arg| find(arg)));
                }
                let callees = info.steps_at(inst).filter_map(Step::callee);
                same(callees.map(|callee| self.returned(at, inst, callee, depth)))
            }
            _ => None,
        }
    }

    /// What a call returns.
    fn returned(&self, at: &At<'_>, inst: Inst, callee: Node, depth: usize) -> Option<Range> {
        let body = self.program.node(callee)?.body;
        either(body.insts.iter().filter_map(|(end, data)| match data.op {
            Op::Return(Some(value)) => {
                let inner = At { node: callee, inst: end, call: Some((at, inst)), ..*at };
                Some(self.find(&inner, value, depth))
            }
            _ => None,
        }))
    }

    /// What a body is given for a parameter.
    fn given(&self, at: &At<'_>, param: u16, depth: usize) -> Option<Range> {
        if let Some((caller, inst)) = at.call {
            let body = self.program.node(caller.node)?.body;
            let arg = *arguments(body, inst).get(usize::from(param))?;
            return self.find(caller, arg, depth);
        }
        let thread = self.threads.get(at.thread);
        let place = |node: Node, inst: Inst| {
            // Who is outside of the thread stays there.
            let is_outside = at.is_outside || !thread.nodes.contains(node);
            At { thread: at.thread, node, inst, is_outside, call: None }
        };
        if let Some(captured) = self.makers.captured(at.node, param) {
            return same(
                captured
                    .into_iter()
                    .map(|(node, inst, value)| self.find(&place(node, inst), value, depth)),
            );
        }
        if !at.is_outside
            && let Some(is_distinct) =
                self.iterations.has_distinct_number(at.thread, at.node, usize::from(param))
        {
            let method = self.program.node(at.node)?.method;
            return is_distinct.then(|| Range::point(Sum::atom(Atom::Given(method, param))));
        }
        let callers = self.program.callers(at.node).iter();
        let callers = callers.filter(|from| at.is_outside || thread.nodes.contains(from.node));
        same(callers.map(|from| {
            let body = self.program.node(from.node).filter(|_| from.is_direct)?.body;
            let arg = *arguments(body, from.inst).get(usize::from(param))?;
            self.find(&place(from.node, from.inst), arg, depth)
        }))
    }

    /// What the constructors store in a field of an object.
    fn stored(
        &self,
        at: &At<'_>,
        object: Value,
        field: ir::hierarchy::FieldId,
        depth: usize,
    ) -> Option<Range> {
        let objs = self.program.points_to(at.node, object)?;
        if objs.iter().count() > MANY_OBJECTS {
            return None;
        }
        let thread = self.threads.get(at.thread);
        let range = same(objs.iter().flat_map(|obj| {
            let stored = self.makers.stored(obj, field);
            let ranges: Vec<Option<Range>> = match stored {
                None => vec![None],
                Some(stored) => stored
                    .into_iter()
                    .map(|stored| {
                        let (node, inst) = (stored.maker, stored.made);
                        let is_outside = at.is_outside || !thread.nodes.contains(node);
                        let maker = At { thread: at.thread, node, inst, is_outside, call: None };
                        self.find_within(&maker, &stored.calls, stored.value, depth)
                    })
                    .collect(),
            };
            ranges
        }))?;
        (!range.has_number() || at.is_outside || self.is_own(at, object)).then_some(range)
    }

    /// A value within calls of constructors.
    fn find_within(
        &self,
        at: &At<'_>,
        calls: &[(Inst, Node)],
        value: Value,
        depth: usize,
    ) -> Option<Range> {
        let Some(((inst, callee), calls)) = calls.split_first() else {
            return self.find(at, value, depth);
        };
        let body = self.program.node(*callee)?.body;
        let inst_inside = body.insts_of(Body::entry()).next()?;
        let inner = At { node: *callee, inst: inst_inside, call: Some((at, *inst)), ..*at };
        self.find_within(&inner, calls, value, depth)
    }

    /// Whether no two threads have the same object there.
    fn is_own(&self, at: &At<'_>, object: Value) -> bool {
        let local = self.locality.of(at.thread);
        let values = &self.program.solver.code_of(at.node).values;
        let var = values.get(object.index()).copied().flatten();
        let objs = self.program.points_to(at.node, object);
        objs.is_some_and(|objs| objs.iter().all(|obj| local.has(self.program, obj)))
            || var.is_some_and(|var| self.iterations.own(at.thread, at.node, var).is_some())
    }

    /// What a counter of the rounds of a loop begins with, and what is added to it in each.
    fn counter(&self, at: &At<'_>, value: Value, depth: usize) -> Option<(Range, Sum)> {
        let body = self.program.node(at.node)?.body;
        let Op::Phi(list) = body.insts[body.values[value].def].op else { return None };
        let &[a, b] = body.list(list) else { return None };
        let step = |next: Value| -> Option<Option<Sum>> {
            let (of, minus) = match body.insts[body.values[next].def].op {
                Op::Binary(BinaryOp::Iadd, of, by) if of == value => (by, false),
                Op::Binary(BinaryOp::Iadd, by, of) if of == value => (by, false),
                Op::Binary(BinaryOp::Isub, of, by) if of == value => (by, true),
                _ => return None,
            };
            let step = || {
                let step = self.find(at, of, depth).filter(Range::is_point)?.low;
                let step = if minus { Sum::default().minus(&step)? } else { step };
                (!step.has_number()).then_some(step)
            };
            Some(step())
        };
        let (first, step) = match (step(a), step(b)) {
            (None, Some(step)) => (a, step?),
            (Some(step), None) => (b, step?),
            _ => return None,
        };
        Some((self.find(at, first, depth)?, step))
    }

    /// What a counter of rounds may be.
    fn rounds(
        &self,
        at: &At<'_>,
        counter: Value,
        (first, step): (Range, Sum),
        depth: usize,
    ) -> Option<Range> {
        let info = self.program.node(at.node)?;
        let flow = self.program.flow(at.node);
        let block = flow.block_of(info.body.values[counter].def);
        let blocks = flow.innermost(block)?;
        let here = flow.block_of(at.inst);
        if at.is_outside {
            if !blocks[here.index()] {
                return None;
            }
            // All iterations of a parallel loop run in one round of the loop around it.
            if self.iterations.is_loop(at.thread) {
                return Some(Range::point(Sum::atom(Atom::Once(info.method, counter))));
            }
            let round = Sum::atom(Atom::Round(info.method, counter));
            return first.plus(&Range::point(step.times(&round)?));
        }
        let step = step.as_constant().filter(|&step| step != 0)?;
        let mut is_dense = step.abs() == 1 && first.is_point();
        let mut bounds = Vec::new();
        for (inst, data) in info.body.insts.iter() {
            let Op::If { cond, lhs, rhs, then, otherwise } = data.op else { continue };
            if !blocks[flow.block_of(inst).index()] {
                continue;
            }
            let zero = Some(Range::point(Sum::default()));
            let of_left = offset(info.body, lhs);
            let of_right = rhs.map(|rhs| offset(info.body, rhs));
            let (cond, tested, plus, bound) = if of_left.0 == counter {
                let bound = rhs.map_or(zero, |rhs| self.find(at, rhs, depth));
                (cond, lhs, of_left.1, bound)
            } else if let Some((of, plus)) = of_right
                && of == counter
            {
                (turned(cond), rhs?, plus, self.find(at, lhs, depth))
            } else {
                continue;
            };
            let stays = match (blocks[then.index()], blocks[otherwise.index()]) {
                (true, false) => cond,
                (false, true) => opposite(cond),
                // What is done for some of the numbers only.
                _ => {
                    let leads = |to: ir::Block| flow.leads_within(blocks, to, here);
                    is_dense &= leads(then) == leads(otherwise)
                        || bound.is_some_and(|bound| !bound.has_number());
                    continue;
                }
            };
            // What is tested at the end of a round is the number of the next one.
            let is_next = tested != counter && {
                let Op::Phi(list) = info.body.insts[info.body.values[counter].def].op else {
                    return None;
                };
                info.body.list(list).contains(&tested)
            };
            let plus = if is_next { 0 } else { i64::from(plus) };
            let limit = match (stays, step > 0) {
                (Cond::Lt, true) => -1 - plus,
                (Cond::Ne, true) if step == 1 => -1 - plus,
                (Cond::Le, true) | (Cond::Ge, false) => -plus,
                (Cond::Gt, false) => 1 - plus,
                (Cond::Ne, false) if step == -1 => 1 - plus,
                _ => continue,
            };
            match bound {
                None => is_dense = false,
                Some(bound) => {
                    is_dense &= bound.is_point();
                    bounds.push(Some(bound.plus(&Range::point(Sum::constant(limit)))?));
                }
            }
        }
        let bound = either(bounds.into_iter())?;
        match step > 0 {
            true => Some(Range { low: first.low, high: bound.high, is_dense }),
            false => Some(Range { low: bound.low, high: first.high, is_dense }),
        }
    }
}

/// The comparison with its sides exchanged.
fn turned(cond: Cond) -> Cond {
    match cond {
        Cond::Lt => Cond::Gt,
        Cond::Gt => Cond::Lt,
        Cond::Le => Cond::Ge,
        Cond::Ge => Cond::Le,
        cond => cond,
    }
}

fn opposite(cond: Cond) -> Cond {
    match cond {
        Cond::Eq => Cond::Ne,
        Cond::Ne => Cond::Eq,
        Cond::Lt => Cond::Ge,
        Cond::Ge => Cond::Lt,
        Cond::Gt => Cond::Le,
        Cond::Le => Cond::Gt,
    }
}

/// One of several ranges: that of most threads. What does not depend on the thread is for the last one.
fn either(ranges: impl Iterator<Item = Option<Range>>) -> Option<Range> {
    let ranges: Vec<Range> = ranges.collect::<Option<_>>()?;
    let is_by_thread = ranges.iter().any(Range::has_number);
    let mut ranges = ranges.into_iter().filter(|range| !is_by_thread || range.has_number());
    let first = ranges.next()?;
    match ranges.all(|range| range == first) {
        true => Some(first),
        false => None,
    }
}

/// The range that all are.
fn same(mut ranges: impl Iterator<Item = Option<Range>>) -> Option<Range> {
    let first = ranges.next()??;
    ranges.all(|range| range.as_ref() == Some(&first)).then_some(first)
}

fn is_positive(sum: Option<Sum>) -> bool {
    sum.and_then(|sum| sum.at_least()).is_some_and(|least| least > 0)
}

/// Whether two ranges have something in common, whatever is not known.
fn meets(low_a: &Sum, high_a: &Sum, low_b: &Sum, high_b: &Sum) -> bool {
    let is_no_more = |sum: Option<Sum>| sum.and_then(|sum| sum.at_most()).is_some_and(|n| n <= 0);
    is_no_more(low_b.minus(high_a)) && is_no_more(low_a.minus(high_b))
}

/// How two ranges lie, each in the one thread of its kind: `0` to `half - 1` and `half` to `length - 1`.
fn meeting_of_two(a: &Range, b: &Range, is_common: &dyn Fn(&Atom) -> bool) -> Option<Meeting> {
    let bounds = [&a.low, &a.high, &b.low, &b.high];
    if !bounds.iter().all(|sum| sum.is_of(is_common)) {
        return None;
    }
    if is_positive(b.low.minus(&a.high)) || is_positive(a.low.minus(&b.high)) {
        return Some(Meeting::Apart);
    }
    let is_met = a.is_dense && b.is_dense && meets(&a.low, &a.high, &b.low, &b.high);
    is_met.then_some(Meeting::Overlapping)
}

/// How two ranges lie, the one in a thread and the other in another one of its kind.
fn meeting_of_kind(a: &Range, b: &Range) -> Option<Meeting> {
    let is_dense = a.is_dense && b.is_dense;
    if !a.has_number() && !b.has_number() {
        let is_above = |a: &Range, b: &Range| is_positive(a.low.minus(&b.high));
        return (is_above(a, b) || is_above(b, a)).then_some(Meeting::Apart);
    }
    let next = |range: &Range| {
        let (low, high) = (range.low.next()?, range.high.next()?);
        Some(Range { low, high, is_dense: range.is_dense })
    };
    let (next_a, next_b) = (next(a)?, next(b)?);
    let is_up = is_positive(next_b.low.minus(&a.high)) && is_positive(next_a.low.minus(&b.high));
    let is_down = is_positive(a.low.minus(&next_b.high)) && is_positive(b.low.minus(&next_a.high));
    if is_up || is_down {
        return Some(Meeting::Apart);
    }
    let is_met = meets(&a.low, &a.high, &next_b.low, &next_b.high)
        || meets(&next_a.low, &next_a.high, &b.low, &b.high);
    let is_quotient = || {
        [a, b].iter().all(|range| {
            range.low.next_in_quotient().is_some() && range.high.next_in_quotient().is_some()
        }) && meets(&a.low, &a.high, &b.low, &b.high)
    };
    (is_dense && (is_met || is_quotient())).then_some(Meeting::Overlapping)
}

/// Whether the one range of rows and columns lies above the diagonal, and the other below.
fn are_across(
    rows: &(Option<Rc<Range>>, Option<Rc<Range>>),
    columns: &(Option<Rc<Range>>, Option<Rc<Range>>),
) -> bool {
    let is_above = |low: &Option<Rc<Range>>, high: &Option<Rc<Range>>| match (low, high) {
        (Some(low), Some(high)) => {
            let between = high.low.minus(&low.high);
            between.and_then(|between| between.at_least()).is_some_and(|least| least > 0)
        }
        _ => false,
    };
    is_above(&rows.0, &columns.0) && is_above(&columns.1, &rows.1)
        || is_above(&columns.0, &rows.0) && is_above(&rows.1, &columns.1)
}
