package heldout.notifyfan;

import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Sends each notification through all channels and collects what became of them. */
final class FanOut {
    private final List<Channels.Channel> channels;
    private final Map<String, Receipt> lastByUser = new ConcurrentHashMap<>();
    private final List<String> failures = new ArrayList<>();
    private final IntSummaryStatistics sizes = new IntSummaryStatistics();
    private volatile Receipt latest;
    private int completed;

    FanOut(List<Channels.Channel> channels) {
        this.channels = channels;
    }

    CompletableFuture<Integer> send(Notification n) {
        List<CompletableFuture<Receipt>> parts = new ArrayList<>();
        for (Channels.Channel c : channels) { // safe: list is only read
            CompletableFuture<Receipt> part = c.send(n);
            parts.add(part.whenComplete((receipt, error) -> record(n, receipt, error))); // safe: caller's own list
        }
        CompletableFuture<?>[] all = parts.toArray(new CompletableFuture<?>[0]);
        return CompletableFuture.allOf(all).handle((v, e) -> countGood(parts));
    }

    private static int countGood(List<CompletableFuture<Receipt>> parts) {
        int good = 0;
        for (CompletableFuture<Receipt> p : parts) { // safe: list is complete before allOf was built
            good += p.isCompletedExceptionally() ? 0 : 1;
        }
        return good;
    }

    private void record(Notification n, Receipt receipt, Throwable error) {
        completed++; // race:completed
        if (error != null) {
            failures.add(n.user()); // race:failures
            return;
        }
        lastByUser.put(n.user(), receipt); // safe: concurrent map
        latest = receipt; // safe: volatile
        synchronized (sizes) {
            sizes.accept(receipt.size()); // safe: monitor of sizes
        }
    }

    int completed() {
        return completed; // race:completed
    }

    Receipt latest() {
        return latest;
    }

    int users() {
        return lastByUser.size();
    }

    /** To be called after all sends are done. */
    int failureCount() {
        return failures.size(); // safe: main has joined all futures
    }

    int largest() {
        synchronized (sizes) {
            return sizes.getMax(); // safe: monitor of sizes
        }
    }
}
