//! The other side: what can be said to an editor.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crossbeam_channel::Sender;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde_json::{Value, json};

/// Can be used by every thread. If the editor is gone, nothing is said.
#[derive(Clone)]
pub(crate) struct Client {
    out: Sender<Message>,
    requests: Arc<AtomicI32>,
    /// Requests of the editor that are not answered yet, and whether it still wants an answer.
    pending: Arc<Mutex<HashMap<RequestId, bool>>>,
    /// Whether it shows progress that a server begins.
    has_progress: bool,
}

impl Client {
    pub(crate) fn new(out: Sender<Message>) -> Client {
        Client { out, requests: Arc::default(), pending: Arc::default(), has_progress: false }
    }

    pub(crate) fn with_progress(mut self, has_progress: bool) -> Client {
        self.has_progress = has_progress;
        self
    }

    fn send(&self, message: impl Into<Message>) {
        // An editor that is gone ends the server in another place.
        let _ = self.out.send(message.into());
    }

    pub(crate) fn answer(&self, response: Response) {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner).remove(&response.id);
        self.send(response);
    }

    pub(crate) fn notify(&self, method: &str, params: Value) {
        self.send(Notification::new(method.to_owned(), params));
    }

    /// Asks for something; whatever is answered does not matter.
    pub(crate) fn ask(&self, method: &str, params: Value) {
        let id = self.requests.fetch_add(1, Ordering::Relaxed);
        self.send(Request::new(id.into(), method.to_owned(), params));
    }

    /// For those who want to know exactly.
    pub(crate) fn log(&self, text: &str) {
        self.notify("window/logMessage", json!({ "type": 3, "message": text }));
    }

    /// For everyone.
    pub(crate) fn show_error(&self, text: &str) {
        self.notify("window/showMessage", json!({ "type": 1, "message": text }));
    }

    pub(crate) fn begin_progress(&self, token: &str, title: &str) {
        if self.has_progress {
            self.ask("window/workDoneProgress/create", json!({ "token": token }));
            self.progress(token, json!({ "kind": "begin", "title": title, "cancellable": true }));
        }
    }

    pub(crate) fn progress(&self, token: &str, value: Value) {
        if self.has_progress {
            self.notify("$/progress", json!({ "token": token, "value": value }));
        }
    }

    /// A request will be answered later.
    pub(crate) fn expect(&self, id: RequestId) {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner).insert(id, true);
    }

    /// Nobody waits for the answer any more. If it was given already, there is nothing to do.
    pub(crate) fn cancel(&self, id: &RequestId) {
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(is_wanted) = pending.get_mut(id) {
            *is_wanted = false;
        }
    }

    /// Whether an answer is still wanted. If not, that is the answer.
    pub(crate) fn is_wanted(&self, id: &RequestId) -> bool {
        let pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner).get(id).copied();
        let is_wanted = pending.unwrap_or(true);
        if !is_wanted {
            let code = ErrorCode::RequestCanceled as i32;
            self.answer(Response::new_err(id.clone(), code, "cancelled".to_owned()));
        }
        is_wanted
    }
}
