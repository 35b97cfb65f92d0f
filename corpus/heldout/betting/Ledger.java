package heldout.betting;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

// callers hold their market's lock
class Ledger {

    private final Map<String, Integer> held = new HashMap<>();
    private final Object statsLock = new Object();
    private double turnover;
    private int settlements;

    void settle(String backer, String layer, int stake) {
        held.merge(backer, -stake, Integer::sum); // race:held
        held.merge(layer, stake, Integer::sum); // race:held
        turnover += stake; // race:turnover
        synchronized (statsLock) {
            settlements++; // safe: statsLock
        }
    }

    int settlements() {
        synchronized (statsLock) {
            return settlements; // safe: statsLock
        }
    }

    String closing() {
        Map<String, Integer> sorted = new TreeMap<>(held); // safe: all punters are done
        return sorted + " turnover " + turnover; // safe: all punters are done
    }
}
