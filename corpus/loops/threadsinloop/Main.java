package loops.threadsinloop;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Restaurants whose loop starts threads: each table gets a waiter, who is or is not waited for. */
public final class Main {
    static final class Table {
        final int number;
        int plates;
        int glasses;
        int crumbs;
        int wine;

        Table(int number) {
            this.number = number;
        }
    }

    static final class Waiter extends Thread {
        private final Table table;
        private int steps;

        Waiter(Table table) {
            this.table = table;
        }

        @Override
        public void run() {
            table.plates++; // safe: one waiter for each table, and joined (false alarm: threads that an iteration starts and joins are not told from those of others)
            steps = 10; // safe: its own field, and joined
            tips++; // race:tips
        }
    }

    private static int tips;
    private static int served;
    private static int washed;

    static void serve(Table table) {
        Waiter waiter = new Waiter(table);
        waiter.start();
        table.glasses++; // safe: the waiter does not touch the glasses
        try {
            waiter.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        table.plates += waiter.steps; // safe: the waiter is joined (false alarm: threads that an iteration starts and joins are not told from those of others)
        served++; // race:served
    }

    static Thread clean(Table table) {
        Thread cleaner = new Thread(() -> {
            table.crumbs = 0; // race:crumbs
        });
        cleaner.start();
        table.crumbs++; // race:crumbs
        return cleaner;
    }

    static int pour(Table table) {
        CompletableFuture<Integer> bottle = CompletableFuture.supplyAsync(() -> {
            washed++; // race:washed
            return table.number; // safe: final
        });
        table.wine += bottle.join(); // safe: each table is one element
        return table.wine; // safe: each table is one element
    }

    public static void main(String[] args) throws InterruptedException {
        List<Table> tables = IntStream.range(0, 12).mapToObj(Table::new).collect(Collectors.toList());
        tables.parallelStream().forEach(Main::serve);
        List<Thread> cleaners = tables.parallelStream().map(Main::clean).collect(Collectors.toList());
        for (Thread cleaner : cleaners) {
            cleaner.join();
        }
        int wine = tables.parallelStream().mapToInt(Main::pour).sum();
        List<Waiter> second = new ArrayList<>();
        for (Table table : tables) {
            Waiter waiter = new Waiter(new Table(table.number));
            second.add(waiter);
            waiter.start();
        }
        int plates = 0;
        for (Waiter waiter : second) {
            waiter.join();
            plates += waiter.table.plates; // safe: the waiter is joined
        }
        for (Table table : tables) {
            plates += table.plates + table.glasses; // safe: the waiters are joined
        }
        System.out.println(wine + " " + plates);
        if (tips > 24 || served > 12 || washed > 12 || tables.get(3).crumbs > 1) { // safe: all threads are joined
            throw new AssertionError();
        }
    }
}
