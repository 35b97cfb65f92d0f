package juc.fences;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Fences make opaque accesses order what is around them. */
public final class Main {
    static final int ROUNDS = 300;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(Main.class, "ready", int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static int ready;
    static int answer;

    static void await(int turn) {
        while ((int) READY.getOpaque() != turn) {
            Thread.onSpinWait();
        }
        VarHandle.acquireFence();
    }

    static void announce(int turn) {
        VarHandle.releaseFence();
        READY.setOpaque(turn);
    }

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> {
            for (int i = 0; i < ROUNDS; i++) {
                await(2 * i + 1);
                answer++;
                announce(2 * i + 2);
            }
        });
        other.start();
        for (int i = 0; i < ROUNDS; i++) {
            answer++;
            announce(2 * i + 1);
            await(2 * i + 2);
        }
        other.join();
        if (answer != 2 * ROUNDS) {
            throw new AssertionError("a turn was lost: " + answer);
        }
        System.out.println("done");
    }
}
