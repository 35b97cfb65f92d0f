//! Insertions into the code of a method.
//!
//! ```text
//! entry │ before i │ instruction i │ after i │ before i+1 │ instruction i+1 │ … │ around │ tails
//!       ▲                          ▲         ▲            ▲
//!       │                          │         │            └ own: fresh objects, type annotations
//!       │                          │         └ label: jumps, frames, lines, variables, handlers
//!       └ label of instruction 0   └ edge: ends and starts of exception ranges
//! ```
//!
//! Every old bytecode offset has these three new ones. Who jumps to an instruction skips what stands after the one before
//! it, but meets what stands before itself. A range of a handler that starts at an instruction includes what stands after
//! the one before: javac starts the range of a synchronized block right after `monitorenter`, and a call between the two
//! would make the JIT compilers refuse the method ("unbalanced monitors").
//!
//! Invariants: inserted code is straight-line and leaves the stack as it found it. All old instructions keep their form,
//! except that the padding of switches follows their place. Frames keep what they say; those of some instructions may say more
//! about variables of which they said nothing. Nothing changes if an error is returned.

use std::borrow::Cow;
use std::fmt;

use classfile::attribute::{
    Attribute, Code, ExceptionEntry, Frame, FrameKind, TypeAnnotation, TypeTarget, VerificationType,
};
use classfile::instruction::{Instructions, Opcode, Operand, SwitchCases};
use classfile::{AttributeData, CpIndex};

/// The longest code that the format allows.
pub const LONGEST_CODE: usize = 65535;

/// Why code could not be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unchanged {
    /// It would be longer than the format allows.
    CodeTooLong,
    /// A jump would go further than its instruction can.
    JumpTooFar,
    /// The class has no room for more constants.
    PoolFull,
    /// An offset in one of its tables is not that of an instruction.
    BadOffset,
    /// An instruction is unknown or cut off.
    BadCode,
}

impl fmt::Display for Unchanged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unchanged::CodeTooLong => "its code has no room for more",
            Unchanged::JumpTooFar => "a jump in it would become too far",
            Unchanged::PoolFull => "its class has no room for more constants",
            Unchanged::BadOffset => "a table of its code has an impossible offset",
            Unchanged::BadCode => "its code has an unknown instruction",
        })
    }
}

impl std::error::Error for Unchanged {}

/// What is to be inserted, by the index of an instruction.
#[derive(Clone, Debug, Default)]
pub struct CodeEdit {
    entry: Vec<u8>,
    places: Vec<(usize, Place)>,
    around: Option<Around>,
    tails: Vec<Tail>,
    longer: Vec<LongerFrames>,
    first_locals: Vec<VerificationType>,
    extra_stack: u16,
    extra_locals: u16,
    kept_locals: u16,
}

#[derive(Clone, Debug)]
enum Place {
    Before(Vec<u8>),
    After(Vec<u8>),
    Instead(Vec<u8>),
}

/// A handler of everything that leaves a method by an exception.
#[derive(Clone, Debug)]
pub struct Around {
    /// Its code; it is entered with the exception on the stack and ends with `athrow`.
    pub handler: Vec<u8>,
    /// What it may assume about local variables.
    pub locals: Vec<VerificationType>,
    /// The class `java/lang/Throwable`.
    pub throwable: CpIndex,
    /// The text `StackMapTable`, in case that the method has no such attribute yet; none if its class is so old that it
    /// needs none.
    pub stack_map_name: Option<CpIndex>,
    /// How much of the code at the entry it does not cover; none: all of it.
    pub from: Option<u16>,
    /// Instructions that it does not cover, in order; each is one byte long.
    pub holes: Vec<usize>,
}

/// Code behind a method that handles what is thrown in a part of it. It ends with `athrow`.
#[derive(Clone, Debug)]
pub struct Tail {
    /// Its code.
    pub code: Vec<u8>,
    /// Where in its code it is entered, with the exception on the stack, in the order of these places.
    pub entries: Vec<usize>,
    /// What of the method is covered: the first instruction, the first that is not, and the entry.
    pub ranges: Vec<(usize, usize, usize)>,
    /// Earlier tails that are covered, with the entry.
    pub tails: Vec<(usize, usize)>,
    /// What its code may assume about local variables.
    pub locals: Vec<VerificationType>,
    /// The class `java/lang/Throwable`.
    pub throwable: CpIndex,
}

