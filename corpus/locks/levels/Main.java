package locks.levels;

/** A theatre with one lock for each row; inventories take the locks of all rows, one inside of the other, or only seem to. */
public final class Main {
    private static final int ROWS = 4;

    private final Object[] rows = new Object[ROWS];
    private final int[] sold = new int[40];
    private final int[] reserved = new int[40];

    Main() {
        for (int i = 0; i < ROWS; i++) {
            rows[i] = new Object();
        }
    }

    void sell(int seat) {
        synchronized (rows[seat % ROWS]) {
            sold[seat]++; // safe: under the lock of the row
        }
    }

    void reserve(int seat) {
        synchronized (rows[seat % ROWS]) {
            reserved[seat]++; // race:reserved
        }
    }

    int sum(int row) {
        if (row < ROWS) {
            synchronized (rows[row]) {
                return sum(row + 1);
            }
        }
        int all = 0;
        for (int seats : sold) { // safe: the locks of all rows are held
            all += seats;
        }
        return all;
    }

    int sumReserved(int row, int left) {
        if (left > 0) {
            synchronized (rows[row]) {
                return sumReserved(row, left - 1);
            }
        }
        int all = 0;
        for (int seats : reserved) { // race:reserved
            all += seats;
        }
        return all;
    }

    public static void main(String[] args) throws InterruptedException {
        Main house = new Main();
        Thread[] desks = new Thread[3];
        for (int d = 0; d < desks.length; d++) {
            int desk = d;
            desks[d] = new Thread(() -> {
                for (int i = 0; i < 30; i++) {
                    int seat = (i * 7 + desk) % 40;
                    house.sell(seat);
                    house.reserve(seat);
                }
            });
            desks[d].start();
        }
        int seen = house.sum(0) + house.sumReserved(0, 3);
        for (Thread desk : desks) {
            desk.join();
        }
        System.out.println(Math.min(seen, 0) + house.sum(0));
    }
}
