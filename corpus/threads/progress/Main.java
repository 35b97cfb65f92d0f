package threads.progress;

import java.util.ArrayList;
import java.util.List;

/** Rows are imported in the background while main shows how far it is. */
public final class Main {
    static final class Import implements Runnable {
        private final List<String> rows;
        private int done;
        private String current = ""; // safe: before the thread starts
        private int skipped;
        private volatile boolean cancelled;

        Import(List<String> rows) {
            this.rows = rows;
        }

        @Override
        public void run() {
            for (String row : rows) { // safe: filled before start
                if (cancelled) { // safe: volatile
                    return;
                }
                current = row; // race:current
                if (row.isBlank()) {
                    skipped++; // safe: main reads it after join
                    continue;
                }
                done++; // race:done
            }
        }

        int percent() {
            return 100 * done / rows.size(); // race:done
        }

        String status() {
            return "importing " + current; // race:current
        }
    }

    public static void main(String[] args) throws InterruptedException {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            rows.add(i % 7 == 0 ? " " : "row " + i); // safe: before start
        }
        Import job = new Import(rows);
        Thread thread = new Thread(job, "import");
        thread.start();
        for (int i = 0; i < 3; i++) {
            if (job.percent() > 100 || job.status().isEmpty()) {
                job.cancelled = true;
            }
            Thread.sleep(1);
        }
        thread.join();
        System.out.println(job.skipped + " of " + rows.size()); // safe: after join
    }
}
