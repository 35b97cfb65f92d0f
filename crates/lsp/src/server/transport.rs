//! Messages over standard input and output.
//!
//! What comes in may be anything: a message that is none is handed on as such, and the next one is looked for.

use std::io::{self, BufRead, Read, Write};

use crossbeam_channel::{Receiver, Sender};
use lsp_server::Message;

/// Longer messages are read past. An editor sends nothing like it, not even for a gigantic file.
const LONGEST: u64 = 1 << 30;

/// Something that came in.
pub(crate) enum Incoming {
    Message(Message),
    /// Something that is no message, and why.
    Malformed(String),
}

/// Reads until the other side closes.
pub(crate) fn read_all(mut from: impl BufRead, to: &Sender<Incoming>) {
    loop {
        let incoming = match read(&mut from) {
            Ok(Some(incoming)) => incoming,
            // There is nothing to come, whatever the reason.
            Ok(None) | Err(_) => return,
        };
        if to.send(incoming).is_err() {
            return;
        }
    }
}

fn read(from: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let mut length = None;
    let mut junk = None;
    loop {
        let mut line = Vec::new();
        // A line without an end must not fill the memory.
        if from.by_ref().take(1 << 16).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        if line.is_empty() {
            match (length, junk.take()) {
                (Some(_), _) => break,
                (None, Some(junk)) => {
                    return Ok(Some(Incoming::Malformed(format!("no Content-Length: {junk}"))));
                }
                (None, None) => continue,
            }
        }
        match line.split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                match value.trim().parse::<u64>() {
                    Ok(number) => length = Some(number),
                    Err(_) => junk = Some(line),
                }
            }
            Some((name, _)) if name.to_ascii_lowercase().starts_with("content-") => {}
            _ => junk = Some(line),
        }
    }
    let length = length.unwrap_or_default();
    if length > LONGEST {
        io::copy(&mut from.by_ref().take(length), &mut io::sink())?;
        return Ok(Some(Incoming::Malformed(format!("a message of {length} bytes"))));
    }
    let mut body = Vec::new();
    from.by_ref().take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Ok(None);
    }
    Ok(Some(match serde_json::from_slice(&body) {
        Ok(message) => Incoming::Message(message),
        Err(error) => Incoming::Malformed(error.to_string()),
    }))
}

/// Writes until there is nobody left who could say something.
pub(crate) fn write_all(from: &Receiver<Message>, mut to: impl Write) {
    for message in from {
        if message.write(&mut to).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn incoming(text: &str) -> Vec<String> {
        let (sender, receiver) = crossbeam_channel::unbounded();
        read_all(text.as_bytes(), &sender);
        drop(sender);
        receiver
            .iter()
            .map(|incoming| match incoming {
                Incoming::Message(Message::Notification(it)) => it.method,
                Incoming::Message(_) => "other".to_owned(),
                Incoming::Malformed(why) => format!("malformed: {why}"),
            })
            .collect()
    }

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn what_is_no_message_does_not_hide_the_next_one() {
        let good = framed(r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#);
        let bad = framed("{\"jsonrpc\":");
        let list = framed("[1,2]");
        let all = format!("{bad}hello\r\n\r\nContent-Length: x\r\n\r\n{list}{good}{good}Content-");
        let got = incoming(&all);
        assert_eq!(got.len(), 6, "{got:?}");
        assert!(got[..4].iter().all(|it| it.starts_with("malformed")), "{got:?}");
        assert_eq!(got[4..], ["initialized", "initialized"]);
    }

    #[test]
    fn a_message_that_is_cut_off_is_the_end() {
        assert_eq!(incoming("Content-Length: 50\r\n\r\n{}"), Vec::<String>::new());
        assert_eq!(incoming(""), Vec::<String>::new());
    }
}
