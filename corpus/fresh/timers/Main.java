package fresh.timers;

import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

/** Tasks of one timer share its thread; tasks of another timer do not. */
public class Main {
    private static final int RUNS = 4;

    static class Sensor {
        private int reading;
        private int samples;
        private final List<Integer> recent = new ArrayList<>(32);

        void sample(int value) {
            reading = value; // race:reading
            samples++; // safe: only tasks of the first timer
            recent.add(value); // safe: only tasks of the first timer
            if (recent.size() > 8) { // safe: only tasks of the first timer
                recent.remove(0); // safe: only tasks of the first timer
            }
        }

        double smooth() {
            int sum = 0;
            for (int value : recent) { // safe: only tasks of the first timer
                sum += value;
            }
            return samples == 0 ? 0 : (double) sum / recent.size(); // safe: only tasks of the first timer
        }

        int reading() {
            return reading; // race:reading
        }
    }

    static class Alerts {
        private int raised;
        private int checks;

        synchronized void raise() {
            raised++; // safe: under this
        }

        void checked() {
            checks++; // race:checks
        }
    }

    static class Repeat extends TimerTask {
        private final Runnable action;
        private final CountDownLatch done;
        private int left = RUNS;

        Repeat(Runnable action, CountDownLatch done) {
            this.action = action;
            this.done = done;
        }

        @Override
        public void run() {
            action.run();
            if (--left == 0) { // safe: a task runs in the thread of its timer
                cancel();
                done.countDown();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Sensor sensor = new Sensor();
        Alerts alerts = new Alerts();
        CountDownLatch done = new CountDownLatch(3);
        Timer sampling = new Timer("sampling", true);
        Timer checking = new Timer("checking", true);
        sampling.schedule(new Repeat(() -> sensor.sample(sensor.samples % 5), done), 0, 2); // safe: first timer only
        sampling.schedule(new Repeat(() -> {
            if (sensor.smooth() > 3) {
                alerts.raise();
            }
            alerts.checked();
        }, done), 1, 2);
        checking.schedule(new Repeat(() -> {
            if (sensor.reading() > 4) {
                alerts.raise();
            }
            alerts.checked();
        }, done), 0, 2);
        done.await();
        sampling.cancel();
        checking.cancel();
        System.out.println(sensor.samples + " " + (alerts.checks <= 2 * RUNS)); // safe: all tasks have run
        synchronized (alerts) {
            System.out.println(alerts.raised <= 2 * RUNS); // safe: under alerts
        }
    }
}
