package realistic.filewriter;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Numbers files one after the other in a single thread: no lock is needed, and none is missing. */
final class Rotation {
    private final String base;
    private int number;
    private String current = "";

    Rotation(String base) {
        this.base = base;
    }

    void run(int times) throws InterruptedException {
        ExecutorService single = Executors.newSingleThreadExecutor();
        for (int i = 0; i < times; i++) {
            single.execute(() -> {
                number++; // safe: one thread runs all of them in turn
                current = base + "." + number; // safe: the same
            });
        }
        single.shutdown();
        while (!single.awaitTermination(1, TimeUnit.SECONDS)) {
            Thread.onSpinWait();
        }
    }

    String current() {
        return current; // safe: the thread has ended
    }
}
