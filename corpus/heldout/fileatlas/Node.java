package heldout.fileatlas;

import java.util.ArrayList;
import java.util.List;

/** A directory or a file of the (in-memory) volume. The tree is complete before anybody walks it. */
final class Node {
    private final String name;
    private final long ownSize;
    private final List<Node> children = new ArrayList<>();
    private long cachedSize = -1;

    private Node(String name, long ownSize) {
        this.name = name;
        this.ownSize = ownSize;
    }

    static Node dir(String name) {
        return new Node(name, 0);
    }

    static Node file(String name, long size) {
        return new Node(name, size);
    }

    Node add(Node child) {
        children.add(child); // safe: the tree is built before the pool gets it
        return this;
    }

    String name() {
        return name;
    }

    boolean isDir() {
        return ownSize == 0;
    }

    List<Node> children() {
        return children;
    }

    /** Size of everything below, remembered after the first call. */
    long size() {
        long s = cachedSize; // race:cachedSize
        if (s < 0) {
            s = ownSize;
            for (Node c : children) { // safe: only read after the tree was built
                s += c.size();
            }
            cachedSize = s; // race:cachedSize
        }
        return s;
    }

    String extension() {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? "" : name.substring(dot + 1);
    }
}
