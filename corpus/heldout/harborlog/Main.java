package heldout.harborlog;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** End-of-day log of a container harbour. */
public class Main {

    static final class Crane implements Runnable {
        private final int lifts;
        private int moved;
        private long kilograms;

        Crane(int lifts) {
            this.lifts = lifts;
        }

        @Override
        public void run() {
            for (int i = 0; i < lifts; i++) {
                moved++; // safe: only this crane's thread until the helper joined it
                kilograms += Math.round((11_500 + 37 * i) * tideFactor); // safe: tideFactor set before start
            }
        }

        String summary() {
            return moved + " boxes, " + kilograms + " kg"; // safe: called after joinAll
        }
    }

    static final class Pilot extends Thread {
        private final List<String> ships;
        private final StringBuilder track = new StringBuilder();

        Pilot(String name, String... ships) {
            super(name);
            this.ships = Arrays.asList(ships);
        }

        @Override
        public void run() {
            for (String ship : ships) {
                track.append(ship).append(';'); // safe: finish() joins before reading
            }
        }

        String finish() throws InterruptedException {
            join();
            return getName() + ":" + track; // safe: joined one line above
        }
    }

    static double tideFactor;
    static final int[] dockTotals = new int[4];
    static int grandTotal;
    static int nextTicket = 100;

    static void joinAll(Collection<Thread> threads) {
        threads.forEach(Main::quietJoin);
    }

    static void quietJoin(Thread t) {
        try {
            t.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while waiting for " + t.getName(), e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        tideFactor = 1.02; // safe: before any thread is started

        Map<String, Crane> cranes = new LinkedHashMap<>();
        Map<String, Thread> craneThreads = new LinkedHashMap<>();
        for (String berth : List.of("B1", "B2", "B7")) {
            Crane c = new Crane(berth.charAt(1));
            cranes.put(berth, c);
            craneThreads.put(berth, new Thread(c, "crane-" + berth));
        }
        craneThreads.values().forEach(Thread::start);

        // dock clerks: an array of threads, joined by the harbour master, not by main
        final Thread[] clerks = new Thread[dockTotals.length];
        for (int d = 0; d < clerks.length; d++) {
            final int dock = d;
            clerks[d] = new Thread(() -> {
                for (int n = 0; n < 25; n++) {
                    dockTotals[dock] += n % (dock + 2); // safe: each clerk has its own element
                }
            });
            clerks[d].start();
        }
        Thread harbourMaster = new Thread(() -> {
            for (int i = clerks.length - 1; i >= 0; i--) {
                quietJoin(clerks[i]);
            }
            for (int t : dockTotals) { // safe: all clerks joined by this thread
                grandTotal += t; // safe: main reads it after joining this thread
            }
        }, "harbour-master");
        harbourMaster.start();

        List<Pilot> pilots = new ArrayList<>();
        pilots.add(new Pilot("Ines", "Aurora", "Halcyon"));
        pilots.add(new Pilot("Olaf", "Baltic Star"));
        for (Pilot p : pilots) {
            p.start();
        }
        for (Pilot p : pilots) {
            System.out.println(p.finish());
        }

        joinAll(craneThreads.values());
        cranes.forEach((berth, c) -> System.out.println(berth + " " + c.summary()));

        harbourMaster.join();
        System.out.println("docks " + Arrays.toString(dockTotals)); // safe: clerks -> master -> main
        System.out.println("total " + grandTotal); // safe: master joined

        // two shifts at the ticket window, one after the other
        for (String shift : new String[] {"early", "late"}) {
            Thread window = new Thread(() -> {
                for (int i = 0; i < 10; i++) {
                    nextTicket++; // safe: the early shift is joined before the late one starts
                }
            }, shift);
            window.start();
            window.join();
        }
        tideFactor = 0.97; // safe: all cranes have been joined
        System.out.println("next ticket " + nextTicket + ", tide " + tideFactor);
    }
}
