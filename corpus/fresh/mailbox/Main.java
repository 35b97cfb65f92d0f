package fresh.mailbox;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** An actor with a mailbox. Senders publish messages by the queue, but one goes on writing to what it has sent. */
public final class Main {
    static class Message {
        final String subject;
        private int amount;
        private boolean urgent;
        private long sentAt;
        private volatile boolean handled;

        Message(String subject) {
            this.subject = subject;
        }
    }

    static final class Ledger implements Runnable {
        private final BlockingQueue<Message> mailbox = new LinkedBlockingQueue<>();
        private long total;
        private int urgent;
        private int processed;

        void send(Message message) {
            message.sentAt = System.nanoTime(); // safe: before the queue
            mailbox.add(message);
        }

        @Override
        public void run() {
            try {
                Message message;
                while (!(message = mailbox.take()).subject.equals("stop")) { // safe: final
                    total += message.amount; // race:amount
                    if (message.urgent) { // race:urgent
                        urgent++; // safe: only the ledger, and read after join
                    }
                    if (message.sentAt > System.nanoTime()) { // safe: written before the queue
                        throw new IllegalStateException();
                    }
                    processed++; // race:processed
                    message.handled = true; // safe: volatile
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static Message payment(int amount) {
        Message message = new Message("payment");
        message.amount = amount; // safe: before the queue
        return message;
    }

    public static void main(String[] args) throws InterruptedException {
        Ledger ledger = new Ledger();
        Thread actor = new Thread(ledger, "ledger");
        actor.start();
        Thread teller = new Thread(() -> {
            for (int i = 0; i < 30; i++) {
                Message message = payment(i);
                ledger.send(message);
                if (i % 10 == 0) {
                    message.urgent = true; // race:urgent
                }
            }
        }, "teller");
        Thread corrector = new Thread(() -> {
            for (int i = 0; i < 30; i++) {
                Message message = new Message("correction");
                ledger.send(message);
                message.amount -= 1; // race:amount
                while (!message.handled) { // safe: volatile
                    Thread.yield();
                }
                message.amount = 0; // safe: the ledger is done with it
            }
        }, "corrector");
        teller.start();
        corrector.start();
        int progress = ledger.processed; // race:processed
        teller.join();
        corrector.join();
        ledger.send(new Message("stop"));
        actor.join();
        System.out.println(ledger.processed); // safe: after join
        if (progress > 60 || ledger.urgent > 3 || ledger.total > 435) { // safe: after join
            throw new AssertionError();
        }
    }
}
