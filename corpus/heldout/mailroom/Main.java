package heldout.mailroom;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Tiny actor library with a courier collecting letters and a printer printing them in batches. */
public class Main {

    abstract static class Actor<M> implements Runnable {
        private final Queue<M> mailbox = new ConcurrentLinkedQueue<>();
        private final AtomicBoolean scheduled = new AtomicBoolean();
        private final AtomicInteger failures = new AtomicInteger();
        private final Executor pool;

        Actor(Executor pool) {
            this.pool = pool;
        }

        abstract void receive(M message);

        final void tell(M message) {
            mailbox.add(message);
            wake();
        }

        private void wake() {
            if (scheduled.compareAndSet(false, true)) {
                pool.execute(this);
            }
        }

        @Override
        public final void run() {
            M message;
            while ((message = mailbox.poll()) != null) {
                try {
                    receive(message);
                } catch (RuntimeException e) {
                    failures.incrementAndGet();
                }
            }
            scheduled.set(false);
            if (!mailbox.isEmpty()) {
                wake();
            }
        }

        int failures() {
            return failures.get();
        }
    }

    interface Post { }

    record Letter(String to, String text) implements Post { }

    record Flush(CompletableFuture<Integer> ack) implements Post { }

    interface Job { }

    record PrintBatch(List<String> pages) implements Job { }

    record HowMany(CompletableFuture<Long> reply) implements Job { }

    static final class Courier extends Actor<Post> {
        private final Printer printer;
        private final List<String> batch = new ArrayList<>(16);
        private int collected;

        Courier(Executor pool, Printer printer) {
            super(pool);
            this.printer = printer;
        }

        @Override
        void receive(Post post) {
            if (post instanceof Letter letter) {
                collected++; // safe: actor state, one run of the actor at a time
                batch.add(letter.to() + ":" + letter.text()); // race:batch1
                if (batch.size() >= 3) { // safe: only the courier itself changes the list
                    ship();
                }
            } else if (post instanceof Flush flush) {
                if (!batch.isEmpty()) { // safe: only the courier itself changes the list
                    ship();
                }
                flush.ack().complete(collected); // safe: actor state
            }
        }

        private void ship() {
            printer.tell(new PrintBatch(batch));
            batch.clear(); // race:batch2
        }
    }

    static final class Printer extends Actor<Job> {
        private final StringBuilder paper = new StringBuilder();
        private long sheets;

        Printer(Executor pool) {
            super(pool);
        }

        @Override
        void receive(Job job) {
            if (job instanceof PrintBatch p) {
                String sheet = String.join(" | ", p.pages()); // race:batch1,batch2
                paper.append(sheet).append('\n'); // safe: actor state (false alarm: that the last answer comes after all sheets is not known)
                sheets++; // race:sheets
            } else if (job instanceof HowMany h) {
                h.reply().complete(sheets); // safe: read inside the actor
            }
        }

        long sheets() {
            return sheets; // race:sheets
        }

        String paper() {
            return paper.toString(); // safe: called after the actor answered the last question
        }
    }

    private static Thread sender(String name, Courier courier, int letters) {
        Thread t = new Thread(() -> {
            for (int i = 0; i < letters; i++) {
                courier.tell(new Letter(name, "note " + i));
            }
        }, name);
        t.start();
        return t;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        try {
            Printer printer = new Printer(pool);
            Courier courier = new Courier(pool, printer);
            Thread alice = sender("alice", courier, 7);
            Thread bob = sender("bob", courier, 6);

            System.out.println("sheets so far: " + printer.sheets());

            alice.join();
            bob.join();
            CompletableFuture<Integer> ack = new CompletableFuture<>();
            courier.tell(new Flush(ack));
            System.out.println("collected " + ack.get(1, TimeUnit.SECONDS));

            CompletableFuture<Long> answer = new CompletableFuture<>();
            printer.tell(new HowMany(answer));
            System.out.println("sheets in the end: " + answer.get(1, TimeUnit.SECONDS));
            System.out.println(printer.paper().length() + " chars, failures "
                    + (courier.failures() + printer.failures()));
        } finally {
            pool.shutdown();
        }
    }
}