/// Frames that have more local variables than before.
#[derive(Clone, Debug)]
struct LongerFrames {
    instructions: std::ops::RangeInclusive<usize>,
    locals: Vec<(u16, VerificationType)>,
}

impl CodeEdit {
    /// Nothing is to be inserted.
    pub fn is_empty(&self) -> bool {
        self.entry.is_empty() && self.places.is_empty() && self.around.is_none()
    }

    /// Code behind the method. The method has a table of frames, or needs none.
    pub fn tail(&mut self, tail: Tail) {
        self.tails.push(tail);
    }

    /// How many tails there are.
    pub fn tails(&self) -> usize {
        self.tails.len()
    }

    /// The local variables when the method is entered; they have to be known if frames become longer.
    pub fn starts_with(&mut self, locals: Vec<VerificationType>) {
        self.first_locals = locals;
    }

    /// Local variables that frames of some instructions do not have, and yet are there whenever these are reached.
    pub fn use_locals(
        &mut self,
        instructions: std::ops::RangeInclusive<usize>,
        locals: Vec<(u16, VerificationType)>,
    ) {
        self.longer.push(LongerFrames { instructions, locals });
    }

    /// Local variables beyond those of the method that nothing else is kept in; what [`CodeEdit::need`] asks for comes
    /// after them.
    pub fn keep_locals(&mut self, slots: u16) {
        self.kept_locals = slots;
    }

    /// How long the code at the entry is so far.
    pub fn entry_length(&self) -> usize {
        self.entry.len()
    }

    /// Code that runs once, when the method is entered.
    pub fn at_entry(&mut self, code: &[u8]) {
        self.entry.extend_from_slice(code);
    }

    /// Code before an instruction.
    pub fn before(&mut self, instruction: usize, code: Vec<u8>) {
        self.places.push((instruction, Place::Before(code)));
    }

    /// Code after an instruction, which must not be a jump.
    pub fn after(&mut self, instruction: usize, code: Vec<u8>) {
        self.places.push((instruction, Place::After(code)));
    }

    /// Code in place of an instruction, which must not be a jump or `new`.
    pub fn instead(&mut self, instruction: usize, code: Vec<u8>) {
        self.places.push((instruction, Place::Instead(code)));
    }

    /// A handler around the whole method.
    pub fn around(&mut self, around: Around) {
        self.around = Some(around);
    }

    /// How much room the inserted code needs beyond that of the method, in slots.
    pub fn need(&mut self, stack: u16, locals: u16) {
        self.extra_stack = self.extra_stack.max(stack);
        self.extra_locals = self.extra_locals.max(locals);
    }

    /// Changes the code; all of it or nothing.
    pub fn apply(&self, code: &mut Code<'_>, instructions: &Instructions) -> Result<(), Unchanged> {
        let layout = Layout::of(self, instructions, code.bytecode.len())?;
        let mut changed = code.clone();
        changed.bytecode = Cow::Owned(layout.write(self, code, instructions)?);
        changed.max_stack =
            code.max_stack.checked_add(self.extra_stack).ok_or(Unchanged::CodeTooLong)?;
        let locals = code.max_locals.checked_add(self.extra_locals);
        let locals = locals.and_then(|locals| locals.checked_add(self.kept_locals));
        changed.max_locals = locals.ok_or(Unchanged::CodeTooLong)?;
        if !self.longer.is_empty() {
            layout.lengthen_frames(&mut changed, self)?;
        }
        let mut last_frame = None;
        layout.move_tables(&mut changed, &mut last_frame)?;
        if let Some(around) = &self.around {
            layout.wrap(&mut changed, around, last_frame)?;
            last_frame = layout.label.last().map(|end| *end as u16);
        }
        layout.add_tails(&mut changed, self, last_frame)?;
        *code = changed;
        Ok(())
    }
}

