package order.mains;

/** What both programs use. */
final class Field {
    static int seeds;
    static int stones;
    static int weeds;

    private Field() {}

    /** Starts whatever it is, and lets it run. */
    static void watch(Runnable task) {
        new Thread(task).start();
    }
}
