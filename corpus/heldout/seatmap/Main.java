package heldout.seatmap;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Random;

/** Two box offices sell one hall: even seats on the left desk, odd seats on the right desk. */
public class Main {
    static final int SEATS = 40;
    static final int LEFT = 0;
    static final int RIGHT = 1;
    static final int HALL = 2;

    static class Hall {
        private final BitSet taken = new BitSet(SEATS);
        private final boolean[] vip = new boolean[SEATS];
        private final int[] sold = new int[3];
        private final List<String> waiting = Collections.synchronizedList(new ArrayList<>());
        private final StringBuffer journal = new StringBuffer();
        private final Random dice = new Random(42);

        void sell(int seat) {
            taken.set(seat); // race:taken
            if (seat < 8) {
                vip[seat] = true; // safe: no seat number is sold by both desks (false alarm: that no seat is sold by both desks is a matter of values)
            }
            sold[HALL]++; // race:hall
            journal.append(seat).append(' '); // safe: StringBuffer
        }

        boolean customerShowsUp() {
            return dice.nextInt(4) > 0; // safe: java.util.Random is thread-safe
        }

        void soldLeft() {
            sold[LEFT]++; // safe: left desk only
        }

        void soldRight() {
            sold[RIGHT]++; // safe: right desk only
        }

        void queueUp(String name) {
            waiting.add(name); // race:waiting
        }

        void printQueue() {
            try {
                for (String w : waiting) { // race:waiting
                    System.out.println("waiting: " + w);
                }
            } catch (ConcurrentModificationException e) {
                System.out.println("queue is moving, try later");
            }
        }

        int queueLength() {
            synchronized (waiting) {
                int n = 0;
                for (String w : waiting) { // safe: the list's own lock is held
                    n += w.isEmpty() ? 0 : 1;
                }
                return n;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Hall hall = new Hall();
        hall.taken.set(SEATS - 1); // safe: house seat, before the desks open

        Thread left = new Thread(() -> {
            for (int s = 0; s < SEATS; s += 2) {
                if (hall.customerShowsUp()) {
                    hall.sell(s);
                    hall.soldLeft();
                } else {
                    hall.queueUp("L" + s);
                }
            }
        }, "left desk");
        Thread right = new Thread(() -> {
            for (int s = 1; s < SEATS - 1; s += 2) {
                if (hall.customerShowsUp()) {
                    hall.sell(s);
                    hall.soldRight();
                } else {
                    hall.queueUp("R" + s);
                }
            }
        }, "right desk");
        left.start();
        right.start();

        hall.printQueue();
        System.out.println("queue " + hall.queueLength());

        left.join();
        right.join();
        int vips = 0;
        for (boolean v : hall.vip) { // safe: after join
            vips += v ? 1 : 0;
        }
        System.out.println(hall.taken.cardinality() + " taken, " + vips + " vip"); // safe: after join
        System.out.println(hall.sold[LEFT] + "+" + hall.sold[RIGHT] + " of " + hall.sold[HALL]); // safe: after join
        System.out.println(hall.journal);
    }
}
