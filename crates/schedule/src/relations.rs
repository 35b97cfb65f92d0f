//! May-trigger relations (DrFinder, Section 4.3): a method may acquire, directly or through others, a lock of a type.

use std::fmt;

use rustc_hash::FxHashSet;

use crate::{MethodId, Names, TypeId};

/// The first line of a file of relations; it names the format.
const HEADER: &str = "# deadheat may-trigger relations 1";

/// A set of relations mt(method, type), with the names of both.
#[derive(Clone, Debug, Default)]
pub struct Relations {
    /// The names of methods.
    pub methods: Names<MethodId>,
    /// The names of lock types.
    pub types: Names<TypeId>,
    set: FxHashSet<(MethodId, TypeId)>,
    /// In the order in which they came.
    list: Vec<(MethodId, TypeId)>,
}

/// A file of relations cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelationsError {
    /// The line, from 1 on.
    pub line: usize,
}

impl fmt::Display for RelationsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} is no may-trigger relation", self.line)
    }
}

impl std::error::Error for RelationsError {}

impl Relations {
    /// What a file starts with.
    pub fn header() -> String {
        format!("{HEADER}\n")
    }

    /// Adds mt(method, type); whether it is new.
    pub fn insert(&mut self, method: MethodId, ty: TypeId) -> bool {
        let is_new = self.set.insert((method, ty));
        if is_new {
            self.list.push((method, ty));
        }
        is_new
    }

    /// Whether a method may acquire a lock of a type.
    pub fn may_trigger(&self, method: MethodId, ty: TypeId) -> bool {
        self.set.contains(&(method, ty))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Adds the relations of a file.
    pub fn read(&mut self, text: &str) -> Result<(), RelationsError> {
        let mut lines = text.lines().enumerate();
        if lines.next().map(|(_, line)| line) != Some(HEADER) {
            return Err(RelationsError { line: 1 });
        }
        for (i, line) in lines {
            let pair = line
                .split_once('\t')
                .filter(|(method, ty)| !method.is_empty() && !ty.is_empty() && !ty.contains('\t'));
            let (method, ty) = pair.ok_or(RelationsError { line: i + 1 })?;
            let (method, ty) = (self.methods.number(method), self.types.number(ty));
            self.insert(method, ty);
        }
        Ok(())
    }

    /// As a file: a line `method<TAB>type` for each, sorted.
    pub fn write(&self) -> String {
        let line = |(method, ty): &(MethodId, TypeId)| {
            format!("{}\t{}\n", self.methods.name(*method), self.types.name(*ty))
        };
        let mut lines: Vec<String> = self.list.iter().map(line).collect();
        lines.sort_unstable();
        format!("{HEADER}\n{}", lines.concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let mut relations = Relations::default();
        let (run, put) =
            (relations.methods.number("A.run()V"), relations.methods.number("Q.put()V"));
        let queue = relations.types.number("Q");
        assert!(relations.insert(run, queue) && relations.insert(put, queue));
        assert!(!relations.insert(run, queue));
        let mut again = Relations::default();
        again.read(&relations.write()).unwrap();
        assert_eq!((again.write(), again.len()), (relations.write(), 2));
        let run = again.methods.number("A.run()V");
        let (queue, other) = (again.types.number("Q"), again.types.number("R"));
        assert!(again.may_trigger(run, queue) && !again.may_trigger(run, other));
    }

    #[test]
    fn something_else_is_refused_with_the_line() {
        let mut relations = Relations::default();
        let read = |relations: &mut Relations, text: &str| relations.read(text).unwrap_err().line;
        assert_eq!(read(&mut relations, ""), 1);
        assert_eq!(read(&mut relations, "hello\n"), 1);
        assert_eq!(read(&mut relations, &format!("{HEADER}\na\tb\na b\n")), 3);
        assert_eq!(read(&mut relations, &format!("{HEADER}\na\tb\tc\n")), 2);
    }
}
