package heldout.electiontwo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class Main {

    static final class Observer extends Thread {
        private final Cluster cluster;
        private final List<Integer> changes = new ArrayList<>();
        private int polls;

        Observer(Cluster cluster) {
            super("observer");
            this.cluster = cluster;
            setDaemon(true);
        }

        @Override
        public void run() {
            int last = -1;
            while (!isInterrupted()) {
                int current = cluster.leader().map(Node::id).orElse(-1);
                if (current != last) {
                    changes.add(current); // safe: observer thread, main after join
                    last = current;
                }
                polls++; // safe: observer thread, main after join
                try {
                    Thread.sleep(1);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }

        String result() {
            return (polls > 0) + " " + changes; // safe: main after join
        }
    }

    private static Optional<Node> awaitLeader(Cluster cluster, Node except) throws InterruptedException {
        for (int i = 0; i < 150; i++) {
            Optional<Node> leader = cluster.leader().filter(n -> n != except);
            if (leader.isPresent()) {
                return leader;
            }
            Thread.sleep(2);
        }
        return Optional.empty();
    }

    public static void main(String[] args) throws InterruptedException {
        var cluster = new Cluster(5);
        var observer = new Observer(cluster);
        ScheduledExecutorService checker = Executors.newSingleThreadScheduledExecutor();
        checker.scheduleWithFixedDelay(cluster.board()::check, 5, 3, TimeUnit.MILLISECONDS);
        cluster.start();
        observer.start();

        Node previous = null;
        for (int round = 0; round < 3; round++) {
            Optional<Node> leader = awaitLeader(cluster, previous);
            if (leader.isEmpty()) {
                System.out.println("no new leader in round " + round);
                continue;
            }
            Node node = leader.get();
            System.out.println("round " + round + ": node " + node.id() + " leads term " + node.currentTerm());
            Thread.sleep(30);
            node.pause(true);
            Thread.sleep(70);
            System.out.println("suspects " + cluster.board().suspects());
            node.pause(false);
            previous = node;
        }

        observer.interrupt();
        observer.join();
        int sent = cluster.stop();
        checker.shutdown();
        while (!checker.awaitTermination(1, TimeUnit.SECONDS)) {
            System.out.println("waiting for the checker");
        }
        System.out.println("leaders " + cluster.log().leaders() + " events " + cluster.log().events());
        System.out.println("observed " + observer.result());
        System.out.println("heartbeats " + (sent > 0) + " checks " + (cluster.board().checks() > 0));
    }
}
