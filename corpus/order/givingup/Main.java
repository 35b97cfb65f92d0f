package order.givingup;

/** Waits in a loop that is left when time is up: what comes then comes after nothing. */
public class Main {

    /** What has been measured so far, and how many probes are still out. */
    static class Survey {
        private int probes;
        private int depth;
        private int salt;
        private int heat;

        synchronized void launch() {
            probes++; // safe: under the monitor
        }

        synchronized void surface() {
            probes--; // safe: under the monitor
            notifyAll();
        }

        /** Not for ever. */
        synchronized boolean awaitProbes(long millis) throws InterruptedException {
            long deadline = System.currentTimeMillis() + millis;
            while (probes > 0) { // safe: under the monitor
                long left = deadline - System.currentTimeMillis();
                if (left <= 0) {
                    return false;
                }
                wait(left);
            }
            return true;
        }

        /** As long as it takes, though it looks at the clock. */
        synchronized void awaitAll() throws InterruptedException {
            long begin = System.currentTimeMillis();
            while (probes > 0) { // safe: under the monitor
                if (System.currentTimeMillis() - begin > 1000) {
                    System.out.println("still out");
                    begin = System.currentTimeMillis();
                }
                wait(100);
            }
        }
    }

    static void shallow() throws InterruptedException {
        Survey survey = new Survey();
        survey.launch();
        new Thread(() -> {
            survey.depth = 30; // race:depth
            survey.surface();
        }).start();
        boolean isComplete = survey.awaitProbes(20);
        System.out.println("any depth " + (survey.depth >= 0) + (isComplete || survey.depth >= 0)); // race:depth
    }

    static void strict() throws InterruptedException {
        Survey survey = new Survey();
        survey.launch();
        new Thread(() -> {
            survey.salt = 35; // safe: read after all probes are back
            survey.surface();
        }).start();
        survey.awaitAll();
        System.out.println("salt " + survey.salt); // safe: all probes are back
    }

    static void careful() throws InterruptedException {
        Survey survey = new Survey();
        survey.launch();
        new Thread(() -> {
            survey.heat = 4; // safe: read if all probes are back
            survey.surface();
        }).start();
        if (!survey.awaitProbes(5_000)) {
            throw new IllegalStateException("lost a probe");
        }
        System.out.println("heat " + survey.heat); // safe: all probes are back
    }

    public static void main(String[] args) throws InterruptedException {
        shallow();
        strict();
        careful();
    }
}
