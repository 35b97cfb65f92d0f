package heldout.spreadsheettwo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;

record SheetView(long version, Map<String, Double> values) {
}

record EditRecord(String user, int cells) {
    static final EditRecord END = new EditRecord("", 0);
}

final class Sheet {
    interface Editor {
        void set(String name, Formula formula);
    }

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    private final Map<String, Cell> cells = new HashMap<>();
    private final List<Consumer<Set<String>>> listeners = new CopyOnWriteArrayList<>();
    private final RecalcEngine engine;
    private final Queue<EditRecord> journal;
    private long version;
    private volatile SheetView view = new SheetView(0, Map.of());

    Sheet(RecalcEngine engine, Queue<EditRecord> journal) {
        this.engine = engine;
        this.journal = journal;
    }

    void onChange(Consumer<Set<String>> listener) {
        listeners.add(listener); // safe: copy on write
    }

    void batch(String user, Consumer<Editor> edits) {
        Set<String> touched = new LinkedHashSet<>();
        lock.writeLock().lock();
        try {
            edits.accept((name, formula) -> {
                cells.computeIfAbsent(name, Cell::new).formula(formula); // safe: write lock
                touched.add(name); // safe: local set
            });
            relink();
            engine.recalculate(cells); // safe: workers are done when this returns, write lock held throughout
            version++; // safe: write lock
            view = snapshot(); // safe: volatile
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            lock.writeLock().unlock();
        }
        journal.add(new EditRecord(user, touched.size()));
        for (var listener : listeners) {
            listener.accept(touched); // safe: listeners run on this thread
        }
    }

    private void relink() {
        cells.values().forEach(Cell::resetLinks); // safe: write lock
        for (Cell cell : cells.values()) { // safe: write lock
            Set<String> refs = new HashSet<>();
            Formula.collectRefs(cell.formula(), refs);
            for (String ref : refs) {
                cell.dependsOn(cells.get(ref)); // safe: write lock
            }
        }
    }

    private SheetView snapshot() {
        Map<String, Double> values = new HashMap<>();
        for (Cell cell : cells.values()) { // safe: write lock
            values.put(cell.name(), cell.value()); // safe: local map, workers are done
        }
        return new SheetView(version, Map.copyOf(values)); // safe: write lock
    }

    double valueOf(String name) {
        lock.readLock().lock();
        try {
            return cells.get(name).value(); // safe: read lock, recalculation holds the write lock
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Adds up prefix0 .. prefix(n-1) in slices. */
    double sumOf(String prefix, int n, ExecutorService pool) throws InterruptedException, ExecutionException {
        lock.readLock().lock();
        try {
            int slices = 3;
            var partial = new double[slices];
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int s = 0; s < slices; s++) {
                int slice = s;
                tasks.add(() -> {
                    for (int i = slice; i < n; i += slices) {
                        partial[slice] += cells.get(prefix + i).value(); // safe: element per task, caller holds the read lock
                    }
                    return null;
                });
            }
            for (Future<Void> f : pool.invokeAll(tasks)) {
                f.get();
            }
            double sum = 0;
            for (double p : partial) { // safe: tasks have ended
                sum += p;
            }
            return sum;
        } finally {
            lock.readLock().unlock();
        }
    }

    SheetView view() {
        return view; // safe: volatile, immutable content
    }

    long evaluations() {
        return engine.evaluations();
    }
}
