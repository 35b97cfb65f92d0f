package heldout.weatherhub;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Replays a list of readings on its own thread and tells every registered listener. */
class Station {
    interface ReadingListener {
        void onReading(double celsius);
    }

    private final List<ReadingListener> listeners = new CopyOnWriteArrayList<>();
    private final double[] script;
    private final Thread ticker;
    private int emitted;

    Station(double... script) {
        this.script = script.clone();
        this.ticker = new Thread(this::run, "ticker"); // safe: not started before the constructor is done
    }

    void register(ReadingListener l) {
        listeners.add(l); // safe: CopyOnWriteArrayList
    }

    void start() {
        ticker.start();
    }

    private void run() {
        for (double c : script) { // safe: filled before start()
            for (ReadingListener l : listeners) { // safe: CopyOnWriteArrayList
                l.onReading(c);
            }
            emitted++; // safe: ticker only, main reads it after join
            try {
                Thread.sleep(3);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    int drain() throws InterruptedException {
        ticker.join();
        return emitted; // safe: after join
    }
}
