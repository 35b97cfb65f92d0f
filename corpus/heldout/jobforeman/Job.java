package heldout.jobforeman;

class Job {
    final int id;
    private int attempts;
    private long result;

    Job(int id) {
        this.id = id;
    }

    void execute() {
        attempts++; // safe: handed to exactly one worker at a time under the foreman's lock
        long sum = 0;
        for (int i = 1; i <= id; i++) {
            sum += (long) i * i;
        }
        result = sum; // race:result
    }

    int attempts() {
        return attempts; // safe: asked by the worker that holds the job, or after the joins
    }

    long result() {
        return result; // race:result
    }
}
