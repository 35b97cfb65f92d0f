package heldout.dripvalve;

import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicIntegerArray;

public class Main {
    private static final int TENANTS = 6;
    private static final int CALLERS = 3;
    private static final int ROUNDS = 6;
    private static final int CALLS = 60;

    public static void main(String[] args) throws InterruptedException {
        TokenLimiter tokens = new TokenLimiter(TENANTS, 8);
        WindowLimiter windows = new WindowLimiter(7);
        PenaltyBox box = new PenaltyBox(tokens.and(windows), 500);
        AtomicIntegerArray passed = new AtomicIntegerArray(TENANTS);
        int[] attempts = new int[CALLERS];
        int[] roundSums = new int[ROUNDS];

        Phaser rounds = new Phaser(CALLERS) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                int sum = 0;
                for (int a : attempts) { // safe: all callers have arrived
                    sum += a;
                }
                roundSums[phase] = sum; // safe: one thread per phase, phases follow each other
                return phase == ROUNDS - 1;
            }
        };

        Thread[] callers = new Thread[CALLERS];
        for (int c = 0; c < CALLERS; c++) {
            int me = c;
            callers[c] = new Thread(() -> {
                for (int r = 0; r < ROUNDS; r++) {
                    for (int i = 0; i < CALLS; i++) {
                        int tenant = (i + me) % TENANTS;
                        if (box.tryAcquire(tenant)) {
                            passed.incrementAndGet(tenant); // safe: atomic array
                        }
                        attempts[me]++; // safe: own slot, others look only at the phase change
                    }
                    rounds.arriveAndAwaitAdvance();
                }
            });
        }
        Thread dripper = new Thread(() -> {
            for (int i = 0; i < 50; i++) {
                tokens.refill();
                Thread.yield();
            }
        }, "dripper");
        dripper.start();
        for (Thread caller : callers) {
            caller.start();
        }
        for (int limit = 9; limit < 20; limit++) {
            tokens.setLimit(limit);
            Thread.yield();
        }
        for (Thread caller : callers) {
            caller.join();
        }
        dripper.join();

        int all = 0;
        for (int a : attempts) { // safe: after join
            all += a;
        }
        int through = 0;
        for (int t = 0; t < TENANTS; t++) {
            through += passed.get(t);
        }
        System.out.println("attempts " + all + " last round " + roundSums[ROUNDS - 1]); // safe: after join
        System.out.println("passed some " + (through > 0 && through <= all));
        System.out.println("asked " + (tokens.asked() + box.shortcuts() == all) + " refills " + tokens.refills());
        System.out.println("worst " + (box.worst() <= all) + " windows " + (windows.callsOf(0) <= all));
    }
}
