package heldout.mailroom3;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Exchanger;

public class Main {
    static class Letter {
        String address;
        String stamp;
        int weight;

        Letter(String address) {
            this.address = address; // safe: before put
        }
    }

    private static final Letter END = new Letter("end");

    private final BlockingQueue<Letter> belt = new ArrayBlockingQueue<>(4);
    private final Deque<String> outbox = new ArrayDeque<>();
    private final Exchanger<List<String>> desk = new Exchanger<>();

    private void clerk() {
        try {
            for (int i = 0; i < 6; i++) {
                Letter l = new Letter("street " + i);
                l.weight = 10 * i; // safe: before put
                belt.put(l);
                l.stamp = "paid"; // race:stamp
            }
            belt.put(END);
            belt.put(END);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private class Sorter extends Thread {
        private int grams;

        @Override
        public void run() {
            try {
                for (Letter l = belt.take(); l != END; l = belt.take()) {
                    grams += l.weight; // safe: own counter, weight written before put
                    if (l.stamp == null) { // race:stamp
                        l.weight++; // safe: the letter was handed over
                    }
                    outbox.push(l.address); // race:outbox
                }
            } catch (InterruptedException e) {
                interrupt();
            }
        }
    }

    private void writeForms() {
        List<String> page = new ArrayList<>();
        try {
            for (int i = 0; i < 3; i++) {
                page.add("form " + i); // safe: the page is ours until exchanged
                page = desk.exchange(page);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void fileForms() {
        List<String> empty = new ArrayList<>();
        int filed = 0;
        try {
            for (int i = 0; i < 3; i++) {
                List<String> full = desk.exchange(empty);
                filed += full.size(); // safe: received through the exchanger
                full.clear(); // safe: received through the exchanger
                empty = full;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        System.out.println("filed " + filed);
    }

    public static void main(String[] args) throws InterruptedException {
        Main room = new Main();
        Sorter a = room.new Sorter();
        Sorter b = room.new Sorter();
        Thread clerk = new Thread(room::clerk);
        Thread writer = new Thread(room::writeForms);
        Thread filer = new Thread(room::fileForms);
        for (Thread t : List.of(a, b, clerk, writer, filer)) {
            t.start();
        }
        a.join();
        b.join();
        System.out.println("grams " + (a.grams + b.grams)); // safe: sorters are joined
        System.out.println("out " + room.outbox.size()); // safe: sorters are joined
        clerk.join();
        writer.join();
        filer.join();
    }
}
