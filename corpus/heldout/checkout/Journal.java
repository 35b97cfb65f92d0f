package heldout.checkout;

final class Journal {
    private final StringBuilder text = new StringBuilder(8192);
    private final StringBuffer alarms = new StringBuffer();

    void record(Order order, Throwable failure) {
        text.append(order == null ? '?' : '.'); // race:journal
        if (failure != null) {
            alarms.append(failure.getMessage()); // safe: a string buffer locks itself
        }
    }

    int length() {
        return text.length(); // safe: asked when all stages have been joined
    }

    String alarms() {
        return alarms.toString();
    }
}
