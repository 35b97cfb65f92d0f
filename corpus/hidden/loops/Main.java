package hidden.loops;

/** Both threads take the lock many times. As long as any of the first one's comes before one of the other's, the race hides. */
public final class Main {
    static final class Meter {
        private long total;

        synchronized void add(int value) {
            total += value;
        }
    }

    private static final Meter METER = new Meter();
    private static int unit;

    public static void main(String[] args) throws InterruptedException {
        Thread early = new Thread(Main::early, "early");
        Thread late = new Thread(Main::late, "late");
        early.start();
        late.start();
        early.join();
        late.join();
        System.out.println("done");
    }

    private static void early() {
        unit = 1000; // race:unit
        for (int i = 0; i < 10; i++) {
            METER.add(i);
        }
    }

    private static void late() {
        warmUp();
        for (int i = 0; i < 10; i++) {
            METER.add(i);
        }
        if (unit < 0) { // race:unit
            throw new IllegalStateException("no unit");
        }
    }

    private static void warmUp() {
        try {
            Thread.sleep(80);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
