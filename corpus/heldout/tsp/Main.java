package heldout.tsp;

import java.util.ArrayList;
import java.util.List;

public class Main {
    private static final int CITIES = 10;
    private static final int WORKERS = 4;

    private static int greedy(Problem problem, Best best) {
        PartialTour tour = new PartialTour(new int[problem.cities()], 1, 0);
        while (tour.depth() < problem.cities()) {
            int pick = -1;
            for (int city = 1; city < problem.cities(); city++) {
                if (!tour.visited(city)
                        && (pick < 0 || problem.distance(tour.last(), city) < problem.distance(tour.last(), pick))) {
                    pick = city;
                }
            }
            tour = tour.extend(pick, problem.distance(tour.last(), pick));
        }
        int length = tour.length() + problem.distance(tour.last(), 0);
        best.offer(length, tour);
        return length;
    }

    public static void main(String[] args) throws InterruptedException {
        var problem = new Problem(CITIES, 42);
        var best = new Best();
        int start = greedy(problem, best);
        var queue = new TourQueue(WORKERS);
        var bound = new LowerBound(problem);
        var stats = new SearchStats();
        queue.add(new PartialTour(new int[problem.cities()], 1, 0));

        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            workers.add(new Worker(i, problem, queue, best, bound, stats));
        }
        int[] ticks = new int[1];
        Thread progress = new Thread(() -> {
            try {
                while (true) {
                    Thread.sleep(5);
                    ticks[0]++; // safe: main reads after join
                    System.out.println("improved " + best.improvements() + " times " + best.cities()
                            + ", pruned " + stats.pruned());
                }
            } catch (InterruptedException e) {
                System.out.println("search ended");
            }
        }, "progress");
        progress.start();
        workers.forEach(Thread::start);

        int tasks = 0;
        for (Worker worker : workers) {
            worker.join();
            tasks += worker.tasks();
        }
        progress.interrupt();
        progress.join();

        System.out.println("greedy " + start + ", best " + best.length() + " " + best.cities());
        System.out.println("tasks " + tasks + ", expanded " + stats.expandedTotal() + ", ticks " + ticks[0]); // safe: after join
    }
}
