package runtime.lazy;

/** Double-checked locking without volatile. */
public final class Main {
    static final class Settings {
        int size;
        final int fixed = 3;

        Settings(int size) {
            this.size = size; // race:size
        }
    }

    private static Settings settings;

    /** Apart, so that it has nothing to do with the lock. */
    static final class Gate {
        static volatile boolean open;
    }

    static Settings get() {
        if (settings == null) { // race:settings
            synchronized (Main.class) {
                if (settings == null) { // safe: under the lock, as every write
                    settings = new Settings(7); // race:settings
                }
            }
        }
        return settings; // race:settings
    }

    public static void main(String[] args) throws Exception {
        int[] sums = new int[4];
        Thread[] threads = new Thread[sums.length];
        for (int i = 0; i < threads.length; i++) {
            int index = i;
            threads[i] = new Thread(() -> {
                while (!Gate.open) {
                    Thread.onSpinWait();
                }
                for (int k = 0; k < 200; k++) {
                    Settings got = get();
                    sums[index] += got.size + got.fixed; // race:size
                }
            }, "reader-" + i);
        }
        for (Thread thread : threads) {
            thread.start();
        }
        Gate.open = true;
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sums[0] + sums[1] + sums[2] + sums[3]);
    }
}
