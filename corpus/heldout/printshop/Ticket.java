package heldout.printshop;

final class Ticket<T> {
    private T value;
    private boolean done;

    synchronized void complete(T value) {
        this.value = value; // safe: synchronized
        done = true; // safe: synchronized
        notifyAll();
    }

    T await() throws InterruptedException {
        synchronized (this) {
            while (!done) { // safe: synchronized
                wait();
            }
        }
        return value; // safe: never written again after done was seen under the monitor
    }
}
