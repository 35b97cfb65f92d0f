package heldout.retryloader;

import java.util.ArrayList;
import java.util.List;

public class Main {

    private static List<Row> rows(int batch, int n) {
        List<Row> out = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            out.add(new Row(batch * 100 + i, "v" + i));
        }
        return List.copyOf(out);
    }

    public static void main(String[] args) throws InterruptedException {
        Store store = new Store();
        ImportStats stats = new ImportStats();
        int n = 9;
        Importer importer = new Importer(store, stats, n);
        importer.start();

        List<Importer.Batch> batches = new ArrayList<>();
        for (int b = 0; b < n; b++) {
            Importer.Batch batch = new Importer.Batch("batch" + b, rows(b, 5 + b), b % 5);
            batches.add(batch); // safe: main only
            importer.submit(batch);
        }

        boolean sane = stats.batches() <= n;
        List<String> letters = stats.deadLetters();
        sane &= letters.size() <= n; // race:dead
        sane &= stats.rows() <= 100;
        Row last = store.lastInserted();
        sane &= last == null || last.value().startsWith("v");
        Row first = store.find(0);
        sane &= first == null || first.id() == 0;

        importer.awaitDone();
        int attempts = 0;
        int errors = 0;
        for (Importer.Batch b : batches) {
            attempts += b.attempts();
            errors += b.lastError().isEmpty() ? 0 : 1;
        }
        List<String> dead = new ArrayList<>(stats.deadLettersCopy());
        dead.sort(null); // safe: private copy
        int seen = importer.stop();
        sane &= seen >= 0 && letters.size() == dead.size(); // safe: all batches are done
        System.out.println("attempts " + attempts + ", with errors " + errors + ", retries " + stats.finalRetries());
        System.out.println("dead " + dead + ", rows " + stats.rows() + "/" + store.all().size());
        System.out.println("sane " + sane);
    }
}
