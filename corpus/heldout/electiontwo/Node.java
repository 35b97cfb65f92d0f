package heldout.electiontwo;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

final class Node extends Thread {
    private static final long HEARTBEAT_NANOS = 4_000_000;

    private final int id;
    private final HealthBoard board;
    private final ElectionLog log;
    private final Random random;
    private final BlockingQueue<Message> inbox = new LinkedBlockingQueue<>();
    private final Set<Integer> votes = new HashSet<>();
    private List<Node> peers = List.of();
    private Role role = Role.FOLLOWER;
    private int term;
    private int votedFor = -1;
    private boolean paused;
    private long deadline;
    private int heartbeatsSent;
    private volatile boolean running = true;

    Node(int id, HealthBoard board, ElectionLog log) {
        super("node-" + id);
        this.id = id;
        this.board = board;
        this.log = log;
        this.random = new Random(id * 7919L);
    }

    void connect(List<Node> all) {
        peers = all.stream().filter(n -> n != this).toList(); // safe: before the nodes are started
    }

    int id() {
        return id;
    }

    void deliver(Message message) {
        inbox.add(message); // safe: blocking queue
    }

    void pause(boolean on) {
        paused = on; // race:paused
    }

    Role role() {
        return role; // race:role
    }

    synchronized int currentTerm() {
        return term; // safe: written under this monitor
    }

    void halt() {
        running = false; // safe: volatile
    }

    int heartbeatsSent() {
        return heartbeatsSent; // safe: after join
    }

    @Override
    public void run() {
        resetDeadline();
        try {
            while (running) { // safe: volatile
                if (paused) { // race:paused
                    inbox.clear(); // safe: blocking queue
                    Thread.sleep(1);
                    continue;
                }
                Message message = inbox.poll(1, TimeUnit.MILLISECONDS);
                if (message != null) {
                    handle(message);
                }
                tick();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void handle(Message message) {
        if (message.term() > term) { // safe: only this thread writes term
            enterTerm(message.term());
            become(Role.FOLLOWER);
        }
        if (message instanceof Message.Heartbeat beat) {
            if (beat.term() == term) { // safe: only this thread writes term
                board.seen(beat.leader());
                resetDeadline();
            }
        } else if (message instanceof Message.VoteRequest request) {
            boolean grant = request.term() == term // safe: only this thread writes term
                    && (votedFor < 0 || votedFor == request.candidate()); // safe: node thread only
            if (grant) {
                votedFor = request.candidate(); // safe: node thread only
                resetDeadline();
            }
            send(request.candidate(), new Message.VoteReply(request.term(), id, grant));
        } else if (message instanceof Message.VoteReply reply) {
            if (reply.granted() && reply.term() == term && role == Role.CANDIDATE) { // safe: own fields of the node thread
                votes.add(reply.voter()); // safe: node thread only
                if (votes.size() > (peers.size() + 1) / 2) { // safe: node thread only
                    become(Role.LEADER);
                    log.won(term, id); // safe: only this thread writes term
                    deadline = 0; // safe: node thread only
                }
            }
        }
    }

    private void tick() {
        if (System.nanoTime() - deadline < 0) { // safe: node thread only
            return;
        }
        if (role == Role.LEADER) { // safe: only this thread writes role
            for (Node peer : peers) { // safe: set before start
                peer.deliver(new Message.Heartbeat(term, id)); // safe: only this thread writes term
                heartbeatsSent++; // safe: node thread, main after join
            }
            deadline = System.nanoTime() + HEARTBEAT_NANOS; // safe: node thread only
        } else {
            enterTerm(term + 1); // safe: only this thread writes term
            become(Role.CANDIDATE);
            votedFor = id; // safe: node thread only
            votes.add(id); // safe: node thread only
            for (Node peer : peers) { // safe: set before start
                peer.deliver(new Message.VoteRequest(term, id)); // safe: only this thread writes term
            }
            resetDeadline();
        }
    }

    private void enterTerm(int newTerm) {
        synchronized (this) {
            term = newTerm; // safe: other threads read it under this monitor
        }
        votedFor = -1; // safe: node thread only
        votes.clear(); // safe: node thread only
    }

    private void become(Role next) {
        role = next; // race:role
    }

    private void resetDeadline() {
        deadline = System.nanoTime() + 15_000_000L + random.nextInt(25_000_000); // safe: node thread only
    }

    private void send(int target, Message message) {
        for (Node peer : peers) { // safe: set before start
            if (peer.id == target) {
                peer.deliver(message);
            }
        }
    }
}
