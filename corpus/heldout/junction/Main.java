package heldout.junction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Traffic lights driven by a single-threaded event loop. */
public class Main {

    static final class EventLoop extends Thread {
        private static final class Later {
            final long at;
            final Runnable action;

            Later(long at, Runnable action) {
                this.at = at;
                this.action = action;
            }
        }

        private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
        private final PriorityQueue<Later> timers = new PriorityQueue<>(Comparator.comparingLong((Later l) -> l.at));
        private boolean running = true;
        private int handled;

        EventLoop() {
            super("event-loop");
        }

        void post(Runnable event) {
            inbox.add(event); // safe: blocking queue
        }

        <T> CompletableFuture<T> ask(Supplier<T> question) {
            CompletableFuture<T> answer = new CompletableFuture<>();
            post(() -> answer.complete(question.get()));
            return answer;
        }

        void after(long millis, Runnable action) {
            long at = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            post(() -> timers.add(new Later(at, action))); // safe: runs on the loop thread
        }

        void quit() {
            post(() -> running = false); // safe: runs on the loop thread
        }

        @Override
        public void run() {
            try {
                while (running) { // safe: only the loop thread writes it once started
                    Runnable event = inbox.poll(2, TimeUnit.MILLISECONDS);
                    if (event != null) {
                        event.run();
                        handled++; // safe: loop thread only, main reads after join
                    }
                    while (!timers.isEmpty() && timers.peek().at <= System.nanoTime()) { // safe: loop thread only
                        timers.poll().action.run();
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static class Junction {
        private final List<String> history = new ArrayList<>();
        private int waiting;
        private boolean green;

        void carArrived(String lane) {
            if (green) { // safe: loop thread only
                history.add(lane + " passes"); // safe: loop thread only
            } else {
                waiting++; // safe: loop thread only
            }
        }

        void switchLight() {
            green = !green; // safe: loop thread only
            if (green) {
                history.add(waiting + " released");
                waiting = 0; // safe: loop thread only
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        EventLoop loop = new EventLoop();
        Junction junction = new Junction();
        junction.history.add("boot"); // safe: before start
        loop.start();
        loop.after(10, junction::switchLight);
        loop.after(25, junction::switchLight);

        List<Thread> sensors = new ArrayList<>();
        for (String lane : List.of("north", "east", "south")) {
            Thread sensor = new Thread(() -> {
                for (int i = 0; i < 6; i++) {
                    loop.post(() -> junction.carArrived(lane));
                    nap(4);
                }
            }, "sensor-" + lane);
            sensors.add(sensor);
            sensor.start();
        }
        int queue = loop.ask(() -> junction.waiting).join(); // safe: evaluated on the loop thread
        System.out.println("queue at first look: " + queue);
        for (Thread s : sensors) {
            s.join();
        }
        loop.quit();
        loop.join();
        System.out.println(junction.history); // safe: loop joined
        System.out.println("still waiting: " + junction.waiting); // safe: loop joined
        System.out.println("events: " + loop.handled); // safe: loop joined
    }

    private static void nap(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
