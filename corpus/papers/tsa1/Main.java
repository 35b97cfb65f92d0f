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
        record.counter = 1; // race:counter access 4
        Record.total = 1; // safe: main's alone (access 5)
        int[] cells = record.cells; // safe: not written any more (access 6)
        cells[0] = 1; // race:cells access 7
    }

    static final class Record {
        int counter;
        int seed;
        static int total;
        int[] cells = new int[1];

        @Override
        public int hashCode() {
            int seed = this.seed; // safe: never written (access 1)
            int counter = this.counter; // race:counter access 2
            this.counter = counter + 1; // race:counter access 3
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
            int[] cells = record.cells; // safe: not written any more (access 8)
            cells[0] = 2; // race:cells access 9
        }
    }
}
