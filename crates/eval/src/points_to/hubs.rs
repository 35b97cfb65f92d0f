//! Who holds the facts: the code and the fields with the most pairs of a pointer and an object.
//!
//! What programs of different sizes have in common is named alike, so that two lists show what grows faster than the program:
//! digits in names do not count.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use points_to::{CodeKey, PointerKind, SlotKind, Solver};

/// Facts, and in how many pointers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Pairs of a pointer and an object.
    pub facts: usize,
    /// Pointers that have an object.
    pub pointers: usize,
}

/// All facts of an analysis, by the code or the field that holds them.
pub fn of(solver: &Solver) -> BTreeMap<String, Held> {
    let mut hubs: BTreeMap<String, Held> = BTreeMap::new();
    for (pointer, set) in solver.pointers() {
        let held = hubs.entry(alike(&name(solver, pointer))).or_default();
        held.facts += set.len();
        held.pointers += 1;
    }
    hubs
}

/// One line for each, those with the most facts first.
pub fn lines(hubs: &BTreeMap<String, Held>) -> String {
    let mut sorted: Vec<(&String, &Held)> = hubs.iter().collect();
    sorted.sort_by_key(|(_, held)| std::cmp::Reverse(held.facts));
    sorted.into_iter().fold(String::new(), |mut text, (name, held)| {
        let _ = writeln!(text, "{}\t{}\t{name}", held.facts, held.pointers);
        text
    })
}

/// Reads [`lines`].
pub fn parse(text: &str) -> BTreeMap<String, Held> {
    let line = |line: &str| {
        let mut parts = line.splitn(3, '\t');
        let mut number = || parts.next()?.parse().ok();
        let held = Held { facts: number()?, pointers: number()? };
        Some((parts.next()?.to_owned(), held))
    };
    text.lines().filter_map(line).collect()
}

fn name(solver: &Solver, pointer: PointerKind) -> String {
    let hierarchy = solver.hierarchy();
    match pointer {
        PointerKind::Variable(node, var) => match solver.key(node) {
            CodeKey::Method(method) => {
                let decl = hierarchy.method(method);
                let summary = if solver.code_of(node).is_summary { " (summary)" } else { "" };
                let var = if solver.code_of(node).params.contains(&Some(var)) {
                    " parameter"
                } else if solver.code_of(node).exc == var {
                    " exception"
                } else {
                    ""
                };
                format!("{}.{}{summary}{var}", hierarchy.name(decl.class), decl.name)
            }
            CodeKey::Lambda(class) => {
                let class = solver.dyn_class(class);
                let from = class.lambda().map(|lambda| hierarchy.name(lambda.from));
                format!(
                    "{} made by {}",
                    class.ty,
                    from.map_or("a handle".into(), |f| f.to_string())
                )
            }
            CodeKey::Proxy(..) => "a proxy".into(),
            CodeKey::Root => "the entry".into(),
        },
        PointerKind::Field(obj, slot) => {
            let slot = match solver.slot(slot) {
                SlotKind::Field(field) => hierarchy.field(field).name.to_string(),
                SlotKind::Element => "[]".into(),
                SlotKind::State(name) => format!("state {name}"),
                SlotKind::Capture(_) => "capture".into(),
            };
            format!("field {} of {}", slot, solver.class_of(obj).ty)
        }
        PointerKind::Static(field) => {
            let decl = hierarchy.field(field);
            format!("static {}.{}", hierarchy.name(decl.class), decl.name)
        }
    }
}

/// The name with every number in it the same.
fn alike(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for c in name.chars() {
        match c.is_ascii_digit() {
            true if text.ends_with('#') => {}
            true => text.push('#'),
            false => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_do_not_count() {
        assert_eq!(alike("gen/m00012/Kind3.step3x1"), "gen/m#/Kind#.step#x#");
    }

    #[test]
    fn what_is_written_is_read() {
        let held = |facts, pointers| Held { facts, pointers };
        let hubs: BTreeMap<String, Held> =
            [("few".to_owned(), held(1, 1)), ("many".to_owned(), held(90, 3))].into();
        let text = lines(&hubs);
        assert!(text.starts_with("90\t3\tmany\n"), "{text}");
        assert_eq!(parse(&text), hubs);
    }
}
