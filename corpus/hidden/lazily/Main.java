package hidden.lazily;

/** A singleton that is made under a lock: whoever asks for it second comes after the first one, but only if it is second. */
public final class Main {
    static final class Registry {
        private static Registry instance;

        static synchronized Registry get() {
            if (instance == null) {
                instance = new Registry();
            }
            return instance;
        }

        int size() {
            return 1;
        }
    }

    private static boolean isVerbose;

    public static void main(String[] args) throws InterruptedException {
        // The one who loads a class comes before all who use it, which is another order.
        System.out.println("starts without a " + Registry.class.getSimpleName());
        Thread console = new Thread(Main::configure, "console");
        Thread service = new Thread(Main::serve, "service");
        console.start();
        service.start();
        console.join();
        service.join();
        System.out.println("done");
    }

    private static void configure() {
        isVerbose = true; // race:isVerbose
        Registry.get().size();
    }

    private static void serve() {
        load();
        int size = Registry.get().size();
        if (isVerbose && size != 1) { // race:isVerbose
            throw new IllegalStateException("wrong size");
        }
    }

    /** No sleep: the time goes into work. */
    private static void load() {
        long end = System.nanoTime() + 80_000_000;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }
}
