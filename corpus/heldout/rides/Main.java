package heldout.rides;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class Main {

    private static CompletableFuture<Dispatcher.Trip> hail(Dispatcher d, String rider, int km) {
        CompletableFuture<Dispatcher.Trip> reply = new CompletableFuture<>();
        d.tell(new Dispatcher.RideRequest(rider, km, reply));
        return reply;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        Dispatcher dispatcher = new Dispatcher(pool);
        for (Driver driver : List.of(new Driver("Lena", 2, pool), new Driver("Omar", 3, pool))) {
            dispatcher.tell(new Dispatcher.DriverFree(driver, 0));
        }

        List<CompletableFuture<Dispatcher.Trip>> trips = new ArrayList<>();
        String[] riders = {"ida", "jon", "kim", "lou", "max", "ned", "oda"};
        for (int i = 0; i < riders.length; i++) {
            trips.add(hail(dispatcher, riders[i], 4 + i * 2)); // safe: list of main only
        }
        int sum = 0;
        for (CompletableFuture<Dispatcher.Trip> f : trips) {
            Dispatcher.Trip t = f.get(1, TimeUnit.SECONDS);
            System.out.println(t.rider + " with " + t.driver + " for " + t.fare); // safe: trip complete before the future is
            sum += t.fare; // safe: trip complete before the future is
        }

        CompletableFuture<Map<String, Integer>> report = new CompletableFuture<>();
        dispatcher.tell(new Dispatcher.Report(report));
        System.out.println(sum + " " + new TreeMap<>(report.get()));
        pool.shutdown();
        if (!pool.awaitTermination(1, TimeUnit.SECONDS)) {
            pool.shutdownNow();
        }
    }
}
