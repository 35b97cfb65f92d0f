//! A server that goes on: without its helper, without a JDK, with nonsense, with several folders.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use serde_json::json;

use testkit::editor::{Editor, folder, uri, write};

use crate::DEADHEAT;

fn racy(name: &str) -> String {
    format!(
        "public class {name} extends Thread {{
    static int n;
    public void run() {{
        n++;
    }}
    public static void main(String[] args) {{
        new {name}().start();
        n = 5;
    }}
}}
"
    )
}

fn safe(name: &str) -> String {
    racy(name).replace("static int n", "static volatile int n")
}

/// The processes that a process has started.
fn children(process: u32) -> Vec<u32> {
    let output = Command::new("ps").args(["-o", "pid=", "--ppid", &process.to_string()]).output();
    let output = String::from_utf8(output.expect("ps is there").stdout).unwrap();
    output
        .split_whitespace()
        .map(|word| word.parse().unwrap())
        .filter(|it| Path::new(&format!("/proc/{it}/cmdline")).exists())
        .collect()
}

fn kill(process: u32) {
    let killed = Command::new("kill").args(["-9", &process.to_string()]).status();
    assert!(killed.unwrap().success());
}

#[test]
fn the_helper_is_started_again_when_it_was_killed() {
    let folder = folder(&[("A.java", &racy("A"))]);
    let file = folder.path().join("A.java");
    let mut editor = Editor::in_folders(DEADHEAT, &[folder.path()]);
    editor.open(&file);
    editor.edit(&file, &safe("A"));
    assert!(editor.shown.is_empty());
    let first = children(editor.process());
    assert_eq!(first.len(), 1, "the helper");
    kill(first[0]);
    editor.edit(&file, &racy("A"));
    assert_eq!(editor.lines(&file), [4, 8]);
    let second = children(editor.process());
    assert_eq!(second.len(), 1);
    assert_ne!(first, second);
    assert_eq!(editor.leave(), Some(0));
    // The helper does not outlive the server.
    let is_there = || Path::new(&format!("/proc/{}", second[0])).exists();
    for _ in 0..200 {
        if !is_there() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("the helper is still there");
}

#[test]
fn what_is_no_message_is_answered_or_passed_over() {
    let folder = folder(&[("A.java", &racy("A"))]);
    let file = folder.path().join("A.java");
    let mut editor = Editor::start(DEADHEAT);
    let early = editor.request("textDocument/hover", json!({}));
    assert_eq!(early["error"]["code"], -32002);
    editor.initialize(&[folder.path()]);
    editor.wait_for_end_of_progress();
    for nonsense in [
        "Content-Length: 5\r\n\r\n{\"a\":",
        "Content-Length: many\r\n\r\n",
        "hello\r\n\r\n",
        "Content-Length: 2\r\n\r\n[]",
    ] {
        editor.said.clear();
        editor.send_raw(nonsense);
        editor.wait_for_word("was not understood");
    }
    assert_eq!(editor.request("textDocument/hover", json!({}))["error"]["code"], -32602);
    assert_eq!(editor.request("textDocument/hover", json!([1]))["error"]["code"], -32602);
    assert_eq!(editor.request("textDocument/rename", json!({}))["error"]["code"], -32601);
    let unknown = json!({ "command": "rm", "arguments": [] });
    assert_eq!(editor.request("workspace/executeCommand", unknown)["error"]["code"], -32602);
    editor.notify("textDocument/didChange", json!({ "textDocument": 5 }));
    editor.wait_for_word("textDocument/didChange was not understood");
    editor.type_text(Path::new("/nowhere/B.java"), "class B {}");
    editor.wait_for_word("is not open");
    editor.notify(
        "textDocument/didOpen",
        json!({ "textDocument": {
        "uri": "untitled:1", "languageId": "java", "version": 1, "text": "class X {}" } }),
    );
    editor.wait_for_word("untitled:1 is no file");
    editor.notify("$/whatever", json!({}));
    // After all this, it works.
    editor.open(&file);
    editor.edit(&file, &safe("A"));
    assert!(editor.shown.is_empty());
    // An edit as editors send it: only what is different, in the middle of a line.
    let params = json!({
        "textDocument": { "uri": uri(&file), "version": 90 },
        "contentChanges": [
            { "range": { "start": { "line": 1, "character": 11 }, "end": { "line": 1, "character": 20 } }, "text": "" },
        ],
    });
    editor.notify("textDocument/didChange", params);
    editor.wait_for_word("classes changed");
    assert_eq!(editor.lines(&file), [4, 8]);
    assert_eq!(editor.leave(), Some(0));
    let mut rude = Editor::start(DEADHEAT);
    rude.initialize(&[]);
    rude.notify("exit", json!(null));
    assert_eq!(rude.ended(), Some(1));
}

#[test]
fn a_jdk_that_is_gone_is_told_and_used_when_it_is_back() {
    let folder = folder(&[
        ("A.java", &racy("A")),
        ("deadheat.toml", "jdk = \"jdk\"\ninputs = [\"A.java\"]\n"),
    ]);
    let real = project::locate(None).expect("./test installs a JDK when there is none").home;
    // A JDK of its own, as far as anyone can see.
    let home = folder.path().join("jdk");
    fs::create_dir(&home).unwrap();
    for entry in fs::read_dir(&real).unwrap() {
        let entry = entry.unwrap();
        symlink(entry.path(), home.join(entry.file_name())).unwrap();
    }
    let file = folder.path().join("A.java");
    let mut editor = Editor::in_folders(DEADHEAT, &[folder.path()]);
    assert_eq!(editor.lines(&file), [4, 8], "{:?}", editor.said);
    editor.open(&file);
    editor.edit(&file, &safe("A"));
    let away = folder.path().join("away");
    fs::rename(&home, &away).unwrap();
    children(editor.process()).into_iter().for_each(kill);
    editor.type_text(&file, &racy("A"));
    let told = editor.wait_for_word("there is no Java any more");
    assert!(told.contains("jdk"), "{told}");
    fs::rename(&away, &home).unwrap();
    editor.edit(&file, &format!("{}// again\n", racy("A")));
    assert_eq!(editor.lines(&file), [4, 8]);
}

#[test]
fn a_program_without_a_jdk_is_told_and_read_when_there_is_one() {
    let folder = folder(&[("A.java", &racy("A")), ("deadheat.toml", "jdk = \"nowhere\"\n")]);
    let file = folder.path().join("A.java");
    let mut editor = Editor::start(DEADHEAT);
    editor.initialize(&[folder.path()]);
    editor.wait_for_word("nowhere");
    let config = folder.path().join("deadheat.toml");
    fs::write(&config, "").unwrap();
    editor.notify(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": [{ "uri": uri(&config), "type": 2 }] }),
    );
    wait_for_races(&mut editor, &file);
    assert_eq!(editor.lines(&file), [4, 8], "{:?}", editor.said);
}

#[test]
fn each_folder_has_its_own_program_and_files_on_disk_count() {
    let one = folder(&[("A.java", &racy("A"))]);
    let two = folder(&[("A.java", &safe("A")), ("sub/Other.java", "package sub; class Other {}")]);
    let (first, second) = (one.path().join("A.java"), two.path().join("A.java"));
    let mut editor = Editor::in_folders(DEADHEAT, &[one.path(), two.path()]);
    assert_eq!((editor.lines(&first), editor.lines(&second)), (vec![4, 8], vec![]));
    editor.open(&second);
    editor.edit(&second, &racy("A"));
    assert_eq!(editor.lines(&second), [4, 8]);
    // A new file on disk, and one that is gone; the open one stays as it is.
    let more = one.path().join("B.java");
    write(&more, &racy("B"));
    fs::remove_file(&first).unwrap();
    let changes = json!({ "changes": [
        { "uri": uri(&more), "type": 1 }, { "uri": uri(&first), "type": 3 }, { "uri": uri(&second), "type": 2 },
    ] });
    editor.said.clear();
    editor.notify("workspace/didChangeWatchedFiles", changes);
    editor.wait_for_word("2 classes changed");
    assert_eq!((editor.lines(&first), editor.lines(&more)), (vec![], vec![4, 8]));
    assert_eq!(editor.lines(&second), [4, 8]);
    // A folder that is closed has nothing to show.
    let removed =
        json!({ "event": { "added": [], "removed": [{ "uri": uri(one.path()), "name": "x" }] } });
    editor.notify("workspace/didChangeWorkspaceFolders", removed);
    editor.wait("nothing more about it", |it| it["params"]["uri"] == uri(&more));
    assert_eq!(editor.shown.len(), 1);
}

#[test]
fn declarations_reach_the_files_that_use_them() {
    let user = "public class User extends Thread {
    public void run() { Data.bump(); }
    public static void main(String[] args) { new User().start(); Data.bump(); System.out.println(Data.SIZE); }
}
";
    let data = "class Data {
    static final int SIZE = 1;
    private static volatile int n;
    static void bump() {
        n++;
    }
}
";
    let folder = folder(&[("User.java", user), ("Data.java", data)]);
    let (user_file, data_file) = (folder.path().join("User.java"), folder.path().join("Data.java"));
    let mut editor = Editor::in_folders(DEADHEAT, &[folder.path()]);
    editor.open(&data_file);
    editor.open(&user_file);
    // Only code: one class. A constant that others have copied: theirs, too.
    editor.type_text(&data_file, &data.replace("volatile ", ""));
    editor.wait_for_word("1 classes changed");
    assert_eq!(editor.lines(&data_file), [5]);
    editor.type_text(&data_file, &data.replace("SIZE = 1", "SIZE = 2"));
    editor.wait_for_word("2 classes changed");
    assert!(editor.shown.is_empty(), "{:#?}", editor.shown);
    // A method that is gone: the other file makes no sense, and everything stays.
    editor.type_text(&data_file, &data.replace("void bump", "void push").replace("volatile ", ""));
    editor.wait_for_word("0 classes changed");
    editor.wait_for_word("does not compile");
    assert!(editor.shown.is_empty());
    editor.type_text(&user_file, &user.replace("Data.bump", "Data.push"));
    editor.wait_for_word("2 classes changed");
    assert_eq!(editor.lines(&data_file), [5]);
}

