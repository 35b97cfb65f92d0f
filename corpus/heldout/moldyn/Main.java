package heldout.moldyn;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;

public class Main {
    private static final int PARTICLES = 121;
    private static final int THREADS = 4;
    private static final int STEPS = 60;

    static final class EnergyWatch implements Runnable {
        private final Simulation simulation;
        private final AtomicBoolean stop = new AtomicBoolean();
        private final List<Energy> samples = new ArrayList<>();

        EnergyWatch(Simulation simulation) {
            this.simulation = simulation;
        }

        @Override
        public void run() {
            int seen = 0;
            while (!stop.get()) {
                Energy energy = simulation.energy();
                if (energy.step() != seen) {
                    samples.add(energy); // safe: watcher thread, main after join
                    seen = energy.step();
                }
                Thread.yield();
            }
        }

        void stop() {
            stop.set(true);
        }

        List<Energy> samples() {
            return samples; // safe: main after join
        }
    }

    public static void main(String[] args) throws InterruptedException {
        var simulation = new Simulation(PARTICLES, THREADS, STEPS);
        var watch = new EnergyWatch(simulation);
        Thread watchThread = new Thread(watch, "energy-watch");
        watchThread.start();

        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            workers.add(new Worker(simulation, i));
        }
        workers.forEach(Thread::start);

        double travelled = 0;
        int wraps = 0;
        for (Worker worker : workers) {
            worker.join();
            travelled += worker.travelled();
            wraps += worker.wraps();
        }
        watch.stop();
        watchThread.join();

        double centreX = 0;
        double centreY = 0;
        for (int i = 0; i < PARTICLES; i++) {
            centreX += simulation.x[i] / PARTICLES; // safe: workers are joined
            centreY += simulation.y[i] / PARTICLES; // safe: workers are joined
        }
        Energy last = simulation.energy();
        System.out.printf(Locale.ROOT, "step %d kinetic %.4f potential %.4f%n", last.step(), last.kinetic(), last.potential());
        System.out.printf(Locale.ROOT, "centre %.3f %.3f travelled %.3f wraps %d%n", centreX, centreY, travelled, wraps);
        System.out.println("sampled " + (watch.samples().size() <= STEPS) + " interactions " + simulation.interactions());
    }
}
