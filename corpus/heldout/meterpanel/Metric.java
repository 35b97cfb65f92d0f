package heldout.meterpanel;

interface Metric {
    long value();
}
