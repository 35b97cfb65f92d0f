package heldout.ticker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A sports ticker: publishers push match events to listeners that come and go. */
public class Main {

    record Goal(String team, int minute) {
    }

    interface GoalListener {
        void onGoal(Goal goal);
    }

    private final List<GoalListener> fans = new ArrayList<>();
    private volatile GoalListener[] partners = new GoalListener[0];
    private List<String> topics = List.of("general");
    private volatile Goal latest;
    private Goal fastest;

    synchronized void addFan(GoalListener l) {
        fans.add(l); // race:fans
    }

    synchronized void addPartner(GoalListener l) {
        GoalListener[] copy = Arrays.copyOf(partners, partners.length + 1);
        copy[copy.length - 1] = l; // safe: not yet published
        partners = copy; // safe: volatile
    }

    synchronized void addTopic(String topic) {
        List<String> copy = new ArrayList<>(topics); // safe: every write of topics holds this monitor
        copy.add(topic);
        topics = List.copyOf(copy); // race:topics
    }

    void publish(Goal goal) {
        latest = goal; // safe: volatile
        for (GoalListener l : fans) { // race:fans
            l.onGoal(goal);
        }
        for (GoalListener l : partners) { // safe: the array behind the volatile never changes
            l.onGoal(goal);
        }
        remember(goal);
    }

    private synchronized void remember(Goal goal) {
        if (fastest == null || goal.minute() < fastest.minute()) { // safe: monitor
            fastest = goal; // safe: monitor
        }
    }

    boolean hasTopic(String t) {
        return topics.contains(t); // race:topics
    }

    /** Keeps the score of one team. */
    class ScoreBoard implements GoalListener {
        private final String team;
        private int goals;
        private int lastMinute;

        ScoreBoard(String team) {
            this.team = team;
        }

        @Override
        public void onGoal(Goal goal) {
            if (!goal.team().equals(team)) { // safe: record components are final
                return;
            }
            goals++; // race:goals
            synchronized (Main.this) {
                lastMinute = Math.max(lastMinute, goal.minute()); // safe: the outer object's monitor
            }
        }

        @Override
        public String toString() {
            return team + ": " + goals + " (" + lastMinute + "')"; // safe: printed after the joins
        }
    }

    private void broadcast(String... teams) {
        for (int minute = 1; minute <= 90; minute++) {
            if (minute % 9 == 0) {
                publish(new Goal(teams[minute % teams.length], minute));
            }
        }
        if (hasTopic("transfers")) {
            System.out.println("transfer news open");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main ticker = new Main();
        ScoreBoard reds = ticker.new ScoreBoard("reds");
        ticker.addFan(reds);
        AtomicInteger delivered = new AtomicInteger();
        Thread north = new Thread(() -> ticker.broadcast("reds", "blues"));
        Thread south = new Thread(() -> ticker.broadcast("greens", "reds"));
        Thread signUp = new Thread(() -> {
            ticker.addPartner(g -> delivered.incrementAndGet());
            ticker.addTopic("transfers");
        });
        north.start();
        south.start();
        signUp.start();
        ticker.addPartner(g -> delivered.addAndGet(10));
        ScoreBoard blues = ticker.new ScoreBoard("blues");
        ticker.addFan(blues);
        signUp.join();
        System.out.println("topics " + ticker.topics.size() + ", latest " + ticker.latest); // safe: the writer was joined
        north.join();
        south.join();
        System.out.println(reds + " | " + blues + " | delivered " + delivered + " | fastest " + ticker.fastest); // safe: joined
    }
}
