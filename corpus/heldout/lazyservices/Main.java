package heldout.lazyservices;

/** Lazy initialisation in four ways, two of them broken. */
public class Main {
    static class Engine {
        private int[] table;

        Engine(int size) {
            table = new int[size]; // race:engineTable
            for (int i = 0; i < size; i++) {
                table[i] = i * i; // race:tableElements
            }
        }

        int square(int i) {
            int[] squares = table; // race:engineTable
            return squares[i]; // race:tableElements
        }
    }

    private static Engine plain;
    private static Engine locked;
    private static volatile Engine checked;
    private static boolean warned;

    private static class Holder {
        static final Engine ENGINE = new Engine(10);
    }

    static Engine plain() {
        if (plain == null) { // race:plain
            plain = new Engine(10); // race:plain
        }
        return plain; // race:plain
    }

    static synchronized Engine locked() {
        if (locked == null) { // safe: under the class
            locked = new Engine(20); // safe: under the class
        }
        return locked; // safe: under the class
    }

    static Engine checked() {
        Engine engine = checked; // safe: volatile
        if (engine == null) {
            synchronized (Main.class) {
                engine = checked;
                if (engine == null) {
                    engine = new Engine(30);
                    checked = engine; // safe: volatile, under the class
                }
            }
        }
        return engine;
    }

    static Engine held() {
        return Holder.ENGINE; // safe: class initialisation
    }

    static void warnOnce() {
        if (!warned) { // race:warned
            warned = true; // race:warned
            System.out.print("");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Runnable user = () -> {
            int sum = plain().square(3) + held().square(4);
            sum += locked().square(5) + checked().square(6);
            warnOnce();
            if (sum != 9 + 16 + 25 + 36) {
                throw new AssertionError(sum);
            }
        };
        Thread[] users = new Thread[3];
        for (int i = 0; i < users.length; i++) {
            users[i] = new Thread(user);
            users[i].start();
        }
        for (Thread thread : users) {
            thread.join();
        }
        System.out.println("done");
    }
}
