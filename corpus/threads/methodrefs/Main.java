package threads.methodrefs;

import java.util.function.Consumer;

/** Threads whose targets are references: to a static method, to a method of an object, to one that gets an argument. */
public class Main {
    private static int received;
    private int pending;
    private int forwarded;
    private final Object guard = new Object();

    static void receive() {
        for (int i = 0; i < 10; i++) {
            received += i; // race:received
        }
    }

    void forward() {
        pending--; // race:pending
        synchronized (guard) {
            forwarded++; // safe: under the guard everywhere
        }
    }

    synchronized void enqueue() {
        pending++; // race:pending
        synchronized (guard) {
            forwarded--; // safe: under the guard everywhere
        }
    }

    void later(Consumer<Main> action) {
        new Thread(() -> action.accept(this)).start();
    }

    public static void main(String[] args) throws InterruptedException {
        Main relay = new Main();
        relay.pending = 5; // safe: no thread yet
        Runnable instance = relay::forward;
        Thread[] threads = {new Thread(Main::receive), new Thread(instance), new Thread(relay::enqueue)};
        for (Thread thread : threads) {
            thread.start();
        }
        relay.later(Main::forward);
        receive();
        for (Thread thread : threads) {
            thread.join();
        }
        synchronized (relay.guard) {
            System.out.println(relay.forwarded > 1 ? "odd" : "done"); // safe: under the guard
        }
        if (received < 0) { // safe: the other thread that receives has ended
            throw new IllegalStateException();
        }
        int rest = relay.pending; // race:pending
        if (rest > 100) {
            throw new IllegalStateException();
        }
    }
}
