package heldout.leaderboard;

final class Player implements Runnable {
    private final String name;
    private final Board board;
    private final History history;
    private int played;

    Player(String name, Board board, History history) {
        this.name = name;
        this.board = board;
        this.history = history;
    }

    @Override
    public void run() {
        int seed = name.hashCode();
        for (int i = 0; i < 30; i++) {
            seed = seed * 31 + i;
            board.submit(name, Math.floorMod(seed, 1000));
            history.add(name + i);
            board.season(5);
            board.handicap(990);
            played++; // safe: this thread alone until it has ended
        }
    }

    int played() {
        return played; // safe: asked after join
    }
}
