package order.flagged;

/** A result is published by a volatile flag; the reader looks at it only after it has seen the flag. */
public final class Main {
    static final class Report {
        private String title;
        private int[] columns;
        private int late;
        private volatile boolean ready;

        void build() {
            title = "sales"; // safe: before the volatile write
            columns = new int[] {3, 4, 5}; // safe: before the volatile write
            ready = true; // safe: volatile
            late = columns.length; // race:late
        }

        int width() {
            if (!ready) { // safe: volatile
                return -1;
            }
            int sum = late; // race:late
            for (int column : columns) { // safe: after the volatile read
                sum += column; // safe: after the volatile read
            }
            return sum + title.length(); // safe: after the volatile read
        }
    }

    /** Two references to immutable and mutable data, both published by volatile fields. */
    static final class Board {
        private volatile Report current;
        private volatile String note;
    }

    public static void main(String[] args) throws InterruptedException {
        Report report = new Report();
        Board board = new Board();
        Thread builder = new Thread(() -> {
            report.build();
            Report second = new Report();
            second.title = "costs"; // safe: before it is published
            board.current = second;
            board.note = "two reports"; // safe: volatile
        });
        builder.start();
        int width = report.width();
        while (width < 0) {
            Thread.onSpinWait();
            width = report.width();
        }
        while (board.current == null) {
            Thread.onSpinWait();
        }
        System.out.println(board.current.title + (width >= 17)); // safe: published by a volatile field
        builder.join();
    }
}
