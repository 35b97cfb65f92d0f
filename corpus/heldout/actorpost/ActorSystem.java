package heldout.actorpost;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Names of actors and the threads that run them. */
final class ActorSystem {
    private final ExecutorService pool = new ThreadPoolExecutor(3, 3, 1, TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(), new ThreadPoolExecutor.DiscardPolicy());
    private final Map<String, Teller> tellers = new HashMap<>();
    private final AtomicInteger inFlight = new AtomicInteger();
    private int deadLetters;

    void register(String name, Teller teller) {
        tellers.put(name, teller); // safe: before the clients start
    }

    void send(String name, TellerMessage message) {
        Teller teller = tellers.get(name); // safe: map no longer changes
        if (teller == null) {
            deadLetters++; // race:deadletters
            return;
        }
        teller.tell(message);
    }

    void execute(Runnable turn) {
        pool.execute(turn);
    }

    void accepted() {
        inFlight.incrementAndGet();
    }

    void handled() {
        inFlight.decrementAndGet();
    }

    void drainAndStop() throws InterruptedException {
        while (inFlight.get() > 0) {
            Thread.sleep(1);
        }
        pool.shutdown();
        if (!pool.awaitTermination(5, TimeUnit.SECONDS)) {
            throw new IllegalStateException("actors still busy");
        }
    }

    int deadLetters() {
        return deadLetters; // safe: after the clients were joined
    }
}
