//! Executes bodies, block by block.

use ir::body::{Constant, Op};
use ir::entity::EntityId;
use ir::{Block, Body, FieldRef, Inst, Name, Type};

use super::{Done, Machine, Obj, Object, Stop, Value, arithmetic, stuck};

/// One call of a method.
struct Frame<'b> {
    body: &'b Body,
    args: Vec<Value>,
    values: Vec<Option<Value>>,
    /// The exception that a handler block was entered with.
    caught: Option<Obj>,
}

/// Where the end of a block leads.
enum Next {
    Block(Block),
    Return(Option<Value>),
}

impl Frame<'_> {
    fn get(&self, value: ir::Value) -> Done<Value> {
        match self.values[value.index()] {
            Some(known) => Ok(known),
            None => stuck(format!("{value} is used before it is defined")),
        }
    }

    fn int(&self, value: ir::Value) -> Done<i32> {
        match self.get(value)? {
            Value::Int(n) => Ok(n),
            other => stuck(format!("{value} is {other:?}, not an int")),
        }
    }

    fn reference(&self, value: ir::Value) -> Done<Option<Obj>> {
        match self.get(value)? {
            Value::Ref(object) => Ok(object),
            other => stuck(format!("{value} is {other:?}, not a reference")),
        }
    }

    fn list(&self, list: ir::body::ValueList) -> Done<Vec<Value>> {
        self.body.list(list).iter().map(|&value| self.get(value)).collect()
    }

    /// Gives the phis of a block their values, all at once.
    fn enter(&mut self, from: Block, to: Block) -> Done<()> {
        let position = self.body.predecessors(to).iter().position(|&block| block == from);
        let Some(position) = position else {
            return stuck(format!("{from} is not a predecessor of {to}"));
        };
        let mut new = Vec::new();
        for inst in self.body.insts_of(to) {
            let data = &self.body.insts[inst];
            let (Op::Phi(args), Some(result)) = (data.op, data.result) else { break };
            new.push((result, self.get(self.body.list(args)[position])?));
        }
        for (result, value) in new {
            self.values[result.index()] = Some(value);
        }
        Ok(())
    }
}

