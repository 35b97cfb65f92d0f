package heldout.choir;

import java.util.concurrent.Phaser;

public class Main {

    static final int VOICES = 3;
    static final int ROUNDS = 4;

    static final int[] pitch = new int[VOICES];
    static final int[] volume = new int[VOICES];
    static final int[] breaths = new int[VOICES];
    static int barsRehearsed;

    static class Rehearsal extends Phaser {
        Rehearsal() {
            super(VOICES);
        }

        @Override
        protected boolean onAdvance(int phase, int registered) {
            barsRehearsed++; // safe: runs between the arrival of all and the release of all
            return registered == 0;
        }
    }

    static class Singer implements Runnable {
        private final int me;
        private final Phaser rehearsal;
        private final Phaser dynamics;
        private final Phaser piece;
        private int heard;

        Singer(int me, Phaser rehearsal, Phaser dynamics, Phaser piece) {
            this.me = me;
            this.rehearsal = rehearsal;
            this.dynamics = dynamics;
            this.piece = piece;
        }

        @Override
        public void run() {
            tune();
            balance();
            breaths[me] = 3 + me; // race:breath
            piece.arriveAndDeregister();
        }

        /** Sing a note, wait for the others, adapt to the neighbour. */
        private void tune() {
            int drift = 0;
            for (int round = 0; round < ROUNDS; round++) {
                pitch[me] = 440 + 2 * me - drift; // race:pitch
                rehearsal.arriveAndAwaitAdvance();
                int other = pitch[(me + 1) % VOICES]; // race:pitch
                drift = (other - 440) / 2;
                heard += barsRehearsed; // safe: next onAdvance needs this singer's arrival
            }
        }

        /** Same scheme with a second meeting point before the next note. */
        private void balance() {
            for (int round = 0; round < ROUNDS; round++) {
                volume[me] = 50 + 10 * round + me; // safe: neighbours have read and arrived again
                dynamics.arriveAndAwaitAdvance();
                int sum = 0;
                for (int v = 0; v < VOICES; v++) {
                    sum += volume[v]; // safe: between the two meeting points nobody writes
                }
                dynamics.awaitAdvance(dynamics.arrive());
                heard += sum;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < VOICES; i++) {
            pitch[i] = 440; // safe: before start
        }
        Phaser rehearsal = new Rehearsal();
        Phaser dynamics = new Phaser(VOICES);
        Phaser piece = new Phaser(VOICES + 1);

        Singer[] singers = new Singer[VOICES];
        Thread[] threads = new Thread[VOICES];
        for (int i = 0; i < VOICES; i++) {
            singers[i] = new Singer(i, rehearsal, dynamics, piece);
            threads[i] = new Thread(singers[i], "voice-" + i);
            threads[i].start();
        }

        int end = piece.arrive();
        int soprano = breaths[0]; // race:breath
        System.out.println("conductor already waits, soprano took " + soprano);

        piece.awaitAdvance(end);
        int total = 0;
        for (int b : breaths) { // safe: every singer arrived for phase 'end'
            total += b;
        }
        int bars = barsRehearsed; // safe: rehearsal is over before singers arrive at 'piece'
        System.out.println(total + " breaths, " + bars + " bars");

        for (int i = 0; i < VOICES; i++) {
            threads[i].join();
            System.out.println("voice " + i + " heard " + singers[i].heard); // safe: joined
        }
    }
}
