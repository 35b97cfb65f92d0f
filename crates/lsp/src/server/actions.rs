//! What can be done about a race: look at the other access, say why it is no problem, take the lock of the other side.

use std::path::Path;

use gen_lsp_types::{Diagnostic, Range};
use report::{Access, Lock, LockMode, Race, Rule};
use serde_json::{Value, json};

use super::diagnostics::Places;
use super::facts;
use super::text::{line_range, uri_of};
use crate::Live;

/// The command that shows a place.
pub(crate) const SHOW: &str = "deadheat.show";

/// What a client can do with edits.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EditKinds {
    pub(crate) document_changes: bool,
    pub(crate) creates_files: bool,
    /// Whether it can be asked to show a place.
    pub(crate) shows: bool,
}

/// The actions for the races that a range touches.
pub(crate) fn actions(
    live: &Live,
    folder: &Path,
    path: &Path,
    range: Range,
    shown: &[Diagnostic],
    can: EditKinds,
) -> Vec<Value> {
    let mut all = Vec::new();
    let (first, last) = (range.start.line, range.end.line.min(range.start.line + 200));
    for line in first..=last {
        let Ok(line) = u16::try_from(line + 1) else { continue };
        for (race, here, there) in facts::at(live, path, line) {
            let of: Vec<&Diagnostic> = shown
                .iter()
                .filter(|it| it.data == Some(json!(race.id)) || it.data.is_none())
                .collect();
            let mut add = |mut action: Value| {
                if !of.is_empty() {
                    action["diagnostics"] = json!(of);
                }
                all.push(action);
            };
            if can.shows
                && race.rule == Rule::Race
                && let Some((other, range)) = Places::of(live).of_access(there)
            {
                let title = format!("Show the other access, {}", there.site.place());
                let arguments = json!([{ "uri": uri_of(&other), "range": range }]);
                add(json!({
                    "title": title,
                    "kind": "quickfix",
                    "command": { "title": title, "command": SHOW, "arguments": arguments },
                }));
            }
            if let Some(edit) = guard(live, path, line, here, there) {
                add(edit);
            }
            if let Some(edit) = suppress(live, folder, race, can) {
                add(edit);
            }
        }
    }
    all.dedup();
    all
}

/// Adds a suppression to `deadheat.toml`, with a reason to be filled in.
fn suppress(live: &Live, folder: &Path, race: &Race, can: EditKinds) -> Option<Value> {
    let file = live.config().map_or_else(|| folder.join(project::CONFIG_FILE), Path::to_owned);
    let before = std::fs::read_to_string(&file).ok();
    let location = race.location.to_string().replace(['\n', '\r'], " ");
    let id = &race.id;
    let rule = format!(
        "[[suppress]] # {location}\nid = \"{id}\"\njustification = \"TODO: say why this race is no problem\"\n"
    );
    let uri = uri_of(&file);
    let (line, character, gap) = match before.as_deref() {
        None | Some("") => (0, 0, ""),
        Some(text) => {
            let last = text.rsplit('\n').next().unwrap_or_default();
            let gap = if last.is_empty() { "\n" } else { "\n\n" };
            (text.matches('\n').count(), last.encode_utf16().count(), gap)
        }
    };
    let at = json!({ "line": line, "character": character });
    let edits = json!([{ "range": { "start": at, "end": at }, "newText": format!("{gap}{rule}") }]);
    let edit = match (before.is_some(), can.document_changes) {
        (true, true) => json!({ "documentChanges": [
            { "textDocument": { "uri": uri, "version": null }, "edits": edits },
        ] }),
        (true, false) => json!({ "changes": { uri.0: edits } }),
        (false, true) if can.creates_files => json!({ "documentChanges": [
            { "kind": "create", "uri": uri, "options": { "ignoreIfExists": true } },
            { "textDocument": { "uri": uri, "version": null }, "edits": edits },
        ] }),
        // There is nothing that could be edited.
        (false, _) => return None,
    };
    let title = format!("Suppress this race on {} in deadheat.toml", race.location.short());
    Some(json!({ "title": title, "kind": "quickfix", "edit": edit }))
}

/// Wraps the line into the `synchronized` statement of the other side, if that is one obvious lock.
fn guard(live: &Live, path: &Path, line: u16, here: &Access, there: &Access) -> Option<Value> {
    let lock = the_lock(there)?;
    let holds_it = here.locks.iter().flatten().any(|held| held.name == lock.name);
    if holds_it || here.locks.is_none() || here.site.class != there.site.class {
        return None;
    }
    let near = live.source_of(&there.site.class);
    let (file, range) = Places::of(live).of_text(&lock.taken_at, near)?;
    let taken = live.text(&file)?;
    let expression = monitor(taken.lines().nth(range.start.line as usize)?)?;
    let text = live.text(path)?;
    let content = text.lines().nth(usize::from(line).checked_sub(1)?)?;
    if !is_whole_statement(content) || !is_visible(&expression, &text, line) {
        return None;
    }
    let indent: String = content.chars().take_while(|letter| letter.is_whitespace()).collect();
    let step = if indent.contains('\t') { "\t" } else { "    " };
    let statement = content.trim();
    let new = format!("synchronized ({expression}) {{\n{indent}{step}{statement}\n{indent}}}");
    let title = format!("Guard with synchronized ({expression})");
    let edits = json!([{ "range": line_range(Some(&text), line), "newText": new }]);
    let edit = json!({ "changes": { uri_of(path).0: edits } });
    Some(json!({ "title": title, "kind": "quickfix", "isPreferred": true, "edit": edit }))
}

