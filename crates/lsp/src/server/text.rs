//! Places in texts: positions as the protocol counts them, and files as addresses.

use std::path::{Path, PathBuf};

use gen_lsp_types::{Position, Range, TextDocumentContentChangeEvent, Uri};

/// The text after an edit. A place outside of the text means its end, as the protocol wants it.
pub(crate) fn edited(text: String, change: TextDocumentContentChangeEvent) -> String {
    match change {
        TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => whole.text,
        TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
            let start = offset(&text, part.range.start);
            let end = offset(&text, part.range.end).max(start);
            let mut text = text;
            text.replace_range(start..end, &part.text);
            text
        }
    }
}

/// The byte that a position means. Columns count units of UTF-16.
fn offset(text: &str, position: Position) -> usize {
    let mut start = 0;
    for _ in 0..position.line {
        match text[start..].find('\n') {
            Some(end) => start += end + 1,
            None => return text.len(),
        }
    }
    let line = &text[start..];
    let line = line.split(['\n', '\r']).next().unwrap_or(line);
    let mut column = 0;
    for (at, letter) in line.char_indices() {
        if column >= position.character {
            return start + at;
        }
        column += letter.len_utf16() as u32;
    }
    start + line.len()
}

/// What stands in a line, without the space around it. Lines count from one.
pub(crate) fn line_range(text: Option<&str>, line: u16) -> Range {
    let number = u32::from(line).saturating_sub(1);
    let content = text.and_then(|text| text.lines().nth(number as usize)).unwrap_or_default();
    trimmed(content, number)
}

/// The same for each line of a text.
pub(crate) fn line_ranges(text: &str) -> Vec<Range> {
    (0..).zip(text.lines()).map(|(number, content)| trimmed(content, number)).collect()
}

fn trimmed(content: &str, number: u32) -> Range {
    let units = |part: &str| part.encode_utf16().count() as u32;
    let start = units(content) - units(content.trim_start());
    let end = units(content.trim_end()).max(start);
    let at = |character| Position { line: number, character };
    Range { start: at(start), end: at(end) }
}

/// The file that an address means; none if it is not one of this machine.
pub(crate) fn path_of(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.0.strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let bytes = percent_decoded(path)?;
    let path = String::from_utf8(bytes).ok()?;
    if !path.starts_with('/') {
        return None;
    }
    // `/C:/x` of Windows.
    let is_drive = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if is_drive { &path[1..] } else { &path }))
}

fn percent_decoded(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let digits = std::str::from_utf8(&digits).ok()?.to_owned();
            bytes.push(u8::from_str_radix(&digits, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    Some(bytes)
}

/// The address of a file.
pub(crate) fn uri_of(path: &Path) -> Uri {
    let text = path.to_string_lossy().replace('\\', "/");
    let mut uri = "file://".to_owned();
    if !text.starts_with('/') {
        uri.push('/');
    }
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                uri.push(byte.into());
            }
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    Uri(uri)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gen_lsp_types::TextDocumentContentChangePartial;

    fn change(from: (u32, u32), to: (u32, u32), text: &str) -> TextDocumentContentChangeEvent {
        let at = |(line, character)| Position { line, character };
        let json = serde_json::json!({
            "range": Range { start: at(from), end: at(to) },
            "text": text,
        });
        let part: TextDocumentContentChangePartial = serde_json::from_value(json).unwrap();
        part.into()
    }

    #[test]
    fn edits_count_in_units_of_utf_16() {
        let text = "a😀b\r\nécole\n".to_owned();
        let text = edited(text, change((0, 3), (0, 4), "c"));
        assert_eq!(text, "a😀c\r\nécole\n");
        let text = edited(text, change((1, 1), (1, 2), "K"));
        assert_eq!(text, "a😀c\r\néKole\n");
        // Behind the end of a line is its end; behind the last line the end of the text.
        let text = edited(text, change((0, 99), (1, 0), "|"));
        assert_eq!(text, "a😀c|éKole\n");
        assert_eq!(edited(text, change((9, 0), (9, 9), "z")), "a😀c|éKole\nz");
    }

    #[test]
    fn a_range_is_what_stands_in_the_line() {
        let range = line_range(Some("x\n\t😀 = 1;  \n"), 2);
        assert_eq!((range.start.line, range.start.character, range.end.character), (1, 1, 8));
        assert_eq!(line_ranges("x\n\t😀 = 1;  \n")[1], range);
        assert_eq!(line_range(None, 7).start.line, 6);
        assert_eq!(line_range(Some(""), 7).end.character, 0);
    }

    #[test]
    fn files_are_addresses_and_back() {
        let path = Path::new("/tmp/a b/Ä#%.java");
        let uri = uri_of(path);
        assert_eq!(uri.0, "file:///tmp/a%20b/%C3%84%23%25.java");
        assert_eq!(path_of(&uri).as_deref(), Some(path));
        for other in
            ["untitled:1", "http://x/y", "file://host/x", "file:///%zz", "file:///%", "file:///%ff"]
        {
            assert_eq!(path_of(&Uri(other.to_owned())), None, "{other}");
        }
    }
}