/// Where everything comes to stand. Positions are by instruction, with one more for the end.
struct Layout {
    /// The old offsets of the instructions.
    old: Vec<u16>,
    /// Directly after the instruction before.
    edge: Vec<u32>,
    /// After what was inserted after the instruction before.
    label: Vec<u32>,
    /// The instruction itself.
    own: Vec<u32>,
    /// What is inserted, sorted by instruction.
    places: Vec<(usize, Place)>,
}

impl Layout {
    fn of(
        edit: &CodeEdit,
        instructions: &Instructions,
        old_length: usize,
    ) -> Result<Layout, Unchanged> {
        let list = &instructions.list;
        let mut places = edit.places.clone();
        // Stable: what was inserted first at a place comes first.
        places.sort_by_key(|(at, _)| *at);
        let mut layout = Layout {
            old: list.iter().map(|instruction| instruction.offset).collect(),
            edge: Vec::with_capacity(list.len() + 1),
            label: Vec::with_capacity(list.len() + 1),
            own: Vec::with_capacity(list.len() + 1),
            places,
        };
        let mut at = edit.entry.len();
        // Handlers of the method do not cover what runs at its entry.
        let mut edge = at;
        let mut next = 0;
        for (i, instruction) in list.iter().enumerate() {
            let end = list.get(i + 1).map_or(old_length, |next| usize::from(next.offset));
            let mut length = end - usize::from(instruction.offset);
            let (mut before, mut after) = (0, 0);
            while let Some((_, place)) = layout.places.get(next).filter(|(at, _)| *at == i) {
                match place {
                    Place::Before(code) => before += code.len(),
                    Place::After(code) => after += code.len(),
                    Place::Instead(code) => length = code.len(),
                }
                next += 1;
            }
            layout.edge.push(edge as u32);
            layout.label.push(at as u32);
            at += before;
            layout.own.push(at as u32);
            if let Operand::Switch(_) = instruction.operand {
                let padding = |at: usize| 3 - at % 4;
                length = length - padding(usize::from(instruction.offset)) + padding(at);
            }
            edge = at + length;
            at = edge + after;
        }
        layout.edge.push(edge as u32);
        layout.label.push(at as u32);
        layout.own.push(at as u32);
        layout.old.push(old_length as u16);
        let handler = edit.around.as_ref().map_or(0, |around| around.handler.len());
        let tails: usize = edit.tails.iter().map(|tail| tail.code.len()).sum();
        if at + handler + tails > LONGEST_CODE {
            return Err(Unchanged::CodeTooLong);
        }
        Ok(layout)
    }

    /// The instruction at an old offset; the one after the last for the length of the code.
    fn index(&self, old: u16) -> Result<usize, Unchanged> {
        self.old.binary_search(&old).map_err(|_| Unchanged::BadOffset)
    }

    fn moved(&self, old: &mut u16, to: &[u32]) -> Result<(), Unchanged> {
        *old = to[self.index(*old)?] as u16;
        Ok(())
    }

    /// The same for tables that are only shown to people: an offset within an instruction counts as the next one.
    fn moved_loosely(&self, old: &mut u16, to: &[u32]) {
        let index = self.old.partition_point(|start| start < old).min(self.old.len() - 1);
        *old = to[index] as u16;
    }

    /// The new distance of a jump from one instruction.
    fn distance(&self, from: usize, distance: i32) -> Result<i32, Unchanged> {
        let target = i32::from(self.old[from]).checked_add(distance);
        let target = target.and_then(|target| u16::try_from(target).ok());
        let target = self.index(target.ok_or(Unchanged::BadOffset)?)?;
        Ok(self.label[target] as i32 - self.own[from] as i32)
    }

