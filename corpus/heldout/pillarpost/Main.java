package heldout.pillarpost;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class Main {
    private static final String[] STREETS = {"Mill Lane", "High Street", "Quay"};

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        int parcels = 60;
        CountDownLatch delivered = new CountDownLatch(parcels);
        Ledger ledger = new Ledger(pool);
        Carrier[] carriers = new Carrier[3];
        for (int i = 0; i < carriers.length; i++) {
            carriers[i] = new Carrier(pool, i, ledger, delivered); // safe: array filled and read by main only
        }

        int watched = 0;
        for (int i = 0; i < parcels; i++) {
            Parcel parcel = new Parcel(STREETS[i % 3], 8);
            parcel.put("letter a" + i);
            parcel.put("letter b" + i);
            Carrier carrier = carriers[i % 3]; // safe: array filled and read by main only
            carrier.tell(parcel);
            if (i % 5 == 0) {
                parcel.put("late letter " + i);
            }
            Parcel last = carrier.latest();
            if (last != null && !last.address().isEmpty()) {
                watched++;
            }
        }
        delivered.await();

        CompletableFuture<Map<String, Integer>> reply = new CompletableFuture<>();
        ledger.tell(new Ledger.Summary(reply));
        Map<String, Integer> summary = reply.get(5, TimeUnit.SECONDS);
        for (String street : STREETS) {
            System.out.println(street + " " + summary.get(street)); // safe: the copy belongs to main now
        }
        System.out.println("total " + summary.get("total") + " received " + summary.get("received"));
        boolean weighed = true;
        for (Carrier carrier : carriers) {
            weighed &= carrier.weighed() && carrier.route().length() > 20;
        }
        System.out.println("weighed " + weighed + " watched " + (watched <= parcels));
        System.out.println("miles in range " + (Carrier.miles <= 2 * parcels)); // safe: after the latch
        pool.shutdown();
    }
}
