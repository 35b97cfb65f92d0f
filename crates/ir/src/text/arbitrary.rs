//! Random classes, well-formed only as far as the text form needs: blocks and values exist and are defined once.

use classfile::{ClassFlags, FieldFlags, MethodFlags, Version};

use super::words::{ARRAYS, CONDITIONS, HANDLES, INVOKES};
use crate::body::{
    BinaryOp, Block, BlockData, Body, CallSite, CallSiteId, CallSiteKind, Constant,
    DynamicConstant, DynamicId, Handler, Inst, InstData, Lambda, Op, Slice, SwitchTable, UnaryOp,
    Value, ValueData, ValueList, Variable,
};
use crate::class::{
    Annotation, AnnotationValue, Class, Field, Method, MethodCode, RecordComponent,
};
use crate::entity::{EntityId, Table};
use crate::lower::{LowerError, LowerErrorKind};
use crate::name::Name;
use crate::refs::{FieldRef, FieldRefData, MethodHandle, MethodRef, MethodRefData};
use crate::testing::Random;
use crate::types::{MethodType, Type};
use crate::typing::ResultType;

fn pick<T: Copy>(r: &mut Random, all: &[T]) -> T {
    all[r.below(all.len())]
}

fn some<T>(r: &mut Random, make: impl FnOnce(&mut Random) -> T) -> Option<T> {
    (r.below(2) == 0).then(|| make(r))
}

fn several<T>(r: &mut Random, mut make: impl FnMut(&mut Random) -> T) -> Vec<T> {
    (0..r.below(4)).map(|_| make(r)).collect()
}

fn name(r: &mut Random) -> Name {
    let known = [
        "java/lang/Object",
        "run",
        "<init>",
        "<clinit>",
        "<other>",
        "",
        "a b",
        "final",
        "none",
        "class",
        "interface",
        "throws",
        "v0",
        "b1",
        "L12",
        "0x10",
        "9",
        "-",
        "a-b",
        "a//b",
        "a/",
        "/a",
        "Ünï",
        "\u{202e}",
        "\"",
        "\\",
        "\n",
        "\t\r\0",
        "a;b",
        "[I",
        "x.y",
        "site0",
        "\u{1}\u{2}",
        "🦀",
        "//",
        "'",
        "e\u{301}",
        "method",
        "}",
        "{",
        "V",
        "null",
    ];
    if r.below(3) > 0 {
        return Name::new(pick(r, &known));
    }
    let characters: String =
        (0..r.below(8)).filter_map(|_| char::from_u32(r.below(0x3000) as u32)).collect();
    Name::new(&characters)
}

fn ty(r: &mut Random) -> Type {
    let text = [
        "Z",
        "B",
        "C",
        "S",
        "I",
        "J",
        "F",
        "D",
        "Ljava/lang/String;",
        "[I",
        "[[Ljava/lang/Object;",
        "La b;",
        "L\";",
        "LÜ;",
        "[La-b;",
        "Lnull;",
        "L(;",
    ];
    Type::from_descriptor(pick(r, &text)).expect("a type")
}

fn method_type(r: &mut Random) -> MethodType {
    let parameters = several(r, ty);
    MethodType::new(&parameters, some(r, ty))
}

fn field_ref(r: &mut Random) -> FieldRef {
    FieldRef::new(FieldRefData { class: name(r), name: name(r), ty: ty(r) })
}

fn method_ref(r: &mut Random) -> MethodRef {
    let is_interface = r.below(2) == 0;
    MethodRef::new(MethodRefData {
        class: name(r),
        name: name(r),
        ty: method_type(r),
        is_interface,
    })
}

fn handle(r: &mut Random) -> MethodHandle {
    let number = r.below(HANDLES.len());
    let kind = HANDLES[number].1;
    if number < 4 {
        MethodHandle::Field(kind, field_ref(r))
    } else {
        MethodHandle::Method(kind, method_ref(r))
    }
}

