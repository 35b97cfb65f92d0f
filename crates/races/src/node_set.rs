//! Sets of bodies, dense: a set of everything that a thread runs is a few kilobytes.

use fixedbitset::FixedBitSet;
use ir::entity::EntityId as _;
use points_to::Node;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct NodeSet(FixedBitSet);

impl NodeSet {
    pub(crate) fn contains(&self, node: Node) -> bool {
        self.0.contains(node.index())
    }

    /// Whether the node is new.
    pub(crate) fn insert(&mut self, node: Node) -> bool {
        let index = node.index();
        if index >= self.0.len() {
            self.0.grow((index + 1).next_power_of_two());
        }
        !self.0.put(index)
    }

    /// In the order of the nodes.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Node> + '_ {
        self.0.ones().map(Node::from_index)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_clear()
    }
}

impl FromIterator<Node> for NodeSet {
    fn from_iter<I: IntoIterator<Item = Node>>(nodes: I) -> NodeSet {
        let mut set = NodeSet::default();
        for node in nodes {
            set.insert(node);
        }
        set
    }
}
