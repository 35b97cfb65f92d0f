package heldout.pluginreg;

/** Starts its worker from the static initializer. */
final class Warmup {
    static int budget;
    static int spent;
    static final Thread WORKER;

    static {
        WORKER = new Thread(() -> {
            int b = budget; // safe: blocks until the initializer is done
            spent = b / 2; // race:spent
        }, "warmup");
        WORKER.start();
        budget = 40; // safe: the lambda lives in this class and waits for its initialization
    }

    private Warmup() { }
}
