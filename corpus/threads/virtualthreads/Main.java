// jdk: 21
package threads.virtualthreads;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;

/** A chat server with a virtual thread for each guest. */
public final class Main {
    static final class Room {
        private int guests;
        private int messages;
        private String topic = "weather";
        private final ReentrantLock lock = new ReentrantLock();
        private final List<String> log = new ArrayList<>();

        void enter(String name) {
            guests++; // race:guests
            lock.lock();
            try {
                log.add(name); // safe: under the lock
                messages++; // safe: under the lock
            } finally {
                lock.unlock();
            }
        }

        void changeTopic(String text) {
            topic = text; // race:topic
        }

        int words() {
            return topic.split(" ").length; // race:topic
        }
    }

    public static void main(String[] args) throws Exception {
        Room room = new Room();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            String name = "guest " + i;
            threads.add(Thread.ofVirtual().name(name).start(() -> room.enter(name)));
        }
        Thread changer = Thread.startVirtualThread(() -> room.changeTopic("the sea"));
        Thread unstarted = Thread.ofVirtual().unstarted(room::words);
        unstarted.start();
        int early = room.guests; // race:guests
        for (Thread thread : threads) {
            thread.join();
        }
        changer.join();
        unstarted.join();
        System.out.println(room.log.size() + room.messages); // safe: after join
        int[] results = new int[4];
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> futures = new ArrayList<>();
            for (int i = 0; i < results.length; i++) {
                int index = i;
                futures.add(executor.submit(() -> {
                    results[index] = index + room.words(); // safe: its own element
                    return index;
                }));
            }
            for (Future<Integer> future : futures) {
                early += future.get();
            }
        }
        System.out.println(results[0] + results[3]); // safe: close has waited
        if (early < 0 || room.guests > 5) { // safe: after join
            throw new AssertionError();
        }
    }
}
