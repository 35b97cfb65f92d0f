package heldout.spreadsheettwo;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

public class Main {
    private static final int ROWS = 12;

    public static void main(String[] args) throws Exception {
        var pool = Executors.newFixedThreadPool(4);
        BlockingQueue<EditRecord> journalFeed = new LinkedBlockingQueue<>();
        var journal = new Journal(journalFeed);
        journal.start();
        var sheet = new Sheet(new RecalcEngine(pool), journalFeed);
        var dirty = new DirtyTracker();
        sheet.onChange(dirty);
        fill(sheet);

        List<Thread> users = new ArrayList<>();
        for (int u = 0; u < 3; u++) {
            int user = u;
            var thread = new Thread(() -> edit(sheet, user), "user-" + u);
            users.add(thread);
            thread.start();
        }
        var checks = new int[1];
        var chart = new Thread(() -> {
            long seen = -1;
            for (int i = 0; i < 200; i++) {
                var view = sheet.view();
                if (view.version() != seen) {
                    seen = view.version();
                    checks[0] += view.values().size(); // safe: main reads after join
                }
                double total = sheet.valueOf("total");
                if (Double.isNaN(total)) {
                    System.out.println("no total");
                }
                Thread.yield();
            }
        }, "chart");
        chart.start();

        for (var t : users) {
            t.join();
        }
        chart.join();
        journalFeed.add(EditRecord.END);
        journal.join();

        double total = 0;
        for (int r = 0; r < ROWS; r++) {
            total += sheet.valueOf("c" + r);
        }
        System.out.println("consistent: " + (Math.abs(total - sheet.valueOf("total")) < 1e-6));
        System.out.println("parallel sum: " + (Math.abs(total - sheet.sumOf("c", ROWS, pool)) < 1e-6));
        System.out.println("charted > 0: " + (checks[0] > 0)); // safe: chart thread was joined
        System.out.println("edits " + journal.size() + ", by user " + journal.perUser());
        System.out.println("dirty cells " + dirty.drain() + ", evaluations > 0: " + (sheet.evaluations() > 0));
        pool.shutdown();
    }

    private static void fill(Sheet sheet) {
        sheet.batch("setup", editor -> {
            Formula sum = new Formula.Constant(0);
            for (int r = 0; r < ROWS; r++) {
                editor.set("a" + r, new Formula.Constant(r));
                editor.set("b" + r, new Formula.Binary('*', new Formula.Ref("a" + r), new Formula.Constant(2)));
                editor.set("c" + r, new Formula.Binary('+', new Formula.Ref("b" + r), new Formula.Ref("a" + ((r + 1) % ROWS))));
                sum = new Formula.Binary('+', sum, new Formula.Ref("c" + r));
            }
            editor.set("total", sum);
        });
    }

    private static void edit(Sheet sheet, int user) {
        var random = new Random(user);
        for (int i = 0; i < 25; i++) {
            int row = random.nextInt(ROWS);
            double value = random.nextInt(100);
            sheet.batch("user" + user, editor -> {
                editor.set("a" + row, new Formula.Constant(value));
                if (value > 50) {
                    editor.set("b" + row, new Formula.Binary('*', new Formula.Ref("a" + row), new Formula.Constant(value % 7)));
                }
            });
        }
    }
}
