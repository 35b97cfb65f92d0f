//! Code made by hand: without branches, or with one choice at its beginning.

use ir::body::{
    BlockData, Constant, InvokeKind, Slice, SwitchId, SwitchTable, ValueData, ValueList,
};
use ir::entity::EntityId as _;
use ir::{
    Block, Body, FieldRef, Inst, InstData, MethodRef, MethodRefData, MethodType, Name, Op, Type,
    Value,
};

/// A body of one block, or of one that leads to any of several others, which do not go on.
#[derive(Default)]
pub(super) struct Straight {
    body: Body,
    /// Where each block ends that has ended.
    ends: Vec<usize>,
}

impl Straight {
    fn push(&mut self, op: Op, result: Option<Type>) -> Option<Value> {
        let def = Inst::from_index(self.body.insts.len());
        let value = result.map(|ty| self.body.values.push(ValueData { ty, def }));
        // There is no bytecode; what counts is that the offsets grow.
        let offset = u16::try_from(def.index()).unwrap_or(u16::MAX);
        self.body.insts.push(InstData::new(op, value, offset, 0));
        value
    }

    fn perform(&mut self, op: Op) {
        self.push(op, None);
    }

    fn define(&mut self, op: Op, ty: Type) -> Value {
        self.push(op, Some(ty.computational())).expect("invariant: it was given a type")
    }

    fn list(&mut self, values: &[Value]) -> ValueList {
        let start = self.body.lists.len();
        self.body.lists.extend_from_slice(values);
        ValueList(Slice::new(start, self.body.lists.len()))
    }

    /// From here on, any one of the [arms](Straight::end_arm) that follow.
    pub(super) fn choose(&mut self, by: FieldRef) {
        let value = self.get_static(by);
        self.perform(Op::Switch { value, table: SwitchId::from_index(0) });
        self.ends.push(self.body.insts.len());
    }

    /// Ends an arm and the method with it.
    pub(super) fn end_arm(&mut self, result: Option<Value>) {
        self.perform(Op::Return(result));
        self.ends.push(self.body.insts.len());
    }

    /// Whether there is a choice, but nothing to choose from.
    pub(super) fn is_without_arms(&self) -> bool {
        self.ends.len() == 1
    }

    /// The method's own receiver.
    pub(super) fn this(&mut self, class: Name) -> Value {
        self.define(Op::Param(0), Type::Ref(class))
    }

    /// Zero of a number's type.
    pub(super) fn zero(&mut self, ty: Type) -> Value {
        let constant = match ty {
            Type::Long => Constant::Long(0),
            Type::Float => Constant::Float(0),
            Type::Double => Constant::Double(0),
            Type::Ref(_) | Type::Null => Constant::Null,
            _ => Constant::Int(0),
        };
        self.define(Op::Const(constant), ty)
    }

    pub(super) fn text(&mut self, text: &str) -> Value {
        let ty = Type::Ref(Name::new("java/lang/String"));
        self.define(Op::Const(Constant::String(Name::new(text))), ty)
    }

    pub(super) fn new_object(&mut self, class: Name) -> Value {
        self.define(Op::New(class), Type::Ref(class))
    }

    pub(super) fn new_array(&mut self, ty: Type) -> Value {
        let length = self.define(Op::Const(Constant::Int(1)), Type::Int);
        self.define(Op::NewArray { ty, length }, ty)
    }

    pub(super) fn store_element(&mut self, array: Value, value: Value) {
        let index = self.zero(Type::Int);
        let kind = ir::body::ArrayKind::Ref;
        self.perform(Op::ArrayStore { kind, array, index, value });
    }

    pub(super) fn load_element(&mut self, array: Value, ty: Type) -> Value {
        let index = self.zero(Type::Int);
        let kind = ir::body::ArrayKind::Ref;
        self.define(Op::ArrayLoad { kind, array, index }, ty)
    }

    pub(super) fn get_static(&mut self, field: FieldRef) -> Value {
        self.define(Op::GetStatic { field }, field.data().ty)
    }

    pub(super) fn put_static(&mut self, field: FieldRef, value: Value) {
        self.perform(Op::PutStatic { field, value });
    }

    /// A call; its result, if it has one.
    pub(super) fn call(
        &mut self,
        kind: InvokeKind,
        class: Name,
        is_interface: bool,
        (name, ty): (Name, MethodType),
        args: &[Value],
    ) -> Option<Value> {
        let method = MethodRef::new(MethodRefData { class, name, ty, is_interface });
        let args = self.list(args);
        let result = ty.result().map(Type::computational);
        self.push(Op::Invoke { kind, method, args }, result)
    }

    pub(super) fn finish(mut self) -> Body {
        if self.ends.is_empty() {
            self.end_arm(None);
        }
        let arms: Vec<Block> = (1..self.ends.len()).map(Block::from_index).collect();
        if let [others @ .., default] = &arms[..] {
            let cases = (0..).zip(others.iter().copied()).collect();
            self.body.switches.push(SwitchTable { cases, default: *default });
            self.body.preds.push(Block::from_index(0));
        }
        let mut start = 0;
        for (at, &end) in self.ends.iter().enumerate() {
            let preds = if at == 0 { Slice::EMPTY } else { Slice::new(0, 1) };
            let insts = Slice::new(start, end);
            self.body.blocks.push(BlockData { insts, preds, handlers: Slice::EMPTY });
            start = end;
        }
        self.body
    }
}
