package realistic.philo;

/** Takes the fork with the lower number first, so that nobody starves. */
final class Philosopher extends Thread {
    private final int seat;
    private final Table table;
    private final Waiter waiter;
    private final int appetite;
    private int meals;
    private String thought = "nothing";

    Philosopher(int seat, Table table, Waiter waiter, int appetite) {
        super("philosopher " + seat);
        this.seat = seat;
        this.table = table;
        this.waiter = waiter;
        this.appetite = appetite;
    }

    @Override
    public void run() {
        Fork first = table.left(seat);
        Fork second = table.right(seat);
        if (first.number > second.number) {
            Fork swap = first;
            first = second;
            second = swap;
        }
        try {
            while (meals < appetite) { // safe: its own field
                think();
                table.mood(seat, Table.Mood.HUNGRY);
                first.take(seat);
                second.take(seat);
                eat(first, second);
                second.put();
                first.put();
                waiter.serve(seat);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void think() {
        table.mood(seat, Table.Mood.THINKING);
        thought = "meal " + meals; // race:thought
    }

    private void eat(Fork first, Fork second) {
        table.mood(seat, Table.Mood.EATING);
        first.use();
        second.use();
        meals++; // safe: its own field, main reads it after join
        table.eaten(seat);
    }

    String thought() {
        return thought; // race:thought
    }

    int meals() {
        return meals; // safe: called after join
    }
}
