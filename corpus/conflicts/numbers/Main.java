package conflicts.numbers;

/** Players with a number each put stones on boards: on squares that follow from the number, alone or with others. */
public final class Main {
    static final int PLAYERS = 4;
    static final int SQUARES = 64;

    static final class Boards {
        final int[] stones = new int[SQUARES];
        final int[] circle = new int[PLAYERS];
        final int[] mirrored = new int[PLAYERS];
        final int[] teams = new int[PLAYERS];
        final int[] colours = new int[2];
        final int[] flat = new int[SQUARES];
        final int[] values = new int[8];
        final int[] partners = new int[PLAYERS];
        final int[][] board = new int[SQUARES / PLAYERS][PLAYERS * 4];
    }

    static final class Player extends Thread {
        private final int number;
        private final int columns;
        private final Boards on;

        Player(int number, Boards on) {
            this.number = number;
            this.columns = on.board[0].length;
            this.on = on;
        }

        @Override
        public void run() {
            for (int i = number; i < SQUARES; i += PLAYERS) {
                on.stones[i]++; // safe: every fourth square
            }
            on.circle[(number + 1) % PLAYERS] += on.circle[number]; // race:circle
            on.mirrored[PLAYERS - 1 - number]++; // safe: counted from the other end
            on.teams[number / 2]++; // race:teams
            on.colours[number & 1]++; // race:colours
            for (int column = 0; column < columns; column++) {
                on.flat[number * columns + column]++; // safe: own row of a flat board
            }
            on.values[on.stones[number] % 8]++; // race:values
            on.partners[number ^ 1] = number; // safe: two change places
            for (int row = 0; row < on.board.length; row++) {
                on.board[row][number]++; // safe: own column
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Boards on = new Boards();
        Player[] players = new Player[PLAYERS];
        for (int p = 0; p < PLAYERS; p++) {
            players[p] = new Player(p, on);
            players[p].start();
        }
        for (Player player : players) {
            player.join();
        }
        System.out.println(on.stones[9] + " " + on.mirrored[1] + " " + on.flat[20] + " " + on.partners[2] + " " + on.board[3][2]); // safe: after join
        if (on.circle[0] != 0 || on.teams[0] > 2 || on.colours[1] > 2 || on.values[0] < 0) { // safe: after join
            throw new AssertionError();
        }
    }
}
