package hidden.sharedtype;

import java.util.concurrent.locks.ReentrantLock;

/**
 * All locks have the same type and most of them have nothing to do with each other, so that the type predicts little: the
 * late thread takes some others first, and a third one uses its own all the time.
 */
public final class Main {
    private static final ReentrantLock STOVE = new ReentrantLock();
    private static final ReentrantLock FRIDGE = new ReentrantLock();
    private static final ReentrantLock SINK = new ReentrantLock();
    private static final ReentrantLock RADIO = new ReentrantLock();

    private static int meals;

    public static void main(String[] args) throws InterruptedException {
        Thread cook = new Thread(Main::cook, "cook");
        Thread guest = new Thread(Main::eat, "guest");
        Thread listener = new Thread(Main::listen, "listener");
        listener.start();
        cook.start();
        guest.start();
        cook.join();
        guest.join();
        listener.join();
        System.out.println("done");
    }

    private static void cook() {
        meals++; // race:meals
        use(STOVE);
    }

    private static void eat() {
        pause(40);
        use(FRIDGE);
        use(SINK);
        pause(40);
        use(STOVE);
        if (meals > 1) { // race:meals
            throw new IllegalStateException("too many meals");
        }
    }

    private static void listen() {
        for (int i = 0; i < 20; i++) {
            use(RADIO);
            pause(2);
        }
    }

    private static void use(ReentrantLock lock) {
        lock.lock();
        try {
            Thread.onSpinWait();
        } finally {
            lock.unlock();
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
