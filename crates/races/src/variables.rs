//! Atomic variables, as fields that are read and written by calls.
//!
//! ```java
//! private final AtomicReference<State> state = new AtomicReference<>(OPEN);
//! state.set(DONE);                        // as `state = DONE` of a volatile field
//! if (state.get() == DONE) …              // as `state == DONE`
//! state.compareAndSet(OPEN, CLOSED)       // as a write of `CLOSED`
//! ```
//!
//! Which calls these are is said by models: what holds one value and can be changed by comparing.

use ir::Inst;
use ir::body::{Op, Value};
use models::{Effect, Property};

use crate::program::{NodeInfo, Program, arguments};

/// The variable that a call only reads.
pub(crate) fn read(program: &Program<'_>, info: &NodeInfo<'_>, call: Inst) -> Option<Value> {
    let [variable] = arguments(info.body, call)[..] else { return None };
    let is_read = has(program, info, call, |effect| matches!(effect, Effect::Reads { .. }))
        && !has(program, info, call, |effect| matches!(effect, Effect::Writes { .. }));
    (is_read && is_variable(program, info, call)).then_some(variable)
}

/// The variable that a call may write to, with what it then has, unless that is computed.
pub(crate) fn written(
    program: &Program<'_>,
    info: &NodeInfo<'_>,
    call: Inst,
) -> Option<(Value, Option<Value>)> {
    let args = arguments(info.body, call);
    let is_written = has(program, info, call, |effect| matches!(effect, Effect::Writes { .. }));
    let variable = *args.first().filter(|_| is_written && is_variable(program, info, call))?;
    let is_plain = args.len() == 2 || is_claiming(program, info, call);
    Some((variable, args.get(1..)?.last().copied().filter(|_| is_plain)))
}

/// Whether a call changes a variable for one thread only, as long as nobody changes it back.
pub(crate) fn is_claiming(program: &Program<'_>, info: &NodeInfo<'_>, call: Inst) -> bool {
    has(program, info, call, |effect| *effect == Effect::Property(Property::Claiming))
}

/// Whether a call is one of an atomic variable, and orders what is done before and after: it can be changed by comparing, too.
fn is_variable(program: &Program<'_>, info: &NodeInfo<'_>, call: Inst) -> bool {
    let Op::Invoke { method, .. } = info.body.insts[call].op else { return false };
    let claiming = Effect::Property(Property::Claiming);
    let mut models = program.solver.models().lookup_order(method.data().class.as_str());
    models.any(|class| class.methods.iter().any(|method| method.effects.contains(&claiming)))
        && !has(program, info, call, |effect| *effect == Effect::Property(Property::Plain))
}

/// Whether the model of what is called says something.
pub(crate) fn has(
    program: &Program<'_>,
    info: &NodeInfo<'_>,
    call: Inst,
    is_it: impl Fn(&Effect) -> bool,
) -> bool {
    let Op::Invoke { method, .. } = info.body.insts[call].op else { return false };
    let method = method.data();
    let (class, name) = (method.class.as_str(), method.name.as_str());
    let models = program.solver.models();
    let model = models.method(class, name, method.ty.descriptor().as_str());
    model.is_some_and(|model| model.effects.iter().any(is_it))
}
