//! What each instruction does to the state, and what it becomes.

use classfile::CpIndex;
use classfile::instruction::{Family, Instruction, Opcode, Operand};

use super::{Result, Walker, node_as_block};
use crate::body::{
    ArrayKind, BinaryOp, Cond, Constant, InvokeKind, Op, Slice, SwitchTable, UnaryOp, Value,
    ValueList,
};
use crate::lower::call_site;
use crate::lower::error::LowerErrorKind;
use crate::lower::flow::{self, Node};
use crate::lower::locals::{Access, Kind, access};
use crate::lower::state::Slot;
use crate::types::{MethodType, Type};

impl Walker<'_, '_, '_> {
    /// All instructions of a node.
    pub(super) fn instructions(&mut self, node: Node) -> Result<()> {
        let flow = self.input.flow;
        let first = flow.nodes[node].first as usize;
        for (i, instruction) in flow.instructions_of(node).iter().enumerate() {
            self.offset = instruction.offset;
            self.line = self.input.debug.line(first + i);
            let next = flow.code.list.get(first + i + 1);
            let next = next.map_or(u16::MAX, |next| next.offset);
            if flow::may_throw(instruction, self.symbols.pool()) {
                self.before_throwing()?;
            }
            self.instruction(instruction, next)?;
        }
        Ok(())
    }

    fn instruction(&mut self, instruction: &Instruction, next: u16) -> Result<()> {
        if let Some(access) = access(instruction) {
            return self.local(access, next);
        }
        let opcode = instruction.opcode;
        match opcode.family() {
            Family::IntConstant => self.int(opcode.distance_from(Opcode::IconstM1) as i32 - 1),
            Family::Stack => self.shuffle(opcode),
            Family::ArrayLoad => self.array_load(opcode),
            Family::ArrayStore => self.array_store(opcode),
            Family::Negate | Family::Convert => self.unary(opcode),
            Family::Arithmetic | Family::Bits | Family::Compare => self.binary(opcode),
            Family::IfZero | Family::IfInts | Family::IfReferences | Family::IfNull => {
                self.conditional(opcode)
            }
            Family::Return => self.return_from(opcode),
            _ => self.other(instruction),
        }
    }

    fn other(&mut self, instruction: &Instruction) -> Result<()> {
        use Opcode as O;
        let opcode = instruction.opcode;
        let float = |value: f32| Op::Const(Constant::Float(value.to_bits()));
        let double = |value: f64| Op::Const(Constant::Double(value.to_bits()));
        match opcode {
            O::Nop | O::Goto | O::GotoW | O::Ret => Ok(()),
            O::Jsr | O::JsrW => self.push_slot(Slot::RETURN_ADDRESS, false),
            O::AconstNull => self.emit_push(Op::Const(Constant::Null), Type::Null),
            O::Lconst0 => self.emit_push(Op::Const(Constant::Long(0)), Type::Long),
            O::Lconst1 => self.emit_push(Op::Const(Constant::Long(1)), Type::Long),
            O::Fconst0 => self.emit_push(float(0.0), Type::Float),
            O::Fconst1 => self.emit_push(float(1.0), Type::Float),
            O::Fconst2 => self.emit_push(float(2.0), Type::Float),
            O::Dconst0 => self.emit_push(double(0.0), Type::Double),
            O::Dconst1 => self.emit_push(double(1.0), Type::Double),
            O::Tableswitch | O::Lookupswitch => self.switch(instruction),
            O::Arraylength => {
                let array = self.pop_ref()?;
                self.emit_push(Op::ArrayLength(array), Type::Int)
            }
            O::Athrow => {
                let exception = self.pop_ref()?;
                self.push_inst(Op::Throw(exception), None);
                Ok(())
            }
            O::Monitorenter => {
                let object = self.pop_ref()?;
                self.push_inst(Op::MonitorEnter(object), None);
                Ok(())
            }
            O::Monitorexit => {
                let object = self.pop_ref()?;
                self.push_inst(Op::MonitorExit(object), None);
                Ok(())
            }
            _ => self.with_operand(opcode, instruction.operand),
        }
    }

    fn with_operand(&mut self, opcode: Opcode, operand: Operand) -> Result<()> {
        use Opcode as O;
        match (opcode, operand) {
            (_, Operand::Value(value)) => self.int(value.into()),
            (O::Ldc | O::LdcW | O::Ldc2W, Operand::Constant(index)) => self.load_constant(index),
            (O::Getstatic | O::Putstatic | O::Getfield | O::Putfield, Operand::Constant(index)) => {
                self.field(opcode, index)
            }
            (O::Invokevirtual, Operand::Constant(index)) => self.invoke(InvokeKind::Virtual, index),
            (O::Invokespecial, Operand::Constant(index)) => self.invoke(InvokeKind::Special, index),
            (O::Invokestatic, Operand::Constant(index)) => self.invoke(InvokeKind::Static, index),
            (_, Operand::Interface { method, .. }) => self.invoke(InvokeKind::Interface, method),
            (_, Operand::Dynamic { site, .. }) => self.invoke_dynamic(site),
            (O::New, Operand::Constant(index)) => match self.symbols.class_name(index) {
                Ok(class) => self.emit_push(Op::New(class), Type::Ref(class)),
                Err(error) => self.bad_constant(error),
            },
            (_, Operand::ArrayType(number)) => self.new_primitive_array(number),
            (O::Anewarray, Operand::Constant(index)) => {
                let ty = self.class_type(index)?.array_of();
                let length = self.pop_int()?;
                self.emit_push(Op::NewArray { ty, length }, ty)
            }
            (_, Operand::MultiArray { class, dimensions }) => {
                self.new_multi_array(class, dimensions)
            }
            (O::Checkcast, Operand::Constant(index)) => {
                let ty = self.class_type(index)?;
                let value = self.pop_ref()?;
                self.emit_push(Op::CheckCast { value, ty }, ty)
            }
            (O::Instanceof, Operand::Constant(index)) => {
                let ty = self.class_type(index)?;
                let value = self.pop_ref()?;
                self.emit_push(Op::InstanceOf { value, ty }, Type::Int)
            }
            _ => unreachable!("invariant: {} with {operand:?} is not decoded", opcode.mnemonic()),
        }
    }

    fn int(&mut self, value: i32) -> Result<()> {
        self.emit_push(Op::Const(Constant::Int(value)), Type::Int)
    }

    fn local(&mut self, access: Access, next: u16) -> Result<()> {
        match access {
            Access::Load(kind, local) => {
                let value = self.load(kind, local)?;
                self.push(value)
            }
            Access::Store(Kind::Ref, local) => {
                let (slot, _) = self.pop_slot()?;
                let is_reference = self.out.value_of_kind(slot, Kind::Ref).is_some();
                if !is_reference && slot != Slot::RETURN_ADDRESS {
                    return self.fail(LowerErrorKind::WrongType { expected: "a reference" });
                }
                self.store(slot, false, local, next);
                Ok(())
            }
            Access::Store(kind, local) => {
                let value = self.pop(kind)?;
                self.store(Slot::new(value), kind.is_wide(), local, next);
                Ok(())
            }
            Access::Increment(local, by) => {
                let value = self.load(Kind::Int, local)?;
                let by = self.emit(Op::Const(Constant::Int(by.into())), Type::Int);
                let sum = self.emit(Op::Binary(BinaryOp::Iadd, value, by), Type::Int);
                self.store(Slot::new(sum), false, local, next);
                Ok(())
            }
        }
    }

    fn load(&mut self, kind: Kind, local: u16) -> Result<Value> {
        let slot = self.state.locals[usize::from(local)];
        match self.out.value_of_kind(slot, kind) {
            Some(value) => Ok(value),
            None => self.fail(LowerErrorKind::UnusableLocal(local)),
        }
    }

    fn class_type(&mut self, index: CpIndex) -> Result<Type> {
        let ty = self.symbols.class_type(index);
        ty.or_else(|error| self.bad_constant(error))
    }

    fn load_constant(&mut self, index: CpIndex) -> Result<()> {
        let dynamics = &mut self.out.dynamics;
        let constant = call_site::loadable(self.symbols, dynamics, index);
        let constant = constant.or_else(|error| self.bad_constant(error))?;
        let ty = self.type_of(constant);
        self.emit_push(Op::Const(constant), ty)
    }

    fn type_of(&self, constant: Constant) -> Type {
        match constant {
            Constant::Null => Type::Null,
            Constant::Int(_) => Type::Int,
            Constant::Long(_) => Type::Long,
            Constant::Float(_) => Type::Float,
            Constant::Double(_) => Type::Double,
            Constant::Dynamic(id) => self.out.dynamics.table[id].ty.computational(),
            reference => reference.class().map_or(Type::object(), Type::Ref),
        }
    }

    /// Rearranges the stack; no instruction is needed for that.
    fn shuffle(&mut self, opcode: Opcode) -> Result<()> {
        use Opcode as O;
        // How many slots are taken, and in which order they come back, the top being 0.
        let (taken, order): (usize, &[usize]) = match opcode {
            O::Pop => (1, &[]),
            O::Pop2 => (2, &[]),
            O::Dup => (1, &[0, 0]),
            O::DupX1 => (2, &[0, 1, 0]),
            O::DupX2 => (3, &[0, 2, 1, 0]),
            O::Dup2 => (2, &[1, 0, 1, 0]),
            O::Dup2X1 => (3, &[1, 0, 2, 1, 0]),
            O::Dup2X2 => (4, &[1, 0, 3, 2, 1, 0]),
            O::Swap => (2, &[0, 1]),
            _ => unreachable!("invariant: called for stack instructions"),
        };
        // A wide value takes two slots that must stay together; its second half stands for nothing.
        let mut slots: [(Slot, bool); 4] = [(Slot::UNUSABLE, false); 4];
        let mut n = 0;
        while n < taken {
            let (slot, is_wide) = self.pop_slot()?;
            if is_wide && n + 1 == taken {
                return self.fail(LowerErrorKind::WrongType { expected: "a value of one slot" });
            }
            slots[n] = (slot, is_wide);
            n += if is_wide { 2 } else { 1 };
        }
        let mut i = 0;
        while i < order.len() {
            let (at, mut used) = (order[i], 1);
            // The lower half of a wide value is listed before its upper half, which holds the value.
            let (slot, is_wide) = match at.checked_sub(1).map(|upper| slots[upper]) {
                Some((slot, true)) if order.get(i + 1) == Some(&(at - 1)) => {
                    used = 2;
                    (slot, true)
                }
                _ => slots[at],
            };
            if is_wide && used == 1 {
                return self.fail(LowerErrorKind::WrongType { expected: "a value of one slot" });
            }
            self.push_slot(slot, is_wide)?;
            i += used;
        }
        Ok(())
    }

    fn array_load(&mut self, opcode: Opcode) -> Result<()> {
        let kind = ARRAY_KINDS[opcode.distance_from(Opcode::Iaload)];
        let index = self.pop_int()?;
        let array = self.pop_ref()?;
        let op = Op::ArrayLoad { kind, array, index };
        match kind.value_type() {
            Some(ty) => self.emit_push(op, ty),
            None => {
                // Its type depends on that of the array, which may be a phi's.
                let value = self.out.value(Kind::Ref, None);
                self.push_inst(op, Some(value));
                self.push(value)
            }
        }
    }

    fn array_store(&mut self, opcode: Opcode) -> Result<()> {
        let kind = ARRAY_KINDS[opcode.distance_from(Opcode::Iastore)];
        let value = self.pop(kind.value_type().map_or(Kind::Ref, Kind::of))?;
        let index = self.pop_int()?;
        let array = self.pop_ref()?;
        self.push_inst(Op::ArrayStore { kind, array, index, value }, None);
        Ok(())
    }

    fn unary(&mut self, opcode: Opcode) -> Result<()> {
        // Conversions follow the four negations.
        let n = match opcode.family() {
            Family::Negate => opcode.distance_from(Opcode::Ineg),
            _ => opcode.distance_from(Opcode::I2l) + 4,
        };
        let op = UnaryOp::ALL[n];
        let (from, to) = op.signature();
        let value = self.pop(Kind::of(from))?;
        self.emit_push(Op::Unary(op, value), to)
    }

    fn binary(&mut self, opcode: Opcode) -> Result<()> {
        let op = binary_op(opcode);
        let (left, right, to) = op.signature();
        let b = self.pop(Kind::of(right))?;
        let a = self.pop(Kind::of(left))?;
        self.emit_push(Op::Binary(op, a, b), to)
    }

    fn conditional(&mut self, opcode: Opcode) -> Result<()> {
        const CONDS: [Cond; 6] = [Cond::Eq, Cond::Ne, Cond::Lt, Cond::Ge, Cond::Gt, Cond::Le];
        let nth = |first: Opcode| CONDS[opcode.distance_from(first)];
        let (cond, lhs, rhs) = match opcode.family() {
            Family::IfZero => (nth(Opcode::Ifeq), self.pop_int()?, None),
            Family::IfInts => {
                let rhs = self.pop_int()?;
                (nth(Opcode::IfIcmpeq), self.pop_int()?, Some(rhs))
            }
            Family::IfReferences => {
                let rhs = self.pop_ref()?;
                (nth(Opcode::IfAcmpeq), self.pop_ref()?, Some(rhs))
            }
            _ => (nth(Opcode::Ifnull), self.pop_ref()?, None),
        };
        let to = self.input.flow.successors_of(self.node);
        let (otherwise, then) = (node_as_block(to[0]), node_as_block(to[1]));
        self.push_inst(Op::If { cond, lhs, rhs, then, otherwise }, None);
        Ok(())
    }

    fn switch(&mut self, instruction: &Instruction) -> Result<()> {
        let Operand::Switch(switch) = instruction.operand else {
            unreachable!("invariant: called for switches");
        };
        let value = self.pop_int()?;
        let pairs = self.input.flow.code.switches[switch as usize].pairs();
        let (default, to) = self
            .input
            .flow
            .successors_of(self.node)
            .split_last()
            .expect("invariant: a switch has a default");
        let cases = pairs.zip(to).map(|((value, _), &to)| (value, node_as_block(to))).collect();
        let default = node_as_block(*default);
        let table = self.out.switches.push(SwitchTable { cases, default });
        self.push_inst(Op::Switch { value, table }, None);
        Ok(())
    }

    fn return_from(&mut self, opcode: Opcode) -> Result<()> {
        let kind = Kind::ALL.get(opcode.distance_from(Opcode::Ireturn)).copied();
        if kind != self.input.method.ty.result().map(Kind::of) {
            let expected = "a return of the method's own type";
            return self.fail(LowerErrorKind::WrongType { expected });
        }
        let value = kind.map(|kind| self.pop(kind)).transpose()?;
        self.push_inst(Op::Return(value), None);
        Ok(())
    }

    fn field(&mut self, opcode: Opcode, index: CpIndex) -> Result<()> {
        let field = self.symbols.field(index).or_else(|error| self.bad_constant(error))?;
        let ty = field.data().ty.computational();
        match opcode {
            Opcode::Getstatic => self.emit_push(Op::GetStatic { field }, ty),
            Opcode::Putstatic => {
                let value = self.pop(Kind::of(ty))?;
                self.push_inst(Op::PutStatic { field, value }, None);
                Ok(())
            }
            Opcode::Getfield => {
                let object = self.pop_ref()?;
                self.emit_push(Op::GetField { object, field }, ty)
            }
            _ => {
                let value = self.pop(Kind::of(ty))?;
                let object = self.pop_ref()?;
                self.push_inst(Op::PutField { object, field, value }, None);
                Ok(())
            }
        }
    }

    fn invoke(&mut self, kind: InvokeKind, index: CpIndex) -> Result<()> {
        let method = self.symbols.method(index).or_else(|error| self.bad_constant(error))?;
        let ty = method.data().ty;
        let args = self.arguments(ty, kind != InvokeKind::Static)?;
        self.call(Op::Invoke { kind, method, args }, ty)
    }

    fn invoke_dynamic(&mut self, index: CpIndex) -> Result<()> {
        let site = call_site::call_site(self.symbols, &mut self.out.dynamics, index);
        let site = site.or_else(|error| self.bad_constant(error))?;
        let ty = site.ty;
        let args = self.arguments(ty, false)?;
        let site = self.out.call_sites.push(site);
        self.call(Op::InvokeDynamic { site, args }, ty)
    }

    fn arguments(&mut self, ty: MethodType, has_receiver: bool) -> Result<ValueList> {
        let start = self.out.lists.len();
        for parameter in ty.parameters().iter().rev() {
            let value = self.pop(Kind::of(*parameter))?;
            self.out.lists.push(value);
        }
        if has_receiver {
            let receiver = self.pop_ref()?;
            self.out.lists.push(receiver);
        }
        self.out.lists[start..].reverse();
        Ok(ValueList(Slice::new(start, self.out.lists.len())))
    }

    fn call(&mut self, op: Op, ty: MethodType) -> Result<()> {
        match ty.result() {
            Some(result) => self.emit_push(op, result.computational()),
            None => {
                self.push_inst(op, None);
                Ok(())
            }
        }
    }

    fn new_primitive_array(&mut self, number: u8) -> Result<()> {
        const TYPES: [Type; 8] = [
            Type::Boolean,
            Type::Char,
            Type::Float,
            Type::Double,
            Type::Byte,
            Type::Short,
            Type::Int,
            Type::Long,
        ];
        let Some(element) = usize::from(number).checked_sub(4).and_then(|n| TYPES.get(n)) else {
            let message = format!("there is no array type {number}");
            return self.fail(LowerErrorKind::BadConstant(message));
        };
        let ty = element.array_of();
        let length = self.pop_int()?;
        self.emit_push(Op::NewArray { ty, length }, ty)
    }

    fn new_multi_array(&mut self, class: CpIndex, dimensions: u8) -> Result<()> {
        let ty = self.class_type(class)?;
        let depth = ty.descriptor().bytes().take_while(|&b| b == b'[').count();
        if dimensions == 0 || usize::from(dimensions) > depth {
            let message = format!("{ty} has not {dimensions} dimensions");
            return self.fail(LowerErrorKind::BadConstant(message));
        }
        let mut lengths = Vec::with_capacity(dimensions.into());
        for _ in 0..dimensions {
            lengths.push(self.pop_int()?);
        }
        let lengths = self.out.list(lengths.into_iter().rev());
        self.emit_push(Op::NewMultiArray { ty, lengths }, ty)
    }
}

const ARRAY_KINDS: [ArrayKind; 8] = [
    ArrayKind::Int,
    ArrayKind::Long,
    ArrayKind::Float,
    ArrayKind::Double,
    ArrayKind::Ref,
    ArrayKind::Byte,
    ArrayKind::Char,
    ArrayKind::Short,
];

/// The operators stand in the order of the opcodes, with a gap where negation and conversion are.
fn binary_op(opcode: Opcode) -> BinaryOp {
    let n = match opcode.family() {
        Family::Arithmetic => opcode.distance_from(Opcode::Iadd),
        Family::Bits => opcode.distance_from(Opcode::Ishl) + 20,
        _ => opcode.distance_from(Opcode::Lcmp) + 32,
    };
    BinaryOp::ALL[n]
}
