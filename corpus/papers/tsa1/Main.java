package papers.tsa1;

import java.util.HashSet;
import java.util.Set;

/**
 * Three threads and one record. Main hands the record to a hasher inside of a set and to a clearer as it is, and goes on
 * using it: of its fields only the counter is shared, since the seed is never written, the total is main's alone, and the
 * reference to the cells is written before anybody else knows the record. The cells themselves are shared.
 *
 * <p>After Fig. 1 of "Scalable Thread Sharing Analysis" (Huang), in our own words. Its nine accesses are numbered; 2, 3, 4, 7
 * and 9 are to shared data.
 */
public final class Main {
    public static void main(String[] args) {
        Record record = new Record();
        Set<Object> records = new HashSet<>();
        records.add(record);
        new Hasher(records).start();
        new Clearer(record).start();
        record.counter = 1; // access 4 race:counter
        Record.total = 1; // access 5 safe: main's alone
        int[] cells = record.cells; // access 6 safe: not written any more
        cells[0] = 1; // access 7 race:cells
    }

    static final class Record {
        int counter;
        int seed;
        static int total;
        int[] cells = new int[1];

        @Override
        public int hashCode() {
            int seed = this.seed; // access 1 safe: never written
            int counter = this.counter; // access 2 race:counter
            this.counter = counter + 1; // access 3 race:counter
            return seed + counter;
        }
    }

    static final class Hasher extends Thread {
        private final Set<Object> records;

        Hasher(Set<Object> records) {
            this.records = records;
        }

        @Override
        public void run() {
            for (Object record : records) {
                System.out.println(record.hashCode());
            }
        }
    }

    static final class Clearer extends Thread {
        private final Record record;

        Clearer(Record record) {
            this.record = record;
        }

        @Override
        public void run() {
            int[] cells = record.cells; // access 8 safe: not written any more
            cells[0] = 2; // access 9 race:cells
        }
    }
}
