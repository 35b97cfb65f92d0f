package heldout.parcels;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

class TrackingService {

    private final ConcurrentMap<String, List<ScanEvent>> history = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, ScanEvent> latest = new ConcurrentHashMap<>();
    private final List<Consumer<? super ScanEvent>> subscribers = new CopyOnWriteArrayList<>();

    void subscribe(Consumer<? super ScanEvent> subscriber) {
        subscribers.add(subscriber); // safe: copy on write
    }

    void register(ScanEvent event) {
        List<ScanEvent> trail = history.computeIfAbsent(event.parcelId(), id -> new ArrayList<>()); // safe: concurrent map
        trail.add(event); // race:trail
        latest.merge(event.parcelId(), event, ScanEvent::newer); // safe: atomic merge of immutable records
        for (Consumer<? super ScanEvent> s : subscribers) { // safe: copy on write
            s.accept(event);
        }
    }

    String describe(String id) {
        List<ScanEvent> trail = history.get(id);
        if (trail == null) {
            return id + " not yet known";
        }
        int scans = trail.size(); // race:trail
        ScanEvent last = latest.get(id);
        String where = last == null ? "?" : last.depot() + '/' + last.stage();
        return id + ": " + scans + " scans, " + where;
    }

    /** Complete trail in order; end-of-day only. */
    List<String> closeOut(String id) {
        List<ScanEvent> trail = history.remove(id);
        List<String> lines = new ArrayList<>();
        if (trail != null) {
            trail.sort(Comparator.comparingInt(e -> e == null ? -1 : e.seq())); // safe: depots and customer are done
            for (ScanEvent e : trail) { // safe: depots and customer are done
                lines.add(String.valueOf(e));
            }
        }
        return lines;
    }
}
