package heldout.payroll2;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;

/** Monthly payroll run: every array is cut up between the workers in some way. */
public class Main {
    static final int WORKERS = 3;
    static final int STAFF = 31;

    /** One cell per worker, merged by the coordinator when the workers are gone. */
    static class Slots<T> {
        private final List<T> cells = new ArrayList<>();

        Slots(int n, Supplier<? extends T> init) {
            for (int i = 0; i < n; i++) {
                cells.add(init.get());
            }
        }

        T cell(int worker) {
            return cells.get(worker); // safe: the list itself is only read after construction
        }

        T reduce(T zero, BinaryOperator<T> op) {
            T acc = zero;
            for (T t : cells) {
                acc = op.apply(acc, t);
            }
            return acc;
        }
    }

    static class Tally {
        long gross;
        long tax;
        final Map<String, Integer> perGrade = new HashMap<>();

        Tally plus(Tally o) {
            Tally r = new Tally();
            r.gross = gross + o.gross; // safe: merged after join
            r.tax = tax + o.tax; // safe: merged after join
            r.perGrade.putAll(perGrade);
            o.perGrade.forEach((k, v) -> r.perGrade.merge(k, v, Integer::sum)); // safe: merged after join
            return r;
        }
    }

    static class Worker extends Thread {
        private final int id;
        private final int[] hours;
        private final long[] netAndTax;
        private final char[] grade;
        private final Slots<Tally> slots;
        private final LongAdder lines;
        private final long[] longest;

        Worker(int id, int[] hours, long[] netAndTax, char[] grade, Slots<Tally> slots, LongAdder lines, long[] longest) {
            this.id = id;
            this.hours = hours;
            this.netAndTax = netAndTax;
            this.grade = grade;
            this.slots = slots;
            this.lines = lines;
            this.longest = longest;
        }

        @Override
        public void run() {
            int chunk = (STAFF + WORKERS - 1) / WORKERS;
            int end = Math.min(STAFF, (id + 1) * chunk);
            Tally mine = slots.cell(id);
            for (int i = id * chunk; i < end; i++) {
                long gross = hours[i] * 25L; // safe: hours are filled before start
                long tax = gross / 5;
                netAndTax[i] = gross - tax; // safe: chunk of this worker
                netAndTax[i + STAFF] = tax; // safe: same chunk in the upper half
                mine.gross += gross; // safe: tally of this worker
                mine.tax += tax; // safe: tally of this worker
                longest[id] = Math.max(longest[id], hours[i]); // safe: slot of this worker
            }
            for (int i = id; i < STAFF; i += WORKERS) {
                grade[i] = hours[i] > 160 ? 'A' : 'B'; // safe: stripe of this worker
                mine.perGrade.merge(String.valueOf(grade[i]), 1, Integer::sum); // safe: map of this worker
                lines.increment(); // safe: LongAdder
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] hours = new int[STAFF];
        for (int i = 0; i < STAFF; i++) {
            hours[i] = 140 + ThreadLocalRandom.current().nextInt(40);
        }
        long[] netAndTax = new long[2 * STAFF];
        char[] grade = new char[STAFF];
        long[] longest = new long[WORKERS];
        Slots<Tally> slots = new Slots<>(WORKERS, Tally::new);
        LongAdder lines = new LongAdder();

        Worker[] workers = new Worker[WORKERS];
        for (int w = 0; w < WORKERS; w++) {
            workers[w] = new Worker(w, hours, netAndTax, grade, slots, lines, longest);
            workers[w].start();
        }
        for (Worker w : workers) {
            w.join();
        }
        Tally total = slots.reduce(new Tally(), Tally::plus);
        long net = 0;
        for (int i = 0; i < STAFF; i++) {
            net += netAndTax[i]; // safe: after join
        }
        System.out.println("gross " + total.gross + " tax " + total.tax + " net " + net);
        System.out.println(total.perGrade + " of " + lines.sum() + ", first grade " + grade[0]); // safe: after join
        System.out.println("longest " + Math.max(longest[0], Math.max(longest[1], longest[2]))); // safe: after join
    }
}
