package heldout.proposals;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;

/** Simulates rounds of leader election between nodes that exchange votes over in-memory inboxes. */
public class Main {

    static final int NODES = 3;
    static final int ROUNDS = 4;

    record Vote(int from, int term, int candidate) { }

    static class Node extends Thread {
        final int id;
        final BlockingQueue<Vote> inbox = new LinkedBlockingQueue<>();
        private final Cluster cluster;
        private final int[] tally = new int[NODES];
        private int term;
        int health;

        Node(int id, Cluster cluster) {
            super("node-" + id);
            this.id = id;
            this.cluster = cluster;
            this.health = 50 + id; // safe: before the thread starts
        }

        @Override
        public void run() {
            try {
                for (int round = 0; round < ROUNDS; round++) {
                    term++; // safe: used by its own thread only
                    health = (health * 7 + term) % 100; // race:health
                    int candidate = cluster.healthiest();
                    cluster.proposals[id] = candidate; // safe: read by others only after the barrier (false alarm: that the number of a candidate is its own is not seen)
                    cluster.barrier.await();
                    int agreed = cluster.majority();
                    cluster.broadcast(new Vote(id, term, agreed));
                    countVotes();
                    cluster.barrier.await();
                }
            } catch (InterruptedException | BrokenBarrierException e) {
                cluster.record(getName() + " failed");
            }
        }

        private void countVotes() throws InterruptedException {
            java.util.Arrays.fill(tally, 0); // safe: node-local
            for (int i = 0; i < NODES; i++) {
                Vote v = inbox.take();
                tally[v.candidate()]++; // safe: node-local
            }
            for (int c = 0; c < NODES; c++) {
                if (tally[c] * 2 > NODES) { // safe: node-local
                    cluster.electionsWon[c]++; // race:won
                    cluster.leader.set(c);
                    cluster.record("term " + term + ": " + id + " follows " + c);
                }
            }
            cluster.reported.set(id); // race:reported
        }
    }

    static class Cluster {
        final Node[] nodes = new Node[NODES];
        final int[] proposals = new int[NODES];
        final int[] electionsWon = new int[NODES];
        final BitSet reported = new BitSet(NODES);
        final AtomicReference<Integer> leader = new AtomicReference<>(-1);
        final Deque<String> history = new ArrayDeque<>();
        int barrierTrips;
        final CyclicBarrier barrier = new CyclicBarrier(NODES, () -> barrierTrips++); // safe: barrier action runs alone

        int healthiest() {
            int best = 0;
            for (int i = 1; i < NODES; i++) {
                if (nodes[i].health > nodes[best].health) { // race:health
                    best = i;
                }
            }
            return best;
        }

        int majority() {
            int[] n = new int[NODES];
            for (int p : proposals) { // safe: writes are before this barrier, the next ones after the second barrier
                n[p]++;
            }
            int best = 0;
            for (int i = 1; i < NODES; i++) {
                best = n[i] > n[best] ? i : best;
            }
            return best;
        }

        void broadcast(Vote v) {
            for (Node n : nodes) { // safe: array is filled before the nodes start
                n.inbox.add(v);
            }
        }

        synchronized void record(String line) {
            history.addLast(line); // safe: cluster monitor
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Cluster cluster = new Cluster();
        for (int i = 0; i < NODES; i++) {
            cluster.nodes[i] = new Node(i, cluster);
        }
        for (Node n : cluster.nodes) {
            n.start();
        }
        System.out.println("leader so far: " + cluster.leader.get());
        for (Node n : cluster.nodes) {
            n.join();
        }
        System.out.println(cluster.history.size() + " entries, " + cluster.reported); // safe: after join
        System.out.println("won by 0: " + cluster.electionsWon[0] + ", trips " + cluster.barrierTrips); // safe: after join
    }
}
