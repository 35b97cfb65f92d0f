package heldout.pricequotes2;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

public class Main {

    static class QuoteDesk {
        private final ReentrantLock lock = new ReentrantLock();
        private final Guarded<Map<String, Long>> book = new Guarded<>(new HashMap<>());
        private final Guarded<List<String>> tape = new Guarded<>(new ArrayList<>());
        private final ExecutorService mailer = Executors.newSingleThreadExecutor();
        private int updates;
        private int mails;
        private String lastSymbol = "-";

        private void withLock(Runnable body) {
            lock.lock();
            try {
                body.run();
            } finally {
                lock.unlock();
            }
        }

        private <T> T locked(Supplier<T> body) {
            lock.lock();
            try {
                return body.get();
            } finally {
                lock.unlock();
            }
        }

        void quote(String symbol, long cents) {
            book.use(m -> m.put(symbol, cents)); // race:book-get,book-size
            tape.use(t -> t.add(symbol + "@" + cents)); // safe: lambda runs under the lock of tape
            withLock(() -> {
                updates++; // race:updates
                lastSymbol = symbol; // safe: runs under lock
                mailer.execute(() -> {
                    mails++; // safe: only the mailer thread, until it has terminated
                    int n = updates; // race:updates
                    if (n % 5 == 0) {
                        System.out.println("mail after " + n);
                    }
                });
            });
        }

        String lastSymbol() {
            return locked(() -> lastSymbol); // safe: runs under lock
        }

        int updateCount() {
            return locked(() -> updates); // safe: runs under lock, and the mailer only reads
        }

        Map<String, Long> rawBook() {
            return book.use(m -> m);
        }

        IntSupplier sizeGauge() {
            return book.use(m -> () -> m.size()); // race:book-size
        }

        int tapeLength() {
            return tape.use(t -> t.size()); // safe: evaluated inside use()
        }

        List<String> tapeCopy() {
            return tape.use(t -> new ArrayList<>(t)); // safe: copied inside use()
        }

        boolean close() throws InterruptedException {
            mailer.shutdown();
            return mailer.awaitTermination(1, TimeUnit.SECONDS);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        QuoteDesk desk = new QuoteDesk();
        Thread metals = new Thread(() -> {
            String[] names = {"gold", "silver", "tin", "zinc"};
            for (int i = 0; i < 8; i++) {
                desk.quote(names[i % names.length], 100 + i);
            }
        });
        Thread grains = new Thread(() -> {
            for (String g : List.of("wheat", "corn", "oats")) {
                desk.quote(g, 40 + g.length());
            }
        });
        metals.start();
        grains.start();

        IntSupplier gauge = desk.sizeGauge();
        Map<String, Long> raw = desk.rawBook();
        Long gold = raw.get("gold"); // race:book-get
        System.out.println("gold " + gold + ", symbols " + gauge.getAsInt());
        System.out.println("last " + desk.lastSymbol() + ", updates " + desk.updateCount());
        for (String line : desk.tapeCopy()) { // safe: a copy
            System.out.println(line);
        }

        metals.join();
        grains.join();
        System.out.println("book " + raw); // safe: both writers joined
        System.out.println("tape " + desk.tapeLength());
        if (desk.close()) {
            System.out.println("mails " + desk.mails); // safe: the mailer has terminated
        }
    }
}
