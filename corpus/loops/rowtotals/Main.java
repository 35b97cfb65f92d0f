package loops.rowtotals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Each row of a table is added up by a loop of its own, into something that was made for the row. */
public final class Main {
    static final class Tally {
        int sum;
        final List<Integer> seen = new ArrayList<>();
        final int[] counts = new int[2];

        void add(int value) {
            sum += value; // race:sum
            seen.add(value); // race:seen
            counts[value & 1]++; // race:counts
        }
    }

    static final class Row {
        final List<Integer> cells = new ArrayList<>();
        int total;
        int odd;
    }

    static final class Share {
        int taken;
    }

    private static Share last;

    static void perRow(List<Row> rows, Tally overall) {
        rows.parallelStream().forEach(row -> {
            Tally tally = new Tally();
            row.cells.parallelStream().forEach(cell -> {
                tally.add(cell);
                overall.add(cell);
            });
            row.total = tally.sum; // safe: the loop over the cells has ended, and other rows have other tallies
            row.odd = tally.counts[1]; // safe: the same of what the tally has
            if (tally.seen.size() != row.cells.size()) { // safe: the same of what the tally has
                System.out.println("lost " + overall.sum); // race:sum
            }
        });
    }

    static void perThread(List<Row> rows) {
        for (int helper = 0; helper < 3; helper++) {
            new Thread(() -> {
                int[] most = new int[1];
                rows.parallelStream().forEach(row -> {
                    if (row.cells.size() > most[0]) { // race:most
                        most[0] = row.cells.size(); // race:most
                    }
                });
                System.out.println("longest " + most[0]); // safe: this thread's own loop has ended
            }).start();
        }
    }

    static void published(int people) {
        IntStream.range(0, people).parallel().forEach(person -> {
            Share share = new Share();
            last = share; // race:last
            IntStream.range(0, 4).parallel().forEach(day -> {
                Share found = last; // race:last
                found.taken += day; // race:taken
            });
            System.out.println(share.taken); // race:taken
        });
    }

    public static void main(String[] args) {
        List<Row> rows = new ArrayList<>();
        for (int r = 0; r < 5; r++) {
            Row row = new Row();
            for (int c = 0; c < 8; c++) {
                row.cells.add(r * c);
            }
            rows.add(row);
        }
        perRow(rows, new Tally());
        perThread(rows);
        published(4);
    }
}
