package heldout.spreadsheet;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Several people edit a sheet while others look at it. */
public final class Main {
    private static int rows;
    private static boolean saved;

    public static void main(String[] args) throws InterruptedException {
        Sheet sheet = new Sheet();
        sheet.define("a", new Cell.Constant(1));
        sheet.define("b", new Cell.Constant(2));
        sheet.define("sum", new Cell.Sum("a", "b"));
        sheet.define("twice", new Cell.Sum("sum", "sum"));
        Undo undo = new Undo();
        rows = 4; // safe: before any thread is started
        CountDownLatch done = new CountDownLatch(2);
        ExecutorService people = Executors.newFixedThreadPool(3);
        for (String name : new String[] {"a", "b"}) {
            people.execute(() -> {
                for (int i = 1; i <= 25; i++) {
                    sheet.set(name, i * rows); // safe: not changed while the threads run
                    undo.push(name + "=" + i);
                }
                done.countDown();
            });
        }
        people.execute(() -> {
            int last = 0;
            for (int i = 0; i < 50; i++) {
                int now = sheet.shown("sum");
                if (now < 0 || undo.depth() > 50 || undo.longest() > 4) {
                    throw new IllegalStateException();
                }
                last = Math.max(last, now);
            }
        });
        ExecutorService saver = Executors.newSingleThreadExecutor();
        saver.execute(() -> saved = sheet.edits() >= 0); // safe: one thread runs both tasks
        saver.execute(() -> {
            if (!saved) { // safe: one thread runs both tasks
                throw new IllegalStateException();
            }
        });
        done.await();
        people.shutdown();
        saver.shutdown();
        boolean ended = people.awaitTermination(2, TimeUnit.SECONDS) && saver.awaitTermination(2, TimeUnit.SECONDS);
        rows = 0; // safe: all have ended
        System.out.println(ended + " " + saved + " " + rows); // safe: all have ended
        System.out.println(sheet.shown("sum") + " " + sheet.shown("twice") + " " + sheet.edits() + " " + undo.depth());
    }
}
