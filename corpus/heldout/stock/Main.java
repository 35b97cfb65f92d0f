package heldout.stock;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;

public class Main {

    static class Clerk implements Runnable {
        private static int movements;

        private final String name;
        private final List<StockItem> items;
        private final ReservationBook book;
        private final CyclicBarrier opening;
        private int refused;

        Clerk(String name, List<StockItem> items, ReservationBook book, CyclicBarrier opening) {
            this.name = name;
            this.items = items;
            this.book = book;
            this.opening = opening;
        }

        @Override
        public void run() {
            try {
                opening.await();
            } catch (Exception e) {
                return;
            }
            for (int i = 0; i < 12; i++) {
                StockItem item = items.get(i % items.size()); // safe: list is not modified any more
                if (!item.reserve(1 + i % 3)) {
                    refused++; // safe: own field, main reads after join
                    continue;
                }
                ReservationBook.Reservation r = book.enter(item.sku, 1 + i % 3);
                if (i % 4 == 1) {
                    item.cancel(r.qty());
                    book.cancel(r);
                }
                note();
            }
            if (StockItem.move(items.get(0), items.get(1), 2)) {
                note();
            }
        }

        private synchronized void note() {
            movements++; // race:movements
        }
    }

    public static void main(String[] args) throws Exception {
        List<StockItem> items = new ArrayList<>();
        items.add(new StockItem("bolt", 1, 30)); // safe: before the threads
        items.add(new StockItem("nut", 2, 30));
        items.add(new StockItem("washer", 3, 12));
        ReservationBook book = new ReservationBook();
        CyclicBarrier opening = new CyclicBarrier(2);

        Clerk web = new Clerk("web", items, book, opening);
        Clerk phone = new Clerk("phone", items, book, opening);
        Thread t1 = new Thread(web, web.name);
        Thread t2 = new Thread(phone, phone.name);
        CompletableFuture<Integer> lowest = CompletableFuture.supplyAsync(() -> {
            int min = Integer.MAX_VALUE;
            for (int i = 0; i < 5; i++) {
                for (StockItem item : items) {
                    min = Math.min(min, item.available());
                }
                Thread.yield();
            }
            return min;
        });
        t1.start();
        t2.start();
        t1.join();
        t2.join();
        System.out.println("lowest seen " + lowest.get());
        for (StockItem item : items) {
            System.out.println(item.describe());
        }
        System.out.println("entered " + book.entered() + " cancelled " + book.cancelled());
        System.out.println("refused " + (web.refused + phone.refused)); // safe: after join
        System.out.println("movements " + Clerk.movements); // safe: after join
    }
}
