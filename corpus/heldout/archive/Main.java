package heldout.archive;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public final class Main {
    public static void main(String[] args) throws Exception {
        Archive archive = new Archive();
        Document first = new Document("doc0", "once upon a time");
        archive.add(first);
        for (int i = 1; i < 8; i++) {
            archive.add(new Document("doc" + i, "chapter " + i));
        }
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            results.add(pool.submit(new Clerk(archive, i)));
        }
        Future<List<String>> renamed = pool.submit(() -> archive.rename("doc0", "zero"));
        Future<?> added = pool.submit(() -> archive.add(new Document("late", "addendum")));
        int letters = 0;
        for (Future<Integer> result : results) {
            letters += result.get();
        }
        added.get();
        System.out.println(letters + " " + renamed.get().contains("zero") + " " + archive.version());
        System.out.println(first.name() + " " + first.opened() + " " + archive.used());
        pool.shutdown();
    }
}
