package heldout.volatilepub;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

public class Main {

    static class Config {
        String host;
        int timeout;

        Config(String host) {
            this.host = host; // safe: the object is published through a volatile field
        }
    }

    static class Service {
        private volatile Config current = new Config("localhost");
        private boolean stop;
        private volatile int requests;
        private volatile int[] cells = new int[4];

        void reload() {
            Config fresh = new Config("example.org");
            fresh.timeout = 30; // safe: before the volatile write
            current = fresh; // safe: volatile
            fresh.timeout = 60; // race:timeout
        }

        void serve() {
            int spins = 0;
            int sum = 0;
            while (!stop && spins < 2_000_000) { // race:stop
                Config c = current; // safe: volatile
                sum += c.host.length(); // safe: written before publication
                sum += c.timeout; // race:timeout
                requests++; // safe: volatile, a lost update but no data race
                cells[spins & 3]++; // race:cells
                spins++;
            }
            System.out.println("served " + (sum != -1));
        }

        void shutdown() {
            stop = true; // race:stop
        }
    }

    static class Message {
        private int payload;
        private int extra;
        private volatile boolean ready;

        void send() {
            payload = 42; // safe: before ready
            ready = true; // safe: volatile
            extra = 43; // race:extra
        }

        void receive() {
            while (!ready) { // safe: volatile
                Thread.onSpinWait();
            }
            System.out.println("payload " + payload); // safe: ready was seen
            int e = extra; // race:extra
            System.out.println("extra " + (e == 0 || e == 43));
        }
    }

    static class Raffle {
        private final AtomicBoolean drawn = new AtomicBoolean();
        private final AtomicInteger ticket = new AtomicInteger();
        private final AtomicReference<List<String>> guests = new AtomicReference<>(new ArrayList<>(64));
        private final String[] seats = new String[8];
        private String winner;

        void enter(String name) {
            int seat = ticket.getAndIncrement();
            seats[seat] = name; // safe: every ticket number is given out once
            guests.get().add(name); // race:guests
            if (drawn.compareAndSet(false, true)) {
                winner = name; // safe: only one thread gets here
            }
        }
    }

    static void await(Thread... threads) throws InterruptedException {
        for (Thread t : threads) {
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Service service = new Service();
        Thread stopper = new Thread(() -> {
            service.reload();
            service.shutdown();
        });
        await(new Thread(service::serve), new Thread(service::serve), stopper);
        System.out.println("requests " + (service.requests > -1) + " timeout " + service.current.timeout); // safe: joined

        Message message = new Message();
        await(new Thread(message::receive), new Thread(message::send));

        Raffle raffle = new Raffle();
        Thread[] visitors = new Thread[8];
        for (int i = 0; i < visitors.length; i++) {
            String name = "guest" + i;
            visitors[i] = new Thread(() -> raffle.enter(name));
        }
        await(visitors);
        int taken = 0;
        for (String s : raffle.seats) { // safe: joined
            taken += s == null ? 0 : 1;
        }
        System.out.println("taken " + taken + " winner " + (raffle.winner != null)); // safe: joined
        System.out.println("guests " + (raffle.guests.get().size() <= 8)); // safe: joined
    }
}
