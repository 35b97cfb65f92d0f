package realistic.philo;

/** Forks, and the mood of everybody. */
final class Table {
    enum Mood {
        THINKING, HUNGRY, EATING
    }

    private final Fork[] forks;
    private final Mood[] moods;
    private int lastEater = -1;
    private int noise;

    Table(int seats) {
        forks = new Fork[seats];
        moods = new Mood[seats];
        for (int i = 0; i < seats; i++) {
            forks[i] = new Fork(i); // safe: in the constructor
            moods[i] = Mood.THINKING; // safe: in the constructor
        }
    }

    Fork left(int seat) {
        return forks[seat]; // safe: nobody changes the array
    }

    Fork right(int seat) {
        return forks[(seat + 1) % forks.length]; // safe: nobody changes the array
    }

    void mood(int seat, Mood mood) {
        moods[seat] = mood; // race:moods
    }

    Mood mood(int seat) {
        return moods[seat]; // race:moods
    }

    void eaten(int seat) {
        lastEater = seat; // race:lastEater
        synchronized (moods) {
            noise += seat; // safe: under the moods
        }
    }

    int lastEater() {
        synchronized (moods) {
            return noise < 0 ? -1 : lastEater; // safe: called when all have ended
        }
    }

    int uses() {
        int sum = 0;
        for (Fork fork : forks) {
            sum += fork.uses();
        }
        return sum;
    }

    int busyForks() {
        int sum = 0;
        for (Fork fork : forks) {
            sum += fork.busy() ? 1 : 0;
        }
        return sum;
    }
}
