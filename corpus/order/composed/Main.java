package order.composed;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An observatory: a composed stage is over when the future is that its function gives, and knows nothing of what else that started. */
public final class Main {
    static final class Star {
        private String spectrum = "";
        private int brightness;
        private int distance;
        private int age;
        private int planets;
    }

    private static void measure(ExecutorService dome) {
        Star vega = new Star();
        CompletableFuture<Star> aimed = CompletableFuture.supplyAsync(() -> {
            vega.spectrum = "A"; // safe: before all that comes after the stage
            return vega;
        }, dome);
        aimed.thenCompose(star -> CompletableFuture.runAsync(() -> star.brightness = 3, dome)).join(); // safe: joined
        System.out.println(vega.spectrum + vega.brightness); // safe: the composed stage has ended

        CompletableFuture<Void> printed = aimed.thenCompose(star -> CompletableFuture.supplyAsync(() -> {
            star.planets = 2; // safe: the next stage begins after it
            return star;
        }, dome)).thenAccept(star -> System.out.println(star.planets)); // safe: after the inner future
        printed.join();
        System.out.println(vega.planets); // safe: after all of that
    }

    private static void hurry(ExecutorService dome) {
        Star rigel = new Star();
        CompletableFuture<Star> aimed = CompletableFuture.supplyAsync(() -> rigel, dome);
        aimed.thenApply(star -> CompletableFuture.runAsync(() -> star.distance = 860, dome)).join(); // race:distance
        System.out.println(rigel.distance); // race:distance

        aimed.thenCompose(star -> {
            CompletableFuture.runAsync(() -> star.age = 8, dome); // race:age
            return CompletableFuture.completedFuture(star);
        }).join();
        System.out.println(rigel.age); // race:age
    }

    public static void main(String[] args) {
        ExecutorService dome = Executors.newFixedThreadPool(3);
        try {
            measure(dome);
            hurry(dome);
        } finally {
            dome.shutdown();
        }
    }
}
