package conflicts.threadlocals;

import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.TimeZone;

/** Formatters and buffers: one for each thread, and one for all. */
public final class Main {
    private static final ThreadLocal<StringBuilder> BUFFER = ThreadLocal.withInitial(StringBuilder::new);
    private static final ThreadLocal<SimpleDateFormat> FORMAT = ThreadLocal.withInitial(Main::format);
    private static final ThreadLocal<Session> SESSION = new ThreadLocal<>();
    private static final SimpleDateFormat SHARED = format();
    private static final StringBuilder LOG = new StringBuilder();

    static final class Session {
        int requests;
        String user;
    }

    private static SimpleDateFormat format() {
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd");
        format.setTimeZone(TimeZone.getTimeZone("UTC")); // safe: nobody else has it yet
        return format;
    }

    static int handle(String user) {
        Session session = SESSION.get();
        if (session == null) {
            session = new Session();
            SESSION.set(session);
        }
        session.requests++; // safe: one for each thread
        session.user = user; // safe: one for each thread
        StringBuilder buffer = BUFFER.get();
        buffer.setLength(0); // safe: one for each thread
        buffer.append(user).append(FORMAT.get().format(new Date(0))); // safe: one for each thread
        int length = 0;
        try {
            length = SHARED.format(new Date(86_400_000L)).length(); // race:SHARED
            LOG.append(user); // race:LOG
        } catch (RuntimeException e) {
            length = 0;
        }
        return buffer.length() + Math.min(length, 0);
    }

    public static void main(String[] args) throws InterruptedException {
        int[] sums = new int[3];
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int id = i;
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 4; k++) {
                    sums[id] += handle("user"); // safe: its own element
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sums[0] + sums[1] + sums[2]); // safe: after join
    }
}
