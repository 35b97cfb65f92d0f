package juc.classuse;

/** What a class initialiser does to data of others is seen by everyone who uses the class, even without its static fields. */
public final class Main {
    /** Plain: only the order of threads makes them safe. */
    static final class Registry {
        int called;
        int made;
        int named;
        int inherited;
    }

    static final Registry REGISTRY = new Registry();

    static final class Called {
        static {
            REGISTRY.called = 1;
        }

        static void touch() {}
    }

    static final class Made {
        static {
            REGISTRY.made = 2;
        }
    }

    static final class Named {
        static {
            REGISTRY.named = 3;
        }
    }

    static class Base {
        static {
            REGISTRY.inherited = 4;
        }
    }

    static final class Derived extends Base {}

    static void use() {
        Called.touch();
        new Made();
        new Derived();
        try {
            Class.forName("juc.classuse.Main$Named");
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
        int sum = REGISTRY.called + REGISTRY.made + REGISTRY.named + REGISTRY.inherited; // safe: the classes were used
        if (sum != 10) {
            throw new AssertionError("half an initialiser was seen: " + sum);
        }
    }

    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(Main::use);
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("done");
    }
}