fn number(r: &mut Random) -> Constant {
    let any = r.next();
    match r.below(4) {
        0 => Constant::Int(pick(r, &[i32::MIN, i32::MAX, 0, any as i32])),
        1 => Constant::Long(pick(r, &[i64::MIN, i64::MAX, 0, any as i64])),
        2 => Constant::Float(pick(r, &[0x8000_0000, 0x7f80_0000, 0xffc0_0001, 1, any as u32])),
        _ => Constant::Double(pick(r, &[1 << 63, 0x7ff0 << 48, u64::MAX, 1, any])),
    }
}

fn constant(r: &mut Random) -> Constant {
    match r.below(9) {
        0 => Constant::Null,
        1..=3 => number(r),
        4 => Constant::String(name(r)),
        5 => Constant::Class(ty(r)),
        6 => Constant::MethodType(method_type(r)),
        7 => Constant::MethodHandle(handle(r)),
        _ => Constant::Dynamic(DynamicId::from_index(r.below(3))),
    }
}

fn annotation(r: &mut Random, depth: usize) -> Annotation {
    Annotation { ty: ty(r), elements: several(r, |r| (name(r), annotation_value(r, depth))) }
}

fn annotation_value(r: &mut Random, depth: usize) -> AnnotationValue {
    let primitives = [
        Type::Boolean,
        Type::Byte,
        Type::Char,
        Type::Short,
        Type::Int,
        Type::Long,
        Type::Float,
        Type::Double,
    ];
    match r.below(if depth == 0 { 5 } else { 7 }) {
        0 => AnnotationValue::Number(pick(r, &primitives), number(r)),
        1 => AnnotationValue::Text(name(r)),
        2 => AnnotationValue::Enum(ty(r), name(r)),
        3 => AnnotationValue::Class(Some(ty(r))),
        4 => AnnotationValue::Class(None),
        5 => AnnotationValue::Annotation(annotation(r, depth - 1)),
        _ => AnnotationValue::Array(several(r, |r| annotation_value(r, depth - 1))),
    }
}

pub(super) fn class(r: &mut Random) -> Class {
    Class {
        name: name(r),
        version: Version { major: r.next() as u16, minor: r.next() as u16 },
        flags: ClassFlags::from_bits_retain(r.next() as u16),
        super_class: some(r, name),
        interfaces: several(r, name),
        source_file: some(r, name),
        signature: some(r, name),
        inner_flags: some(r, |r| ClassFlags::from_bits_retain(r.next() as u16 & r.next() as u16)),
        outer_class: some(r, name),
        enclosing_method: some(r, |r| (name(r), method_type(r))),
        nest_host: some(r, name),
        nest_members: several(r, name),
        permitted_subclasses: several(r, name),
        record: some(r, |r| several(r, |r| RecordComponent { name: name(r), ty: ty(r) })),
        annotations: several(r, |r| annotation(r, 3)),
        fields: several(r, field),
        methods: several(r, method),
    }
}

fn field(r: &mut Random) -> Field {
    Field {
        name: name(r),
        ty: ty(r),
        flags: FieldFlags::from_bits_retain(r.next() as u16),
        constant: some(r, constant),
        signature: some(r, name),
        annotations: several(r, |r| annotation(r, 1)),
    }
}

fn method(r: &mut Random) -> Method {
    Method {
        name: name(r),
        ty: method_type(r),
        flags: MethodFlags::from_bits_retain(r.next() as u16),
        signature: some(r, name),
        exceptions: several(r, name),
        annotations: several(r, |r| annotation(r, 1)),
        code: match r.below(8) {
            0 => MethodCode::Absent,
            1 => MethodCode::NotLowered,
            2 => MethodCode::Broken(LowerError { offset: r.next() as u16, kind: broken(r) }),
            3 => MethodCode::Body(Box::default()),
            _ => MethodCode::Body(Box::new(BodyMaker::make(r))),
        },
    }
}

