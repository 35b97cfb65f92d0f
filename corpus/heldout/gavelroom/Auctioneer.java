package heldout.gavelroom;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** Runs the sale. The clerk thread watches the lots from the moment the auctioneer exists. */
final class Auctioneer {
    private final List<Lot> lots;
    private final Map<String, Integer> paddles = new ConcurrentHashMap<>();
    private final CountDownLatch biddersGone;
    private final Thread clerk;
    private int increment;
    private Integer accepted = 0;
    private int announcements;
    private volatile boolean open = true;

    Auctioneer(List<Lot> lots, int bidders, int increment) {
        this.lots = lots;
        this.biddersGone = new CountDownLatch(bidders);
        this.clerk = new Thread(this::watch, "clerk");
        this.clerk.start();
        this.increment = increment; // race:increment
    }

    private void watch() {
        int rounds = 0;
        while (open && rounds < 50) { // safe: volatile
            for (Lot lot : lots) { // safe: final field set before start, immutable list
                if (lot.high() > increment * 1000) { // race:increment
                    announcements++; // safe: clerk only, read after join
                }
            }
            rounds++;
            Thread.yield();
        }
        try {
            biddersGone.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (Lot lot : lots) {
            lot.hammer();
        }
    }

    int register(String name) {
        return paddles.computeIfAbsent(name, n -> 100 + n.length()); // safe: concurrent map
    }

    int increment() {
        return increment; // safe: bidders are started after the constructor returned
    }

    boolean offer(Lot lot, String who, int amount) {
        boolean ok = lot.bid(who, amount);
        if (ok) {
            synchronized (accepted) { // race:accepted
                accepted++; // race:accepted
            }
        }
        return ok;
    }

    void leave() {
        biddersGone.countDown();
    }

    int acceptedAtEnd() {
        return accepted; // safe: after the bidders were joined
    }

    int close() throws InterruptedException {
        open = false; // safe: volatile
        clerk.join();
        return announcements; // safe: after join of the clerk
    }

    int paddles() {
        return paddles.size();
    }
}
