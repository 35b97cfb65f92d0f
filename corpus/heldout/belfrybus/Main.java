package heldout.belfrybus;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        try (Bus bus = new Bus()) {
            BellTower tower = new BellTower();
            Bus.Subscription<Events.Chime> chimes = bus.subscribe(Events.Chime.class, tower::onChime);
            bus.publishSticky(new Events.Maintenance().withNote("oil the clapper"));
            bus.subscribe(Events.Maintenance.class, tower::onMaintenance);

            Thread[] ringers = new Thread[3];
            for (int r = 0; r < ringers.length; r++) {
                ringers[r] = new Thread(() -> {
                    for (int hour = 1; hour <= 12; hour++) {
                        bus.publish(new Events.Chime(hour));
                        if (hour % 6 == 0) {
                            bus.publish(new Events.Visitor("guest"));
                        }
                    }
                });
                ringers[r].start();
            }
            for (Thread ringer : ringers) {
                ringer.join();
            }
            bus.flush();
            System.out.println("strokes " + tower.strokes() + " handled " + chimes.handled());
            System.out.println(tower.summary());
            Bus.Stats stats = bus.stats();
            System.out.println("published " + stats.published + " dead " + stats.dead + "/" + bus.deadLetterCount()); // safe: final fields
        }
    }
}
