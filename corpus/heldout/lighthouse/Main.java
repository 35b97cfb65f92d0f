package heldout.lighthouse;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Keeper, lamp and fog horn: everything is ordered by volatiles, atomics and thread life cycles. */
public class Main {

    private static final VarHandle POSTED;

    static {
        try {
            POSTED = MethodHandles.lookup().findVarHandle(Main.class, "posted", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private int angle;
    private volatile int turn;

    private String forecast;
    private boolean posted;

    private String wakeNote;
    private String heard;

    private String owner;
    private final AtomicBoolean claimed = new AtomicBoolean();

    private final int[] log = new int[8];
    private final AtomicInteger nextLine = new AtomicInteger();

    private int hornBlasts;
    private final AtomicReference<int[]> chart = new AtomicReference<>();

    /** Keeper and lamp take turns; player 0 and 1 run the same code. */
    private void rotate(int player) {
        for (int i = 0; i < 5; i++) {
            while (turn != player) { // safe: volatile
                Thread.onSpinWait();
                Thread.yield();
            }
            angle = (angle + 15) % 360; // safe: alternates under the volatile turn
            log[nextLine.getAndIncrement() % 4 + player * 4] = angle; // safe: slots 0-3 belong to player 0, 4-7 to player 1
            turn = 1 - player; // safe: volatile
        }
        if (claimed.compareAndSet(false, true)) {
            owner = "player " + player; // safe: only one thread wins the compareAndSet
        }
    }

    private void sleeper() {
        try {
            Thread.sleep(1500);
            heard = "nothing"; // safe: own thread, main joins
        } catch (InterruptedException e) {
            heard = wakeNote; // safe: interrupt() orders the note before this
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main m = new Main();

        Thread keeper = new Thread(() -> m.rotate(0), "keeper");
        Thread lamp = new Thread(() -> m.rotate(1), "lamp");
        Thread sleeper = new Thread(m::sleeper, "sleeper");
        Thread horn = new Thread(() -> {
            for (int i = 0; i < 3; i++) {
                m.hornBlasts++; // safe: main waits until the thread is no longer alive
            }
        }, "horn");
        Thread radio = new Thread(() -> {
            while (!(boolean) POSTED.getAcquire(m)) { // safe: acquire access
                Thread.yield();
            }
            String f = m.forecast; // safe: released before 'posted'
            int[] c;
            while ((c = m.chart.get()) == null) {
                Thread.yield();
            }
            int depth = c[1]; // safe: the array was filled before the AtomicReference was set
            System.out.println(f + ", depth " + depth);
        }, "radio");

        for (Thread t : new Thread[] {keeper, lamp, sleeper, horn, radio}) {
            t.start();
        }

        m.forecast = "gale"; // safe: before the release store
        POSTED.setRelease(m, true); // safe: release access
        int[] depths = new int[2];
        depths[1] = 17; // safe: not yet published
        m.chart.set(depths);

        m.wakeNote = "get up"; // safe: before interrupt
        sleeper.interrupt();

        while (horn.isAlive()) {
            Thread.sleep(1);
        }
        int blasts = m.hornBlasts; // safe: isAlive() returned false
        keeper.join();
        lamp.join();
        sleeper.join();
        String who = m.owner; // safe: both players joined
        int last = m.angle; // safe: both players joined
        System.out.println(blasts + " blasts, " + who + ", angle " + last + ", " + m.heard); // safe: sleeper joined
        System.out.println("first entry " + m.log[0]); // safe: both players joined
        radio.join();
    }
}