impl Machine<'_> {
    /// Executes a body from its entry.
    pub(super) fn run(&mut self, body: &Body, args: Vec<Value>) -> Done {
        let mut frame = Frame { body, args, values: vec![None; body.values.len()], caught: None };
        let mut at = Body::entry();
        loop {
            match self.blocks_left.checked_sub(1) {
                Some(left) => self.blocks_left = left,
                None => return stuck("it does not come to an end"),
            }
            let to = match self.block(&mut frame, at) {
                Ok(Next::Return(value)) => return Ok(value),
                Ok(Next::Block(to)) => to,
                Err(Stop::Exception(thrown)) => match self.handler(body, at, thrown) {
                    Some(to) => {
                        frame.caught = Some(thrown);
                        to
                    }
                    None => return Err(Stop::Exception(thrown)),
                },
                Err(stop) => return Err(stop),
            };
            frame.enter(at, to)?;
            at = to;
        }
    }

    fn handler(&self, body: &Body, block: Block, thrown: Obj) -> Option<Block> {
        let fits =
            |class: Option<Name>| class.is_none_or(|it| self.is_instance(thrown, Type::Ref(it)));
        let handlers = body.handlers_of(block).iter();
        handlers.into_iter().find(|handler| fits(handler.catch_type)).map(|handler| handler.block)
    }

    fn block(&mut self, frame: &mut Frame<'_>, block: Block) -> Done<Next> {
        for inst in frame.body.insts_of(block) {
            let data = frame.body.insts[inst];
            if data.op.is_terminator() {
                return self.terminator(frame, &data.op);
            }
            if matches!(data.op, Op::Phi(_)) {
                continue;
            }
            let value = self.checked(frame, inst)?;
            if let Some(result) = data.result {
                let Some(value) = value else { return stuck(format!("{inst} has no result")) };
                frame.values[result.index()] = Some(value);
            }
        }
        stuck(format!("{block} has no end"))
    }

    /// Executes an instruction, and sees to it that only those throw that are said to.
    fn checked(&mut self, frame: &mut Frame<'_>, inst: Inst) -> Done {
        let op = frame.body.insts[inst].op;
        match self.instruction(frame, &op) {
            Err(Stop::Exception(_)) if !op.may_throw() => stuck(format!("{op:?} has thrown")),
            done => done,
        }
    }

    fn terminator(&mut self, frame: &Frame<'_>, op: &Op) -> Done<Next> {
        Ok(match *op {
            Op::Goto(to) => Next::Block(to),
            Op::If { cond, lhs, rhs, then, otherwise } => {
                let holds = match (frame.get(lhs)?, rhs) {
                    (Value::Int(a), None) => arithmetic::holds(cond, a, 0),
                    (Value::Int(a), Some(rhs)) => arithmetic::holds(cond, a, frame.int(rhs)?),
                    (Value::Ref(a), rhs) => {
                        let b = rhs.map_or(Ok(None), |rhs| frame.reference(rhs))?;
                        arithmetic::holds(cond, i32::from(a != b), 0)
                    }
                    (other, _) => return stuck(format!("a branch on {other:?}")),
                };
                Next::Block(if holds { then } else { otherwise })
            }
            Op::Switch { value, table } => {
                let value = frame.int(value)?;
                let table = &frame.body.switches[table];
                let case = table.cases.iter().find(|&&(number, _)| number == value);
                Next::Block(case.map_or(table.default, |&(_, to)| to))
            }
            Op::Return(value) => Next::Return(value.map(|value| frame.get(value)).transpose()?),
            Op::Throw(value) => match frame.reference(value)? {
                Some(thrown) => return Err(Stop::Exception(thrown)),
                None => return self.throw("java/lang/NullPointerException"),
            },
            _ => return stuck(format!("{op:?} is not a terminator")),
        })
    }

    fn instruction(&mut self, frame: &mut Frame<'_>, op: &Op) -> Done {
        let value = match *op {
            Op::Param(number) => frame.args[usize::from(number)],
            Op::Catch => Value::Ref(frame.caught.take()),
            Op::Const(constant) => self.constant_of(frame, constant)?,
            Op::Unary(op, a) => {
                let a = frame.get(a)?;
                return known(arithmetic::unary(op, a), || format!("{op:?} of {a:?}"));
            }
            Op::Binary(op, a, b) => {
                let (a, b) = (frame.get(a)?, frame.get(b)?);
                if op.may_throw() && arithmetic::is_zero(b) {
                    return self.throw("java/lang/ArithmeticException");
                }
                return known(arithmetic::binary(op, a, b), || format!("{op:?} of {a:?}, {b:?}"));
            }
            Op::GetStatic { field } => return self.get_static(field).map(Some),
            Op::PutStatic { field, value } => {
                let value = frame.get(value)?;
                return self.put_static(field, value);
            }
            Op::GetField { object, field } => {
                let object = self.not_null(frame.reference(object)?)?;
                return self.get_field(object, field).map(Some);
            }
            Op::PutField { object, field, value } => {
                let value = frame.get(value)?;
                let object = self.not_null(frame.reference(object)?)?;
                return self.put_field(object, field, value);
            }
            Op::MonitorEnter(object) => {
                let object = self.not_null(frame.reference(object)?)?;
                self.heap.enter(object);
                return Ok(None);
            }
            Op::MonitorExit(object) => {
                let object = self.not_null(frame.reference(object)?)?;
                return self.leave(object).map(|()| None);
            }
            Op::New(class) => {
                self.initialise(class)?;
                Value::Ref(Some(self.heap.instance(class)))
            }
            Op::CheckCast { value, ty } => {
                let object = frame.reference(value)?;
                if object.is_some_and(|object| !self.is_instance(object, ty)) {
                    return self.throw("java/lang/ClassCastException");
                }
                Value::Ref(object)
            }
            Op::InstanceOf { value, ty } => {
                let object = frame.reference(value)?;
                Value::Int(object.is_some_and(|object| self.is_instance(object, ty)).into())
            }
            Op::Invoke { kind, method, args } => {
                let args = frame.list(args)?;
                return self.invoke(kind, method, args);
            }
            Op::InvokeDynamic { site, args } => {
                let args = frame.list(args)?;
                return self.dynamic(frame.body, site, args);
            }
            _ => return self.array_instruction(frame, op),
        };
        Ok(Some(value))
    }

    fn array_instruction(&mut self, frame: &Frame<'_>, op: &Op) -> Done {
        let value = match *op {
            Op::NewArray { ty, length } => self.new_array(ty, &[frame.int(length)?])?,
            Op::NewMultiArray { ty, lengths } => {
                let lengths = frame.body.list(lengths).iter().map(|&length| frame.int(length));
                let lengths: Vec<i32> = lengths.collect::<Done<_>>()?;
                self.new_array(ty, &lengths)?
            }
            Op::ArrayLength(array) => {
                let array = self.not_null(frame.reference(array)?)?;
                Value::Int(self.elements(array)?.1.len() as i32)
            }
            Op::ArrayLoad { array, index, .. } => {
                let (array, index) = (frame.reference(array)?, frame.int(index)?);
                let (array, index) = self.element(array, index)?;
                self.elements(array)?.1[index]
            }
            Op::ArrayStore { array, index, value, .. } => {
                let value = frame.get(value)?;
                let (array, index) = (frame.reference(array)?, frame.int(index)?);
                return self.store(array, index, value);
            }
            _ => return stuck(format!("{op:?} is not known")),
        };
        Ok(Some(value))
    }

    fn constant_of(&mut self, frame: &Frame<'_>, constant: Constant) -> Done<Value> {
        match constant {
            Constant::Dynamic(id) => stuck(format!("{:?}", frame.body.dynamics[id])),
            _ => self.constant(constant),
        }
    }

    pub(super) fn constant(&mut self, constant: Constant) -> Done<Value> {
        Ok(match constant {
            Constant::Null => Value::Ref(None),
            Constant::Int(n) => Value::Int(n),
            Constant::Long(n) => Value::Long(n),
            Constant::Float(bits) => Value::Float(f32::from_bits(bits)),
            Constant::Double(bits) => Value::Double(f64::from_bits(bits)),
            Constant::String(text) => Value::Ref(Some(self.heap.string(text))),
            Constant::Class(ty) => Value::Ref(Some(self.heap.class(ty))),
            _ => return stuck(format!("{constant:?} is not known")),
        })
    }

    fn get_static(&mut self, field: FieldRef) -> Done<Value> {
        let owner = self.static_owner(field)?;
        Ok(self.statics[&(owner, field.data().name)])
    }

    fn put_static(&mut self, field: FieldRef, value: Value) -> Done {
        let owner = self.static_owner(field)?;
        let data = field.data();
        self.statics.insert((owner, data.name), value.stored_as(data.ty));
        Ok(None)
    }

    fn static_owner(&mut self, field: FieldRef) -> Done<Name> {
        let data = field.data();
        let Some(owner) = self.field_owner(data.class, data.name) else {
            return stuck(format!("{field} is not known"));
        };
        self.initialise(owner)?;
        Ok(owner)
    }

    fn get_field(&mut self, object: Obj, field: FieldRef) -> Done<Value> {
        let data = field.data();
        match (self.field_owner(data.class, data.name), self.heap.get(object)) {
            (Some(owner), Object::Instance { fields, .. }) => {
                let value = fields.get(&(owner, data.name)).copied();
                Ok(value.unwrap_or(Value::default_of(data.ty)))
            }
            _ => stuck(format!("{field} is not known")),
        }
    }

    fn put_field(&mut self, object: Obj, field: FieldRef, value: Value) -> Done {
        let data = field.data();
        match (self.field_owner(data.class, data.name), self.heap.get_mut(object)) {
            (Some(owner), Object::Instance { fields, .. }) => {
                fields.insert((owner, data.name), value.stored_as(data.ty));
                Ok(None)
            }
            _ => stuck(format!("{field} is not known")),
        }
    }

    fn new_array(&mut self, ty: Type, lengths: &[i32]) -> Done<Value> {
        if lengths.iter().any(|&length| length < 0) {
            return self.throw("java/lang/NegativeArraySizeException");
        }
        let (Some((&length, inner)), Some(element)) = (lengths.split_first(), ty.element()) else {
            return stuck(format!("an array of type {ty} with {} lengths", lengths.len()));
        };
        let mut elements = vec![Value::default_of(element); length as usize];
        if !inner.is_empty() {
            for slot in &mut elements {
                *slot = self.new_array(element, inner)?;
            }
        }
        Ok(Value::Ref(Some(self.heap.add(Object::Array { ty, elements }))))
    }

    fn store(&mut self, array: Option<Obj>, index: i32, value: Value) -> Done {
        let (array, index) = self.element(array, index)?;
        let element = self.elements(array)?.0.element().unwrap_or(Type::object());
        if let Value::Ref(Some(object)) = value
            && !self.is_instance(object, element)
        {
            return self.throw("java/lang/ArrayStoreException");
        }
        if let Object::Array { elements, .. } = self.heap.get_mut(array) {
            elements[index] = value.stored_as(element);
        }
        Ok(None)
    }

    fn elements(&self, array: Obj) -> Done<(Type, &[Value])> {
        match self.heap.get(array) {
            Object::Array { ty, elements } => Ok((*ty, elements)),
            other => stuck(format!("{other:?} is not an array")),
        }
    }

    /// An array and an index into it, if both can be used.
    fn element(&mut self, array: Option<Obj>, index: i32) -> Done<(Obj, usize)> {
        let array = self.not_null(array)?;
        let length = self.elements(array)?.1.len();
        match usize::try_from(index) {
            Ok(index) if index < length => Ok((array, index)),
            _ => self.throw("java/lang/ArrayIndexOutOfBoundsException"),
        }
    }

    pub(super) fn leave(&mut self, object: Obj) -> Done<()> {
        if self.heap.leave(object) {
            Ok(())
        } else {
            self.throw("java/lang/IllegalMonitorStateException")
        }
    }

    pub(super) fn not_null(&mut self, object: Option<Obj>) -> Done<Obj> {
        match object {
            Some(object) => Ok(object),
            None => self.throw("java/lang/NullPointerException"),
        }
    }

    /// Throws an exception of the JDK.
    pub(super) fn throw<T>(&mut self, class: &str) -> Done<T> {
        Err(Stop::Exception(self.heap.instance(Name::new(class))))
    }
}

fn known(value: Option<Value>, what: impl FnOnce() -> String) -> Done {
    match value {
        Some(value) => Ok(Some(value)),
        None => stuck(what()),
    }
}
