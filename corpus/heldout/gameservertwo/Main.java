package heldout.gameservertwo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.StampedLock;

sealed interface Input {
    int player();

    record Spawn(int player) implements Input {
    }

    record Move(int player, float dx, float dy) implements Input {
    }

    record Shoot(int player, int target) implements Input {
    }

    record Leave(int player) implements Input {
    }
}

/** What clients draw: x and y of each slot. */
record Frame(int tick, float[] coordinates) {
}

record MatchResult(int ticks, Map<Integer, Integer> shots) {
}

/** Two buffers, so that a tick does not allocate. */
final class FrameBuffer {
    private final float[][] buffers;
    private volatile Frame front;

    FrameBuffer(int slots) {
        buffers = new float[2][slots * 2];
        front = new Frame(0, new float[slots * 2]);
    }

    void publish(int tick, Iterable<Avatar> avatars) {
        float[] back = buffers[tick & 1];
        for (var a : avatars) {
            back[a.slot * 2] = a.x; // race:frame
            back[a.slot * 2 + 1] = a.y; // race:frame
        }
        front = new Frame(tick, back); // safe: volatile
    }

    Frame latest() {
        return front; // safe: volatile
    }
}

final class Avatar {
    final int slot;
    float x;
    float y;
    int health = 100;

    Avatar(int slot) {
        this.slot = slot;
    }
}

/** All of it belongs to the tick thread. */
final class World {
    private final Map<Integer, Avatar> avatars = new HashMap<>();
    private final Map<Integer, Integer> shots = new HashMap<>();
    private final Scoreboard scores;

    World(Scoreboard scores) {
        this.scores = scores;
    }

    void apply(Input input) {
        Avatar self = avatars.get(input.player()); // safe: tick thread
        if (input instanceof Input.Spawn s) {
            avatars.put(s.player(), new Avatar(s.player())); // safe: tick thread
        } else if (self == null) {
            return;
        } else if (input instanceof Input.Move m) {
            self.x = clamp(self.x + m.dx()); // safe: tick thread
            self.y = clamp(self.y + m.dy()); // safe: tick thread
        } else if (input instanceof Input.Shoot s) {
            shots.merge(s.player(), 1, Integer::sum); // safe: tick thread
            Avatar victim = avatars.get(s.target()); // safe: tick thread
            if (victim != null && victim != self) {
                victim.health -= 5; // safe: tick thread
                if (victim.health <= 0) { // safe: tick thread
                    victim.health = 100; // safe: tick thread
                    scores.credit(s.player(), 1);
                }
            }
        } else if (input instanceof Input.Leave l) {
            avatars.remove(l.player()); // safe: tick thread
        }
    }

    Iterable<Avatar> avatars() {
        return avatars.values();
    }

    Map<Integer, Integer> shots() {
        return Map.copyOf(shots); // safe: called on the tick thread
    }

    private static float clamp(float v) {
        return Math.max(-50, Math.min(50, v));
    }
}

final class Scoreboard {
    private final StampedLock lock = new StampedLock();
    private final int[] points;

    Scoreboard(int slots) {
        points = new int[slots];
    }

    void credit(int player, int n) {
        long stamp = lock.writeLock();
        try {
            points[player] += n; // safe: write lock
        } finally {
            lock.unlockWrite(stamp);
        }
    }

    int leader() {
        long stamp = lock.readLock();
        try {
            int best = 0;
            for (int i = 1; i < points.length; i++) {
                if (points[i] > points[best]) { // safe: full read lock
                    best = i;
                }
            }
            return best;
        } finally {
            lock.unlockRead(stamp);
        }
    }
}

final class ChatFilter {
    private Set<String> banned;

    boolean allows(String text) {
        for (String word : text.split(" ")) {
            if (words().contains(word)) {
                return false;
            }
        }
        return true;
    }

    private Set<String> words() {
        Set<String> current = banned; // race:banned
        if (current == null) {
            current = Set.of("noob", "lag", "cheater");
            banned = current; // race:banned
        }
        return current;
    }
}

final class PlayerSession {
    private final int id;
    private final Lobby lobby;
    private final Queue<Input> inbox = new ConcurrentLinkedQueue<>();
    private final BlockingQueue<String> chat = new ArrayBlockingQueue<>(64);
    private int ackedTick;
    private int lagWarnings;
    private volatile boolean gone;

    PlayerSession(int id, Lobby lobby) {
        this.id = id;
        this.lobby = lobby;
    }

    int id() {
        return id;
    }

    void send(Input input) {
        inbox.add(input); // safe: concurrent queue
    }

    Input poll() {
        return inbox.poll(); // safe: concurrent queue
    }

    void ack(int tick) {
        ackedTick = tick; // race:acked
    }

    /** Tick thread: how far the client is behind. */
    int behind(int tick) {
        int n = tick - ackedTick; // race:acked
        if (n > 20) {
            lagWarnings++; // safe: tick thread, main after it has ended
        }
        return n;
    }

    int lagWarnings() {
        return lagWarnings; // safe: tick thread has ended
    }

    void say(String text) {
        for (var other : lobby.sessions()) {
            if (other != this) {
                other.chat.offer(id + ": " + text); // safe: blocking queue, a full one drops
            }
        }
    }

    int readChat() {
        List<String> lines = new ArrayList<>();
        chat.drainTo(lines); // safe: local list
        return lines.size();
    }

    void leave() {
        send(new Input.Leave(id));
        gone = true; // safe: volatile
    }

    boolean gone() {
        return gone;
    }
}

