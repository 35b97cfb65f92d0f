package heldout.elevator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;

enum Direction { UP, DOWN, IDLE }

final class Ride {
    private final int from;
    private final int to;
    private final CountDownLatch arrived = new CountDownLatch(1);
    private int car = -1;
    private int stops;

    Ride(int from, int to) {
        this.from = from;
        this.to = to;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    Direction direction() {
        return to > from ? Direction.UP : Direction.DOWN;
    }

    void board(int carNumber) {
        car = carNumber; // safe: one car picks a ride up, the rider reads after the latch (false alarm: that one thread at a time takes what others have put into a list is not seen)
    }

    void countStop() {
        stops++; // safe: only the car that carries the ride
    }

    void finish() {
        arrived.countDown();
    }

    String await() throws InterruptedException {
        arrived.await();
        return "car " + car + " after " + stops + " stops"; // safe: ordered by the latch
    }
}

final class Building {

    private static final class Floor {
        private final Deque<Ride> waitingUp = new ArrayDeque<>();
        private final Deque<Ride> waitingDown = new ArrayDeque<>();

        Deque<Ride> queue(Direction direction) {
            return direction == Direction.UP ? waitingUp : waitingDown;
        }
    }

    private final Floor[] floors;
    private int outstanding;
    private boolean closed;

    Building(int floorCount) {
        floors = new Floor[floorCount];
        for (int i = 0; i < floorCount; i++) {
            floors[i] = new Floor(); // safe: constructor
        }
    }

    int top() {
        return floors.length - 1;
    }

    void call(Ride ride) {
        Floor floor = floors[ride.from()]; // safe: array is never written again
        synchronized (floor) {
            floor.queue(ride.direction()).add(ride); // safe: guarded by the floor
        }
        synchronized (this) {
            outstanding++; // safe: guarded by this
            notifyAll();
        }
    }

    List<Ride> board(int level, Direction direction, int room) {
        List<Ride> boarded = new ArrayList<>();
        Floor floor = floors[level]; // safe: array is never written again
        synchronized (floor) {
            Deque<Ride> queue = floor.queue(direction);
            while (boarded.size() < room && !queue.isEmpty()) { // safe: guarded by the floor
                boarded.add(queue.poll()); // safe: guarded by the floor
            }
        }
        if (!boarded.isEmpty()) {
            synchronized (this) {
                outstanding -= boarded.size(); // safe: guarded by this
            }
        }
        return boarded;
    }

    boolean someoneWaits(int level) {
        Floor floor = floors[level]; // safe: array is never written again
        synchronized (floor) {
            return !floor.waitingUp.isEmpty() || !floor.waitingDown.isEmpty(); // safe: guarded by the floor
        }
    }

    synchronized boolean awaitWork() throws InterruptedException {
        while (outstanding <= 0 && !closed) { // safe: guarded by this
            wait();
        }
        return outstanding > 0; // safe: guarded by this
    }

    synchronized void close() {
        closed = true; // safe: guarded by this
        notifyAll();
    }
}
