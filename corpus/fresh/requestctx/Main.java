package fresh.requestctx;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A context per request, kept in a thread-local. One of the "thread-locals" gives the same object to everybody. */
public final class Main {
    static final class Context {
        private static final ThreadLocal<Context> CURRENT = ThreadLocal.withInitial(Context::new);

        private final Map<String, String> values = new HashMap<>();
        private String user;

        static Context current() {
            return CURRENT.get();
        }

        static void clear() {
            CURRENT.remove();
        }

        void put(String key, String value) {
            values.put(key, value); // safe: a context per thread
        }

        String get(String key) {
            return values.get(key); // safe: a context per thread
        }

        void setUser(String user) {
            this.user = user; // safe: a context per thread
        }

        String user() {
            return user; // safe: a context per thread
        }
    }

    static final class Formatter {
        private static final StringBuilder SHARED = new StringBuilder(1 << 14);
        private static final ThreadLocal<StringBuilder> BUFFER = ThreadLocal.withInitial(() -> SHARED);
        private static final ThreadLocal<StringBuilder> OWN = ThreadLocal.withInitial(StringBuilder::new);

        static int sloppy(String text) {
            StringBuilder buffer = BUFFER.get(); // safe: only the reference
            buffer.append(text, 0, 1); // race:buffer
            return text.length();
        }

        static String careful(String text) {
            StringBuilder buffer = OWN.get();
            buffer.setLength(0); // safe: a buffer per thread
            buffer.append('[').append(text).append(']'); // safe: a buffer per thread
            return buffer.toString(); // safe: a buffer per thread
        }
    }

    private static String handle(int request) {
        Context context = Context.current();
        context.setUser("user" + request % 3);
        context.put("id", String.valueOf(request));
        try {
            return render();
        } finally {
            Context.clear();
        }
    }

    private static String render() {
        Context context = Context.current();
        String text = context.user() + "/" + context.get("id");
        if (Formatter.sloppy(text) == 0) {
            throw new IllegalStateException();
        }
        return Formatter.careful(text);
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<String>> pages = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            int request = i;
            pages.add(pool.submit(() -> handle(request)));
        }
        StringBuilder out = new StringBuilder();
        for (Future<String> page : pages) {
            out.append(page.get());
        }
        pool.shutdown();
        System.out.println(out);
    }
}
