package heldout.hotelcache;

import java.text.DateFormat;
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

import heldout.hotelcache.RoomCatalog.Room;

public class Main {

    private static final DateFormat DAY = new SimpleDateFormat("yyyy-MM-dd");
    private static final long ONE_DAY = 86_400_000L;

    record Offer(Room room, String from, String to, int cents) { }

    static class Agent implements Runnable {
        private final BookingCache<String, Offer> cache;
        private final AtomicLong revenue;
        private final List<String> requests;

        Agent(BookingCache<String, Offer> cache, AtomicLong revenue, List<String> requests) {
            this.cache = cache;
            this.revenue = revenue;
            this.requests = requests;
        }

        @Override
        public void run() {
            for (String request : requests) {
                Offer offer = cache.lookup(request, this::quote);
                if (offer.room() != null) {
                    revenue.addAndGet(offer.cents()); // safe: atomic
                }
            }
        }

        private Offer quote(String request) {
            String[] parts = request.split("/");
            RoomCatalog catalog = RoomCatalog.get();
            Room room = catalog.room(parts[0]);
            try {
                Date from = DAY.parse(parts[1]); // race:fmt
                Date to = new Date(from.getTime() + Integer.parseInt(parts[2]) * ONE_DAY); // safe: local dates
                String until = DAY.format(to); // race:fmt
                return new Offer(room, parts[1], until, catalog.price(room) * Integer.parseInt(parts[2]));
            } catch (ParseException e) {
                throw new IllegalArgumentException(request, e);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BookingCache<String, Offer> cache = new BookingCache<>(4);
        AtomicLong revenue = new AtomicLong();
        ExecutorService agents = Executors.newCachedThreadPool();
        List<Future<?>> pending = new ArrayList<>();

        pending.add(agents.submit(new Agent(cache, revenue, List.of("101/2024-05-01/2", "102/2024-05-03/1"))));
        pending.add(agents.submit(new Agent(cache, revenue, List.of("101/2024-05-01/2", "103/2024-06-11/5"))));
        pending.add(agents.submit(() -> RoomCatalog.get().discount(RoomCatalog.Category.SUITE, 15)));
        System.out.print(cache.dump());

        for (Future<?> f : pending) {
            try {
                f.get();
            } catch (ExecutionException e) {
                System.out.println("request failed: " + e.getCause());
            }
        }
        agents.shutdown();
        System.out.println(cache.dump() + cache.misses() + " misses, revenue " + revenue.get());
    }
}
