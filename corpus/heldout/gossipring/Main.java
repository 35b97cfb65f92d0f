package heldout.gossipring;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;

/** A ring of nodes that tell each other what they know. Each node has a thread of its own. */
public final class Main {
    private static final int NODES = 5;
    private static final int ROUNDS = 60;

    /** Common part of what nodes send. */
    abstract static class Message {
        private final int sender;
        private int hops;

        Message(int sender) {
            this.sender = sender;
        }

        int sender() {
            return sender;
        }

        void hop() {
            hops++; // safe: only the node that took the message from its inbox
        }

        int hops() {
            return hops; // safe: only the node that took the message from its inbox
        }
    }

    static final class Rumour extends Message {
        private final int[] clock;

        Rumour(int sender, int[] clock) {
            super(sender);
            this.clock = clock;
        }

        int at(int node) {
            return clock[node]; // safe: a copy that its sender no longer touches
        }
    }

    static final class LoadReport extends Message {
        private final int[] load;

        LoadReport(int sender, int[] load) {
            super(sender);
            this.load = load;
        }

        int heaviest() {
            int max = 0;
            for (int value : load) { // race:load
                max = Math.max(max, value);
            }
            return max;
        }
    }

    /** What all nodes share. */
    static final class Cluster {
        private final List<Node> nodes = new ArrayList<>();
        private final AtomicReference<Node> coordinator = new AtomicReference<>();
        private volatile int[] epochSizes = new int[0];
        private int traffic;
        private int rounds;

        void add(Node node) {
            nodes.add(node); // safe: before the nodes start
        }

        Node after(int index) {
            return nodes.get((index + 1) % nodes.size()); // safe: list fixed before the nodes start
        }

        synchronized void addTraffic(int messages) {
            traffic += messages; // safe: under the cluster's monitor
        }

        synchronized int traffic() {
            return traffic; // safe: under the cluster's monitor
        }

        void roundDone() {
            rounds++; // race:rounds
        }

        boolean elect(Node candidate) {
            return coordinator.compareAndSet(null, candidate);
        }

        void newEpoch(int size) {
            int[] old = epochSizes; // safe: volatile, single coordinator writes
            int[] next = new int[old.length + 1];
            System.arraycopy(old, 0, next, 0, old.length); // safe: published arrays are never changed
            next[old.length] = size; // safe: not yet published
            epochSizes = next;
        }

        int epochs() {
            int[] seen = epochSizes; // safe: volatile
            int sum = 0;
            for (int size : seen) { // safe: published arrays are never changed
                sum += size;
            }
            return sum >= 0 ? seen.length : -1;
        }

        int rounds() {
            return rounds; // safe: all nodes joined
        }
    }

    static final class Node extends Thread {
        private final int index;
        private final Cluster cluster;
        private final LinkedBlockingQueue<Message> inbox = new LinkedBlockingQueue<>();
        private final Map<Integer, Integer> view = new HashMap<>();
        private final int[] clock = new int[NODES];
        private final int[] load = new int[3];
        private int term;
        private int handled;
        private int hopsSeen;
        private boolean ordered = true;
        private boolean elected;

        Node(int index, Cluster cluster) {
            super("node-" + index);
            this.index = index;
            this.cluster = cluster;
        }

        void post(Message message) {
            inbox.add(message); // safe: LinkedBlockingQueue
        }

        int term() {
            return term; // race:term
        }

        @Override
        public void run() {
            elected = cluster.elect(this); // safe: own field, main reads after join
            try {
                for (int round = 1; round <= ROUNDS; round++) {
                    work(round);
                    talk();
                    handle(inbox.take());
                    handle(inbox.take());
                    finish(round);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void work(int round) {
            term = round; // race:term
            clock[index] = round; // safe: own array, only copies leave the node
            for (int i = 0; i < load.length; i++) {
                load[i] = (round * (i + 3) + index) % 17; // race:load
            }
        }

        private void talk() {
            Node next = cluster.after(index);
            next.post(new Rumour(index, clock.clone()));
            next.post(new LoadReport(index, load));
            cluster.addTraffic(2);
            int theirs = next.term();
            ordered &= theirs >= 0 && theirs <= ROUNDS; // safe: own field
        }

        private void handle(Message message) {
            message.hop();
            hopsSeen += message.hops(); // safe: own field
            handled++; // safe: own field
            if (message instanceof Rumour rumour) {
                for (int i = 0; i < NODES; i++) {
                    clock[i] = Math.max(clock[i], rumour.at(i)); // safe: own array, only copies leave the node
                }
                view.put(rumour.sender(), rumour.at(rumour.sender())); // safe: own map
            } else if (message instanceof LoadReport report) {
                ordered &= report.heaviest() >= 0; // safe: own field
            }
        }

        private synchronized void finish(int round) {
            cluster.roundDone();
            if (elected && round % 20 == 0) {
                cluster.newEpoch(view.size()); // safe: own map, only the coordinator comes here
            }
            ordered &= cluster.epochs() <= ROUNDS / 20; // safe: own field
        }

        int knownOfPrevious() {
            return view.getOrDefault((index + NODES - 1) % NODES, 0); // safe: after join
        }

        int handled() {
            return handled + hopsSeen; // safe: after join
        }

        boolean ordered() {
            return ordered; // safe: after join
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Cluster cluster = new Cluster();
        for (int i = 0; i < NODES; i++) {
            cluster.add(new Node(i, cluster));
        }
        for (Node node : cluster.nodes) {
            node.start();
        }
        int handled = 0;
        int known = 0;
        int coordinators = 0;
        boolean ordered = true;
        for (Node node : cluster.nodes) {
            node.join();
            handled += node.handled();
            known += node.knownOfPrevious();
            ordered &= node.ordered();
            coordinators += node.elected ? 1 : 0; // safe: after join
        }
        System.out.println("handled " + handled + " traffic " + cluster.traffic() + " known " + known);
        System.out.println("coordinators " + coordinators + " epochs " + cluster.epochs() + " ordered " + ordered);
        System.out.println("rounds ok " + (cluster.rounds() > 0 && cluster.rounds() <= NODES * ROUNDS));
    }
}
