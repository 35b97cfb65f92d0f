package realistic.hedc;

/** Answers of all archives to one query. */
final class Result {
    private final String[] texts;
    private int answered;
    private int failures;
    private String summary = "";
    private boolean sealed;

    Result(int slots) {
        texts = new String[slots];
    }

    synchronized void put(int slot, String text) {
        texts[slot] = text; // safe: under this
        answered++; // race:answered
        notifyAll();
    }

    void failed(int slot) {
        failures++; // race:failures
        summary = "failed " + slot; // race:summary
    }

    /** Waits for all answers, but not for ever. */
    synchronized boolean await(long millis) throws InterruptedException {
        long end = System.currentTimeMillis() + millis;
        while (answered < texts.length) { // safe: under this
            long left = end - System.currentTimeMillis();
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        sealed = true; // safe: under this
        return true;
    }

    boolean enough() {
        return answered > texts.length / 2; // race:answered
    }

    synchronized int complete() {
        int count = sealed ? 1 : 0; // safe: under this
        for (String text : texts) { // safe: under this
            if (text != null) {
                count++;
            }
        }
        return count;
    }

    String describe() {
        return summary + failures; // race:failures,summary
    }
}
