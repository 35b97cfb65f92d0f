package locks.split;

/** A seat map with two monitors: one for those who write, another for those who read. */
public final class Main {
    private final Object writers = new Object();
    private final Object readers = new Object();
    private final boolean[] taken = new boolean[8];
    private int bookings;
    private int queries;
    private int cancelled;

    boolean book(int seat) {
        synchronized (writers) {
            if (taken[seat]) { // safe: all who write hold the same monitor
                return false;
            }
            taken[seat] = true; // race:taken
            bookings++; // race:bookings
            return true;
        }
    }

    void cancel(int seat) {
        synchronized (readers) {
            synchronized (writers) {
                taken[seat] = false; // safe: holds both
                cancelled++; // safe: holds both, and who reads it holds one of them
            }
        }
    }

    int free() {
        synchronized (readers) {
            queries++; // safe: always under this monitor
            int free = 0;
            for (boolean seat : taken) { // race:taken
                if (!seat) {
                    free++;
                }
            }
            return free - Math.min(0, bookings); // race:bookings
        }
    }

    int cancelled() {
        synchronized (readers) {
            return cancelled; // safe: the writer holds this monitor as well
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main hall = new Main();
        Thread office = new Thread(() -> {
            for (int seat = 0; seat < 8; seat++) {
                hall.book(seat);
            }
            hall.cancel(3);
        });
        Thread display = new Thread(() -> {
            if (hall.free() > 8 || hall.cancelled() > 1) {
                throw new AssertionError();
            }
        });
        office.start();
        display.start();
        hall.free();
        office.join();
        display.join();
        System.out.println(hall.bookings + " " + hall.queries); // safe: after join
    }
}
