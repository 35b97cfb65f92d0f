package loops.lockedloops;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A car park with locks of every sort inside its loops: one for all, one for each car, and one that is new each time. */
public final class Main {
    static final class Car {
        final int plate;
        int fee;
        int stays;

        Car(int plate) {
            this.plate = plate;
        }

        synchronized void charge(int amount) {
            fee += amount; // safe: each car is one element
            perCar += amount; // race:perCar
        }
    }

    private static int perCar;
    private static int classGuarded;

    private final Object shared = new Object();
    private final Lock lock = new ReentrantLock();
    private final ReadWriteLock doors = new ReentrantReadWriteLock();
    private final Map<Integer, Car> places = new HashMap<>();
    private final List<Integer> log = new ArrayList<>();
    private int income;
    private int entered;
    private int left;
    private int fresh;
    private int opened;
    private int peeked;
    private int methods;
    private int early;
    private int mixed;

    synchronized void method() {
        methods++; // safe: synchronized on the one car park
    }

    static synchronized void classMethod() {
        classGuarded++; // safe: synchronized on the class
    }

    void enter(Car car) {
        synchronized (shared) {
            places.put(car.plate, car); // safe: under the shared object
            income += 5; // safe: under the shared object
        }
        synchronized (car) {
            car.stays++; // safe: each car is one element
            entered++; // race:entered
        }
        Object own = new Object();
        synchronized (own) {
            fresh++; // race:fresh
        }
        lock.lock();
        try {
            log.add(car.plate); // safe: under the lock
            left++; // safe: under the lock
        } finally {
            lock.unlock();
        }
        car.charge(3);
        method();
        classMethod();
    }

    void doors(Car car) {
        doors.writeLock().lock();
        opened += car.plate; // safe: every use holds one of both locks
        doors.writeLock().unlock();
        doors.readLock().lock();
        try {
            peeked = opened; // race:peeked
        } finally {
            doors.readLock().unlock();
        }
        lock.lock();
        int before = early; // race:early
        lock.unlock();
        early = before + 1; // race:early
        if (car.plate % 2 == 0) {
            synchronized (shared) {
                mixed++; // race:mixed
            }
        } else {
            synchronized (this) {
                mixed++; // race:mixed
            }
        }
    }

    public static void main(String[] args) {
        List<Car> cars = IntStream.range(0, 80).mapToObj(Car::new).collect(Collectors.toList());
        Main park = new Main();
        cars.parallelStream().forEach(park::enter);
        cars.parallelStream().forEach(park::doors);
        int fees = cars.stream().mapToInt(car -> car.fee + car.stays).sum(); // safe: the loops have ended
        System.out.println(park.places.size() + " " + park.income + " " + park.log.size() + " " + park.left); // safe: the loops have ended
        System.out.println(fees + " " + park.methods + " " + classGuarded + " " + park.opened); // safe: the loops have ended
        if (perCar < 0 || park.entered > 80 || park.fresh > 80 || park.peeked < 0 || park.early > 80 || park.mixed > 80) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
