package heldout.belfrybus;

import java.util.TreeMap;

/** Handler with plain state; relies on the bus to call it one event at a time. */
class BellTower {
    private final TreeMap<Integer, Integer> strokesByHour = new TreeMap<>();
    private int strokes;
    private String lastNote = "";

    void onChime(Events.Chime chime) {
        strokes += chime.hour; // safe: one subscription, serial delivery (false alarm: that each task begins when the one before has ended is not seen)
        strokesByHour.merge(chime.hour, 1, Integer::sum); // safe: one subscription, serial delivery (false alarm: as above)
    }

    void onMaintenance(Events.Maintenance m) {
        lastNote = m.note(); // safe: the only subscription that writes it, serial delivery (false alarm: as above)
    }

    int strokes() {
        return strokes; // safe: after flush (false alarm: as above)
    }

    String summary() {
        return strokesByHour + " " + lastNote; // safe: after flush (false alarm: as above)
    }
}
