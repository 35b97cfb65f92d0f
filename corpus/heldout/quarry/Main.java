package heldout.quarry;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** Stone quarry: loads travel between threads, each load has exactly one owner at a time. */
public class Main {

    static class Load {
        static final Load LAST = new Load();

        int tons;
        boolean weighed;
        List<String> remarks = new ArrayList<>();
    }

    private final BlockingQueue<Load> pit = new LinkedBlockingQueue<>();
    private final BlockingQueue<Load> scale = new SynchronousQueue<>();
    private final ConcurrentLinkedQueue<String> radio = new ConcurrentLinkedQueue<>();
    private final Exchanger<StringBuilder> ledgerSwap = new Exchanger<>();

    private final ExecutorService office = Executors.newSingleThreadExecutor();
    private final List<String> officeLog = new ArrayList<>();
    private int officeTotal;

    private int trucksOut;

    private void note(String line, int tons) {
        office.execute(() -> {
            officeLog.add(line); // safe: confined to the single office thread
            officeTotal += tons; // safe: confined to the single office thread
        });
    }

    private void dig() {
        try {
            for (int i = 1; i <= 4; i++) {
                Load load = new Load();
                load.tons = 10 * i; // safe: not handed over yet
                load.remarks.add("dug"); // safe: not handed over yet
                pit.put(load);
                radio.offer("load " + i);
            }
            pit.put(Load.LAST);
            StringBuilder book = new StringBuilder("digger's book");
            book.append(" closed"); // safe: before the exchange
            StringBuilder theirs = ledgerSwap.exchange(book);
            theirs.append(" checked by digger"); // safe: owned since the exchange
            System.out.println(theirs); // safe: owned since the exchange
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void haul() {
        try {
            Load load = pit.take();
            while (load != Load.LAST) {
                load.remarks.add("hauled"); // safe: the digger has let go of it
                load.tons -= 1; // safe: the digger has let go of it
                scale.put(load);
                note("hauled", 1);
                load = pit.take();
            }
            scale.put(load);
            StringBuilder book = new StringBuilder("hauler's book");
            StringBuilder theirs = ledgerSwap.exchange(book);
            theirs.append(" checked by hauler"); // safe: owned since the exchange
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int weigh() throws InterruptedException {
        int total = 0;
        for (Load load = scale.take(); load != Load.LAST; load = scale.take()) {
            load.weighed = true; // safe: the hauler has let go of it
            total += load.tons; // safe: the hauler has let go of it
            note("weighed after " + load.remarks.size(), load.tons); // safe: evaluated by the owner
        }
        return total;
    }

    void shift() throws Exception {
        FutureTask<Integer> weighing = new FutureTask<>(this::weigh);
        Thread digger = new Thread(this::dig);
        Thread hauler = new Thread(this::haul);
        digger.start();
        hauler.start();
        new Thread(weighing).start();

        ExecutorService trucks = Executors.newFixedThreadPool(2);
        trucks.execute(() -> {
            trucksOut = 2; // safe: main awaits the termination of this pool
        });
        trucks.shutdown();
        while (!trucks.awaitTermination(100, TimeUnit.MILLISECONDS)) {
            System.out.println("waiting for trucks");
        }
        int out = trucksOut; // safe: awaitTermination returned true

        int tons = weighing.get();
        Callable<Integer> summary = () -> officeLog.size(); // safe: runs on the office thread
        int lines = office.submit(summary).get();
        digger.join();
        hauler.join();
        office.shutdown();
        office.awaitTermination(1, TimeUnit.MINUTES);
        System.out.println(tons + " t, " + lines + " lines, " + out + " trucks, " + radio.size() + " calls");
    }

    public static void main(String[] args) throws Exception {
        new Main().shift();
    }
}
