package heldout.sensorgate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

class Gateway {
    private static final Reading BYE = new Reading();

    private final BlockingQueue<Reading> pool = new ArrayBlockingQueue<>(8);
    private final BlockingQueue<Reading> pipeline = new LinkedBlockingQueue<>();
    private final Object lock = new Object();
    private List<Integer> batch = new ArrayList<>();
    private final List<Integer> alarms = new ArrayList<>(256);
    private final Map<Integer, Integer> perSensor = new HashMap<>();

    Gateway() {
        while (pool.remainingCapacity() > 0) {
            pool.add(new Reading());
        }
    }

    BlockingQueue<Reading> pool() { return pool; }

    void accept(Reading reading) {
        pipeline.add(reading);
    }

    void disconnected() {
        pipeline.add(BYE);
    }

    void collect(int connections) {
        int open = connections;
        try {
            while (open > 0) {
                Reading reading = pipeline.take();
                if (reading == BYE) {
                    open--;
                    continue;
                }
                perSensor.merge(reading.sensor(), 1, Integer::sum); // safe: only the collector, main reads after join
                store(reading.value(), reading.urgent());
                pool.put(reading);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void store(int value, boolean urgent) {
        synchronized (lock) {
            batch.add(value); // safe: lock, and a drained list is never added to again
            if (urgent) {
                alarms.add(value); // race:alarms
            }
        }
    }

    List<Integer> drain() {
        synchronized (lock) {
            List<Integer> full = batch; // safe: lock
            batch = new ArrayList<>(); // safe: lock
            return full;
        }
    }

    List<Integer> alarms() {
        synchronized (lock) {
            return alarms; // safe: final reference
        }
    }

    int framesOf(int sensor) {
        return perSensor.getOrDefault(sensor, 0); // safe: after the collector was joined
    }
}
