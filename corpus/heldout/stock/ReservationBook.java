package heldout.stock;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

class ReservationBook {
    enum State { OPEN, CANCELLED }

    record Reservation(long id, String sku, int qty, State state) { }

    private final AtomicLong ids = new AtomicLong(1000);
    private final Map<String, List<Reservation>> bySku = new ConcurrentHashMap<>();
    private final Map<String, Set<Long>> cancelled = new ConcurrentHashMap<>();

    Reservation enter(String sku, int qty) {
        Reservation r = new Reservation(ids.incrementAndGet(), sku, qty, State.OPEN);
        List<Reservation> list = bySku.computeIfAbsent(sku, k -> new ArrayList<>());
        list.add(r); // race:list
        return r;
    }

    void cancel(Reservation r) {
        cancelled.compute(r.sku(), (sku, set) -> {
            Set<Long> s = set == null ? new HashSet<>() : set;
            s.add(r.id()); // safe: compute is atomic per key
            return s;
        });
    }

    int entered() {
        Collection<List<Reservation>> all = bySku.values();
        int n = 0;
        for (List<Reservation> l : all) {
            n += l.size(); // safe: called when the clerks have ended
        }
        return n;
    }

    int cancelled() {
        return cancelled.values().stream().mapToInt(Set::size).sum(); // safe: called when the clerks have ended
    }
}
