package order.joinlist;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Probes of a weather balloon in a list of threads; one list is joined by iterator, the other is forgotten. */
public final class Main {
    static final class Probe extends Thread {
        private final int height;
        private double pressure;
        private double humidity;
        private final Summary summary;

        Probe(int height, Summary summary) {
            this.height = height;
            this.summary = summary;
        }

        @Override
        public void run() {
            pressure = 1013 * Math.exp(-height / 8.0); // race:pressure
            humidity = 80.0 / (height + 1); // safe: read for joined probes only
            synchronized (summary) {
                summary.highest = Math.max(summary.highest, height); // safe: under the summary
            }
            summary.latest = height; // race:latest
        }
    }

    static final class Summary {
        int highest;
        int latest;
    }

    public static void main(String[] args) throws InterruptedException {
        Summary summary = new Summary();
        List<Probe> ascending = new ArrayList<>();
        List<Probe> descending = new ArrayList<>();
        for (int h = 0; h < 4; h++) {
            ascending.add(new Probe(h, summary));
            descending.add(new Probe(10 - h, summary));
        }
        ascending.forEach(Thread::start);
        for (Probe probe : ascending) {
            probe.join();
        }
        double sum = 0;
        for (Probe probe : ascending) {
            sum += probe.humidity; // safe: after join
        }
        System.out.println(sum > 100 && summary.latest <= 3); // safe: after join of all that were started
        for (Probe probe : descending) {
            probe.start();
        }
        for (Iterator<Probe> it = descending.iterator(); it.hasNext(); ) {
            Probe probe = it.next();
            if (probe.height > 8) {
                probe.join();
            }
        }
        int latest = summary.latest; // race:latest
        for (Probe probe : descending) {
            sum += probe.pressure; // race:pressure
        }
        synchronized (summary) {
            latest += summary.highest; // safe: under the summary
        }
        if (sum < 0 || latest > 30) {
            throw new AssertionError();
        }
    }
}
