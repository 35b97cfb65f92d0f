package heldout.subscriptions;

enum State {
    TRIAL, ACTIVE, PAST_DUE, ENDED;

    enum Event { PAY, LAPSE, CANCEL }

    State on(Event e) {
        if (this == ENDED || e == Event.CANCEL) {
            return ENDED;
        }
        return switch (e) {
            case PAY -> ACTIVE;
            case LAPSE -> this == ACTIVE ? PAST_DUE : ENDED;
            default -> this;
        };
    }
}
