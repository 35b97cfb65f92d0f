//! Locks: what they order, and who holds them.
//!
//! A thread's state lists what it holds, with the places that took it. Monitors are entered and left by code that is rewritten,
//! in the JDK too. Locks of `java.util.concurrent` order threads by their own code; that they are held is put down where
//! the program calls them.
//!
//! If threads are scheduled, the program's code asks `before` it acquires a lock, which may hold the thread there, and says
//! when it is `after` that. The JVM enters the monitor of a synchronized method before any of its code runs, so such
//! methods become plain ones that enter the monitor by themselves.

use classfile::attribute::{LineNumber, VerificationType};
use classfile::instruction::{Family, Instruction, Instructions, Opcode, Operand};
use classfile::{MemberRef, MethodFlags};

use super::emit::{Emit, load_and_store, parameters, width};
use super::{AccessKind, CLASS_CONSTANTS, Depth, LockCall, SiteId, SiteTarget, Writer};
use crate::edit::{Around, Unchanged};
use crate::pool::PoolFull;

impl Writer<'_, '_> {
    pub(super) fn monitor_enter(
        &mut self,
        i: usize,
        instruction: &Instruction,
        lines: &[LineNumber],
    ) -> Result<(), Unchanged> {
        // Not on the stack: JDK 25 forgets what is there when it moves objects while a virtual thread waits here.
        let lock = self.first_free_local;
        let site = self.lock_site(SiteTarget::Monitor, instruction, lines);
        let mut emit = Emit::default();
        emit.op(Opcode::Dup).local(Opcode::Astore, lock);
        if self.is_scheduled() {
            emit.local(Opcode::Aload, lock);
            self.before(&mut emit, site)?;
        }
        self.edit.before(i, emit.take());
        emit.local(Opcode::Aload, lock);
        self.enter(&mut emit, site)?;
        self.after(&mut emit)?;
        self.edit.after(i, emit.take());
        self.edit.need(2, 1);
        Ok(())
    }

    /// Whether threads may be held before they acquire a lock here.
    fn is_scheduled(&self) -> bool {
        self.context.depth != Depth::Platform && self.surroundings.schedules()
    }

    /// The lock on the stack is about to be acquired.
    fn before(&mut self, emit: &mut Emit, site: SiteId) -> Result<(), Unchanged> {
        let before = self.shim("before", "(Ljava/lang/Object;I)V")?;
        self.push_site(emit, site)?;
        emit.call(before);
        Ok(())
    }

    /// What was about to be acquired is, if threads are scheduled.
    fn after(&mut self, emit: &mut Emit) -> Result<(), Unchanged> {
        if self.is_scheduled() {
            let after = self.shim("after", "()V")?;
            emit.call(after);
        }
        Ok(())
    }

    pub(super) fn monitor_exit(&mut self, i: usize) -> Result<(), Unchanged> {
        let exit = self.shim("exit", "(Ljava/lang/Object;)V")?;
        self.edit.before(i, Emit::default().op(Opcode::Dup).call(exit).take());
        self.edit.need(1, 0);
        Ok(())
    }

    /// The monitor on the stack was entered.
    fn enter(&mut self, emit: &mut Emit, site: SiteId) -> Result<(), Unchanged> {
        let enter = self.shim("enter", "(Ljava/lang/Object;I)V")?;
        self.push_site(emit, site)?;
        emit.call(enter);
        Ok(())
    }

    /// Where a lock is taken; zero, which is no place, if there are too many.
    fn lock_site(
        &mut self,
        target: SiteTarget,
        instruction: &Instruction,
        lines: &[LineNumber],
    ) -> SiteId {
        let site = self.site(instruction, AccessKind::Write, target, lines);
        self.surroundings.number(site).unwrap_or(SiteId(0))
    }

    /// Pushes what a synchronized method locks.
    fn push_lock(&mut self, emit: &mut Emit) -> Result<(), PoolFull> {
        if self.context.flags.contains(MethodFlags::STATIC) {
            let class = self.pool.class(self.constants, self.context.class.name)?;
            emit.with(Opcode::LdcW, class);
        } else {
            emit.op(Opcode::Aload0);
        }
        Ok(())
    }

