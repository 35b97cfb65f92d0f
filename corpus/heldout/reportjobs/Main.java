package heldout.reportjobs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class Main {
    static class Section {
        final String title;
        int lines;

        Section(String title) {
            this.title = title;
        }

        Section render() {
            lines = title.length() + 10; // safe: read by main after Future.get
            return this;
        }
    }

    private int rendered;
    private int ticks;
    private int flushed;
    private int archived;
    private int compressed;
    private final int[] pageCounts = new int[4];

    Section renderSection(Section s) {
        s.render();
        rendered++; // race:rendered
        return s;
    }

    void renderAll() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Section>> futures = new ArrayList<>();
        for (String title : List.of("intro", "sales", "stock", "staff", "outlook")) {
            Section s = new Section(title);
            futures.add(pool.submit(() -> renderSection(s)));
        }
        for (Future<Section> f : futures) {
            Section s = f.get();
            System.out.println(s.title + ": " + s.lines); // safe: after get of its own task
            System.out.println("progress " + rendered); // race:rendered
        }
        System.out.println("rendered " + rendered); // safe: all futures done

        List<Callable<Void>> counters = new ArrayList<>();
        for (int i = 0; i < pageCounts.length; i++) {
            final int slot = i;
            counters.add(() -> {
                pageCounts[slot] = slot * 7 + rendered; // safe: own slot; rendering is over
                return null;
            });
        }
        pool.invokeAll(counters);
        System.out.println(Arrays.toString(pageCounts)); // safe: invokeAll waits for all
        pool.shutdown();
    }

    void tickFor(long millis) throws InterruptedException {
        ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);
        scheduler.scheduleAtFixedRate(() -> {
            ticks++; // race:ticks
        }, 0, 2, TimeUnit.MILLISECONDS);
        scheduler.schedule(this::flush, 3, TimeUnit.MILLISECONDS);
        scheduler.schedule(this::flush, 5, TimeUnit.MILLISECONDS);
        Thread.sleep(millis);
        System.out.println("ticks " + ticks); // race:ticks
        scheduler.shutdown();
        if (scheduler.awaitTermination(5, TimeUnit.SECONDS)) {
            System.out.println("final ticks " + ticks); // safe: terminated
            System.out.println("flushed " + flushed); // safe: terminated
        }
    }

    private void flush() {
        flushed++; // safe: single scheduler thread
    }

    void archive() throws InterruptedException {
        ExecutorService archiver = Executors.newSingleThreadExecutor();
        for (int i = 0; i < 10; i++) {
            archiver.execute(() -> {
                archived++; // race:archived missed: a wait with a long limit is believed though nobody asks how it ended
                compressed += 3; // safe: one thread, main reads after termination
                try {
                    Thread.sleep(3);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        archiver.shutdown();
        archiver.awaitTermination(20, TimeUnit.MILLISECONDS);
        System.out.println("archived " + archived); // race:archived missed: as above
        while (!archiver.awaitTermination(50, TimeUnit.MILLISECONDS)) {
            System.out.println("still archiving");
        }
        System.out.println("archived in the end " + archived); // safe: loop ends on termination
        System.out.println("compressed " + compressed); // safe: loop ends on termination
    }

    public static void main(String[] args) throws Exception {
        Main jobs = new Main();
        jobs.renderAll();
        jobs.tickFor(15);
        jobs.archive();
    }
}
