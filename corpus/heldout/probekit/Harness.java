package heldout.probekit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class Harness {
    private final ExecutorService pool;
    private final Watchdog watchdog = new Watchdog();
    private final Map<String, Probe.Verdict> verdicts = new TreeMap<>();
    private Probe.Verdict firstRed;
    private String nowRunning;
    private volatile int finished;
    private final Object finishedLock = new Object();

    public Harness(int threads) {
        pool = Executors.newFixedThreadPool(threads);
    }

    public Map<String, Probe.Verdict> run(List<? extends Probe> probes) throws InterruptedException {
        watchdog.start();
        CompletionService<Probe.Verdict> service = new ExecutorCompletionService<>(pool);
        for (Probe probe : probes) {
            service.submit(() -> runOne(probe));
        }
        for (int i = 0; i < probes.size(); i++) {
            try {
                Probe.Verdict v = service.take().get();
                verdicts.put(v.title(), v); // safe: only the thread that called run
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            }
        }
        pool.shutdown();
        watchdog.halt();
        return verdicts; // safe: only the thread that called run
    }

    private Probe.Verdict runOne(Probe probe) {
        nowRunning = probe.title(); // race:nowRunning
        Probe.Verdict v = probe.execute();
        if (!v.green() && firstRed == null) { // race:firstRed
            firstRed = v; // race:firstRed
        }
        synchronized (finishedLock) {
            finished++; // safe: increments under the lock, volatile for the readers
        }
        return v;
    }

    public boolean anyRed() {
        return firstRed != null; // safe: asked after every future is done
    }

    public int observations() {
        return watchdog.observed.size(); // safe: watchdog has been joined
    }

    public int finished() {
        return finished; // safe: volatile
    }

    private class Watchdog extends Thread {
        private final List<String> observed = new ArrayList<>();
        private volatile boolean halted;

        Watchdog() {
            setDaemon(true);
        }

        @Override
        public void run() {
            int last = -1;
            while (!halted) {
                int f = finished; // safe: volatile
                if (f != last) {
                    observed.add(f + ":" + nowRunning); // race:nowRunning
                    last = f;
                }
                Thread.yield();
            }
            observed.add("end"); // safe: watchdog thread until it is joined
        }

        void halt() throws InterruptedException {
            halted = true; // safe: volatile
            join();
        }
    }
}
