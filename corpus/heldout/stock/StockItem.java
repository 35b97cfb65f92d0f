package heldout.stock;

/** On hand and reserved quantities of one article; guarded by the item's monitor. */
class StockItem {
    final String sku;
    private final int rank;
    private int onHand;
    private int reserved;

    StockItem(String sku, int rank, int onHand) {
        this.sku = sku;
        this.rank = rank;
        this.onHand = onHand; // safe: constructor
    }

    synchronized boolean reserve(int qty) {
        if (onHand - reserved < qty) { // safe: writers hold the monitor too
            return false;
        }
        reserved += qty; // race:reserved1
        return true;
    }

    synchronized void cancel(int qty) {
        reserved -= qty; // race:reserved2
    }

    int available() {
        int r = reserved; // race:reserved1,reserved2
        int h = onHand; // race:onhand1,onhand2
        return h - r;
    }

    static boolean move(StockItem from, StockItem to, int qty) {
        StockItem first = from.rank < to.rank ? from : to;
        StockItem second = first == from ? to : from;
        synchronized (first) {
            synchronized (second) {
                if (from.onHand - from.reserved < qty) { // safe: both monitors held
                    return false;
                }
                from.onHand -= qty; // race:onhand1
                to.onHand += qty; // race:onhand2
                return true;
            }
        }
    }

    synchronized String describe() {
        return sku + " " + onHand + "/" + reserved; // safe: monitor held
    }
}
