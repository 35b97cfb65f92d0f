//! What orders threads besides locks and fields: calls, fences, class initialisers, and what is known about classes of the JDK.

use classfile::instruction::{Family, Instruction, Instructions, Opcode, Operand};
use classfile::{AttributeData, ClassFile, MemberRef, MethodFlags};

use super::emit::{Emit, load_and_store, parameters, width};
use super::locks::stores_to_this;
use super::points::{POINTS, What, When, fence_mode, unsafe_mode};
use super::{Depth, FROZEN_FIELD, Finalizer, Writer};
use crate::edit::Unchanged;

impl Writer<'_, '_> {
    pub(super) fn call(&mut self, i: usize, member: MemberRef<'_>) -> Result<(), Unchanged> {
        let (name, descriptor) = (member.name.to_text(), member.descriptor.to_text());
        match (&*name, &*descriptor) {
            ("wait", "()V" | "(J)V" | "(JI)V") => {
                let descriptor = descriptor.replacen('(', "(Ljava/lang/Object;", 1);
                let waiting = self.shim("waiting", &descriptor)?;
                self.edit.instead(i, Emit::default().call(waiting).take());
            }
            ("getDeclaredFields0", _) if self.context.class.name == "java/lang/Class" => {
                let field = "[Ljava/lang/reflect/Field;";
                let visible = self.shim("visible", &format!("({field}){field}"))?;
                self.edit.after(i, Emit::default().call(visible).take());
            }
            ("getDeclaredMethods0", _)
                if self.context.class.name == "java/lang/Class"
                    && self.surroundings.schedules() =>
            {
                let method = "[Ljava/lang/reflect/Method;";
                let as_written = self.shim("asWritten", &format!("({method}){method}"))?;
                self.edit.after(i, Emit::default().call(as_written).take());
            }
            _ if member.class == *"jdk/internal/misc/Unsafe" => {
                self.unsafe_call(i, &name, &descriptor)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Which accesses a fence goes with cannot be seen, so all fences of the program are taken for uses of one lock. The JDK's
    /// own are not: what they order is known otherwise.
    pub(super) fn fence(&mut self, i: usize, member: MemberRef<'_>) -> Result<(), Unchanged> {
        if self.context.depth == Depth::Platform {
            return Ok(());
        }
        let mode = fence_mode(&member.class.to_text(), &member.name.to_text());
        let Some(mode) = mode else { return Ok(()) };
        if mode.releases {
            let release = self.shim("releaseFence", "()V")?;
            self.edit.before(i, Emit::default().call(release).take());
        }
        if mode.acquires {
            let acquire = self.shim("acquireFence", "()V")?;
            self.edit.after(i, Emit::default().call(acquire).take());
        }
        Ok(())
    }

    /// The arguments go into local variables, of which no frame knows, and come back from there.
    fn unsafe_call(&mut self, i: usize, name: &str, descriptor: &str) -> Result<(), Unchanged> {
        let Some(mode) = unsafe_mode(self.context.class.name, name, descriptor) else {
            return Ok(());
        };
        let at = "(Ljava/lang/Object;J)V";
        let object = self.first_free_local;
        let offset = object + 1;
        let mut next = object;
        let locals: Vec<(&str, u16)> = parameters(descriptor)
            .into_iter()
            .map(|ty| {
                let local = next;
                next += width(ty);
                (ty, local)
            })
            .collect();
        let mut emit = Emit::default();
        for &(ty, local) in locals.iter().rev() {
            emit.local(load_and_store(ty).1, local);
        }
        if mode.releases {
            let release = self.shim("releaseAt", at)?;
            emit.local(Opcode::Aload, object).local(Opcode::Lload, offset).call(release);
        }
        for &(ty, local) in &locals {
            emit.local(load_and_store(ty).0, local);
        }
        self.edit.before(i, emit.take());
        if mode.acquires {
            let acquire = self.shim("acquireAt", at)?;
            emit.local(Opcode::Aload, object).local(Opcode::Lload, offset).call(acquire);
            self.edit.after(i, emit.take());
        }
        self.edit.need(4, next - object);
        Ok(())
    }

    pub(super) fn class_initialiser(
        &mut self,
        instructions: &Instructions,
    ) -> Result<(), Unchanged> {
        let initialised = self.shim("initialised", "(Ljava/lang/Object;)V")?;
        let class = self.pool.class(self.constants, self.context.class.name)?;
        let code = Emit::default().with(Opcode::LdcW, class).call(initialised).take();
        for (i, instruction) in instructions.list.iter().enumerate() {
            if instruction.opcode.family() == Family::Return {
                self.edit.before(i, code.clone());
            }
        }
        self.edit.need(1, 0);
        Ok(())
    }

    /// Who uses a class comes after its initialiser. Access to a static field says so by itself; else the JVM knows it by the
    /// start of a constructor or of a static method.
    pub(super) fn class_use(&mut self) -> Result<(), Unchanged> {
        let Some(site) = self.context.class.site else { return Ok(()) };
        let is_static = self.context.flags.contains(MethodFlags::STATIC)
            && !self.context.flags.contains(MethodFlags::PRIVATE)
            && self.context.method != "<clinit>";
        if !is_static && self.context.method != "<init>" {
            return Ok(());
        }
        let used = self.shim("used", "(Ljava/lang/Object;I)V")?;
        let class = self.pool.class(self.constants, self.context.class.name)?;
        let mut emit = Emit::default();
        emit.with(Opcode::LdcW, class);
        self.push_site(&mut emit, site)?;
        self.edit.at_entry(&emit.call(used).take());
        self.edit.need(2, 0);
        Ok(())
    }

    /// What final fields refer to is seen by others as it is when the constructor ends.
    pub(super) fn freeze(&mut self, instructions: &Instructions) -> Result<(), Unchanged> {
        let is_constructor = self.context.method == "<init>" && self.context.class.is_frozen;
        if !is_constructor || stores_to_this(instructions) {
            return Ok(());
        }
        let epoch = self.shim("epoch", "()J")?;
        let class = self.context.class.name;
        let field = self.pool.field(self.constants, class, FROZEN_FIELD, "J")?;
        let mut emit = Emit::default();
        emit.op(Opcode::Aload0).call(epoch).with(Opcode::Putfield, field);
        let code = emit.take();
        for (i, instruction) in instructions.list.iter().enumerate() {
            if instruction.opcode.family() == Family::Return {
                self.edit.before(i, code.clone());
            }
        }
        self.edit.need(3, 0);
        Ok(())
    }

    /// A finalizer comes after the end of the constructor (JLS 17.4.5).
    pub(super) fn finalizer(&mut self, instructions: &Instructions) -> Result<(), Unchanged> {
        let finalizer = self.context.class.finalizer;
        if finalizer == Finalizer::None || stores_to_this(instructions) {
            return Ok(());
        }
        let is_finalizer = self.context.method == "finalize" && self.context.descriptor == "()V";
        if !is_finalizer && self.context.method != "<init>" {
            return Ok(());
        }
        let name = match (is_finalizer, finalizer) {
            (true, _) => "acquire",
            (false, Finalizer::Unknown) => "made",
            (false, _) => "release",
        };
        let method = self.shim(name, "(Ljava/lang/Object;)V")?;
        let code = Emit::default().op(Opcode::Aload0).call(method).take();
        if is_finalizer {
            self.edit.at_entry(&code);
        } else {
            for (i, instruction) in instructions.list.iter().enumerate() {
                if instruction.opcode.family() == Family::Return {
                    self.edit.before(i, code.clone());
                }
            }
        }
        self.edit.need(1, 0);
        Ok(())
    }

    /// `Class.forName` is a use of the class, too.
    pub(super) fn for_name(&mut self, i: usize, member: MemberRef<'_>) -> Result<(), Unchanged> {
        if self.context.class.name == "java/lang/Class" && member.name == *"forName0" {
            let used = self.shim("used", "(Ljava/lang/Object;)V")?;
            self.edit.after(i, Emit::default().op(Opcode::Dup).call(used).take());
            self.edit.need(1, 0);
        }
        Ok(())
    }

    pub(super) fn points(&mut self, instructions: &Instructions) -> Result<(), Unchanged> {
        let here = POINTS.iter().filter(|(class, method, ..)| {
            *class == self.context.class.name && *method == self.context.method
        });
        for (_, _, when, what) in here {
            if self.context.flags.contains(MethodFlags::STATIC) {
                continue;
            }
            let name = match what {
                What::Release => "release",
                What::Acquire => "acquire",
                What::ReleaseIfCurrent => "releaseIfCurrent",
                What::AcquireCurrent => "acquireCurrent",
                What::Start => "starting",
                What::End => "end",
                What::Optimistic => "optimistic",
                What::Validate => "validate",
            };
            let method = self.shim(name, "(Ljava/lang/Object;)V")?;
            let code = Emit::default().op(Opcode::Aload0).call(method).take();
            match when {
                When::Entry => self.edit.at_entry(&code),
                When::Exit => {
                    for (i, instruction) in instructions.list.iter().enumerate() {
                        if instruction.opcode.family() == Family::Return {
                            self.edit.before(i, code.clone());
                        }
                    }
                }
            }
            self.edit.need(1, 0);
        }
        Ok(())
    }
}

/// Whether a class initialiser may do more than to fill the static fields of its class, whose readers come after it anyway.
pub(super) fn has_deep_initialiser(file: &ClassFile<'_>) -> bool {
    let initialiser = file.methods.iter().find(|method| {
        file.constants.utf8(method.name).is_ok_and(|name| name.as_bytes() == b"<clinit>")
    });
    let Some(initialiser) = initialiser else { return false };
    let code = initialiser.attributes.iter().find_map(|attribute| match &attribute.data {
        AttributeData::Code(code) => code.instructions().ok(),
        _ => None,
    });
    let is_harmless = |instruction: &Instruction| {
        let (Operand::Constant(member) | Operand::Interface { method: member, .. }) =
            instruction.operand
        else {
            return true;
        };
        match (instruction.opcode, file.constants.member(member)) {
            (Opcode::Putfield, _) => false,
            (Opcode::Getstatic | Opcode::Putstatic, Ok(field)) => {
                field.class == file.name() || field.class.to_text().starts_with("java/")
            }
            (_, Ok(method)) => method.class.to_text().starts_with("java/"),
            // Not a member: a class, a constant, or a call that makes a lambda.
            (_, Err(_)) => true,
        }
    };
    code.is_none_or(|code| !code.list.iter().all(is_harmless))
}
