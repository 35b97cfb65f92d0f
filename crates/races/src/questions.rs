//! Sets of questions that one search answers at the same time.
//!
//! Most searches in a thread go the same ways and differ in where they begin and stop. So a search carries a set of questions
//! along, one bit for each, and comes to a place again only with questions that are new there.

use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use ir::entity::EntityId as _;
use points_to::Node;

/// One of the questions of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Question(u8);

impl Question {
    /// How many one search answers.
    pub(crate) const COUNT: usize = 64 * WORDS;

    pub(crate) fn new(at: usize) -> Question {
        Question(u8::try_from(at).expect("invariant: a search has so many questions only"))
    }
}

const WORDS: usize = 4;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Questions([u64; WORDS]);

impl Questions {
    pub(crate) const NONE: Questions = Questions([0; WORDS]);
    pub(crate) const ALL: Questions = Questions([u64::MAX; WORDS]);

    pub(crate) fn of(question: Question) -> Questions {
        let mut words = [0; WORDS];
        words[usize::from(question.0) / 64] = 1 << (question.0 % 64);
        Questions(words)
    }

    pub(crate) fn is_empty(self) -> bool {
        self == Questions::NONE
    }

    pub(crate) fn contains(self, question: Question) -> bool {
        self.0[usize::from(question.0) / 64] & 1 << (question.0 % 64) != 0
    }

    fn zip(self, other: Questions, word: impl Fn(u64, u64) -> u64) -> Questions {
        Questions(std::array::from_fn(|at| word(self.0[at], other.0[at])))
    }
}

impl BitAnd for Questions {
    type Output = Questions;

    fn bitand(self, other: Questions) -> Questions {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Questions {
    type Output = Questions;

    fn bitor(self, other: Questions) -> Questions {
        self.zip(other, |a, b| a | b)
    }
}

impl BitOrAssign for Questions {
    fn bitor_assign(&mut self, other: Questions) {
        *self = *self | other;
    }
}

impl Sub for Questions {
    type Output = Questions;

    fn sub(self, other: Questions) -> Questions {
        self.zip(other, |a, b| a & !b)
    }
}

/// The questions of each body; of most there are none.
#[derive(Clone, Debug, Default)]
pub(crate) struct ByNode(Vec<Questions>);

impl ByNode {
    pub(crate) fn get(&self, node: Node) -> Questions {
        self.0.get(node.index()).copied().unwrap_or_default()
    }

    /// Adds questions to those of a body; those that are new.
    pub(crate) fn insert(&mut self, node: Node, questions: Questions) -> Questions {
        let index = node.index();
        if index >= self.0.len() {
            self.0.resize((index + 1).next_power_of_two(), Questions::NONE);
        }
        let new = questions - self.0[index];
        self.0[index] |= new;
        new
    }

    /// The bodies that have some, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Node, Questions)> + '_ {
        let some = self.0.iter().enumerate().filter(|(_, questions)| !questions.is_empty());
        some.map(|(at, &questions)| (Node::from_index(at), questions))
    }
}
