package heldout.mailer;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/** Mails are sent by a single-threaded executor; the template is shared with who changes it. */
public class Main {
    static class Mail {
        final String to;
        private String subject;
        private boolean sent;

        Mail(String to) {
            this.to = to;
        }
    }

    static class Template {
        String greeting = "Hello";
        private String footer = "Bye";

        synchronized String footer() {
            return footer; // safe: under this
        }

        synchronized void footer(String footer) {
            this.footer = footer; // safe: under this
        }
    }

    private final ExecutorService sender = Executors.newSingleThreadExecutor();
    private final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();
    private final Semaphore quota = new Semaphore(5);
    private final Template template = new Template();
    private int sentCount;

    Future<Mail> send(Mail mail) {
        mail.subject = "news"; // safe: before it is submitted
        return sender.submit(() -> {
            quota.acquire();
            try {
                mail.subject = template.greeting + " " + mail.subject + template.footer(); // race:greeting
                mail.sent = true; // safe: read after get
                sentCount++; // safe: the executor has one thread, and main reads it after get
                log.add(mail.to); // safe: concurrent queue
            } finally {
                quota.release();
            }
            return mail;
        });
    }

    public static void main(String[] args) throws Exception {
        Main mailer = new Main();
        Future<Mail> last = null;
        for (int i = 0; i < 10; i++) {
            last = mailer.send(new Mail("user" + i));
        }
        mailer.template.greeting = "Hi"; // race:greeting
        mailer.template.footer("Cheers");
        Mail mail = last.get();
        System.out.println(mail.sent + " " + mailer.sentCount + " " + mailer.log.size()); // safe: one thread sends, and the last was sent
        mailer.sender.shutdown();
    }
}
