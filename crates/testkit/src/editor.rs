//! An editor: it talks to `deadheat lsp` over its standard input and output, as real ones do.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Nothing takes so long, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// An editor with a server.
pub struct Editor {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    /// The last diagnostics of each file that has some.
    pub shown: BTreeMap<PathBuf, Vec<Value>>,
    /// What the server logged or showed, since it was last asked.
    pub said: Vec<String>,
    /// What the server asked for.
    pub asked: Vec<Value>,
    /// How many programs have been looked at.
    ended: usize,
    next: i64,
    version: i64,
}

fn is_end_of_progress(message: &Value) -> bool {
    message["method"] == "$/progress" && message["params"]["value"]["kind"] == "end"
}

/// A folder with sources.
pub fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        write(&folder.path().join(name), text);
    }
    folder
}

/// Writes a file and the folders above it.
pub fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// The address of a file whose name has nothing special.
pub fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

impl Editor {
    /// Starts a server, given the program `deadheat`, without saying anything to it.
    ///
    /// # Panics
    ///
    /// If it does not start. All other functions panic if the server does not do what they wait for.
    pub fn start(deadheat: impl AsRef<Path>) -> Editor {
        let mut command = Command::new(deadheat.as_ref());
        command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program deadheat starts");
        let input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Editor {
            child,
            input,
            messages,
            shown: BTreeMap::new(),
            said: Vec::new(),
            asked: Vec::new(),
            ended: 0,
            next: 1,
            version: 1,
        }
    }

    /// An editor with folders open, whose programs have been looked at.
    pub fn in_folders(deadheat: impl AsRef<Path>, folders: &[&Path]) -> Editor {
        let mut editor = Editor::start(deadheat);
        editor.initialize(folders);
        // One may come to its end while another is waited for.
        while editor.ended < folders.len() {
            editor.wait("the end of the analysis", is_end_of_progress);
        }
        editor.request("nothing", json!({}));
        editor.settle();
        editor
    }

    /// Says hello, with folders.
    pub fn initialize(&mut self, folders: &[&Path]) {
        let folders: Vec<Value> =
            folders.iter().map(|folder| json!({ "uri": uri(folder), "name": "x" })).collect();
        let capabilities = json!({
            "window": { "workDoneProgress": true, "showDocument": { "support": true } },
            "workspace": {
                "workspaceEdit": { "documentChanges": true, "resourceOperations": ["create"] },
                "didChangeWatchedFiles": { "dynamicRegistration": true },
            },
        });
        let params = json!({
            "processId": null, "rootUri": null, "workspaceFolders": folders, "capabilities": capabilities,
        });
        let answer = self.request("initialize", params);
        assert_eq!(answer["result"]["serverInfo"]["name"], "deadheat", "{answer}");
        self.notify("initialized", json!({}));
    }

