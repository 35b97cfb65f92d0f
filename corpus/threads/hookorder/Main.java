package threads.hookorder;

/** A till that closes in shutdown hooks: the JVM may begin to end at any time from when they are registered on. */
public final class Main {
    static final class Till {
        private String owner;
        private int opening;
        private int sold;
        private int returned;
        private int counted;
        private int total;
        private int drawer;
        private String receipt = "";

        void sell(int count) {
            for (int i = 0; i < count; i++) {
                sold++; // race:sold
            }
        }

        void close() {
            total = sold + opening; // race:sold
            receipt = owner + " closed"; // race:receipt
        }

        void tidy() {
            receipt += " tidied"; // race:receipt
            drawer--; // race:drawer
        }
    }

    static void register(Till till) {
        Runtime.getRuntime().addShutdownHook(new Thread(till::close, "close"));
        till.drawer = 2; // race:drawer
    }

    public static void main(String[] args) throws InterruptedException {
        Till till = new Till();
        till.owner = "Ada"; // safe: before the hooks are registered
        Thread opener = new Thread(() -> till.opening = 100, "opener"); // safe: joined before the hooks are registered
        opener.start();
        opener.join();
        till.drawer = 1; // safe: before the hooks are registered
        Runtime.getRuntime().addShutdownHook(new Thread(till::tidy, "tidy"));
        register(till);

        Thread seller = new Thread(() -> till.sell(10), "seller");
        Thread clerk = new Thread(() -> {
            till.returned = 3; // safe: the hook waits for the clerk
        }, "clerk");
        seller.start();
        clerk.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                clerk.join();
            } catch (InterruptedException e) {
                return;
            }
            till.counted = till.returned + 1; // safe: after join, and nobody else counts
        }, "count"));
        System.out.println("open");
    }
}
