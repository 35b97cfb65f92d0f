package heldout.notifyfan;

/** The texts around a message; looked up on first use. */
record Templates(String email, String push) {
    private static Templates current;

    static Templates current() {
        Templates t = current; // race:templates
        if (t == null) {
            t = load();
            current = t; // race:templates
        }
        return t;
    }

    private static Templates load() {
        return new Templates("Dear customer, ", "You have mail"); // safe: record fields are final
    }
}