    pub(super) fn synchronized_method(
        &mut self,
        instructions: &Instructions,
        lines: &[LineNumber],
    ) -> Result<(), Unchanged> {
        let is_static = self.context.flags.contains(MethodFlags::STATIC);
        if (is_static && self.context.class.version < CLASS_CONSTANTS)
            || (!is_static && stores_to_this(instructions))
        {
            return Err(Unchanged::BadCode);
        }
        let Some(first) = instructions.list.first() else { return Err(Unchanged::BadCode) };
        let site = self.lock_site(SiteTarget::Monitor, first, lines);
        let mut emit = Emit::default();
        let (mut from, mut holes) = (None, Vec::new());
        if self.is_scheduled() {
            self.push_lock(&mut emit)?;
            self.before(&mut emit, site)?;
            self.push_lock(&mut emit)?;
            self.edit.at_entry(&emit.op(Opcode::Monitorenter).take());
            // The compilers want to see that nothing can leave the monitor entered.
            let length = u16::try_from(self.edit.entry_length());
            from = Some(length.map_err(|_| Unchanged::CodeTooLong)?);
        }
        self.push_lock(&mut emit)?;
        self.enter(&mut emit, site)?;
        self.after(&mut emit)?;
        self.edit.at_entry(&emit.take());
        let exit = self.shim("exit", "(Ljava/lang/Object;)V")?;
        self.push_lock(&mut emit)?;
        emit.call(exit);
        if self.is_scheduled() {
            self.push_lock(&mut emit)?;
            emit.op(Opcode::Monitorexit);
        }
        let leave = emit.take();
        for (i, instruction) in instructions.list.iter().enumerate() {
            if instruction.opcode.family() == Family::Return {
                self.edit.before(i, leave.clone());
                if self.is_scheduled() {
                    holes.push(i);
                }
            }
        }
        let this = self.pool.class(self.constants, self.context.class.name)?;
        let locals = if is_static { Vec::new() } else { vec![VerificationType::Object(this)] };
        let stack_map_name = match self.context.class.version {
            50.. => Some(self.pool.text(self.constants, "StackMapTable")?),
            _ => None,
        };
        let handler = [leave, vec![Opcode::Athrow as u8]].concat();
        let throwable = self.pool.class(self.constants, "java/lang/Throwable")?;
        self.edit.around(Around { handler, locals, throwable, stack_map_name, from, holes });
        self.enters_monitor = self.is_scheduled();
        self.edit.need(3, 0);
        Ok(())
    }

    /// A call of a lock. Its arguments go into local variables, of which no frame knows, and come back from there.
    pub(super) fn lock_call(
        &mut self,
        i: usize,
        instruction: &Instruction,
        member: MemberRef<'_>,
        lines: &[LineNumber],
    ) -> Result<(), Unchanged> {
        let (class, name, descriptor) =
            (member.class.to_text(), member.name.to_text(), member.descriptor.to_text());
        if !self.context.depth.has_accesses() {
            return Ok(());
        }
        let Some(call) = self.surroundings.lock_call(&class, &name, &descriptor) else {
            return Ok(());
        };
        if call == LockCall::Passes && !self.is_scheduled() {
            return Ok(());
        }
        let lock = self.first_free_local;
        let mut next = lock + 1;
        let parameters = parameters(&descriptor);
        let mut emit = Emit::default();
        for ty in parameters.iter().rev() {
            emit.local(load_and_store(ty).1, next);
            next += width(ty);
        }
        emit.op(Opcode::Dup).local(Opcode::Astore, lock);
        if call == LockCall::Leaves {
            let left = self.shim("left", "(Ljava/lang/Object;)V")?;
            emit.local(Opcode::Aload, lock).call(left);
        }
        let target = SiteTarget::Call {
            name: name.into_owned(),
            descriptor: descriptor.clone().into_owned(),
        };
        let is_acquired = call != LockCall::Leaves;
        let site = match is_acquired {
            true => self.lock_site(target, instruction, lines),
            false => SiteId(0),
        };
        if is_acquired && self.is_scheduled() {
            emit.local(Opcode::Aload, lock);
            self.before(&mut emit, site)?;
        }
        let end = next;
        for ty in &parameters {
            next -= width(ty);
            emit.local(load_and_store(ty).0, next);
        }
        self.edit.before(i, emit.take());
        if call == LockCall::Passes {
            self.after(&mut emit)?;
            self.edit.after(i, emit.take());
        }
        if call == LockCall::Takes {
            let result = descriptor.rsplit_once(')').map_or("V", |(_, result)| result);
            let taken = match result {
                "Z" => "(ZLjava/lang/Object;I)V",
                "J" => "(JLjava/lang/Object;I)V",
                _ => "(Ljava/lang/Object;I)V",
            };
            match result {
                "Z" => emit.op(Opcode::Dup),
                "J" => emit.op(Opcode::Dup2),
                _ => &mut emit,
            };
            let taken = self.shim("taken", taken)?;
            emit.local(Opcode::Aload, lock);
            self.push_site(&mut emit, site)?;
            emit.call(taken);
            self.after(&mut emit)?;
            self.edit.after(i, emit.take());
        }
        self.edit.need(6, end - lock);
        Ok(())
    }
}

/// Whether local variable 0 is ever assigned.
pub(super) fn stores_to_this(instructions: &Instructions) -> bool {
    instructions.list.iter().any(|instruction| match instruction.opcode.family() {
        Family::Store => instruction.operand == Operand::Local(0),
        Family::StoreNth => instruction.opcode.distance_from(Opcode::Istore0).is_multiple_of(4),
        _ => false,
    })
}
