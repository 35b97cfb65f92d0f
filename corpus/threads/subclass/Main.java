package threads.subclass;

/** A thermostat of two threads, both subclasses of Thread that share what is measured. */
public final class Main {
    static class Room {
        double temperature = 18.0;
        boolean heating;
        int switched;
        final double wanted;

        Room(double wanted) {
            this.wanted = wanted;
        }
    }

    static class Sensor extends Thread {
        private final Room room;
        private int samples;

        Sensor(Room room) {
            super("sensor");
            this.room = room;
            this.samples = 0; // safe: in the constructor, before start
        }

        @Override
        public void run() {
            for (int i = 0; i < 100; i++) {
                room.temperature += room.heating ? 0.1 : -0.05; // race:temperature,heating
                samples++; // safe: main reads it after join
            }
        }
    }

    static class Heater extends Thread {
        private final Room room;

        Heater(Room room) {
            this.room = room;
            setName("heater");
        }

        @Override
        public void run() {
            for (int i = 0; i < 100; i++) {
                boolean cold = room.temperature < room.wanted; // race:temperature
                if (cold != room.heating) { // safe: only this thread writes it
                    room.heating = cold; // race:heating
                    room.switched++; // safe: no other thread until join
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Room room = new Room(20);
        room.temperature = 17; // safe: before start
        Sensor sensor = new Sensor(room);
        Heater heater = new Heater(room);
        sensor.start();
        heater.start();
        sensor.join();
        System.out.println(sensor.samples); // safe: the sensor has ended
        boolean stillOn = room.heating; // race:heating
        heater.join();
        if (room.switched < 0 || stillOn && room.temperature < 0) { // safe: both have ended
            System.out.println("broken");
        }
    }
}
