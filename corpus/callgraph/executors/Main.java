// Executors run tasks of all kinds: Runnable and Callable, lambdas and classes, submitted, invoked together or executed,
// on threads that a factory of the application makes. A task that was rejected goes to a handler.
package callgraph.executors;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class Main {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2, new NamedThreads());
        Future<Integer> answer = pool.submit(new Multiply(6, 7));
        Future<?> nothing = pool.submit(() -> log("runnable"));
        nothing.get();
        System.out.println(answer.get());
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int number = i;
            tasks.add(() -> square(number));
        }
        int sum = 0;
        for (Future<Integer> future : pool.invokeAll(tasks)) {
            sum += future.get();
        }
        System.out.println(sum);
        try {
            pool.submit(Main::fail).get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause().getMessage());
        }
        pool.shutdown();
        System.out.println(pool.awaitTermination(10, TimeUnit.SECONDS));

        Executor direct = new Direct();
        direct.execute(() -> log("direct"));
        FutureTask<String> task = new Announced(() -> "task");
        direct.execute(task);
        System.out.println(task.get());

        ThreadPoolExecutor closed =
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), new Refusal());
        closed.shutdown();
        closed.execute(() -> log("never"));
    }

    private static void log(String text) {
        System.out.println(text);
    }

    private static int square(int number) {
        return number * number;
    }

    private static Integer fail() {
        throw new IllegalStateException("failed");
    }
}

class Multiply implements Callable<Integer> {
    private final int left;
    private final int right;

    Multiply(int left, int right) {
        this.left = left;
        this.right = right;
    }

    @Override
    public Integer call() {
        return product();
    }

    private int product() {
        return left * right;
    }
}

class NamedThreads implements ThreadFactory {
    private int made;

    @Override
    public Thread newThread(Runnable task) {
        return new Thread(task, name());
    }

    private String name() {
        return "worker-" + made++;
    }
}

class Direct implements Executor {
    @Override
    public void execute(Runnable task) {
        task.run();
    }
}

class Announced extends FutureTask<String> {
    Announced(Callable<String> callable) {
        super(callable);
    }

    @Override
    protected void done() {
        System.out.println("done");
    }
}

class Refusal implements RejectedExecutionHandler {
    @Override
    public void rejectedExecution(Runnable task, ThreadPoolExecutor executor) {
        System.out.println("refused");
    }
}
