package conflicts.volatilearray;

import java.util.concurrent.atomic.AtomicLongArray;

/** A volatile reference to an array does not make its elements volatile. */
public final class Main {
    private volatile int[] levels = new int[4];
    private volatile Tank tank = new Tank();
    private final AtomicLongArray flows = new AtomicLongArray(4);
    private volatile boolean filled;
    private final int[] recipe = new int[2];

    static final class Tank {
        int litres;
        volatile int valve;
    }

    void fill() {
        recipe[0] = 3; // safe: before the volatile write
        recipe[1] = 4; // safe: before the volatile write
        filled = true;
        for (int i = 0; i < 10; i++) {
            levels[i % 4] += 1; // race:levels
            tank.litres += 5; // race:litres
            tank.valve = i; // safe: volatile
            flows.incrementAndGet(i % 4); // safe: atomic
        }
    }

    int watch() {
        int sum = levels[0]; // race:levels
        sum += tank.litres; // race:litres
        sum += tank.valve + (int) flows.get(1); // safe: volatile and atomic
        if (filled) {
            sum += recipe[0] * recipe[1]; // safe: after the volatile read
        }
        return sum;
    }

    void reset() {
        levels = new int[] {1, 1, 1, 1}; // safe: a new array, published by a volatile write
    }

    public static void main(String[] args) throws InterruptedException {
        Main plant = new Main();
        plant.reset();
        Thread pump = new Thread(plant::fill);
        Thread gauge = new Thread(() -> {
            if (plant.watch() < 0) {
                throw new AssertionError();
            }
        });
        pump.start();
        gauge.start();
        pump.join();
        gauge.join();
        System.out.println(plant.levels[0] + plant.tank.litres); // safe: after join
    }
}
