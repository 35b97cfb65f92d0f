package runtime.wronglock;

/** Writer and reader hold locks, but not the same one. */
public final class Main {
    private final Object writeLock = new Object();
    private final Object readLock = new Object();
    private int balance;
    private static double rate;

    void deposit() {
        for (int i = 0; i < 300; i++) {
            synchronized (writeLock) {
                balance += 5; // race:balance
                rate = i / 2.0; // race:rate
            }
        }
    }

    int sum() {
        int sum = 0;
        for (int i = 0; i < 300; i++) {
            synchronized (readLock) {
                sum += balance; // race:balance
                sum += (int) rate; // race:rate
            }
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        Main main = new Main();
        Thread writer = new Thread(main::deposit, "writer");
        writer.start();
        int sum = main.sum();
        writer.join();
        System.out.println(sum >= 0 ? "done" : "overflow");
    }
}
