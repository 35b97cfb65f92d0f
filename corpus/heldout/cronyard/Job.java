package heldout.cronyard;

abstract class Job implements Comparable<Job> {
    final int index;
    final String name;
    final int limit;
    long dueTick;
    private int runs;
    private String lastResult = "";

    Job(int index, String name, int limit) {
        this.index = index;
        this.name = name;
        this.limit = limit;
    }

    /** Returns true while the job wants to be queued again. */
    boolean fire() {
        lastResult = perform(dueTick); // safe: a job is run by one worker at a time, handed on through the queue lock
        runs++; // race:runs
        dueTick += 3; // safe: not in the queue while it runs (false alarm: that a queue compares what is inside is not seen)
        return runs < limit; // safe: the only writer is the running worker
    }

    protected abstract String perform(long tick);

    int runs() {
        return runs; // race:runs
    }

    String lastResult() {
        return lastResult; // safe: asked when all workers have been joined
    }

    @Override
    public int compareTo(Job other) {
        int c = Long.compare(dueTick, other.dueTick); // safe: compared by the queue, under its lock (false alarm: as above)
        return c != 0 ? c : Integer.compare(index, other.index);
    }
}
