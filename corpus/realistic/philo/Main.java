package realistic.philo;

/** Philosophers at a table; a waiter counts what they eat. */
public final class Main {
    static final int SEATS = 5;

    public static void main(String[] args) throws InterruptedException {
        Table table = new Table(SEATS);
        Waiter waiter = new Waiter(table);
        Philosopher[] philosophers = new Philosopher[SEATS];
        for (int i = 0; i < SEATS; i++) {
            philosophers[i] = new Philosopher(i, table, waiter, i % 2 == 0 ? 8 : 10);
        }
        for (Philosopher philosopher : philosophers) {
            philosopher.start();
        }
        Observer observer = new Observer(table, philosophers);
        Thread eye = new Thread(observer, "observer");
        eye.setDaemon(true);
        eye.start();
        int meals = 0;
        for (Philosopher philosopher : philosophers) {
            philosopher.join();
            meals += philosopher.meals(); // safe: after join
        }
        observer.leave();
        System.out.println(meals + " meals, " + waiter.served() + " served");
        if (waiter.tips() < 0 || table.uses() != 2 * meals) {
            throw new AssertionError();
        }
        System.out.println(table.lastEater() >= 0 ? "fed" : "hungry"); // safe: all philosophers have ended
    }
}
