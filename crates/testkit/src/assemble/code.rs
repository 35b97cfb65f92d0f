//! Mnemonics with labels become a `Code` attribute.

use std::collections::HashMap;

use classfile::instruction::{Family, Opcode};

use super::{ClassBuilder, table};

/// The contents of a `Code` attribute.
#[derive(Clone, Default)]
pub struct Code {
    /// Room for the stack.
    pub max_stack: u16,
    /// Room for local variables.
    pub max_locals: u16,
    /// The bytecode.
    pub bytes: Vec<u8>,
    /// Start, end, handler, class.
    pub exceptions: Vec<[u16; 4]>,
    /// Attributes made by [`ClassBuilder::attribute_bytes`].
    pub attributes: Vec<Vec<u8>>,
}

impl Code {
    /// Assembles text, one instruction, label (`name:`) or directive per line; a blank and `;` start a comment.
    ///
    /// | lines | meaning |
    /// |---|---|
    /// | `iload 3`, `wide iload 300`, `iinc 1 -1` | as in the specification; numbers are decimal |
    /// | `goto label` | labels are names or, with `@`, bytecode offsets |
    /// | `getfield C.f:I`, `invokestatic C.m()V` | members; `interface C.m()V` for an `InterfaceMethodref` |
    /// | `ldc int 1` | also `float`, `long`, `double`, `string`, `class`, `type`, `handle KIND C.m()V`, `dynamic N name I` |
    /// | `invokedynamic 0 name ()V` | the bootstrap method by number |
    /// | `tableswitch 5 default a b`, `lookupswitch default 1=a 9=b` | switches |
    /// | `.stack 2`, `.locals 3` | room; without them there are 16 of each |
    /// | `.catch start end handler C` | an entry of the exception table; `any` catches all |
    /// | `.line 7` | a line number |
    /// | `.bytes 0 255` | anything |
    ///
    /// # Panics
    ///
    /// If a line is not understood or a label is missing.
    pub fn assemble(text: &str, class: &mut ClassBuilder) -> Code {
        let mut assembler = Assembler::new(class);
        for line in text.lines() {
            let line = line.split(" ;").next().unwrap_or_default().trim();
            if !line.is_empty() {
                assembler.line(line);
            }
        }
        assembler.finish()
    }

    /// The contents of the attribute; before version 45.3 its fields were shorter.
    pub(super) fn write(&self, is_short: bool) -> Vec<u8> {
        let mut out = Vec::new();
        if is_short {
            out.extend([self.max_stack as u8, self.max_locals as u8]);
            out.extend((self.bytes.len() as u16).to_be_bytes());
        } else {
            out.extend(self.max_stack.to_be_bytes());
            out.extend(self.max_locals.to_be_bytes());
            out.extend((self.bytes.len() as u32).to_be_bytes());
        }
        out.extend_from_slice(&self.bytes);
        let entries = self.exceptions.iter().map(|entry| entry.map(u16::to_be_bytes).concat());
        table(entries, &mut out);
        table(&self.attributes, &mut out);
        out
    }
}

/// A place that waits for the offset of a label.
struct Fixup {
    at: usize,
    from: usize,
    label: String,
    is_wide: bool,
}

struct Assembler<'c> {
    class: &'c mut ClassBuilder,
    code: Code,
    labels: HashMap<String, usize>,
    fixups: Vec<Fixup>,
    /// Start, end, handler as labels, and the class.
    catches: Vec<([String; 3], u16)>,
    lines: Vec<[u16; 2]>,
}

impl<'c> Assembler<'c> {
    fn new(class: &'c mut ClassBuilder) -> Self {
        Assembler {
            class,
            code: Code { max_stack: 16, max_locals: 16, ..Code::default() },
            labels: HashMap::new(),
            fixups: Vec::new(),
            catches: Vec::new(),
            lines: Vec::new(),
        }
    }

    fn line(&mut self, line: &str) {
        if let Some(label) = line.strip_suffix(':') {
            self.labels.insert(label.into(), self.code.bytes.len());
            return;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["wide", mnemonic, ref operands @ ..] => {
                self.byte(Opcode::Wide as u8);
                self.wide(opcode(mnemonic), operands);
            }
            [directive, ref operands @ ..] if directive.starts_with('.') => {
                self.directive(directive, operands);
            }
            [mnemonic, ref operands @ ..] => self.instruction(opcode(mnemonic), operands),
            [] => unreachable!("invariant: the line is not empty"),
        }
    }

