package heldout.quotering;

/** Mutable on purpose: the producer fills it in, then lets go of it. */
final class Quote {
    static final Quote LAST = new Quote();
    String symbol;
    long cents;
}
