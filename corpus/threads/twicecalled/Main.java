package threads.twicecalled;

/** A method of calls alone: no argument, no result, and each call starts a thread. */
public class Main {
    private static int count;

    public static void main(String[] args) throws InterruptedException {
        startAll();
        Thread.sleep(50);
        System.out.println("done");
    }

    private static void startAll() {
        startOne();
        startOne();
    }

    private static void startOne() {
        new Thread(() -> {
            count++; // race:count
        }).start();
    }
}
