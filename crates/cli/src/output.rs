//! Messages and results: where they go and how they look.

use std::io::{self, Write};
use std::path::Path;

use anstyle::{AnsiColor, Style};
use engine::Problem;
use project::CompileError;

pub(crate) const BOLD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();
const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();

/// Something could not be done.
pub(crate) fn error(message: &str) {
    anstream::eprintln!("{ERROR}error:{ERROR:#} {}", message.trim_end());
}

/// Something that the user should know.
pub(crate) fn warn(message: &str) {
    anstream::eprintln!("{WARNING}warning:{WARNING:#} {}", message.trim_end());
}

/// Something that was decided for the user.
pub(crate) fn note(message: &str) {
    anstream::eprintln!("{DIM}note:{DIM:#} {}", message.trim_end());
}

/// Tells what is wrong with a program; whether nothing is missing because of it.
pub(crate) fn problems<'p>(problems: impl Iterator<Item = &'p Problem>) -> bool {
    let mut is_complete = true;
    for problem in problems {
        is_complete &= !problem.loses_input();
        match problem {
            // The compiler's own words, as they are.
            Problem::Compiler(CompileError::Rejected { output }) => eprint!("{output}"),
            _ if problem.loses_input() => error(&problem.to_string()),
            _ => warn(&problem.to_string()),
        }
    }
    is_complete
}

/// Nothing is looked for if what is found cannot be kept.
pub(crate) fn check_file(file: Option<&Path>) -> Result<(), String> {
    let Some(file) = file else { return Ok(()) };
    let is_there = file.exists();
    let failed = |error: io::Error| format!("{}: it cannot be written: {error}", file.display());
    std::fs::OpenOptions::new().create(true).append(true).open(file).map_err(failed)?;
    // An empty file would look like a result.
    if is_there { Ok(()) } else { std::fs::remove_file(file).map_err(failed) }
}

/// Writes a result to a file or to standard output. Colours are left out where they cannot be shown.
pub(crate) fn write_result(file: Option<&Path>, text: &str) -> Result<(), String> {
    match file {
        None => match anstream::stdout().lock().write_all(text.as_bytes()) {
            // The reader went away, as `head` does: it has seen enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            result => result.map_err(|error| format!("standard output: {error}")),
        },
        Some(path) => {
            let plain = anstream::adapter::strip_str(text).to_string();
            std::fs::write(path, plain)
                .map_err(|error| format!("{}: it cannot be written: {error}", path.display()))
        }
    }
}

/// How wide a result may be: as the terminal, if it goes there.
pub(crate) fn columns(file: Option<&Path>) -> usize {
    let terminal = terminal_size::terminal_size_of(io::stdout()).filter(|_| file.is_none());
    terminal.map_or(usize::MAX, |(terminal_size::Width(columns), _)| columns.into())
}

/// A number with its thousands set apart.
pub(crate) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
