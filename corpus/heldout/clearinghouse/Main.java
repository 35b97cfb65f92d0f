package heldout.clearinghouse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
/** End-of-day settlement between three banks. */
public class Main {
    /** Wraps a value that may only be touched inside its monitor. */
    record Guarded<T>(T value) {
        <R> R with(Function<? super T, ? extends R> action) {
            synchronized (value) {
                return action.apply(value);
            }
        }
    }

    /** Collects transfers until a batch is complete. */
    static final class Batch {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition full = lock.newCondition();
        private final List<Long> amounts = new ArrayList<>();
        private static final int CAPACITY = 12;

        void add(long amount) {
            lock.lock();
            amounts.add(amount); // safe: lock held
            full.signalAll();
            lock.unlock();
        }

        long awaitTotal() throws InterruptedException {
            lock.lock();
            try {
                while (amounts.size() < CAPACITY) { // safe: lock held, also after await
                    full.await();
                }
                long total = 0;
                for (long a : amounts) { // safe: lock held
                    total += a;
                }
                return total;
            } finally {
                lock.unlock();
            }
        }
    }

    private static int journalEntries;
    private static String lastEntry = "none";
    private static synchronized void journal(String entry) {
        journalEntries++; // safe: static synchronized is the monitor of Main.class
        lastEntry = entry; // safe: monitor of Main.class
    }

    public static void main(String[] args) throws InterruptedException {
        Account[] banks = {new Account(1, 1000), new Account(2, 1000), new Account(3, 1000)};
        Guarded<Map<Integer, Integer>> counts = new Guarded<>(new HashMap<>());
        Batch batch = new Batch();

        List<Thread> tellers = new ArrayList<>();
        for (int i = 0; i < banks.length; i++) {
            Account from = banks[i];
            Account to = banks[(i + 1) % banks.length];
            Thread teller = new Thread(() -> {
                try {
                    for (long amount = 10; amount <= 40; amount += 10) {
                        Account.transfer(from, to, amount);
                        counts.with(m -> m.merge(from.id, 1, Integer::sum)); // safe: inside the monitor
                        batch.add(amount);
                        to.chargeFee(1);
                    }
                    journal("bank " + from.id + " done");
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            tellers.add(teller);
            teller.start();
        }

        System.out.println("volume " + batch.awaitTotal());
        synchronized (Main.class) {
            System.out.println("last: " + lastEntry); // safe: same monitor as journal()
        }
        int seen = counts.with(m -> m.size()); // safe: inside the monitor
        long early = banks[0].balance();
        for (Thread teller : tellers) {
            teller.join();
        }
        int entries = journalEntries; // safe: tellers joined
        Map<Integer, Integer> plain = counts.value;
        System.out.println(seen + " banks, " + early + ", " + entries + " entries, " + plain.get(1)); // safe: joined
    }
}