    /// Sends anything.
    pub fn send_raw(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).unwrap();
        self.input.flush().unwrap();
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.send_raw(&format!("Content-Length: {}\r\n\r\n{body}", body.len()));
    }

    /// Tells something.
    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Asks, with an id, and does not wait.
    pub fn ask(&mut self, method: &str, id: i64, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
    }

    /// Asks and waits for the answer.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.next;
        self.next += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.wait("an answer", |message| message.get("method").is_none() && message["id"] == id)
    }

    /// Takes messages until one fits.
    pub fn wait(&mut self, what: &str, mut fits: impl FnMut(&Value) -> bool) -> Value {
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let Ok(message) = self.messages.recv_timeout(left) else {
                panic!("{what} did not come; said: {:#?}; shown: {:#?}", self.said, self.shown);
            };
            self.take(&message);
            if fits(&message) {
                return message;
            }
        }
    }

    fn take(&mut self, message: &Value) {
        let params = &message["params"];
        self.ended += usize::from(is_end_of_progress(message));
        match message["method"].as_str() {
            Some("textDocument/publishDiagnostics") => {
                let path = params["uri"].as_str().unwrap().strip_prefix("file://").unwrap().into();
                let list = params["diagnostics"].as_array().unwrap().clone();
                if list.is_empty() {
                    self.shown.remove(&path)
                } else {
                    self.shown.insert(path, list)
                };
            }
            Some("window/logMessage" | "window/showMessage") => {
                self.said.push(params["message"].as_str().unwrap().to_owned());
            }
            Some(_) if message.get("id").is_some() => {
                self.asked.push(message.clone());
                let answer = json!({ "jsonrpc": "2.0", "id": message["id"], "result": null });
                self.send(&answer);
            }
            _ => {}
        }
    }

    /// Waits until a program has been looked at.
    pub fn wait_for_end_of_progress(&mut self) {
        self.wait("the end of the analysis", is_end_of_progress);
        // What is found is published after that.
        self.request("nothing", json!({}));
        self.settle();
    }

    /// Waits until the server says something that contains a text.
    pub fn wait_for_word(&mut self, word: &str) -> String {
        let is_it = |said: &String| said.contains(word);
        if let Some(at) = self.said.iter().position(is_it) {
            return self.said.remove(at);
        }
        self.wait(word, |message| {
            message["params"]["message"].as_str().is_some_and(|text| text.contains(word))
        });
        let at = self.said.iter().position(is_it).expect("it was just said");
        self.said.remove(at)
    }

    /// Waits until the worker of a folder has answered, so that everything before is done.
    fn settle(&mut self) {
        let files: Vec<PathBuf> = self.shown.keys().cloned().collect();
        for file in files {
            self.hover(&file, 1);
        }
    }

    /// Opens a file.
    pub fn open(&mut self, path: &Path) {
        let text = fs::read_to_string(path).unwrap();
        self.version += 1;
        let document = json!({
            "uri": uri(path), "languageId": "java", "version": self.version, "text": text,
        });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Types, and waits until the races of that are shown.
    pub fn edit(&mut self, path: &Path, text: &str) {
        self.type_text(path, text);
        self.wait_for_word("classes changed");
    }

    /// Types, and does not wait: the whole text is a different one.
    pub fn type_text(&mut self, path: &Path, text: &str) {
        self.version += 1;
        let params = json!({
            "textDocument": { "uri": uri(path), "version": self.version },
            "contentChanges": [{ "text": text }],
        });
        self.said.clear();
        self.notify("textDocument/didChange", params);
    }

    /// What is said about a line, counted from one.
    pub fn hover(&mut self, path: &Path, line: u32) -> Value {
        let position = json!({ "line": line - 1, "character": 0 });
        let params = json!({ "textDocument": { "uri": uri(path) }, "position": position });
        self.request("textDocument/hover", params)["result"].clone()
    }

    /// What can be done about a line, counted from one.
    pub fn actions(&mut self, path: &Path, line: u32) -> Vec<Value> {
        let at = json!({ "line": line - 1, "character": 0 });
        let params = json!({
            "textDocument": { "uri": uri(path) },
            "range": { "start": at, "end": at },
            "context": { "diagnostics": [] },
        });
        self.request("textDocument/codeAction", params)["result"].as_array().unwrap().clone()
    }

    /// The lines of a file that are marked, counted from one.
    pub fn lines(&self, path: &Path) -> Vec<u64> {
        let list = self.shown.get(path).map(Vec::as_slice).unwrap_or_default();
        let mut lines: Vec<u64> =
            list.iter().map(|it| it["range"]["start"]["line"].as_u64().unwrap() + 1).collect();
        lines.dedup();
        lines
    }

    /// The number that the system knows the server by.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Says goodbye; the exit status.
    pub fn leave(mut self) -> Option<i32> {
        let answer = self.request("shutdown", Value::Null);
        assert!(answer.get("error").is_none(), "{answer}");
        self.notify("exit", Value::Null);
        self.ended()
    }

    /// Goes away without a word; the exit status.
    pub fn ended(mut self) -> Option<i32> {
        drop(std::mem::replace(&mut self.messages, channel().1));
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("the server does not end");
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(from: &mut impl BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if from.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim().strip_prefix("Content-Length: ") {
            Some(number) => length = number.parse().ok(),
            None if line.trim().is_empty() => break,
            None => {}
        }
    }
    let mut body = vec![0; length?];
    from.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}
