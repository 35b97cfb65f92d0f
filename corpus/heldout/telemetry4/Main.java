package heldout.telemetry4;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        Station station = new Station();
        Probe[] probes = new Probe[3];
        for (int i = 0; i < probes.length; i++) {
            probes[i] = new Probe(i + 1, station);
            probes[i].start();
        }
        Thread dashboard = new Thread(() -> {
            System.out.println("rough " + station.roughSum());
            System.out.println("exact " + station.exactSum());
        }, "dashboard");
        dashboard.setDaemon(true);
        dashboard.start();

        station.calibrate(2);
        System.out.println("early peak " + station.earlyPeak());

        for (Probe p : probes) {
            p.join();
        }
        int n = 0;
        for (Probe p : probes) {
            n += p.samples();
        }
        System.out.println("peak " + station.finalPeak());
        System.out.println("samples " + n + " of " + Probe.created); // safe: only main uses created
    }
}
