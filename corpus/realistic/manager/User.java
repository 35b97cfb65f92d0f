package realistic.manager;

/** Takes blocks, works with them and gives them back. */
final class User extends Thread {
    private final Manager manager;
    private final int times;
    private int rounds;
    private int misses;

    User(String name, Manager manager, int times) {
        super(name);
        this.manager = manager;
        this.times = times;
    }

    @Override
    public void run() {
        while (rounds < times) { // safe: its own field
            Block first = manager.acquire(getName());
            Block second = manager.acquire(getName());
            if (first == null || second == null) {
                misses++; // safe: its own field
            } else {
                first.fill(rounds);
                second.fill(1);
                if (first.check() < 0 || second.check() != second.data.length) {
                    throw new IllegalStateException();
                }
            }
            if (first != null) {
                manager.give(first);
            }
            if (second != null) {
                manager.give(second);
            }
            rounds++; // safe: its own field, main reads it after join
        }
    }

    int rounds() {
        return misses < 0 ? -1 : rounds; // safe: called after join
    }
}
