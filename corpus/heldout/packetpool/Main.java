package heldout.packetpool;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class Main {

    static class Producer extends Thread {
        private final PacketPool pool;
        private final BlockingQueue<PacketPool.Packet> wire;
        private final Deque<String> backlog = new ArrayDeque<>();
        private int queued;

        Producer(PacketPool pool, BlockingQueue<PacketPool.Packet> wire, String... messages) {
            this.pool = pool;
            this.wire = wire;
            for (String m : messages) {
                backlog.addLast(m); // safe: before start()
            }
        }

        @Override
        public void run() {
            try {
                while (!backlog.isEmpty()) { // safe: every producer has a backlog of its own
                    byte[] body = backlog.pollFirst().getBytes(StandardCharsets.UTF_8);
                    PacketPool.Packet p = pool.acquire();
                    System.arraycopy(body, 0, p.data, 0, body.length); // safe: packet owned since acquire
                    p.length = body.length; // safe: packet owned since acquire
                    wire.put(p);
                    p.attempts++; // race:attempts1,attempts2
                    queued++; // safe: own field, read after join
                }
            } catch (InterruptedException e) {
                interrupt();
            }
        }
    }

    static class Sender extends Thread {
        private final PacketPool pool;
        private final BlockingQueue<PacketPool.Packet> wire;
        private final int expected;
        private final StringBuilder sent = new StringBuilder();
        private int firstTries;

        Sender(PacketPool pool, BlockingQueue<PacketPool.Packet> wire, int expected) {
            super("sender");
            this.pool = pool;
            this.wire = wire;
            this.expected = expected;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < expected; i++) {
                    PacketPool.Packet p = wire.take();
                    sent.append(new String(p.data, 0, p.length, StandardCharsets.UTF_8)).append('|'); // safe: packet came through the queue
                    if (p.attempts <= 1) { // race:attempts1
                        firstTries++; // safe: sender only, read after join
                    }
                    pool.release(p);
                }
            } catch (InterruptedException e) {
                interrupt();
            }
        }

        String report() {
            return sent + " first tries " + firstTries; // safe: called after join
        }
    }

    public static void main(String[] args) throws InterruptedException {
        PacketPool pool = new PacketPool(2);
        BlockingQueue<PacketPool.Packet> wire = new LinkedBlockingQueue<>();
        Producer a = new Producer(pool, wire, "hello", "status", "bye");
        Producer b = new Producer(pool, wire, "ping", "ping", "quit");
        Sender sender = new Sender(pool, wire, 6);
        sender.start();
        a.start();
        b.start();
        System.out.println("idle " + pool.idle() + " of " + pool.capacity());
        a.join();
        b.join();
        sender.join();
        System.out.println(sender.report());
        System.out.println("queued " + (a.queued + b.queued)); // safe: after join
    }
}