    fn directive(&mut self, directive: &str, operands: &[&str]) {
        match (directive, operands) {
            (".stack", [n]) => self.code.max_stack = number(n),
            (".locals", [n]) => self.code.max_locals = number(n),
            (".line", [n]) => self.lines.push([self.code.bytes.len() as u16, number(n)]),
            (".bytes", bytes) => self.code.bytes.extend(bytes.iter().map(|b| number::<u8>(b))),
            (".catch", &[start, end, handler, class]) => {
                let class = if class == "any" { 0 } else { self.class.pool.class(class) };
                self.catches.push(([start.into(), end.into(), handler.into()], class));
            }
            _ => panic!("{directive} {operands:?} is not understood"),
        }
    }

    fn byte(&mut self, byte: u8) {
        self.code.bytes.push(byte);
    }

    fn short(&mut self, value: u16) {
        self.code.bytes.extend(value.to_be_bytes());
    }

    fn word(&mut self, value: i32) {
        self.code.bytes.extend(value.to_be_bytes());
    }

    fn jump(&mut self, from: usize, label: &str, is_wide: bool) {
        let at = self.code.bytes.len();
        self.fixups.push(Fixup { at, from, label: label.into(), is_wide });
        self.code.bytes.resize(at + if is_wide { 4 } else { 2 }, 0);
    }

    fn wide(&mut self, opcode: Opcode, operands: &[&str]) {
        self.byte(opcode as u8);
        self.short(number(operands[0]));
        if let Some(by) = operands.get(1) {
            self.short(number::<i16>(by) as u16);
        }
    }

    fn instruction(&mut self, opcode: Opcode, operands: &[&str]) {
        let from = self.code.bytes.len();
        self.byte(opcode as u8);
        match (opcode, operands) {
            (_, []) => {}
            (Opcode::Bipush, [value]) => self.byte(number::<i8>(value) as u8),
            (Opcode::Sipush, [value]) => self.short(number::<i16>(value) as u16),
            (Opcode::Iinc, [local, by]) => {
                self.byte(number(local));
                self.byte(number::<i8>(by) as u8);
            }
            (Opcode::Ldc, constant) => {
                let index = self.constant(constant);
                self.byte(index.try_into().expect("ldc of a constant that needs ldc_w"));
            }
            (Opcode::GotoW | Opcode::JsrW, [label]) => self.jump(from, label, true),
            (Opcode::Goto | Opcode::Jsr, [label]) => self.jump(from, label, false),
            (Opcode::Tableswitch, [low, default, cases @ ..]) => {
                self.table_switch(from, number(low), default, cases);
            }
            (Opcode::Lookupswitch, [default, cases @ ..]) => {
                self.lookup_switch(from, default, cases);
            }
            (Opcode::Ret | Opcode::Newarray, [operand]) => self.byte(number(operand)),
            (Opcode::Multianewarray, [class, dimensions]) => {
                let class = self.class.pool.class(class);
                self.short(class);
                self.byte(number(dimensions));
            }
            (Opcode::Invokedynamic, [bootstrap, name, descriptor]) => {
                let site = self.class.pool.invoke_dynamic(number(bootstrap), name, descriptor);
                self.short(site);
                self.short(0);
            }
            (Opcode::Invokeinterface, [member]) => {
                let index = self.member(11, member);
                self.short(index);
                self.byte(1);
                self.byte(0);
            }
            _ => self.by_family(opcode, from, operands),
        }
    }

    fn by_family(&mut self, opcode: Opcode, from: usize, operands: &[&str]) {
        match (opcode.family(), operands) {
            (Family::Load | Family::Store, [local]) => self.byte(number(local)),
            (Family::IfZero | Family::IfInts | Family::IfReferences | Family::IfNull, [label]) => {
                self.jump(from, label, false);
            }
            _ => {
                let index = self.constant_of(opcode, operands);
                self.short(index);
            }
        }
    }

