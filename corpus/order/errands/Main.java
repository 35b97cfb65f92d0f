package order.errands;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Errands go from a desk to runners and back in futures; letters go around, though somebody counts them without asking. */
public final class Main {
    /** What a runner gets: the errand, and where to report it. */
    record Order(Errand errand, CompletableFuture<Errand> report) {}

    static final class Errand {
        int miles;
        int tips;
        int stamps;
    }

    /** Carries out its orders one at a time, in tasks of a pool. */
    static final class Runner implements Runnable {
        private final Queue<Order> orders = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean busy = new AtomicBoolean();
        private final ExecutorService pool;

        Runner(ExecutorService pool) {
            this.pool = pool;
        }

        void send(Order order) {
            orders.add(order);
            wake();
        }

        private void wake() {
            if (busy.compareAndSet(false, true)) {
                pool.execute(this);
            }
        }

        @Override
        public void run() {
            for (Order order = orders.poll(); order != null; order = orders.poll()) {
                Errand errand = order.errand();
                errand.miles += 3; // safe: it was sent to this runner alone
                errand.stamps++; // race:stamps
                order.report().complete(order.errand());
                errand.tips++; // race:tips
            }
            busy.set(false);
            if (!orders.isEmpty()) {
                wake();
            }
        }
    }

    static final class Letter {
        int pages;
        boolean isSealed;
        boolean isLost;
    }

    /** A tray with a monitor; `weight` looks at it without. */
    static final class Tray {
        private final Deque<Letter> letters = new ArrayDeque<>();

        synchronized void put(Letter letter) {
            letters.addLast(letter); // race:letters
        }

        synchronized Letter take() {
            return letters.pollFirst(); // race:letters
        }

        int weight() {
            return letters.size(); // race:letters
        }
    }

    private static void write(Tray in, Tray out) {
        for (int i = 0; i < 6; i++) {
            Letter letter = in.take();
            if (letter != null) {
                letter.pages++; // safe: who has taken it has it alone
                letter.isSealed = letter.pages > 1; // safe: likewise
                if (letter.isLost) { // race:lost
                    continue;
                }
                if (i % 2 == 0) {
                    in.put(letter);
                } else {
                    out.put(letter);
                }
            }
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        Runner[] runners = {new Runner(pool), new Runner(pool)};
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            Errand errand = new Errand();
            CompletableFuture<Errand> report = new CompletableFuture<>();
            errand.miles = i; // safe: before it is sent
            runners[i % 2].send(new Order(errand, report));
            sum += errand.stamps; // race:stamps
            Errand done = report.get(5, TimeUnit.SECONDS);
            sum += done.miles; // safe: before the report was complete
            sum += done.tips; // race:tips
        }
        pool.shutdown();

        Tray in = new Tray();
        Tray out = new Tray();
        Thread[] writers = new Thread[2];
        for (int i = 0; i < writers.length; i++) {
            writers[i] = new Thread(() -> write(in, out));
            writers[i].start();
        }
        Letter[] letters = {new Letter(), new Letter(), new Letter()};
        for (Letter letter : letters) {
            in.put(letter);
        }
        letters[1].isLost = true; // race:lost
        sum += in.weight(); // safe: the tray says what it has
        for (Thread writer : writers) {
            writer.join();
        }
        System.out.println(sum >= 0 ? "done" : "?");
    }
}
