package heldout.nightlybatch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public final class Main {
    private static final int WORKERS = 3;
    private static final int JOBS = 24;

    private Main() {
    }

    public static void main(String[] args) throws InterruptedException {
        Map<String, Integer> settings = new HashMap<>();
        settings.put("factor", 31); // safe: before the start
        JobBoard board = new JobBoard();
        for (int i = 0; i < JOBS; i++) {
            board.add(new Job(i, 1 + i % 3));
        }
        List<Worker> workers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            Worker worker = new Worker("w" + i, board, settings);
            workers.add(worker);
            threads.add(new Thread(worker, "worker-" + i));
        }
        StatusPage page = new StatusPage(board, workers);
        Thread pageThread = new Thread(page, "status");
        pageThread.start();
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        page.close();
        pageThread.join();
        report(board, workers, page);
    }

    private static void report(JobBoard board, List<Worker> workers, StatusPage page) {
        int processed = 0;
        long weight = 0;
        for (Worker worker : workers) {
            processed += worker.processed();
            weight += worker.weightSum();
        }
        int attempts = 0;
        long results = 0;
        for (Job job : board.all()) {
            attempts += job.attempts();
            results += job.result();
        }
        System.out.println("completed " + board.completed() + " of " + processed);
        System.out.println("retries " + board.retried() + " attempts " + attempts);
        System.out.println("sums equal " + (weight == results) + " page ok " + page.healthy());
    }
}
