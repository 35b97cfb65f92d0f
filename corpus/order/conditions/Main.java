package order.conditions;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A ferry: who waits for what, and whose signal it is that ends the wait. */
public final class Main {
    /** The captain waits for the ramp alone, whoever else rings the bell. */
    static final class Ramp {
        private boolean closed;
        private boolean fuelled;
        private int cars;
        private int litres;

        void close() {
            cars = 12; // safe: before the ramp is closed, for which the captain waits
            synchronized (this) {
                closed = true;
                notifyAll();
            }
        }

        void fuel() {
            litres = 300; // race:litres
            synchronized (this) {
                fuelled = true;
                notifyAll();
            }
        }

        int sail() throws InterruptedException {
            synchronized (this) {
                while (!closed) {
                    wait();
                }
            }
            return cars + litres; // race:litres
        }
    }

    /** Tickets that several sell: one is enough to go on. */
    static final class Desk {
        private int tickets;
        private String left = "";
        private String right = "";

        synchronized void print() {
            tickets++;
            notifyAll();
        }

        synchronized void take() throws InterruptedException {
            while (tickets == 0) {
                wait();
            }
            tickets--;
        }

        void sellLeft() {
            left = "left"; // race:left
            print();
        }

        void sellRight() {
            right = "right"; // race:right
            print();
        }
    }

    /** All have to be there. */
    static final class Crew {
        private int present;
        private final int[] shoes = new int[3];
        private String names = "";

        void arrive(int number) {
            shoes[number] = 40 + number; // safe: read when all have arrived
            synchronized (this) {
                names += number; // safe: under this
                present++;
                notifyAll();
            }
        }

        int muster() throws InterruptedException {
            synchronized (this) {
                while (present < shoes.length) {
                    wait();
                }
            }
            return shoes[0] + shoes[1] + shoes[2]; // safe: all have arrived
        }
    }

    /** A deck with few places: who comes first need not wait. */
    static final class Deck {
        private final Object[] places = new Object[4];
        private int used;
        private int swept;

        void drive(Object car) throws InterruptedException {
            synchronized (this) {
                while (used == places.length) {
                    wait();
                }
                places[used++] = car;
            }
            if (swept > 3) { // race:swept
                throw new AssertionError();
            }
        }

        void leave() {
            swept++; // race:swept
            synchronized (this) {
                if (used > 0) {
                    used--;
                    notifyAll();
                }
            }
        }
    }

    /** The horn sounds again and again; that it has done so three times does not mean that it is silent. */
    static int horn() throws InterruptedException {
        int[] sounds = new int[1];
        int[] tests = new int[1];
        CountDownLatch loud = new CountDownLatch(3);
        CountDownLatch tested = new CountDownLatch(1);
        ScheduledExecutorService machine = Executors.newScheduledThreadPool(1);
        ScheduledFuture<?> blowing = machine.scheduleAtFixedRate(() -> {
            sounds[0]++; // race:sounds
            loud.countDown();
        }, 0, 1, TimeUnit.MILLISECONDS);
        machine.schedule(() -> {
            tests[0] = 1; // safe: done once, before the latch
            tested.countDown();
        }, 1, TimeUnit.MILLISECONDS);
        loud.await();
        tested.await();
        int heard = sounds[0]; // race:sounds
        int passed = tests[0]; // safe: after the latch
        blowing.cancel(false);
        machine.shutdown();
        while (!machine.awaitTermination(1, TimeUnit.SECONDS)) {
            Thread.onSpinWait();
        }
        return heard > sounds[0] ? -1 : passed; // safe: terminated
    }

    private static Thread start(Runnable body) {
        Thread thread = new Thread(body);
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        Ramp ramp = new Ramp();
        start(ramp::close);
        start(ramp::fuel);
        System.out.println(ramp.sail() >= 12);

        Desk desk = new Desk();
        start(desk::sellLeft);
        start(desk::sellRight);
        desk.take();
        System.out.println(desk.left.length() + desk.right.length() < 10); // race:left,right

        Crew crew = new Crew();
        for (int i = 0; i < 3; i++) {
            int number = i;
            start(() -> crew.arrive(number));
        }
        System.out.println(crew.muster());

        Deck deck = new Deck();
        Thread guard = start(deck::leave);
        deck.drive("car");
        deck.drive("van");
        guard.join();
        System.out.println(horn());
    }
}
