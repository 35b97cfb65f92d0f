package heldout.taxfiling;

import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class Main {
    private static final SimpleDateFormat ISO = new SimpleDateFormat("yyyy-MM-dd", Locale.ROOT);
    private static final ThreadLocal<SimpleDateFormat> GERMAN =
            ThreadLocal.withInitial(() -> new SimpleDateFormat("dd.MM.yyyy", Locale.ROOT));

    private static final StringBuilder SCRATCH = new StringBuilder();
    private static final ThreadLocal<StringBuilder> BUFFER = ThreadLocal.withInitial(() -> SCRATCH);

    private static int signed;

    record Filing(String taxId, long cents, Date due) { }

    private static String isoStamp(Filing f) {
        return ISO.format(f.due()); // race:iso
    }

    private static String letterDate(Filing f) {
        return GERMAN.get().format(f.due()); // safe: each thread has its own format
    }

    private static String amount(Filing f) {
        StringBuilder sb = BUFFER.get();
        sb.setLength(0); // race:scratch
        sb.append(f.cents() / 100); // race:scratch
        return sb.toString(); // race:scratch
    }

    private static String footer(Filing f) {
        StringBuilder sb = new StringBuilder();
        sb.append("ref "); // safe: local builder
        sb.append(f.taxId()); // safe: local builder
        return sb.toString();
    }

    private static String process(Filing f) {
        String amount;
        try {
            amount = amount(f);
        } catch (RuntimeException e) {
            amount = "?";
        }
        return isoStamp(f) + " " + letterDate(f) + " " + amount + " " + footer(f);
    }

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        System.out.println("today " + ISO.format(new Date(0))); // safe: no task submitted yet

        String[] letters = new String[6];
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (int i = 0; i < letters.length; i++) {
            int slot = i;
            Filing f = new Filing("T" + i, 100_000L + i * 4711, new Date(i * 86_400_000L));
            CompletableFuture<Void> done = CompletableFuture
                    .supplyAsync(() -> process(f), pool)
                    .exceptionally(ex -> "failed: " + ex)
                    .thenAccept(text -> letters[slot] = text) // safe: own slot
                    .whenComplete((v, ex) -> {
                        signed++; // race:signed
                    });
            all.add(done); // safe: local to main
        }

        CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).join();
        for (String letter : letters) { // safe: after allOf().join()
            System.out.println(letter);
        }
        System.out.println("signed " + signed); // safe: after allOf().join() of the last stages
        System.out.println("scratch " + SCRATCH.length()); // safe: after allOf().join()
        pool.shutdown();
    }
}
