package heldout.elevator;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;

final class Car implements Runnable {
    private static final int CAPACITY = 4;

    record Position(int level, Direction direction, int load) {}

    private final int number;
    private final Building building;
    private final int[] servedByCar;
    private final AtomicIntegerArray visits;
    private final List<Ride> aboard = new ArrayList<>();
    private int level;
    private Direction direction = Direction.UP;
    private long travelled;
    private volatile Position shown = new Position(0, Direction.IDLE, 0);

    Car(int number, Building building, int[] servedByCar, AtomicIntegerArray visits) {
        this.number = number;
        this.building = building;
        this.servedByCar = servedByCar;
        this.visits = visits;
    }

    Position shown() {
        return shown; // safe: volatile reference to a record
    }

    long travelled() {
        return travelled; // safe: main after join
    }

    @Override
    public void run() {
        try {
            while (!aboard.isEmpty() || building.awaitWork()) { // safe: car thread only
                stopHere();
                move();
            }
            shown = new Position(level, Direction.IDLE, 0); // safe: volatile
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stopHere() {
        for (Iterator<Ride> it = aboard.iterator(); it.hasNext(); ) { // safe: car thread only
            Ride ride = it.next();
            ride.countStop();
            if (ride.to() == level) { // safe: car thread only
                it.remove(); // safe: car thread only
                servedByCar[number]++; // safe: every car has its own element
                ride.finish();
            }
        }
        if (building.someoneWaits(level)) {
            for (Direction wanted : List.of(direction, opposite())) {
                for (Ride ride : building.board(level, wanted, CAPACITY - aboard.size())) {
                    ride.board(number);
                    aboard.add(ride); // safe: car thread only
                }
            }
        }
        visits.incrementAndGet(level); // safe: atomic array
    }

    private void move() {
        if (level == building.top()) {
            direction = Direction.DOWN; // safe: car thread only
        } else if (level == 0) {
            direction = Direction.UP; // safe: car thread only
        }
        level += direction == Direction.UP ? 1 : -1; // safe: car thread only
        travelled++; // safe: car thread, main after join
        shown = new Position(level, direction, aboard.size()); // safe: volatile
        Thread.yield();
    }

    private Direction opposite() {
        return direction == Direction.UP ? Direction.DOWN : Direction.UP;
    }
}
