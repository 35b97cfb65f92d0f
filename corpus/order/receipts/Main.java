package order.receipts;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;

/** Each parcel has a future of its own: what was written to the parcel before the future was completed is seen by who waits for it. */
public final class Main {
    static final class Parcel {
        final CompletableFuture<String> stamped = new CompletableFuture<>();
        final CompletableFuture<String> weighed = new CompletableFuture<>();
        int weight;
        int postage;
        int shelf;
        int scans;
        boolean last;
    }

    private static void sort(BlockingQueue<Parcel> belt) {
        try {
            int shelf = 0;
            for (Parcel p = belt.take(); !p.last; p = belt.take()) { // safe: nobody changes it
                p.scans++; // race:scans
                p.weight = 20 + shelf; // safe: before weighed is completed
                p.weighed.complete("scale");
                p.postage = p.weight * 3; // safe: before stamped is completed
                p.stamped.complete("clerk");
                p.shelf = shelf++; // race:shelf
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void post(BlockingQueue<Parcel> belt, Parcel[] posted) {
        for (int i = 0; i < posted.length; i++) {
            posted[i] = new Parcel(); // safe: the array is read after join
            belt.add(posted[i]); // safe: only this thread uses the array now
        }
    }

    public static void main(String[] args) throws Exception {
        BlockingQueue<Parcel> belt = new LinkedBlockingQueue<>();
        Parcel[] posted = new Parcel[5];
        Thread clerk = new Thread(() -> sort(belt));
        clerk.start();
        Thread customer = new Thread(() -> post(belt, posted));
        customer.start();
        customer.join();
        int sum = 0;
        for (Parcel p : posted) { // safe: after join
            sum += p.scans; // race:scans
            p.stamped.join();
            sum += p.postage; // safe: the future of this parcel is complete
            sum += p.shelf; // race:shelf
        }
        int first = 0;
        for (Parcel p : posted) { // safe: after join
            first = p.weighed.get().length() + p.weight; // safe: the future of this parcel is complete
        }
        Parcel stop = new Parcel();
        stop.last = true; // safe: nobody else has it yet
        belt.put(stop);
        clerk.join();
        System.out.println(first + " " + (sum > 0));
    }
}
