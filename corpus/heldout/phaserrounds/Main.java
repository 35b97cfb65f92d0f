package heldout.phaserrounds;

import java.util.Arrays;
import java.util.concurrent.Phaser;
import java.util.function.IntConsumer;

public class Main {

    static final int PLAYERS = 4;
    static final int ROUNDS = 25;

    static Thread[] spawn(IntConsumer body) {
        Thread[] threads = new Thread[PLAYERS];
        for (int i = 0; i < PLAYERS; i++) {
            final int id = i;
            threads[i] = new Thread(() -> body.accept(id), "player-" + i);
            threads[i].start();
        }
        return threads;
    }

    static void await(Thread[] threads) throws InterruptedException {
        for (Thread t : threads) {
            t.join();
        }
    }

    static class TokenRing {
        private final int[] tokens = new int[PLAYERS];
        private final long[] seen = new long[PLAYERS];
        private final Phaser phaser = new Phaser(PLAYERS);

        void play(int id) {
            int next = (id + 1) % PLAYERS;
            for (int r = 0; r < ROUNDS; r++) {
                tokens[id] = r * 10 + id; // safe: neighbours read between the two advances
                phaser.arriveAndAwaitAdvance();
                seen[id] += tokens[next]; // safe: nobody writes between the two advances
                phaser.arriveAndAwaitAdvance();
            }
        }
    }

    static class HintRing {
        private final int[] hints = new int[PLAYERS];
        private final long[] seen = new long[PLAYERS];
        private final Phaser phaser = new Phaser(PLAYERS);

        void play(int id) {
            int next = (id + 1) % PLAYERS;
            for (int r = 0; r < ROUNDS; r++) {
                hints[id] = r * 10 + id; // race:hints
                phaser.arriveAndAwaitAdvance();
                int hint = hints[next]; // race:hints
                seen[id] += hint; // safe: own slot, read by main after join
            }
        }
    }

    static class Tournament {
        private int best;
        private int rounds;
        private final int[] scores = new int[PLAYERS];
        private final Phaser phaser = new Phaser(PLAYERS) {
            @Override
            protected boolean onAdvance(int phase, int registered) {
                for (int s : scores) { // safe: all parties have arrived
                    best = Math.max(best, s); // safe: onAdvance runs once per phase
                }
                rounds++; // safe: onAdvance runs once per phase
                return phase >= ROUNDS - 1 || registered == 0;
            }
        };

        void play(int id) {
            while (!phaser.isTerminated()) {
                scores[id] = (scores[id] * 31 + id + best) % 101; // safe: own slot, best changes in onAdvance only
                phaser.arriveAndAwaitAdvance();
            }
        }
    }

    static class Survey {
        private final int[] totals = new int[PLAYERS];
        private final String[] farewell = new String[PLAYERS];
        private final int[] answers = new int[PLAYERS];
        private final Phaser phaser = new Phaser(PLAYERS + 1);

        void answer(int id) {
            answers[id] = id * id; // safe: main reads after the advance
            totals[id] = id * 3; // race:totals
            phaser.arrive();
            int other = totals[(id + 1) % PLAYERS]; // race:totals
            farewell[id] = "bye " + other; // race:farewell
        }

        void collect() {
            phaser.arriveAndAwaitAdvance();
            int sum = Arrays.stream(answers).sum(); // safe: every player has arrived
            for (int i = 0; i < PLAYERS; i++) {
                sum += totals[i]; // safe: every player has arrived
            }
            System.out.println("survey " + sum);
            for (int i = 0; i < PLAYERS; i++) {
                String text = farewell[i]; // race:farewell
                System.out.println(text == null ? "-" : "bye");
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        TokenRing tokens = new TokenRing();
        await(spawn(tokens::play));
        System.out.println("tokens " + Arrays.stream(tokens.seen).sum()); // safe: threads joined

        HintRing hints = new HintRing();
        await(spawn(hints::play));
        System.out.println("hints " + (Arrays.stream(hints.seen).sum() > 0)); // safe: threads joined

        Tournament tournament = new Tournament();
        await(spawn(tournament::play));
        System.out.println("best " + tournament.best + " in " + tournament.rounds); // safe: threads joined

        Survey survey = new Survey();
        Thread[] players = spawn(survey::answer);
        survey.collect();
        await(players);
    }
}
