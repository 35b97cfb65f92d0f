package heldout.arenarank;

class PlayerScore {
    private final String player;
    private int points;
    private int matches;

    PlayerScore(String player) {
        this.player = player;
    }

    String player() {
        return player; // safe: final
    }

    PlayerScore award(int gained) {
        points += gained; // race:points
        matches++; // safe: only inside ConcurrentHashMap.compute for this key
        return this;
    }

    int points() {
        return points; // race:points
    }

    int matches() {
        return matches; // safe: only read after the workers have ended
    }
}
