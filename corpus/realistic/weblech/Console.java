package realistic.weblech;

/** Stands for the person at the keyboard. */
final class Console extends Thread {
    private final Spider spider;
    private int lines;

    Console(Spider spider) {
        super("console");
        this.spider = spider;
    }

    @Override
    public void run() {
        String[] commands = {"status", "verbose", "status", "wait", "quit"};
        for (String command : commands) {
            execute(command);
            lines++; // safe: main reads it after join
        }
    }

    private void execute(String command) {
        switch (command) {
            case "status":
                if (spider.status().isEmpty()) {
                    throw new AssertionError();
                }
                break;
            case "verbose":
                spider.talkative();
                break;
            case "wait":
                pause();
                break;
            default:
                spider.stop();
                break;
        }
    }

    private static void pause() {
        try {
            Thread.sleep(5);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    int lines() {
        return lines; // safe: after join
    }
}
