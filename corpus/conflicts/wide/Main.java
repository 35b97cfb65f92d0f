package conflicts.wide;

/** Static fields of two words and of one: a clock that others read. */
public final class Main {
    static final class Clock {
        static long ticks;
        static double drift;
        static volatile long synced;
        static final long EPOCH = System.nanoTime();
        static float rate = 1.0f;
        static boolean summer;
        private static long beats;

        static void tick() {
            ticks++; // race:ticks
            drift = drift * 0.9 + 0.1; // race:drift
            synced = EPOCH; // safe: volatile, and the other is final
            beats += 2; // safe: only the ticking thread until it has ended
        }

        private Clock() {
        }
    }

    static class Display implements Runnable {
        private double shown;

        @Override
        public void run() {
            for (int i = 0; i < 50; i++) {
                shown = Clock.ticks * Clock.rate + Clock.drift; // race:ticks,drift,rate
                if (Clock.summer) { // race:summer
                    shown += 3600;
                }
                shown += Clock.synced - Clock.EPOCH; // safe: volatile and final
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Clock.rate = 1.5f; // safe: before start
        Thread ticker = new Thread(() -> {
            for (int i = 0; i < 50; i++) {
                Clock.tick();
            }
        });
        Display display = new Display();
        Thread shower = new Thread(display);
        ticker.start();
        shower.start();
        Clock.summer = true; // race:summer
        Clock.rate = 2; // race:rate
        ticker.join();
        System.out.println(Clock.ticks + Clock.beats); // safe: the ticking thread has ended
        shower.join();
        if (Double.isNaN(display.shown)) { // safe: after join
            throw new AssertionError();
        }
    }
}
