//! A class file whose methods first call the recorder.
//!
//! Every method with code gets the same eight bytes in front:
//!
//! ```text
//! ldc_w        the number of the method
//! invokestatic deadheat/record/Recorder.enter (I)V
//! nop; nop
//! ```
//!
//! Eight is a multiple of four, so the padding of switches stays as it is; branches are relative, so they stay as well.
//! What counts from the start of the code moves by eight: the exception table, the first frame of the stack map and its
//! fresh objects, lines, local variables and type annotations. A static call is allowed before `super()`, so constructors
//! are no special case. No member is added, so nothing that a program can ask about its classes changes.

use std::borrow::Cow;

use classfile::attribute::{Code, Frame, FrameKind, TypeAnnotation, TypeTarget, VerificationType};
use classfile::{AttributeData, ClassFile, Constant, ConstantPool, CpIndex, JStr};

/// The class of the recorder, in internal form.
pub(super) const RECORDER: &str = "deadheat/record/Recorder";

/// The length of what is put in front of the code.
const PROLOGUE: u16 = 8;

const LDC_W: u8 = 0x13;
const INVOKESTATIC: u8 = 0xb8;
const NOP: u8 = 0;

/// The longest code that the format allows.
const LONGEST_CODE: usize = 65535;

/// Why a method cannot be recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrecorded {
    /// Its code has no room for eight more bytes.
    CodeTooLong,
    /// The class has no room for more constants.
    PoolFull,
    /// An offset in one of its tables lies outside of any code.
    BadOffset,
}

impl std::fmt::Display for Unrecorded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Unrecorded::CodeTooLong => "its code has no room for more",
            Unrecorded::PoolFull => "its class has no room for more constants",
            Unrecorded::BadOffset => "a table of its code has an impossible offset",
        })
    }
}

/// Makes the methods of a class call the recorder. `number` is asked once for each method with code, in order, and
/// returns the number that the method hands over. `unrecorded` hears of the methods that stay as they are.
pub(super) fn record_methods<'a>(
    class: &mut ClassFile<'a>,
    mut number: impl FnMut(JStr<'a>, JStr<'a>) -> i32,
    mut unrecorded: impl FnMut(JStr<'a>, JStr<'a>, Unrecorded),
) {
    let mut enter = None;
    for method in &mut class.methods {
        let constants = &mut class.constants;
        let name = constants.utf8(method.name).expect("invariant: checked when it was read");
        let ty = constants.utf8(method.descriptor).expect("invariant: checked when it was read");
        for attribute in &mut method.attributes {
            if let AttributeData::Code(code) = &mut attribute.data {
                let id = number(name, ty);
                if let Err(why) = record_code(constants, &mut enter, code, id) {
                    unrecorded(name, ty, why);
                }
            }
        }
    }
}

/// Either changes all of the code or nothing of it.
fn record_code(
    constants: &mut ConstantPool<'_>,
    enter: &mut Option<CpIndex>,
    code: &mut Code<'_>,
    id: i32,
) -> Result<(), Unrecorded> {
    if code.bytecode.len() + usize::from(PROLOGUE) > LONGEST_CODE {
        return Err(Unrecorded::CodeTooLong);
    }
    let mut moved = code.clone();
    move_tables(&mut moved).ok_or(Unrecorded::BadOffset)?;
    let enter = match *enter {
        Some(index) => index,
        None => *enter.insert(push_enter(constants).ok_or(Unrecorded::PoolFull)?),
    };
    let id = constants.push(Constant::Integer(id)).ok_or(Unrecorded::PoolFull)?;
    moved.bytecode = Cow::Owned([&prologue(id, enter), &*code.bytecode].concat());
    moved.max_stack = moved.max_stack.max(1);
    *code = moved;
    Ok(())
}

fn prologue(id: CpIndex, enter: CpIndex) -> [u8; PROLOGUE as usize] {
    let ([id_high, id_low], [enter_high, enter_low]) = (id.0.to_be_bytes(), enter.0.to_be_bytes());
    [LDC_W, id_high, id_low, INVOKESTATIC, enter_high, enter_low, NOP, NOP]
}

/// The reference to `Recorder.enter`; `None` if the pool is full.
fn push_enter(constants: &mut ConstantPool<'_>) -> Option<CpIndex> {
    let mut text = |text: &'static str| {
        let text = JStr::new(text.as_bytes()).expect("invariant: plain text");
        constants.push(Constant::Utf8(text))
    };
    let (class, name, descriptor) = (text(RECORDER)?, text("enter")?, text("(I)V")?);
    let class = constants.push(Constant::Class(class))?;
    let name_and_type = constants.push(Constant::NameAndType { name, descriptor })?;
    constants.push(Constant::Method { class, name_and_type })
}

/// Moves what counts from the start of the code; `None` if a number would leave its range.
fn move_tables(code: &mut Code<'_>) -> Option<()> {
    for entry in &mut code.exceptions {
        later(&mut entry.start)?;
        later(&mut entry.end)?;
        later(&mut entry.handler)?;
    }
    code.attributes.iter_mut().try_for_each(|attribute| match &mut attribute.data {
        AttributeData::StackMapTable(frames) => move_frames(frames),
        AttributeData::LineNumberTable(lines) => {
            lines.iter_mut().try_for_each(|line| later(&mut line.start))
        }
        AttributeData::LocalVariableTable(variables)
        | AttributeData::LocalVariableTypeTable(variables) => {
            variables.iter_mut().try_for_each(|variable| later(&mut variable.start))
        }
        AttributeData::RuntimeVisibleTypeAnnotations(annotations)
        | AttributeData::RuntimeInvisibleTypeAnnotations(annotations) => {
            annotations.iter_mut().try_for_each(move_annotation)
        }
        _ => Some(()),
    })
}