/// The lock of an access, if it is only one.
fn the_lock(access: &Access) -> Option<&Lock> {
    match access.locks.as_deref()? {
        [lock] if lock.mode == LockMode::Exclusive => Some(lock),
        _ => None,
    }
}

/// What a `synchronized` statement in a line locks: `this`, a field, or a field of a class.
fn monitor(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("synchronized")?;
    let (expression, _) = rest.trim_start().strip_prefix('(')?.split_once(')')?;
    let expression = expression.trim();
    let is_name = |part: &str| {
        let mut letters = part.chars();
        letters.next().is_some_and(|letter| letter.is_alphabetic() || letter == '_')
            && letters.all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '$')
    };
    expression.split('.').all(is_name).then(|| expression.to_owned())
}

/// Whether a line is a statement that may stand in a block of its own: a variable that it declares would be lost.
fn is_whole_statement(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or(line).trim();
    let Some(statement) = code.strip_suffix(';') else { return false };
    let count = |letter| statement.matches(letter).count();
    let is_closed = count('(') == count(')') && !statement.contains(['{', '}', ';']);
    let first = statement.split(|letter: char| !letter.is_alphanumeric()).next();
    let is_control = [
        "for", "if", "else", "while", "do", "case", "default", "break", "continue", "super", "this",
    ];
    is_closed
        && (!is_control.contains(&first.unwrap_or_default()) || statement.starts_with("this."))
        && !is_declaration(statement)
}

/// `int x`, `final List<String> x = …`: two names in a row before anything is assigned or called.
fn is_declaration(statement: &str) -> bool {
    if statement.starts_with("return ") || statement.starts_with("throw ") {
        return false;
    }
    let head = statement.split(['=', '(']).next().unwrap_or(statement);
    head.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count() > 1
}

/// Whether a name of a lock means the same in a line: it is no local variable, and `this` is there.
fn is_visible(expression: &str, text: &str, line: u16) -> bool {
    let first = expression.split('.').next().unwrap_or(expression);
    // The nearest line above that is indented less and opens a method.
    let lines: Vec<&str> = text.lines().take(usize::from(line)).collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut deepest = lines.last().map_or(0, |line| indent(line));
    let mut is_static = false;
    for line in lines.iter().rev().skip(1).filter(|line| !line.trim().is_empty()) {
        if indent(line) >= deepest {
            continue;
        }
        deepest = indent(line);
        if line.contains("static ") && line.contains('(') {
            is_static = true;
        }
        if line.contains(" class ") || line.starts_with("class ") {
            break;
        }
    }
    let declares = |line: &&str| {
        let line = line.trim();
        let is_field =
            line.contains(&format!(" {first} =")) || line.contains(&format!(" {first};"));
        is_field && !line.starts_with("return")
    };
    match first {
        "this" => !is_static,
        _ if expression.contains('.') => first.starts_with(char::is_uppercase),
        _ => {
            let declared = text.lines().filter(|line| declares(&line.trim())).collect::<Vec<_>>();
            match declared.as_slice() {
                [only] => !is_static || only.contains("static "),
                _ => false,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_statements_that_declare_nothing_are_wrapped() {
        for line in
            ["  count++;", "count = f(1); // x", "return total;", "list.add(x);", "this.x = 1;"]
        {
            assert!(is_whole_statement(line), "{line}");
        }
        for line in [
            "int count = 1;",
            "final List<String> x = f();",
            "if (count > 1) return;",
            "list.add(",
            "for (;;) count++;",
            "void f() { count++; }",
            "super(count);",
            "Object[] slots;",
        ] {
            assert!(!is_whole_statement(line), "{line}");
        }
    }

    #[test]
    fn a_monitor_is_a_name() {
        assert_eq!(monitor("synchronized (this) {").as_deref(), Some("this"));
        assert_eq!(monitor("    synchronized(Main.LOCK) {").as_deref(), Some("Main.LOCK"));
        assert_eq!(monitor("synchronized (locks[1]) {"), None);
        assert_eq!(monitor("synchronized (lock()) {"), None);
        assert_eq!(monitor("synchronized void f() {"), None);
        assert_eq!(monitor("lock.lock();"), None);
    }

    #[test]
    fn a_lock_is_named_only_where_its_name_means_the_same() {
        let text = "class A {\n  final Object lock = new Object();\n  int x;\n  void f() {\n    x++;\n  }\n  static void g(A a) {\n    a.x++;\n  }\n}\n";
        assert!(is_visible("lock", text, 5));
        assert!(is_visible("this", text, 5));
        assert!(!is_visible("lock", text, 8));
        assert!(!is_visible("this", text, 8));
        assert!(is_visible("A.LOCK", text, 8));
        assert!(!is_visible("other", text, 5));
    }
}
