package heldout.parcels;

record ScanEvent(String parcelId, Stage stage, String depot, int seq) {

    enum Stage {
        ACCEPTED, SORTED, IN_TRANSIT, DELIVERED;

        boolean isFinal() {
            return this == DELIVERED;
        }
    }

    static ScanEvent newer(ScanEvent a, ScanEvent b) {
        return a.seq >= b.seq ? a : b;
    }
}
