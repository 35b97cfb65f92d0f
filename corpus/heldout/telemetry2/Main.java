package heldout.telemetry2;

import java.util.ArrayList;
import java.util.List;

public class Main {

    static class Thermometer extends Probe<Integer> {
        Thermometer(String name, double... limits) {
            super(name, limits);
        }

        @Override
        double convert(Integer raw) {
            return raw / 10.0;
        }
    }

    /** Same base fields, but every way in and out takes the monitor. */
    static class FlowMeter extends Probe<Long> {
        private double peak;

        FlowMeter(String name) {
            super(name, 0.0, 1e6);
        }

        @Override
        double convert(Long raw) {
            double v = raw * 0.25;
            if (v > peak) { // safe: called with the monitor held
                peak = v; // safe: called with the monitor held
            }
            return v;
        }

        @Override
        synchronized void accept(Long raw, long when) {
            super.accept(raw, when);
        }

        @Override
        synchronized double last() {
            return super.last();
        }

        @Override
        synchronized long stamp() {
            return super.stamp();
        }

        synchronized double peak() {
            return peak; // safe: monitor held
        }
    }

    static class Dashboard implements Runnable {
        private final List<? extends Probe<?>> probes;
        private volatile long heartbeat;
        private String text = "";

        Dashboard(List<? extends Probe<?>> probes) {
            this.probes = new ArrayList<>(probes);
        }

        @Override
        public void run() {
            StringBuilder sb = new StringBuilder();
            for (int i = 0; i < 3; i++) {
                for (Probe<?> p : probes) { // safe: private copy, never changed
                    sb.append(p.name).append('@').append(p.stamp()).append('=').append(p.last()).append(' '); // safe: local builder
                }
                heartbeat++; // safe: volatile with a single writer
            }
            text = sb.toString(); // safe: main reads it after join
        }
    }

    public static void main(String[] args) throws InterruptedException {
        double[] limits = {-20.0, 60.0};
        Thermometer boiler = new Thermometer("boiler", limits);
        FlowMeter flow = new FlowMeter("flow");
        Dashboard board = new Dashboard(List.of(boiler, flow));

        Thread feedBoiler = new Thread(() -> {
            for (int raw = 550; raw <= 700; raw += 50) {
                boiler.accept(raw, System.nanoTime());
            }
        });
        Thread feedFlow = new Thread(() -> flow.accept(40L, System.nanoTime()));
        Thread screen = new Thread(board, "screen");
        feedBoiler.start();
        feedFlow.start();
        screen.start();

        limits[1] = 65.0; // race:limit
        System.out.println("floor " + boiler.floor() + ", peak " + flow.peak() + ", beat " + board.heartbeat);

        feedBoiler.join();
        feedFlow.join();
        screen.join();
        System.out.println(board.text); // safe: after join
        System.out.println(boiler.updates() + "+" + flow.updates() + " updates");
    }
}
