package heldout.citytrip;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Puts a weekend trip together from several booking back ends. */
public class Main {

    private static double lastQuote;
    private static int nights;
    private static double railFare = -1;
    private static double busFare = -1;
    private static int seatsLeft = 40;
    private static String ticketCode;
    private static int steps;

    private static final class Museum {
        String name;
        int entryFee;
    }

    private static void bookSeat(CompletableFuture<Integer> promise) {
        ticketCode = "ICE-" + 4711; // safe: before complete()
        promise.complete(61);
        seatsLeft = seatsLeft - 1; // race:seats
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        try {
            planHotel(pool);
            planTravel(pool);
            planSeat();
            planMuseums(pool);
        } finally {
            pool.shutdown();
        }
    }

    private static void planHotel(ExecutorService pool) {
        CompletableFuture<Double> hotel = CompletableFuture.supplyAsync(() -> {
            nights = 3; // safe: hotel.join() comes before the read
            return 88.5 * 3;
        }, pool);
        hotel.thenAccept(price -> {
            lastQuote = price; // race:quote
        });
        double price = hotel.join();
        System.out.println(nights + " nights for " + price); // safe: stage itself was joined
        System.out.println("last quote " + lastQuote); // race:quote
    }

    private static void planTravel(ExecutorService pool) {
        CompletableFuture<String> rail = CompletableFuture.supplyAsync(() -> {
            railFare = 59.9; // race:rail
            return "rail";
        }, pool);
        CompletableFuture<String> bus = CompletableFuture.supplyAsync(() -> {
            busFare = 23.0; // race:bus
            return "bus";
        }, pool);
        Object winner = CompletableFuture.anyOf(rail, bus).join();
        double r = railFare; // race:rail
        double b = busFare; // race:bus
        System.out.println(winner + " answered first, fares " + r + " / " + b);

        CompletableFuture.allOf(rail, bus).join();
        double best = Math.min(railFare, busFare); // safe: both stages joined by allOf
        System.out.println("best fare " + best);
    }

    private static void planSeat() {
        CompletableFuture<Integer> promise = new CompletableFuture<>();
        Thread clerk = new Thread(() -> bookSeat(promise), "clerk");
        clerk.start();
        int seat = promise.join();
        System.out.println("seat " + seat + " code " + ticketCode); // safe: written before complete()
        System.out.println("left " + seatsLeft); // race:seats
    }

    private static void planMuseums(ExecutorService pool) {
        Museum art = new Museum();
        Museum sea = new Museum();
        CompletableFuture<Museum> first = CompletableFuture.supplyAsync(() -> {
            art.name = "Kunsthalle"; // safe: thenCombine sees completed stages
            art.entryFee = 14;
            return art;
        }, pool);
        CompletableFuture<Museum> second = CompletableFuture.runAsync(() -> {
            sea.name = "Maritime";
            steps++; // safe: chained stages run one after the other
        }, pool).thenApplyAsync(v -> {
            sea.entryFee = 9;
            steps++; // safe: after the runAsync stage
            return sea;
        }, pool);
        int fees = first.thenCombine(second, (a, s) -> a.entryFee + s.entryFee).join(); // safe: both done
        System.out.println("fees " + fees + " after " + steps + " steps"); // safe: second is done

        CompletableFuture<Void> tidy = second
                .thenCompose(m -> CompletableFuture.runAsync(() -> m.entryFee = 0, pool)) // safe: after fees
                .whenComplete((v, ex) -> steps = 0); // safe: tidy is joined below
        tidy.join();
        System.out.println(sea.name + " now " + sea.entryFee + ", steps " + steps); // safe: tidy joined
    }
}
