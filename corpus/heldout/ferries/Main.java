package heldout.ferries;

import java.util.concurrent.atomic.AtomicIntegerArray;

public final class Main {
    private static final int FERRIES = 4;
    private static int bells;

    public static void main(String[] args) throws InterruptedException {
        Harbour harbour = new Harbour(FERRIES);
        Convoy convoy = new Convoy(FERRIES);
        AtomicIntegerArray tickets = new AtomicIntegerArray(2);
        Thread[] threads = new Thread[FERRIES];
        for (int i = 0; i < FERRIES; i++) {
            int lane = i % 2;
            threads[i] = new Ferry(harbour, i, convoy) {
                @Override
                public void run() {
                    super.run();
                    tickets.incrementAndGet(lane); // safe: atomic
                    bells++; // race:bells
                }
            };
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(harbour.summary());
        System.out.println(convoy.flag(0) + convoy.flag(3) + " " + tickets);
        System.out.println(bells > 0 && bells <= FERRIES); // safe: after join
    }
}