    fn write(
        &self,
        edit: &CodeEdit,
        code: &Code<'_>,
        instructions: &Instructions,
    ) -> Result<Vec<u8>, Unchanged> {
        let mut out = Vec::with_capacity(self.label.last().map_or(0, |end| *end as usize));
        out.extend_from_slice(&edit.entry);
        let mut next = 0;
        for i in 0..instructions.list.len() {
            let here = next;
            while self.places.get(next).is_some_and(|(at, _)| *at == i) {
                next += 1;
            }
            let here = &self.places[here..next];
            let mut replaced = None;
            for (_, place) in here {
                match place {
                    Place::Before(code) => out.extend_from_slice(code),
                    Place::Instead(code) => replaced = Some(code),
                    Place::After(_) => {}
                }
            }
            debug_assert_eq!(out.len(), self.own[i] as usize);
            match replaced {
                Some(code) => out.extend_from_slice(code),
                None => self.write_one(code, instructions, i, &mut out)?,
            }
            for (_, place) in here {
                if let Place::After(code) = place {
                    out.extend_from_slice(code);
                }
            }
        }
        if let Some(around) = &edit.around {
            out.extend_from_slice(&around.handler);
        }
        for tail in &edit.tails {
            out.extend_from_slice(&tail.code);
        }
        Ok(out)
    }

    fn write_one(
        &self,
        code: &Code<'_>,
        instructions: &Instructions,
        i: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), Unchanged> {
        let instruction = &instructions.list[i];
        match instruction.operand {
            Operand::Jump(distance) => {
                let distance = self.distance(i, distance)?;
                out.push(instruction.opcode as u8);
                if matches!(instruction.opcode, Opcode::GotoW | Opcode::JsrW) {
                    out.extend(distance.to_be_bytes());
                } else {
                    let distance = i16::try_from(distance).map_err(|_| Unchanged::JumpTooFar)?;
                    out.extend(distance.to_be_bytes());
                }
            }
            Operand::Switch(table) => {
                out.push(instruction.opcode as u8);
                out.resize(out.len().next_multiple_of(4), 0);
                let switch = &instructions.switches[table as usize];
                out.extend(self.distance(i, switch.default)?.to_be_bytes());
                match &switch.cases {
                    SwitchCases::Table { low, jumps } => {
                        let high = low.wrapping_add(jumps.len() as i32).wrapping_sub(1);
                        out.extend(low.to_be_bytes());
                        out.extend(high.to_be_bytes());
                        for jump in jumps {
                            out.extend(self.distance(i, *jump)?.to_be_bytes());
                        }
                    }
                    SwitchCases::Lookup(pairs) => {
                        out.extend((pairs.len() as i32).to_be_bytes());
                        for (value, jump) in pairs {
                            out.extend(value.to_be_bytes());
                            out.extend(self.distance(i, *jump)?.to_be_bytes());
                        }
                    }
                }
            }
            _ => {
                let (start, end) = (usize::from(self.old[i]), usize::from(self.old[i + 1]));
                out.extend_from_slice(&code.bytecode[start..end]);
            }
        }
        Ok(())
    }

