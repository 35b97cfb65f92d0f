package loops.rounds;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** A tournament: many loops over the same players, one after the other, and what each leaves for the next. */
public final class Main {
    static final class Player {
        final String name;
        int points;
        int games;
        int place;
        boolean out;
        Player rival;

        Player(String name) {
            this.name = name;
        }
    }

    private final List<Player> players = new ArrayList<>();
    private int rounds;
    private int best;
    private int played;

    void register(int count) {
        for (int i = 0; i < count; i++) {
            players.add(new Player("player " + i));
        }
        for (int i = 0; i < count; i++) {
            players.get(i).rival = players.get(count - 1 - i); // safe: before the parallel loops
        }
    }

    void play(int round) {
        rounds++; // safe: between the loops
        players.parallelStream().forEach(player -> {
            player.games++; // safe: each player is one element
            player.points += (player.name.length() + round) % 3; // safe: each player is one element
        });
        best = 0; // safe: between the loops
        for (Player player : players) {
            best = Math.max(best, player.points); // safe: between the loops
        }
        players.parallelStream().forEach(player -> {
            player.out = player.points < best - 4; // race:out
            played += player.games; // race:played
            if (player.rival.out) { // race:out
                player.points += rounds; // safe: nobody else reads points in this loop
            }
        });
        players.stream().forEach(player -> player.rival.points++); // safe: not parallel
        Iterator<Player> it = players.iterator();
        while (it.hasNext()) {
            Player player = it.next();
            player.place = player.rival.points; // safe: not parallel
        }
        players.parallelStream().forEach(player -> player.place = player.rival.games); // safe: nobody writes games in this loop
    }

    public static void main(String[] args) {
        Main tournament = new Main();
        tournament.register(60);
        for (int round = 0; round < 4; round++) {
            tournament.play(round);
        }
        int games = tournament.players.stream().mapToInt(player -> player.games + player.place).sum(); // safe: the loops have ended
        System.out.println(games + " games, " + tournament.rounds + " rounds");
        if (tournament.played < 0 || tournament.players.get(3).points < 0) { // safe: the loops have ended
            throw new AssertionError();
        }
    }
}
