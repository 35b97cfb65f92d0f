// jdk: 21
package heldout.kitchens;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

public final class Main {
    private static String mood = "calm";

    public static void main(String[] args) throws Exception {
        Counter counter = new Counter();
        Dish.Plate plate = new Dish.Plate();
        Station station = new Station();
        AtomicBoolean closed = new AtomicBoolean();
        List<Dish> eaten = new ArrayList<>();
        Thread waiter = Thread.startVirtualThread(() -> {
            while (true) {
                boolean last = closed.get(); // safe: atomic
                Dish dish = counter.pick();
                if (dish != null) {
                    eaten.add(dish); // safe: the waiter alone until it has ended
                } else if (last) {
                    return;
                } else {
                    LockSupport.parkNanos(50_000);
                }
            }
        });
        ThreadFactory factory = Thread.ofVirtual().name("cook-", 0).factory();
        int cooked = 0;
        try (ExecutorService kitchen = Executors.newThreadPerTaskExecutor(factory)) {
            List<Future<Integer>> cooks = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                cooks.add(kitchen.submit(new Cook(i, counter, plate, station)));
            }
            kitchen.submit(() -> {
                mood = counter.anyTable() ? "busy" : "bored"; // race:mood
            });
            kitchen.submit(() -> {
                if (mood.isEmpty()) { // race:mood
                    throw new IllegalStateException();
                }
            });
            for (Future<Integer> cook : cooks) {
                cooked += cook.get();
            }
        }
        closed.set(true); // safe: atomic
        waiter.join();
        System.out.println(cooked + " " + eaten.size() + " " + counter.served() + " " + plate.heat()); // safe: after join
        System.out.println(station.baked() + " " + station.pots() + " " + (plate.garnish() > 0));
        System.out.println(mood.startsWith("b")); // safe: the kitchen is closed
    }
}
