package heldout.thermostat;

public final class Main {
    public static void main(String[] args) throws InterruptedException {
        Hub ground = new Hub();
        Hub attic = new Hub();
        Sensor indoor = new IndoorSensor(ground);
        Sensor outdoor = new OutdoorSensor(attic);
        indoor.start();
        outdoor.start();
        Thermostat thermostat = new Thermostat(21, outdoor::last);
        int early = indoor.samples();
        int switched = thermostat.stop();
        indoor.join();
        outdoor.join();
        System.out.println(early <= 20 && switched <= 20);
        System.out.println(Hub.received() + " " + ground.sum() + " " + attic.sum());
        System.out.println(indoor.ticks() + outdoor.ticks() + " " + outdoor.samples);
    }
}
