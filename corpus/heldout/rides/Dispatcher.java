package heldout.rides;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

class Dispatcher extends Actor<Dispatcher.Message> {

    sealed interface Message permits RideRequest, DriverFree, Report { }

    record RideRequest(String rider, int km, CompletableFuture<Trip> reply) implements Message { }

    record DriverFree(Driver driver, int earned) implements Message { }

    record Report(CompletableFuture<Map<String, Integer>> reply) implements Message { }

    /** Filled in step by step by whoever owns it at the time. */
    static final class Trip {
        String rider;
        String driver;
        int fare;
    }

    private final Deque<Driver> idle = new ArrayDeque<>();
    private final Deque<RideRequest> waiting = new ArrayDeque<>();
    private final Map<String, Integer> earnings = new HashMap<>();
    private int longestQueue;

    Dispatcher(Executor executor) {
        super(executor);
    }

    @Override
    protected void receive(Message message) {
        if (message instanceof RideRequest r) {
            waiting.addLast(r); // safe: actor state, runs are serialised by the scheduled flag
            longestQueue = Math.max(longestQueue, waiting.size()); // safe: actor state
        } else if (message instanceof DriverFree f) {
            idle.addLast(f.driver()); // safe: actor state
            earnings.merge(f.driver().name(), f.earned(), Integer::sum); // safe: actor state
        } else if (message instanceof Report q) {
            Map<String, Integer> copy = new HashMap<>(earnings); // safe: actor state
            copy.put("longest queue", longestQueue); // safe: copy is handed over by completing the future
            q.reply().complete(copy);
        }
        while (!idle.isEmpty() && !waiting.isEmpty()) {
            RideRequest next = waiting.removeFirst(); // safe: actor state
            Trip trip = new Trip();
            trip.rider = next.rider(); // safe: not shared yet
            idle.removeFirst().tell(new Driver.Drive(trip, next.km(), this, next.reply()));
        }
    }
}
