package order.latch;

import java.util.concurrent.CountDownLatch;

/** A start gate and a finish line, both latches: what lies on the right side of each is ordered. */
public final class Main {
    static final class Swimmer implements Runnable {
        private final Contest contest;
        private final int lane;

        Swimmer(Contest contest, int lane) {
            this.contest = contest;
            this.lane = lane;
        }

        @Override
        public void run() {
            try {
                contest.gun.await();
            } catch (InterruptedException e) {
                return;
            }
            contest.times[lane] = contest.distance / (lane + 1); // safe: after the gun, an element for each
            contest.finish.countDown();
            contest.cheers++; // race:cheers
        }
    }

    static final class Contest {
        final CountDownLatch gun = new CountDownLatch(1);
        final CountDownLatch finish;
        final int[] times;
        int distance;
        int cheers;
        String winner;

        Contest(int lanes) {
            finish = new CountDownLatch(lanes);
            times = new int[lanes];
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Contest contest = new Contest(3);
        for (int lane = 0; lane < 3; lane++) {
            new Thread(new Swimmer(contest, lane)).start();
        }
        contest.distance = 400; // safe: before the gun
        contest.gun.countDown();
        contest.finish.await();
        int best = 0;
        for (int lane = 1; lane < contest.times.length; lane++) {
            if (contest.times[lane] < contest.times[best]) { // safe: all have finished
                best = lane;
            }
        }
        contest.winner = "lane " + best; // safe: only main
        int loud = contest.cheers; // race:cheers
        System.out.println(loud > 3 ? "loud" : contest.winner); // safe: only main
    }
}
