package heldout.telemetry4;

class Probe extends Thread {
    static int created;

    private final int id;
    private final Station station;
    private int samples;

    Probe(int id, Station station) {
        super("probe-" + id);
        this.id = id;
        this.station = station;
        created++; // safe: probes are only built by main
    }

    @Override
    public void run() {
        station.awaitReady();
        int gain = station.gain();
        int frames = station.frames();
        for (int i = 1; i <= frames; i++) {
            station.record(id * i * gain);
            samples++; // safe: each probe counts in its own object
        }
    }

    int samples() {
        return samples; // safe: main asks after join
    }
}
