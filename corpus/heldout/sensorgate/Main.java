package heldout.sensorgate;

import java.util.ArrayList;
import java.util.List;

public class Main {

    static class Uploader extends Thread {
        private final Gateway gateway;
        private volatile boolean stopping;
        private int uploaded;
        private int mostAlarms;

        Uploader(Gateway gateway) {
            super("uploader");
            this.gateway = gateway;
        }

        @Override
        public void run() {
            boolean last;
            do {
                last = stopping; // safe: volatile
                List<Integer> full = gateway.drain();
                uploaded += full.size(); // safe: drained list belongs to the uploader
                List<Integer> alarms = gateway.alarms();
                mostAlarms = Math.max(mostAlarms, alarms.size()); // race:alarms
                Thread.yield();
            } while (!last);
        }

        void finish() throws InterruptedException {
            stopping = true; // safe: volatile
            join();
        }

        String report(int limit) {
            return "uploaded=" + uploaded + " alarms ok=" + (mostAlarms <= limit); // safe: after finish
        }
    }

    private static String wire(int seed) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            text.append((i * seed) % 97).append(';'); // safe: local builder
        }
        return text.toString();
    }

    public static void main(String[] args) throws InterruptedException {
        Gateway gateway = new Gateway();
        List<Connection> connections = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int s = 1; s <= 3; s++) {
            Connection connection = new Connection(s, wire(s * 5), gateway);
            connections.add(connection); // safe: only main
            threads.add(new Thread(connection, "sensor-" + s)); // safe: only main
        }
        Thread collector = new Thread(() -> gateway.collect(3), "collector");
        Uploader uploader = new Uploader(gateway);
        collector.start();
        uploader.start();
        for (Thread thread : threads) {
            thread.start();
        }
        Calibration.adjust(1);
        for (Thread thread : threads) {
            thread.join();
        }
        collector.join();
        uploader.finish();
        int frames = 0;
        boolean plausible = true;
        for (Connection connection : connections) {
            frames += connection.frames();
            plausible &= connection.plausible();
        }
        System.out.println("frames=" + frames + " plausible=" + plausible + " rev=" + Calibration.revision());
        System.out.println("sensor2=" + gateway.framesOf(2) + " " + uploader.report(frames));
    }
}
