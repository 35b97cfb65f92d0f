//! Accesses of loops that are reported once, when the loop is left.
//!
//! A thread that does not synchronise stays in one epoch, so it does not matter when in that epoch an access is reported.
//! In a loop without calls and without anything that orders threads, an access that happens in every iteration is known
//! afterwards: `a[i]` was read for all `i` that the variable went through, and `this.size` was read if there was an iteration.
//!
//! ```text
//!            start = i                       start: where the variable begins
//!   head:    if (i >= n) goto after          the one way out
//!            … a[i] … b[i + 1] …             nothing inserted
//!            i++; goto head
//!   after:   readRange(a, start, i, 1, s)    what happened
//!            …
//!   tail:    readElement(a, i, s)            an exception: the parts of the last iteration, one entry for each
//!            readRange(a, start, i, 1, s)
//!            athrow
//! ```
//!
//! The array must be the same in all iterations. That of a local variable is, if it is not assigned. That of a field might be
//! replaced by another thread: each time it is read it is compared with the last one (`moved`), and if it is another one, what
//! happened to the last one is reported at once.
//!
//! Loops that are left in several ways, that are inside of `try`, or that test at their end keep all their reports where they are.
//! So do loops that may go on for as long as they like, as `while (!stopped) { i++; }` does: what they did would never be told.

use classfile::attribute::{Code, LineNumber, VerificationType};
use classfile::instruction::{Family, Instruction, Instructions, Opcode, Operand};
use classfile::{Constant, CpIndex, FieldFlags, MethodFlags};
use rustc_hash::{FxHashMap, FxHashSet};

use super::emit::{Emit, parameters, width};
use super::updates::effect;
use super::{AccessKind, Depth, SiteId, SiteTarget, Writer, accesses};
use crate::edit::{Tail, Unchanged, put_local};

/// The most accesses of a loop that are taken out of it.
const MOST: usize = 24;
/// The most local variables of a method that are used for that.
const MOST_LOCALS: usize = 128;

/// Who jumps where, by the index of instructions.
struct Flow {
    jumps: Vec<(usize, usize)>,
    is_target: Vec<bool>,
    /// First instruction covered, first not covered, and handler.
    handlers: Vec<(usize, usize, usize)>,
}

impl Flow {
    fn of(code: &Code<'_>, instructions: &Instructions) -> Option<Flow> {
        let list = &instructions.list;
        let index = |offset: i32| {
            let offset = u16::try_from(offset).ok()?;
            list.binary_search_by_key(&offset, |instruction| instruction.offset).ok()
        };
        let mut jumps = Vec::new();
        for (i, instruction) in list.iter().enumerate() {
            match (instruction.opcode, instruction.operand) {
                (Opcode::Jsr | Opcode::JsrW | Opcode::Ret, _) => return None,
                (_, Operand::Jump(_)) => jumps.push((i, index(instruction.jump_target()?)?)),
                (_, Operand::Switch(table)) => {
                    let switch = &instructions.switches[table as usize];
                    let all = switch.pairs().map(|(_, jump)| jump).chain([switch.default]);
                    for jump in all {
                        jumps.push((i, index(i32::from(instruction.offset).checked_add(jump)?)?));
                    }
                }
                _ => {}
            }
        }
        let mut handlers = Vec::new();
        for entry in &code.exceptions {
            let end = index(entry.end.into()).unwrap_or(list.len());
            handlers.push((index(entry.start.into())?, end, index(entry.handler.into())?));
        }
        let mut is_target = vec![false; list.len()];
        for &(_, to) in &jumps {
            is_target[to] = true;
        }
        for &(.., handler) in &handlers {
            is_target[handler] = true;
        }
        Some(Flow { jumps, is_target, handlers })
    }
}

/// What is on the operand stack.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    /// A local variable that does not change in the loop.
    Same(u16),
    /// What was read from a field of such a variable, by this instruction.
    FieldOf(u16, usize),
    /// A variable that grows or shrinks by the same in each iteration, and a number.
    Moving(u16, i32),
    Number(i32),
    Other,
}

/// Values that come from before the loop or another path are unknown.
#[derive(Default)]
struct Stack(Vec<Value>);

impl Stack {
    fn pop(&mut self) -> Value {
        self.0.pop().unwrap_or(Value::Other)
    }

    fn pop_many(&mut self, slots: usize) {
        self.0.truncate(self.0.len().saturating_sub(slots));
    }

    fn push_many(&mut self, slots: usize) {
        self.0.resize(self.0.len() + slots, Value::Other);
    }

    /// The slot that many below the top.
    fn below(&self, slots: usize) -> Value {
        let index = self.0.len().checked_sub(slots + 1);
        index.map_or(Value::Other, |index| self.0[index])
    }

