package heldout.ticktimers;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

/** A metronome and a drum machine, each on a java.util.Timer of its own. */
public class Main {

    static class Score {
        private final Deque<String> notes = new ArrayDeque<>(512);
        private final Map<String, Integer> instruments = new HashMap<>();
        private int beat;
        private int tempo = 120;
        private volatile int bars;

        void advance() {
            beat++; // race:beat
            if (beat % 4 == 0) { // safe: only the metronome's timer thread writes it
                bars = beat / 4; // safe: volatile with one writer
            }
        }

        int beat() {
            return beat; // race:beat
        }

        void play(String instrument) {
            notes.addLast(instrument); // race:notes
            synchronized (instruments) {
                instruments.merge(instrument, 1, Integer::sum); // safe: under its monitor
            }
        }

        String newest() {
            return notes.peekLast(); // race:notes
        }

        synchronized void faster(int by) {
            tempo += by; // safe: under this
        }

        synchronized int tempo() {
            return tempo; // safe: under this
        }
    }

    abstract static class Repeating extends TimerTask {
        private final CountDownLatch done = new CountDownLatch(1);
        private final int limit;
        private int rounds;

        Repeating(int limit) {
            this.limit = limit;
        }

        protected abstract void tick(int round);

        @Override
        public final void run() {
            if (rounds >= limit) { // safe: runs of one task follow each other on the timer thread
                return;
            }
            tick(rounds); // safe: one timer thread
            rounds++; // safe: one timer thread
            if (rounds == limit) { // safe: one timer thread
                cancel();
                done.countDown();
            }
        }

        int awaitRounds() throws InterruptedException {
            done.await();
            return rounds; // safe: not written after the latch
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Score score = new Score();
        int[] accents = new int[2];
        int[] swings = new int[1];
        Timer metronome = new Timer("metronome", true);
        Timer drums = new Timer("drums", true);

        Repeating click = new Repeating(12) {
            @Override
            protected void tick(int round) {
                score.advance();
                swings[0]++; // safe: both tasks on the metronome share one thread
                if (round % 3 == 0) {
                    score.play("click");
                }
            }
        };
        Repeating sway = new Repeating(6) {
            @Override
            protected void tick(int round) {
                swings[0] += 10; // safe: both tasks on the metronome share one thread
                accents[0] = round; // safe: element 0 belongs to this task
                score.faster(1);
            }
        };
        Repeating snare = new Repeating(10) {
            @Override
            protected void tick(int round) {
                if (score.beat() >= 0) {
                    score.play(round % 2 == 0 ? "snare" : "bass");
                }
                accents[1] = round; // safe: element 1 belongs to this task
                score.faster(2);
            }
        };
        score.play("count-in");
        metronome.schedule(click, 0, 1);
        metronome.schedule(sway, 1, 2);
        drums.schedule(snare, 0, 1);

        boolean heard = true;
        for (int i = 0; i < 5; i++) {
            heard &= score.newest() != null || score.bars >= 0;
            Thread.sleep(1);
        }
        int rounds = click.awaitRounds() + sway.awaitRounds() + snare.awaitRounds();
        metronome.cancel();
        drums.cancel();
        System.out.println("rounds " + rounds + " swings " + swings[0]); // safe: after the latches
        System.out.println("accents " + accents[0] + " " + accents[1] + " tempo " + score.tempo()); // safe: after the latches
        System.out.println("bars " + score.bars + " beat " + score.beat() + " heard " + heard);
        System.out.println("snares " + score.instruments.get("snare")); // safe: after the latches
    }
}