fn later(offset: &mut u16) -> Option<()> {
    *offset = offset.checked_add(PROLOGUE)?;
    Some(())
}

fn move_frames(frames: &mut [Frame]) -> Option<()> {
    if let Some(first) = frames.first_mut() {
        later(&mut first.delta)?;
        lengthen(first);
    }
    frames.iter_mut().flat_map(types_of).try_for_each(|ty| match ty {
        VerificationType::Uninitialized(offset) => later(offset),
        _ => Some(()),
    })
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

fn move_annotation(annotation: &mut TypeAnnotation) -> Option<()> {
    match &mut annotation.target {
        TypeTarget::LocalVariable { table, .. } => {
            table.iter_mut().try_for_each(|range| later(&mut range.start))
        }
        TypeTarget::Offset { offset, .. } | TypeTarget::TypeArgument { offset, .. } => {
            later(offset)
        }
        _ => Some(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::ClassBuilder;

    fn moved(delta: u16, kind: FrameKind) -> Frame {
        let mut frames = [Frame { delta, kind }];
        move_frames(&mut frames).expect("all numbers are small");
        let [frame] = frames;
        frame
    }

    #[test]
    fn a_short_frame_becomes_long_when_its_distance_does() {
        use FrameKind::{Chop, Same, SameExtended, Stack, StackExtended};
        let int = VerificationType::Integer;
        assert_eq!(moved(55, Same), Frame { delta: 63, kind: Same });
        assert_eq!(moved(56, Same), Frame { delta: 64, kind: SameExtended });
        assert_eq!(moved(55, Stack(int)), Frame { delta: 63, kind: Stack(int) });
        assert_eq!(moved(56, Stack(int)), Frame { delta: 64, kind: StackExtended(int) });
        assert_eq!(moved(56, Chop(2)), Frame { delta: 64, kind: Chop(2) });
    }

    #[test]
    fn fresh_objects_move_in_every_frame() {
        let fresh = VerificationType::Uninitialized;
        let mut frames = [
            Frame { delta: 3, kind: FrameKind::Append(vec![fresh(1), VerificationType::Top]) },
            Frame { delta: 3, kind: FrameKind::Stack(fresh(2)) },
            Frame {
                delta: 3,
                kind: FrameKind::Full { locals: vec![fresh(3)], stack: vec![fresh(4)] },
            },
        ];
        move_frames(&mut frames).expect("all numbers are small");
        assert_eq!(frames.each_ref().map(|frame| frame.delta), [11, 3, 3]);
        assert_eq!(frames[0].kind, FrameKind::Append(vec![fresh(9), VerificationType::Top]));
        assert_eq!(frames[1].kind, FrameKind::Stack(fresh(10)));
        let full = FrameKind::Full { locals: vec![fresh(11)], stack: vec![fresh(12)] };
        assert_eq!(frames[2].kind, full);
    }

    /// Rewrites a class, and returns the number of recorded methods and those that are not.
    fn record(class: ClassBuilder) -> (i32, Vec<(String, Unrecorded)>) {
        let bytes = class.build();
        let mut file = ClassFile::parse(&bytes).expect("the assembler writes class files");
        let before = file.clone();
        let (mut count, mut unrecorded) = (0, Vec::new());
        record_methods(
            &mut file,
            |_, _| {
                count += 1;
                count - 1
            },
            |name, _, why| unrecorded.push((name.to_string(), why)),
        );
        let left: Vec<&str> = unrecorded.iter().map(|(name, _)| name.as_str()).collect();
        for (before, after) in before.methods.iter().zip(&file.methods) {
            let name = file.constants.utf8(after.name).expect("a name").to_string();
            assert_eq!(before == after, left.contains(&name.as_str()), "{name}");
        }
        assert!(ClassFile::parse(&file.write()).is_ok());
        (count - unrecorded.len() as i32, unrecorded)
    }

    #[test]
    fn code_without_room_is_left_alone() {
        let mut class = ClassBuilder::new("Long");
        let code = |nops: usize| "nop\n".repeat(nops) + "return";
        class.method("static", "fits", "()V", &code(LONGEST_CODE - 1 - 8));
        class.method("static", "large", "()V", &code(LONGEST_CODE - 8));
        class.method("static", "small", "()V", "return");
        assert_eq!(record(class), (2, vec![("large".to_owned(), Unrecorded::CodeTooLong)]));
    }

    #[test]
    fn a_class_without_room_for_constants_is_left_alone() {
        // The reference to the recorder needs six constants and each method one.
        for (room, recorded) in [(9, 2), (8, 2), (7, 1), (6, 0), (5, 0), (1, 0)] {
            let mut class = ClassBuilder::new("Full");
            class.method("static", "first", "()V", "return");
            class.method("static", "second", "()V", "return");
            // What would be added last comes before the filling.
            class.pool.class("Full");
            class.pool.class("java/lang/Object");
            (0..).find(|&number| class.pool.int(number) == 65534 - room);
            let (count, unrecorded) = record(class);
            assert_eq!(count, recorded, "room for {room}");
            assert!(unrecorded.iter().all(|(_, why)| *why == Unrecorded::PoolFull));
            assert_eq!(unrecorded.len(), 2 - recorded as usize);
        }
    }
}
