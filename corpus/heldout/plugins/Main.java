package heldout.plugins;

import java.util.ArrayList;
import java.util.List;

public final class Main {
    public static void main(String[] args) throws InterruptedException {
        Registry registry = new Registry();
        Counter exact = new Counter(true);
        Counter rough = new Counter(false);
        registry.addPlain(exact);
        registry.addFast(rough);
        List<Thread> threads = new ArrayList<>();
        for (String topic : new String[] {"save", "load"}) {
            Thread thread = new Thread(() -> {
                for (int i = 1; i <= 50; i++) {
                    registry.fire(new Event(topic, i));
                }
            }, topic);
            threads.add(thread);
        }
        threads.add(new Thread(() -> {
            for (int i = 0; i < 10; i++) {
                registry.addPlain(event -> { });
                registry.addFast(Event::consume);
                registry.addGuarded(event -> event.consume());
            }
            registry.fallback(event -> event.consume());
        }, "installer"));
        threads.add(new Thread(() -> {
            for (int i = 0; i < 10; i++) {
                registry.fireGuarded(new Event("scan", i));
            }
        }, "scanner"));
        for (Thread thread : threads) {
            thread.start();
        }
        int partial = registry.count();
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(exact.total() + " " + registry.fired() + " " + registry.count());
        System.out.println(rough.seen() > 0 && partial <= 10);
    }
}
