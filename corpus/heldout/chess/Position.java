package heldout.chess;

/** A game made of numbers: each move is a digit, and the value of a leaf is a mix of them. */
final class Position {
    private final int[] moves;
    private int depth;

    Position(int length) {
        moves = new int[length];
    }

    private Position(int[] moves, int depth) {
        this.moves = moves;
        this.depth = depth;
    }

    /** A position of its own for each child. */
    Position play(int move) {
        int[] next = moves.clone();
        next[depth] = move; // safe: the copy is not yet known to others
        return new Position(next, depth + 1);
    }

    boolean over() {
        return depth == moves.length; // safe: not changed once made
    }

    int value() {
        int mix = 7;
        for (int move : moves) { // safe: not changed once made
            mix = mix * 31 + move;
        }
        return Math.floorMod(mix, 1009);
    }

    int depth() {
        return depth;
    }
}
