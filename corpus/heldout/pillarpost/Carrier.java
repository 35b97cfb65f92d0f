package heldout.pillarpost;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;

class Carrier extends Actor<Parcel> {
    static int miles;
    private final int number;
    private final Ledger ledger;
    private final CountDownLatch delivered;
    private final StringBuilder route = new StringBuilder();
    private int weight;

    Carrier(Executor executor, int number, Ledger ledger, CountDownLatch delivered) {
        super(executor);
        this.number = number;
        this.ledger = ledger;
        this.delivered = delivered;
    }

    @Override
    protected void receive(Parcel parcel) {
        weight += parcel.size(); // safe: state of the actor
        route.append(parcel.address()).append('>'); // safe: state of the actor
        miles += 2; // race:miles
        ledger.tell(new Ledger.Delivered(parcel.address(), number));
        delivered.countDown();
    }

    String route() {
        return route.toString(); // safe: asked after the latch
    }

    boolean weighed() {
        return weight >= 0; // safe: asked after the latch
    }
}
