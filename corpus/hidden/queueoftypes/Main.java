package hidden.queueoftypes;

/**
 * Both threads pass through the same row of stages, each with a lock of its own type. One order on any of them is enough
 * to hide the race, so all of them have to be reversed.
 */
public final class Main {
    static final class Washing {
        private int cars;

        synchronized void pass() {
            cars++;
        }
    }

    static final class Drying {
        private int cars;

        synchronized void pass() {
            cars++;
        }
    }

    static final class Polishing {
        private int cars;

        synchronized void pass() {
            cars++;
        }
    }

    private static final Washing WASHING = new Washing();
    private static final Drying DRYING = new Drying();
    private static final Polishing POLISHING = new Polishing();

    private static int price;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(Main::first, "first");
        Thread second = new Thread(Main::second, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println("done");
    }

    private static void first() {
        price = 12; // race:price
        drive();
    }

    private static void second() {
        queue();
        drive();
        if (price < 0) { // race:price
            throw new IllegalStateException("too cheap");
        }
    }

    private static void drive() {
        WASHING.pass();
        DRYING.pass();
        POLISHING.pass();
    }

    private static void queue() {
        try {
            Thread.sleep(80);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
