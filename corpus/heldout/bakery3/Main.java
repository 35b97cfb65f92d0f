package heldout.bakery3;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

public class Main {
    private int baked;
    private int flour = 100;
    private int deliveries;
    private int crumbs;
    private final List<String> receipts = new ArrayList<>();
    private final List<String> tray = new ArrayList<>();

    private final ExecutorService ovens = Executors.newFixedThreadPool(2);
    private final ExecutorService courier = Executors.newSingleThreadExecutor();

    private void bake(String kind) {
        baked++; // race:baked
        receipts.add(kind); // race:receipts
        synchronized (tray) {
            tray.add(kind); // safe: guarded by tray
            flour -= 5; // safe: guarded by tray
        }
    }

    private void deliver() {
        deliveries++; // race:deliveries
    }

    private void sweep() {
        crumbs += 3; // safe: main waits for the future
    }

    private void day() throws InterruptedException, ExecutionException {
        flour += 50; // safe: before any task is submitted
        for (String kind : new String[] {"rye", "wheat", "oat", "spelt"}) {
            ovens.submit(() -> bake(kind));
        }
        Future<?> cleaning = courier.submit(this::sweep);
        for (int i = 0; i < 3; i++) {
            courier.execute(this::deliver);
        }
        cleaning.get();
        System.out.println("crumbs " + crumbs); // safe: after cleaning.get()
        crumbs = 0; // safe: after cleaning.get(), later courier tasks don't touch it

        ovens.shutdown();
        courier.shutdown();
        System.out.println("delivered " + deliveries); // race:deliveries
        if (!ovens.awaitTermination(5, TimeUnit.SECONDS)) {
            throw new IllegalStateException("ovens still hot");
        }
        System.out.println("baked " + baked); // safe: ovens have terminated
        System.out.println("receipts " + receipts.size()); // safe: ovens have terminated
        System.out.println("tray " + tray); // safe: ovens have terminated
        System.out.println("flour " + flour); // safe: ovens have terminated
        while (!courier.awaitTermination(100, TimeUnit.MILLISECONDS)) {
            System.out.println("waiting for the courier");
        }
        System.out.println("in the end " + deliveries); // safe: courier has terminated
    }

    public static void main(String[] args) throws Exception {
        new Main().day();
    }
}
