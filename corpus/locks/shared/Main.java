package locks.shared;

/** Two offices that have never heard of each other, and whether what they lock is one object. */
public final class Main {
    private static int letters;
    private static int parcels;
    private static int stamps;
    private static int coins;
    private static int forms;
    private static int queue;

    static final class Post extends Thread {
        private final Object own = new Object();

        @Override
        public void run() {
            for (int i = 0; i < 20; i++) {
                synchronized ("office") {
                    letters++; // safe: the literals of both classes are one object
                }
                synchronized (Long.valueOf(7L)) {
                    parcels++; // safe: small numbers are boxed once
                }
                synchronized (Integer.valueOf(7)) {
                    stamps++; // race:stamps
                }
                synchronized (Boolean.TRUE) {
                    coins++; // safe: there is one such object
                }
                synchronized (Main.class) {
                    forms++; // safe: a class has one class object
                }
                synchronized (own) {
                    queue++; // race:queue
                }
            }
        }
    }

    static final class Bank extends Thread {
        @Override
        public void run() {
            for (int i = 0; i < 20; i++) {
                synchronized ("office") {
                    letters++; // safe: the literals of both classes are one object
                }
                synchronized (Long.valueOf(7L)) {
                    parcels++; // safe: small numbers are boxed once
                }
                synchronized (Integer.valueOf(8)) {
                    stamps++; // race:stamps
                }
                synchronized (Boolean.TRUE) {
                    coins++; // safe: there is one such object
                }
                synchronized (Main.class) {
                    forms++; // safe: a class has one class object
                }
                synchronized (new Object()) {
                    queue++; // race:queue
                }
            }
        }
    }

    /** The lock comes with the plan of the day, and stays until the day is over. */
    static final class Counter implements Runnable {
        private Object guard;
        private Object rope;
        private int served;
        private int waiting;

        void open() {
            guard = new Object(); // safe: before the day's threads are started
            rope = new Object(); // safe: before the day's threads are started
        }

        @Override
        public void run() {
            synchronized (guard) { // safe: does not change while threads run
                served++; // safe: all find the same guard
            }
            synchronized (rope) { // race:rope
                waiting++; // race:waiting
            }
        }

        void change() {
            rope = new Object(); // race:rope
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Post post = new Post();
        Bank bank = new Bank();
        post.start();
        bank.start();
        post.join();
        bank.join();
        System.out.println(letters + " " + parcels + " " + coins + " " + forms); // safe: after join
        if (stamps == 0 || queue == 0) { // safe: after join
            throw new AssertionError();
        }
        Counter counter = new Counter();
        for (int day = 0; day < 2; day++) {
            counter.open();
            Thread left = new Thread(counter);
            Thread right = new Thread(counter);
            left.start();
            right.start();
            counter.change();
            left.join();
            right.join();
        }
        System.out.println(counter.served + (counter.waiting > 4 ? " lost" : "")); // safe: after join
    }
}
