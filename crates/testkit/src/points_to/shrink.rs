//! Makes a failure small: takes away whatever can go while it still fails.
//!
//! A failure is a history: versions of a program, one after the other. What is taken away is taken out of all of them.

use ir::{MethodType, Name};

use super::program::{Id, Program, Stmt, for_each_list, ids};

/// A smaller history that still fails.
pub fn shrink(mut history: Vec<Program>, fails: impl Fn(&[Program]) -> bool) -> Vec<Program> {
    loop {
        let before = size(&history);
        history = fewer_versions(history, &fails);
        history = without_classes(history, &fails);
        history = without_members(history, &fails);
        history = without_statements(history, &fails);
        history = flattened(history, &fails);
        if size(&history) == before {
            return history;
        }
    }
}

fn size(history: &[Program]) -> (usize, usize, usize) {
    let members = |p: &Program| -> usize {
        let entries = p.entries.len();
        p.classes
            .iter()
            .map(|c| 1 + c.fields.len() + c.methods.len() + c.interfaces.len())
            .sum::<usize>()
            + entries
    };
    let statements = history.iter().map(Program::size).sum();
    (history.len(), statements, history.iter().map(members).sum())
}

/// Tries a change of all versions.
fn attempt(
    history: &mut Vec<Program>,
    fails: &impl Fn(&[Program]) -> bool,
    change: impl Fn(&mut Program),
) -> bool {
    let mut smaller = history.clone();
    smaller.iter_mut().for_each(change);
    let is_better = smaller != *history && fails(&smaller);
    if is_better {
        *history = smaller;
    }
    is_better
}

fn fewer_versions(mut history: Vec<Program>, fails: &impl Fn(&[Program]) -> bool) -> Vec<Program> {
    let mut at = 0;
    while at < history.len() && history.len() > 1 {
        let mut smaller = history.clone();
        smaller.remove(at);
        if fails(&smaller) {
            history = smaller;
        } else {
            at += 1;
        }
    }
    history
}

fn without_classes(mut history: Vec<Program>, fails: &impl Fn(&[Program]) -> bool) -> Vec<Program> {
    let mut names: Vec<_> =
        history.iter().flat_map(|p| p.classes.iter().map(|class| class.name)).collect();
    names.sort();
    names.dedup();
    for name in names {
        attempt(&mut history, fails, |p| p.classes.retain(|class| class.name != name));
    }
    history
}

fn without_members(mut history: Vec<Program>, fails: &impl Fn(&[Program]) -> bool) -> Vec<Program> {
    let mut entries: Vec<_> = history.iter().flat_map(|p| p.entries.iter().copied()).collect();
    entries.dedup();
    for entry in entries {
        attempt(&mut history, fails, |p| p.entries.retain(|own| *own != entry));
    }
    let mut methods = Vec::new();
    let mut fields = Vec::new();
    let mut interfaces = Vec::new();
    for class in history.iter().flat_map(|p| &p.classes) {
        methods.extend(class.methods.iter().map(|m| (class.name, m.name)));
        fields.extend(class.fields.iter().map(|f| (class.name, f.name)));
        interfaces.extend(class.interfaces.iter().map(|i| (class.name, *i)));
    }
    for list in [&mut methods, &mut fields, &mut interfaces] {
        list.sort();
        list.dedup();
    }
    let in_class = |p: &mut Program, name, change: &dyn Fn(&mut super::program::ClassSpec)| {
        p.classes.iter_mut().filter(|class| class.name == name).for_each(change);
    };
    for (class, method) in methods {
        attempt(&mut history, fails, |p| {
            in_class(p, class, &|class| class.methods.retain(|m| m.name != method));
        });
    }
    for (class, field) in fields {
        attempt(&mut history, fails, |p| {
            in_class(p, class, &|class| class.fields.retain(|f| f.name != field));
        });
    }
    for (class, interface) in interfaces {
        attempt(&mut history, fails, |p| {
            in_class(p, class, &|class| class.interfaces.retain(|i| *i != interface));
        });
    }
    history
}

fn all_ids(history: &[Program]) -> Vec<Id> {
    let methods = history.iter().flat_map(|p| &p.classes).flat_map(|class| &class.methods);
    let mut all: Vec<Id> = methods.flat_map(|method| ids(&method.body)).collect();
    all.sort();
    all.dedup();
    all
}

fn in_all_lists(program: &mut Program, mut change: impl FnMut(&mut Vec<Stmt>)) {
    for class in &mut program.classes {
        for method in &mut class.methods {
            for_each_list(&mut method.body, &mut change);
        }
    }
}

fn without_statements(
    mut history: Vec<Program>,
    fails: &impl Fn(&[Program]) -> bool,
) -> Vec<Program> {
    // Many at once first.
    let mut step = all_ids(&history).len() / 2;
    while step > 0 {
        for part in all_ids(&history).chunks(step) {
            attempt(&mut history, fails, |p| {
                in_all_lists(p, |list| list.retain(|stmt| !part.contains(&stmt.id)));
            });
        }
        step /= 2;
    }
    history
}

/// Puts what stands inside of a statement in its place.
fn flattened(mut history: Vec<Program>, fails: &impl Fn(&[Program]) -> bool) -> Vec<Program> {
    for id in all_ids(&history) {
        attempt(&mut history, fails, |p| {
            in_all_lists(p, |list| {
                if let Some(at) = list.iter().position(|stmt| stmt.id == id) {
                    let inner: Vec<Stmt> =
                        list[at].action.inner().into_iter().flatten().cloned().collect();
                    if !inner.is_empty() {
                        list.splice(at..=at, inner);
                    }
                }
            });
        });
    }
    history
}

/// A history as text, as [`super::fixture`] reads it: the first version, and what changes after it.
pub fn describe(history: &[Program]) -> String {
    let mut text = String::new();
    let mut before: Option<&Program> = None;
    for program in history {
        if before.is_some() {
            text += "//: version\n";
        }
        if before.is_none_or(|before| before.entries != program.entries) {
            let entry =
                |(class, name, ty): &(Name, Name, MethodType)| format!(" {class}.{name}{ty}");
            let entries: String = program.entries.iter().map(entry).collect();
            text += &format!("//: entries{entries}\n");
        }
        for class in &program.classes {
            let old = before.and_then(|before| before.class(class.name));
            if old != Some(class) {
                text += &class.render();
            }
        }
        for old in before.map(|before| before.classes.iter()).unwrap_or_default() {
            if program.class(old.name).is_none() {
                text += &format!("//: without {}\n", old.name);
            }
        }
        before = Some(program);
    }
    text
}