    /// Moves all tables; says where the last frame stands.
    fn move_tables(
        &self,
        code: &mut Code<'_>,
        last_frame: &mut Option<u16>,
    ) -> Result<(), Unchanged> {
        for entry in &mut code.exceptions {
            self.moved(&mut entry.start, &self.edge)?;
            self.moved(&mut entry.end, &self.edge)?;
            self.moved(&mut entry.handler, &self.label)?;
        }
        for attribute in &mut code.attributes {
            match &mut attribute.data {
                AttributeData::StackMapTable(frames) => *last_frame = self.move_frames(frames)?,
                AttributeData::LineNumberTable(lines) => {
                    for line in lines {
                        self.moved_loosely(&mut line.start, &self.label);
                    }
                }
                AttributeData::LocalVariableTable(variables)
                | AttributeData::LocalVariableTypeTable(variables) => {
                    for variable in variables {
                        self.move_range(&mut variable.start, &mut variable.length)?;
                    }
                }
                AttributeData::RuntimeVisibleTypeAnnotations(annotations)
                | AttributeData::RuntimeInvisibleTypeAnnotations(annotations) => {
                    for annotation in annotations {
                        self.move_annotation(annotation)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn move_range(&self, start: &mut u16, length: &mut u16) -> Result<(), Unchanged> {
        let mut end = start.checked_add(*length).ok_or(Unchanged::BadOffset)?;
        self.moved_loosely(start, &self.label);
        self.moved_loosely(&mut end, &self.label);
        *length = end - *start;
        Ok(())
    }

    fn move_annotation(&self, annotation: &mut TypeAnnotation) -> Result<(), Unchanged> {
        match &mut annotation.target {
            TypeTarget::LocalVariable { table, .. } => {
                for range in table {
                    self.move_range(&mut range.start, &mut range.length)?;
                }
                Ok(())
            }
            TypeTarget::Offset { offset, .. } | TypeTarget::TypeArgument { offset, .. } => {
                self.moved_loosely(offset, &self.own);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn move_frames(&self, frames: &mut [Frame]) -> Result<Option<u16>, Unchanged> {
        let (mut old, mut new) = (None::<u16>, None::<u16>);
        for frame in frames {
            let at = match old {
                None => Some(frame.delta),
                Some(old) => old.checked_add(frame.delta).and_then(|at| at.checked_add(1)),
            };
            let at = at.ok_or(Unchanged::BadOffset)?;
            old = Some(at);
            let mut to = at;
            self.moved(&mut to, &self.label)?;
            frame.delta = new.map_or(to, |new| to - new - 1);
            new = Some(to);
            lengthen(frame);
            for ty in types_of(frame) {
                if let VerificationType::Uninitialized(offset) = ty {
                    self.moved(offset, &self.own)?;
                }
            }
        }
        Ok(new)
    }

    /// Writes all frames in full, some of them with more local variables.
    fn lengthen_frames(&self, code: &mut Code<'_>, edit: &CodeEdit) -> Result<(), Unchanged> {
        let mut locals = edit.first_locals.clone();
        let mut last = None::<u16>;
        for attribute in &mut code.attributes {
            let AttributeData::StackMapTable(frames) = &mut attribute.data else { continue };
            for frame in frames {
                let at = match last {
                    None => Some(frame.delta),
                    Some(last) => last.checked_add(frame.delta).and_then(|at| at.checked_add(1)),
                };
                let at = at.ok_or(Unchanged::BadOffset)?;
                last = Some(at);
                let stack = full_frame(frame, &mut locals)?;
                let i = self.index(at)?;
                let mut all = locals.clone();
                for longer in &edit.longer {
                    if longer.instructions.contains(&i) {
                        for &(slot, ty) in &longer.locals {
                            put_local(&mut all, slot, ty);
                        }
                    }
                }
                frame.kind = FrameKind::Full { locals: all, stack };
            }
        }
        Ok(())
    }

    /// Adds the handlers behind the method, and their frames.
    fn add_tails(
        &self,
        code: &mut Code<'_>,
        edit: &CodeEdit,
        mut last_frame: Option<u16>,
    ) -> Result<(), Unchanged> {
        let handler = edit.around.as_ref().map_or(0, |around| around.handler.len());
        let end = self.label.last().copied().ok_or(Unchanged::BadCode)? as usize;
        let mut at = end + handler;
        let (mut entries, mut new_frames, mut starts) = (Vec::new(), Vec::new(), Vec::new());
        for tail in &edit.tails {
            starts.push(at..at + tail.code.len());
            for &entry in &tail.entries {
                let to = (at + entry) as u16;
                let stack = vec![VerificationType::Object(tail.throwable)];
                let kind = FrameKind::Full { locals: tail.locals.clone(), stack };
                new_frames.push(Frame { delta: last_frame.map_or(to, |last| to - last - 1), kind });
                last_frame = Some(to);
            }
            let mut cover = |range: std::ops::Range<usize>, entry: usize| {
                if range.start < range.end {
                    entries.push(ExceptionEntry {
                        start: range.start as u16,
                        end: range.end as u16,
                        handler: (at + tail.entries[entry]) as u16,
                        catch_type: CpIndex::NONE,
                    });
                }
            };
            for (n, &(from, to, entry)) in tail.ranges.iter().enumerate() {
                // What is put before the first one is done once, before anything is covered.
                let start = if n == 0 { self.label[from] } else { self.edge[from] };
                cover(start as usize..self.edge[to] as usize, entry);
            }
            for &(other, entry) in &tail.tails {
                cover(starts[other].clone(), entry);
            }
            at += tail.code.len();
        }
        // The first that fits counts, and these are within all others.
        code.exceptions.splice(0..0, entries);
        for attribute in &mut code.attributes {
            if let AttributeData::StackMapTable(frames) = &mut attribute.data {
                frames.append(&mut new_frames);
            }
        }
        Ok(())
    }

    /// Adds the handler around the method, and its frame.
    fn wrap(
        &self,
        code: &mut Code<'_>,
        around: &Around,
        last_frame: Option<u16>,
    ) -> Result<(), Unchanged> {
        let first = self.label.first().copied().ok_or(Unchanged::BadCode)? as u16;
        let end = self.label.last().copied().ok_or(Unchanged::BadCode)? as u16;
        let mut start = around.from.unwrap_or(first);
        let holes = around.holes.iter().map(|i| self.own[*i] as u16).chain([end]);
        for hole in holes {
            if start < hole {
                let catch_type = CpIndex::NONE;
                let covered = ExceptionEntry { start, end: hole, handler: end, catch_type };
                code.exceptions.push(covered);
            }
            start = hole.saturating_add(1);
        }
        let Some(name) = around.stack_map_name else {
            return Ok(());
        };
        let frame = Frame {
            delta: last_frame.map_or(end, |last| end - last - 1),
            kind: FrameKind::Full {
                locals: around.locals.clone(),
                stack: vec![VerificationType::Object(around.throwable)],
            },
        };
        for attribute in &mut code.attributes {
            if let AttributeData::StackMapTable(frames) = &mut attribute.data {
                frames.push(frame);
                return Ok(());
            }
        }
        let data = AttributeData::StackMapTable(vec![frame]);
        code.attributes.push(Attribute { name, data });
        Ok(())
    }
}

/// Brings the local variables up to a frame; returns its stack.
fn full_frame(
    frame: &Frame,
    locals: &mut Vec<VerificationType>,
) -> Result<Vec<VerificationType>, Unchanged> {
    Ok(match &frame.kind {
        FrameKind::Same | FrameKind::SameExtended => Vec::new(),
        FrameKind::Stack(value) | FrameKind::StackExtended(value) => vec![*value],
        FrameKind::Chop(gone) => {
            let left = locals.len().checked_sub(usize::from(*gone));
            locals.truncate(left.ok_or(Unchanged::BadOffset)?);
            Vec::new()
        }
        FrameKind::Append(more) => {
            locals.extend(more);
            Vec::new()
        }
        FrameKind::Full { locals: all, stack } => {
            locals.clone_from(all);
            stack.clone()
        }
    })
}

/// Adds a local variable where nothing is known about its slot.
pub(crate) fn put_local(locals: &mut Vec<VerificationType>, slot: u16, ty: VerificationType) {
    let mut at = 0_usize;
    for local in locals.iter_mut() {
        if at == usize::from(slot) && *local == VerificationType::Top {
            *local = ty;
        }
        if at >= usize::from(slot) {
            return;
        }
        at += match local {
            VerificationType::Long | VerificationType::Double => 2,
            _ => 1,
        };
    }
    locals.resize(locals.len() + usize::from(slot) - at, VerificationType::Top);
    locals.push(ty);
}

/// The short forms of a frame have six bits for the distance.
fn lengthen(frame: &mut Frame) {
    if frame.delta > 63 {
        match frame.kind {
            FrameKind::Same => frame.kind = FrameKind::SameExtended,
            FrameKind::Stack(value) => frame.kind = FrameKind::StackExtended(value),
            _ => {}
        }
    }
}

fn types_of(frame: &mut Frame) -> Vec<&mut VerificationType> {
    match &mut frame.kind {
        FrameKind::Same | FrameKind::SameExtended | FrameKind::Chop(_) => Vec::new(),
        FrameKind::Stack(value) | FrameKind::StackExtended(value) => vec![value],
        FrameKind::Append(locals) => locals.iter_mut().collect(),
        FrameKind::Full { locals, stack } => locals.iter_mut().chain(stack).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Code of these bytes, with nothing else.
    fn code(bytes: &[u8]) -> Code<'static> {
        Code {
            max_stack: 2,
            max_locals: 1,
            bytecode: Cow::Owned(bytes.to_vec()),
            file_offset: 0,
            exceptions: Vec::new(),
            attributes: Vec::new(),
        }
    }

    fn apply(edit: &CodeEdit, code: &mut Code<'_>) -> Result<(), Unchanged> {
        let instructions = code.instructions().expect("the test has valid code");
        edit.apply(code, &instructions)
    }

    const NOP: u8 = 0;
    const GOTO: u8 = 0xa7;
    const RETURN: u8 = 0xb1;

    #[test]
    fn jumps_meet_what_is_before_their_target_and_skip_what_is_after_the_one_before() {
        // 0: nop, 1: nop, 2: goto 1, 5: return
        let mut it = code(&[NOP, NOP, GOTO, 0xff, 0xff, RETURN]);
        let mut edit = CodeEdit::default();
        edit.at_entry(&[2]);
        edit.after(0, vec![3, 3]);
        edit.before(1, vec![4]);
        apply(&edit, &mut it).unwrap();
        // The goto stands at 6 and goes back to 4.
        assert_eq!(*it.bytecode, [2, NOP, 3, 3, 4, NOP, GOTO, 0xff, 0xfe, RETURN]);
    }

    #[test]
    fn a_range_includes_what_is_after_the_instruction_before_it() {
        let mut it = code(&[NOP, NOP, RETURN, RETURN]);
        it.exceptions.push(ExceptionEntry {
            start: 1,
            end: 2,
            handler: 3,
            catch_type: CpIndex::NONE,
        });
        let mut edit = CodeEdit::default();
        edit.after(0, vec![3]);
        edit.after(1, vec![4]);
        edit.before(3, vec![5]);
        apply(&edit, &mut it).unwrap();
        assert_eq!(*it.bytecode, [NOP, 3, NOP, 4, RETURN, 5, RETURN]);
        let entry = it.exceptions[0];
        assert_eq!((entry.start, entry.end, entry.handler), (1, 3, 5));
    }

    #[test]
    fn switches_keep_their_targets_whatever_their_padding() {
        for inserted in 0..5 {
            // 0: iconst_0, 1: tableswitch with its table at 4: default 20, one case 21, 20: return, 21: return
            let table = [[0, 0, 0, 19], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 20]].concat();
            let bytes = [&[3, 0xaa, 0, 0], &table[..], &[RETURN, RETURN]].concat();
            let mut it = code(&bytes);
            let mut edit = CodeEdit::default();
            edit.at_entry(&vec![NOP; inserted]);
            edit.before(3, vec![NOP; inserted]);
            apply(&edit, &mut it).unwrap();
            let after = it.instructions().unwrap();
            let switch = &after.switches[0];
            let at = i32::from(after.list[inserted + 1].offset);
            let offsets: Vec<i32> =
                after.list.iter().map(|instruction| instruction.offset.into()).collect();
            assert_eq!(at + switch.default, offsets[inserted + 2]);
            let SwitchCases::Table { jumps, .. } = &switch.cases else { panic!("a table") };
            assert_eq!(at + jumps[0], offsets[inserted + 3]);
        }
    }

    #[test]
    fn frames_and_fresh_objects_move_and_short_frames_become_long() {
        let fresh = VerificationType::Uninitialized;
        let bytes = [vec![NOP; 80], vec![RETURN]].concat();
        let mut it = code(&bytes);
        it.attributes.push(Attribute {
            name: CpIndex(1),
            data: AttributeData::StackMapTable(vec![
                Frame { delta: 10, kind: FrameKind::Same },
                Frame { delta: 59, kind: FrameKind::Stack(fresh(10)) },
                Frame { delta: 0, kind: FrameKind::Append(vec![fresh(71)]) },
            ]),
        });
        let mut edit = CodeEdit::default();
        edit.at_entry(&[NOP; 55]);
        edit.before(10, vec![NOP; 3]);
        edit.before(20, vec![NOP; 2]);
        apply(&edit, &mut it).unwrap();
        assert_eq!(
            it.frames(),
            [
                Frame { delta: 65, kind: FrameKind::SameExtended },
                Frame { delta: 64, kind: FrameKind::StackExtended(fresh(68)) },
                Frame { delta: 0, kind: FrameKind::Append(vec![fresh(131)]) },
            ]
        );
    }

    #[test]
    fn a_tail_covers_its_parts_and_frames_know_its_variables() {
        // 0: nop, 1: nop, 2: nop, 3: goto 1, 6: return; the loop is 1 to 5.
        let mut it = code(&[NOP, NOP, NOP, GOTO, 0xff, 0xfe, RETURN]);
        let int = VerificationType::Integer;
        it.attributes.push(Attribute {
            name: CpIndex(1),
            data: AttributeData::StackMapTable(vec![
                Frame { delta: 1, kind: FrameKind::Append(vec![VerificationType::Double]) },
                Frame { delta: 4, kind: FrameKind::Chop(1) },
            ]),
        });
        it.exceptions.push(ExceptionEntry {
            start: 0,
            end: 6,
            handler: 6,
            catch_type: CpIndex::NONE,
        });
        let mut edit = CodeEdit::default();
        edit.starts_with(vec![int]);
        edit.use_locals(1..=3, vec![(4, int)]);
        edit.keep_locals(4);
        edit.after(0, vec![7]);
        edit.tail(Tail {
            code: vec![8, 9],
            entries: vec![0, 1],
            ranges: vec![(1, 2, 1), (2, 4, 0)],
            tails: Vec::new(),
            locals: vec![int],
            throwable: CpIndex(5),
        });
        apply(&edit, &mut it).unwrap();
        assert_eq!(*it.bytecode, [NOP, 7, NOP, NOP, GOTO, 0xff, 0xfe, RETURN, 8, 9]);
        assert_eq!(it.max_locals, 5);
        let all: Vec<_> =
            it.exceptions.iter().map(|entry| (entry.start, entry.end, entry.handler)).collect();
        assert_eq!(all, [(2, 3, 9), (3, 7, 8), (0, 7, 7)]);
        let top = VerificationType::Top;
        let full = |delta, locals, stack| Frame { delta, kind: FrameKind::Full { locals, stack } };
        let thrown = vec![VerificationType::Object(CpIndex(5))];
        assert_eq!(
            it.frames(),
            [
                full(2, vec![int, VerificationType::Double, top, int], vec![]),
                full(4, vec![int], vec![]),
                full(0, vec![int], thrown.clone()),
                full(0, vec![int], thrown),
            ]
        );
    }

    #[test]
    fn what_does_not_fit_changes_nothing() {
        let mut long = code(&[vec![NOP; LONGEST_CODE - 1], vec![RETURN]].concat());
        let mut edit = CodeEdit::default();
        edit.before(0, vec![NOP]);
        let before = long.clone();
        assert_eq!(apply(&edit, &mut long), Err(Unchanged::CodeTooLong));
        assert_eq!(long, before);
        // A jump over 32,766 bytes has room for one more.
        let mut jump = code(&[vec![GOTO, 0x7f, 0xfe], vec![NOP; 32763], vec![RETURN]].concat());
        let mut edit = CodeEdit::default();
        edit.before(1, vec![NOP]);
        assert_eq!(apply(&edit, &mut jump.clone()), Ok(()));
        edit.before(1, vec![NOP]);
        let before = jump.clone();
        assert_eq!(apply(&edit, &mut jump), Err(Unchanged::JumpTooFar));
        assert_eq!(jump, before);
    }
}
