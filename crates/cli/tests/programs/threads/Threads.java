import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Every way to start something that runs by itself. */
public class Threads {
    static class Box {
        Object value;

        synchronized void put(Object value) {
            this.value = value;
        }
    }

    static class Worker extends Thread {
        final Box box;

        Worker(Box box) {
            this.box = box;
        }

        @Override
        public void run() {
            box.put(new Object());
        }
    }

    static class Job implements Callable<Object> {
        public Object call() {
            return new Box();
        }
    }

    static class Tick extends TimerTask {
        @Override
        public void run() {
            tick();
        }

        void tick() {
        }
    }

    static void hook() {
    }

    static Object stage() {
        return new Object();
    }

    public static void main(String[] args) throws Exception {
        Box box = new Box();
        Worker worker = new Worker(box);
        worker.start();
        Thread other = new Thread(() -> box.put("other"));
        other.start();

        ExecutorService executor = Executors.newFixedThreadPool(2);
        Future<Object> job = executor.submit(new Job());
        executor.execute(() -> box.put("executed"));
        Object done = job.get();

        CompletableFuture<Object> future = CompletableFuture.supplyAsync(Threads::stage);
        future.thenAccept(box::put);

        new Timer().schedule(new Tick(), 10);
        Runtime.getRuntime().addShutdownHook(new Thread(Threads::hook));
        worker.join();
        executor.shutdown();
    }
}
