//! Numbers, as chapter 6 of the JVM specification computes with them.

use ir::body::{BinaryOp, Cond, UnaryOp};

use super::Value;
use super::Value::{Double, Float, Int, Long};

/// Negates or converts; `None` if the operand is of another type than the operation needs.
pub(super) fn unary(op: UnaryOp, a: Value) -> Option<Value> {
    use UnaryOp::*;
    Some(match (op, a) {
        (Ineg, Int(a)) => Int(a.wrapping_neg()),
        (Lneg, Long(a)) => Long(a.wrapping_neg()),
        (Fneg, Float(a)) => Float(-a),
        (Dneg, Double(a)) => Double(-a),
        (I2l, Int(a)) => Long(a.into()),
        (I2f, Int(a)) => Float(a as f32),
        (I2d, Int(a)) => Double(a.into()),
        (L2i, Long(a)) => Int(a as i32),
        (L2f, Long(a)) => Float(a as f32),
        (L2d, Long(a)) => Double(a as f64),
        (F2i, Float(a)) => Int(a as i32),
        (F2l, Float(a)) => Long(a as i64),
        (F2d, Float(a)) => Double(a.into()),
        (D2i, Double(a)) => Int(a as i32),
        (D2l, Double(a)) => Long(a as i64),
        (D2f, Double(a)) => Float(a as f32),
        (I2b, Int(a)) => Int((a as i8).into()),
        (I2c, Int(a)) => Int((a as u16).into()),
        (I2s, Int(a)) => Int((a as i16).into()),
        _ => return None,
    })
}

/// Computes or compares; `None` as for [`unary`]. The caller has excluded division of integers by zero.
pub(super) fn binary(op: BinaryOp, a: Value, b: Value) -> Option<Value> {
    match (a, b) {
        (Int(a), Int(b)) => int(op, a, b).map(Int),
        (Long(a), Long(b)) => long(op, a, b),
        (Long(a), Int(b)) => shift(op, a, b).map(Long),
        (Float(a), Float(b)) => float(op, a, b),
        (Double(a), Double(b)) => double(op, a, b),
        _ => None,
    }
}

/// Whether a value is the zero that an integer division cannot divide by.
pub(super) fn is_zero(value: Value) -> bool {
    matches!(value, Int(0) | Long(0))
}

pub(super) fn holds(cond: Cond, a: i32, b: i32) -> bool {
    match cond {
        Cond::Eq => a == b,
        Cond::Ne => a != b,
        Cond::Lt => a < b,
        Cond::Ge => a >= b,
        Cond::Gt => a > b,
        Cond::Le => a <= b,
    }
}

fn int(op: BinaryOp, a: i32, b: i32) -> Option<i32> {
    use BinaryOp::*;
    Some(match op {
        Iadd => a.wrapping_add(b),
        Isub => a.wrapping_sub(b),
        Imul => a.wrapping_mul(b),
        Idiv => a.wrapping_div(b),
        Irem => a.wrapping_rem(b),
        Ishl => a.wrapping_shl(b as u32),
        Ishr => a.wrapping_shr(b as u32),
        Iushr => (a as u32).wrapping_shr(b as u32) as i32,
        Iand => a & b,
        Ior => a | b,
        Ixor => a ^ b,
        _ => return None,
    })
}

fn long(op: BinaryOp, a: i64, b: i64) -> Option<Value> {
    use BinaryOp::*;
    Some(Long(match op {
        Ladd => a.wrapping_add(b),
        Lsub => a.wrapping_sub(b),
        Lmul => a.wrapping_mul(b),
        Ldiv => a.wrapping_div(b),
        Lrem => a.wrapping_rem(b),
        Land => a & b,
        Lor => a | b,
        Lxor => a ^ b,
        Lcmp => return Some(Int(a.cmp(&b) as i32)),
        _ => return None,
    }))
}

fn shift(op: BinaryOp, a: i64, b: i32) -> Option<i64> {
    Some(match op {
        BinaryOp::Lshl => a.wrapping_shl(b as u32),
        BinaryOp::Lshr => a.wrapping_shr(b as u32),
        BinaryOp::Lushr => (a as u64).wrapping_shr(b as u32) as i64,
        _ => return None,
    })
}

fn float(op: BinaryOp, a: f32, b: f32) -> Option<Value> {
    use BinaryOp::*;
    Some(Float(match op {
        Fadd => a + b,
        Fsub => a - b,
        Fmul => a * b,
        Fdiv => a / b,
        Frem => a % b,
        Fcmpl => return Some(compared(a.partial_cmp(&b), -1)),
        Fcmpg => return Some(compared(a.partial_cmp(&b), 1)),
        _ => return None,
    }))
}

fn double(op: BinaryOp, a: f64, b: f64) -> Option<Value> {
    use BinaryOp::*;
    Some(Double(match op {
        Dadd => a + b,
        Dsub => a - b,
        Dmul => a * b,
        Ddiv => a / b,
        Drem => a % b,
        Dcmpl => return Some(compared(a.partial_cmp(&b), -1)),
        Dcmpg => return Some(compared(a.partial_cmp(&b), 1)),
        _ => return None,
    }))
}

/// The two comparisons of fractions differ in what they make of a NaN.
fn compared(order: Option<std::cmp::Ordering>, with_nan: i32) -> Value {
    Int(order.map_or(with_nan, |order| order as i32))
}
