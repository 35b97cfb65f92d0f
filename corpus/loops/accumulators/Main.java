package loops.accumulators;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Takings of a market hall are added up in every place where a loop may put a sum. */
public final class Main {
    record Sale(String stall, int pieces, long cents) {
    }

    static final class Totals {
        long cents;
        int biggest;

        void book(Sale sale) {
            cents += sale.cents(); // race:cents
            if (sale.pieces() > biggest) { // race:biggest
                biggest = sale.pieces(); // race:biggest
            }
        }
    }

    private static long sold;
    private static final LongAdder ADDED = new LongAdder();

    private int visitors;
    private int returned;

    void evaluate(List<Sale> sales, Totals totals) {
        long[] captured = {0};
        int[] locked = {0};
        sales.parallelStream().forEach(sale -> {
            sold += sale.pieces(); // race:sold
            visitors++; // race:visitors
            captured[0] += sale.cents(); // race:captured
            synchronized (locked) {
                locked[0] += sale.pieces(); // safe: under the captured array
            }
            ADDED.add(sale.cents()); // safe: made for threads
            totals.book(sale);
        });
        for (Sale sale : sales) {
            returned += sale.pieces() / 10; // safe: a loop of this thread only
        }
        System.out.println(locked[0] + " pieces, " + ADDED.sum() + " cents"); // safe: forEach has ended
        if (captured[0] > ADDED.sum()) { // safe: forEach has ended
            throw new AssertionError("more than there is");
        }
    }

    long own(List<Sale> sales) {
        return sales.parallelStream().mapToLong(sale -> {
            Totals mine = new Totals();
            mine.cents += sale.cents(); // safe: made by this iteration
            long twice = mine.cents; // safe: made by this iteration
            twice += sale.cents(); // safe: a local variable
            return twice;
        }).sum(); // safe: a reduction
    }

    public static void main(String[] args) {
        List<Sale> sales = new ArrayList<>();
        for (int i = 0; i < 240; i++) {
            sales.add(new Sale("stall " + i % 7, i % 12, 100L + i)); // safe: before the loop
        }
        Main hall = new Main();
        Totals totals = new Totals();
        hall.evaluate(sales, totals);
        System.out.println(hall.own(sales) + " " + hall.returned);
        if (hall.visitors > 240 || sold < 0 || totals.cents < 0 || totals.biggest > 12) { // safe: forEach has ended
            throw new AssertionError();
        }
    }
}
