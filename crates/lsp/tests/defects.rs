//! A defect in the work on one folder is told, and the server goes on.

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Read, Write};
use std::sync::Arc;

use serde_json::{Value, json};

fn send(to: &mut PipeWriter, message: Value) {
    let body = message.to_string();
    write!(to, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
}

/// The next message that fits.
fn wait(from: &mut BufReader<PipeReader>, fits: impl Fn(&Value) -> bool) -> Value {
    loop {
        let mut header = String::new();
        assert_ne!(from.read_line(&mut header).unwrap(), 0, "the server is gone");
        let length = header.trim().strip_prefix("Content-Length: ").expect("a header");
        let mut body = vec![0; 2 + length.parse::<usize>().unwrap()];
        from.read_exact(&mut body).unwrap();
        let message = serde_json::from_slice(&body).unwrap();
        if fits(&message) {
            return message;
        }
    }
}

#[test]
fn a_panic_of_a_worker_is_told_and_questions_are_answered_all_the_same() {
    let (input, mut to) = std::io::pipe().unwrap();
    let (from, output) = std::io::pipe().unwrap();
    let mut from = BufReader::new(from);
    let settings: Arc<lsp::Settings> = Arc::new(|_| panic!("an invariant is broken"));
    let server = std::thread::spawn(|| lsp::serve(settings, BufReader::new(input), output));
    let folders = json!([{ "uri": "file:///nowhere", "name": "x" }]);
    send(
        &mut to,
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "workspaceFolders": folders, "capabilities": {} } }),
    );
    let told = wait(&mut from, |it| it["method"] == "window/showMessage");
    let text = told["params"]["message"].as_str().unwrap();
    assert!(text.contains("/nowhere: deadheat failed") && text.contains("an invariant is broken"));
    let place = json!({
        "textDocument": { "uri": "file:///nowhere/A.java" }, "position": { "line": 0, "character": 0 },
    });
    send(
        &mut to,
        json!({ "jsonrpc": "2.0", "id": 2, "method": "textDocument/hover", "params": place }),
    );
    assert!(wait(&mut from, |it| it["id"] == 2)["result"].is_null());
    send(&mut to, json!({ "jsonrpc": "2.0", "id": 3, "method": "shutdown" }));
    wait(&mut from, |it| it["id"] == 3);
    send(&mut to, json!({ "jsonrpc": "2.0", "method": "exit" }));
    assert!(server.join().unwrap(), "it was left properly");
}
