package heldout.subscriptions;

import java.util.ArrayList;
import java.util.List;

class Subscription {
    private final String customer;
    private final int monthlyCents;
    private final List<String> history = new ArrayList<>();
    private State state = State.TRIAL;

    Subscription(String customer, int monthlyCents) {
        this.customer = customer;
        this.monthlyCents = monthlyCents;
    }

    String customer() {
        return customer;
    }

    int monthlyCents() {
        return monthlyCents;
    }

    synchronized State fire(State.Event event, String stamp) {
        State next = state.on(event); // safe: all writes hold the monitor, too
        history.add(stamp + " " + event + " -> " + next); // safe: synchronized
        state = next; // race:state
        return next;
    }

    boolean billable() {
        State now = state; // race:state
        return now == State.ACTIVE || now == State.PAST_DUE;
    }

    synchronized String lastChange() {
        if (history.isEmpty()) { // safe: synchronized
            return "none";
        }
        return history.get(history.size() - 1); // safe: synchronized
    }
}
