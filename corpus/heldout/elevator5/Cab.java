package heldout.elevator5;

class Cab {
    private final Thread motor;
    private final StringBuilder travelLog = new StringBuilder();
    private volatile boolean arrived;
    private boolean emergency;
    private int floor;
    private int load;
    private int maxLoad;

    Cab(int maxLoad) {
        motor = new Thread(this::drive, "motor"); // safe: the motor thread does not read this field
        travelLog.append("start "); // safe: before start()
        motor.start();
        this.maxLoad = maxLoad; // race:maxload
    }

    private void drive() {
        int limit = maxLoad; // race:maxload
        int target = 7;
        int f = 0;
        while (f < target && !emergency) { // race:emergency
            f++;
            travelLog.append(f).append(' '); // safe: before the volatile write below
        }
        floor = f; // race:floor
        arrived = true;
        load = Math.max(1, limit / 2); // race:load
    }

    /** Waits for the doors to open. */
    int awaitArrival() {
        while (!arrived) { // safe: volatile
            Thread.onSpinWait();
        }
        return floor; // safe: written before the volatile write of arrived
    }

    String travelled() {
        return arrived ? travelLog.toString() : "moving"; // safe: read only after seeing arrived
    }

    int indicator() {
        return floor; // race:floor
    }

    int currentLoad() {
        return load; // race:load
    }

    void stop() {
        emergency = true; // race:emergency
    }

    int finish() throws InterruptedException {
        motor.join();
        return load; // safe: after join
    }
}
