package heldout.conveyor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

enum Stage {
    PRESSED, PAINTED, INSPECTED, SCRAPPED
}

/** A part travels along the line; whoever holds it may change it. */
final class Part {
    private final int serial;
    private Stage stage;
    private double weight;
    private String colour;

    Part(int serial, double weight) {
        this.serial = serial;
        this.weight = weight;
        this.stage = Stage.PRESSED;
    }

    int serial() {
        return serial;
    }

    Stage stage() {
        return stage; // safe: read by the holder of the part (false alarm: that one thread at a time holds what goes along the belts is not seen)
    }

    double weight() {
        return weight; // safe: read by the holder of the part (false alarm: as above)
    }

    void paint(String newColour) {
        colour = newColour; // safe: written by the holder of the part
        weight += 0.01; // safe: written by the holder of the part
        stage = Stage.PAINTED; // safe: written by the holder of the part
    }

    void inspect() {
        boolean fine = colour != null && weight < 2.0; // safe: read by the holder of the part
        stage = fine ? Stage.INSPECTED : Stage.SCRAPPED; // safe: written by the holder of the part
    }
}

/** Ring buffer between two stations. */
final class Belt {
    private final Part[] slots;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notFull = lock.newCondition();
    private final Condition notEmpty = lock.newCondition();
    private int head;
    private int size;
    private int openFeeders;
    private int highest;

    Belt(int capacity, int feeders) {
        this.slots = new Part[capacity];
        this.openFeeders = feeders;
    }

