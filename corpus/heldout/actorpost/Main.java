package heldout.actorpost;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

public final class Main {
    private static final int CLIENTS = 3;
    private static final int ROUNDS = 100;
    private static final String[] NAMES = {"north", "south", "ghost"};

    /** A customer thread that sends deposits and finally asks for its own view. */
    private static final class Client extends Thread {
        private final ActorSystem system;
        private final int index;
        private int seen;

        Client(ActorSystem system, int index) {
            super("client-" + index);
            this.system = system;
            this.index = index;
        }

        @Override
        public void run() {
            for (int i = 0; i < ROUNDS; i++) {
                String teller = NAMES[(i + index) % NAMES.length];
                system.send(teller, new TellerMessage.Deposit("acc" + i % 7, 1 + i % 4));
            }
            CompletableFuture<Map<String, Integer>> reply = new CompletableFuture<>();
            system.send("north", new TellerMessage.Query(reply));
            Map<String, Integer> view = reply.join();
            for (int amount : view.values()) { // safe: private copy handed over by the future
                seen += amount; // safe: own thread, main reads after join
            }
        }

        int seen() {
            return seen; // safe: after join
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ActorSystem system = new ActorSystem();
        Auditor auditor = new Auditor(system);
        Teller north = new Teller(system, auditor);
        Teller south = new Teller(system, auditor);
        system.register("north", north);
        system.register("south", south);

        Client[] clients = new Client[CLIENTS];
        for (int i = 0; i < CLIENTS; i++) {
            clients[i] = new Client(system, i);
            clients[i].start();
        }
        boolean allSaw = true;
        for (Client client : clients) {
            client.join();
            allSaw &= client.seen() > 0;
        }
        system.drainAndStop();

        int total = sum(north.balances()) + sum(south.balances());
        System.out.println("handled " + (north.handledCount() + south.handledCount()) + " total " + total);
        System.out.println("audited part " + (auditor.audited() <= total && auditor.lines() >= 0));
        System.out.println("turns ok " + (north.turnsPlausible() && south.turnsPlausible() && auditor.turnsPlausible()));
        System.out.println("dead letters " + (system.deadLetters() > 0) + " clients " + allSaw);
    }

    private static int sum(Map<String, Integer> balances) {
        int sum = 0;
        for (int amount : balances.values()) {
            sum += amount;
        }
        return sum;
    }
}
