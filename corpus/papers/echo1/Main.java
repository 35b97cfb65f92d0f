package papers.echo1;

/**
 * One race on x: the thread reads it outside of the lock. None on y, which is locked everywhere, and none on z, which
 * is read after join.
 *
 * <p>After Figure 1 of "ECHO: Instantaneous In Situ Race Detection in the IDE" (Zhan and Huang, FSE 2016), in our own
 * words.
 */
public final class Main {
    static int x;
    static int y;
    static int z;
    static final Object lock = new Object();

    public static void main(String[] args) {
        MyThread thread = new MyThread();
        thread.start();
        synchronized (lock) {
            y = 1; // safe: the reader holds the lock as well
            x = 1; // race:x
        }
        try {
            thread.join();
            // Use z: divides by zero when the thread has seen neither write.
            System.out.println(1 / z > 1 ? "odd" : "done"); // safe: after join
        } catch (ArithmeticException | InterruptedException e) {
            System.out.println("done");
        }
    }

    static class MyThread extends Thread {
        @Override
        public void run() {
            int first;
            int second;
            synchronized (lock) {
                first = y; // safe: under the lock
            }
            second = x; // race:x
            if (first + second > 0) {
                z = 1; // safe: main waits for this thread
            }
        }
    }
}
