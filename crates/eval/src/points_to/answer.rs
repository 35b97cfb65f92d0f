//! What a tool says about itself when it is done: one line of JSON, the last one of its output.

use serde::{Deserialize, Serialize};

/// The answer of one run of one tool. Costs are those from the start of the process until the result stood; counting
/// what is in the result is not part of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The name of the tool.
    pub tool: String,
    /// Time on the wall, in milliseconds.
    pub wall_ms: u64,
    /// CPU time of all threads, in milliseconds.
    pub cpu_ms: u64,
    /// The peak of the resident memory, in kilobytes.
    pub peak_kb: u64,
    /// Reached methods, each counted once whatever its contexts.
    pub methods: u64,
    /// Those of them that the jars of the program hold.
    pub application_methods: u64,
    /// Reached pairs of a method and a context.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// Pairs of caller and callee.
    pub call_edges: u64,
    /// Variables, fields and array elements that have a points-to set.
    #[serde(default)]
    pub pointers: Option<u64>,
    /// Abstract objects.
    #[serde(default)]
    pub objects: Option<u64>,
    /// Edges along which objects flow from pointer to pointer.
    #[serde(default)]
    pub edges: Option<u64>,
    /// Pairs of a pointer and an object that it may have.
    #[serde(default)]
    pub facts: Option<u64>,
}

impl Answer {
    /// Finds the answer in what a tool printed, which may be preceded by anything.
    pub fn in_output(output: &str) -> Result<Answer, String> {
        let last = output.lines().rev().find(|line| !line.trim().is_empty());
        let line = last.ok_or("it printed nothing")?;
        serde_json::from_str(line)
            .map_err(|error| format!("its last line is no answer ({error}): {line}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_is_the_answer_and_some_counts_are_optional() {
        let output = "[pta] starts ...\n{\"tool\":\"wala\",\"wall_ms\":36460,\"cpu_ms\":51200,\"peak_kb\":2552536,\
            \"nodes\":14550,\"call_edges\":64020,\"methods\":14098,\"application_methods\":3}\n\n";
        let answer = Answer::in_output(output).unwrap();
        assert_eq!(
            (answer.tool.as_str(), answer.wall_ms, answer.nodes),
            ("wala", 36460, Some(14550))
        );
        assert_eq!((answer.pointers, answer.edges), (None, None));
    }

    #[test]
    fn what_is_no_answer_is_shown() {
        let message = Answer::in_output("{\"tool\":\"wala\"}\nOutOfMemoryError\n").unwrap_err();
        assert!(message.ends_with(": OutOfMemoryError"), "{message}");
        assert_eq!(Answer::in_output("\n").unwrap_err(), "it printed nothing");
    }
}
