//! What must hold for any bytes at all. Fuzz targets and bounded tests call the same three functions; each panics when a
//! property does not hold.

use std::cell::RefCell;

use classfile::ClassFile;
use classfile::instruction::Instructions;
use ir::lower::Lowerer;
use ir::verify::{Declaration, Verifier};
use ir::{Class, MethodCode};

use crate::reachable;

/// Reading ends in a class or in an error that lies within the file.
pub fn parse(bytes: &[u8]) {
    match ClassFile::parse(bytes) {
        Ok(class) => decode_all(&class),
        Err(error) => {
            assert!(error.offset <= bytes.len(), "{error} is outside of {} bytes", bytes.len());
            assert!(!error.to_string().is_empty());
        }
    }
}

fn decode_all(class: &ClassFile<'_>) {
    let mut instructions = Instructions::default();
    for code in class.methods.iter().filter_map(|method| method.code()) {
        // The error is the result; that it is no panic is the property.
        let _ = code.decode_into(&mut instructions);
    }
}

/// What can be read is written as it was; so is code that can be decoded.
pub fn round_trip(bytes: &[u8]) {
    let Ok(class) = ClassFile::parse(bytes) else { return };
    assert!(class.write() == bytes, "the class {:?} changed", class.name());
    for code in class.methods.iter().filter_map(|method| method.code()) {
        if let Ok(instructions) = code.instructions() {
            assert!(instructions.encode() == *code.bytecode, "code of {:?} changed", class.name());
        }
    }
}

thread_local! {
    static ROOM: RefCell<(Lowerer, Verifier)> = RefCell::default();
}

/// What can be lowered is valid, tells the same as the bytecode, is the same whatever was lowered before, and has a text
/// form that means the same.
pub fn lower(bytes: &[u8]) {
    let Ok(file) = ClassFile::parse(bytes) else { return };
    let Some(class) = lower_and_verify(&file) else { return };
    for (method, source) in class.methods.iter().zip(&file.methods) {
        if let (Some(body), Some(code)) = (method.body(), source.code())
            && reachable::is_affordable(code)
            && let Err(why) = reachable::compare(code, &file.constants, body)
        {
            panic!("{}.{}{}: {why}", class.name, method.name, method.ty);
        }
    }
    assert!(Lowerer::new().lower(&file).as_ref() == Ok(&class), "{} differs", class.name);
    text_round_trip(&class);
}

/// Lowers with the room of this thread and verifies every method that has a body.
pub fn lower_and_verify(file: &ClassFile<'_>) -> Option<Class> {
    ROOM.with_borrow_mut(|(lowerer, verifier)| {
        let class = lowerer.lower(file).ok()?;
        for method in &class.methods {
            if let MethodCode::Body(body) = &method.code
                && let Err(error) = verifier.verify(body, &Declaration::of(class.name, method))
            {
                panic!("{}.{}{}: {error}", class.name, method.name, method.ty);
            }
        }
        Some(class)
    })
}

/// Prints a class, parses it, and compares.
pub fn text_round_trip(class: &Class) {
    let text = ir::text::print(class);
    match ir::text::parse_classes(&text) {
        Ok(parsed) => {
            assert!(parsed == [class.clone()], "the text of {} means another class", class.name);
        }
        Err(error) => panic!("the text of {} cannot be parsed: {error}", class.name),
    }
}
