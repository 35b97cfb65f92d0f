// Loops that wait for one thread in each round.

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

// What is read of the thread itself is ordered, and what all of them write is not; behind the loop it is.
//: thread once a runs Joined.run
//: thread once a runs Joined.run
//: race possible shared: write w under l, read r (child a has first)
class Joined extends Thread {
    static int shared;
    int own;

    public void run() {
        own = 1;
        synchronized (Joined.class) { // l
            shared++; // w
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Joined[] all = {new Joined(), new Joined()};
        for (Joined one : all) {
            one.start(); // a
        }
        int sum = 0;
        for (Joined one : all) {
            one.join();
            sum += one.own;
            sum += shared; // r
        }
        System.out.println(sum + shared);
    }
}

// By numbers, and in a method that is called in the loop.
//: thread many a runs Numbered.lambda$main$0
//: race possible shared: write w under l, read r (child a has first)
//: race unlikely []: write p, write p (loop a); index-by-thread
class Numbered {
    static final int[] PARTS = new int[2];
    static int shared;

    static int part(int i) {
        return PARTS[i];
    }

    static int all() {
        return shared; // r
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                PARTS[number] = 1; // p
                synchronized (Numbered.class) { // l
                    shared++; // w
                }
            });
            threads[i].start(); // a
        }
        int sum = 0;
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
            sum += PARTS[i] + part(i);
            sum += all();
        }
        System.out.println(sum + all());
    }
}

// What a future gives is that of its task.
//: thread task many a runs Futures.work
//: thread task once e
//: race possible {contents}: write w under l, read r (child a has first)
class Futures {
    static final List<String> LOG = new ArrayList<>();

    static List<String> work() {
        List<String> own = new ArrayList<>();
        own.add("own");
        synchronized (LOG) { // l
            LOG.add("all"); // w
        }
        return own;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<List<String>>> futures = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            futures.add(pool.submit(Futures::work)); // a
        }
        int sum = 0;
        for (Future<List<String>> future : futures) {
            sum += future.get().size();
            sum += LOG.size(); // r
        }
        pool.shutdown(); // e
        System.out.println(sum);
    }
}

// What the round itself has started has ended.
//: thread once a runs Phases.lambda$main$0
class Phases {
    static int shared;

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            Thread one = new Thread(() -> shared++);
            one.start(); // a
            one.join();
            System.out.println(shared);
        }
    }
}
