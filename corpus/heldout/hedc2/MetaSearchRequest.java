package heldout.hedc2;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** One query, distributed over several archives. */
class MetaSearchRequest {

    private final String query;
    private final List<Task> tasks = new ArrayList<>();
    private int counter;
    private int answered;

    MetaSearchRequest(String query) {
        this.query = query;
    }

    String getQuery() {
        return query;
    }

    void add(Task task) {
        tasks.add(task); // safe: only the requesting thread uses the list
    }

    void go(Executor executor, long timeout) throws InterruptedException {
        synchronized (this) {
            counter = tasks.size(); // safe: under the request's monitor
        }
        for (Task t : tasks) {
            executor.execute(t);
        }
        boolean complete = waitFor(timeout);
        if (!complete) {
            for (Task t : tasks) { // safe: list is not touched by the pool
                t.cancel();
            }
        }
    }

    synchronized void countDown() {
        counter--; // safe: under the request's monitor
        answered++;
        if (counter == 0) {
            notifyAll();
        }
    }

    private synchronized boolean waitFor(long timeout) throws InterruptedException {
        long deadline = System.currentTimeMillis() + timeout;
        while (counter > 0) { // safe: under the request's monitor
            long left = deadline - System.currentTimeMillis();
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    synchronized int getAnswered() {
        return answered;
    }

    String summary() {
        StringBuilder sb = new StringBuilder(query).append(':');
        for (Task t : tasks) {
            String r = t.getResult();
            if (r != null) {
                sb.append("\n  ").append(r); // safe: strings are immutable, the builder is local
            }
        }
        return sb.toString();
    }
}
