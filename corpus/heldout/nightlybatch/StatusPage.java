package heldout.nightlybatch;

import java.util.List;

/** Renders the state of the night over and over until closed. */
class StatusPage implements Runnable {
    private final JobBoard board;
    private final List<Worker> workers;
    private final StringBuilder page = new StringBuilder();
    private volatile boolean closed;
    private int renders;
    private boolean consistent = true;

    StatusPage(JobBoard board, List<Worker> workers) {
        this.board = board;
        this.workers = workers;
    }

    @Override
    public void run() {
        do {
            render();
            Thread.yield();
        } while (!closed);
    }

    private void render() {
        page.setLength(0); // safe: buffer belongs to the page's thread
        page.append("done: ").append(board.completed()); // safe: same thread
        for (Worker worker : workers) { // safe: list complete before the start
            if (worker.lastJob() < -1) {
                consistent = false; // safe: page's thread, main reads after join
            }
        }
        for (Job job : board.all()) { // safe: list complete before the start
            if (job.state() == Job.State.DONE) {
                page.append(' ').append(job.result());
                page.append('/').append(job.note());
            }
        }
        renders++; // safe: page's thread, main reads after join
    }

    void close() {
        closed = true;
    }

    boolean healthy() {
        return consistent && renders > 0 && page.length() > 0; // safe: after join
    }
}
