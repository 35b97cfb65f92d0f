package heldout.spreadsheettwo;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;

final class Journal extends Thread {
    private final BlockingQueue<EditRecord> feed;
    private final List<EditRecord> records = new ArrayList<>();
    private final Map<String, Integer> perUser = new TreeMap<>();

    Journal(BlockingQueue<EditRecord> feed) {
        super("journal");
        this.feed = feed;
    }

    @Override
    public void run() {
        try {
            for (var r = feed.take(); r != EditRecord.END; r = feed.take()) {
                records.add(r); // safe: journal thread only
                perUser.merge(r.user(), 1, Integer::sum); // safe: journal thread only
            }
        } catch (InterruptedException e) {
            interrupt();
        }
    }

    int size() {
        return records.size(); // safe: journal thread was joined
    }

    Map<String, Integer> perUser() {
        return perUser; // safe: journal thread was joined
    }
}

final class DirtyTracker implements Consumer<Set<String>> {
    private Set<String> names = new HashSet<>();

    @Override
    public synchronized void accept(Set<String> touched) {
        names.addAll(touched); // safe: monitor
    }

    synchronized int drain() {
        var old = names; // safe: monitor
        names = new HashSet<>(); // safe: monitor
        return old.size(); // safe: monitor
    }
}
