// Virtual threads: started by builders, by a factory and by an executor that makes one for each task; methods that came
// with sequenced collections.
package callgraph.virtualthreads;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;

public class Main {
    private static final ConcurrentLinkedQueue<String> DONE = new ConcurrentLinkedQueue<>();

    public static void main(String[] args) throws Exception {
        Thread.ofVirtual().name("first").start(() -> work("started")).join();
        Thread.startVirtualThread(new Job("class")).join();
        ThreadFactory factory = Thread.ofVirtual().factory();
        Thread made = factory.newThread(Main::fromFactory);
        made.start();
        made.join();
        Thread.ofPlatform().daemon().start(() -> work("platform")).join();
        List<Future<Integer>> results = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 3; i++) {
                int number = i;
                results.add(executor.submit(() -> square(number)));
            }
        }
        int sum = 0;
        for (Future<Integer> result : results) {
            sum += result.resultNow();
        }
        System.out.println(sum);
        List<Job> jobs = new ArrayList<>(List.of(new Job("a"), new Job("b")));
        System.out.println(jobs.getLast().name() + jobs.reversed().getLast().name());
        DONE.forEach(System.out::println);
    }

    static void work(String what) {
        DONE.add(what);
    }

    private static void fromFactory() {
        work("factory " + Thread.currentThread().isVirtual());
    }

    private static int square(int number) {
        return number * number;
    }
}

class Job implements Runnable {
    private final String name;

    Job(String name) {
        this.name = name;
    }

    @Override
    public void run() {
        Main.work(name());
    }

    String name() {
        return name;
    }
}
