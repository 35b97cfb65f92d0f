package heldout.scheduler;

import java.util.concurrent.Callable;

enum JobState { QUEUED, RUNNING, RETRYING, SUCCEEDED, DEAD }

record RetryPolicy(int maxAttempts, long backoffMillis) {
    long delayFor(int attempt) {
        return backoffMillis << Math.min(attempt, 4);
    }
}

record JobResult(String job, int attempts, String output) {}

final class Job implements Comparable<Job> {
    private final String name;
    private final int priority;
    private final Callable<String> work;
    private int attempts;
    private long notBefore;
    private String lastError;
    private volatile JobState state = JobState.QUEUED;

    Job(String name, int priority, Callable<String> work) {
        this.name = name;
        this.priority = priority;
        this.work = work;
    }

    String name() {
        return name;
    }

    Callable<String> work() {
        return work;
    }

    JobState state() {
        return state; // safe: volatile
    }

    void moveTo(JobState next) {
        state = next; // safe: volatile
    }

    int nextAttempt() {
        attempts++; // safe: called with the scheduler lock held
        return attempts; // safe: called with the scheduler lock held
    }

    int attempts() {
        return attempts; // safe: called with the scheduler lock held
    }

    long notBefore() {
        return notBefore; // safe: called with the scheduler lock held
    }

    void delayUntil(long nanos) {
        notBefore = nanos; // safe: called with the scheduler lock held
    }

    void recordError(String message) {
        lastError = message; // race:lastError
    }

    String lastError() {
        return lastError; // race:lastError
    }

    @Override
    public int compareTo(Job other) {
        int byTime = Long.compare(notBefore, other.notBefore); // safe: the queue is only touched under the lock
        return byTime != 0 ? byTime : Integer.compare(other.priority, priority);
    }
}
