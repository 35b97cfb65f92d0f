//! Methods of the JDK that access elements of arrays in the place of the program: `System.arraycopy`, `Arrays.fill` and the like.
//!
//! They are accesses where the program calls them. What they did is reported when they have returned: then the ranges are right,
//! and all of it has happened.

use classfile::MemberRef;
use classfile::attribute::LineNumber;
use classfile::instruction::{Instruction, Opcode};

use super::emit::{Emit, load_and_store, parameters, width};
use super::{AccessKind, Depth, SiteTarget, Writer};
use crate::edit::Unchanged;

/// Stands for the end of an array, as the shim has it.
const END: i16 = -1;

/// Which elements a method accesses, by the numbers of its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    All {
        array: usize,
    },
    /// From an index on, as many as another parameter says.
    Many {
        array: usize,
        from: usize,
        count: usize,
    },
    /// From an index up to another one, or as far as the array goes.
    Between {
        array: usize,
        from: usize,
        to: usize,
    },
    /// As many as a parameter says, or as there are.
    First {
        array: usize,
        count: usize,
    },
}

/// What a static method accesses; nothing if it is not known.
fn parts(class: &str, name: &str, parameters: &[&str]) -> Vec<(AccessKind, Part)> {
    if (class, name) == ("java/lang/System", "arraycopy") {
        return vec![
            (AccessKind::Read, Part::Many { array: 0, from: 1, count: 4 }),
            (AccessKind::Write, Part::Many { array: 2, from: 3, count: 4 }),
        ];
    }
    let kind = match name {
        "fill" | "sort" | "parallelSort" | "setAll" | "parallelSetAll" | "parallelPrefix" => {
            AccessKind::Write
        }
        "copyOf" | "copyOfRange" | "toString" | "hashCode" => AccessKind::Read,
        _ => return Vec::new(),
    };
    if class != "java/util/Arrays" || !parameters.first().is_some_and(|ty| ty.starts_with('[')) {
        return Vec::new();
    }
    match (name, parameters) {
        ("copyOf", [_, "I", ..]) => vec![(kind, Part::First { array: 0, count: 1 })],
        (_, [_, "I", "I", ..]) => vec![(kind, Part::Between { array: 0, from: 1, to: 2 })],
        _ => vec![(kind, Part::All { array: 0 })],
    }
}

impl Writer<'_, '_> {
    pub(super) fn array_call(
        &mut self,
        i: usize,
        instruction: &Instruction,
        member: MemberRef<'_>,
        lines: &[LineNumber],
    ) -> Result<(), Unchanged> {
        if self.context.depth != (Depth::Accesses { arrays: true }) {
            return Ok(());
        }
        let descriptor = member.descriptor.to_text();
        let types = parameters(&descriptor);
        let parts = parts(&member.class.to_text(), &member.name.to_text(), &types);
        let mut reports = Emit::default();
        let mut locals = Vec::new();
        let mut next = self.first_free_local;
        for ty in &types {
            locals.push((load_and_store(ty), next));
            next += width(ty);
        }
        for (kind, part) in parts {
            self.report_part(&mut reports, instruction, kind, part, &locals, lines)?;
        }
        if reports.0.is_empty() {
            return Ok(());
        }
        let mut emit = Emit::default();
        for ((_, store), local) in locals.iter().rev() {
            emit.local(*store, *local);
        }
        for ((load, _), local) in &locals {
            emit.local(*load, *local);
        }
        self.edit.before(i, emit.take());
        self.edit.after(i, reports.take());
        self.edit.need(5, next - self.first_free_local);
        Ok(())
    }

    fn report_part(
        &mut self,
        emit: &mut Emit,
        instruction: &Instruction,
        kind: AccessKind,
        part: Part,
        locals: &[((Opcode, Opcode), u16)],
        lines: &[LineNumber],
    ) -> Result<(), Unchanged> {
        let site = self.site(instruction, kind, SiteTarget::Element, lines);
        if !site.is_watched {
            return Ok(());
        }
        let Some(site) = self.surroundings.number(site) else { return Ok(()) };
        let int = |emit: &mut Emit, parameter: usize| {
            emit.local(Opcode::Iload, locals[parameter].1);
        };
        let (Part::All { array }
        | Part::Many { array, .. }
        | Part::Between { array, .. }
        | Part::First { array, .. }) = part;
        emit.local(Opcode::Aload, locals[array].1);
        match part {
            Part::All { .. } => {
                emit.short(0).short(END);
            }
            Part::Many { from, count, .. } => {
                int(emit, from);
                int(emit, from);
                int(emit, count);
                emit.op(Opcode::Iadd);
            }
            Part::Between { from, to, .. } => {
                int(emit, from);
                int(emit, to);
            }
            Part::First { count, .. } => {
                emit.short(0);
                int(emit, count);
            }
        }
        self.push_site(emit, site)?;
        let name = if kind == AccessKind::Read { "readPart" } else { "writePart" };
        let report = self.shim(name, "(Ljava/lang/Object;III)V")?;
        emit.call(report);
        Ok(())
    }

    /// A clone of an array reads all of it.
    pub(super) fn array_clone(
        &mut self,
        i: usize,
        instruction: &Instruction,
        member: MemberRef<'_>,
        lines: &[LineNumber],
    ) -> Result<(), Unchanged> {
        let is_clone = member.name == *"clone" && member.class.to_text().starts_with('[');
        if !is_clone || self.context.depth != (Depth::Accesses { arrays: true }) {
            return Ok(());
        }
        let site = self.site(instruction, AccessKind::Read, SiteTarget::Element, lines);
        if !site.is_watched {
            return Ok(());
        }
        let Some(site) = self.surroundings.number(site) else { return Ok(()) };
        let report = self.shim("readPart", "(Ljava/lang/Object;III)V")?;
        let mut emit = Emit::default();
        emit.op(Opcode::Dup).short(0).short(END);
        self.push_site(&mut emit, site)?;
        self.edit.before(i, emit.call(report).take());
        self.edit.need(4, 0);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overloads_are_told_apart_by_their_parameters() {
        let parts = |name, descriptor| parts("java/util/Arrays", name, &parameters(descriptor));
        let all = Part::All { array: 0 };
        let between = Part::Between { array: 0, from: 1, to: 2 };
        assert_eq!(parts("fill", "([II)V"), [(AccessKind::Write, all)]);
        assert_eq!(parts("fill", "([IIII)V"), [(AccessKind::Write, between)]);
        assert_eq!(
            parts("sort", "([Ljava/lang/Object;Ljava/util/Comparator;)V"),
            [(AccessKind::Write, all)]
        );
        assert_eq!(parts("sort", "([JII)V"), [(AccessKind::Write, between)]);
        let first = Part::First { array: 0, count: 1 };
        assert_eq!(parts("copyOf", "([JI)[J"), [(AccessKind::Read, first)]);
        assert_eq!(parts("asList", "([Ljava/lang/Object;)Ljava/util/List;"), []);
        assert_eq!(parts("hashCode", "([J)I"), [(AccessKind::Read, all)]);
    }
}
