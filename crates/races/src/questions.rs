//! Sets of questions that one search answers at the same time.
//!
//! Most searches in a thread go the same ways and differ in where they begin and stop. So a search carries a set of questions
//! along, one bit for each, and comes to a place again only with questions that are new there.

use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};
use std::rc::Rc;

use ir::entity::EntityId as _;
use points_to::Node;

use crate::node_set::NodeSet;

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

/// The questions of each body; of most there are none. Bodies are kept in stretches, which copies share until they differ.
#[derive(Clone, Debug, Default)]
pub(crate) struct ByNode(Vec<Option<Rc<Stretch>>>);

type Stretch = [Questions; STRETCH];

const STRETCH: usize = 64;

impl ByNode {
    /// All questions of these bodies.
    pub(crate) fn all_of(nodes: &NodeSet) -> ByNode {
        let mut all = ByNode::default();
        for node in nodes.iter() {
            all.insert(node, Questions::ALL);
        }
        all
    }

    pub(crate) fn get(&self, node: Node) -> Questions {
        let stretch = self.0.get(node.index() / STRETCH).and_then(Option::as_deref);
        stretch.map_or(Questions::NONE, |stretch| stretch[node.index() % STRETCH])
    }

    /// Adds questions to those of a body; those that are new.
    pub(crate) fn insert(&mut self, node: Node, questions: Questions) -> Questions {
        let new = questions - self.get(node);
        if !new.is_empty() {
            self.stretch(node.index() / STRETCH)[node.index() % STRETCH] |= new;
        }
        new
    }

    /// Adds those of others.
    pub(crate) fn union(&mut self, others: &ByNode) {
        for (at, other) in others.0.iter().enumerate() {
            let Some(other) = other else { continue };
            match self.0.get(at) {
                Some(Some(_)) => {
                    for (own, &other) in self.stretch(at).iter_mut().zip(other.iter()) {
                        *own |= other;
                    }
                }
                _ => *self.place(at) = Some(Rc::clone(other)),
            }
        }
    }

    /// The bodies that have some, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Node, Questions)> + '_ {
        let stretches = self.0.iter().enumerate();
        let stretches = stretches.filter_map(|(at, stretch)| Some((at, stretch.as_deref()?)));
        let all = stretches.flat_map(|(at, stretch)| {
            let node = move |inner| Node::from_index(at * STRETCH + inner);
            stretch.iter().enumerate().map(move |(inner, &questions)| (node(inner), questions))
        });
        all.filter(|(_, questions)| !questions.is_empty())
    }

    fn place(&mut self, at: usize) -> &mut Option<Rc<Stretch>> {
        if at >= self.0.len() {
            self.0.resize(at + 1, None);
        }
        &mut self.0[at]
    }

    fn stretch(&mut self, at: usize) -> &mut Stretch {
        let none = || Rc::new([Questions::NONE; STRETCH]);
        Rc::make_mut(self.place(at).get_or_insert_with(none))
    }
}
