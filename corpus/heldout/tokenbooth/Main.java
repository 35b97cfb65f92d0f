package heldout.tokenbooth;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Phaser;

public class Main {
    private static final int CALLERS = 4;
    private static final int ROUNDS = 3;

    static final class Tally {
        private int passed;
        private int refused;
    }

    /** Makes its calls in rounds; the clock moves on between the rounds. */
    private static Tally call(Booth booth, String client, Phaser rounds, int[] perRound) {
        Tally tally = new Tally();
        for (int r = 0; r < ROUNDS; r++) {
            for (int i = 0; i < 10; i++) {
                if (booth.request(client)) {
                    tally.passed++; // safe: own tally, handed over by the future
                } else {
                    tally.refused++; // safe: own tally, handed over by the future
                }
            }
            rounds.arriveAndAwaitAdvance();
            if (client.equals("client-0")) {
                perRound[r] = booth.count(Booth.Verdict.PASSED); // safe: one writer, main reads after get (false alarm: one of them by its name)
            }
            rounds.arriveAndAwaitAdvance();
        }
        return tally;
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        Clock clock = new Clock();
        TokenBucket bucket = new TokenBucket(1000, clock);
        SlidingWindow window = new SlidingWindow(clock, 100, 6);
        Booth booth = Booth.builder().with(bucket).with(window).build();
        Phaser rounds = new Phaser(CALLERS) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                if (phase % 2 == 1) {
                    clock.advance(phase == 1 ? 50 : 100);
                }
                return super.onAdvance(phase, parties);
            }
        };

        int[] perRound = new int[ROUNDS];
        FutureTask<?>[] tasks = new FutureTask<?>[CALLERS];
        Tally[] tallies = new Tally[CALLERS];
        for (int c = 0; c < CALLERS; c++) {
            int index = c;
            tasks[c] = new FutureTask<>(() -> {
                tallies[index] = call(booth, "client-" + index, rounds, perRound); // safe: own slot, main reads after get
                return index;
            });
            new Thread(tasks[c], "caller-" + c).start();
        }
        int early = booth.count(Booth.Verdict.THROTTLED);
        String someone = booth.lastClient();
        int passed = 0;
        int refused = 0;
        for (FutureTask<?> t : tasks) {
            int index = (Integer) t.get();
            passed += tallies[index].passed; // safe: after get
            refused += tallies[index].refused; // safe: after get
        }
        boolean sane = early <= 120 && (someone == null || someone.startsWith("client-"));
        sane &= booth.inFlight().highest() == 1 && booth.inFlight().idle();
        System.out.println("passed " + passed + ", refused " + refused + ", rounds " + perRound[0] + " " + perRound[1] + " " + perRound[2]);
        System.out.println("window refused " + window.refused("client-1") + ", tokens left " + bucket.tokens());
        System.out.println("books " + (booth.count(Booth.Verdict.PASSED) == passed) + ", lockings " + (booth.lockings() > 120) + ", sane " + sane);
    }
}
