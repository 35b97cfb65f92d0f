package order.latchearly;

import java.util.concurrent.CountDownLatch;

/** A latch that is counted down before everything is ready, and one that expects too few. */
public final class Main {
    static final class Service {
        private final CountDownLatch started = new CountDownLatch(1);
        private final CountDownLatch warmed = new CountDownLatch(1);
        private int port;
        private String address;
        private int cache;
        private int index;

        void boot() {
            port = 8080; // safe: before the latch
            started.countDown();
            address = "localhost:" + port; // race:address
        }

        void warmCache() {
            cache = 64; // race:cache
            warmed.countDown();
        }

        void warmIndex() {
            index = 128; // race:index
            warmed.countDown();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Service service = new Service();
        new Thread(service::boot).start();
        Thread first = new Thread(service::warmCache);
        Thread second = new Thread(service::warmIndex);
        first.start();
        second.start();
        service.started.await();
        System.out.println(service.port); // safe: after the latch
        String address = service.address; // race:address
        service.warmed.await(); // one of the two is enough to go on
        int memory = service.cache; // race:cache
        memory += service.index; // race:index
        first.join();
        second.join();
        System.out.println(service.cache + service.index); // safe: after join
        if (memory > 192 || "".equals(address)) {
            throw new AssertionError();
        }
    }
}
