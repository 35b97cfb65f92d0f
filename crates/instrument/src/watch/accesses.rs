//! Accesses to fields and to elements of arrays, and to the state of library objects.

use classfile::attribute::LineNumber;
use classfile::instruction::{Family, Instruction, Instructions, Opcode};
use classfile::{FieldFlags, MemberRef};

use super::emit::{Emit, load_and_store, parameters, width};
use super::points::AS_VOLATILE;
use super::updates::write_after;
use super::{AccessKind, CLASS_CONSTANTS, Depth, SiteId, SiteTarget, Writer, text};
use crate::edit::Unchanged;

/// What is known about a field that code names.
pub(super) enum Target {
    /// It is plain, and this class declares it.
    OwnPlain,
    /// It orders threads. Holds the class that declares it, for static fields.
    Volatile(String),
    /// It does not matter.
    Ignored,
    /// It is found out when the program runs.
    Unknown,
}

impl Writer<'_, '_> {
    /// `super.clone()`: the JVM copies all fields, shadows included. Those say what was done to the original.
    pub(super) fn cloned(&mut self, i: usize, member: MemberRef<'_>) -> Result<(), Unchanged> {
        if member.name == *"clone" && member.descriptor == *"()Ljava/lang/Object;" {
            let cloned = self.shim("cloned", "(Ljava/lang/Object;)V")?;
            self.edit.after(i, Emit::default().op(Opcode::Dup).call(cloned).take());
            self.edit.need(1, 0);
        }
        Ok(())
    }

    pub(super) fn target(&mut self, member: MemberRef<'_>) -> Target {
        let (class, name, descriptor) =
            (member.class.to_text(), member.name.to_text(), member.descriptor.to_text());
        let of = |class: &str, flags: FieldFlags| {
            if flags.contains(FieldFlags::VOLATILE) {
                Target::Volatile(class.to_owned())
            } else if flags.contains(FieldFlags::FINAL) {
                Target::Ignored
            } else {
                Target::OwnPlain
            }
        };
        let is_as_volatile =
            AS_VOLATILE.iter().any(|(owner, fields)| *owner == class && fields.contains(&&*name));
        if is_as_volatile {
            return Target::Volatile(class.into_owned());
        }
        let own = (class == self.context.class.name).then(|| {
            self.context.class.fields.iter().find(|field| {
                text(self.constants, field.name) == name
                    && text(self.constants, field.descriptor) == descriptor
            })
        });
        match (own.flatten(), self.context.depth) {
            (Some(field), _) => of(&class, field.flags),
            (None, Depth::Accesses { .. }) => Target::Unknown,
            (None, depth) => {
                let found = self.surroundings.field(&class, &name, &descriptor);
                match found {
                    Some(field) => {
                        let package = |name: &str| name.rsplit_once('/').map(|(p, _)| p.to_owned());
                        let may_name = field.is_class_public
                            || package(&field.class) == package(self.context.class.name);
                        of(if may_name { &field.class } else { &class }, field.flags)
                    }
                    None if depth == Depth::Platform => Target::Ignored,
                    None => Target::Unknown,
                }
            }
        }
    }

