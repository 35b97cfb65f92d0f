package heldout.hubsockets;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

final class Hub {
    private final Map<String, Set<Connection>> rooms = new ConcurrentHashMap<>();
    private final Map<String, Integer> traffic = new HashMap<>();
    private final List<String> banned = Collections.synchronizedList(new ArrayList<>());
    private final LongAdder routed = new LongAdder();
    private final AtomicLong tick = new AtomicLong();
    private String motd = "welcome";

    void setMotd(String text) {
        this.motd = text; // safe: only called before the clients start
    }

    String motd() {
        return motd; // safe: not written after the clients started
    }

    void join(String room, Connection c) {
        rooms.computeIfAbsent(room, r -> new CopyOnWriteArraySet<>()).add(c); // safe: concurrent map of copy-on-write sets
    }

    void leave(String room, Connection c) {
        rooms.computeIfPresent(room, (r, members) -> {
            members.remove(c); // safe: copy-on-write set
            return members.isEmpty() ? null : members;
        });
    }

    int broadcast(Frame frame) {
        Set<Connection> members = rooms.getOrDefault(frame.room(), Set.of());
        int sent = 0;
        for (Connection c : members) { // safe: snapshot iterator
            if (!isBanned(c.user()) && c.send(frame)) {
                sent++;
            }
        }
        routed.add(sent);
        synchronized (traffic) {
            traffic.merge(frame.room(), sent, Integer::sum); // race:traffic
        }
        return sent;
    }

    void ban(String user) {
        banned.add(user); // race:banned
    }

    private boolean isBanned(String user) {
        return banned.contains(user); // safe: synchronized wrapper locks inside contains
    }

    int bannedWithPrefix(String prefix) {
        int n = 0;
        for (String user : banned) { // race:banned
            if (user.startsWith(prefix)) {
                n++;
            }
        }
        return n;
    }

    int bannedCount() {
        return banned.size(); // safe: synchronized wrapper
    }

    int trafficOf(String room) {
        Integer n = traffic.get(room); // race:traffic
        return n == null ? 0 : n;
    }

    Map<String, Integer> trafficReport() {
        synchronized (traffic) {
            return new HashMap<>(traffic); // safe: same monitor as broadcast
        }
    }

    long now() {
        return tick.incrementAndGet();
    }

    int sweep(Collection<Connection> all, long limit) {
        long now = now();
        int idle = 0;
        for (Connection c : all) {
            if (c.idleFor(now) > limit) {
                idle++;
            }
        }
        return idle;
    }

    long routed() {
        return routed.sum();
    }
}
