package heldout.retryqueue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/** Webhook sender: failed calls go back into a delay queue, a circuit breaker guards the target. */
public class Main {

    static class Delivery implements Delayed {
        final String url;
        final int failuresToCome;
        private int attempts;
        private long dueAt = System.nanoTime();
        private String lastError = "none";

        Delivery(String url, int failuresToCome) {
            this.url = url;
            this.failuresToCome = failuresToCome;
        }

        void failed(String why, long delayMillis) {
            lastError = why; // safe: the worker owns the delivery while it is out of the queue (false alarm: who owns what is in a queue that sorts by delay is not followed)
            dueAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delayMillis); // safe: not in the queue now
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(dueAt - System.nanoTime(), TimeUnit.NANOSECONDS); // safe: called under the queue's lock
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(dueAt, ((Delivery) other).dueAt); // safe: called under the queue's lock
        }

        @Override
        public String toString() {
            return url + "(" + attempts + ", " + lastError + ")"; // safe: printed after the latch
        }
    }

    static class CircuitOpenException extends Exception {
        private static final long serialVersionUID = 1L;
    }

    interface Call<T> {
        T run() throws Exception;
    }

    static class Breaker {
        private final int threshold;
        private final long coolDownNanos;
        private int consecutive;
        private long openedAt;
        private volatile boolean open;
        private volatile int rejected;

        Breaker(int threshold, long coolDownMillis) {
            this.threshold = threshold;
            this.coolDownNanos = TimeUnit.MILLISECONDS.toNanos(coolDownMillis);
        }

        <T> T guard(Call<T> call) throws Exception {
            if (open && !tryHalfOpen()) { // safe: volatile
                rejected++; // safe: volatile, may lose a count but is no data race
                throw new CircuitOpenException();
            }
            try {
                T result = call.run();
                succeeded();
                return result;
            } catch (Exception e) {
                tripped();
                throw e;
            }
        }

        private synchronized boolean tryHalfOpen() {
            return System.nanoTime() - openedAt > coolDownNanos; // safe: synchronized
        }

        private synchronized void succeeded() {
            consecutive = 0; // safe: synchronized
            open = false;
        }

        private synchronized void tripped() {
            if (++consecutive >= threshold) { // safe: synchronized
                openedAt = System.nanoTime();
                open = true;
            }
        }
    }

    static class Sender {
        private static final int MAX_ATTEMPTS = 5;

        private final DelayQueue<Delivery> queue = new DelayQueue<>();
        private final List<Delivery> dead = new ArrayList<>();
        private final Breaker breaker = new Breaker(3, 4);
        private final CountDownLatch pending;
        private int delivered;

        Sender(List<Delivery> work) {
            pending = new CountDownLatch(work.size());
            queue.addAll(work);
        }

        void loop() {
            try {
                while (pending.getCount() > 0) {
                    Delivery d = queue.poll(10, TimeUnit.MILLISECONDS);
                    if (d != null) {
                        attempt(d);
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void attempt(Delivery d) {
            d.attempts++; // safe: taken from the queue by exactly one worker
            try {
                breaker.guard(() -> post(d));
                synchronized (this) {
                    delivered++; // safe: under the sender's monitor
                }
                pending.countDown();
            } catch (Exception e) {
                d.failed(e.getClass().getSimpleName(), 3L * d.attempts);
                if (d.attempts < MAX_ATTEMPTS) {
                    queue.put(d);
                } else {
                    synchronized (dead) {
                        dead.add(d); // safe: under its own monitor
                    }
                    pending.countDown();
                }
            }
        }

        private String post(Delivery d) {
            if (d.attempts <= d.failuresToCome) { // safe: still owned by this worker
                throw new IllegalStateException("503 from " + d.url);
            }
            return "200";
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<Delivery> work = new ArrayList<>();
        int[] failures = {0, 1, 9, 2, 0, 1, 3, 0};
        for (int i = 0; i < failures.length; i++) {
            work.add(new Delivery("http://hook/" + i, failures[i]));
        }
        Sender sender = new Sender(work);
        for (int i = 0; i < 3; i++) {
            Thread t = new Thread(sender::loop, "sender-" + i);
            t.setDaemon(true);
            t.start();
        }
        sender.pending.await();
        System.out.println("delivered " + sender.delivered + ", rejected " + sender.breaker.rejected); // safe: counted before countDown
        System.out.println("dead " + sender.dead); // safe: added before countDown
        for (Delivery d : work) {
            System.out.println(d);
        }
    }
}
