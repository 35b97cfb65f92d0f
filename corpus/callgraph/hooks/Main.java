// What runs at the end: handlers of uncaught exceptions (of a thread, and of all threads), shutdown hooks, and the end by
// System.exit from a thread while others still live.
package callgraph.hooks;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Goodbye());
        Thread.setDefaultUncaughtExceptionHandler(new LastResort());
        Thread own = new Thread(Main::fail);
        own.setUncaughtExceptionHandler((thread, failure) -> report("own", failure));
        own.start();
        own.join();
        Thread other = new Thread(new Failing("other"));
        other.start();
        other.join();
        Thread grouped = new Thread(new Group("group"), new Failing("grouped"));
        grouped.start();
        grouped.join();
        Thread idle = new Thread(Main::sleep);
        idle.start();
        new Thread(Main::end).start();
        idle.join();
        System.out.println("never printed");
    }

    private static void fail() {
        throw new IllegalStateException("failed");
    }

    private static void report(String who, Throwable failure) {
        System.out.println(who + ": " + failure.getMessage());
    }

    private static void sleep() {
        try {
            Thread.sleep(60_000);
        } catch (InterruptedException e) {
            report("sleeper", e);
        }
    }

    private static void end() {
        System.out.println("end");
        System.exit(3);
    }
}

class Failing implements Runnable {
    private final String name;

    Failing(String name) {
        this.name = name;
    }

    @Override
    public void run() {
        throw new IllegalArgumentException(message());
    }

    private String message() {
        return "failing " + name;
    }
}

class LastResort implements Thread.UncaughtExceptionHandler {
    @Override
    public void uncaughtException(Thread thread, Throwable failure) {
        System.out.println("last resort: " + failure.getMessage());
    }
}

class Group extends ThreadGroup {
    Group(String name) {
        super(name);
    }

    @Override
    public void uncaughtException(Thread thread, Throwable failure) {
        System.out.println("group: " + failure.getMessage());
    }
}

class Goodbye extends Thread {
    @Override
    public void run() {
        System.out.println(farewell());
    }

    private String farewell() {
        return "goodbye";
    }
}
