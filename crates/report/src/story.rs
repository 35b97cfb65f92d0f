//! All about one race.

use serde::Serialize;

use crate::Race;

/// Everything that is known about a race.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Story {
    /// The race itself.
    pub race: Race,
    /// The object that both access, in words; none for a static field, of which there is one.
    pub object: Option<String>,
    /// Why nothing orders the accesses.
    pub order: String,
    /// Why no lock keeps them apart.
    pub locks: String,
    /// What would put an end to it, the most likely first.
    pub fixes: Vec<String>,
    /// What there is to say about each access.
    pub sides: [Side; 2],
}

/// One side of a race, beyond what a report has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Side {
    /// How the object gets from where it is made to the access, step by step; none if that is not known.
    pub trail: Option<Vec<String>>,
    /// How many other objects the access may mean.
    pub others: usize,
    /// The places that may wait for the thread.
    pub joins: Vec<String>,
}

/// The story as JSON, with a line end.
pub fn story_to_json(story: &Story) -> String {
    let text = serde_json::to_string_pretty(story).expect("invariant: a story is plain data");
    text + "\n"
}