#[test]
fn an_analysis_can_be_cancelled_and_a_gigantic_file_is_no_end() {
    let folder = folder(&[("A.java", &racy("A"))]);
    let file = folder.path().join("A.java");
    let mut editor = Editor::start(DEADHEAT);
    editor.initialize(&[folder.path()]);
    let begun = editor.wait("progress", |it| it["params"]["value"]["kind"] == "begin");
    // A question that waits for the analysis, and that nobody wants to be answered any more.
    let position = json!({ "line": 3, "character": 0 });
    let question = json!({ "textDocument": { "uri": uri(&file) }, "position": position });
    editor.ask("textDocument/hover", 901, question.clone());
    editor.ask("textDocument/hover", 902, question);
    editor.notify("$/cancelRequest", json!({ "id": 901 }));
    editor.notify("window/workDoneProgress/cancel", json!({ "token": begun["params"]["token"] }));
    editor.wait_for_word("the analysis was cancelled");
    let refused = editor.wait("a refusal", |it| it["id"] == 901);
    assert_eq!(refused["error"]["code"], -32800, "{refused}");
    let answer = editor.wait("an answer", |it| it["id"] == 902);
    assert!(answer["result"].is_null(), "{answer}");
    assert!(editor.shown.is_empty());
    editor.notify("textDocument/didSave", json!({ "textDocument": { "uri": uri(&file) } }));
    wait_for_races(&mut editor, &file);
    assert_eq!(editor.lines(&file), [4, 8]);
    editor.open(&file);
    // A method that no class file can hold, and a file of 12 MB.
    let long = "        n = n + 1;\n".repeat(40_000);
    editor.edit(&file, &racy("A").replace("        n++;\n", &long));
    editor.wait_for_word("does not compile");
    assert_eq!(editor.lines(&file), [4, 8]);
    let comment = format!("// {}\n", "x".repeat(12 << 20));
    editor.edit(&file, &format!("{}{comment}", safe("A")));
    assert!(editor.shown.is_empty(), "{:#?}", editor.shown);
}

/// Waits until a file has races. An analysis that was given up may come to its end in the meantime.
fn wait_for_races(editor: &mut Editor, file: &Path) {
    while editor.lines(file).is_empty() {
        editor.wait("the races", |message| message["method"] == "textDocument/publishDiagnostics");
    }
}
