//! Actions: show, suppress, guard.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use testkit::editor::{Editor, folder, uri};

use crate::DEADHEAT;

const COUNTER: &str = "\
public class Counter extends Thread {
    private static final Object LOCK = new Object();
    static int total;

    @Override
    public void run() {
        total++;
    }

    static void add() {
        synchronized (LOCK) {
            total = total + 2;
        }
    }

    public static void main(String[] args) {
        new Counter().start();
        add();
    }
}
";

/// What the text is after an action of this title.
fn done(actions: &[Value], title: &str) -> Value {
    let action = actions.iter().find(|it| it["title"].as_str().unwrap().contains(title));
    action.unwrap_or_else(|| panic!("no {title} in {actions:#?}")).clone()
}

/// Makes the edits of a list in a text that has them in order.
fn applied(text: &str, edits: &Value) -> String {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    for edit in edits.as_array().unwrap() {
        let (start, end) = (&edit["range"]["start"], &edit["range"]["end"]);
        let number = |it: &Value, what: &str| it[what].as_u64().unwrap() as usize;
        assert_eq!(start["line"], end["line"]);
        let line = &mut lines[number(start, "line")];
        let (from, to) = (number(start, "character"), number(end, "character"));
        line.replace_range(from..to, edit["newText"].as_str().unwrap());
    }
    lines.join("\n")
}

#[test]
fn a_race_is_guarded_with_the_lock_of_the_other_side() {
    let folder = folder(&[("Counter.java", COUNTER)]);
    let file = folder.path().join("Counter.java");
    let mut editor = Editor::in_folders(DEADHEAT, &[folder.path()]);
    editor.open(&file);
    assert_eq!(editor.lines(&file), [7, 12], "{:#?}", editor.shown);
    let actions = editor.actions(&file, 7);
    let guard = done(&actions, "Guard with synchronized (LOCK)");
    let text = applied(COUNTER, &guard["edit"]["changes"][uri(&file)]);
    assert!(
        text.contains("        synchronized (LOCK) {\n            total++;\n        }\n"),
        "{text}"
    );
    // The other side has a lock already.
    let other = editor.actions(&file, 12);
    assert!(!format!("{other:?}").contains("Guard"), "{other:#?}");
    editor.edit(&file, &text);
    assert!(editor.shown.is_empty(), "{:#?}", editor.shown);
    assert_eq!(editor.actions(&file, 7), Vec::<Value>::new());
}

#[test]
fn the_other_access_is_shown_and_a_race_is_suppressed_with_a_reason() {
    let folder = folder(&[("Counter.java", COUNTER)]);
    let file = folder.path().join("Counter.java");
    let mut editor = Editor::in_folders(DEADHEAT, &[folder.path()]);
    let actions = editor.actions(&file, 7);
    let show = done(&actions, "Show the other access, Counter.java:12");
    let command = &show["command"];
    let params = json!({ "command": command["command"], "arguments": command["arguments"] });
    editor.request("workspace/executeCommand", params);
    let asked = editor.asked.iter().find(|it| it["method"] == "window/showDocument");
    let asked = asked.expect("it was asked before the command was answered");
    assert_eq!(asked["params"]["uri"], uri(&file));
    assert_eq!(asked["params"]["selection"]["start"], json!({ "line": 11, "character": 12 }));

    let config = folder.path().join("deadheat.toml");
    let mut rounds = 0;
    while !editor.lines(&file).is_empty() {
        suppress_first(&mut editor, &file, &config);
        rounds += 1;
        assert!(rounds <= 4, "{:#?}", editor.shown);
    }
    assert_eq!(editor.shown.len(), 0);
    // Without the file, all is told again.
    fs::remove_file(&config).unwrap();
    let changes = json!({ "changes": [{ "uri": uri(&config), "type": 3 }] });
    editor.notify("workspace/didChangeWatchedFiles", changes);
    editor.wait("the races", |it| it["method"] == "textDocument/publishDiagnostics");
    assert_eq!(editor.lines(&file), [7, 12]);
}

/// Does what the first suppression says, as an editor would.
fn suppress_first(editor: &mut Editor, file: &Path, config: &Path) {
    let line = editor.lines(file)[0] as u32;
    let suppress = done(&editor.actions(file, line), "Suppress this race on Counter.total");
    let changes = suppress["edit"]["documentChanges"].as_array().unwrap();
    let before = fs::read_to_string(config).ok();
    let is_created = changes[0]["kind"] == "create";
    assert_eq!(is_created, before.is_none(), "{changes:#?}");
    let edit = &changes[usize::from(is_created)];
    assert_eq!(edit["textDocument"]["uri"], uri(config));
    let text = applied(&before.unwrap_or_default(), &edit["edits"]);
    fs::write(config, text.replace("TODO: say why this race is no problem", "an estimate"))
        .unwrap();
    let changes = json!({ "changes": [{ "uri": uri(config), "type": 1 }] });
    editor.notify("workspace/didChangeWatchedFiles", changes);
    editor.wait("fewer races", |it| it["method"] == "textDocument/publishDiagnostics");
    let told = fs::read_to_string(config).unwrap();
    assert!(told.contains("[[suppress]] # Counter.total\nid = \""), "{told}");
}
