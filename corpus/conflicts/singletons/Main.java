package conflicts.singletons;

/** Singletons made eagerly, by a holder, by an enum, and lazily without a lock. */
public final class Main {
    static final class Eager {
        private static final Eager INSTANCE = new Eager();
        private int calls;
        private int configured = 3; // safe: in the initialiser of the class

        static Eager get() {
            return INSTANCE; // safe: final
        }

        void call() {
            calls += configured; // race:calls
        }
    }

    static final class Lazy {
        private static Lazy instance;
        private int opened;
        private final String name;

        private Lazy(String name) {
            this.name = name; // safe: final
            this.opened = 1; // race:opened
        }

        static Lazy get() {
            if (instance == null) { // race:instance
                instance = new Lazy("lazy"); // race:instance
            }
            return instance; // race:instance
        }

        int open() {
            return opened + name.length(); // race:opened
        }
    }

    enum Only {
        ONE;

        private int uses;

        synchronized void use() {
            uses++; // safe: under the constant
        }
    }

    static final class Held {
        private long state = 42; // safe: in the initialiser of the holder

        private static final class Holder {
            private static final Held IT = new Held();
        }

        static long read() {
            return Holder.IT.state; // safe: written by the initialiser only
        }
    }

    public static void main(String[] args) throws InterruptedException {
        long[] results = new long[2];
        Runnable[] jobs = new Runnable[2];
        for (int i = 0; i < 2; i++) {
            int id = i;
            jobs[i] = () -> {
                Eager.get().call();
                Only.ONE.use();
                results[id] = Lazy.get().open() + Held.read(); // safe: its own element
            };
        }
        Thread first = new Thread(jobs[0]);
        Thread second = new Thread(jobs[1]);
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println(results[0] + results[1] + Only.ONE.uses); // safe: after join
    }
}
