package heldout.allocvector;

public class Main {

    private static final int BUFFER = 3;

    public static void main(String[] args) throws InterruptedException {
        AllocationVector vector = new AllocationVector(8);
        int[][] buffers = new int[3][BUFFER];
        TestThread[] threads = new TestThread[buffers.length];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new TestThread("alloc-" + i, vector, buffers[i], 10);
        }
        for (TestThread t : threads) {
            t.start();
        }
        System.out.println("allocated in between: " + vector.allocatedCount());
        for (TestThread t : threads) {
            t.join();
        }
        for (TestThread t : threads) {
            System.out.println(t.getReport());
        }
        int leaked = 0;
        for (int[] buffer : buffers) {
            for (int index : buffer) { // safe: owners joined
                if (index != -1) {
                    leaked++;
                }
            }
        }
        System.out.println("leaked " + leaked + ", allocated " + vector.allocatedCount()
                + ", clashes " + vector.clashCount());
    }
}
