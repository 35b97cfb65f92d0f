package order.closing;

/** Another one, which may be closed by somebody else. */
public final class Crowded {
    private static int visitors;

    public static void main(String[] args) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(visitors))); // race:crowd
        new Thread(() -> {
            if (args.length == 0) {
                System.exit(3);
            }
        }).start();
        visitors = 4000; // race:crowd
        Thread.sleep(5);
        System.exit(0);
    }
}
