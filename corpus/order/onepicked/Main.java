package order.onepicked;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Waits for one of several threads: what that one has done is done. */
public class Main {

    static class Pump extends Thread {
        private int litres;
        private int strokes;
        private String state = "idle";

        @Override
        public void run() {
            for (int i = 0; i < 10; i++) {
                litres += 3; // race:litres
                strokes++; // safe: asked of the pump that has ended
            }
            state = "dry"; // safe: all pumps were waited for by then
        }
    }

    static class Field {
        int seeds;
        int weeds;
        int stones;
    }

    static void pump() throws InterruptedException {
        List<Pump> pumps = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Pump pump = new Pump();
            pumps.add(pump);
            pump.start();
        }
        Pump last = pumps.get(pumps.size() - 1);
        while (last.isAlive()) {
            Thread.sleep(1);
        }
        System.out.println("strokes " + last.strokes); // safe: that very pump has ended
        int sum = 0;
        for (Pump pump : pumps) {
            sum += pump.litres; // race:litres
        }
        System.out.println("any litres " + (sum > 0));
        for (Pump pump : pumps) {
            while (pump.isAlive()) {
                Thread.sleep(1);
            }
        }
        for (Pump pump : pumps) {
            System.out.println(pump.state); // safe: each of them was asked whether it has ended
        }
    }

    static void sow(ExecutorService farm) throws Exception {
        Field[] fields = {new Field(), new Field(), new Field()};
        List<Future<Field>> work = new ArrayList<>();
        for (Field field : fields) {
            work.add(farm.submit(() -> {
                field.seeds = 40; // race:seeds
                field.weeds = 2; // safe: read of the field that is done
                field.stones = 1; // safe: read of the field with the same number
                return field;
            }));
        }
        Field first = work.get(0).get();
        int weeds = first.weeds; // safe: it is what the task that was waited for returned
        int stones = fields[0].stones; // safe: the first task was given the first field
        int seeds = 0;
        for (Field field : fields) {
            seeds += field.seeds; // race:seeds
        }
        System.out.println("weeds " + weeds + ", stones " + stones + ", any seeds " + (seeds > 0));
    }

    static void reap(ExecutorService farm) throws Exception {
        Field[] fields = {new Field(), new Field()};
        List<Future<?>> work = new ArrayList<>();
        for (Field field : fields) {
            work.add(farm.submit(() -> {
                field.seeds = 900; // safe: both are waited for
            }));
        }
        work.get(0).get();
        work.get(1).get();
        int seeds = 0;
        for (Field field : fields) {
            seeds += field.seeds; // safe: both are waited for
        }
        System.out.println("seeds " + seeds);
    }

    public static void main(String[] args) throws Exception {
        pump();
        ExecutorService farm = Executors.newFixedThreadPool(2);
        sow(farm);
        reap(farm);
        farm.shutdown();
    }
}
