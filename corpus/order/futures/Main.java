package order.futures;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Meals of a kitchen: fetched with get, asked by isDone, given up after a time, or never asked for. */
public final class Main {
    static final class Meal {
        private String dish = "";
        private int minutes;

        Meal cook(String name) {
            minutes = name.length(); // race:minutes
            dish = name; // race:dish
            return this;
        }
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService kitchen = Executors.newFixedThreadPool(2);
        Meal soup = new Meal();
        Meal roast = new Meal();
        Meal cake = new Meal();
        Meal bread = new Meal();
        Future<Meal> first = kitchen.submit(() -> soup.cook("soup"));
        Future<?> second = kitchen.submit(() -> {
            roast.cook("roast");
        });
        Future<Meal> third = kitchen.submit(() -> cake.cook("cake"));
        FutureTask<Meal> oven = new FutureTask<>(() -> bread.cook("bread"));
        new Thread(oven).start();

        System.out.println(first.get().dish + soup.minutes); // safe: after get
        while (!second.isDone()) {
            Thread.onSpinWait();
        }
        System.out.println(roast.dish); // safe: isDone said that it is
        String sweet;
        try {
            sweet = third.get(1, TimeUnit.MICROSECONDS).dish; // safe: get returned
        } catch (TimeoutException e) {
            sweet = cake.dish; // race:dish
        }
        int minutes = bread.minutes; // race:minutes
        System.out.println(oven.get().minutes); // safe: after get
        if (sweet == null || minutes > 5) {
            throw new AssertionError();
        }
        kitchen.shutdown();
    }
}
