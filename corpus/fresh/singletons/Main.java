package fresh.singletons;

import java.util.concurrent.CyclicBarrier;

/** Five ways to make one of something. */
public final class Main {
    /** Right: the class initialiser. */
    static final class Holder {
        private int limit;

        private Holder() {
            limit = 10; // safe: in the class initialiser
        }

        private static final class Lazy {
            static final Holder INSTANCE = new Holder();
        }

        static Holder get() {
            return Lazy.INSTANCE;
        }
    }

    /** Right: an enum. */
    enum Only {
        INSTANCE;

        private final int[] table = {1, 2, 3};

        int sum() {
            return table[0] + table[1] + table[2]; // safe: never changed
        }
    }

    /** Right: volatile. */
    static final class Checked {
        private static volatile Checked instance;
        private String name;

        private Checked() {
            name = "checked"; // safe: published by a volatile
        }

        static Checked get() {
            Checked local = instance; // safe: volatile
            if (local == null) {
                synchronized (Checked.class) {
                    local = instance; // safe: volatile
                    if (local == null) {
                        instance = local = new Checked(); // safe: volatile
                    }
                }
            }
            return local;
        }
    }

    /** Wrong: the volatile is missing. */
    static final class Broken {
        private static Broken instance;
        private String name;
        private final int size;

        private Broken() {
            name = "broken"; // race:name
            size = 3; // safe: final
        }

        static Broken get() {
            if (instance == null) { // race:broken
                synchronized (Broken.class) {
                    if (instance == null) { // safe: under the lock, as all writes
                        instance = new Broken(); // race:broken
                    }
                }
            }
            return instance; // race:broken
        }
    }

    /** Wrong: no lock at all. */
    static final class Naive {
        private static Naive instance;

        static Naive get() {
            if (instance == null) { // race:naive
                instance = new Naive(); // race:naive
            }
            return instance; // race:naive
        }
    }

    static final class User extends Thread {
        private final CyclicBarrier start;
        private int total;

        User(CyclicBarrier start) {
            this.start = start;
        }

        @Override
        public void run() {
            try {
                start.await();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            total += Holder.get().limit; // safe: after the class initialiser
            total += Only.INSTANCE.sum();
            total += Checked.get().name.length(); // safe: published by a volatile
            total += String.valueOf(Broken.get().name).length(); // race:name
            total += Broken.get().size; // safe: final
            total += Naive.get() == null ? 0 : 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CyclicBarrier start = new CyclicBarrier(4);
        User[] users = new User[4];
        for (int i = 0; i < users.length; i++) {
            users[i] = new User(start);
            users[i].start();
        }
        for (User user : users) {
            user.join();
            System.out.println(user.total); // safe: after join
        }
    }
}
