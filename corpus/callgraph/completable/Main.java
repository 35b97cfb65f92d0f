// CompletableFuture: stages that run one after another, on a pool or on the thread that completes the first one, are
// combined, handle a failure, or are completed from outside.
package callgraph.completable;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class Main {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        CompletableFuture<String> order = CompletableFuture.supplyAsync(Main::order, pool)
                .thenApply(Main::pack)
                .thenCompose(parcel -> send(parcel, pool));
        CompletableFuture<Integer> price = CompletableFuture.supplyAsync(() -> price("book"), pool);
        System.out.println(order.thenCombine(price, Main::invoice).join());
        System.out.println(failing(pool).exceptionally(Main::apologise).join());
        System.out.println(failing(pool).handle((value, failure) -> describe(failure)).join());

        CompletableFuture<String> manual = new CompletableFuture<>();
        CompletableFuture<Void> end = manual.thenAccept(Main::receive).thenRun(new Report());
        manual.whenComplete((value, failure) -> receive("when " + value));
        manual.complete("by hand");
        end.join();
        CompletableFuture<Object> any = CompletableFuture.anyOf(CompletableFuture.completedFuture("first"));
        System.out.println(any.join());
        pool.shutdown();
    }

    static String order() {
        return "order";
    }

    static String pack(String order) {
        return "packed " + order;
    }

    static CompletableFuture<String> send(String parcel, ExecutorService pool) {
        return CompletableFuture.supplyAsync(() -> "sent " + parcel, pool);
    }

    static int price(String item) {
        return item.length() * 10;
    }

    static String invoice(String parcel, int price) {
        return parcel + " for " + price;
    }

    static CompletableFuture<String> failing(ExecutorService pool) {
        return CompletableFuture.runAsync(Main::fail, pool).thenApply(nothing -> neverCalled());
    }

    static void fail() {
        throw new IllegalStateException("no stock");
    }

    static String neverCalled() {
        return "never";
    }

    static String apologise(Throwable failure) {
        return "sorry: " + describe(failure);
    }

    static String describe(Throwable failure) {
        return failure instanceof CompletionException ? failure.getCause().getMessage() : failure.getMessage();
    }

    static void receive(String text) {
        System.out.println("received " + text);
    }
}

class Report implements Runnable {
    @Override
    public void run() {
        System.out.println("reported");
    }
}
