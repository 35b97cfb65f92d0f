package conflicts.checkers;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/** A board with fields of two colours. Neighbours never work on the same field if they work on one colour at a time. */
public final class Main {
    private static final int SIZE = 18;
    private static final int PLAYERS = 2;

    static final class Board {
        final double[][] patient = new double[SIZE][SIZE];
        final double[][] hasty = new double[SIZE][SIZE];
        final CyclicBarrier turn = new CyclicBarrier(PLAYERS);

        void play(int low, int high) {
            try {
                for (int round = 0; round < 4; round++) {
                    smooth(low, high, 0);
                    turn.await();
                    smooth(low, high, 1);
                    turn.await();
                    hurry(low, high, 0);
                    hurry(low, high, 1);
                    turn.await();
                }
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        }

        private void smooth(int low, int high, int colour) {
            for (int i = low; i < high; i++) {
                double[] row = patient[i];
                double[] above = patient[i - 1];
                double[] below = patient[i + 1];
                for (int j = 1 + (i + colour) % 2; j < SIZE - 1; j += 2) {
                    double sum = above[j] + below[j]; // safe: fields of the other colour, which nobody writes now
                    row[j] = (sum + row[j - 1] + row[j + 1]) / 4; // safe: the own row
                }
            }
        }

        private void hurry(int low, int high, int colour) {
            for (int i = low; i < high; i++) {
                double[] row = hasty[i];
                double[] above = hasty[i - 1];
                double[] below = hasty[i + 1];
                for (int j = 1 + (i + colour) % 2; j < SIZE - 1; j += 2) {
                    double sum = above[j]; // race:above
                    sum += below[j]; // race:below
                    row[j] = (sum + row[j - 1] + row[j + 1]) / 4; // race:above,below
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Board board = new Board();
        Thread[] players = new Thread[PLAYERS];
        int part = (SIZE - 2) / PLAYERS;
        for (int i = 0; i < PLAYERS; i++) {
            int low = 1 + i * part;
            players[i] = new Thread(() -> board.play(low, low + part));
            players[i].start();
        }
        for (Thread player : players) {
            player.join();
        }
        System.out.println(board.patient[1][1] + board.hasty[2][2] >= 0 ? "done" : "?"); // safe: joined
    }
}
