package locks.constants;

/** Locks on literals, class objects and boxed numbers: equal literals are one object, fresh ones are not. */
public final class Main {
    private static int registered;
    private static int counted;
    private static int printed;
    private static int measured;
    private static int weighed;
    private static Integer level = 0;

    static void register() {
        synchronized ("registry") {
            registered++; // safe: the literal is the same object everywhere
        }
        synchronized (new String("registry")) {
            counted++; // race:counted
        }
        synchronized (Main.class) {
            printed++; // race:printed
        }
        synchronized (Integer.valueOf(42)) {
            measured++; // safe: small numbers are boxed once
        }
    }

    static final class Desk extends Thread {
        private static final String LOCK = "registry";
        private final Object mine = new Object();

        @Override
        public void run() {
            synchronized (LOCK) {
                registered++; // safe: the same literal
            }
            synchronized (mine) {
                counted++; // race:counted
                weighed++; // race:weighed
            }
            register();
        }

        synchronized static void print() {
            printed++; // race:printed
        }
    }

    static void raise() {
        synchronized (Main.class) {
            level++; // safe: the class object guards the field, whatever it holds
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Desk first = new Desk();
        Desk second = new Desk();
        first.start();
        second.start();
        register();
        Desk.print();
        raise();
        first.join();
        second.join();
        System.out.println(registered + " " + measured + " " + level); // safe: after join
        if (printed == 0 || counted == 0 || weighed == 0) { // safe: after join
            throw new AssertionError();
        }
    }
}
