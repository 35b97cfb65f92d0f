//! Figure 2 of "ECHO: Instantaneous In Situ Race Detection in the IDE" (Zhan and Huang, FSE 2016), as somebody types it.

use std::fs;
use std::path::Path;

use testkit::editor::{Editor, folder};

use crate::DEADHEAT;

/// The program after some of the five changes, in one package.
fn state(letter: char) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("../../corpus/papers/echo2{letter}/Main.java"));
    let text = fs::read_to_string(file).unwrap();
    text.replace(&format!("echo2{letter}"), "echo2")
}

/// The lines of which the corpus says that they race.
fn racy(text: &str) -> Vec<u64> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| line.contains("// race:"));
    lines.map(|(number, _)| number).collect()
}

#[test]
fn after_each_change_exactly_the_published_warnings_are_shown() {
    let folder = folder(&[("papers/echo2/Main.java", &state('a'))]);
    let file = folder.path().join("papers/echo2/Main.java");
    let mut editor = Editor::in_folders(DEADHEAT, &[folder.path()]);
    assert_eq!(editor.lines(&file), racy(&state('a')));
    editor.open(&file);
    // The five changes, taken back, and some at once.
    for letter in "bcdefedcbafb".chars() {
        let text = state(letter);
        editor.edit(&file, &text);
        assert_eq!(editor.lines(&file), racy(&text), "{letter}: {:#?}", editor.shown);
        assert!(editor.shown.keys().all(|path| *path == file), "{:#?}", editor.shown);
    }
    // Nothing was saved.
    assert_eq!(fs::read_to_string(&file).unwrap(), state('a'));
    both_sides_tell_about_each_other(&editor, &file);
    let hover = editor.hover(&file, 43);
    let text = hover["contents"]["value"].as_str().unwrap();
    assert!(text.contains("Catalogue.count") && text.contains("Main.java:38"), "{text}");
    assert!(text.contains("holds no lock"), "{text}");
    assert!(text.contains("Threads: main  \nLocks held: none"), "{text}");
    assert!(text.contains("shared: written by main, read by Main$Visitor thread"), "{text}");
    let local = editor.hover(&file, 66);
    let local = local["contents"]["value"].as_str().unwrap();
    assert!(
        local.contains("Threads: Main$Visitor thread") && local.contains("one thread uses it"),
        "{local}"
    );
    assert!(editor.hover(&file, 1).is_null());
    assert_eq!(editor.leave(), Some(0));
}

fn both_sides_tell_about_each_other(editor: &Editor, file: &Path) {
    let list = &editor.shown[file];
    for one in list {
        assert_eq!(one["source"], "deadheat");
        // The count is precise, an element of the array possible.
        let is_count =
            one["message"].as_str().unwrap().starts_with("Race on Main$Catalogue.count: ");
        assert_eq!(one["severity"], if is_count { 2 } else { 3 }, "{one:#}");
        let line = one["range"]["start"]["line"].as_u64().unwrap();
        let id = one["code"].as_str().unwrap();
        assert_eq!(id.len(), 16);
        let other = list
            .iter()
            .find(|it| it["code"] == id && it["range"]["start"]["line"].as_u64() != Some(line));
        let other = other.expect("each race is shown at both sides");
        let related = one["relatedInformation"].as_array().unwrap();
        let there = &related[0];
        assert_eq!(there["location"]["range"], other["range"]);
        assert!(there["message"].as_str().unwrap().contains("holds no lock"), "{there:#}");
        let starts =
            |it: &&serde_json::Value| it["message"].as_str().unwrap().contains("is started here");
        let start = related.iter().find(starts).expect("the start of the thread");
        let text = state('b');
        let number = start["location"]["range"]["start"]["line"].as_u64().unwrap() as usize;
        assert!(text.lines().nth(number).unwrap().contains("visitor.start()"), "{start:#}");
    }
}

#[test]
fn code_that_makes_no_sense_leaves_the_last_state() {
    let folder = folder(&[("papers/echo2/Main.java", &state('a'))]);
    let file = folder.path().join("papers/echo2/Main.java");
    let mut editor = Editor::in_folders(DEADHEAT, &[folder.path()]);
    editor.open(&file);
    editor.edit(&file, &state('b'));
    let before = editor.shown.clone();
    assert_eq!(editor.lines(&file), racy(&state('b')));
    for nonsense in ["", "class", "class Main { void f() { return 1; } }", "\u{0}\u{fffd}"] {
        // An empty file compiles; but then the program has no class that others could use, and there is nothing to start.
        let text = if nonsense.is_empty() { "class {" } else { nonsense };
        editor.edit(&file, &format!("{}\n{text}", state('b')));
        assert_eq!(editor.shown, before, "{nonsense:?}");
        editor.wait_for_word("does not compile");
    }
    editor.edit(&file, &state('e'));
    assert_eq!(editor.lines(&file), racy(&state('e')));
    // All of it is taken away, and put back.
    editor.edit(&file, "");
    assert!(editor.shown.is_empty(), "{:#?}", editor.shown);
    editor.edit(&file, &state('b'));
    assert_eq!(editor.shown, before);
}