    pub(super) fn field_access(
        &mut self,
        i: usize,
        instruction: &Instruction,
        member: MemberRef<'_>,
        is_early: bool,
        lines: &[LineNumber],
    ) -> Result<(), Unchanged> {
        let target = self.target(member);
        let slots = width(&member.descriptor.to_text());
        let is_reference = member.descriptor.to_text().starts_with(['L', '[']);
        let is_static = matches!(instruction.opcode, Opcode::Getstatic | Opcode::Putstatic);
        let kind = match instruction.opcode {
            Opcode::Getstatic | Opcode::Getfield => AccessKind::Read,
            _ => AccessKind::Write,
        };
        // Only the fields of this very class can be written on an object that is no object yet.
        if is_early
            && instruction.opcode == Opcode::Putfield
            && member.class == *self.context.class.name
        {
            return Ok(());
        }
        match target {
            Target::Volatile(class) if is_static => self.volatile_static(i, kind, &class),
            Target::Volatile(_) => self.volatile_field(i, kind, slots),
            Target::Ignored if !self.context.depth.has_accesses() => Ok(()),
            // Whoever reads a final field comes after the class initialiser or, as for what it refers to, the constructor.
            Target::Ignored if kind == AccessKind::Write => Ok(()),
            Target::Ignored if !is_static && (is_early || !is_reference) => Ok(()),
            Target::OwnPlain if !self.context.depth.has_accesses() => Ok(()),
            Target::OwnPlain | Target::Unknown | Target::Ignored => {
                let field = SiteTarget::Field {
                    class: member.class.to_text().into_owned(),
                    name: member.name.to_text().into_owned(),
                    descriptor: member.descriptor.to_text().into_owned(),
                    is_static,
                };
                let site = self.site(instruction, kind, field, lines);
                // Else it still has to be found out whether the field is volatile, and what the class initialiser did.
                let is_silent = !site.is_watched || self.is_update;
                if is_silent && !is_static && matches!(target, Target::OwnPlain) {
                    return Ok(());
                }
                let Some(site) = self.surroundings.number(site) else { return Ok(()) };
                let is_own = !matches!(target, Target::Unknown);
                if is_static {
                    self.plain_static(i, kind, site, is_own)
                } else {
                    self.plain_field(i, kind, slots, site, is_own)
                }
            }
        }
    }

    /// Whether an instruction is a read that a write of the same variable follows, which is watched.
    pub(super) fn is_covered(
        &mut self,
        instructions: &Instructions,
        read: usize,
        lines: &[LineNumber],
    ) -> bool {
        let constants = &*self.constants;
        let width_of = |field| {
            let member = constants.member(field).ok()?;
            Some(usize::from(width(&member.descriptor.to_text())))
        };
        write_after(&width_of, instructions, read).is_some_and(|write| {
            let write = &instructions.list[write];
            self.site(write, AccessKind::Write, SiteTarget::Element, lines).is_watched
        })
    }

    pub(super) fn element(
        &mut self,
        i: usize,
        instruction: &Instruction,
        lines: &[LineNumber],
    ) -> Result<(), Unchanged> {
        let is_read = instruction.opcode.family() == Family::ArrayLoad;
        let kind = if is_read { AccessKind::Read } else { AccessKind::Write };
        let site = self.site(instruction, kind, SiteTarget::Element, lines);
        if !site.is_watched || self.is_update {
            return Ok(());
        }
        let Some(site) = self.surroundings.number(site) else { return Ok(()) };
        let view = self.views.get(&i).copied();
        let report = match (is_read, view.is_some()) {
            (true, false) => self.shim("readElement", "(Ljava/lang/Object;II)V")?,
            (false, false) => self.shim("writeElement", "(Ljava/lang/Object;II)V")?,
            (true, true) => self.shim(
                "readIn",
                "(Ljava/lang/Object;ILjava/lang/Object;Ljava/lang/Object;[JIJI)V",
            )?,
            (false, true) => self.shim("writeIn", "(Ljava/lang/Object;ILjava/lang/Object;I)V")?,
        };
        let mut emit = Emit::default();
        // The array and the index once more on top, below a value that is to be stored.
        emit.ops(match (instruction.opcode, is_read) {
            (_, true) => &[Opcode::Dup2],
            (Opcode::Lastore | Opcode::Dastore, _) => {
                &[Opcode::Dup2X2, Opcode::Pop2, Opcode::Dup2X2]
            }
            _ => &[Opcode::DupX2, Opcode::Pop, Opcode::Dup2X1],
        });
        if let Some(view) = view {
            if is_read {
                emit.local(Opcode::Aload, view.array);
            }
            emit.local(Opcode::Aload, view.local);
            if is_read {
                emit.local(Opcode::Aload, view.local + 1).local(Opcode::Iload, view.local + 2);
                emit.local(Opcode::Lload, view.local + 3);
            }
        }
        self.push_site(&mut emit, site)?;
        self.edit.before(i, emit.call(report).take());
        self.edit.need(11, 0);
        Ok(())
    }

