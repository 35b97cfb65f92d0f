package heldout.eventbustwo;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

public class Main {
    interface Listener {
        void on(String topic);
    }

    static class CountingListener implements Listener {
        private int count;

        @Override
        public void on(String topic) {
            count++; // race:count
        }
    }

    static class LockedListener implements Listener {
        private int count;

        @Override
        public synchronized void on(String topic) {
            count++; // safe: synchronized
        }

        synchronized int count() {
            return count; // safe: synchronized
        }
    }

    static class AtomicListener implements Listener {
        private final AtomicInteger count = new AtomicInteger();

        @Override
        public void on(String topic) {
            count.incrementAndGet(); // safe: atomic
        }
    }

    static class Dashboard implements Listener {
        private String owner;
        private String title;

        Dashboard(Bus bus) {
            owner = "ops"; // safe: before the listener is registered
            bus.register(this);
            title = "overview"; // race:title
        }

        @Override
        public void on(String topic) {
            String t = title; // race:title
            if (t == null && owner == null) { // safe: owner was set before registration
                throw new IllegalStateException("unowned dashboard");
            }
        }
    }

    static class Bus {
        private final List<Listener> listeners = new CopyOnWriteArrayList<>();
        private final List<String> topics = Collections.synchronizedList(new ArrayList<>());
        private final List<String> tags = Collections.synchronizedList(new ArrayList<>());

        void register(Listener l) {
            listeners.add(l); // safe: copy on write
        }

        void fire(String topic) {
            topics.add(topic); // race:topics
            tags.add("#" + topic); // safe: synchronized list
            for (Listener l : listeners) { // safe: copy on write
                l.on(topic);
            }
        }

        int topicLength() {
            int n = 0;
            for (String t : topics) { // race:topics
                n += t.length();
            }
            return n;
        }

        int tagLength() {
            int n = 0;
            synchronized (tags) {
                for (String t : tags) { // safe: iterated under the lock of the list
                    n += t.length();
                }
            }
            return n;
        }
    }

    private int received;
    private int filtered;
    private final Bus bus = new Bus();

    class Inbox implements Listener {
        @Override
        public void on(String topic) {
            received++; // race:received
            synchronized (Main.this) {
                if (!topic.startsWith("a")) {
                    filtered++; // safe: locked on the outer object
                }
            }
        }
    }

    void run() throws InterruptedException {
        CountingListener counting = new CountingListener();
        LockedListener locked = new LockedListener();
        bus.register(counting);
        bus.register(locked);
        bus.register(new AtomicListener());
        bus.register(new Inbox());
        Thread[] publishers = new Thread[2];
        for (int i = 0; i < publishers.length; i++) {
            String topic = i == 0 ? "alpha" : "beta";
            publishers[i] = new Thread(() -> {
                for (int k = 0; k < 50; k++) {
                    bus.fire(topic);
                }
            });
            publishers[i].start();
        }
        Dashboard dashboard = new Dashboard(bus);
        System.out.println("tags " + bus.tagLength() + " locked " + locked.count());
        Thread reporter = new Thread(() -> System.out.println("topics " + bus.topicLength()));
        reporter.start();
        for (Thread t : publishers) {
            t.join();
        }
        reporter.join();
        System.out.println(counting.count + " " + received + " " + filtered); // safe: joined
        System.out.println(dashboard.title); // safe: this thread wrote it
    }

    public static void main(String[] args) throws InterruptedException {
        new Main().run();
    }
}
