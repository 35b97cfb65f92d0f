//! The lines of a class's source.

use std::path::PathBuf;

use engine::Program;
use ir::Class;

/// The source of a class, if it could be found.
pub(super) struct Lines {
    pub(super) path: Option<PathBuf>,
    lines: Vec<String>,
}

impl Lines {
    pub(super) fn of(program: &Program, class: &Class) -> Lines {
        let path = program.source_of(class);
        let bytes = path.as_ref().and_then(|path| std::fs::read(path).ok());
        let text = bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let lines = text.unwrap_or_default().lines().map(str::to_owned).collect();
        Lines { path, lines }
    }

    /// The text of a line, counted from one.
    pub(super) fn line(&self, number: u16) -> Option<&str> {
        let line = self.lines.get(usize::from(number).checked_sub(1)?)?;
        Some(line.trim())
    }
}
