package heldout.mailroom2;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Internal mail of an office: hand-written mailbox, parcels on a belt, and closing time. */
public class Main {

    static class Pigeonhole {
        private String letter;
        private int delivered;

        synchronized void put(String text) throws InterruptedException {
            while (letter != null) { // safe: monitor held
                wait();
            }
            letter = text; // race:letter1
            notifyAll();
        }

        synchronized String take() throws InterruptedException {
            while (letter == null) { // safe: monitor held
                wait();
            }
            String text = letter; // safe: monitor held
            letter = null; // race:letter2
            delivered++; // safe: monitor held, delivered() is synchronized
            notifyAll();
            return text;
        }

        boolean hasMail() {
            return letter != null; // race:letter1,letter2
        }

        synchronized int delivered() {
            return delivered; // safe: monitor held
        }
    }

    static class Parcel {
        String address;
        String sticker;
        int grams;
    }

    static class SortingTable {
        private final Object lock = new Object();
        private boolean sorted;
        private int bins;
        private boolean swept;
        private int dust;

        void sort() {
            bins = 12; // race:bins
            synchronized (lock) {
                sorted = true; // race:sorted
                lock.notifyAll();
            }
        }

        int awaitBins() throws InterruptedException {
            if (!sorted) { // race:sorted
                synchronized (lock) {
                    while (!sorted) { // safe: lock held
                        lock.wait();
                    }
                }
            }
            return bins; // race:bins
        }

        void sweep() {
            dust = 3; // safe: written before the locked flag
            synchronized (lock) {
                swept = true; // safe: lock held
                lock.notifyAll();
            }
        }

        int awaitDust() throws InterruptedException {
            synchronized (lock) {
                while (!swept) { // safe: lock held
                    lock.wait();
                }
            }
            return dust; // safe: the flag was always read under the lock
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Pigeonhole hole = new Pigeonhole();
        BlockingQueue<Parcel> belt = new ArrayBlockingQueue<>(4);
        SortingTable table = new SortingTable();

        Thread sender = new Thread(() -> {
            try {
                hole.put("invoice");
                hole.put("postcard");
                Parcel p = new Parcel();
                p.address = "room 12"; // safe: before the hand-over
                p.grams = 700; // safe: before the hand-over
                belt.put(p);
                p.sticker = "FRAGILE"; // race:sticker
                table.sort();
                table.sweep();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "sender");

        Thread clerk = new Thread(() -> {
            try {
                String mail = hole.take() + "+" + hole.take();
                Parcel p = belt.take();
                String to = p.address; // safe: handed over by the queue
                String sticker = p.sticker; // race:sticker
                p.grams += 20; // safe: the sender does not touch grams any more
                System.out.println(mail + " parcel for " + to + " " + sticker);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "clerk");

        sender.start();
        clerk.start();
        System.out.println(hole.hasMail() ? "you have mail" : "empty");
        System.out.println(table.awaitBins() + " bins, " + table.awaitDust() + " g dust");
        clerk.join();
        System.out.println("delivered " + hole.delivered());
        sender.join();
    }
}
