package realistic.sor;

/** What the threads leave behind: some of it by number, some of it for all. */
final class Statistics {
    private final int[] rowsByThread;
    private final double[] changeByThread;
    private double largest;
    private int halfSteps;
    private String leader = "";

    Statistics(int threads) {
        rowsByThread = new int[threads];
        changeByThread = new double[threads];
    }

    void row(int thread, double change) {
        rowsByThread[thread]++; // safe: an element for each thread
        changeByThread[thread] = Math.max(changeByThread[thread], change); // race:changeByThread
        if (change > largest) { // race:largest
            largest = change; // race:largest
            leader = "thread " + thread; // race:leader
        }
    }

    /** Called by the first thread only, when all have passed the barrier. */
    double collect() {
        double most = 0;
        for (int i = 0; i < changeByThread.length; i++) {
            most = Math.max(most, changeByThread[i]); // race:changeByThread
            changeByThread[i] = 0; // race:changeByThread
        }
        halfSteps++; // safe: the first thread only
        return most;
    }

    double largest() {
        return largest + Math.min(0, leader.length()); // race:largest,leader
    }

    int rows() {
        int sum = 0;
        for (int rows : rowsByThread) { // safe: after join
            sum += rows;
        }
        return sum + halfSteps; // safe: after join
    }
}
