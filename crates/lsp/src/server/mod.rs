//! The language server: an editor on one side, the programs of its folders on the other.
//!
//! ```text
//! stdin ──▶ transport ──▶ Server ──▶ worker of the folder ──▶ Live      (one thread each)
//! stdout ◀── transport ◀── Client ◀──────┘
//! ```
//!
//! The thread that takes messages never works on a program, so that it answers at any time. Whatever an editor sends, the server
//! goes on: what it does not understand is answered as the protocol has it, or logged.

mod actions;
mod client;
mod diagnostics;
mod facts;
mod text;
mod transport;
mod worker;

use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::thread;

use crossbeam_channel::Sender;
use gen_lsp_types::{
    CodeActionParams, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams, HoverParams,
    Uri,
};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use self::actions::{EditKinds, SHOW};
use self::client::Client;
use self::transport::Incoming;
use self::worker::{Shared, Task, Worker};
use crate::Settings;

/// The command that begins all over again.
const RESTART: &str = "deadheat.restart";

/// As much as the first thread of a process usually has.
const STACK: usize = 8 << 20;

/// Serves an editor until it says goodbye or goes away. Whether it said goodbye properly.
pub fn serve(
    settings: Arc<Settings>,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> bool {
    let (sender, incoming) = crossbeam_channel::unbounded();
    thread::spawn(move || transport::read_all(input, &sender));
    let (out, outgoing) = crossbeam_channel::unbounded();
    thread::spawn(move || transport::write_all(&outgoing, output));
    let mut server = Server {
        client: Client::new(out),
        settings,
        can: EditKinds::default(),
        watches: false,
        roots: Vec::new(),
        documents: HashMap::new(),
        phase: Phase::New,
        is_proper: false,
    };
    for incoming in incoming {
        match incoming {
            Incoming::Message(Message::Request(request)) => server.request(request),
            Incoming::Message(Message::Notification(notification)) => {
                server.notification(notification)
            }
            // Nothing that is asked needs an answer.
            Incoming::Message(Message::Response(_)) => {}
            Incoming::Malformed(why) => server.malformed(&why),
        }
        if server.phase == Phase::Gone {
            break;
        }
    }
    // Workers may be in the middle of something; they do not hold up the end of the process.
    server.is_proper
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    New,
    Ready,
    ShutDown,
    Gone,
}

/// A file that is open in the editor.
struct Document {
    text: String,
}

struct Root {
    shared: Arc<Shared>,
    inbox: Sender<Task>,
}

struct Server {
    client: Client,
    settings: Arc<Settings>,
    can: EditKinds,
    /// Whether the client can be asked to watch files.
    watches: bool,
    roots: Vec<Root>,
    documents: HashMap<PathBuf, Document>,
    phase: Phase,
    /// Whether the editor said goodbye before it left.
    is_proper: bool,
}

/// Why a request has no result.
struct Refusal(ErrorCode, String);

impl Server {
    fn malformed(&self, why: &str) {
        // Without an id there is nothing that could be answered, except that it was not understood.
        let note = format!("a message was not understood: {why}");
        self.client.log(&note);
    }

    fn request(&mut self, request: Request) {
        let id = request.id.clone();
        let refusal = match (self.phase, request.method.as_str()) {
            (Phase::New, "initialize") => self.initialize(&id, &request.params),
            (Phase::New, _) => {
                Err(Refusal(ErrorCode::ServerNotInitialized, "initialize comes first".to_owned()))
            }
            (Phase::Ready, "shutdown") => {
                self.phase = Phase::ShutDown;
                self.client.answer(Response::new_ok(id.clone(), Value::Null));
                Ok(())
            }
            (Phase::Ready, "textDocument/hover") => self.hover(&id, request.params),
            (Phase::Ready, "textDocument/codeAction") => self.code_action(&id, request.params),
            (Phase::Ready, "workspace/executeCommand") => self.execute(&id, &request.params),
            (Phase::Ready, method) => {
                Err(Refusal(ErrorCode::MethodNotFound, format!("{method} is not known")))
            }
            (Phase::ShutDown | Phase::Gone, _) => {
                Err(Refusal(ErrorCode::InvalidRequest, "it was shut down".to_owned()))
            }
        };
        if let Err(Refusal(code, message)) = refusal {
            self.client.answer(Response::new_err(id, code as i32, message));
        }
    }

    fn initialize(&mut self, id: &RequestId, params: &Value) -> Result<(), Refusal> {
        let can = |path: &str| params.pointer(&format!("/capabilities/{path}"));
        let is = |path: &str| can(path).and_then(Value::as_bool).unwrap_or(false);
        let operations =
            can("workspace/workspaceEdit/resourceOperations").and_then(Value::as_array);
        let creates_files = operations.is_some_and(|all| all.contains(&json!("create")));
        self.can = EditKinds {
            // Whoever creates files does so by such changes, though not all say it.
            document_changes: is("workspace/workspaceEdit/documentChanges") || creates_files,
            creates_files,
            shows: is("window/showDocument/support"),
        };
        self.watches = is("workspace/didChangeWatchedFiles/dynamicRegistration");
        self.client = self.client.clone().with_progress(is("window/workDoneProgress"));
        let folders = params.get("workspaceFolders").and_then(Value::as_array);
        let uris = folders.into_iter().flatten().filter_map(|folder| folder.get("uri"));
        let mut folders: Vec<PathBuf> = uris.filter_map(path_in).collect();
        if folders.is_empty() {
            folders.extend(params.get("rootUri").and_then(path_in));
        }
        self.client.answer(Response::new_ok(id.clone(), capabilities()));
        self.phase = Phase::Ready;
        for folder in folders {
            self.add_root(&folder);
        }
        Ok(())
    }

    fn add_root(&mut self, folder: &Path) {
        if self.roots.iter().any(|root| root.shared.folder == folder) {
            return;
        }
        let shared = Arc::new(Shared {
            client: self.client.clone(),
            settings: Arc::clone(&self.settings),
            folder: folder.to_owned(),
            can: self.can,
            is_cancelled: Default::default(),
            token: Default::default(),
        });
        let (inbox, tasks) = crossbeam_channel::unbounded();
        let of_worker = Arc::clone(&shared);
        // A program stays in the thread that opened it.
        let work = move || Worker::new(of_worker).run(&tasks);
        let thread = thread::Builder::new().name(format!("root {}", folder.display()));
        match thread.stack_size(STACK).spawn(work) {
            Ok(_) => self.roots.push(Root { shared, inbox }),
            Err(error) => self.client.show_error(&format!("no thread could be started: {error}")),
        }
    }

    /// The root that a file belongs to: the innermost one.
    fn root_of(&self, path: &Path) -> Option<&Root> {
        let roots = self.roots.iter().filter(|root| path.starts_with(&root.shared.folder));
        roots.max_by_key(|root| root.shared.folder.as_os_str().len())
    }

    fn tell(&self, path: &Path, task: Task) {
        if let Some(root) = self.root_of(path) {
            // A worker lives as long as its root.
            let _ = root.inbox.send(task);
        }
    }

    fn hover(&self, id: &RequestId, params: Value) -> Result<(), Refusal> {
        let params: HoverParams = parsed(params)?;
        let at = params.text_document_position_params;
        let path = path_of(&at.text_document.uri)?;
        let task = Task::Hover { id: id.clone(), path: path.clone(), line: at.position.line };
        self.tell_or(&path, task, id, Value::Null);
        Ok(())
    }

    fn code_action(&self, id: &RequestId, params: Value) -> Result<(), Refusal> {
        let params: CodeActionParams = parsed(params)?;
        let path = path_of(&params.text_document.uri)?;
        let shown = params.context.diagnostics.into_iter();
        let shown = shown.filter(|it| it.source.as_deref() == Some("deadheat")).collect();
        let task = Task::Actions { id: id.clone(), path: path.clone(), range: params.range, shown };
        self.tell_or(&path, task, id, json!([]));
        Ok(())
    }

    /// A file that belongs to no root has nothing to tell.
    fn tell_or(&self, path: &Path, task: Task, id: &RequestId, nothing: Value) {
        match self.root_of(path) {
            Some(_) => {
                self.client.expect(id.clone());
                self.tell(path, task);
            }
            None => self.client.answer(Response::new_ok(id.clone(), nothing)),
        }
    }

    fn execute(&self, id: &RequestId, params: &Value) -> Result<(), Refusal> {
        let command = params.get("command").and_then(Value::as_str).unwrap_or_default();
        match command {
            SHOW => {
                let wrong = || Refusal(ErrorCode::InvalidParams, "a place is missing".to_owned());
                let place = params.pointer("/arguments/0").ok_or_else(wrong)?;
                let uri = place.get("uri").ok_or_else(wrong)?;
                let show =
                    json!({ "uri": uri, "takeFocus": true, "selection": place.get("range") });
                self.client.ask("window/showDocument", show);
            }
            RESTART => {
                for root in &self.roots {
                    let _ = root.inbox.send(Task::Restart);
                }
            }
            _ => {
                let message = format!("{command} is no command");
                return Err(Refusal(ErrorCode::InvalidParams, message));
            }
        }
        self.client.answer(Response::new_ok(id.clone(), Value::Null));
        Ok(())
    }

    fn notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        if method == "exit" {
            self.is_proper = self.phase == Phase::ShutDown;
            self.phase = Phase::Gone;
            return;
        }
        if self.phase != Phase::Ready {
            return;
        }
        let done = match method.as_str() {
            "initialized" => {
                self.watch_files();
                Ok(())
            }
            "textDocument/didOpen" => self.did_open(params),
            "textDocument/didChange" => self.did_change(params),
            "textDocument/didClose" => self.did_close(params),
            "textDocument/didSave" => self.did_save(params),
            "workspace/didChangeWatchedFiles" => self.did_change_files(params),
            "workspace/didChangeWorkspaceFolders" => {
                self.did_change_folders(&params);
                Ok(())
            }
            "$/cancelRequest" => {
                if let Some(id) = params.get("id").cloned()
                    && let Ok(id) = serde_json::from_value(id)
                {
                    self.client.cancel(&id);
                }
                Ok(())
            }
            "window/workDoneProgress/cancel" => {
                self.cancel_progress(&params);
                Ok(())
            }
            // Notifications that are not known are to be ignored.
            _ => Ok(()),
        };
        if let Err(Refusal(_, message)) = done {
            self.client.log(&format!("{method} was not understood: {message}"));
        }
    }

    /// Asks to be told about files that somebody else changes.
    fn watch_files(&self) {
        if !self.watches {
            return;
        }
        let globs = ["**/*.java", "**/*.class", "**/deadheat.toml", "**/pom.xml", "**/*.gradle*"];
        let watchers: Vec<Value> =
            globs.iter().map(|glob| json!({ "globPattern": glob })).collect();
        let registration = json!({
            "id": "files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": { "watchers": watchers },
        });
        self.client.ask("client/registerCapability", json!({ "registrations": [registration] }));
    }

    fn did_open(&mut self, params: Value) -> Result<(), Refusal> {
        let params: DidOpenTextDocumentParams = parsed(params)?;
        let path = path_of(&params.text_document.uri)?;
        let text: Arc<str> = params.text_document.text.as_str().into();
        let version = Some(params.text_document.version);
        self.documents.insert(path.clone(), Document { text: params.text_document.text });
        self.tell(&path, Task::Edit { path: path.clone(), text: Some(text), version });
        Ok(())
    }

    fn did_change(&mut self, params: Value) -> Result<(), Refusal> {
        let params: DidChangeTextDocumentParams = parsed(params)?;
        let path = path_of(&params.text_document.text_document_identifier.uri)?;
        let unknown =
            || Refusal(ErrorCode::InvalidParams, format!("{} is not open", path.display()));
        let document = self.documents.get_mut(&path).ok_or_else(unknown)?;
        for change in params.content_changes {
            document.text = text::edited(std::mem::take(&mut document.text), change);
        }
        let text: Arc<str> = document.text.as_str().into();
        let version = Some(params.text_document.version);
        self.tell(&path, Task::Edit { path: path.clone(), text: Some(text), version });
        Ok(())
    }

    fn did_close(&mut self, params: Value) -> Result<(), Refusal> {
        let params: DidCloseTextDocumentParams = parsed(params)?;
        let path = path_of(&params.text_document.uri)?;
        self.documents.remove(&path);
        self.tell(&path, Task::Edit { path: path.clone(), text: None, version: None });
        Ok(())
    }

    fn did_save(&mut self, params: Value) -> Result<(), Refusal> {
        let params: DidSaveTextDocumentParams = parsed(params)?;
        let path = path_of(&params.text_document.uri)?;
        self.tell(&path, Task::Disk(vec![path.clone()]));
        Ok(())
    }

    fn did_change_files(&mut self, params: Value) -> Result<(), Refusal> {
        let params: DidChangeWatchedFilesParams = parsed(params)?;
        let mut by_root: HashMap<PathBuf, Vec<PathBuf>> = HashMap::new();
        for path in params.changes.iter().filter_map(|event| text::path_of(&event.uri)) {
            if let Some(root) = self.root_of(&path) {
                by_root.entry(root.shared.folder.clone()).or_default().push(path);
            }
        }
        for (root, paths) in by_root {
            self.tell(&root, Task::Disk(paths));
        }
        Ok(())
    }

    fn did_change_folders(&mut self, params: &Value) {
        let folders = |which: &str| -> Vec<PathBuf> {
            let all = params.pointer(&format!("/event/{which}")).and_then(Value::as_array);
            let uris = all.into_iter().flatten().filter_map(|folder| folder.get("uri"));
            uris.filter_map(path_in).collect()
        };
        for folder in folders("removed") {
            self.roots.retain(|root| root.shared.folder != folder);
        }
        for folder in folders("added") {
            self.add_root(&folder);
            for (path, document) in &self.documents {
                if path.starts_with(&folder) {
                    let text = Some(document.text.as_str().into());
                    self.tell(path, Task::Edit { path: path.clone(), text, version: None });
                }
            }
        }
    }

    fn cancel_progress(&self, params: &Value) {
        let token = params.get("token").and_then(Value::as_str).unwrap_or_default();
        for root in &self.roots {
            let shown = root.shared.token.lock().unwrap_or_else(PoisonError::into_inner);
            if *shown == token {
                root.shared.is_cancelled.store(true, Ordering::Relaxed);
            }
        }
    }
}

fn parsed<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params)
        .map_err(|error| Refusal(ErrorCode::InvalidParams, error.to_string()))
}

fn path_of(uri: &Uri) -> Result<PathBuf, Refusal> {
    let wrong = || Refusal(ErrorCode::InvalidParams, format!("{} is no file", uri.0));
    text::path_of(uri).ok_or_else(wrong)
}

fn path_in(uri: &Value) -> Option<PathBuf> {
    text::path_of(&Uri(uri.as_str()?.to_owned()))
}

/// What the server can do.
fn capabilities() -> Value {
    json!({
        "capabilities": {
            "positionEncoding": "utf-16",
            "textDocumentSync": { "openClose": true, "change": 2, "save": { "includeText": false } },
            "hoverProvider": true,
            "codeActionProvider": { "codeActionKinds": ["quickfix"] },
            "executeCommandProvider": { "commands": [SHOW, RESTART] },
            "workspace": { "workspaceFolders": { "supported": true, "changeNotifications": true } },
        },
        "serverInfo": { "name": "deadheat", "version": env!("CARGO_PKG_VERSION") },
    })
}
