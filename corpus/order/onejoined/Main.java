package order.onejoined;

import java.util.List;

/** A ferry: all of the crew begin in one loop, and the captain waits for some of them. */
public final class Main {
    static final class Sailor extends Thread {
        private final int[] log;

        Sailor(int[] log) {
            this.log = log;
        }

        @Override
        public void run() {
            log[0]++; // race:log
        }
    }

    private static int ropes;
    private static int engine;
    private static int tickets;
    private static int coffee;

    public static void main(String[] args) throws InterruptedException {
        Thread deckhand = new Thread(() -> ropes = 4); // safe: waited for
        Thread machinist = new Thread(() -> engine = 900); // race:engine
        for (Thread thread : List.of(deckhand, machinist)) {
            thread.start();
        }
        deckhand.join();
        System.out.println(ropes); // safe: after join
        System.out.println(engine); // race:engine

        Thread purser = new Thread(() -> tickets = 30); // safe: waited for
        Thread cook = new Thread(() -> coffee = 8); // safe: waited for
        Thread[] others = {purser, cook};
        for (Thread thread : others) {
            thread.start();
        }
        for (Thread thread : others) {
            thread.join();
        }
        System.out.println(tickets + coffee); // safe: both have ended

        int[] log = new int[1];
        Sailor[] sailors = {new Sailor(log), new Sailor(log)};
        for (Sailor sailor : sailors) {
            sailor.start();
        }
        sailors[0].join();
        System.out.println(log[0]); // race:log
    }
}
