package loops.concurrents;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Visits of a web shop, counted with what java.util.concurrent offers; the objects within are as plain as ever. */
public final class Main {
    record Visit(int customer, String page, int millis) {
    }

    static final class Page {
        final String name;
        int hits;
        volatile int last;

        Page(String name) {
            this.name = name;
        }
    }

    static final class Slowest {
        Visit visit;
    }

    private final Map<String, LongAdder> byPage = new ConcurrentHashMap<>();
    private final Map<String, Page> pages = new ConcurrentHashMap<>();
    private final Map<Integer, Integer> byCustomer = new ConcurrentSkipListMap<>();
    private final Queue<Visit> slow = new ConcurrentLinkedQueue<>();
    private final Set<Integer> customers = ConcurrentHashMap.newKeySet();
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicIntegerArray hours = new AtomicIntegerArray(24);
    private final LongAccumulator longest = new LongAccumulator(Math::max, 0);
    private final AtomicReference<Slowest> slowest = new AtomicReference<>(new Slowest());
    private final AtomicReference<Visit> first = new AtomicReference<>();

    void record(Visit visit) {
        byPage.computeIfAbsent(visit.page(), page -> new LongAdder()).increment(); // safe: both are made for threads
        Page page = pages.computeIfAbsent(visit.page(), Page::new); // safe: concurrent
        page.hits++; // race:hits
        page.last = visit.customer(); // safe: volatile
        byCustomer.merge(visit.customer(), 1, Integer::sum); // safe: concurrent
        customers.add(visit.customer()); // safe: concurrent
        count.incrementAndGet(); // safe: atomic
        hours.incrementAndGet(visit.millis() % 24); // safe: atomic
        longest.accumulate(visit.millis()); // safe: atomic
        first.compareAndSet(null, visit); // safe: atomic
        if (visit.millis() > 90) {
            slow.add(visit); // safe: concurrent
            warnings.add(visit.page()); // safe: copied on write
            Slowest holder = slowest.get();
            holder.visit = visit; // race:slowest
        }
    }

    public static void main(String[] args) {
        List<Visit> visits = IntStream.range(0, 300)
                .mapToObj(i -> new Visit(i % 50, "page " + i % 6, i % 97))
                .collect(Collectors.toList());
        Main shop = new Main();
        visits.parallelStream().forEach(shop::record);
        System.out.println(shop.count.get() + " " + shop.customers.size() + " " + shop.longest.get());
        System.out.println(shop.byPage.get("page 2").sum() + " " + shop.slow.size() + " " + shop.warnings.size());
        int hits = shop.pages.get("page 1").hits; // safe: forEach has ended
        if (hits > 50 || shop.slowest.get().visit == null || shop.first.get() == null) { // safe: forEach has ended
            throw new AssertionError();
        }
    }
}
