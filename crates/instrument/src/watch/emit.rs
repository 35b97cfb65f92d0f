//! Short sequences of bytecode.

use classfile::CpIndex;
use classfile::instruction::Opcode;

/// Code that is being put together.
#[derive(Default)]
pub(super) struct Emit(pub(super) Vec<u8>);

impl Emit {
    pub(super) fn op(&mut self, opcode: Opcode) -> &mut Emit {
        self.0.push(opcode as u8);
        self
    }

    pub(super) fn ops(&mut self, opcodes: &[Opcode]) -> &mut Emit {
        self.0.extend(opcodes.iter().map(|opcode| *opcode as u8));
        self
    }

    pub(super) fn with(&mut self, opcode: Opcode, index: CpIndex) -> &mut Emit {
        self.0.push(opcode as u8);
        self.0.extend(index.0.to_be_bytes());
        self
    }

    pub(super) fn call(&mut self, method: CpIndex) -> &mut Emit {
        self.with(Opcode::Invokestatic, method)
    }

    /// Loads or stores a local variable; `opcode` is the form that names it.
    pub(super) fn local(&mut self, opcode: Opcode, local: u16) -> &mut Emit {
        match u8::try_from(local) {
            Ok(local) => self.0.extend([opcode as u8, local]),
            Err(_) => {
                self.0.extend([Opcode::Wide as u8, opcode as u8]);
                self.0.extend(local.to_be_bytes());
            }
        }
        self
    }

    pub(super) fn short(&mut self, value: i16) -> &mut Emit {
        self.op(Opcode::Sipush);
        self.0.extend(value.to_be_bytes());
        self
    }

    pub(super) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0)
    }
}

/// The slots of a value: two for `long` and `double`.
pub(super) fn width(descriptor: &str) -> u16 {
    if matches!(descriptor, "J" | "D") { 2 } else { 1 }
}

/// The parameters of a method descriptor.
pub(super) fn parameters(descriptor: &str) -> Vec<&str> {
    let inside = descriptor.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let mut rest = inside.map_or("", |(parameters, _)| parameters);
    let mut all = Vec::new();
    while !rest.is_empty() {
        let dimensions = rest.len() - rest.trim_start_matches('[').len();
        let element = &rest[dimensions..];
        let length = match element.strip_prefix('L').and_then(|name| name.find(';')) {
            Some(end) => end + 2,
            None => element.chars().next().map_or(0, char::len_utf8),
        };
        let (parameter, others) = rest.split_at(dimensions + length);
        all.push(parameter);
        rest = others;
    }
    all
}

/// The instructions that load and store a local variable of a type.
pub(super) fn load_and_store(descriptor: &str) -> (Opcode, Opcode) {
    match descriptor {
        "J" => (Opcode::Lload, Opcode::Lstore),
        "D" => (Opcode::Dload, Opcode::Dstore),
        "F" => (Opcode::Fload, Opcode::Fstore),
        "Z" | "B" | "C" | "S" | "I" => (Opcode::Iload, Opcode::Istore),
        _ => (Opcode::Aload, Opcode::Astore),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_split() {
        assert_eq!(
            parameters("(IJ[[Ljava/lang/Object;[DZ)V"),
            ["I", "J", "[[Ljava/lang/Object;", "[D", "Z"]
        );
        assert!(parameters("()V").is_empty());
        // Broken ones end.
        assert_eq!(parameters("(L)V"), ["L"]);
        assert_eq!(parameters("([)V"), ["["]);
    }
}
