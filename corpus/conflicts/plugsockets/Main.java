package conflicts.plugsockets;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Each device of a house is switched on by a task of its own, of which one starts a thread, and another makes itself known. */
public class Main {
    static final Map<String, Object> directory = new ConcurrentHashMap<>();

    interface Device {
        void on() throws InterruptedException;
    }

    /** There is one; it is plugged in once. */
    static class Thermostat implements Device {
        private final Map<String, Integer> rooms = new HashMap<>();
        private final Map<String, Integer> overrides = new HashMap<>();

        @Override
        public void on() {
            rooms.put("hall", 18); // safe: nobody else is started for it, and knows it, before it is in the directory
            directory.put("thermostat", this);
            overrides.put("hall", 21); // race:overrides
        }

        int target(String room) {
            return rooms.getOrDefault(room, 0) // safe: found in the directory
                    + overrides.getOrDefault(room, 0); // race:overrides
        }
    }

    static class Display implements Device {
        private int shown;

        @Override
        public void on() {
            Object found = directory.get("thermostat");
            shown = found == null ? 0 : ((Thermostat) found).target("hall"); // safe: its own
        }
    }

    static class Fan implements Device {
        private int speed;
        private int level;

        @Override
        public void on() throws InterruptedException {
            speed = 3; // safe: before its motor runs
            Thread motor = new Thread(this::turn);
            motor.start();
            level = 1; // race:level missed: the motor seems to have a fan of its own
            motor.join();
        }

        private void turn() {
            speed--; // safe: the motor of this fan was started after it was set
            level++; // race:level missed: the motor seems to have a fan of its own
        }
    }

    /** Has two blades, which run at the same time. */
    static class Blender implements Device {
        private int turns;

        @Override
        public void on() throws InterruptedException {
            Thread[] blades = new Thread[2];
            for (int i = 0; i < 2; i++) {
                blades[i] = new Thread(() -> turns++); // race:turns
                blades[i].start();
            }
            for (Thread blade : blades) {
                blade.join();
            }
        }
    }

    /** There is one, plugged in twice. */
    static class Lamp implements Device {
        private int uses;

        @Override
        public void on() {
            uses++; // race:uses
        }
    }

    public static void main(String[] args) throws Exception {
        Map<String, Device> sockets = new LinkedHashMap<>();
        plug(sockets, "wall", new Thermostat());
        plug(sockets, "desk", new Display());
        plug(sockets, "roof", new Fan());
        plug(sockets, "sink", new Blender());
        Lamp lamp = new Lamp();
        plug(sockets, "left", lamp);
        plug(sockets, "right", lamp);
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<?>> pending = new ArrayList<>();
        for (Device device : sockets.values()) {
            pending.add(pool.submit(() -> {
                device.on();
                return null;
            }));
        }
        for (Future<?> one : pending) {
            one.get();
        }
        pool.shutdown();
        System.out.println(directory.size());
    }

    static void plug(Map<String, Device> sockets, String socket, Device device) {
        sockets.put(socket, device);
    }
}
