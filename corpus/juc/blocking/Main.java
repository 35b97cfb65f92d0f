package juc.blocking;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Two threads that wait for each other in every way there is, and acquire locks of one class in between. */
public final class Main {
    /** What the threads lock. */
    static final class Account {
        private int balance;

        synchronized void add(int amount) {
            balance += amount;
        }
    }

    interface Step {
        void run() throws Exception;
    }

    static final Account account = new Account();
    static final Semaphore permit = new Semaphore(0);
    static final CountDownLatch latch = new CountDownLatch(1);
    static final BlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
    static final CyclicBarrier barrier = new CyclicBarrier(2);
    static final Exchanger<String> exchanger = new Exchanger<>();
    static final Phaser phaser = new Phaser(2);
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition condition = lock.newCondition();
    static boolean isSignalled;
    static volatile boolean isReady;
    static ServerSocket server;

    public static void main(String[] args) throws Exception {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread first = new Thread(() -> all(
                permit::acquire, latch::await, queue::take, barrier::await, () -> exchanger.exchange("a"),
                phaser::arriveAndAwaitAdvance, Main::awaitSignal, Main::awaitPermit, Main::listen));
        Thread second = new Thread(() -> all(
                permit::release, latch::countDown, () -> queue.put("x"), barrier::await, () -> exchanger.exchange("b"),
                phaser::arriveAndAwaitAdvance, Main::signal, () -> wake(first), Main::send));
        first.start();
        second.start();
        first.join();
        second.join();
        server.close();
        System.out.println(account.balance == 36 ? "done" : "the balance is " + account.balance);
    }

    static void all(Step... steps) {
        try {
            for (Step step : steps) {
                account.add(1);
                Thread.sleep(3);
                step.run();
                account.add(1);
            }
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    static void awaitSignal() throws InterruptedException {
        lock.lock();
        try {
            while (!isSignalled) {
                condition.await();
            }
        } finally {
            lock.unlock();
        }
    }

    static void signal() {
        lock.lock();
        try {
            isSignalled = true;
            condition.signalAll();
        } finally {
            lock.unlock();
        }
    }

    static void awaitPermit() {
        while (!isReady) {
            LockSupport.park();
        }
    }

    static void wake(Thread other) {
        isReady = true;
        LockSupport.unpark(other);
    }

    static void listen() throws IOException {
        try (Socket socket = server.accept(); InputStream in = socket.getInputStream()) {
            if (in.read() != 1 || in.read() != 2) {
                throw new AssertionError("something else was sent");
            }
        }
    }

    /** The other thread waits for a byte, of which the JVM does not know. */
    static void send() throws IOException {
        try (Socket socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
            for (int part = 1; part <= 2; part++) {
                for (int i = 0; i < 20; i++) {
                    account.add(0);
                }
                socket.getOutputStream().write(part);
            }
        }
    }
}
