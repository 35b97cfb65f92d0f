package juc.varhandle;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Handles of a field, an array element and a static field, with several modes. */
public final class Main {
    static final int ROUNDS = 300;

    /** What is handed over. Its fields are plain: only the order of threads makes them safe. */
    static final class Parcel {
        int number;
        long weight;
        String label;
        int[] unused;

        Parcel fill(int i) {
            number = i;
            weight = i * 3L;
            label = "parcel";
            return this;
        }

        void check(int i) {
            if (number != i || weight != i * 3L || !label.equals("parcel")) {
                throw new AssertionError("a parcel was not seen as it was sent: " + number + ", not " + i);
            }
            number = -1; // safe: whoever gets it owns it
        }
    }

    static final VarHandle TURN;
    static final VarHandle CELL = MethodHandles.arrayElementVarHandle(int[].class);
    static final VarHandle COUNT;

    static {
        try {
            TURN = MethodHandles.lookup().findVarHandle(Turn.class, "value", int.class);
            COUNT = MethodHandles.lookup().findStaticVarHandle(Main.class, "count", int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static final class Turn {
        volatile int value;
    }

    static volatile int count;
    static final Turn turn = new Turn();
    static final int[] cells = new int[4];
    static Parcel parcel = new Parcel();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            try {
                for (int i = 0; i < ROUNDS; i++) {
                    while (true) {
                        int seen = switch (i % 3) {
                            case 0 -> (int) TURN.getAcquire(turn);
                            case 1 -> (int) CELL.getVolatile(cells, 2);
                            default -> count;
                        };
                        if (seen == i + 1) {
                            break;
                        }
                        Thread.onSpinWait();
                    }
                    parcel.check(i);
                    parcel = new Parcel();
                    CELL.getAndAdd(cells, 0, 1);
                }
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        for (int i = 0; i < ROUNDS; i++) {
            parcel.fill(i);
            switch (i % 3) {
                case 0 -> TURN.setRelease(turn, i + 1);
                case 1 -> CELL.setVolatile(cells, 2, i + 1);
                default -> COUNT.compareAndSet(count, i + 1);
            }
            while ((int) CELL.getAcquire(cells, 0) != i + 1) Thread.onSpinWait();
        }
        other.join();
        System.out.println("done");
    }
}
