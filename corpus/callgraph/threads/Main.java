// Threads started in three ways: a subclass of Thread, a Runnable class and a lambda, one of them from another thread.
// They meet in a monitor, wait, and are joined; what they print is put together at the end.
package callgraph.threads;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

public class Main {
    private static int total;

    public static void main(String[] args) throws InterruptedException {
        Mailbox mailbox = new Mailbox();
        Producer producer = new Producer(mailbox, 5);
        Consumer consumer = new Consumer(mailbox, 5);
        Thread reader = new Thread(consumer, "reader");
        Thread starter = new Thread(() -> startBoth(producer, reader));
        starter.start();
        starter.join();
        producer.join();
        reader.join();
        System.out.println(consumer.received());

        List<Thread> workers = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            int amount = i;
            workers.add(new Thread(() -> add(amount)));
        }
        workers.forEach(Thread::start);
        for (Thread worker : workers) {
            worker.join();
        }
        System.out.println(total + " " + new Idle().isAlive());
        new Idle().run();
    }

    private static void startBoth(Thread first, Thread second) {
        first.start();
        second.start();
    }

    private static synchronized void add(int amount) {
        total += amount;
    }
}

class Mailbox {
    private final Queue<String> letters = new ArrayDeque<>();

    synchronized void put(String letter) {
        letters.add(letter);
        notifyAll();
    }

    synchronized String take() throws InterruptedException {
        while (isEmpty()) {
            wait();
        }
        return letters.remove();
    }

    private boolean isEmpty() {
        return letters.isEmpty();
    }
}

class Producer extends Thread {
    private final Mailbox mailbox;
    private final int count;

    Producer(Mailbox mailbox, int count) {
        this.mailbox = mailbox;
        this.count = count;
    }

    @Override
    public void run() {
        for (int i = 0; i < count; i++) {
            mailbox.put(letter(i));
        }
    }

    private String letter(int number) {
        return "letter " + number;
    }
}

class Consumer implements Runnable {
    private final Mailbox mailbox;
    private final int count;
    private final List<String> received = new ArrayList<>();

    Consumer(Mailbox mailbox, int count) {
        this.mailbox = mailbox;
        this.count = count;
    }

    @Override
    public void run() {
        try {
            while (received.size() < count) {
                received.add(mailbox.take());
            }
        } catch (InterruptedException e) {
            received.add("interrupted");
        }
    }

    List<String> received() {
        return received;
    }
}

// Its run is called like any method.
class Idle extends Thread {
    @Override
    public void run() {
        System.out.println("idle");
    }
}
