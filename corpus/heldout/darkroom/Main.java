package heldout.darkroom;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Exchanger;
import java.util.concurrent.SynchronousQueue;

/** Photo lab: camera -> developer (trays are exchanged) -> archive (frames handed over one by one). */
public class Main {

    static class Frame {
        static final Frame END = new Frame(-1);

        final int number;
        int exposure;
        String caption;
        boolean archived;

        Frame(int number) {
            this.number = number;
            this.exposure = 100 + number;
        }
    }

    static class Camera extends Thread {
        private final Exchanger<List<Frame>> trays;
        private final List<Frame> shot = new ArrayList<>();

        Camera(Exchanger<List<Frame>> trays) {
            this.trays = trays;
        }

        @Override
        public void run() {
            List<Frame> tray = new ArrayList<>();
            try {
                for (int roll = 0; roll < 3; roll++) {
                    for (int i = 0; i < 4; i++) {
                        Frame f = new Frame(roll * 10 + i);
                        f.exposure -= i; // safe: not handed over yet
                        shot.add(f); // safe: read by main after join
                        tray.add(f); // safe: the tray is ours between two exchanges
                    }
                    tray = trays.exchange(tray);
                }
                trays.exchange(tray); // an empty tray ends the session
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static class Developer extends Thread {
        private final Exchanger<List<Frame>> trays;
        private final SynchronousQueue<Frame> hatch;
        private int processed;

        Developer(Exchanger<List<Frame>> trays, SynchronousQueue<Frame> hatch) {
            this.trays = trays;
            this.hatch = hatch;
        }

        @Override
        public void run() {
            List<Frame> tray = new ArrayList<>();
            try {
                while (true) {
                    tray = trays.exchange(tray);
                    if (tray.isEmpty()) { // safe: filled before the exchange
                        break;
                    }
                    for (Frame f : tray) {
                        f.exposure += 2; // safe: received through the exchanger (false alarm: a frame that went through an exchanger and a queue is not followed that far)
                        f.caption = "frame " + f.number;
                        processed++;
                        hatch.put(f);
                    }
                    tray.clear(); // safe: camera gets this tray with the next exchange
                }
                hatch.put(Frame.END);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static int archivedExposure;
    private static final StringBuilder index = new StringBuilder();

    private static void archive(SynchronousQueue<Frame> hatch) {
        try {
            Frame f;
            while ((f = hatch.take()) != Frame.END) {
                archivedExposure += f.exposure; // safe: developer is done with it after put
                index.append(f.caption).append(", "); // safe: archive thread only, main joins (false alarm: a frame that went through an exchanger and a queue is not followed that far)
                f.archived = true; // safe: main reads after join
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Exchanger<List<Frame>> trays = new Exchanger<>();
        SynchronousQueue<Frame> hatch = new SynchronousQueue<>();
        Camera camera = new Camera(trays);
        Developer developer = new Developer(trays, hatch);
        Thread archivist = new Thread(() -> archive(hatch), "archivist");
        camera.start();
        developer.start();
        archivist.start();

        archivist.join();
        System.out.println("exposure " + archivedExposure); // safe: archivist joined
        System.out.println(index);
        System.out.println("processed " + developer.processed); // safe: counted before the END put the archivist took
        camera.join();
        int n = 0;
        for (Frame f : camera.shot) { // safe: camera joined
            if (f.archived) { // safe: archivist joined
                n++;
            }
        }
        System.out.println(n + " archived");
    }
}
