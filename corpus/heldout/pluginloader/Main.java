package heldout.pluginloader;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

public class Main {
    private static final class NamedFactory implements ThreadFactory {
        private final AtomicInteger next = new AtomicInteger();

        @Override
        public Thread newThread(Runnable r) {
            return new Thread(r, "exporter-" + next.getAndIncrement());
        }
    }

    private static class Exporter implements Runnable {
        private final CountDownLatch go;
        private final int id;
        private String result;

        Exporter(CountDownLatch go, int id) {
            this.go = go;
            this.id = id;
        }

        @Override
        public void run() {
            try {
                go.await();
            } catch (InterruptedException e) {
                return;
            }
            Defaults defaults = Defaults.get();
            PluginRegistry registry = PluginRegistry.get();
            String format = defaults.format(id);
            int budget = defaults.timeout() + registry.apiLevel();
            result = registry.implementation(format) + "/" + budget; // safe: each exporter has its own result
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        NamedFactory factory = new NamedFactory();
        Exporter[] exporters = new Exporter[4];
        Thread[] threads = new Thread[exporters.length];
        for (int i = 0; i < threads.length; i++) {
            exporters[i] = new Exporter(go, i);
            threads[i] = factory.newThread(exporters[i]);
            threads[i].start();
        }
        go.countDown();
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
            System.out.println(exporters[i].result); // safe: exactly this exporter's thread was joined
        }
        System.out.println("served " + Defaults.served());
    }
}
