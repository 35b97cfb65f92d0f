//! Array elements that each thread has for itself: indices that come from what only the thread has.
//!
//! `data[i]` for `i` from `this.first` on, where `this` is the thread's own object; `results[index]` with an `index` that a lambda
//! captured. Whether ranges really do not overlap depends on numbers that are not known, so it is a doubt, not a proof.
//!
//! ```text
//! index ──▶ ranges (from where to where, as sums over the number of a thread) ──▶ apart, overlapping, or not known
//!             └ makers: what was captured, what constructors were given             └▶ does it depend on the thread at all?
//!                                                                                     origins: or is it data?
//! ```

mod origins;
mod ranges;
mod sums;
mod swapped;

use std::cell::RefCell;
use std::rc::Rc;

use ir::Inst;
use ir::body::{BinaryOp, Body, Cond, Op, Value, ValueList};
use ir::entity::EntityId as _;
use ir::hierarchy::{FieldId, MethodId};
use models::{Effect, Property};
use points_to::Node;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::accesses::Found;
use crate::iterations::Iterations;
use crate::locality::Locality;
use crate::makers::Makers;
use crate::objects::{int_constant, offset, step};
use crate::paths::{Path, Paths};
use crate::program::{Program, Step, arguments};
use crate::result::{Site, ThreadId};
use crate::threads::Threads;

use origins::Origins;
pub(crate) use ranges::Meeting;
use ranges::Ranges;
use swapped::Swapped;

pub(crate) struct Indices<'a> {
    program: &'a Program<'a>,
    locality: &'a Locality<'a>,
    iterations: &'a Iterations<'a>,
    threads: &'a Threads,
    paths: &'a Paths<'a>,
    ranges: Ranges<'a>,
    by_thread: RefCell<FxHashMap<(ThreadId, Node, Value, Use), bool>>,
    gates: RefCell<Gates>,
    other_constants: RefCell<FxHashMap<(Node, u16), bool>>,
    swapped: Swapped<'a>,
    origins: Origins<'a>,
}

/// What a number is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Use {
    /// To find an element.
    Index,
    /// To find an element that is updated: what things have in common is counted so.
    Update,
    /// To tell one thread from all others.
    Test,
}

/// By thread and instruction: the tests on the way that only one of several threads passes.
type Gates = FxHashMap<(ThreadId, Node, Inst), Rc<[Site]>>;

/// An index or an array in a body.
type Indexed = (Node, Option<Value>);

/// So many times the number of an iteration, plus a constant.
#[derive(Clone, Copy)]
struct Linear {
    factor: i64,
    plus: i64,
}

/// The numbers of a loop: from the first one on in steps, plus a field, below a field.
struct Run {
    first: i64,
    step: i64,
    plus: Option<FieldId>,
    below: Option<FieldId>,
}

/// Whether a number is the sum of another one and something.
fn is_sum_with(body: &Body, sum: Value, number: Value) -> bool {
    matches!(body.insts[body.values[sum].def].op,
        Op::Binary(BinaryOp::Iadd, a, b) if a == number || b == number)
}

