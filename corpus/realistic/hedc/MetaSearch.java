package realistic.hedc;

import java.util.ArrayList;
import java.util.List;

/** Splits a query into tasks and gathers what comes back in time. */
final class MetaSearch {
    private final WorkerPool pool;
    private int cancelled;
    private long oldest;

    MetaSearch(WorkerPool pool) {
        this.pool = pool;
    }

    Result ask(String query, List<Archive> archives, long patience) throws InterruptedException {
        Result result = new Result(archives.size());
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < archives.size(); i++) {
            Task task = new Task(archives.get(i), result, query, i);
            tasks.add(task); // safe: main's own list
            pool.submit(task);
        }
        if (!result.enough() && !result.await(patience)) {
            for (Task task : tasks) {
                if (!task.finished()) {
                    task.cancel();
                    cancelled++; // safe: main only
                } else {
                    oldest = Math.max(oldest, task.begun()); // safe: main only
                }
            }
        }
        if (result.describe().length() > 100) {
            throw new IllegalStateException();
        }
        return result;
    }
}
