package heldout.logship;

public class Main {

    private static class Worker extends Thread {
        private final AsyncAppender log;
        private final int jobs;
        private int finished;

        Worker(String name, AsyncAppender log, int jobs) {
            super(name);
            this.log = log;
            this.jobs = jobs;
        }

        @Override
        public void run() {
            for (int i = 0; i < jobs; i++) {
                log.append(i % 4 == 3 ? Level.WARN : Level.INFO, "job " + i + " done");
                finished++; // safe: read by main only after a full join
                if (i % 3 == 0) {
                    Thread.yield();
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        MemorySink memory = new MemorySink();
        CountingSink sink = new CountingSink(memory);
        AsyncAppender log = new AsyncAppender(6, sink);
        Thread writer = new Thread(log, "log-writer");
        writer.start();

        Worker billing = new Worker("billing", log, 12);
        Worker stock = new Worker("stock", log, 12);
        billing.start();
        stock.start();

        billing.join();
        System.out.println("billing finished " + billing.finished + ", dropped so far " + log.dropped());
        log.close();
        stock.join();
        System.out.println("stock finished " + stock.finished);

        writer.join(500);
        System.out.println("batches " + log.batches() + ", warnings " + sink.warnings());
        System.out.println("chars " + memory.length());
    }
}
