//! Progress on a terminal. In a pipe there is none.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar, or a spinner while the number of steps is not known. It appears only when the work takes a while.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    pub(crate) fn new() -> Bar {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(8));
        bar.enable_steady_tick(Duration::from_millis(250));
        Bar(bar)
    }
}

impl Bar {
    /// So many runs, and what was found before.
    pub(crate) fn hunt(&self, runs: u64, found: usize) {
        engine::Progress::begin(self, "", runs);
        self.found(found);
    }

    /// So many racing pairs are known by now.
    pub(crate) fn found(&self, pairs: usize) {
        let races = if pairs == 1 { "race" } else { "races" };
        self.0.set_message(format!("{pairs} {races}"));
    }

    /// A run is over.
    pub(crate) fn step(&self) {
        self.0.inc(1);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

impl engine::Progress for Bar {
    fn begin(&self, what: &str, steps: u64) {
        let template = if steps == 0 {
            "{msg} {prefix}{spinner} {elapsed}"
        } else {
            "{msg} {wide_bar} {pos}/{len} {elapsed}"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.0.set_style(style);
        }
        self.0.reset();
        self.0.set_prefix("");
        self.0.set_length(steps);
        self.0.set_message(what.to_owned());
    }

    fn step(&self) {
        self.0.inc(1);
    }

    fn reached(&self, number: u64, what: &str) {
        self.0.set_prefix(format!("{} {what} ", crate::output::count(number)));
    }
}
