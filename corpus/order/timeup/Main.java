package order.timeup;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Waits for some time only, and asks how that has ended, or does not. */
public class Main {
    private int bread;
    private int rolls;
    private int cakes;
    private int tarts;
    private boolean isTartReady;

    /** Goes on in any case. */
    int impatient() throws InterruptedException {
        CountDownLatch baked = new CountDownLatch(1);
        new Thread(() -> {
            bread = 12; // race:bread
            baked.countDown();
        }).start();
        baked.await(20, TimeUnit.MILLISECONDS);
        return bread; // race:bread
    }

    /** Goes on if it is there. */
    int asking() throws InterruptedException {
        CountDownLatch baked = new CountDownLatch(1);
        new Thread(() -> {
            rolls = 30; // safe: read only if the latch was in time
            baked.countDown();
        }).start();
        boolean isThere = baked.await(20, TimeUnit.SECONDS);
        return isThere ? rolls : 0; // safe: the latch was in time
    }

    /** Waits once more where it was not in time, as the loop asks for something else. */
    int again() throws InterruptedException {
        ReentrantLock oven = new ReentrantLock();
        Condition isReady = oven.newCondition();
        new Thread(() -> {
            tarts = 5; // safe: read when the flag says so
            oven.lock();
            try {
                isTartReady = true; // safe: under the lock of the oven
                isReady.signalAll();
            } finally {
                oven.unlock();
            }
        }).start();
        oven.lock();
        try {
            while (!isTartReady) { // safe: under the lock of the oven
                isReady.await(20, TimeUnit.MILLISECONDS);
            }
        } finally {
            oven.unlock();
        }
        return tarts; // safe: the flag says that it is written
    }

    /** All of them, without a limit. */
    int patient(ExecutorService shop) throws InterruptedException {
        List<Callable<Void>> orders = new ArrayList<>();
        int[] done = new int[1];
        orders.add(() -> {
            cakes = 2; // safe: invokeAll returns when it is done
            done[0] = 1; // safe: invokeAll returns when it is done
            return null;
        });
        shop.invokeAll(orders);
        return cakes + done[0]; // safe: invokeAll has returned
    }

    /** What is not done when time is up may still go on. */
    static int hasty(ExecutorService shop) throws Exception {
        Tray tray = new Tray();
        List<Callable<Integer>> orders = new ArrayList<>();
        orders.add(() -> {
            for (int i = 0; i < 100; i++) {
                tray.buns++; // race:buns
            }
            tray.price = 4; // safe: its future is asked for
            return tray.price;
        });
        List<Future<Integer>> all = shop.invokeAll(orders, 5, TimeUnit.MILLISECONDS);
        int buns = tray.buns; // race:buns
        int price = 0;
        for (Future<Integer> one : all) {
            price += one.isCancelled() ? 0 : one.get();
        }
        return Math.min(buns, 0) + Math.min(price, 0);
    }

    static class Tray {
        int buns;
        int price;
    }

    public static void main(String[] args) throws Exception {
        Main bakery = new Main();
        System.out.println("any bread " + (bakery.impatient() >= 0));
        System.out.println("rolls " + bakery.asking());
        System.out.println("tarts " + bakery.again());
        ExecutorService shop = Executors.newFixedThreadPool(2);
        System.out.println("cakes " + bakery.patient(shop));
        System.out.println("buns " + hasty(shop));
        shop.shutdown();
    }
}
