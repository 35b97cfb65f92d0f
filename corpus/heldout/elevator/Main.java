package heldout.elevator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicIntegerArray;

public class Main {
    private static final int FLOORS = 9;
    private static final int CARS = 3;
    private static final int RIDERS = 8;

    static final class Rider implements Callable<Integer> {
        private final Building building;
        private final Random random;
        private final Map<String, Integer> trips = new HashMap<>();
        private int level;

        Rider(Building building, int seed) {
            this.building = building;
            this.random = new Random(seed);
        }

        @Override
        public Integer call() throws InterruptedException {
            for (int i = 0; i < 12; i++) {
                int target = random.nextInt(FLOORS);
                if (target == level) { // safe: one rider per task
                    continue;
                }
                Ride ride = new Ride(level, target);
                building.call(ride);
                String how = ride.await();
                trips.merge(how.substring(0, 5), 1, Integer::sum); // safe: one rider per task
                level = target; // safe: one rider per task
            }
            return trips.values().stream().mapToInt(Integer::intValue).sum();
        }

        Map<String, Integer> trips() {
            return trips; // safe: after the futures are done
        }
    }

    static final class Display extends Thread {
        private final List<Car> cars;
        private volatile boolean on = true;
        private int frames;
        private int fullest;

        Display(List<Car> cars) {
            super("display");
            this.cars = List.copyOf(cars);
        }

        @Override
        public void run() {
            while (on) { // safe: volatile
                for (Car car : cars) {
                    Car.Position position = car.shown();
                    fullest = Math.max(fullest, position.load()); // safe: main after join
                }
                frames++; // safe: main after join
                Thread.yield();
            }
        }

        void switchOff() {
            on = false; // safe: volatile
        }

        String summary() {
            return (frames > 0 ? "displayed" : "never displayed") + ", fullest car " + fullest; // safe: after join
        }
    }

    public static void main(String[] args) throws Exception {
        var building = new Building(FLOORS);
        int[] served = new int[CARS];
        var visits = new AtomicIntegerArray(FLOORS);
        List<Car> cars = new ArrayList<>();
        List<Thread> carThreads = new ArrayList<>();
        for (int i = 0; i < CARS; i++) {
            Car car = new Car(i, building, served, visits);
            cars.add(car); // safe: main only
            Thread t = new Thread(car, "car-" + i);
            carThreads.add(t);
            t.start();
        }
        var display = new Display(cars);
        display.start();

        ExecutorService riders = Executors.newFixedThreadPool(RIDERS);
        List<Rider> people = new ArrayList<>();
        for (int i = 0; i < RIDERS; i++) {
            people.add(new Rider(building, 100 + i));
        }
        int trips = 0;
        for (var done : riders.invokeAll(people)) {
            trips += done.get();
        }
        riders.shutdown();
        building.close();
        for (Thread t : carThreads) {
            t.join();
        }
        display.switchOff();
        display.join();

        Map<String, Integer> byCar = new HashMap<>();
        for (Rider rider : people) {
            rider.trips().forEach((car, n) -> byCar.merge(car, n, Integer::sum)); // safe: tasks are finished
        }
        int total = 0;
        long distance = 0;
        for (int i = 0; i < CARS; i++) {
            total += served[i]; // safe: cars are joined
            distance += cars.get(i).travelled();
        }
        System.out.println("trips " + trips + " served " + total + " " + byCar);
        System.out.println("visits " + (visits.get(0) > 0) + ", moved " + (distance > 0) + ", " + display.summary());
    }
}
