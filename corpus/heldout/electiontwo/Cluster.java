package heldout.electiontwo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;

sealed interface Message permits Message.Heartbeat, Message.VoteRequest, Message.VoteReply {
    int term();

    record Heartbeat(int term, int leader) implements Message {}

    record VoteRequest(int term, int candidate) implements Message {}

    record VoteReply(int term, int voter, boolean granted) implements Message {}
}

enum Role { FOLLOWER, CANDIDATE, LEADER }

final class HealthBoard {

    private static final class PeerHealth {
        private int missed;
        private volatile long lastSeen = System.nanoTime();
    }

    private final ConcurrentMap<Integer, PeerHealth> peers = new ConcurrentHashMap<>();
    private final Set<Integer> suspects = ConcurrentHashMap.newKeySet();
    private int checks;

    void seen(int id) {
        PeerHealth health = peers.computeIfAbsent(id, k -> new PeerHealth());
        health.lastSeen = System.nanoTime(); // safe: volatile
        health.missed = 0; // race:missed
        suspects.remove(id); // safe: concurrent set
    }

    void check() {
        checks++; // safe: runs of one periodic task, main after termination
        peers.forEach((id, health) -> {
            if (System.nanoTime() - health.lastSeen > 8_000_000L) { // safe: volatile
                health.missed++; // race:missed
                if (health.missed > 2) { // race:missed
                    suspects.add(id); // safe: concurrent set
                }
            }
        });
    }

    Set<Integer> suspects() {
        return Set.copyOf(suspects);
    }

    int checks() {
        return checks; // safe: main after the executor terminated
    }
}

final class ElectionLog {
    private final Map<Integer, Integer> leaderByTerm = new TreeMap<>();
    private final List<String> events = new ArrayList<>();

    synchronized void won(int term, int leader) {
        leaderByTerm.put(term, leader); // safe: guarded by this
        events.add("term " + term + " leader " + leader); // safe: guarded by this
    }

    synchronized Map<Integer, Integer> leaders() {
        return new TreeMap<>(leaderByTerm); // safe: copied under the lock
    }

    synchronized int events() {
        return events.size(); // safe: guarded by this
    }
}

final class Cluster {
    private final List<Node> nodes = new CopyOnWriteArrayList<>();
    private final HealthBoard board = new HealthBoard();
    private final ElectionLog log = new ElectionLog();

    Cluster(int size) {
        for (int i = 0; i < size; i++) {
            nodes.add(new Node(i, board, log));
        }
        nodes.forEach(n -> n.connect(nodes));
    }

    void start() {
        nodes.forEach(Thread::start);
    }

    int stop() throws InterruptedException {
        nodes.forEach(Node::halt);
        int sent = 0;
        for (Node node : nodes) {
            node.join();
            sent += node.heartbeatsSent();
        }
        return sent;
    }

    Optional<Node> leader() {
        Node found = null;
        for (Node node : nodes) {
            if (node.role() == Role.LEADER && (found == null || node.currentTerm() > found.currentTerm())) {
                found = node;
            }
        }
        return Optional.ofNullable(found);
    }

    HealthBoard board() {
        return board;
    }

    ElectionLog log() {
        return log;
    }
}
