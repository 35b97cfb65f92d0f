package locks.permits;

import java.util.TreeMap;
import java.util.concurrent.Semaphore;

/** A greenhouse with four doors: visitors take one, who plants takes all, and some do not take enough. */
public final class Main {
    private static final int DOORS = 4;

    private final Semaphore doors = new Semaphore(DOORS);
    private final Semaphore tools = new Semaphore(2);
    private final TreeMap<String, Integer> beds = new TreeMap<>();
    private int visits;
    private int watered;
    private int sprayed;
    private int borrowed;

    int look(String plant) {
        doors.acquireUninterruptibly();
        try {
            visits++; // race:visits
            return beds.getOrDefault(plant, 0) + watered; // safe: who plants has all doors
        } finally {
            doors.release();
        }
    }

    void plant(String plant) {
        doors.acquireUninterruptibly(DOORS);
        try {
            beds.merge(plant, 1, Integer::sum); // safe: all doors are taken
            watered++; // safe: all doors are taken
        } finally {
            doors.release(DOORS);
        }
    }

    boolean weed(String plant) {
        if (!doors.tryAcquire(DOORS)) {
            return false;
        }
        try {
            beds.remove(plant); // safe: all doors are taken
        } finally {
            doors.release(DOORS);
        }
        return true;
    }

    void spray() {
        doors.acquireUninterruptibly(DOORS);
        doors.release(DOORS - 1);
        sprayed++; // race:sprayed
        doors.release();
    }

    void borrow() {
        tools.acquireUninterruptibly();
        borrowed++; // race:borrowed
        tools.release();
    }

    public static void main(String[] args) throws InterruptedException {
        Main house = new Main();
        Thread[] people = new Thread[3];
        for (int p = 0; p < people.length; p++) {
            people[p] = new Thread(() -> {
                house.plant("fern");
                house.look("fern");
                house.weed("moss");
                house.spray();
                house.borrow();
            });
            people[p].start();
        }
        for (Thread person : people) {
            person.join();
        }
        System.out.println(house.beds.get("fern")); // safe: after join
    }
}