    fn plain_field(
        &mut self,
        i: usize,
        kind: AccessKind,
        slots: u16,
        site: SiteId,
        is_own: bool,
    ) -> Result<(), Unchanged> {
        let name = match kind {
            AccessKind::Read if self.is_update => "update",
            AccessKind::Read => "read",
            AccessKind::Write => "write",
        };
        let report = self.shim(name, "(Ljava/lang/Object;I)V")?;
        let mut emit = Emit::default();
        match kind {
            AccessKind::Read if is_own => {
                emit.op(Opcode::Dup);
                self.push_site(&mut emit, site)?;
                self.edit.before(i, emit.call(report).take());
            }
            AccessKind::Read => {
                self.edit.before(i, emit.op(Opcode::Dup).take());
                emit.ops(object_above(slots));
                self.push_site(&mut emit, site)?;
                self.edit.after(i, emit.call(report).take());
            }
            AccessKind::Write => {
                let (down, up) = object_copied(slots);
                emit.ops(down);
                self.push_site(&mut emit, site)?;
                self.edit.before(i, emit.call(report).ops(up).take());
            }
        }
        self.edit.need(4, 0);
        Ok(())
    }

    fn plain_static(
        &mut self,
        i: usize,
        kind: AccessKind,
        site: SiteId,
        is_own: bool,
    ) -> Result<(), Unchanged> {
        let name = if kind == AccessKind::Read { "readStatic" } else { "writeStatic" };
        let report = self.shim(name, "(I)V")?;
        let mut emit = Emit::default();
        if kind == AccessKind::Write && !is_own {
            // It may turn out to be volatile, and then it has to be released before it is written.
            let before = self.shim("beforeStatic", "(I)V")?;
            self.push_site(&mut emit, site)?;
            self.edit.before(i, emit.call(before).take());
        }
        self.push_site(&mut emit, site)?;
        self.edit.after(i, emit.call(report).take());
        self.edit.need(1, 0);
        Ok(())
    }

    fn volatile_field(&mut self, i: usize, kind: AccessKind, slots: u16) -> Result<(), Unchanged> {
        let mut emit = Emit::default();
        match kind {
            AccessKind::Read => {
                let acquire = self.shim("acquire", "(Ljava/lang/Object;)V")?;
                self.edit.before(i, emit.op(Opcode::Dup).take());
                self.edit.after(i, emit.ops(object_above(slots)).call(acquire).take());
            }
            AccessKind::Write => {
                let release = self.shim("release", "(Ljava/lang/Object;)V")?;
                let (down, up) = object_copied(slots);
                self.edit.before(i, emit.ops(down).call(release).ops(up).take());
            }
        }
        self.edit.need(3, 0);
        Ok(())
    }

    fn volatile_static(
        &mut self,
        i: usize,
        kind: AccessKind,
        class: &str,
    ) -> Result<(), Unchanged> {
        if self.context.class.version < CLASS_CONSTANTS {
            // A constant cannot be a class yet; the JDK has no such classes, and programs of that age no volatile fields
            // that a site would not do for.
            return Ok(());
        }
        let name = if kind == AccessKind::Read { "acquire" } else { "release" };
        let report = self.shim(name, "(Ljava/lang/Object;)V")?;
        let class = self.pool.class(self.constants, class)?;
        let code = Emit::default().with(Opcode::LdcW, class).call(report).take();
        match kind {
            AccessKind::Read => self.edit.after(i, code),
            AccessKind::Write => self.edit.before(i, code),
        }
        self.edit.need(1, 0);
        Ok(())
    }

    /// The state of a list or map is accessed where the program calls it.
    pub(super) fn library_call(
        &mut self,
        i: usize,
        instruction: &Instruction,
        member: MemberRef<'_>,
        lines: &[LineNumber],
    ) -> Result<(), Unchanged> {
        let (class, name, descriptor) =
            (member.class.to_text(), member.name.to_text(), member.descriptor.to_text());
        if !self.context.depth.has_accesses()
            || !self.surroundings.may_access_state(&class, &name, &descriptor)
        {
            return Ok(());
        }
        let target = SiteTarget::Call {
            name: name.into_owned(),
            descriptor: descriptor.clone().into_owned(),
        };
        self.state_access(i, instruction, target, &parameters(&descriptor), lines)
    }

