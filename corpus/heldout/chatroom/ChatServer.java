package heldout.chatroom;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

final class ChatServer {
    private final Map<String, Room> rooms = new ConcurrentHashMap<>();
    private final Set<ClientHandler> active = ConcurrentHashMap.newKeySet();
    private final Map<Thread, ClientHandler> threads = new LinkedHashMap<>();
    private final AtomicInteger departures = new AtomicInteger();
    private final Thread reaper;
    private long idleLimitMillis = Long.MAX_VALUE;
    private int overviews;
    private volatile boolean running = true;

    ChatServer(long idleLimitMillis) {
        reaper = new Thread(this::reap, "idle-reaper");
        reaper.setDaemon(true);
        reaper.start();
        if (idleLimitMillis > 0) {
            this.idleLimitMillis = idleLimitMillis; // race:idlelimit
        }
    }

    void accept(String nick, Connection connection) {
        var handler = new ClientHandler(this, room("lobby"), nick, connection);
        active.add(handler);
        var thread = new Thread(handler, "client-" + nick);
        synchronized (threads) {
            threads.put(thread, handler); // safe: guarded by threads
        }
        thread.start();
    }

    Room room(String name) {
        return rooms.computeIfAbsent(name, Room::new);
    }

    void departed(ClientHandler handler) {
        active.remove(handler);
        departures.incrementAndGet(); // safe: atomic
    }

    synchronized String overview() {
        overviews++; // safe: server monitor
        var sb = new StringBuilder();
        for (var room : rooms.values()) {
            sb.append(room.name()).append(" - ").append(room.topic()); // safe: builder is local
            sb.append(" (").append(room.topicChanges()).append(")\n"); // safe: builder is local
        }
        return sb.toString();
    }

    private void reap() {
        while (running) { // safe: volatile
            long now = System.currentTimeMillis();
            long limit = idleLimitMillis; // race:idlelimit
            for (var handler : active) {
                if (now - handler.idleSince() > limit) {
                    handler.kick();
                }
            }
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    void awaitClients() throws InterruptedException {
        Map<Thread, ClientHandler> copy;
        synchronized (threads) {
            copy = new LinkedHashMap<>(threads); // safe: guarded by threads
        }
        for (var t : copy.keySet()) {
            t.join();
        }
    }

    /** Only meaningful once awaitClients has returned. */
    int totalSent() {
        synchronized (threads) {
            return threads.values().stream().mapToInt(ClientHandler::sent).sum(); // safe: guarded by threads
        }
    }

    void stop() throws InterruptedException {
        running = false; // safe: volatile
        reaper.join();
        System.out.println("departed " + departures.get());
    }
}