    void put(Part part) throws InterruptedException {
        lock.lock();
        try {
            while (size == slots.length) { // safe: lock
                notFull.await();
            }
            slots[(head + size) % slots.length] = part; // safe: lock
            size++; // safe: lock
            highest = Math.max(highest, size); // safe: lock
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Null once all feeders have left and the belt is empty. */
    Part take() throws InterruptedException {
        lock.lock();
        try {
            while (size == 0) { // safe: lock
                if (openFeeders == 0) { // safe: lock
                    return null;
                }
                notEmpty.await();
            }
            Part part = slots[head]; // safe: lock
            slots[head] = null; // safe: lock
            head = (head + 1) % slots.length; // safe: lock
            size--; // safe: lock
            notFull.signal();
            return part;
        } finally {
            lock.unlock();
        }
    }

    void feederDone() {
        lock.lock();
        try {
            openFeeders--; // safe: lock
            if (openFeeders == 0) { // safe: lock
                notEmpty.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    int highest() {
        lock.lock();
        try {
            return highest; // safe: lock
        } finally {
            lock.unlock();
        }
    }
}

/** Presses work in shifts and meet at the end of each. */
final class PressHall {
    private final int presses;
    private final int shifts;
    private final int perShift;
    private final Belt out;
    private final int[] producedThisShift;
    private final List<Integer> shiftTotals = new ArrayList<>();
    private final CyclicBarrier endOfShift;

    PressHall(int presses, int shifts, int perShift, Belt out) {
        this.presses = presses;
        this.shifts = shifts;
        this.perShift = perShift;
        this.out = out;
        this.producedThisShift = new int[presses];
        this.endOfShift = new CyclicBarrier(presses, this::closeShift);
    }

    private void closeShift() {
        shiftTotals.add(Arrays.stream(producedThisShift).sum()); // safe: barrier action, the presses wait
        Arrays.fill(producedThisShift, 0); // safe: barrier action, the presses wait
    }

    List<Thread> start() {
        List<Thread> threads = new ArrayList<>();
        for (int p = 0; p < presses; p++) {
            int press = p;
            var thread = new Thread(() -> work(press), "press-" + p);
            threads.add(thread);
            thread.start();
        }
        return threads;
    }

    private void work(int press) {
        try {
            for (int s = 0; s < shifts; s++) {
                for (int i = 0; i < perShift; i++) {
                    int serial = (s * presses + press) * perShift + i;
                    out.put(new Part(serial, serial % 17 == 0 ? 2.5 : 1.0)); // safe: handed over with the belt's lock
                    producedThisShift[press]++; // safe: a slot per press, summed at the barrier
                }
                endOfShift.await();
            }
        } catch (InterruptedException | BrokenBarrierException e) {
            Thread.currentThread().interrupt();
        } finally {
            out.feederDone();
        }
    }

    List<Integer> shiftTotals() {
        return shiftTotals; // safe: presses were joined
    }
}

/** Takes whatever part comes next and paints it. */
final class Painter extends Thread {
    private final Belt in;
    private final Belt out;
    private final MaintenanceStop stop;
    private final String colour;
    private int painted;

    Painter(String colour, Belt in, Belt out, MaintenanceStop stop) {
        super("painter-" + colour);
        this.colour = colour;
        this.in = in;
        this.out = out;
        this.stop = stop;
    }

    @Override
    public void run() {
        try {
            for (Part part = in.take(); part != null; part = in.take()) {
                stop.pass();
                part.paint(colour); // safe: taken from the belt, nobody else has it
                painted++; // safe: own field, read after join
                out.put(part);
            }
        } catch (InterruptedException e) {
            interrupt();
        } finally {
            out.feederDone();
        }
    }

    int painted() {
        return painted; // safe: painter was joined
    }
}

final class MaintenanceStop {
    private boolean halted;
    private int halts;

    synchronized void halt() {
        halted = true; // safe: monitor
        halts++; // safe: monitor
    }

    synchronized void resume() {
        halted = false; // safe: monitor
        notifyAll();
    }

    synchronized void pass() throws InterruptedException {
        while (halted) { // safe: monitor
            wait();
        }
    }

    synchronized int halts() {
        return halts; // safe: monitor
    }
}

/** Fills one crate while the carrier empties the other. */
final class Inspector extends Thread {
    static final int CRATE = 10;

    private final Belt in;
    private final Exchanger<List<Part>> swap;
    private final AtomicIntegerArray results;
    private List<Part> crate = new ArrayList<>();
    private volatile boolean lastCrate;

    Inspector(Belt in, Exchanger<List<Part>> swap, AtomicIntegerArray results) {
        super("inspector");
        this.in = in;
        this.swap = swap;
        this.results = results;
    }

    @Override
    public void run() {
        try {
            for (Part part = in.take(); part != null; part = in.take()) {
                part.inspect(); // safe: taken from the belt, nobody else has it
                results.incrementAndGet(part.stage().ordinal()); // safe: atomic array
                crate.add(part); // safe: the inspector owns this crate until the exchange
                if (crate.size() == CRATE) { // safe: owned crate
                    crate = swap.exchange(crate); // safe: exchange orders both sides
                }
            }
            lastCrate = true; // safe: volatile
            crate = swap.exchange(crate); // safe: exchange orders both sides
        } catch (InterruptedException e) {
            interrupt();
        }
    }

    boolean lastCrate() {
        return lastCrate; // safe: volatile
    }
}

final class Carrier extends Thread {
    private final Inspector inspector;
    private final Exchanger<List<Part>> swap;
    private final SynchronousQueue<Map<Stage, Double>> office;
    private final Map<Stage, Double> weights = new EnumMap<>(Stage.class);
    private int delivered;

    Carrier(Inspector inspector, Exchanger<List<Part>> swap, SynchronousQueue<Map<Stage, Double>> office) {
        super("carrier");
        this.inspector = inspector;
        this.swap = swap;
        this.office = office;
    }

    @Override
    public void run() {
        List<Part> mine = new ArrayList<>();
        try {
            boolean last;
            do {
                mine = swap.exchange(mine);
                last = inspector.lastCrate();
                for (Part part : mine) { // safe: crate came through the exchange
                    weights.merge(part.stage(), part.weight(), Double::sum); // safe: carrier's own map
                    delivered++; // safe: own field, read after join
                }
                int crateSize = mine.size(); // safe: crate came through the exchange
                mine.clear(); // safe: crate came through the exchange
                last = last && crateSize < Inspector.CRATE;
            } while (!last);
            office.put(weights); // safe: the carrier does not touch it again
        } catch (InterruptedException e) {
            interrupt();
        }
    }

    int delivered() {
        return delivered; // safe: carrier was joined
    }
}

public class Main {
    public static void main(String[] args) throws InterruptedException {
        var rawBelt = new Belt(8, 3);
        var paintedBelt = new Belt(6, 2);
        var results = new AtomicIntegerArray(Stage.values().length);
        var stop = new MaintenanceStop();
        var swap = new Exchanger<List<Part>>();
        var office = new SynchronousQueue<Map<Stage, Double>>();

        var hall = new PressHall(3, 4, 21, rawBelt);
        var painters = List.of(
                new Painter("red", rawBelt, paintedBelt, stop),
                new Painter("blue", rawBelt, paintedBelt, stop));
        var inspector = new Inspector(paintedBelt, swap, results);
        var carrier = new Carrier(inspector, swap, office);

        var warmup = new Phaser(1);
        var temperatures = new double[4];
        for (int i = 0; i < temperatures.length; i++) {
            int zone = i;
            warmup.register();
            new Thread(() -> {
                temperatures[zone] = 180 + zone; // safe: one element per thread, read after the phase (false alarm: as above)
                warmup.arriveAndDeregister();
            }, "oven-" + i).start();
        }
        warmup.arriveAndAwaitAdvance();
        double mean = Arrays.stream(temperatures).average().orElse(0); // safe: all have arrived

        var presses = hall.start();
        painters.forEach(Thread::start);
        inspector.start();
        carrier.start();

        var maintenanceDone = new CountDownLatch(1);
        var serviced = new AtomicBoolean();
        var maintenance = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 5; i++) {
                stop.halt();
                Thread.yield();
                stop.resume();
            }
            serviced.set(true);
            maintenanceDone.countDown();
        });

        Map<Stage, Double> weights = office.take();
        for (var t : presses) {
            t.join();
        }
        for (var p : painters) {
            p.join();
        }
        inspector.join();
        carrier.join();
        maintenanceDone.await();
        maintenance.join();

        int painted = painters.stream().mapToInt(Painter::painted).sum();
        System.out.println("mean oven " + mean + ", shifts " + hall.shiftTotals());
        System.out.println("painted " + painted + ", delivered " + carrier.delivered());
        System.out.println("ok " + results.get(Stage.INSPECTED.ordinal()) + ", scrap " + results.get(Stage.SCRAPPED.ordinal()));
        System.out.println("stages weighed " + weights.keySet() + ", halts " + stop.halts() + ", serviced " + serviced); // safe: via the queue
        System.out.println("belts within limits: " + (rawBelt.highest() <= 8 && paintedBelt.highest() <= 6));
    }
}
