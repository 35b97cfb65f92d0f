package order.fallback;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Divers who report a depth: a future that is given a value when time is up is complete while the diver is still down. */
public final class Main {
    static final class Dive {
        int depth;
        int air;

        int descend(int metres) {
            depth = metres; // race:depth
            air = 200 - metres; // race:air
            return metres;
        }
    }

    static final class Patient {
        int depth;

        int descend(int metres) {
            depth = metres; // safe: whoever reads it has waited until the dive is over
            return metres;
        }
    }

    public static void main(String[] args) {
        ExecutorService boat = Executors.newFixedThreadPool(3);
        Dive reef = new Dive();
        int reported = CompletableFuture.supplyAsync(() -> reef.descend(20), boat)
                .completeOnTimeout(0, 5, TimeUnit.MILLISECONDS)
                .join();
        boolean isDeep = reef.depth > 10; // race:depth

        Dive wreck = new Dive();
        CompletableFuture<Void> log = CompletableFuture.supplyAsync(() -> wreck.descend(35), boat)
                .completeOnTimeout(0, 5, TimeUnit.MILLISECONDS)
                .thenAccept(metres -> wreck.air -= metres); // race:air
        log.join();

        Patient lagoon = new Patient();
        int lagoonDepth = CompletableFuture.supplyAsync(() -> lagoon.descend(5), boat)
                .orTimeout(5, TimeUnit.SECONDS)
                .join() + lagoon.depth; // safe: join throws when time is up

        Patient cave = new Patient();
        CompletableFuture<Integer> first = CompletableFuture.supplyAsync(() -> cave.descend(12), boat);
        int caveDepth = first.join() + cave.depth; // safe: the future itself has no time limit

        boat.shutdown();
        if (reported > 20 || isDeep && lagoonDepth + caveDepth == 0) {
            throw new AssertionError();
        }
    }
}
