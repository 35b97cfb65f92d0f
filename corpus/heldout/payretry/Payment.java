package heldout.payretry;

import java.util.concurrent.CountDownLatch;

class Payment implements Comparable<Payment> {
    enum State { NEW, RETRYING, SETTLED }

    private final int id;
    private final int amount;
    private final CountDownLatch settled = new CountDownLatch(1);
    private final StringBuilder history = new StringBuilder();
    private State state = State.NEW;
    private int due;
    private int attempts;
    private String outcome;

    Payment(int id, int amount) {
        this.id = id;
        this.amount = amount;
    }

    int id() { return id; }
    int amount() { return amount; }

    int beginAttempt() {
        attempts++; // race:attempts
        history.append(state.name().charAt(0)); // safe: the worker that took the payment owns it
        return attempts; // safe: owning worker reads its own count, the queue orders the owners
    }

    void postpone(int ticks) {
        state = State.RETRYING; // safe: owned by the worker until it is queued again (false alarm: that a payment belongs to who took it is not followed that far)
        due += ticks; // safe: only changed while the payment is outside the queue
    }

    void settle(String text) {
        state = State.SETTLED; // safe: owned by the worker
        outcome = text; // safe: before countDown
        history.append('.'); // safe: before countDown
        settled.countDown();
    }

    int due() {
        return due; // safe: owned by the worker
    }

    int peekAttempts() {
        return attempts; // race:attempts
    }

    int awaitHistory() throws InterruptedException {
        settled.await();
        if (state != State.SETTLED || !outcome.startsWith("ok")) { // safe: after the latch (false alarm: as above)
            throw new IllegalStateException("payment " + id);
        }
        return history.length(); // safe: after the latch
    }

    @Override
    public int compareTo(Payment other) {
        return Integer.compare(due, other.due); // safe: run under the queue's lock, due is fixed while queued
    }
}
