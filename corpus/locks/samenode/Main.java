package locks.samenode;

import java.util.concurrent.ConcurrentHashMap;

/** A node is locked by one name and used by another, after it was asked whether both mean the same. */
public class Main {
    static final ConcurrentHashMap<String, Node> NODES = new ConcurrentHashMap<>();
    static final Node FIRST = new Node();

    static final class Node {
        int weight;
        int misses;
        int other;
    }

    /** The lock of the one is that of the other. */
    static void weigh(Node wanted) {
        Node found = NODES.get("first");
        if (found != wanted) {
            return;
        }
        synchronized (found) {
            wanted.weight++; // safe: it is the same node
        }
    }

    static void add(Node node) {
        synchronized (node) {
            node.weight += 2; // safe: under its lock
            node.misses += 2; // race:samenode-misses
            node.other += 2; // race:samenode-other
        }
    }

    /** It is another node that is locked. */
    static void miss(Node wanted) {
        Node found = NODES.get("second");
        if (found == wanted) {
            return;
        }
        synchronized (found) {
            wanted.misses++; // race:samenode-misses
        }
    }

    /** It may be another one: the answer does not matter. */
    static void either(Node wanted) {
        Node found = NODES.get("second");
        if (found == wanted) {
            System.out.println("the same");
        }
        synchronized (found) {
            wanted.other++; // race:samenode-other
        }
    }

    public static void main(String[] args) throws InterruptedException {
        NODES.put("first", FIRST);
        NODES.put("second", new Node());
        Thread a = new Thread(() -> {
            weigh(FIRST);
            miss(FIRST);
            either(FIRST);
        });
        Thread b = new Thread(() -> add(FIRST));
        a.start();
        b.start();
        a.join();
        b.join();
        System.out.println(FIRST.weight); // safe: both have ended
    }
}