/// Whether a loop that counts down begins where a part ends, and not at what another loop has got to: `for (j = i - 1; …; j--)`.
fn begins_at_edge(body: &Body, counter: Value) -> bool {
    let is_counter = |value: Value| matches!(body.insts[body.values[value].def].op, Op::Phi(_));
    let Op::Phi(list) = body.insts[body.values[counter].def].op else { return false };
    let mut from = body.list(list).iter().map(|&from| offset(body, from).0);
    from.all(|from| from == counter || !is_counter(from))
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// How far back a number is followed.
const DEPTH: usize = 10;

impl<'a> Indices<'a> {
    pub(crate) fn new(
        program: &'a Program<'a>,
        locality: &'a Locality<'a>,
        iterations: &'a Iterations<'a>,
        threads: &'a Threads,
        paths: &'a Paths<'a>,
        makers: Rc<Makers<'a>>,
    ) -> Indices<'a> {
        Indices {
            program,
            locality,
            iterations,
            threads,
            paths,
            ranges: Ranges::new(program, locality, iterations, threads, paths, Rc::clone(&makers)),
            by_thread: RefCell::default(),
            gates: RefCell::default(),
            other_constants: RefCell::default(),
            swapped: Swapped::new(program, paths, Rc::clone(&makers)),
            origins: Origins::new(program, paths, makers),
        }
    }

    /// How the elements of two accesses lie, as far as their indices tell.
    /// `are_single` says that there is one thread of each kind.
    pub(crate) fn compare(
        &self,
        first: (ThreadId, &Found),
        second: (ThreadId, &Found),
        are_single: bool,
    ) -> Meeting {
        self.ranges.compare(first, second, are_single)
    }

    /// Whether an index depends on which thread it is.
    pub(crate) fn is_by_thread(&self, thread: ThreadId, node: Node, index: Value) -> bool {
        self.is_used_by_thread(thread, node, index, Use::Index)
    }

    /// The same for an index of an element that is read and written.
    pub(crate) fn is_updated_by_thread(&self, thread: ThreadId, node: Node, index: Value) -> bool {
        self.is_used_by_thread(thread, node, index, Use::Update)
    }

    fn is_used_by_thread(&self, thread: ThreadId, node: Node, value: Value, used: Use) -> bool {
        let key = (thread, node, value, used);
        if let Some(&known) = self.by_thread.borrow().get(&key) {
            return known;
        }
        // While it is being found out, it does not.
        self.by_thread.borrow_mut().insert(key, false);
        let is_by_thread = self.depends(thread, node, value, used);
        self.by_thread.borrow_mut().insert(key, is_by_thread);
        is_by_thread
    }

    /// The tests on the way to an instruction that only one of several threads passes.
    pub(crate) fn gates(&self, thread: ThreadId, node: Node, inst: Inst) -> Rc<[Site]> {
        let key = (thread, node, inst);
        if let Some(known) = self.gates.borrow().get(&key) {
            return Rc::clone(known);
        }
        let gates: Rc<[Site]> = self.find_gates(thread, node, inst).into();
        self.gates.borrow_mut().insert(key, Rc::clone(&gates));
        gates
    }

    fn find_gates(&self, thread: ThreadId, node: Node, inst: Inst) -> Vec<Site> {
        let mut gates = Vec::new();
        let (mut node, mut inst) = (node, inst);
        for _ in 0..3 {
            let Some(info) = self.program.node(node) else { break };
            for (at, data) in info.body.insts.iter() {
                let Op::If { cond, lhs, rhs, then, otherwise } = data.op else { continue };
                let equal = match cond {
                    Cond::Eq => then,
                    Cond::Ne => otherwise,
                    _ => continue,
                };
                let is_constant = rhs.is_none_or(|rhs| int_constant(info.body, rhs).is_some());
                let flow = self.program.flow(node);
                let is_number = info.body.values[lhs].ty == ir::Type::Int;
                if is_constant
                    && is_number
                    && self.is_used_by_thread(thread, node, lhs, Use::Test)
                    && !flow.is_reached_without(inst, (flow.block_of(at), equal))
                {
                    gates.push(Site { method: info.method, inst: at });
                }
            }
            let [from] = self.program.callers(node) else { break };
            (node, inst) = (from.node, from.inst);
        }
        gates
    }

    fn is_of_numbers(&self, ty: &ir::MethodType) -> bool {
        ty.result() == Some(ir::Type::Int) && ty.parameters().iter().all(|&ty| ty == ir::Type::Int)
    }

    /// Whether a body gets a constant for a parameter, and in other threads another one: `() -> work(0, 50)`.
    fn is_other_constant(&self, node: Node, param: u16) -> bool {
        if let Some(&known) = self.other_constants.borrow().get(&(node, param)) {
            return known;
        }
        let is_other = self.find_other_constant(node, param);
        self.other_constants.borrow_mut().insert((node, param), is_other);
        is_other
    }

    fn find_other_constant(&self, node: Node, param: u16) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let own = self.constants(node, param);
        let Some(&[own]) = own.as_deref() else { return false };
        let mut others = self
            .program
            .nodes()
            .filter(|(other, inner)| *other != node && inner.method == info.method);
        others.any(|(other, _)| {
            self.constants(other, param).is_some_and(|others| !others.contains(&own))
        })
    }

    /// The constants that callers give for a parameter, if all give one.
    fn constants(&self, node: Node, param: u16) -> Option<Vec<i32>> {
        let callers = self.program.callers(node);
        let mut constants = Vec::new();
        for from in callers {
            let body = self.program.node(from.node).filter(|_| from.is_direct)?.body;
            let arg = *arguments(body, from.inst).get(usize::from(param))?;
            let constant = int_constant(body, arg)?;
            if !constants.contains(&constant) {
                constants.push(constant);
            }
        }
        Some(constants).filter(|constants| !constants.is_empty())
    }

    /// Whether an index is what a division leaves: different numbers may leave the same.
    pub(crate) fn is_remainder(&self, node: Node, index: Value) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let mut index = self.offset(node, index).0;
        while let Op::Unary(_, value) = info.body.insts[info.body.values[index].def].op {
            index = value;
        }
        matches!(
            info.body.insts[info.body.values[index].def].op,
            Op::Binary(BinaryOp::Irem | BinaryOp::Lrem | BinaryOp::Iand | BinaryOp::Land, ..)
        )
    }

    /// Whether an index of a parallel loop's iteration goes up to a number that is the iteration's, and is that number at the end:
    /// the first one of the next iteration, maybe.
    pub(crate) fn is_up_to(&self, thread: ThreadId, node: Node, index: Value) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let index = self.offset(node, index).0;
        self.iterations.is_loop(thread)
            && step(info.body, index).is_some()
            && info.body.insts.values().any(|data| match data.op {
                Op::If { cond: Cond::Gt | Cond::Le, lhs, rhs: Some(rhs), .. } => {
                    lhs == index && self.is_by_thread(thread, node, rhs)
                }
                _ => false,
            })
    }

    /// Whether two indices of one method lie beside each other: `cells[i - 1]` is another thread's at the edge.
    pub(crate) fn are_neighbours(&self, thread: ThreadId, first: Indexed, second: Indexed) -> bool {
        let ((node, Some(a)), (other, Some(b))) = (first, second) else { return false };
        let begin = |node, index| self.begin(thread, node, index, DEPTH);
        let (a, b) = (begin(node, a), begin(other, b));
        a.zip(b).is_some_and(|((of_a, a), (of_b, b))| of_a == of_b && a != b)
    }

    /// Whether one of two indices is the number of a thread and the other that of the other one of two: `slots[1 - me]`. What is as far
    /// from the other end, as in `row[last - i]`, lies in the other half instead.
    pub(crate) fn are_opposite(&self, thread: ThreadId, first: Indexed, second: Indexed) -> bool {
        let is_turned = |(node, index): Indexed| {
            let (info, index) = (self.program.node(node)?, self.offset(node, index?).0);
            match info.body.insts[info.body.values[index].def].op {
                Op::Binary(BinaryOp::Isub, one, number) => Some(
                    int_constant(info.body, one) == Some(1)
                        && self.is_by_thread(thread, node, number),
                ),
                _ => Some(false),
            }
        };
        is_turned(first).zip(is_turned(second)).is_some_and(|(a, b)| a != b)
    }

    /// Where the loop begins that an index counts the rounds of, up or down, as its method names it, and what is added to the index.
    fn begin(
        &self,
        thread: ThreadId,
        node: Node,
        index: Value,
        depth: usize,
    ) -> Option<((MethodId, Path), i32)> {
        let info = self.program.node(node).filter(|_| depth > 0)?;
        let (base, plus) = offset(info.body, index);
        match info.body.insts[info.body.values[base].def].op {
            Op::Phi(list)
                if step(info.body, base) == Some(1)
                    || step(info.body, base) == Some(-1) && begins_at_edge(info.body, base)
                    || self.is_strided(thread, node, list, base) =>
            {
                let mut begins = info.body.list(list).iter();
                let is_first = |from: Value| {
                    offset(info.body, from).0 != base && !is_sum_with(info.body, from, base)
                };
                let first = begins.find(|&&from| is_first(from))?;
                Some(((info.method, self.paths.of(node, *first)), plus))
            }
            Op::Param(at) => {
                let [from] = self.program.callers(node) else { return None };
                let body = self.program.node(from.node).filter(|_| from.is_direct)?.body;
                let arg = *arguments(body, from.inst).get(usize::from(at))?;
                let (begin, number) = self.begin(thread, from.node, arg, depth - 1)?;
                Some((begin, number + plus))
            }
            // The lesser one of a number and a limit.
            Op::Invoke { method, args, .. } if self.is_of_numbers(&method.data().ty) => {
                let steps = info.steps_at(info.body.values[base].def);
                let mut args = info.body.list(args).iter();
                let (begin, number) = args
                    .find_map(|&arg| self.begin(thread, node, arg, depth - 1))
                    .filter(|_| steps.filter_map(Step::callee).next().is_none())?;
                Some((begin, number + plus))
            }
            _ => None,
        }
    }

    /// Whether a loop begins with the number of a thread, and goes on by more than one to the end of all: `i = me; i < n; i += threads`.
    fn is_strided(&self, thread: ThreadId, node: Node, phi: ValueList, variable: Value) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let body = info.body;
        let is_next =
            |from: Value| is_sum_with(body, from, variable) || offset(body, from).0 == variable;
        let (nexts, firsts): (Vec<Value>, Vec<Value>) =
            body.list(phi).iter().partition(|&&from| is_next(from));
        let is_by_thread = |value: Value| self.is_by_thread(thread, node, value);
        !nexts.is_empty()
            && firsts.iter().all(|&first| is_by_thread(first))
            && body.insts.values().any(|data| match data.op {
                Op::If { lhs, rhs: Some(rhs), .. } => lhs == variable && !is_by_thread(rhs),
                _ => false,
            })
    }

    /// An index without the constant that is added to it, and that.
    fn offset(&self, node: Node, index: Value) -> (Value, i32) {
        let Some(info) = self.program.node(node) else { return (index, 0) };
        offset(info.body, index)
    }

    /// Whether two accesses of a parallel loop's iterations, each to an element or row that it finds by the number of the
    /// iteration, are to different ones; none if they are not found so.
    pub(crate) fn are_apart_in_loop(
        &self,
        thread: ThreadId,
        first: &Found,
        second: &Found,
    ) -> Option<bool> {
        let row = |found: &Found| {
            let body = self.program.node(found.node)?.body;
            match body.insts[body.values[found.base?].def].op {
                Op::ArrayLoad { index, .. } => Some(index),
                _ => None,
            }
        };
        let linear = |found: &Found, index: Option<Value>| match found.is_numbered {
            true => Some(Linear { factor: 1, plus: 0 }),
            false => self.linear(thread, found.node, index?, DEPTH),
        };
        let indices = |at: &dyn Fn(&Found) -> Option<Value>| {
            linear(first, at(first)).zip(linear(second, at(second)))
        };
        let own = indices(&|found| found.index);
        let (a, b) = own.or_else(|| indices(&row))?;
        Some(a.factor == b.factor && (a.plus == b.plus || (a.plus - b.plus) % a.factor != 0))
    }

    /// A number that is made of that of an iteration: so many times that, plus a constant.
    fn linear(&self, thread: ThreadId, node: Node, value: Value, depth: usize) -> Option<Linear> {
        let info = self.program.node(node).filter(|_| depth > 0)?;
        let linear = |value| self.linear(thread, node, value, depth - 1);
        let constant = |value| int_constant(info.body, value).map(i64::from);
        match info.body.insts[info.body.values[value].def].op {
            Op::Param(at) => {
                match self.iterations.has_distinct_number(thread, node, usize::from(at)) {
                    Some(true) => Some(Linear { factor: 1, plus: 0 }),
                    Some(false) => None,
                    None => {
                        let [from] = self.program.callers(node) else { return None };
                        let caller = self.program.node(from.node).filter(|_| from.is_direct)?;
                        let arg = *arguments(caller.body, from.inst).get(usize::from(at))?;
                        self.linear(thread, from.node, arg, depth - 1)
                    }
                }
            }
            Op::Unary(_, value) => linear(value).filter(|linear| linear.factor > 0),
            Op::Binary(BinaryOp::Iadd, a, b) => {
                let (of, number) = constant(b).map(|b| (a, b)).or(constant(a).map(|a| (b, a)))?;
                linear(of).map(|linear| Linear { plus: linear.plus + number, ..linear })
            }
            Op::Binary(BinaryOp::Isub, a, b) => {
                let number = constant(b)?;
                linear(a).map(|linear| Linear { plus: linear.plus - number, ..linear })
            }
            Op::Binary(BinaryOp::Imul, a, b) => {
                let (of, number) = constant(b).map(|b| (a, b)).or(constant(a).map(|a| (b, a)))?;
                let Linear { factor, plus } = linear(of)?;
                (number != 0).then_some(Linear { factor: factor * number, plus: plus * number })
            }
            _ => None,
        }
    }

    /// Whether two loops go over elements that have nothing in common: every other one, or `i` and `i + n` for `i` below `n`.
    pub(crate) fn are_apart(&self, first: Indexed, second: Indexed) -> bool {
        let ((node, Some(a)), (other, Some(b))) = (first, second) else { return false };
        let (Some(a), Some(b)) = (self.run(node, a), self.run(other, b)) else { return false };
        let step = gcd(a.step, b.step);
        let is_beside = a.plus.is_none() && b.plus.is_none() && (a.first - b.first) % step != 0;
        let is_above = |low: &Run, high: &Run| {
            low.plus.is_none() && low.below.is_some() && low.below == high.plus && high.first >= 0
        };
        is_beside || is_above(&a, &b) || is_above(&b, &a)
    }

    /// Whether the arrays are elements of others with different constant indices.
    pub(crate) fn are_in_rows_apart(&self, first: Indexed, second: Indexed) -> bool {
        let row = |(node, base): Indexed| {
            let body = self.program.node(node)?.body;
            match body.insts[body.values[base?].def].op {
                Op::ArrayLoad { index, .. } => int_constant(body, index),
                _ => None,
            }
        };
        matches!((row(first), row(second)), (Some(a), Some(b)) if a != b)
    }

    /// Whether the arrays, or those that have them as rows, change places: one is read while the other is filled.
    pub(crate) fn are_swapped(&self, first: Indexed, second: Indexed) -> bool {
        self.swapped.are_swapped(first, second)
    }

    /// The numbers that an index runs through.
    fn run(&self, node: Node, index: Value) -> Option<Run> {
        let info = self.program.node(node)?;
        let body = info.body;
        let op = |value: Value| body.insts[body.values[value].def].op;
        let constant_field = |value: Value| match op(value) {
            Op::GetField { field, .. } => self.paths.field_in(node, field),
            _ => None,
        };
        let (index, number) = self.offset(node, index);
        let (counter, plus) = match op(index) {
            Op::Binary(BinaryOp::Iadd, a, b) => match (op(a), op(b)) {
                (Op::Phi(_), _) => (a, Some(constant_field(b)?)),
                (_, Op::Phi(_)) => (b, Some(constant_field(a)?)),
                _ => return None,
            },
            _ => (index, None),
        };
        let Op::Phi(list) = op(counter) else { return None };
        let &[a, b] = body.list(list) else { return None };
        let step = |value: Value| match self.offset(node, value) {
            (from, step) if from == counter && step > 0 => Some(step),
            _ => None,
        };
        let (first, step) = match (step(a), step(b)) {
            (None, Some(step)) => (int_constant(body, a)?, step),
            (Some(step), None) => (int_constant(body, b)?, step),
            _ => return None,
        };
        let below = body.insts.values().find_map(|data| match data.op {
            Op::If { cond: Cond::Lt | Cond::Ge, lhs, rhs: Some(rhs), .. } if lhs == counter => {
                constant_field(rhs)
            }
            _ => None,
        });
        Some(Run {
            first: i64::from(first) + i64::from(number),
            step: i64::from(step),
            plus,
            below,
        })
    }

    /// Whether a number comes from one that each thread has for itself. What it is made of is gone through in breadth: a value
    /// that is met again is met by a longer way.
    fn depends(&self, thread: ThreadId, node: Node, value: Value, used: Use) -> bool {
        let mut seen = FxHashSet::default();
        let mut values = vec![(node, value)];
        let is_loop = self.iterations.is_loop(thread);
        if self.is_of_two(thread, node, value, used) || is_loop && self.origins.is_data(node, value)
        {
            return false;
        }
        for _ in 0..DEPTH {
            let mut parts = Vec::new();
            for (node, value) in values {
                if seen.insert((node, value))
                    && self.is_own(thread, (node, value), used, &mut parts)
                {
                    return true;
                }
            }
            values = parts;
        }
        false
    }

    /// Whether a number is the sum or the difference of two that are own, and none of them is a multiple: the number in a thread's
    /// part begins with 0 for all, and `row + column` is the same for several; `row * width + column` is not.
    fn is_of_two(&self, thread: ThreadId, node: Node, value: Value, used: Use) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let op = |value: Value| info.body.insts[info.body.values[value].def].op;
        let Op::Binary(BinaryOp::Isub | BinaryOp::Iadd, a, b) = op(value) else { return false };
        [a, b].into_iter().all(|value| {
            !matches!(op(value), Op::Binary(BinaryOp::Imul | BinaryOp::Ishl, ..))
                && self.is_used_by_thread(thread, node, value, used)
        })
    }

    /// Whether the counter of a loop in an iteration of a parallel loop goes up to what is the iteration's own, if that is known.
    fn is_bounded(&self, thread: ThreadId, node: Node, counter: Value) -> bool {
        let Some(info) = self.program.node(node) else { return true };
        // Every so many numbers are those that nobody else has, if all begin at another one.
        if !self.iterations.is_loop(thread)
            || step(info.body, counter).is_none_or(|by| by.abs() > 1)
        {
            return true;
        }
        let mut bounds = info.body.insts.values().filter_map(|data| match data.op {
            Op::If { lhs, rhs, .. } if lhs == counter => rhs,
            _ => None,
        });
        bounds.all(|bound| self.is_by_thread(thread, node, bound))
    }

    /// Whether what a counter grows by with each round is another number in each thread.
    fn has_own_step(&self, thread: ThreadId, node: Node, counter: Value, list: ValueList) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        info.body.list(list).iter().any(|&next| {
            let inst = info.body.values[next].def;
            let Op::Binary(BinaryOp::Iadd, a, b) = info.body.insts[inst].op else { return false };
            let step = if a == counter { b } else { a };
            (a == counter || b == counter)
                && self.ranges.is_number((thread, node, inst, step)) == Some(true)
        })
    }

    /// Whether each thread has a number for itself; otherwise, what it is made of.
    fn is_own(
        &self,
        thread: ThreadId,
        (node, value): (Node, Value),
        used: Use,
        parts: &mut Vec<(Node, Value)>,
    ) -> bool {
        let Some(info) = self.program.node(node) else { return false };
        let mut ask = |value: Value| parts.push((node, value));
        match info.body.insts[info.body.values[value].def].op {
            Op::Unary(_, value) => ask(value),
            // Different numbers may leave the same remainder.
            Op::Binary(BinaryOp::Irem | BinaryOp::Lrem | BinaryOp::Iand | BinaryOp::Land, ..) => {}
            // Half of two numbers may be the same, too.
            Op::Binary(BinaryOp::Idiv | BinaryOp::Ishr | BinaryOp::Iushr, ..)
                if self.iterations.is_loop(thread) => {}
            Op::Binary(_, a, b) => {
                ask(a);
                ask(b);
            }
            // What counts up to a number that all have leaves its own part.
            Op::Phi(_) if !self.is_bounded(thread, node, value) => {}
            // Multiples of two numbers meet.
            Op::Phi(list) if self.has_own_step(thread, node, value, list) => {}
            Op::Phi(list) => info.body.list(list).iter().copied().for_each(ask),
            // Who starts the others may do the same work beside them, with a number of its own.
            Op::GetField { field, .. } if self.threads.get(thread).starts.is_empty() => {
                let field = self.paths.field_in(node, field);
                return field.is_some_and(|field| self.paths.is_constant(field));
            }
            // What tells a thread from others does not change.
            Op::GetField { field, .. }
                if used == Use::Test
                    && !self
                        .paths
                        .field_in(node, field)
                        .is_some_and(|field| self.paths.is_constant(field)) => {}
            Op::GetField { object, .. } => {
                let local = self.locality.of(thread);
                let values = &self.program.solver.code_of(node).values;
                let var = values.get(object.index()).copied().flatten();
                return self.program.points_to(node, object).is_some_and(|objs| {
                    !objs.is_empty() && objs.iter().all(|obj| local.has(self.program, obj))
                }) || used == Use::Index
                    && var.is_some_and(|var| self.iterations.own(thread, node, var).is_some());
            }
            Op::Invoke { method, args, .. } => {
                let method = method.data();
                let models = self.program.solver.models();
                let descriptor = method.ty.descriptor();
                let (class, name) = (method.class.as_str(), method.name.as_str());
                let model = models.method(class, name, descriptor.as_str());
                let distinct = Effect::Property(Property::Distinct);
                // A ticket, or the greater of two numbers and the like. What the program computes may be anything.
                let mut steps = info.steps_at(info.body.values[value].def);
                if self.is_of_numbers(&method.ty)
                    && (method.ty.parameters().is_empty() || steps.all(|s| s.callee().is_none()))
                {
                    info.body.list(args).iter().copied().for_each(ask);
                }
                for callee in info.steps_at(info.body.values[value].def).filter_map(Step::callee) {
                    let body = self.program.node(callee).map(|called| called.body);
                    let insts = body.into_iter().flat_map(|body| body.insts.values());
                    parts.extend(insts.filter_map(|data| match data.op {
                        Op::Return(Some(value)) => Some((callee, value)),
                        _ => None,
                    }));
                }
                return model.is_some_and(|model| model.effects.contains(&distinct));
            }
            Op::Param(at)
                if let Some(is_distinct) =
                    self.iterations.has_distinct_number(thread, node, usize::from(at)) =>
            {
                return is_distinct;
            }
            Op::Param(at) => {
                let callers = self.program.callers(node);
                // What a lambda captured, or glue hands over: nobody but the thread has it.
                let is_captured = callers.is_empty() || callers.iter().any(|from| !from.is_direct);
                if is_captured || self.is_other_constant(node, at) {
                    return true;
                }
                parts.extend(callers.iter().filter_map(|from| {
                    let body = self.program.node(from.node)?.body;
                    Some((from.node, *arguments(body, from.inst).get(usize::from(at))?))
                }));
            }
            _ => {}
        }
        false
    }
}
