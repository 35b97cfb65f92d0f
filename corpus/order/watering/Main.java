package order.watering;

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

/** A task that runs again and again counts down a latch each time: who waits for it knows of the runs before, not of those after. */
public final class Main {
    static final class Pump extends TimerTask {
        final CountDownLatch primed = new CountDownLatch(3);
        volatile boolean closed;
        int strokes;
        int litres;
        int pressure;
        int fuel = 100;
        boolean isFirst = true;

        @Override
        public void run() {
            if (closed) { // safe: volatile
                return;
            }
            strokes++; // race:strokes
            if (fuel > 0) { // safe: only this task uses it until it has ended
                litres += 2; // race:litres missed: the task itself uses the fuel up, so it may be that it does this no more
                fuel--; // safe: only this task uses it
            }
            if (isFirst) { // safe: only this task uses it
                pressure = 40; // safe: in the first run only, before the latch is open
                isFirst = false; // safe: only this task uses it
            }
            primed.countDown();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Timer timer = new Timer("pump", true);
        Pump pump = new Pump();
        timer.schedule(pump, 0, 2);
        pump.primed.await();
        int pressure = pump.pressure; // safe: the first run has opened the latch
        pump.closed = true; // safe: volatile
        int strokes = pump.strokes; // race:strokes
        int litres = pump.litres; // race:litres missed: see above
        System.out.println(pressure + " " + (strokes >= 3 && litres >= 6));
    }
}
