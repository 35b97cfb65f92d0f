//! What the recorder wrote, read back.

use std::collections::HashMap;

use classfile::JStr;

use super::name::MethodName;
use super::program::Rewritten;
use super::{Executed, RecordError, ReflectiveCall};

impl Executed {
    /// Sorts the records of a log by who called whom.
    pub(super) fn add_log(
        &mut self,
        program: &Rewritten,
        mut log: &[u8],
    ) -> Result<(), RecordError> {
        let mut callers = Callers { program, known: HashMap::new() };
        while let Some((record, rest)) = split_record(log) {
            let method = program.methods.get(record.method as usize);
            let method = method.ok_or(RecordError::BadLog { method: record.method })?;
            let (caller, reflection) = split_reflection(record.caller);
            self.add(method, callers.find(caller));
            self.reflection.extend(reflection.and_then(|text| ReflectiveCall::new(text, method)));
            log = rest;
        }
        Ok(())
    }

    fn add(&mut self, method: &MethodName, caller: Caller) {
        self.methods.insert(method.clone());
        match caller {
            Caller::None => {
                self.from_vm.insert(method.clone());
            }
            Caller::Library(caller) => {
                self.from_library.insert((caller, method.clone()));
            }
            Caller::Application(caller) => {
                // It may be one of those that do not report themselves.
                self.methods.insert(caller.clone());
                let edges = match method.is_class_initialiser() {
                    true => &mut self.initialisations,
                    false => &mut self.edges,
                };
                edges.insert((caller, method.clone()));
            }
        }
    }
}

#[derive(Clone)]
enum Caller {
    None,
    Library(MethodName),
    Application(MethodName),
}

/// Names that were read already.
struct Callers<'p, 'l> {
    program: &'p Rewritten,
    known: HashMap<&'l [u8], Caller>,
}

impl<'l> Callers<'_, 'l> {
    fn find(&mut self, text: &'l [u8]) -> Caller {
        let classes = &self.program.classes;
        let caller = self.known.entry(text).or_insert_with(|| {
            let name = match JStr::new(text) {
                Some(text) => MethodName::from(&*text.to_text()),
                None => MethodName::from(&*String::from_utf8_lossy(text)),
            };
            match name.class() {
                "" => Caller::None,
                class if classes.contains(class) => Caller::Application(name),
                _ => Caller::Library(name),
            }
        });
        caller.clone()
    }
}

/// Separates the caller from what is said about a call by reflection.
fn split_reflection(text: &[u8]) -> (&[u8], Option<&str>) {
    match text.iter().position(|&byte| byte == b'\t') {
        Some(tab) => (&text[..tab], std::str::from_utf8(&text[tab + 1..]).ok()),
        None => (text, None),
    }
}

struct Record<'l> {
    method: u32,
    caller: &'l [u8],
}

/// The first record and the rest; `None` at the end. A killed JVM may leave a part of a record there.
fn split_record(log: &[u8]) -> Option<(Record<'_>, &[u8])> {
    let (method, log) = log.split_first_chunk()?;
    let (length, log) = log.split_first_chunk()?;
    let (caller, rest) = log.split_at_checked(u16::from_be_bytes(*length).into())?;
    Some((Record { method: u32::from_be_bytes(*method), caller }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(method: u32, caller: &str) -> Vec<u8> {
        let length = u16::try_from(caller.len()).unwrap().to_be_bytes();
        [&method.to_be_bytes()[..], &length, caller.as_bytes()].concat()
    }

    fn program() -> Rewritten {
        Rewritten {
            methods: ["A.main()V", "A.<clinit>()V", "A.m()V"].map(MethodName::from).to_vec(),
            classes: ["A".to_owned()].into(),
            ..Rewritten::default()
        }
    }

    #[test]
    fn records_are_sorted_by_caller() {
        let log = [
            record(1, ""),
            record(0, ""),
            record(2, "A.main()V"),
            record(1, "A.huge()V"),
            record(2, "java/util/List.forEach()V"),
            record(2, "java/lang/F.invoke0()V\tMethod.invoke\tA.main\t7"),
            record(2, "A.cut off")[..12].to_vec(),
        ];
        let mut executed = Executed::default();
        executed.add_log(&program(), &log.concat()).unwrap();
        let pair = |a: &str, b: &str| (MethodName::from(a), MethodName::from(b));
        assert_eq!(executed.edges, [pair("A.main()V", "A.m()V")].into());
        assert_eq!(executed.initialisations, [pair("A.huge()V", "A.<clinit>()V")].into());
        let from_library =
            [pair("java/util/List.forEach()V", "A.m()V"), pair("java/lang/F.invoke0()V", "A.m()V")];
        assert_eq!(executed.from_library, from_library.into());
        assert_eq!(executed.reflection_log(), "Method.invoke;<A: void m()>;A.main;7;;\n");
        assert_eq!(executed.from_vm, ["A.<clinit>()V", "A.main()V"].map(MethodName::from).into());
        assert_eq!(executed.methods.len(), 4, "{:?}", executed.methods);
    }

    #[test]
    fn a_number_of_no_method_is_an_error() {
        let result = Executed::default().add_log(&program(), &record(3, ""));
        assert!(matches!(result, Err(RecordError::BadLog { method: 3 })));
    }
}
