package heldout.handoffstwo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedBlockingQueue;

public class Main {

    static class Order {
        private final int id;
        private int quantity;
        private String status = "NEW";

        Order(int id) {
            this.id = id;
        }
    }

    private static final Order POISON = new Order(-1);

    interface Step {
        void run() throws InterruptedException;
    }

    static Thread start(Step step) {
        Thread t = new Thread(() -> {
            try {
                step.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        t.start();
        return t;
    }

    static void orders() throws InterruptedException {
        BlockingQueue<Order> queue = new LinkedBlockingQueue<>();
        int[] shipped = new int[1];
        Thread shop = start(() -> {
            for (int i = 0; i < 50; i++) {
                Order order = new Order(i);
                order.quantity = i % 7; // safe: before put
                queue.put(order);
                order.status = "SENT"; // race:status
            }
            queue.put(POISON);
        });
        Thread warehouse = start(() -> {
            for (Order o = queue.take(); o != POISON; o = queue.take()) {
                o.quantity++; // safe: the shop does not touch it after put
                shipped[0] += o.quantity; // safe: one warehouse, main reads after join
                String status = o.status; // race:status
                if (status.isEmpty()) {
                    System.out.println("no status for " + o.id);
                }
            }
        });
        shop.join();
        warehouse.join();
        System.out.println("shipped " + shipped[0]); // safe: after join
    }

    static void reusedBuilder() throws InterruptedException {
        BlockingQueue<StringBuilder> queue = new ArrayBlockingQueue<>(4);
        Thread writer = start(() -> {
            StringBuilder scratch = new StringBuilder(64);
            for (int i = 0; i < 30; i++) {
                scratch.setLength(0); // race:scratch
                scratch.append("line "); // race:scratch
                scratch.append(i); // race:scratch
                queue.put(scratch);
            }
        });
        Thread printer = start(() -> {
            int longest = 0;
            for (int i = 0; i < 30; i++) {
                StringBuilder line = queue.take();
                longest = Math.max(longest, line.length()); // race:scratch
            }
            System.out.println("longest " + (longest <= 64));
        });
        writer.join();
        printer.join();
    }

    static void swappedBuffers() throws InterruptedException {
        Exchanger<List<Integer>> exchanger = new Exchanger<>();
        long[] sum = new long[1];
        Thread filler = start(() -> {
            List<Integer> buffer = new ArrayList<>();
            for (int round = 0; round < 10; round++) {
                for (int i = 0; i < 8; i++) {
                    buffer.add(round * i); // safe: the buffer belongs to the filler until the exchange
                }
                buffer = exchanger.exchange(buffer);
            }
        });
        Thread drainer = start(() -> {
            List<Integer> buffer = new ArrayList<>();
            for (int round = 0; round < 10; round++) {
                buffer = exchanger.exchange(buffer);
                for (int x : buffer) { // safe: the buffer belongs to the drainer now
                    sum[0] += x; // safe: only the drainer, main reads after join
                }
                buffer.clear(); // safe: the buffer belongs to the drainer now
            }
        });
        filler.join();
        drainer.join();
        System.out.println("sum " + sum[0]); // safe: after join
    }

    static void board() throws InterruptedException {
        Map<String, List<String>> notices = new ConcurrentHashMap<>();
        Thread author = start(() -> {
            List<String> list = new ArrayList<>(16);
            list.add("exam on friday"); // safe: before the list is put into the map
            notices.put("monday", list);
            List<String> late = new ArrayList<>(16);
            notices.put("tuesday", late);
            late.add("room changed"); // race:late
        });
        Thread reader = start(() -> {
            List<String> monday = notices.getOrDefault("monday", List.of());
            System.out.println("monday " + (monday.size() <= 1)); // safe: filled before put, not changed later (false alarm: values of a map under different keys are not told apart)
            List<String> tuesday = notices.getOrDefault("tuesday", List.of());
            System.out.println("tuesday " + (tuesday.size() <= 1)); // race:late
        });
        author.join();
        reader.join();
        System.out.println(notices); // safe: after join
    }

    public static void main(String[] args) throws InterruptedException {
        orders();
        reusedBuilder();
        swappedBuffers();
        board();
    }
}
