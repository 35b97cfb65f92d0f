package heldout.mailmerge2;

import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

public class Main {

    enum Field {
        NAME(a -> a.name), CITY(a -> a.city), SALDO(a -> String.format(Locale.ROOT, "%.2f", a.cents / 100.0));

        private final Function<Addressee, String> getter;

        Field(Function<Addressee, String> getter) {
            this.getter = getter;
        }
    }

    static class Addressee {
        private final String name;
        private String city;
        private long cents;

        Addressee(String name) {
            this.name = name;
        }

        Addressee in(String city) {
            this.city = city; // safe: address book is complete before the merge starts
            return this;
        }

        Addressee owing(long cents) {
            this.cents = cents; // safe: address book is complete before the merge starts
            return this;
        }
    }

    /** The template text is prepared by whoever needs it first. */
    static class TemplateHolder {
        private static final Map<Field, String> MARKERS = new HashMap<>();

        static {
            for (Field f : Field.values()) {
                MARKERS.put(f, "<" + f.name().toLowerCase(Locale.ROOT) + ">"); // safe: class initialisation
            }
        }

        static String fill(String text, Addressee to) {
            String out = text;
            for (Field f : Field.values()) {
                String marker = MARKERS.get(f); // safe: never changed after class initialisation
                out = out.replace(marker, f.getter.apply(to));
            }
            return out;
        }
    }

    static class Outbox {
        private final String[] letters;
        private final AtomicReference<String> longest = new AtomicReference<>("");
        private int bytes;

        Outbox(int size) {
            letters = new String[size];
        }

        void put(int slot, String letter) {
            letters[slot] = letter; // safe: every slot has one writer
            longest.accumulateAndGet(letter, (a, b) -> b.length() > a.length() ? b : a); // safe: atomic
            synchronized (letters) {
                bytes += letter.length(); // safe: guarded by letters
            }
        }

        int bytes() {
            synchronized (letters) {
                return bytes; // safe: guarded by letters
            }
        }
    }

    static class MergeTask implements Callable<Integer> {
        private static final ThreadLocal<SimpleDateFormat> DATE = ThreadLocal.withInitial(() -> {
            SimpleDateFormat f = new SimpleDateFormat("d MMM yyyy", Locale.UK);
            f.setTimeZone(TimeZone.getTimeZone("UTC")); // safe: thread's own format
            return f;
        });

        private final Addressee[] book;
        private final int from;
        private final int to;
        private final Outbox outbox;
        private final SynchronousQueue<Addressee> rejects;

        MergeTask(Addressee[] book, int from, int to, Outbox outbox, SynchronousQueue<Addressee> rejects) {
            this.book = book;
            this.from = from;
            this.to = to;
            this.outbox = outbox;
            this.rejects = rejects;
        }

        @Override
        public Integer call() throws InterruptedException {
            int written = 0;
            for (int i = from; i < to; i++) {
                Addressee a = book[i]; // safe: book is only read
                if (a.city == null) { // safe: nobody gives this one a city until it is handed over
                    rejects.put(a);
                    continue;
                }
                StringBuilder letter = new StringBuilder();
                letter.append(DATE.get().format(new Date(1_700_000_000_000L + i))); // safe: thread's own format and builder
                letter.append('\n').append(TemplateHolder.fill("Dear <name> of <city>, you owe <saldo>.", a));
                outbox.put(i, letter.toString());
                written++;
            }
            return written;
        }
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        String[] names = {"Abel", "Bo", "Cleo", "Dev", "Eve", "Finn", "Gus", "Hal", "Ira"};
        Addressee[] book = new Addressee[names.length];
        for (int i = 0; i < book.length; i++) {
            book[i] = new Addressee(names[i]).in(i % 4 == 3 ? null : "Town " + i).owing(i * 1250L); // safe: before submit
        }

        SynchronousQueue<Addressee> rejects = new SynchronousQueue<>();
        List<String> complaints = new ArrayList<>();
        Thread clerk = new Thread(() -> {
            try {
                for (int n = 0; n < 2; n++) {
                    Addressee a = rejects.take();
                    a.city = "(unknown)"; // safe: the merge task has let go of it (false alarm: an element of the own part of an array that is handed over is not followed)
                    complaints.add(a.name + " " + a.city); // safe: clerk only, main reads after join
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "clerk");
        clerk.start();

        Outbox outbox = new Outbox(book.length);
        ExecutorService pool = Executors.newWorkStealingPool(3);
        List<MergeTask> tasks = new ArrayList<>();
        for (int from = 0; from < book.length; from += 3) {
            tasks.add(new MergeTask(book, from, from + 3, outbox, rejects));
        }
        int letters = 0;
        for (Future<Integer> f : pool.invokeAll(tasks)) {
            letters += f.get();
        }
        clerk.join();

        System.out.println(letters + " letters, " + outbox.bytes() + " chars, complaints " + complaints);
        System.out.println(Arrays.toString(outbox.letters).length()); // safe: after invokeAll
        System.out.println(outbox.longest.get());
    }
}
