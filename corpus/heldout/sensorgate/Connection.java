package heldout.sensorgate;

import java.util.concurrent.BlockingQueue;

/** State of one connected device, served by one thread for its whole life. */
class Connection implements Runnable {
    private final int sensor;
    private final String wire;
    private final Gateway gateway;
    private final StringBuilder partial = new StringBuilder();
    private Reading previous;
    private int frames;
    private int repeats;

    Connection(int sensor, String wire, Gateway gateway) {
        this.sensor = sensor;
        this.wire = wire;
        this.gateway = gateway;
    }

    @Override
    public void run() {
        try {
            for (int i = 0; i < wire.length(); i++) {
                char c = wire.charAt(i);
                if (c == ';') {
                    frame(Integer.parseInt(partial.toString())); // safe: builder is confined to this connection
                    partial.setLength(0); // safe: builder is confined to this connection
                } else {
                    partial.append(c); // safe: builder is confined to this connection
                }
            }
            gateway.disconnected();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void frame(int raw) throws InterruptedException {
        int value = raw + Calibration.offset();
        if (previous != null && previous.repeats(value)) {
            repeats++; // safe: only this connection's thread
        }
        BlockingQueue<Reading> pool = gateway.pool();
        Reading reading = pool.take();
        reading.fill(sensor, value);
        gateway.accept(reading);
        previous = reading; // safe: the reference is private to this connection
        frames++; // safe: only this connection's thread, main reads after join
    }

    int frames() {
        return frames; // safe: after join
    }

    boolean plausible() {
        return repeats <= frames; // safe: after join
    }
}