    /// `dup` and the like.
    fn copy(&mut self, copied: usize, skipped: usize) {
        let missing = (copied + skipped).saturating_sub(self.0.len());
        self.0.splice(0..0, std::iter::repeat_n(Value::Other, missing));
        let top = self.0.len() - copied;
        let copy = self.0[top..].to_vec();
        self.0.splice(top - skipped..top - skipped, copy);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Array {
    /// A local variable has it.
    Local(u16),
    /// This instruction reads it from a field of what a local variable has.
    Field(u16, usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum What {
    /// A field of the object in a local variable.
    Field { object: u16, field: CpIndex },
    /// The element of an array at a variable plus a number.
    Element { array: Array, index: u16, plus: i16 },
}

/// An access that happens in every iteration.
#[derive(Clone, Copy, Debug)]
struct Access {
    at: usize,
    what: What,
    kind: AccessKind,
    /// Whether a loop around this one makes sure that it is reported in the end.
    is_later: bool,
}

/// A loop whose accesses are reported afterwards.
struct Loop {
    head: usize,
    /// The jump out of it.
    exit: usize,
    /// The jump back.
    latch: usize,
    /// Where the loop is left to.
    after: usize,
    /// Variables and what is added to them, at the end of each iteration.
    moving: Vec<(u16, i16)>,
    accesses: Vec<Access>,
    /// Accesses that say nothing which an earlier one in the same iteration does not.
    repeated: Vec<usize>,
    /// Other accesses to elements, of arrays that do not change.
    others: Vec<(usize, Fixed)>,
    /// Whether loops in it leave reports to it.
    flushes: bool,
}

/// Where the code of a loop finds what is known about an array.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    /// The local variable with the array.
    pub(super) array: u16,
    /// What the detector knows; then parts of that: an array of numbers, an index and, in two slots, an epoch.
    pub(super) local: u16,
}

/// The local variables of a view, and one for the array if that is in a field.
const VIEW_LOCALS: u16 = 6;

/// An array that is, as far as the thread itself is concerned, the same in all iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Fixed {
    Local(u16),
    /// That of a field of `this`.
    Field(CpIndex),
}

impl Loop {
    fn by(&self, local: u16) -> i16 {
        self.moving.iter().find(|(moving, _)| *moving == local).map_or(0, |(_, by)| *by)
    }

    /// Whether an access also happens in the last iteration, in which the loop is left.
    fn is_before_exit(&self, access: &Access) -> bool {
        access.at < self.exit
    }
}

/// The local variable that an instruction loads or stores.
fn local_of(instruction: &Instruction) -> Option<u16> {
    let opcode = instruction.opcode;
    match (opcode.family(), instruction.operand) {
        (Family::Load | Family::Store, Operand::Local(local)) => Some(local),
        (Family::LoadNth, _) => Some((opcode.distance_from(Opcode::Iload0) % 4) as u16),
        (Family::StoreNth, _) => Some((opcode.distance_from(Opcode::Istore0) % 4) as u16),
        _ => None,
    }
}

/// Whether a variable of two slots is stored.
fn is_wide_store(opcode: Opcode) -> bool {
    let kind = match opcode.family() {
        Family::Store => opcode.distance_from(Opcode::Istore),
        Family::StoreNth => opcode.distance_from(Opcode::Istore0) / 4,
        _ => return false,
    };
    matches!(kind, 1 | 3)
}

fn falls_through(opcode: Opcode) -> bool {
    opcode.family() != Family::Return
        && !matches!(
            opcode,
            Opcode::Goto
                | Opcode::GotoW
                | Opcode::Athrow
                | Opcode::Tableswitch
                | Opcode::Lookupswitch
        )
}

/// The form of a loop; none if it has another one than those that are understood.
fn form(instructions: &Instructions, flow: &Flow, head: usize, latch: usize) -> Option<Loop> {
    let list = &instructions.list;
    let inside = head..=latch;
    let before = list[head.checked_sub(1)?];
    if !falls_through(before.opcode) || matches!(before.operand, Operand::Jump(_)) {
        return None;
    }
    let mut exit = None;
    for &(from, to) in &flow.jumps {
        match (inside.contains(&from), inside.contains(&to)) {
            (true, true) if to == head && from != latch => return None,
            (false, true) => return None,
            (true, false) if exit.is_some() => return None,
            (true, false) => exit = Some((from, to)),
            _ => {}
        }
    }
    let (exit, after) = exit?;
    let is_conditional = matches!(list[exit].operand, Operand::Jump(_));
    let is_only_way = flow.jumps.iter().filter(|(_, to)| *to == after).count() == 1;
    if !is_conditional
        || list[exit].opcode == Opcode::Goto
        || list[exit].opcode == Opcode::GotoW
        || !is_only_way
        || after <= latch
        || flow.is_target[latch]
        || falls_through(list[after - 1].opcode)
    {
        return None;
    }
    let touches = |&(start, end, handler): &(usize, usize, usize)| {
        start <= latch && end > head || inside.contains(&handler) || handler == after
    };
    if flow.handlers.iter().any(touches) {
        return None;
    }
    let mut moving = Vec::new();
    for i in (head..latch).rev() {
        let Operand::Increment { local, by } = list[i].operand else { break };
        let is_changed = |(at, instruction): (usize, &Instruction)| {
            at + head != i && changes(instruction, local)
        };
        if by != 0 && !list[inside.clone()].iter().enumerate().any(is_changed) {
            moving.push((local, by));
        }
        if flow.is_target[i] {
            break;
        }
    }
    if moving.is_empty() {
        return None;
    }
    Some(Loop {
        flushes: false,
        head,
        exit,
        latch,
        after,
        moving,
        accesses: Vec::new(),
        repeated: Vec::new(),
        others: Vec::new(),
    })
}

/// Whether an instruction may change a local variable.
fn changes(instruction: &Instruction, local: u16) -> bool {
    if let Operand::Increment { local: changed, .. } = instruction.operand {
        return changed == local;
    }
    if !matches!(instruction.opcode.family(), Family::Store | Family::StoreNth) {
        return false;
    }
    let Some(stored) = local_of(instruction) else { return true };
    stored == local || is_wide_store(instruction.opcode) && stored + 1 == local
}

/// Whether an instruction is passed in every iteration, and once.
fn is_always(flow: &Flow, it: &Loop, at: usize) -> bool {
    flow.jumps.iter().all(|&(from, to)| {
        let is_over = from >= it.head && from < at && to > at && from != it.exit;
        let is_around = to > it.head && to <= at && from >= at && from < it.latch;
        !is_over && !is_around
    })
}

/// Whether a loop that passes an instruction in every iteration ends at some time, whatever other threads do: it compares a variable
/// that always grows or shrinks in order to leave, or uses it as an index.
fn is_limit(it: &Loop, instruction: &Instruction, stack: &Stack, at: usize) -> bool {
    let by = |value| match value {
        Value::Moving(local, _) => it.by(local),
        _ => 0,
    };
    match instruction.opcode.family() {
        Family::IfInts => at == it.exit && by(stack.below(0)) != by(stack.below(1)),
        Family::IfZero => at == it.exit && by(stack.below(0)) != 0,
        Family::ArrayLoad => by(stack.below(0)) != 0,
        Family::ArrayStore => {
            let wide = matches!(instruction.opcode, Opcode::Lastore | Opcode::Dastore);
            by(stack.below(1 + usize::from(wide))) != 0
        }
        _ => false,
    }
}

/// Methods that compute something and do nothing else.
fn is_pure(class: &str, name: &str) -> bool {
    match class {
        "java/lang/Math" | "java/lang/StrictMath" => name != "random",
        "java/lang/Integer" | "java/lang/Long" => {
            matches!(
                name,
                "rotateLeft"
                    | "rotateRight"
                    | "bitCount"
                    | "numberOfLeadingZeros"
                    | "numberOfTrailingZeros"
                    | "reverse"
                    | "reverseBytes"
                    | "compare"
                    | "compareUnsigned"
                    | "min"
                    | "max"
                    | "sum"
                    | "signum"
            )
        }
        "java/lang/Double" => matches!(
            name,
            "doubleToLongBits" | "doubleToRawLongBits" | "longBitsToDouble" | "isNaN" | "compare"
        ),
        "java/lang/Float" => {
            matches!(name, "floatToIntBits" | "floatToRawIntBits" | "intBitsToFloat" | "isNaN")
        }
        _ => false,
    }
}

/// How many local variables a loop may need.
fn most_locals(it: &Loop) -> usize {
    let fixed: FxHashSet<Fixed> = it.others.iter().map(|(_, fixed)| *fixed).collect();
    it.moving.len() + 2 * it.accesses.len() + usize::from(VIEW_LOCALS) * fixed.len()
}

/// What the detector knows about an array is asked for before the outermost loop in which that is the same.
fn assign_others(loops: &mut [Loop]) {
    loops.sort_by_key(|it| std::cmp::Reverse(it.latch - it.head));
    let mut taken: FxHashSet<usize> = FxHashSet::default();
    for it in loops.iter() {
        taken.extend(it.accesses.iter().map(|access| access.at));
        taken.extend(&it.repeated);
    }
    // The ranges of an inner loop are often neighbours; its report can wait until the outermost loop with that array ends.
    for outer in 0..loops.len() {
        let (outside, inside) = loops.split_at_mut(outer + 1);
        let outer = &mut outside[outer];
        for (at, _) in &outer.others {
            let inner = inside.iter_mut().flat_map(|it| &mut it.accesses);
            for access in inner.filter(|access| access.at == *at && !access.is_later) {
                access.is_later = true;
                outer.flushes = true;
            }
        }
    }
    for it in loops {
        it.others.retain(|(at, _)| taken.insert(*at));
    }
}

/// What the writer inserts for a loop, and where its variables are.
struct Places {
    /// The first value of a moving variable.
    starts: FxHashMap<u16, u16>,
    /// What is known about arrays.
    views: Vec<(Fixed, View, SiteId)>,
    /// The array that was read from a field last, and where its range starts, by the instruction.
    arrays: FxHashMap<usize, (u16, u16)>,
    sites: Vec<Option<SiteId>>,
}

impl Writer<'_, '_> {
    /// Takes accesses out of loops: those that need no report where they stand are marked.
    pub(super) fn loops(
        &mut self,
        code: &Code<'_>,
        instructions: &Instructions,
        first: usize,
        lines: &[LineNumber],
    ) -> Result<Vec<bool>, Unchanged> {
        let mut is_done = vec![false; instructions.list.len()];
        let is_plain = !self.context.flags.contains(MethodFlags::SYNCHRONIZED)
            && self.context.class.version >= 50;
        if !is_plain || !self.has_loops || !self.surroundings.leaves_out_reads() {
            return Ok(is_done);
        }
        let is_back = |(i, instruction): &(usize, &Instruction)| {
            matches!(instruction.opcode, Opcode::Goto | Opcode::GotoW)
                && matches!(instruction.operand, Operand::Jump(by) if by < 0)
                && *i > first
        };
        if !instructions.list.iter().enumerate().any(|it| is_back(&it)) {
            return Ok(is_done);
        }
        let Some(flow) = Flow::of(code, instructions) else { return Ok(is_done) };
        let mut loops = Vec::new();
        for (latch, _) in instructions.list.iter().enumerate().filter(is_back) {
            let head = flow.jumps.iter().find(|(from, _)| *from == latch).map(|(_, to)| *to);
            let Some(head) = head.filter(|head| *head >= first) else { continue };
            let Some(mut it) = form(instructions, &flow, head, latch) else { continue };
            if self.find_accesses(instructions, &flow, &mut it, lines).is_some()
                && (!it.accesses.is_empty() || !it.others.is_empty())
            {
                loops.push(it);
            }
        }
        assign_others(&mut loops);
        // Inner loops first: an exception goes through them before it leaves the outer one.
        loops.sort_by_key(|it| it.latch - it.head);
        loops.retain(|it| !it.accesses.is_empty() || !it.others.is_empty() || it.flushes);
        self.write_loops(code.max_locals, loops, instructions, lines, &mut is_done)?;
        Ok(is_done)
    }

    /// The accesses of a loop that happen in every iteration; none if it may do something that orders threads.
    fn find_accesses(
        &mut self,
        instructions: &Instructions,
        flow: &Flow,
        it: &mut Loop,
        lines: &[LineNumber],
    ) -> Option<()> {
        let list = &instructions.list;
        let body = &list[it.head..=it.latch];
        let is_same = |local: u16| !body.iter().any(|instruction| changes(instruction, local));
        let mut stack = Stack::default();
        let mut known: FxHashMap<(What, AccessKind), usize> = FxHashMap::default();
        let mut must_end = false;
        for (at, instruction) in list.iter().enumerate().take(it.latch + 1).skip(it.head) {
            if flow.is_target[at] {
                stack = Stack::default();
            }
            let is_always = is_always(flow, it, at);
            must_end |= is_always && is_limit(it, instruction, &stack, at);
            let found = self.access_of(instruction, &stack)?;
            if let Some((what, kind, is_lasting)) = found {
                let is_early = known.get(&(what, kind)).is_some_and(|first| *first < at);
                let is_covered =
                    kind == AccessKind::Read && self.is_covered(instructions, at, lines);
                let target = SiteTarget::Element;
                let is_watched = self.site(instruction, kind, target, lines).is_watched;
                if is_early && is_lasting && is_watched {
                    it.repeated.push(at);
                } else if is_watched && !is_covered && is_always && self.may_take(it, what) {
                    known.insert((what, kind), at);
                    it.accesses.push(Access { at, what, kind, is_later: false });
                }
            }
            if let Some(fixed) = self.fixed_array(instructions, instruction, &stack) {
                it.others.push((at, fixed));
            }
            self.step(instruction, at, &mut stack, it, &is_same)?;
            if !falls_through(instruction.opcode) {
                stack = Stack::default();
            }
        }
        must_end.then_some(())
    }

    /// The array of an access to an element.
    fn fixed_array(
        &self,
        instructions: &Instructions,
        instruction: &Instruction,
        stack: &Stack,
    ) -> Option<Fixed> {
        if self.context.depth != (Depth::Accesses { arrays: true }) {
            return None;
        }
        let array = match instruction.opcode {
            opcode if opcode.family() == Family::ArrayLoad => stack.below(1),
            Opcode::Lastore | Opcode::Dastore => stack.below(3),
            opcode if opcode.family() == Family::ArrayStore => stack.below(2),
            _ => return None,
        };
        match array {
            Value::Same(local) => Some(Fixed::Local(local)),
            Value::FieldOf(0, at) if !self.context.flags.contains(MethodFlags::STATIC) => {
                let Operand::Constant(field) = instructions.list[at].operand else { return None };
                Some(Fixed::Field(field))
            }
            _ => None,
        }
    }

    /// Whether there is room for one more, and its array is not one that another access has the variables of.
    fn may_take(&self, it: &Loop, what: What) -> bool {
        let is_taken = |access: &Access| match (access.what, what) {
            (What::Element { array: a, .. }, What::Element { array: b, .. }) => {
                a == b && matches!(a, Array::Field(..))
            }
            _ => false,
        };
        let moves = match what {
            What::Element { index, .. } => it.by(index) != 0,
            What::Field { .. } => true,
        };
        moves && it.accesses.len() < MOST && !it.accesses.iter().any(is_taken)
    }

    /// What an instruction accesses, if it is known which variable that is, and whether the same name always means the same
    /// one. None outside if the instruction may order threads.
    fn access_of(
        &mut self,
        instruction: &Instruction,
        stack: &Stack,
    ) -> Option<Option<(What, AccessKind, bool)>> {
        let opcode = instruction.opcode;
        let element = |array: Value, index: Value, kind| {
            let Value::Moving(index, plus) = index else { return None };
            let array = match array {
                Value::Same(local) => Array::Local(local),
                Value::FieldOf(object, at) => Array::Field(object, at),
                _ => return None,
            };
            let plus = i16::try_from(plus).ok()?;
            let is_lasting = matches!(array, Array::Local(_));
            Some((What::Element { array, index, plus }, kind, is_lasting))
        };
        let has_arrays = self.context.depth == (Depth::Accesses { arrays: true });
        Some(match opcode.family() {
            Family::ArrayLoad if has_arrays => {
                element(stack.below(1), stack.below(0), AccessKind::Read)
            }
            Family::ArrayStore if has_arrays => {
                let value = usize::from(matches!(opcode, Opcode::Lastore | Opcode::Dastore)) + 1;
                element(stack.below(value + 1), stack.below(value), AccessKind::Write)
            }
            Family::Field => {
                let Operand::Constant(field) = instruction.operand else { return None };
                let member = self.constants.member(field).ok()?;
                let value = usize::from(width(&member.descriptor.to_text()));
                let is_plain = match self.target(member) {
                    accesses::Target::OwnPlain => true,
                    accesses::Target::Ignored => false,
                    accesses::Target::Volatile(_) => return None,
                    accesses::Target::Unknown => {
                        let (class, name, descriptor) = (
                            member.class.to_text(),
                            member.name.to_text(),
                            member.descriptor.to_text(),
                        );
                        let found = self.surroundings.field_of_other(&class, &name, &descriptor)?;
                        if found.flags.contains(FieldFlags::VOLATILE) {
                            return None;
                        }
                        !found.flags.contains(FieldFlags::FINAL)
                    }
                };
                let (object, kind) = match opcode {
                    Opcode::Getfield => (stack.below(0), AccessKind::Read),
                    Opcode::Putfield => (stack.below(value), AccessKind::Write),
                    // A class may have to be initialised.
                    _ => return None,
                };
                match object {
                    Value::Same(object) if is_plain => {
                        Some((What::Field { object, field }, kind, true))
                    }
                    _ => None,
                }
            }
            _ => None,
        })
    }

    /// What an instruction does to the operand stack; none if it may order threads.
    fn step(
        &self,
        instruction: &Instruction,
        at: usize,
        stack: &mut Stack,
        it: &Loop,
        is_same: &dyn Fn(u16) -> bool,
    ) -> Option<()> {
        let opcode = instruction.opcode;
        let width_of = |field| {
            let member = self.constants.member(field).ok()?;
            Some(usize::from(width(&member.descriptor.to_text())))
        };
        match (opcode.family(), opcode, instruction.operand) {
            (Family::Load | Family::LoadNth, ..) => {
                let local = local_of(instruction)?;
                let (_, given) = effect(&width_of, instruction)?;
                let is_object = opcode == Opcode::Aload || opcode >= Opcode::Aload0;
                let is_int = opcode == Opcode::Iload
                    || opcode.family() == Family::LoadNth && opcode < Opcode::Lload0;
                if is_object && is_same(local) {
                    stack.0.push(Value::Same(local));
                } else if is_int && it.by(local) != 0 {
                    stack.0.push(Value::Moving(local, 0));
                } else {
                    stack.push_many(given);
                }
            }
            (Family::IntConstant, ..) => {
                let number = opcode.distance_from(Opcode::IconstM1) as i32 - 1;
                stack.0.push(Value::Number(number));
            }
            (_, Opcode::Bipush | Opcode::Sipush, Operand::Value(number)) => {
                stack.0.push(Value::Number(number.into()));
            }
            (_, Opcode::Iadd | Opcode::Isub, _) => {
                let (right, left) = (stack.pop(), stack.pop());
                let sign = if opcode == Opcode::Iadd { 1 } else { -1 };
                stack.0.push(match (left, right) {
                    (Value::Moving(local, plus), Value::Number(number)) => {
                        Value::Moving(local, plus.checked_add(sign * number)?)
                    }
                    (Value::Number(number), Value::Moving(local, plus)) if sign == 1 => {
                        Value::Moving(local, plus.checked_add(number)?)
                    }
                    _ => Value::Other,
                });
            }
            (_, Opcode::Getfield, Operand::Constant(field)) => {
                let object = stack.pop();
                match (object, width_of(field)?) {
                    (Value::Same(object), 1) => stack.0.push(Value::FieldOf(object, at)),
                    (_, slots) => stack.push_many(slots),
                }
            }
            (_, Opcode::Putfield, Operand::Constant(field)) => {
                stack.pop_many(1 + width_of(field)?);
            }
            (Family::ArrayStore, ..) => {
                let wide = matches!(opcode, Opcode::Lastore | Opcode::Dastore);
                stack.pop_many(3 + usize::from(wide));
            }
            (Family::Store | Family::StoreNth, ..) => {
                stack.pop_many(1 + usize::from(is_wide_store(opcode)));
            }
            (Family::Stack, ..) => match opcode {
                Opcode::Pop => stack.pop_many(1),
                Opcode::Pop2 => stack.pop_many(2),
                Opcode::Dup => stack.copy(1, 0),
                Opcode::DupX1 => stack.copy(1, 1),
                Opcode::DupX2 => stack.copy(1, 2),
                Opcode::Dup2 => stack.copy(2, 0),
                Opcode::Dup2X1 => stack.copy(2, 1),
                Opcode::Dup2X2 => stack.copy(2, 2),
                _ => {
                    stack.pop_many(2);
                    stack.push_many(2);
                }
            },
            (Family::Compare, ..) => {
                let is_wide = !matches!(opcode, Opcode::Fcmpl | Opcode::Fcmpg);
                stack.pop_many(if is_wide { 4 } else { 2 });
                stack.push_many(1);
            }
            (Family::IfZero | Family::IfNull, ..) => stack.pop_many(1),
            (Family::IfInts | Family::IfReferences, ..) => stack.pop_many(2),
            (_, Opcode::Goto | Opcode::GotoW | Opcode::Athrow, _) => {}
            (_, Opcode::Tableswitch | Opcode::Lookupswitch, _) => stack.pop_many(1),
            (_, Opcode::Arraylength | Opcode::Newarray, _) => {
                stack.pop_many(1);
                stack.push_many(1);
            }
            (_, Opcode::Ldc | Opcode::LdcW, Operand::Constant(constant)) => {
                // Others have to be found first, by code of the program.
                match self.constants.get(constant) {
                    Constant::Integer(_) | Constant::Float(_) | Constant::String(_) => {}
                    _ => return None,
                }
                stack.push_many(1);
            }
            (_, Opcode::Invokestatic, Operand::Constant(method)) => {
                let member = self.constants.member(method).ok()?;
                let descriptor = member.descriptor.to_text();
                if !is_pure(&member.class.to_text(), &member.name.to_text()) {
                    return None;
                }
                let taken: u16 = parameters(&descriptor).iter().map(|ty| width(ty)).sum();
                let given = width(descriptor.rsplit_once(')').map_or("I", |(_, ty)| ty));
                stack.pop_many(taken.into());
                stack.push_many(given.into());
            }
            _ => {
                let (taken, given) = effect(&width_of, instruction)?;
                stack.pop_many(taken);
                stack.push_many(given);
            }
        }
        Some(())
    }

    fn write_loops(
        &mut self,
        max_locals: u16,
        loops: Vec<Loop>,
        instructions: &Instructions,
        lines: &[LineNumber],
        is_done: &mut [bool],
    ) -> Result<(), Unchanged> {
        let mut next = max_locals;
        let mut written: Vec<(Loop, Places)> = Vec::new();
        let slots: usize = loops.iter().map(most_locals).sum();
        if slots > MOST_LOCALS || usize::from(max_locals) + slots > 0xff00 {
            self.views.clear();
            return Ok(());
        }
        for it in loops {
            let places = self.places(&it, instructions, lines, &mut next);
            for access in &it.accesses {
                is_done[access.at] = true;
            }
            for &at in &it.repeated {
                is_done[at] = true;
            }
            written.push((it, places));
        }
        if written.is_empty() {
            return Ok(());
        }
        self.edit.keep_locals(next - max_locals);
        self.first_free_local = next;
        let first_locals = self.first_locals()?;
        self.edit.starts_with(first_locals);
        for n in 0..written.len() {
            let (it, places) = &written[n];
            self.write_loop(instructions, it, places)?;
            self.write_tail(&written, n)?;
        }
        self.edit.need(9, 0);
        Ok(())
    }

    /// Variables and numbers of places for a loop.
    fn places(
        &mut self,
        it: &Loop,
        instructions: &Instructions,
        lines: &[LineNumber],
        next: &mut u16,
    ) -> Places {
        let mut take = || {
            *next += 1;
            *next - 1
        };
        let starts = it.moving.iter().map(|(local, _)| (*local, take())).collect();
        let mut arrays = FxHashMap::default();
        for access in &it.accesses {
            if let What::Element { array: Array::Field(_, at), .. } = access.what {
                arrays.insert(at, (take(), take()));
            }
        }
        let mut views: Vec<(Fixed, View, SiteId)> = Vec::new();
        for &(at, fixed) in &it.others {
            if !views.iter().any(|(known, ..)| *known == fixed) {
                let instruction = &instructions.list[at];
                let site = self.site(instruction, AccessKind::Read, SiteTarget::Element, lines);
                let Some(site) = self.surroundings.number(site) else { continue };
                let local = *next;
                *next += VIEW_LOCALS;
                let array = match fixed {
                    Fixed::Local(array) => array,
                    Fixed::Field(_) => local + VIEW_LOCALS - 1,
                };
                views.push((fixed, View { array, local }, site));
            }
            if let Some((_, view, _)) = views.iter().find(|(known, ..)| *known == fixed) {
                self.views.insert(at, *view);
            }
        }
        let mut sites = Vec::new();
        for access in &it.accesses {
            let instruction = &instructions.list[access.at];
            let target = match access.what {
                What::Element { .. } => SiteTarget::Element,
                What::Field { field, .. } => match self.constants.member(field) {
                    Ok(member) => SiteTarget::Field {
                        class: member.class.to_text().into_owned(),
                        name: member.name.to_text().into_owned(),
                        descriptor: member.descriptor.to_text().into_owned(),
                        is_static: false,
                    },
                    Err(_) => SiteTarget::Element,
                },
            };
            let site = self.site(instruction, access.kind, target, lines);
            sites.push(self.surroundings.number(site));
        }
        Places { starts, views, arrays, sites }
    }

    /// What surrounds a loop that is left as it should be.
    fn write_loop(
        &mut self,
        instructions: &Instructions,
        it: &Loop,
        places: &Places,
    ) -> Result<(), Unchanged> {
        let is_static = self.context.flags.contains(MethodFlags::STATIC);
        let mut emit = Emit::default();
        for (local, _) in &it.moving {
            emit.local(Opcode::Iload, *local).local(Opcode::Istore, places.starts[local]);
        }
        for access in &it.accesses {
            if let What::Element { array: Array::Field(object, at), index, .. } = access.what {
                let (array, start) = places.arrays[&at];
                match instructions.list[at].operand {
                    // That an array is another one than before is then so rare that compilers think it never happens.
                    Operand::Constant(field) if object == 0 && !is_static => {
                        emit.op(Opcode::Aload0).with(Opcode::Getfield, field);
                    }
                    _ => {
                        emit.op(Opcode::AconstNull);
                    }
                }
                emit.local(Opcode::Astore, array);
                emit.local(Opcode::Iload, index).local(Opcode::Istore, start);
            }
        }
        for &(fixed, view, site) in &places.views {
            if let Fixed::Field(field) = fixed {
                emit.op(Opcode::Aload0).with(Opcode::Getfield, field);
                emit.local(Opcode::Astore, view.array);
            }
            let ask = self.shim("view", "(Ljava/lang/Object;I)Ljava/lang/Object;")?;
            emit.local(Opcode::Aload, view.array);
            self.push_site(&mut emit, site)?;
            emit.call(ask).local(Opcode::Astore, view.local);
            let parts = [
                ("readsOf", "(Ljava/lang/Object;)[J", Opcode::Astore, 1),
                ("blocksOf", "(Ljava/lang/Object;)I", Opcode::Istore, 2),
                ("epochOf", "(Ljava/lang/Object;)J", Opcode::Lstore, 3),
            ];
            for (name, descriptor, store, slot) in parts {
                let part = self.shim(name, descriptor)?;
                emit.local(Opcode::Aload, view.local).call(part).local(store, view.local + slot);
            }
        }
        self.edit.after(it.head - 1, emit.take());
        for (access, site) in it.accesses.iter().zip(&places.sites) {
            let Some(site) = *site else { continue };
            if let What::Element { array: Array::Field(_, at), index, plus } = access.what {
                let (array, start) = places.arrays[&at];
                let name = name_of(access.kind, "readMoved", "writeMoved");
                let moved = self.shim(name, "(Ljava/lang/Object;Ljava/lang/Object;IIIII)I")?;
                emit.op(Opcode::Dup).local(Opcode::Aload, array);
                emit.local(Opcode::Iload, start).local(Opcode::Iload, index);
                emit.short(plus).short(it.by(index));
                self.push_site(&mut emit, site)?;
                emit.call(moved).local(Opcode::Istore, start);
                emit.op(Opcode::Dup).local(Opcode::Astore, array);
                self.edit.after(at, emit.take());
            }
        }
        self.flush(&mut emit, it)?;
        for (access, site) in it.accesses.iter().zip(&places.sites) {
            let Some(site) = *site else { continue };
            let is_last_too = it.is_before_exit(access);
            self.report_all(&mut emit, it, places, access, site, is_last_too)?;
        }
        if !emit.0.is_empty() {
            self.edit.before(it.after, emit.take());
        }
        let own = self.slots(it, places, false)?;
        self.edit.use_locals(it.head..=it.latch, own);
        // Where only the loop goes to, its variables are still there.
        let all = self.slots(it, places, true)?;
        self.edit.use_locals(it.after..=it.after, all);
        Ok(())
    }

    /// What loops inside of this one did not report yet.
    fn flush(&mut self, emit: &mut Emit, it: &Loop) -> Result<(), Unchanged> {
        if it.flushes {
            let flush = self.shim("flush", "()V")?;
            emit.call(flush);
        }
        Ok(())
    }

    /// The variables of a loop with their types, in order of their slots.
    fn slots(
        &mut self,
        it: &Loop,
        places: &Places,
        has_old: bool,
    ) -> Result<Vec<(u16, VerificationType)>, Unchanged> {
        let object = VerificationType::Object(self.pool.class(self.constants, "java/lang/Object")?);
        let mut slots = Vec::new();
        for start in places.starts.values() {
            slots.push((*start, VerificationType::Integer));
        }
        for &(array, start) in places.arrays.values() {
            slots.extend([(array, object), (start, VerificationType::Integer)]);
        }
        let longs = VerificationType::Object(self.pool.class(self.constants, "[J")?);
        for &(fixed, View { array, local }, _) in &places.views {
            slots.extend([
                (local, object),
                (local + 1, longs),
                (local + 2, VerificationType::Integer),
                (local + 3, VerificationType::Long),
            ]);
            if matches!(fixed, Fixed::Field(_)) {
                slots.push((array, object));
            }
        }
        if has_old {
            for (local, _) in &it.moving {
                slots.push((*local, VerificationType::Integer));
            }
            for access in &it.accesses {
                if let What::Field { object: local, .. }
                | What::Element { array: Array::Local(local), .. } = access.what
                {
                    slots.push((local, object));
                }
            }
        }
        slots.sort_by_key(|(slot, _)| *slot);
        slots.dedup_by_key(|(slot, _)| *slot);
        Ok(slots)
    }

    /// All that an access did in whole iterations, and in the last one if it did.
    fn report_all(
        &mut self,
        emit: &mut Emit,
        it: &Loop,
        places: &Places,
        access: &Access,
        site: SiteId,
        is_last_too: bool,
    ) -> Result<(), Unchanged> {
        match access.what {
            What::Field { object, .. } if is_last_too => {
                let name = name_of(access.kind, "read", "write");
                let report = self.shim(name, "(Ljava/lang/Object;I)V")?;
                emit.local(Opcode::Aload, object);
                self.push_site(emit, site)?;
                emit.call(report);
            }
            What::Field { object, .. } => {
                let name = name_of(access.kind, "readIfMoved", "writeIfMoved");
                let report = self.shim(name, "(Ljava/lang/Object;III)V")?;
                let (index, _) = it.moving[0];
                emit.local(Opcode::Aload, object);
                emit.local(Opcode::Iload, places.starts[&index]).local(Opcode::Iload, index);
                self.push_site(emit, site)?;
                emit.call(report);
            }
            What::Element { array, index, plus } => {
                let (array, start) = match array {
                    Array::Local(local) => (local, places.starts[&index]),
                    Array::Field(_, at) => places.arrays[&at],
                };
                let by = it.by(index);
                let name = match access.is_later {
                    true => name_of(access.kind, "readRangeLater", "writeRangeLater"),
                    false => name_of(access.kind, "readRange", "writeRange"),
                };
                let report = self.shim(name, "(Ljava/lang/Object;IIIII)V")?;
                emit.local(Opcode::Aload, array).local(Opcode::Iload, start);
                emit.local(Opcode::Iload, index);
                if is_last_too {
                    emit.short(by).op(Opcode::Iadd);
                }
                emit.short(plus).short(by);
                self.push_site(emit, site)?;
                emit.call(report);
            }
        }
        Ok(())
    }

    /// What an access did in an iteration that was not finished.
    fn report_one(
        &mut self,
        emit: &mut Emit,
        places: &Places,
        access: &Access,
        site: SiteId,
    ) -> Result<(), Unchanged> {
        match access.what {
            What::Field { object, .. } => {
                let name = name_of(access.kind, "read", "write");
                let report = self.shim(name, "(Ljava/lang/Object;I)V")?;
                emit.local(Opcode::Aload, object);
                self.push_site(emit, site)?;
                emit.call(report);
            }
            What::Element { array, index, plus } => {
                let array = match array {
                    Array::Local(local) => local,
                    Array::Field(_, at) => places.arrays[&at].0,
                };
                let name = name_of(access.kind, "readElement", "writeElement");
                let report = self.shim(name, "(Ljava/lang/Object;II)V")?;
                emit.local(Opcode::Aload, array).local(Opcode::Iload, index);
                emit.short(plus).op(Opcode::Iadd);
                self.push_site(emit, site)?;
                emit.call(report);
            }
        }
        Ok(())
    }

    /// What happens if an exception leaves a loop: one entry for each access that may have been the last one, and one for none.
    fn write_tail(&mut self, all: &[(Loop, Places)], n: usize) -> Result<(), Unchanged> {
        let (it, places) = &all[n];
        let mut emit = Emit::default();
        let count = it.accesses.len();
        let mut entries = Vec::new();
        for k in (0..count).rev() {
            entries.push(emit.0.len());
            if let Some(site) = places.sites[k] {
                self.report_one(&mut emit, places, &it.accesses[k], site)?;
            }
        }
        entries.push(emit.0.len());
        for (access, site) in it.accesses.iter().zip(&places.sites) {
            let Some(site) = *site else { continue };
            self.report_all(&mut emit, it, places, access, site, false)?;
        }
        self.flush(&mut emit, it)?;
        emit.op(Opcode::Athrow);
        let mut ranges = Vec::new();
        let mut from = it.head;
        for (done, access) in it.accesses.iter().enumerate() {
            ranges.push((from, access.at + 1, count - done));
            from = access.at + 1;
        }
        ranges.push((from, it.latch + 1, 0));
        let mut tails = Vec::new();
        for (other, (inner, _)) in all.iter().enumerate().take(n) {
            if inner.head >= it.head && inner.latch <= it.latch {
                let done = it.accesses.iter().filter(|access| access.at < inner.head).count();
                tails.push((other, count - done));
            }
        }
        let mut slots = Vec::new();
        for (outer, places) in all {
            if outer.head <= it.head && outer.latch >= it.latch {
                slots.extend(self.slots(outer, places, true)?);
            }
        }
        slots.sort_by_key(|(slot, _)| *slot);
        slots.dedup_by_key(|(slot, _)| *slot);
        let mut locals = Vec::new();
        for (slot, ty) in slots {
            put_local(&mut locals, slot, ty);
        }
        let throwable = self.pool.class(self.constants, "java/lang/Throwable")?;
        let code = emit.take();
        self.edit.tail(Tail { code, entries, ranges, tails, locals, throwable });
        Ok(())
    }

    /// The local variables when the method is entered.
    fn first_locals(&mut self) -> Result<Vec<VerificationType>, Unchanged> {
        let mut locals = Vec::new();
        if !self.context.flags.contains(MethodFlags::STATIC) {
            locals.push(match self.context.method.as_str() {
                "<init>" => VerificationType::UninitializedThis,
                _ => {
                    let this = self.context.class.name;
                    VerificationType::Object(self.pool.class(self.constants, this)?)
                }
            });
        }
        for ty in parameters(&self.context.descriptor.clone()) {
            locals.push(match ty {
                "J" => VerificationType::Long,
                "D" => VerificationType::Double,
                "F" => VerificationType::Float,
                "Z" | "B" | "C" | "S" | "I" => VerificationType::Integer,
                _ => {
                    let name = ty.strip_prefix('L').and_then(|ty| ty.strip_suffix(';'));
                    let class = self.pool.class(self.constants, name.unwrap_or(ty))?;
                    VerificationType::Object(class)
                }
            });
        }
        Ok(locals)
    }
}

fn name_of(kind: AccessKind, read: &'static str, write: &'static str) -> &'static str {
    match kind {
        AccessKind::Read => read,
        AccessKind::Write => write,
    }
}