final class Lobby {
    private final List<PlayerSession> sessions = new CopyOnWriteArrayList<>();
    private final AtomicInteger ids = new AtomicInteger();
    private int online;
    private int peak;

    synchronized PlayerSession join() {
        var session = new PlayerSession(ids.getAndIncrement(), this);
        session.send(new Input.Spawn(session.id()));
        sessions.add(session); // safe: copy on write
        online++; // race:online
        peak = Math.max(peak, online); // safe: monitor, as the writes
        return session;
    }

    synchronized void left(PlayerSession session) {
        session.leave();
        online--; // race:online
    }

    List<PlayerSession> sessions() {
        return sessions;
    }

    boolean deserted() {
        return online == 0; // race:online
    }

    synchronized int peak() {
        return peak; // safe: monitor
    }
}

final class TickLoop implements Runnable {
    private final Lobby lobby;
    private final World world;
    private final FrameBuffer frames;
    private final CompletableFuture<MatchResult> result = new CompletableFuture<>();
    private final List<Integer> busyTicks = new ArrayList<>();
    private volatile boolean stopping;

    TickLoop(Lobby lobby, World world, FrameBuffer frames) {
        this.lobby = lobby;
        this.world = world;
        this.frames = frames;
    }

    @Override
    public void run() {
        int tick = 0;
        while (!stopping) { // safe: volatile
            tick++;
            if (lobby.deserted()) {
                LockSupport.parkNanos(50_000);
                continue;
            }
            int applied = 0;
            for (var session : lobby.sessions()) {
                int budget = session.behind(tick) > 50 ? 2 : 8;
                for (int i = 0; i < budget; i++) {
                    Input input = session.poll();
                    if (input == null) {
                        break;
                    }
                    world.apply(input);
                    applied++;
                }
            }
            if (applied > 10) {
                busyTicks.add(tick); // safe: tick thread, main after the result
            }
            frames.publish(tick, world.avatars());
            LockSupport.parkNanos(20_000);
        }
        result.complete(new MatchResult(tick, world.shots()));
    }

    void stop() {
        stopping = true; // safe: volatile
    }

    MatchResult result() {
        return result.join();
    }

    int busyTicks() {
        return busyTicks.size(); // safe: called after the result was joined
    }
}

final class Client {
    private final Lobby lobby;
    private final FrameBuffer frames;
    private final ChatFilter filter;
    private final Scoreboard scores;
    private final CountDownLatch ready;
    private final Random random;

    Client(Lobby lobby, FrameBuffer frames, ChatFilter filter, Scoreboard scores, CountDownLatch ready, long seed) {
        this.lobby = lobby;
        this.frames = frames;
        this.filter = filter;
        this.scores = scores;
        this.ready = ready;
        this.random = new Random(seed);
    }

    int play(int actions) throws InterruptedException {
        var session = lobby.join();
        ready.countDown();
        ready.await();
        int drawn = 0;
        int read = 0;
        for (int i = 0; i < actions; i++) {
            switch (random.nextInt(4)) { // safe: generator of this client
                case 0 -> session.send(new Input.Shoot(session.id(), random.nextInt(4)));
                case 1 -> {
                    String text = i % 3 == 0 ? "what a lag" : "well played";
                    if (filter.allows(text)) {
                        session.say(text);
                    }
                }
                default -> session.send(new Input.Move(session.id(), random.nextFloat() - 0.5f, 0.25f));
            }
            drawn += draw(session);
            read += session.readChat();
            if (i % 25 == 0 && scores.leader() == session.id()) {
                session.say("leading");
            }
        }
        lobby.left(session);
        return drawn + read;
    }

    private int draw(PlayerSession session) {
        var frame = frames.latest();
        float[] c = frame.coordinates();
        float spread = 0;
        for (int i = 0; i < c.length; i++) {
            spread += Math.abs(c[i]); // race:frame
        }
        session.ack(frame.tick());
        return spread > 0 ? 1 : 0;
    }
}

public class Main {
    private static final int PLAYERS = 4;

    public static void main(String[] args) throws Exception {
        var lobby = new Lobby();
        var scores = new Scoreboard(PLAYERS);
        var frames = new FrameBuffer(PLAYERS);
        var filter = new ChatFilter();
        var loop = new TickLoop(lobby, new World(scores), frames);
        var ticker = new Thread(loop, "tick-loop");
        ticker.start();

        var pool = Executors.newFixedThreadPool(PLAYERS);
        var ready = new CountDownLatch(PLAYERS);
        List<Future<Integer>> clients = new ArrayList<>();
        for (int i = 0; i < PLAYERS; i++) {
            var client = new Client(lobby, frames, filter, scores, ready, i);
            clients.add(pool.submit(() -> client.play(400)));
        }
        int activity = 0;
        for (var c : clients) {
            activity += c.get();
        }
        pool.shutdown();
        loop.stop();
        var result = loop.result();
        boolean allGone = lobby.sessions().stream().allMatch(PlayerSession::gone);
        int warnings = lobby.sessions().stream().mapToInt(PlayerSession::lagWarnings).sum();
        System.out.println("ticks > 0: " + (result.ticks() > 0) + ", activity > 0: " + (activity > 0));
        System.out.println("all gone: " + allGone + ", peak " + lobby.peak() + ", leader " + (scores.leader() >= 0));
        System.out.println("warnings >= 0: " + (warnings >= 0) + ", busy >= 0: " + (loop.busyTicks() >= 0)
                + ", shooters <= 4: " + (result.shots().size() <= PLAYERS));
    }
}
