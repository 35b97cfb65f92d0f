//! A class file whose methods first call the recorder.
//!
//! Every method with code gets two instructions at its entry, by [`instrument::edit`]:
//!
//! ```text
//! ldc_w        the number of the method
//! invokestatic deadheat/record/Recorder.enter (I)V
//! ```
//!
//! A static call is allowed before `super()`, so constructors are no special case. No member is added, so nothing that a
//! program can ask about its classes changes.

use classfile::attribute::Code;
use classfile::{AttributeData, ClassFile, Constant, ConstantPool, CpIndex, JStr};
use instrument::edit::CodeEdit;
pub use instrument::edit::Unchanged as Unrecorded;

/// The class of the recorder, in internal form.
pub(super) const RECORDER: &str = "deadheat/record/Recorder";

const LDC_W: u8 = 0x13;
const INVOKESTATIC: u8 = 0xb8;

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
    let instructions = code.instructions().map_err(|_| Unrecorded::BadCode)?;
    let enter = match *enter {
        Some(index) => index,
        None => *enter.insert(push_enter(constants).ok_or(Unrecorded::PoolFull)?),
    };
    let id = constants.push(Constant::Integer(id)).ok_or(Unrecorded::PoolFull)?;
    let mut edit = CodeEdit::default();
    edit.at_entry(&prologue(id, enter));
    edit.need(1, 0);
    edit.apply(code, &instructions)
}

fn prologue(id: CpIndex, enter: CpIndex) -> [u8; 6] {
    let ([id_high, id_low], [enter_high, enter_low]) = (id.0.to_be_bytes(), enter.0.to_be_bytes());
    [LDC_W, id_high, id_low, INVOKESTATIC, enter_high, enter_low]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assemble::ClassBuilder;
    use instrument::edit::LONGEST_CODE;

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
        class.method("static", "fits", "()V", &code(LONGEST_CODE - 1 - 6));
        class.method("static", "large", "()V", &code(LONGEST_CODE - 6));
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
