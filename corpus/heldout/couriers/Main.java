package heldout.couriers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Parcels are delivered by futures, one for each; what comes back is joined, looked at too early, or gathered by callbacks. */
public final class Main {
    static final class Courier {
        int trips;
        private long metres;

        void ride(int distance) {
            trips++; // race:trips
            synchronized (this) {
                metres += distance; // safe: under the courier
            }
        }
    }

    static final class Parcel {
        final int number;
        int status;
        int stamps;
        int weight;
        int fee;
        String receipt;

        Parcel(int number) {
            this.number = number;
            this.weight = number % 5; // safe: in the constructor
        }

        Parcel deliver(Courier courier) {
            courier.ride(number);
            receipt = "parcel " + number; // safe: each parcel has one future
            status = 2; // race:status
            return this;
        }
    }

    static int checked;

    static Parcel check(Parcel parcel) {
        checked++; // safe: the loop joins each future before it starts the next
        return parcel;
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        Courier[] couriers = {new Courier(), new Courier()};
        List<Parcel> parcels = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            Parcel parcel = new Parcel(i);
            parcel.status = 1; // safe: before the futures
            parcels.add(parcel);
        }
        List<String> arrivals = new ArrayList<>(1 << 10);
        List<CompletableFuture<Parcel>> deliveries = new ArrayList<>();
        List<CompletableFuture<Void>> callbacks = new ArrayList<>();
        for (Parcel parcel : parcels) {
            Courier courier = couriers[parcel.number % 2];
            CompletableFuture<Parcel> delivery = CompletableFuture.supplyAsync(() -> parcel.deliver(courier), pool)
                    .thenApply(p -> {
                        p.stamps++; // safe: after the delivery of the same parcel
                        return p;
                    });
            deliveries.add(delivery); // safe: by the main thread
            callbacks.add(delivery.thenAccept(p -> arrivals.add(p.receipt))); // race:arrivals
            callbacks.add(delivery.thenAcceptAsync(p -> p.weight += 3, pool)); // race:weight
            callbacks.add(delivery.thenAcceptAsync(p -> p.weight *= 2, pool)); // race:weight
        }
        int early = 0;
        for (Parcel parcel : parcels) {
            early += parcel.status; // race:status
        }
        CompletableFuture.allOf(deliveries.toArray(new CompletableFuture<?>[0])).join();
        int stamps = 0;
        for (Parcel parcel : parcels) {
            stamps += parcel.stamps + parcel.status; // safe: all deliveries have been joined
        }
        int heavy = 0;
        for (Parcel parcel : parcels) {
            heavy += parcel.weight > 20 ? 1 : 0; // race:weight
        }
        List<String> receipts = new ArrayList<>();
        for (CompletableFuture<Parcel> delivery : deliveries) {
            receipts.add(delivery.join().receipt); // safe: by the main thread, after join
        }
        CompletableFuture.allOf(callbacks.toArray(new CompletableFuture<?>[0])).join();
        for (Parcel parcel : parcels) {
            CompletableFuture.supplyAsync(() -> check(parcel), pool).join();
        }
        CompletableFuture<Parcel> first = CompletableFuture.supplyAsync(() -> {
            parcels.get(0).fee = 4; // safe: another parcel than the next one
            return parcels.get(0);
        }, pool);
        int fees = CompletableFuture.supplyAsync(() -> {
            parcels.get(1).fee = 5; // safe: another parcel than the one before
            return parcels.get(1);
        }, pool).thenCombine(first, (a, b) -> a.fee + b.fee).join(); // safe: both are complete
        System.out.println(stamps + " " + receipts.size() + " " + fees + " " + checked); // safe: everything has been joined
        System.out.println(couriers[0].metres + " " + couriers[1].metres); // safe: everything has been joined
        pool.shutdown();
        if (early < 0 || heavy > 60 || couriers[0].trips < 0 || arrivals.size() > 1 << 10) { // safe: everything has been joined
            throw new AssertionError();
        }
    }
}
