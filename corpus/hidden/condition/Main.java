package hidden.condition;

/**
 * The reader waits for the second writer alone, with a condition. The first writer signals on the same monitor, long before,
 * and that hides its race with the reader.
 */
public final class Main {
    private final Object monitor = new Object();
    private boolean isOpen;
    private boolean isLit;
    private int visitors;

    public static void main(String[] args) throws InterruptedException {
        Main house = new Main();
        Thread lamp = new Thread(house::light, "lamp");
        Thread porter = new Thread(house::open, "porter");
        Thread guest = new Thread(house::enter, "guest");
        lamp.start();
        porter.start();
        guest.start();
        lamp.join();
        porter.join();
        guest.join();
        System.out.println("done");
    }

    private void light() {
        visitors++; // race:visitors
        synchronized (monitor) {
            isLit = true;
            monitor.notifyAll();
        }
    }

    private void open() {
        sleep(80);
        synchronized (monitor) {
            isOpen = true;
            monitor.notifyAll();
        }
    }

    private void enter() {
        synchronized (monitor) {
            while (!isOpen) {
                try {
                    monitor.wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        if (visitors > 1) { // race:visitors
            throw new IllegalStateException("too many visitors");
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
