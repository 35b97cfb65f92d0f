package juc.virtualmonitors;

import java.util.ArrayList;
import java.util.List;

/** Many virtual threads wait for a monitor while the collector moves objects. */
public final class Main {
    static final int ROUNDS = 10;
    static final int THREADS = 300;

    static Object monitor;
    static int count;
    static byte[] garbage;

    static void work() {
        synchronized (monitor) {
            count++; // safe: ordered
            garbage = new byte[20_000]; // safe: ordered
        }
    }

    public static void main(String[] args) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            monitor = new Object();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                threads.add(Thread.startVirtualThread(Main::work));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        System.out.println(count == ROUNDS * THREADS ? "done" : "lost updates");
    }
}