    fn constant_of(&mut self, opcode: Opcode, operands: &[&str]) -> u16 {
        match (opcode, operands) {
            (_, [index]) if index.starts_with('#') => number(&index[1..]),
            (Opcode::LdcW | Opcode::Ldc2W, constant) => self.constant(constant),
            (_, ["interface", member]) => self.member(11, member),
            (Opcode::Invokevirtual | Opcode::Invokespecial | Opcode::Invokestatic, [member]) => {
                self.member(10, member)
            }
            (_, [field]) if opcode.family() == Family::Field => self.member(9, field),
            (_, [class]) => self.class.pool.class(class),
            _ => panic!("{} {operands:?} is not understood", opcode.mnemonic()),
        }
    }

    fn constant(&mut self, words: &[&str]) -> u16 {
        let pool = &mut self.class.pool;
        match words {
            [index] if index.starts_with('#') => number(&index[1..]),
            ["int", value] => pool.int(number(value)),
            ["float", value] => pool.float(number(value)),
            ["long", value] => pool.long(number(value)),
            ["double", value] => pool.double(number(value)),
            ["string", text @ ..] => pool.string(&text.join(" ")),
            ["class", name] => pool.class(name),
            ["type", descriptor] => pool.method_type(descriptor),
            ["handle", kind, member] => {
                let kind: u8 = number(kind);
                let tag = match kind {
                    1..=4 => 9,
                    9 => 11,
                    _ => 10,
                };
                let member = self.member(tag, member);
                self.class.pool.handle(kind, member)
            }
            ["dynamic", bootstrap, name, descriptor] => {
                pool.dynamic(number(bootstrap), name, descriptor)
            }
            _ => panic!("the constant {words:?} is not understood"),
        }
    }

    /// `C.f:I` or `C.m()V`
    fn member(&mut self, tag: u8, text: &str) -> u16 {
        let split = || {
            let (class, member) = text.split_once('.')?;
            let end = member.find([':', '('])?;
            let descriptor = member[end..].trim_start_matches(':');
            Some((class, &member[..end], descriptor))
        };
        let (class, name, descriptor) = split().unwrap_or_else(|| panic!("no member: {text}"));
        self.class.pool.member(tag, class, name, descriptor)
    }

    fn pad(&mut self) {
        while !self.code.bytes.len().is_multiple_of(4) {
            self.byte(0);
        }
    }

    fn table_switch(&mut self, from: usize, low: i32, default: &str, cases: &[&str]) {
        self.pad();
        self.jump(from, default, true);
        self.word(low);
        self.word(low.wrapping_add(cases.len() as i32).wrapping_sub(1));
        for case in cases {
            self.jump(from, case, true);
        }
    }

    fn lookup_switch(&mut self, from: usize, default: &str, cases: &[&str]) {
        self.pad();
        self.jump(from, default, true);
        self.word(cases.len() as i32);
        for case in cases {
            let (value, label) = case.split_once('=').expect("a case is value=label");
            self.word(number(value));
            self.jump(from, label, true);
        }
    }

    fn label(&self, label: &str) -> usize {
        match label.strip_prefix('@') {
            Some(offset) => number(offset),
            None => *self.labels.get(label).unwrap_or_else(|| panic!("no label {label}")),
        }
    }

    fn finish(mut self) -> Code {
        for Fixup { at, from, label, is_wide } in &self.fixups {
            let distance = self.label(label) as i32 - *from as i32;
            let bytes = distance.to_be_bytes();
            let bytes = if *is_wide { &bytes[..] } else { &bytes[2..] };
            self.code.bytes[*at..at + bytes.len()].copy_from_slice(bytes);
        }
        for (labels, class) in &self.catches {
            let [start, end, handler] = labels.each_ref().map(|label| self.label(label) as u16);
            self.code.exceptions.push([start, end, handler, *class]);
        }
        if !self.lines.is_empty() {
            let mut contents = Vec::new();
            table(self.lines.iter().map(|line| line.map(u16::to_be_bytes).concat()), &mut contents);
            let attribute = self.class.attribute_bytes("LineNumberTable", &contents);
            self.code.attributes.push(attribute);
        }
        self.code
    }
}

fn opcode(mnemonic: &str) -> Opcode {
    let mut all = (0..=u8::MAX).filter_map(Opcode::from_byte);
    let found = all.find(|opcode| opcode.mnemonic() == mnemonic);
    found.unwrap_or_else(|| panic!("no instruction is called {mnemonic}"))
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    text.parse().unwrap_or_else(|_| panic!("{text} is no number that fits here"))
}