fn broken(r: &mut Random) -> LowerErrorKind {
    use LowerErrorKind as Kind;
    let text = name(r).as_str();
    let simple = [
        Kind::BadHandler,
        Kind::FallsOffEnd,
        Kind::StackUnderflow,
        Kind::StackOverflow,
        Kind::StackHeight,
        Kind::UnusableStack,
        Kind::BadSubroutine,
        Kind::TooComplex,
        Kind::CodePresence,
        Kind::Undecodable(text.into()),
        Kind::BadConstant(text.into()),
        Kind::BadJump(r.next() as i32),
        Kind::NoSuchLocal(r.next() as u16),
        Kind::UnusableLocal(r.next() as u16),
        Kind::WrongType { expected: text },
    ];
    simple[r.below(simple.len())].clone()
}

/// Builds a body with blocks of random operations; the types and dominance are all wrong.
struct BodyMaker<'r> {
    r: &'r mut Random,
    body: Body,
    blocks: usize,
    /// Numbers of values that have no definition yet, in random order; all others may be used freely.
    unused: Vec<Value>,
    values: usize,
}

impl BodyMaker<'_> {
    fn make(r: &mut Random) -> Body {
        let blocks = 1 + r.below(5);
        let values = 40;
        let mut unused: Vec<Value> = (0..values).map(Value::from_index).collect();
        for i in (1..values).rev() {
            unused.swap(i, r.below(i + 1));
        }
        let data = ValueData { ty: Type::Int, def: Inst::from_index(0) };
        let body = Body { values: Table::from(vec![data; values]), ..Body::default() };
        let mut maker = BodyMaker { r, body, blocks, unused, values };
        maker.tables();
        let predecessors = maker.all_blocks();
        for _ in 0..blocks {
            maker.block(predecessors.len());
        }
        maker.finish(&predecessors)
    }

    /// Every block is given every block as a predecessor, in an order of its own.
    fn all_blocks(&mut self) -> Vec<Block> {
        (0..self.blocks).rev().map(Block::from_index).collect()
    }

    fn tables(&mut self) {
        for _ in 0..3 {
            let site = call_site(self.r);
            self.body.call_sites.push(site);
            let r = &mut *self.r;
            let dynamic = DynamicConstant {
                name: name(r),
                ty: ty(r),
                bootstrap: handle(r),
                args: several(r, constant),
            };
            self.body.dynamics.push(dynamic);
        }
        for _ in 0..self.r.below(4) {
            let (value, r) = (self.value(), &mut *self.r);
            let (start, slot) = (r.next() as u16, r.next() as u16);
            self.body.variables.push(Variable { value, name: name(r), start, slot });
        }
    }

    fn block(&mut self, predecessors: usize) {
        let start = self.body.insts.len();
        for _ in 0..1 + self.r.below(6) {
            let op = self.op(predecessors);
            self.push(op);
        }
        let first_handler = self.body.handlers.len();
        for _ in 0..self.r.below(3) {
            let handler = Handler { catch_type: some(self.r, name), block: self.block_id() };
            self.body.handlers.push(handler);
        }
        self.body.blocks.push(BlockData {
            insts: Slice::new(start, self.body.insts.len()),
            preds: Slice::EMPTY,
            handlers: Slice::new(first_handler, self.body.handlers.len()),
        });
    }

    fn push(&mut self, op: Op) {
        let result = match op.result_type(&self.body) {
            ResultType::None => None,
            _ => self.unused.pop(),
        };
        if let Some(value) = result {
            let ty = match op.result_type(&self.body) {
                ResultType::Exactly(ty) if self.r.below(4) > 0 => ty,
                _ if self.r.below(5) == 0 => Type::Null,
                _ => ty(self.r),
            };
            self.body.values[value] =
                ValueData { ty, def: Inst::from_index(self.body.insts.len()) };
        }
        let line = if self.r.below(3) == 0 { 0 } else { self.r.below(3) as u16 };
        self.body.insts.push(InstData::new(op, result, self.r.next() as u16, line));
    }

    /// Defines the values that are left, and lays the predecessors out.
    fn finish(mut self, predecessors: &[Block]) -> Body {
        while !self.unused.is_empty() {
            self.push(Op::Const(Constant::Int(1)));
            if let Some(block) = self.body.blocks.as_mut_slice().last_mut() {
                block.insts.len += 1;
            }
        }
        // One vector for all of them: sharing must not matter.
        self.body.preds = predecessors.to_vec();
        for block in self.body.blocks.as_mut_slice() {
            block.preds = Slice::new(0, predecessors.len());
        }
        self.body
    }

    fn value(&mut self) -> Value {
        Value::from_index(self.r.below(self.values))
    }

    fn block_id(&mut self) -> Block {
        Block::from_index(self.r.below(self.blocks))
    }

    fn list(&mut self, len: usize) -> ValueList {
        // A hole in the vector: the layout must not matter.
        let hole = self.value();
        self.body.lists.push(hole);
        let start = self.body.lists.len();
        for _ in 0..len {
            let value = self.value();
            self.body.lists.push(value);
        }
        ValueList(Slice::new(start, self.body.lists.len()))
    }

    fn op(&mut self, predecessors: usize) -> Op {
        let (a, b, d) = (self.value(), self.value(), self.value());
        let (then, otherwise) = (self.block_id(), self.block_id());
        let len = self.r.below(4);
        let number = self.r.below(27);
        let list = self.list(if number == 2 { predecessors } else { len });
        let r = &mut *self.r;
        match number {
            0 => Op::Param(r.next() as u16),
            1 => Op::Catch,
            2 => Op::Phi(list),
            3 => Op::Const(constant(r)),
            4 => Op::Unary(pick(r, UnaryOp::ALL), a),
            5 => Op::Binary(pick(r, BinaryOp::ALL), a, b),
            6 => Op::GetField { object: a, field: field_ref(r) },
            7 => Op::PutField { object: a, field: field_ref(r), value: b },
            8 => Op::GetStatic { field: field_ref(r) },
            9 => Op::PutStatic { field: field_ref(r), value: b },
            10 => Op::ArrayLoad { kind: pick(r, &ARRAYS).2, array: a, index: b },
            11 => Op::ArrayStore { kind: pick(r, &ARRAYS).2, array: a, index: b, value: d },
            12 => Op::ArrayLength(a),
            13 => Op::New(name(r)),
            14 => Op::NewArray { ty: ty(r), length: a },
            15 => Op::NewMultiArray { ty: ty(r), lengths: list },
            16 => Op::CheckCast { value: a, ty: ty(r) },
            17 => Op::InstanceOf { value: a, ty: ty(r) },
            18 => Op::Invoke { kind: pick(r, &INVOKES).1, method: method_ref(r), args: list },
            19 => Op::InvokeDynamic { site: CallSiteId::from_index(r.below(3)), args: list },
            20 => Op::MonitorEnter(a),
            21 => Op::MonitorExit(a),
            22 => Op::Goto(then),
            23 => Op::If {
                cond: pick(r, &CONDITIONS).1,
                lhs: a,
                rhs: some(r, |_| b),
                then,
                otherwise,
            },
            24 => {
                let cases = several(r, |r| (r.next() as i32, pick(r, &[then, otherwise])));
                Op::Switch {
                    value: a,
                    table: self.body.switches.push(SwitchTable { cases, default: then }),
                }
            }
            25 => Op::Return(some(r, |_| a)),
            _ => Op::Throw(a),
        }
    }
}

fn call_site(r: &mut Random) -> CallSite {
    let kind = match r.below(5) {
        0 => CallSiteKind::Lambda(Lambda {
            interface: ty(r),
            erased: method_type(r),
            instantiated: method_type(r),
            implementation: handle(r),
            markers: several(r, ty),
            bridges: several(r, method_type),
            serializable: r.below(2) == 0,
        }),
        1 => CallSiteKind::StringConcat { recipe: name(r), constants: several(r, constant) },
        2 => CallSiteKind::ObjectMethods {
            class: ty(r),
            components: several(r, |r| (name(r), handle(r))),
        },
        3 => CallSiteKind::Switch { is_enum: r.below(2) == 0, labels: several(r, constant) },
        _ => CallSiteKind::Unknown { bootstrap: handle(r), args: several(r, constant) },
    };
    CallSite { name: name(r), ty: method_type(r), kind }
}
