package conflicts.listeners;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A stock ticker and its listeners: added while it runs, and called in its thread. */
public final class Main {
    interface Listener {
        void price(String share, int cents);
    }

    static final class Ticker implements Runnable {
        private final List<Listener> careless = new ArrayList<>();
        private final List<Listener> careful = new CopyOnWriteArrayList<>();
        private Listener single;
        private int published;

        void addCareless(Listener listener) {
            careless.add(listener); // race:careless
        }

        void addCareful(Listener listener) {
            careful.add(listener); // safe: copies on each write
        }

        @Override
        public void run() {
            for (int cents = 100; cents < 120; cents++) {
                published++; // safe: only this thread until join
                for (int i = 0; i < careless.size(); i++) { // race:careless
                    Listener listener = careless.get(i); // race:careless
                    if (listener != null) {
                        listener.price("ACME", cents);
                    }
                }
                for (Listener listener : careful) { // safe: iterates over a snapshot
                    listener.price("ACME", cents);
                }
                Listener one = single; // race:single
                if (one != null) {
                    one.price("ACME", cents);
                }
            }
        }
    }

    static final class Portfolio implements Listener {
        private int value;
        private int updates;
        private volatile int latest;

        @Override
        public void price(String share, int cents) {
            value = cents * 10; // race:value
            updates++; // safe: only the ticker's thread until join
            latest = cents; // safe: volatile
        }

        int value() {
            return value; // race:value
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Ticker ticker = new Ticker();
        Portfolio mine = new Portfolio();
        int[] calls = new int[1];
        ticker.addCareful(mine);
        Thread thread = new Thread(ticker);
        thread.start();
        ticker.addCareless((share, cents) -> calls[0]++); // safe: only the ticker's thread until join
        ticker.single = (share, cents) -> { // race:single
            if (cents < 0) {
                throw new AssertionError();
            }
        };
        int seen = mine.value() + mine.latest; // safe: the second is volatile
        thread.join();
        System.out.println(mine.updates + ticker.published); // safe: after join
        if (seen < 0 || calls[0] > 20) { // safe: after join
            throw new AssertionError();
        }
    }
}
