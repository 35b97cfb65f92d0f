package locks.staticmix;

/** Numbers for tickets: a static synchronized method and an instance method do not exclude each other. */
public final class Main {
    static final class Tickets {
        private static int next = 1;
        private static int sold;
        private static int refunded;
        private final String counter;
        private int here;

        Tickets(String counter) {
            this.counter = counter;
        }

        static synchronized int sell() {
            sold++; // race:sold
            return next++; // safe: the class's monitor everywhere
        }

        synchronized int sellHere() {
            here++; // safe: the object's monitor, and the field is the object's
            sold++; // race:sold
            return sell();
        }

        void refund() {
            synchronized (Tickets.class) {
                refunded++; // safe: the same monitor as a static synchronized method
                next++; // safe: the same
            }
        }

        static synchronized int refunded() {
            return refunded; // safe: the class's monitor
        }

        synchronized String describe() {
            return counter + here; // safe: the object's monitor
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Tickets north = new Tickets("north");
        Tickets south = new Tickets("south");
        Thread first = new Thread(() -> {
            north.sellHere();
            south.refund();
        });
        Thread second = new Thread(() -> {
            south.sellHere();
            north.sellHere();
            Tickets.sell();
        });
        first.start();
        second.start();
        String text = north.describe();
        first.join();
        second.join();
        System.out.println(Tickets.next + " " + Tickets.refunded()); // safe: after join
        if (Tickets.sold < 1 || text.isEmpty()) { // safe: after join
            throw new AssertionError();
        }
    }
}
