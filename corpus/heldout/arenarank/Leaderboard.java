package heldout.arenarank;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

class Leaderboard {
    private final ConcurrentHashMap<String, PlayerScore> scores = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Map<String, Integer>> regions = new ConcurrentHashMap<>();
    private volatile Ranking current = Ranking.EMPTY;
    private int published;

    void record(String region, String player, int gained) {
        scores.compute(player, (key, old) -> (old == null ? new PlayerScore(key) : old).award(gained));
        Map<String, Integer> wins = regions.computeIfAbsent(region, key -> new HashMap<>());
        synchronized (wins) {
            wins.merge(player, 1, Integer::sum); // race:wins
        }
    }

    int winsOf(String region, String player) {
        Map<String, Integer> wins = regions.get(region);
        if (wins == null) {
            return 0;
        }
        synchronized (wins) {
            return wins.getOrDefault(player, 0); // safe: the region map's monitor, as in record
        }
    }

    int population(String region) {
        Map<String, Integer> wins = regions.get(region);
        return wins == null ? 0 : wins.size(); // race:wins
    }

    void publish() {
        published++; // safe: runs of the periodic task follow one another, main calls it after shutdown
        Ranking.Builder builder = new Ranking.Builder(published); // safe: as above
        for (PlayerScore score : scores.values()) { // safe: weakly consistent view of a concurrent map
            builder.add(score);
        }
        current = builder.build(); // safe: volatile publication
    }

    Ranking ranking() {
        return current; // safe: volatile
    }

    int totalMatches() {
        int sum = 0;
        for (PlayerScore score : scores.values()) {
            sum += score.matches();
        }
        return sum;
    }
}
