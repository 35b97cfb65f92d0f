package heldout.courierroutes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Main {
    record Stop(String street, int minutes) { }

    record Plan(String courier, List<Stop> stops) {
        int total() {
            int sum = 0;
            for (Stop s : stops) { // safe: immutable copy made by List.copyOf
                sum += s.minutes();
            }
            return sum;
        }
    }

    /** Not thread-safe: every planner has one of its own. */
    static class Planner implements Callable<Plan> {
        private final String courier;
        private final Depot depot;
        private final Map<String, Integer> distances;
        private int considered;

        Planner(String courier, Depot depot, Map<String, Integer> distances) {
            this.courier = courier;
            this.depot = depot;
            this.distances = distances;
        }

        @Override
        public Plan call() throws InterruptedException {
            depot.dock();
            List<Stop> stops = new ArrayList<>();
            for (Map.Entry<String, Integer> e : distances.entrySet()) { // safe: the map is not changed any more
                considered++; // safe: this planner runs in one thread
                if ((e.getKey().length() + courier.length()) % 2 == 0) {
                    stops.add(new Stop(e.getKey(), e.getValue())); // safe: local list
                }
            }
            depot.undock();
            return new Plan(courier, List.copyOf(stops));
        }
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        Map<String, Integer> distances = new HashMap<>();
        distances.put("Mill Lane", 12); // safe: before the tasks are submitted
        distances.put("High Street", 7); // safe: before the tasks are submitted
        distances.put("Canal Road", 19); // safe: before the tasks are submitted

        Depot depot = new Depot(2);
        List<Planner> planners = new ArrayList<>();
        for (String courier : List.of("Eva", "Finn", "Gus", "Hanna")) {
            planners.add(new Planner(courier, depot, distances));
        }

        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Plan>> plans = pool.invokeAll(planners);
        System.out.println("visits " + depot.visits());
        distances.put("New Square", 30); // safe: invokeAll has returned, the planners are finished
        int considered = 0;
        for (Planner p : planners) {
            considered += p.considered; // safe: invokeAll has returned
        }

        CompletionService<Integer> totals = new ExecutorCompletionService<>(pool);
        int[] fuel = new int[1];
        for (Future<Plan> f : plans) {
            Plan plan = f.get();
            totals.submit(plan::total);
        }
        for (int i = 0; i < plans.size(); i++) {
            fuel[0] += totals.take().get(); // safe: only main writes fuel before the last task is submitted
        }
        Future<Boolean> enough = pool.submit(() -> fuel[0] < 500); // safe: submit orders the earlier writes
        System.out.println("considered " + considered + ", enough fuel " + enough.get());
        fuel[0] = 0; // safe: after get()
        pool.shutdown();
    }
}
