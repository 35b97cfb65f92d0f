package heldout.stockmap;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

public class Main {
    static class Supplier {
        int orders;
        int contacts;
    }

    static class Item {
        final String sku;
        final Supplier supplier;
        int count;
        int reserved;

        Item(String sku, Supplier supplier, int count) {
            this.sku = sku;
            this.supplier = supplier;
            this.count = count; // safe: not shared yet
        }
    }

    static class Report {
        final List<String> lines = new ArrayList<>();

        Report join(Report other) {
            lines.addAll(other.lines); // safe: both reports belong to the joining task
            return this;
        }
    }

    private final ConcurrentHashMap<String, Item> stock = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Item> aliases = new ConcurrentHashMap<>();
    private long units;
    private int checked;

    Main() {
        Supplier[] suppliers = {new Supplier(), new Supplier(), new Supplier()};
        for (int i = 0; i < 600; i++) {
            Item item = new Item("SKU" + i, suppliers[i % 3], i % 50);
            stock.put(item.sku, item);
            aliases.put(item.sku, item);
            aliases.put("OLD" + i, item);
        }
    }

    void sellOneOfEach() {
        stock.forEach(1, (sku, item) -> {
            if (item.count > 0) {
                item.count -= 1; // safe: each item is in stock under one key
            } else {
                item.supplier.orders++; // race:orders
            }
            units += item.count; // race:units
        });
        System.out.println("units left " + units); // safe: forEach has returned
    }

    void reserve() {
        aliases.forEach(16, (name, item) -> {
            item.reserved++; // race:reserved
        });
        long sum = stock.reduceValuesToLong(1, i -> i.reserved, 0, Long::sum); // safe: reserve loop is over
        System.out.println("reserved " + sum);
    }

    void recount() {
        units = 0;
        stock.forEach(Long.MAX_VALUE, (sku, item) -> addUnits(item));
        long[] again = {0};
        stock.forEach((sku, item) -> again[0] += item.count); // safe: forEach without threshold is sequential
        AtomicLong third = new AtomicLong();
        stock.forEachValue(4, item -> third.addAndGet(item.count)); // safe: atomic
        System.out.println(units + " " + again[0] + " " + third);
    }

    private void addUnits(Item item) {
        units += item.count; // safe: threshold Long.MAX_VALUE keeps it in one thread
        item.supplier.contacts++; // safe: threshold Long.MAX_VALUE keeps it in one thread
    }

    void find() {
        String hit = stock.search(8, (sku, item) -> {
            checked++; // race:checked
            return item.count > 48 ? sku : null;
        });
        System.out.println("full shelf: " + (hit != null));
    }

    void listKeys() {
        List<String> keys = new ArrayList<>(2048);
        stock.forEachKey(1, keys::add); // race:keys
        ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();
        stock.forEachKey(1, queue::add); // safe: concurrent queue
        System.out.println(keys.size() + " of " + queue.size()); // safe: after the loops
    }

    void report() {
        Report all = stock.reduce(1, (sku, item) -> {
            Report r = new Report();
            r.lines.add(sku + "=" + item.count); // safe: new report
            return r;
        }, Report::join);
        System.out.println("lines " + all.lines.size());
    }

    void prices() {
        Map<String, Double> prices = new HashMap<>();
        stock.keySet().forEach(k -> prices.put(k, 10.0)); // safe: sequential
        double[] highest = {0};
        prices.entrySet().parallelStream().forEach(e -> {
            e.setValue(e.getValue() * 1.1 + e.getKey().length()); // safe: own entry
            highest[0] = Math.max(highest[0], e.getValue()); // race:highest
        });
        System.out.printf("highest %.2f%n", highest[0]); // safe: after the loop
    }

    public static void main(String[] args) {
        Main m = new Main();
        m.sellOneOfEach();
        m.reserve();
        m.recount();
        m.find();
        m.listKeys();
        m.report();
        m.prices();
    }
}
