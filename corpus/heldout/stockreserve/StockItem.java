package heldout.stockreserve;

/** One shelf position. All quantities are guarded by the item's own monitor. */
class StockItem {
    private final String sku;
    private int onHand;
    private int reserved;
    private long touched;

    StockItem(String sku, int onHand) {
        this.sku = sku;
        this.onHand = onHand; // safe: constructor, before any worker is started
    }

    String sku() {
        return sku; // safe: final field
    }

    synchronized boolean reserve(int quantity, long tick) {
        if (onHand - reserved < quantity) { // safe: item monitor
            return false;
        }
        reserved += quantity; // safe: item monitor
        touched = tick; // race:touched
        return true;
    }

    synchronized void ship(int quantity) {
        reserved -= quantity; // safe: item monitor
        onHand -= quantity; // safe: item monitor
    }

    synchronized int available() {
        return onHand - reserved; // safe: item monitor
    }

    long lastTouched() {
        return touched; // race:touched
    }
}