    /// Methods of `Collections` do something to the collection that is their first parameter.
    pub(super) fn collections_call(
        &mut self,
        i: usize,
        instruction: &Instruction,
        member: MemberRef<'_>,
        lines: &[LineNumber],
    ) -> Result<(), Unchanged> {
        if !self.context.depth.has_accesses() || member.class != *"java/util/Collections" {
            return Ok(());
        }
        // As if that one method of the collection was called.
        let (name, result) = match &*member.name.to_text() {
            "sort" | "reverse" | "shuffle" | "swap" | "fill" | "addAll" | "copy" | "rotate"
            | "replaceAll" => ("clear", "()V"),
            "min" | "max" | "frequency" | "binarySearch" => ("size", "()I"),
            _ => return Ok(()),
        };
        let target = SiteTarget::Call { name: name.to_owned(), descriptor: result.to_owned() };
        let descriptor = member.descriptor.to_text();
        let above = parameters(&descriptor).split_off(1);
        self.state_access(i, instruction, target, &above, lines)
    }

    /// Library methods read collections that they are given, as `new ArrayList<>(list)` does.
    pub(super) fn argument_states(
        &mut self,
        i: usize,
        instruction: &Instruction,
        member: MemberRef<'_>,
        lines: &[LineNumber],
    ) -> Result<(), Unchanged> {
        if !self.context.depth.has_accesses() {
            return Ok(());
        }
        let (class, name, descriptor) =
            (member.class.to_text(), member.name.to_text(), member.descriptor.to_text());
        let all = parameters(&descriptor);
        for argument in self.surroundings.read_arguments(&class, &name, &descriptor) {
            // As if that one method of the argument was called.
            let target = SiteTarget::Call { name: "size".to_owned(), descriptor: "()I".to_owned() };
            self.state_access(i, instruction, target, &all[argument + 1..], lines)?;
        }
        Ok(())
    }

    /// The state of an object on the operand stack is accessed, with values of some types above it.
    fn state_access(
        &mut self,
        i: usize,
        instruction: &Instruction,
        target: SiteTarget,
        above: &[&str],
        lines: &[LineNumber],
    ) -> Result<(), Unchanged> {
        let site = self.site(instruction, AccessKind::Write, target, lines);
        if !site.is_watched {
            return Ok(());
        }
        let Some(site) = self.surroundings.number(site) else { return Ok(()) };
        let report = self.shim("call", "(Ljava/lang/Object;I)V")?;
        let mut next = self.first_free_local;
        let mut emit = Emit::default();
        for ty in above.iter().rev() {
            emit.local(load_and_store(ty).1, next);
            next += width(ty);
        }
        emit.op(Opcode::Dup);
        self.push_site(&mut emit, site)?;
        emit.call(report);
        for ty in above {
            next -= width(ty);
            emit.local(load_and_store(ty).0, next);
        }
        let slots: u16 = above.iter().map(|ty| width(ty)).sum();
        self.edit.before(i, emit.take());
        self.edit.need(2, slots);
        Ok(())
    }
}

/// From `o, value` to `value, o`.
fn object_above(slots: u16) -> &'static [Opcode] {
    if slots == 2 { &[Opcode::Dup2X1, Opcode::Pop2] } else { &[Opcode::Swap] }
}

/// From `o, value` to something with another `o` on top, and what is left to do once that was taken.
fn object_copied(slots: u16) -> (&'static [Opcode], &'static [Opcode]) {
    if slots == 2 {
        (&[Opcode::Dup2X1, Opcode::Pop2, Opcode::Dup], &[Opcode::DupX2, Opcode::Pop])
    } else {
        (&[Opcode::Dup2, Opcode::Pop], &[])
    }
}
