package threads.selftest;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Tests without a framework: each gets a fresh fixture, and main runs them one after the other. */
public final class Main {
    interface Test {
        void run(Fixture fixture) throws Exception;
    }

    static final class Fixture {
        int balance;
        int operations;
        int[] history = new int[8];
        final CountDownLatch ready = new CountDownLatch(1);

        void deposit(int amount) {
            balance += amount; // race:balance
            count();
        }

        private synchronized void count() {
            operations++; // safe: always under this
        }

        synchronized int operations() {
            return operations; // safe: always under this
        }
    }

    static int passed;

    static void testSequential(Fixture fixture) {
        fixture.deposit(3);
        fixture.history[0] = fixture.balance; // safe: this fixture has one thread
        check(fixture.history[0] == 3); // safe: this fixture has one thread
    }

    static void testConcurrent(Fixture fixture) throws Exception {
        Thread other = new Thread(() -> fixture.deposit(1));
        other.start();
        fixture.deposit(1);
        other.join();
        check(fixture.balance > 0); // safe: after join
        check(fixture.operations() == 2);
    }

    static void testHandOver(Fixture fixture) throws Exception {
        Thread other = new Thread(() -> {
            fixture.history[1] = 7; // safe: before the latch
            fixture.ready.countDown();
            fixture.history[2] = 8; // race:history
        });
        other.start();
        fixture.ready.await();
        check(fixture.history[1] == 7); // safe: after the latch
        int late = fixture.history[2]; // race:history
        check(late == 0 || late == 8);
        other.join();
    }

    static void check(boolean condition) {
        if (!condition) {
            throw new AssertionError();
        }
        passed++; // safe: main's thread checks
    }

    public static void main(String[] args) throws Exception {
        Map<String, Test> tests = new LinkedHashMap<>();
        tests.put("sequential", Main::testSequential);
        tests.put("concurrent", Main::testConcurrent);
        tests.put("hand over", Main::testHandOver);
        for (Map.Entry<String, Test> test : tests.entrySet()) {
            test.getValue().run(new Fixture());
        }
        System.out.println(passed + " checks"); // safe: main's thread
    }
}
