package heldout.parcels;

import java.util.StringJoiner;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

class StageStatistics implements Consumer<ScanEvent> {

    private final int[] perStage = new int[ScanEvent.Stage.values().length];
    private final LongAdder delivered = new LongAdder();

    @Override
    public void accept(ScanEvent event) {
        int slot = event.stage().ordinal();
        perStage[slot]++; // race:stage missed: what a consumer keeps in a map is taken for its own
        if (event.stage().isFinal()) {
            delivered.increment(); // safe: LongAdder
        }
    }

    @Override
    public String toString() {
        StringJoiner j = new StringJoiner(", ", "{", "}");
        for (ScanEvent.Stage s : ScanEvent.Stage.values()) {
            j.add(s + "=" + perStage[s.ordinal()]); // safe: printed after invokeAll returned
        }
        return j + " delivered=" + delivered.sum();
    }
}
