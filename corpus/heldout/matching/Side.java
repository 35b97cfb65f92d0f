package heldout.matching;

enum Side {
    BUY, SELL;

    Side opposite() {
        return this == BUY ? SELL : BUY;
    }
}
