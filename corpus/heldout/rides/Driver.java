package heldout.rides;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

class Driver extends Actor<Driver.Drive> {

    record Drive(Dispatcher.Trip trip, int km, Dispatcher boss, CompletableFuture<Dispatcher.Trip> reply) { }

    private final String name;
    private final int ratePerKm;
    private int odometer;

    Driver(String name, int ratePerKm, Executor executor) {
        super(executor);
        this.name = name;
        this.ratePerKm = ratePerKm;
    }

    String name() {
        return name;
    }

    @Override
    protected void receive(Drive d) {
        odometer += d.km(); // safe: actor state
        boolean surcharge = odometer > 20; // safe: actor state
        d.trip().driver = name; // safe: trip was handed over through the mailbox
        d.trip().fare = d.km() * ratePerKm + (surcharge ? 1 : 0); // safe: trip was handed over through the mailbox
        int earned = d.trip().fare;
        d.boss().tell(new Dispatcher.DriverFree(this, earned));
        d.reply().complete(d.trip());
    }
}
