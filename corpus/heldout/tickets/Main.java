package heldout.tickets;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

public class Main {
    static class Auction {
        private final AtomicBoolean sold = new AtomicBoolean();
        private String winner;
        private int price;

        void bid(String name, int amount) {
            if (sold.compareAndSet(false, true)) {
                winner = name; // race:winner
                price = amount; // safe: one thread gets here, main reads after join
            } else {
                System.out.println(name + " lost to " + winner); // race:winner
            }
        }
    }

    static class SeatMap {
        private final int[] seats = new int[8];
        private final AtomicInteger next = new AtomicInteger();
        private final String[] waiting = new String[8];
        private final AtomicInteger waitingSize = new AtomicInteger();

        void take(int customer) {
            int i = next.getAndIncrement();
            if (i < seats.length) {
                seats[i] = customer; // safe: every index is given out once
            }
        }

        void enqueue(String name) {
            int n = waitingSize.get();
            if (n < waiting.length) {
                waiting[n] = name; // race:waiting
                waitingSize.set(n + 1);
            }
        }
    }

    static class Totals {
        int sold;

        Totals(int sold) {
            this.sold = sold; // safe: published through the AtomicReference
        }
    }

    static final class Summary {
        final int count;
        final int revenue;

        Summary(int count, int revenue) {
            this.count = count;
            this.revenue = revenue;
        }
    }

    static class SpinLock {
        private final AtomicBoolean held = new AtomicBoolean();

        void lock() {
            while (!held.compareAndSet(false, true)) {
                Thread.onSpinWait();
            }
        }

        void unlock() {
            held.set(false);
        }
    }

    static class Stack<T> {
        private static class Node<T> {
            final T value;
            Node<T> next;

            Node(T value) {
                this.value = value;
            }
        }

        private final AtomicReference<Node<T>> head = new AtomicReference<>();

        void push(T value) {
            Node<T> n = new Node<>(value);
            do {
                n.next = head.get(); // safe: not published before the CAS succeeds
            } while (!head.compareAndSet(n.next, n)); // safe: as above
        }

        T pop() {
            while (true) {
                Node<T> n = head.get();
                if (n == null) {
                    return null;
                }
                if (head.compareAndSet(n, n.next)) { // safe: next is fixed once the node is published
                    return n.value;
                }
            }
        }
    }

    private static final AtomicReference<Totals> totals = new AtomicReference<>(new Totals(0));
    private static final AtomicReference<Summary> summary = new AtomicReference<>(new Summary(0, 0));
    private static final SpinLock spin = new SpinLock();
    private static final Stack<String> refunds = new Stack<>();
    private static int printed;

    static void customer(int id, Auction auction, SeatMap map) {
        auction.bid("c" + id, id * 10);
        map.take(id);
        map.enqueue("c" + id);
        totals.get().sold++; // race:sold
        summary.updateAndGet(s -> new Summary(s.count + 1, s.revenue + id));
        spin.lock();
        printed++; // safe: spin lock
        spin.unlock();
        refunds.push("r" + id);
        refunds.pop();
    }

    public static void main(String[] args) throws InterruptedException {
        Auction auction = new Auction();
        SeatMap map = new SeatMap();
        List<Thread> threads = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            int id = i;
            Thread t = new Thread(() -> customer(id, auction, map));
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(auction.winner + " paid " + auction.price); // safe: joined
        System.out.println(map.seats[0] + " " + map.waiting[0]); // safe: joined
        System.out.println(totals.get().sold + " " + summary.get().revenue + " " + printed); // safe: joined
    }
}
