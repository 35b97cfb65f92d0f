package order.timedwaits;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A harvest in several fields: who waits for some time only, who asks whether that was enough, and who gives up. */
public final class Main {
    static final class Field {
        int ripe;
        int picked;
        int lost;

        void pick(int count) {
            for (int i = 0; i < count; i++) {
                ripe++;
            }
        }
    }

    static boolean finish(ExecutorService pool) throws InterruptedException {
        pool.shutdown();
        return pool.awaitTermination(30, TimeUnit.SECONDS);
    }

    /** Prints how far it is while it waits. */
    static void watched(Field field) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> {
            field.picked = 7; // race:picked
            field.lost = 1; // safe: read only at the end
        });
        pool.shutdown();
        int shown = 0;
        while (!pool.awaitTermination(1, TimeUnit.MILLISECONDS)) {
            shown += field.picked; // race:picked
        }
        System.out.println(field.picked + field.lost + (shown > 0 ? 0 : 0)); // safe: the loop ends when the pool has
    }

    /** Says what is missing when time is up, and does not go on. */
    static void strict(Field field) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> {
            field.picked += 3; // race:strict
        });
        pool.shutdown();
        if (!pool.awaitTermination(20, TimeUnit.SECONDS)) {
            throw new IllegalStateException("only " + field.picked); // race:strict
        }
        System.out.println(field.picked); // safe: terminated
    }

    /** Leaves the question to another method. */
    static void asked(Field field) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> field.picked += 4); // safe: read after the pool has terminated
        if (!finish(pool)) {
            return;
        }
        System.out.println(field.picked); // safe: terminated
    }

    /** Gives the pool more time than it will ever need. */
    static void endless(Field field) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> field.picked += 5); // safe: read after the pool has terminated
        pool.shutdown();
        pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        System.out.println(field.picked); // safe: terminated
    }

    /** What everybody writes. */
    static void usual(Field field) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> field.picked += 6); // safe: a minute is enough
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.MINUTES);
        System.out.println(field.picked); // safe: a minute is enough
    }

    /** A future either has its value in time, or says that it has not. */
    static void promised(Field field) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Future<?> work = pool.submit(() -> {
            field.picked = 2; // race:promised
            field.ripe = 2; // safe: read after get
        });
        try {
            work.get(10, TimeUnit.SECONDS);
            System.out.println(field.picked + field.ripe); // safe: get returned
        } catch (TimeoutException e) {
            System.out.println("so far " + field.picked); // race:promised
        }
        pool.shutdown();
    }

    /** Waits a little, again and again. */
    static void patient(Field field) throws InterruptedException {
        Thread picker = new Thread(() -> {
            field.pick(10);
            field.lost = 2; // safe: read when the thread has ended
        });
        picker.start();
        while (picker.isAlive()) {
            picker.join(5);
        }
        System.out.println(field.ripe + field.lost); // safe: it is not alive any more
    }

    /** Waits once, and goes on in any case. */
    static void impatient(Field field) throws InterruptedException {
        Thread picker = new Thread(() -> {
            for (int i = 0; i < 1000; i++) {
                field.lost++; // race:lost
            }
        });
        picker.start();
        picker.join(2000);
        if (field.lost < 0) { // race:lost
            throw new AssertionError();
        }
    }

    public static void main(String[] args) throws Exception {
        watched(new Field());
        strict(new Field());
        asked(new Field());
        endless(new Field());
        usual(new Field());
        promised(new Field());
        patient(new Field());
        impatient(new Field());
    }
}
