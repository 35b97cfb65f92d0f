package loops.linked;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Trees and chains as elements: whoever follows a pointer may leave what belongs to the iteration. */
public final class Main {
    static final class Node {
        final int key;
        Node parent;
        final List<Node> children = new ArrayList<>();
        Node next;
        int value;
        int childrenSeen;
        int depth;
        int marked;
        int visits;

        Node(int key, Node parent) {
            this.key = key;
            this.parent = parent;
            this.value = key; // safe: a new node
            if (parent != null) {
                parent.children.add(this); // safe: before the loops
            }
        }
    }

    static final class Chain {
        Node head;
        Node tail;
        int length;

        void append(int key) {
            Node node = new Node(key, null);
            if (head == null) { // safe: each chain is one element
                head = node; // safe: each chain is one element
            } else {
                tail.next = node; // safe: nodes of one chain (false alarm: nodes of different lists are one object)
            }
            tail = node; // safe: each chain is one element
            length++; // safe: each chain is one element
        }

        int sum() {
            int sum = 0;
            for (Node node = head; node != null; node = node.next) { // safe: nodes of one chain
                node.visits++; // safe: nodes of one chain (false alarm: nodes of different lists are one object)
                sum += node.value; // safe: nodes of one chain
            }
            return sum;
        }
    }

    static int size(Node node) {
        int size = 1;
        for (Node child : node.children) { // safe: nobody changes the tree
            size += size(child);
        }
        node.marked = size; // safe: nodes of one subtree
        return size;
    }

    static List<Chain> chains(int count) {
        List<Chain> chains = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            chains.add(new Chain());
        }
        return chains;
    }

    public static void main(String[] args) {
        Node root = new Node(0, null);
        List<Node> middle = new ArrayList<>();
        List<Node> leaves = new ArrayList<>();
        for (int i = 1; i <= 10; i++) {
            Node node = new Node(i, root);
            middle.add(node);
            for (int j = 0; j < 8; j++) {
                leaves.add(new Node(i * 100 + j, node));
            }
        }
        int sizes = middle.parallelStream().mapToInt(Main::size).sum();
        leaves.parallelStream().forEach(leaf -> {
            leaf.depth = 2; // safe: each leaf is one element
            leaf.parent.childrenSeen++; // race:childrenSeen
            synchronized (leaf.parent) {
                leaf.parent.visits++; // safe: under the parent
            }
        });
        middle.parallelStream().forEach(node -> {
            node.parent.value += node.key; // race:root
            for (Node child : node.children) { // safe: nobody changes the tree
                child.depth++; // safe: children of one node
                child.value -= node.key; // safe: children of one node
            }
        });
        List<Chain> chains = chains(30);
        chains.parallelStream().forEach(chain -> {
            for (int i = 0; i < 5; i++) {
                chain.append(i);
            }
        });
        int sum = chains.parallelStream().mapToInt(Chain::sum).sum();
        Node terminal = new Node(1000, null);
        chains.parallelStream().forEach(chain -> {
            chain.tail.next = terminal; // safe: the tail of one chain (false alarm: nodes of different lists are one object)
            chain.tail = terminal; // safe: each chain is one element
        });
        chains.parallelStream().forEach(chain -> {
            chain.tail.marked++; // race:terminal
            chain.head.marked++; // safe: the head of one chain
        });
        int visits = middle.stream().mapToInt(node -> node.visits).sum(); // safe: the loops have ended
        String depths = leaves.stream().limit(3).map(leaf -> leaf.depth + "").collect(Collectors.joining(",")); // safe: the loops have ended
        System.out.println(sizes + " " + sum + " " + visits + " " + depths + " " + chains.get(4).length);
        if (root.value > 55 || middle.get(0).childrenSeen > 8 || terminal.marked > 30) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
