package heldout.arenarank;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** Immutable once built; the builder stays with the publishing thread. */
final class Ranking {
    static final Ranking EMPTY = new Builder(0).build();

    static final class Row {
        private String player;
        private int points;

        Row(String player, int points) {
            this.player = player;
            this.points = points;
        }

        int value() {
            return points; // safe: published with the ranking through a volatile
        }

        String label() {
            return player + "#"; // safe: published with the ranking through a volatile
        }
    }

    static final class Builder {
        private final int version;
        private final List<Row> rows = new ArrayList<>();

        Builder(int version) {
            this.version = version;
        }

        void add(PlayerScore score) {
            rows.add(new Row(score.player(), score.points())); // safe: builder is confined to one thread
        }

        Ranking build() {
            rows.sort(Comparator.comparingInt(Row::value).reversed()); // safe: builder is confined to one thread
            return new Ranking(version, Collections.unmodifiableList(rows));
        }
    }

    private final int version;
    private final List<Row> rows;

    private Ranking(int version, List<Row> rows) {
        this.version = version;
        this.rows = rows;
    }

    int version() { return version; }

    boolean ordered() {
        int last = Integer.MAX_VALUE;
        for (Row row : rows) { // safe: list is not changed after publication
            if (row.value() > last || row.label().isEmpty()) {
                return false;
            }
            last = row.value();
        }
        return true;
    }
}
