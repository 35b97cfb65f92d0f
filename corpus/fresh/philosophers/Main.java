package fresh.philosophers;

/** Dining philosophers; the last one is left-handed. */
public class Main {
    static class Fork {
        int uses;
        String lastUser = "nobody";
    }

    static class Table {
        final Fork[] forks;
        int meals;
        private int finished;

        Table(int seats) {
            forks = new Fork[seats];
            for (int i = 0; i < seats; i++) {
                forks[i] = new Fork();
            }
        }

        synchronized void done() {
            finished++; // safe: under the table
            notifyAll();
        }

        synchronized void awaitAll() throws InterruptedException {
            while (finished < forks.length) { // safe: under the table
                wait();
            }
        }
    }

    static class Philosopher implements Runnable {
        private final Table table;
        private final String name;
        private final Fork first;
        private final Fork second;
        private int meals;

        Philosopher(Table table, int seat) {
            this.table = table;
            this.name = "philosopher " + seat;
            Fork left = table.forks[seat];
            Fork right = table.forks[(seat + 1) % table.forks.length];
            boolean leftHanded = seat == table.forks.length - 1;
            this.first = leftHanded ? right : left;
            this.second = leftHanded ? left : right;
        }

        private void use(Fork fork) {
            fork.uses++; // safe: holds the fork
            fork.lastUser = name; // safe: holds the fork
        }

        private void eat() {
            use(first);
            use(second);
            meals++; // safe: own field
            table.meals++; // race:meals
        }

        @Override
        public void run() {
            for (int i = 0; i < 50; i++) {
                synchronized (first) {
                    synchronized (second) {
                        eat();
                    }
                }
                Thread.yield();
            }
            table.done();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Table table = new Table(5);
        Philosopher[] all = new Philosopher[5];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Philosopher(table, i);
        }
        for (Philosopher philosopher : all) {
            Thread thread = new Thread(philosopher);
            thread.setDaemon(true);
            thread.start();
        }
        table.awaitAll();
        int meals = 0;
        int uses = 0;
        for (int i = 0; i < all.length; i++) {
            meals += all[i].meals; // safe: after all have finished
            uses += table.forks[i].uses; // safe: after all have finished
            if (table.forks[i].lastUser.equals("nobody")) { // safe: after all have finished
                throw new AssertionError();
            }
        }
        System.out.println(meals + " " + uses + " " + (table.meals <= meals)); // safe: after all have finished
    }
}
